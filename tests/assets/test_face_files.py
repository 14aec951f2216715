"""Six pictures round the eye: that they fit together, and what they say of their light."""

import json

import numpy as np
import pytest
from PIL import Image

from engine.assets.faces import AHEAD, NAMES, RIGHT, UP, check_faces, direction, encoded, faces

TOLD = {"scale": 0.5, "beam": [2.0, 1.5, 1.0], "sun": {"azimuth": 10, "elevation": 4}}


def written(folder, side=4, colors=None, told=None, **other):
    """Paths of six pictures of one colour each; other: sizes of some of them."""
    paths = [folder / f"{name}.png" for name in NAMES]
    for k, (name, path) in enumerate(zip(NAMES, paths, strict=True)):
        Image.new("RGB", other.get(name, (side, side)), colors[k] if colors else "white").save(path)
    if told is not None:
        (folder / "sky.json").write_text(told if isinstance(told, str) else json.dumps(told))
    return paths


def test_each_face_looks_along_its_axis_and_is_no_mirror_image():
    """Right, up and back of each picture turn like those of the world; its middle looks ahead, and its upper right corner lies there."""
    for k in range(6):
        assert np.array_equal(np.cross(AHEAD[k], UP[k]), RIGHT[k])
        assert np.array_equal(direction(k, 0.0, 0.0), AHEAD[k])
        assert direction(k, 1.0, 1.0) == pytest.approx((AHEAD[k] + RIGHT[k] + UP[k]) / np.sqrt(3))


def test_neighbours_share_their_edge():
    """The right edge of nz is the left edge of px; the lower edge of py and the upper of ny are those of nz."""
    at, edge = np.linspace(-1, 1, 5), np.ones(5)
    px, py, ny, nz = (NAMES.index(name) for name in ("px", "py", "ny", "nz"))
    assert direction(nz, edge, at) == pytest.approx(direction(px, -edge, at))
    assert direction(py, at, -edge) == pytest.approx(direction(nz, at, edge))
    assert direction(ny, at, edge) == pytest.approx(direction(nz, at, -edge))


def test_bytes_hold_more_light_than_white(tmp_path):
    """Decoding a byte and encoding its radiance gives the byte back; the highest is far over the scale, and finite."""
    radiance = faces(written(tmp_path, told=TOLD)).radiance()
    assert encoded(radiance, 0.5)[:255] * 255 == pytest.approx(np.arange(255))
    assert radiance[0] == 0 and 50 * 0.5 < radiance[-1] < 1000
    assert (np.diff(radiance) > 0).all()


def test_without_a_word_pictures_are_srgb(tmp_path):
    """IEC 61966-2-1: white is 1, the byte 188 is 0.5029."""
    made = faces(written(tmp_path))
    assert made.told is None
    assert made.radiance()[[0, 188, 255]] == pytest.approx([0, 0.5029, 1], abs=1e-4)


def test_what_lies_beside_the_pictures_is_read(tmp_path):
    said = check_faces(written(tmp_path, told=TOLD))
    assert (said.scale, said.beam, said.sun) == (0.5, (2.0, 1.5, 1.0), (10.0, 4.0))


def test_another_picture_or_another_word_is_another_digest(tmp_path):
    made = [faces(written(tmp_path)).digest, faces(written(tmp_path)).digest, faces(written(tmp_path, told=TOLD)).digest]
    made.append(faces(written(tmp_path, 5, told=TOLD)).digest)
    assert made[0] == made[1] and len(set(made)) == 3


@pytest.mark.parametrize(
    "what, words",
    [
        ({"ny": (4, 3)}, "ny has 4 x 3 pixels; a face is square"),
        ({"pz": (8, 8)}, "pz has 8 pixels a side, px has 4; all six must have the same"),
        ({"told": "{"}, "sky.json beside px.png is damaged"),
        ({"told": {"scale": 1}}, "sky.json beside px.png is damaged: 'beam'"),
        ({"told": TOLD | {"scale": 0}}, "scale must be more than 0"),
        ({"told": TOLD | {"beam": [1, 1]}}, "3 numbers"),
    ],
)
def test_pictures_that_do_not_fit_are_refused(tmp_path, what, words):
    with pytest.raises(ValueError, match=words):
        check_faces(written(tmp_path, **what))
