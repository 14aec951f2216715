"""A sky of one picture all round: what stands where, no seam, its light, its sun."""

import json

import hand_made
import numpy as np
import pytest
from PIL import Image

from engine.assets.equirect import equirect_faces
from engine.assets.faces import encoded
from engine.render.extract.light import direction
from engine.render.frame import Sunlight, View
from engine.scene import SceneError, parse

TOLD = {"scale": 0.5, "beam": [2.0, 1.5, 1.0], "sun": {"azimuth": 90, "elevation": 30}}


def looking(azimuth, elevation, fov=40.0):
    """An eye in the middle that looks along an azimuth and an elevation [deg], upright."""
    back = -direction(azimuth, elevation)
    right = direction(azimuth + 90, 0)
    return View(np.zeros(3), np.column_stack([right, np.cross(back, right), back]), fov, bloom=0.0)


def written(path, light, told=TOLD, height=128):
    """A picture of light(d) (..., 3), radiance along unit vectors (..., 3), in sky.json's encoding."""
    elevation = 90 - (np.arange(height) + 0.5) / height * 180
    azimuth = (np.arange(2 * height) + 0.5) / height * 180 - 180
    e, a = np.radians(elevation)[:, None], np.radians(azimuth)[None]
    d = np.stack(np.broadcast_arrays(np.sin(a) * np.cos(e), np.sin(e), -np.cos(a) * np.cos(e)), -1)
    Image.fromarray(np.round(encoded(light(d), 0.5) * 255).astype(np.uint8)).save(path)
    if told:
        path.with_suffix(".json").write_text(json.dumps(told))
    return (str(path),)


def smooth(d):
    """The same along d whatever is a column: it has no seam of its own."""
    return 0.3 + 0.25 * d


@pytest.mark.parametrize("azimuth, elevation", [(0, 0), (90, 0), (180, 0), (-90, 0), (179.5, 20), (40, 88), (10, -60)])
def test_it_is_seen_where_it_stands(drawing, linear, tmp_path, azimuth, elevation):
    """In the middle of a view along azimuth and elevation: the light that the picture holds there."""
    sun = Sunlight(direction=direction(-120, 45), faces=written(tmp_path / "noon.png", smooth), clouds=0.0)
    drawing.render(hand_made.frame(looking(azimuth, elevation), sun=sun))
    wanted = smooth(direction(azimuth, elevation))
    assert linear(drawing)[90, 160][:3] == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize("azimuth, elevation", [(180, 5), (180, 89.9), (0, -89.9), (135, 35)])
def test_there_is_no_seam(drawing, linear, tmp_path, azimuth, elevation):
    """Round 0 / 360, at both poles and where three faces meet no step is greater than the light's own and a byte."""
    sun = Sunlight(direction=direction(0, 45), faces=written(tmp_path / "noon.png", smooth), clouds=0.0)
    drawing.render(hand_made.frame(looking(azimuth, elevation, 60.0), sun=sun))
    picture = linear(drawing)[..., :3]
    for axis in 0, 1:
        assert np.abs(np.diff(picture, axis=axis)).max() < 0.012  # one byte is 0.009 here; a pixel's own change 0.0016


def test_small_things_are_not_drawn_out(tmp_path):
    """Faces are as fine as the picture: one white column is seen on one, a texel or two wide, and lies at its azimuth."""
    pixels = np.zeros((64, 128, 3), np.uint8)
    pixels[:, 96] = 255  # azimuth 90 + half a column: toward +x
    Image.fromarray(pixels).save(tmp_path / "line.png")
    faces = equirect_faces(tmp_path / "line.png").pixels
    side = faces.shape[1]
    assert side == 41
    row = faces[0, side // 2, :, 0].astype(float)
    assert 0.6 < row.sum() / 255 < 2
    middle = (np.arange(side) + 0.5) / side * 2 - 1
    assert np.degrees(np.arctan((row * middle).sum() / row.sum())) == pytest.approx(360 / 128 / 2, abs=0.4)
    assert faces[[1, 4, 5]][:, side // 2, :, 0].max() == 0


SCENE = """format: 1
entities:
  sun: {{sun: {{azimuth: {azimuth}, elevation: 30}}}}
  sky: {{skybox: {{equirect: {file}}}}}
"""


def loaded(folder, azimuth=90, file="noon.png"):
    return parse(SCENE.format(azimuth=azimuth, file=file).encode(), folder / "test.yaml")


def mistakes(folder, **how):
    with pytest.raises(SceneError) as caught:
        loaded(folder, **how)
    return [(d.line, d.column, d.text) for d in caught.value.diagnostics]


def test_mistakes_are_said_where_they_are_made(tmp_path):
    """A sun elsewhere than in the picture, a picture of another shape, a missing one; what lies beside it is watched."""
    written(tmp_path / "noon.png", smooth, height=8)
    assert tmp_path / "noon.json" in loaded(tmp_path).files
    sun = "write sun: {azimuth: 90, elevation: 30}"
    assert mistakes(tmp_path, azimuth=60) == [(3, 14, f"the pictures show the sun elsewhere; {sun}, or another skybox")]
    assert "no file 'gone.png'" in mistakes(tmp_path, file="gone.png")[0][2]
    Image.new("RGB", (30, 10)).save(tmp_path / "wide.png")
    assert [text for *_, text in mistakes(tmp_path, file="wide.png")] == [
        "wide.png has 30 x 10 pixels; a picture all round is twice as wide as high"
    ]


def test_without_a_file_beside_it_white_is_white(drawing, linear, tmp_path):
    """Plain sRGB, and any sun is right."""
    Image.new("RGB", (16, 8), "white").save(tmp_path / "plain.png")
    loaded(tmp_path, 12, "plain.png")
    sun = Sunlight(direction=direction(0, 90), faces=(str(tmp_path / "plain.png"),), clouds=0.0)
    drawing.render(hand_made.frame(looking(0, 0), sun=sun))
    assert linear(drawing)[20, 20][:3] == pytest.approx(np.ones(3), abs=2e-3)
