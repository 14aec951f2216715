"""`springvand export --keys`."""

import pytest

from game.cli import main

KEYS = "# my way\nP 0 1 4  r 0 0 0\n\np 4 1 0 r 0 90 0 d 2 # slow\n"


@pytest.fixture
def scene(tmp_path):
    """Two cameras on their ways: of a file, and in the scene."""
    (tmp_path / "way.keys").write_text(KEYS)
    own = "keys: [{position: [0, 1.5, 4], event: go, handles: {out: [1, 0, 0]}}, {position: [1, 0, 0], tension: 0.5, ease: in}]"
    (tmp_path / "two.yaml").write_text(f"""entities:
  eye: {{camera: {{}}, camera_path: {{file: way.keys}}}}
  drone: {{camera: {{}}, camera_path: {{{own}}}}}
  still: {{camera: {{}}}}
""")
    return tmp_path / "two.yaml"


def test_a_key_file_comes_out_as_it_is(scene, capsys):
    """Comments, blank lines and spaces too; data on stdout."""
    assert main(["export", str(scene), "--keys"]) == 0
    assert capsys.readouterr().out == KEYS


def test_keys_of_the_scene_become_a_file_that_reads_the_same(scene, capsys, tmp_path):
    """Events, handles, own shapes and eases are in it; a scene that names the file has the same path."""
    from engine.scene import load

    assert main(["export", str(scene), "--keys", "--camera", "drone", "-o", str(tmp_path / "out.keys")]) == 0
    said = capsys.readouterr()
    assert said.out == "" and said.err == f"{tmp_path / 'out.keys'}: 2 keys\n"
    assert (tmp_path / "out.keys").read_text() == "p 0 1.5 4 r 0 0 0 n go h - - - 1 0 0\np 1 0 0 r 0 0 0 k 0.5 - - e in\n"
    (tmp_path / "again.yaml").write_text("entities:\n  drone: {camera: {}, camera_path: {file: out.keys}}\n")
    keys = [load(path).spec.entities["drone"].camera_path.all_keys() for path in (scene, tmp_path / "again.yaml")]
    assert keys[0] == keys[1]


@pytest.mark.parametrize("more, status, text", [
    (["--camera", "still"], 2, "no camera path of still; there are eye, drone"),
    (["--camera", "nobody"], 2, "no camera path of nobody; there are eye, drone"),
    (["-o", "/nowhere/at/all.keys"], 2, "/nowhere/at/all.keys cannot be written: No such file or directory"),
])  # fmt: skip
def test_what_cannot_be_exported_is_said(scene, capsys, more, status, text):
    """One line, and the status."""
    assert main(["export", str(scene), "--keys", *more]) == status
    assert capsys.readouterr().err == f"springvand: {text}\n"


def test_a_scene_without_a_path_or_with_errors(scene, capsys):
    """Both are said; export alone asks what."""
    scene.write_text("entities:\n  eye: {camera: {}}\n")
    assert main(["export", str(scene), "--keys"]) == 2
    assert "no camera path; no camera of this scene has one; write camera_path beside a camera" in capsys.readouterr().err
    scene.write_text("entities:\n  eye: {camera: {}, camera_path: {file: none.keys}}\n")
    assert main(["export", str(scene), "--keys"]) == 1
    assert "no file 'none.keys'" in capsys.readouterr().err
    assert main(["export", str(scene)]) == 2
