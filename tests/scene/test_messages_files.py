"""What is wrong with a file that a scene names is said at its place: in the scene, or, of a key file, in the file itself."""

import re

import pytest
from fuzz_files import FILES, NAMING, fill
from message_texts import templates
from scene_cases_files import CASES, KEY, SQUARE, SUNLESS

from engine.scene import SceneError, load, parse
from engine.schema import limits

pytest.importorskip("pygltflib")


@pytest.fixture
def folder(tmp_path):
    """A folder with a right file of each kind."""
    fill(tmp_path)
    return tmp_path


def found(folder, name, raw=None, text=None):
    """Messages of the scene that names a file, with other bytes in it."""
    if raw is not None:
        (folder / name).write_bytes(raw)
    (folder / "test.yaml").write_text(text or NAMING[name])
    with pytest.raises(SceneError) as caught:
        load(folder / "test.yaml")
    return [(each.file.rpartition("/")[2], each.line, each.column, each.text) for each in caught.value.diagnostics]


@pytest.mark.parametrize("name", FILES)
def test_right_files_are_right(folder, name):
    """What the cases spoil loads as it is."""
    if name in NAMING:
        assert parse(NAMING[name].encode(), folder / "test.yaml").spec


@pytest.mark.parametrize("case", CASES)
def test_each_mistake_in_a_file_is_said_once_at_its_place(folder, case):
    """File, line, column and the whole text."""
    name, raw, *place, text = CASES[case]
    assert found(folder, name, raw) == [(*place, text)]


def test_pictures_of_a_sun_need_one(folder):
    """The light falls from where the pictures show it."""
    text = "the pictures show a sun, the scene has none; write an entity with sun: {azimuth: 10, elevation: 20}"
    assert found(folder, "sky.json", text=SUNLESS) == [("test.yaml", 2, 25, text)]


@pytest.mark.parametrize("name, said", [("tent.obj", "tent.obj"), ("tour.keys", "tour.keys"), ("shot.glb", "shot.glb")])
def test_a_file_of_gigabytes_is_refused_unread(folder, name, said):
    """The size is asked before a byte is read."""
    with (folder / name).open("wb") as file:
        file.truncate(limits.ASSET_BYTES + 1)
    assert [text for *_, text in found(folder, name)] == [f"{said} is larger than 512 MiB; make it smaller"]


def test_the_limits_of_keys_and_triangles_are_named(folder, monkeypatch):
    """One more than the limit; the limits are made small, as files of a million lines take seconds."""
    monkeypatch.setattr("engine.assets.key_file.KEYS", 2)
    monkeypatch.setattr("engine.assets.gltf.KEYS", 1)
    monkeypatch.setattr("engine.assets.meshes.TRIANGLES", 1)
    assert found(folder, "tour.keys", f"{KEY}\n".encode() * 3) == [("tour.keys", 3, 1, "more than 2 keys; leave some out")]
    assert found(folder, "shot.glb") == [("test.yaml", 2, 41, "shot.glb has more than 1 keys; leave some out")]
    assert [text for *_, text in found(folder, "tent.obj")] == ["tent.obj has 2 triangles; at most 0 million: make it coarser"]


@pytest.mark.long
def test_the_limits_of_keys_and_triangles_at_full_size(folder):
    """A million keys and five million triangles are read; one more of either is refused."""
    (folder / "tour.keys").write_bytes(f"{KEY}\n".encode() * limits.KEYS)
    assert load(folder / "test.yaml") if (folder / "test.yaml").write_text(NAMING["tour.keys"]) else None
    assert found(folder, "tour.keys", f"{KEY}\n".encode() * (limits.KEYS + 1)) == [
        ("tour.keys", 1_000_001, 1, "more than 1,000,000 keys; leave some out")
    ]
    mesh = SQUARE.encode() + b"f 1 2 3 4\n" * (limits.TRIANGLES // 2 + 1)
    assert [text for *_, text in found(folder, "tent.obj", mesh)] == [
        "tent.obj has 5,000,002 triangles; at most 5 million: make it coarser"
    ]


# What needs more than a file's bytes is provoked there: message -> test file
ELSEWHERE = {
    "this is a glTF file, which needs pygltflib; install it with: pip install 'springvand\\[gltf\\]'": "tests/cameras/test_gltf.py",
    ".* is no mesh; export it as one of \\.obj .*": "tests/scene/scene_cases.py",
    "a path needs a key; this is its last one": "tests/cameras/test_key_files.py",
    "a triangle names a point that is not there; there are .*": "tests/assets/test_imported.py",
    ".*: some of its parts have texture coordinates and some have none; give all or none": "tests/assets/test_imported.py",
    ".* needs trimesh; install it with: pip install 'springvand\\[meshes\\]', or save the mesh as an OBJ file": "tests/assets/test_imported.py",
}


def test_every_message_of_the_rooms_that_read_files_has_a_case():
    """The texts in engine/assets and of the sky, read from the syntax trees; the cases tell them whole."""
    said = [text for *_, text in CASES.values()]
    said += ["tent.obj has 2 triangles; at most 0 million: make it coarser", "shot.glb has more than 1 keys; leave some out"]
    missing = [f"{place}: {text}" for text, place in templates() if place.startswith("assets/") and text not in ELSEWHERE]
    missing = [each for each in missing if not any(re.search(each.partition(": ")[2], text, re.DOTALL) for text in said)]
    assert missing == []
