"""The committed thumbnails are of the scenes as they are now, and the sheet of the README is laid out from them."""

import json

import numpy as np
import pytest
from PIL import Image

MAKE = "make it anew: python -m content.make.thumbnails"


@pytest.fixture(scope="module")
def make(script):
    return script("thumbnails.made"), script("thumbnails.sheet")


@pytest.fixture(scope="module")
def scenes(make):
    return make[0].scenes()


def test_no_thumbnail_is_missing_stale_or_left_over(make, scenes):
    """Each was taken when the scene's files, all that it includes and the pictures on its walls read as they do now."""
    made, _ = make
    assert made.stale(scenes) == [], MAKE
    assert {path.stem for path in made.FOLDER.glob("*.jpg")} == set(scenes) == set(json.loads(made.RECORD.read_text())), MAKE


def test_thumbnails_are_small_and_of_one_size(make, scenes):
    """As wide as the widest card of the gallery, at most 60 kB each: a clone stays quick."""
    made, _ = make
    for name in scenes:
        path = made.FOLDER / f"{name}.jpg"
        with Image.open(path) as picture:
            assert picture.size == made.SIZE
        assert path.stat().st_size < 60e3, name


def test_the_sheet_is_that_of_the_thumbnails(make, scenes):
    """Made again it is the committed one: no square of 14 pixels differs by more than 4 of 255, which is another machine's JPEG; under 600 kB."""
    _, sheet = make
    now, then = (np.asarray(Image.open(file)).astype(int) for file in (sheet.encoded(scenes), sheet.FILE))
    assert now.shape == then.shape, MAKE
    rows, columns = (range(0, side, 14) for side in now.shape[:2])
    squares = np.add.reduceat(np.add.reduceat(np.abs(now - then).mean(2), rows, 0), columns, 1) / 14**2
    assert squares.max() < 4, MAKE
    assert sheet.FILE.stat().st_size < 600e3


def test_a_change_of_any_file_of_a_scene_makes_it_stale(make, tmp_path, monkeypatch):
    """The scene, what it includes, its key file, its pictures, the picture taken of it: each counts; line ends of text do not."""
    made, _ = make
    from engine.scene import load

    (tmp_path / "part.yaml").write_bytes(b"entities: {ball: {shape: {sphere: {radius: 1}}, surface: {texture: wall.png}}}\n")
    (tmp_path / "way.keys").write_text("p 0 1 4 r 0 0 0\np 4 1 0 r 0 90 0\n")
    Image.new("RGB", (4, 4), "red").save(tmp_path / "wall.png")
    path = tmp_path / "whole.yaml"
    path.write_text(
        "check: {ticks: 9}\ninclude: [{file: part.yaml, as: a}]\nentities: {eye: {camera: {}, camera_path: {file: way.keys, steps: 9}}}\n"
    )
    monkeypatch.setattr(made, "FOLDER", tmp_path)
    monkeypatch.setattr(made, "RECORD", tmp_path / "made.json")
    stale = lambda: made.stale({"whole": load(path)})  # noqa: E731
    assert stale() == ["whole"]  # no picture yet
    Image.new("RGB", (4, 4)).save(tmp_path / "whole.jpg")
    made.RECORD.write_text(json.dumps(made.state({"whole": load(path)})))
    assert stale() == []
    Image.new("RGB", (4, 4), "blue").save(tmp_path / "blue.png")
    others = {
        "whole.yaml": path.read_bytes().replace(b"ticks: 9", b"ticks: 8"),
        "part.yaml": (tmp_path / "part.yaml").read_bytes().replace(b"radius: 1", b"radius: 2"),
        "way.keys": b"p 0 2 4 r 0 0 0\np 4 1 0 r 0 90 0\n",
        "wall.png": (tmp_path / "blue.png").read_bytes(),
        "whole.jpg": b"another",
    }
    for name, other in others.items():
        before = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(other)
        assert stale() == ["whole"], name
        (tmp_path / name).write_bytes(before)
        assert stale() == [], name
    (tmp_path / "part.yaml").write_bytes((tmp_path / "part.yaml").read_bytes().replace(b"\n", b"\r\n"))
    assert stale() == []
