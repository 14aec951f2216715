"""Skyboxes of six faces: where each is seen, the sun behind what they show, and the light that they give."""

import json

import hand_made
import numpy as np
import pytest
from PIL import Image

from engine.assets.faces import AHEAD, NAMES, RIGHT, UP, direction, encoded
from engine.render import light, skylight
from engine.render.frame import Sunlight, View

COLORS = np.array([(255, 0, 0), (0, 255, 255), (0, 255, 0), (255, 0, 255), (0, 0, 255), (255, 255, 0)], np.uint8)
TOLD = {"scale": 0.5, "beam": [2.0, 1.5, 1.0], "sun": {"azimuth": 0, "elevation": 5}}


def written(folder, pixels, told=None):
    """Paths of six faces with pixels (6, n, n, 3 or 4) uint8."""
    for name, face in zip(NAMES, pixels, strict=True):
        Image.fromarray(face).save(folder / f"{name}.png")
    if told:
        (folder / "sky.json").write_text(json.dumps(told))
    return tuple(str(folder / f"{name}.png") for name in NAMES)


def test_cube(folder, n=16):
    """Faces of one colour each, the upper right quarter white."""
    pixels = np.repeat(COLORS, n * n, axis=0).reshape(6, n, n, 3)
    pixels[:, : n // 2, n // 2 :] = 255
    return written(folder, pixels)


test_cube.__test__ = False


def looking(ahead, up, fov=40.0):
    """An eye in the middle that looks along an axis."""
    right = np.cross(ahead, up)
    return View(np.zeros(3), np.column_stack([right, up, -np.asarray(ahead)]), fov, bloom=0.0)


def seen(renderer, linear, sun, eye):
    renderer.render(hand_made.frame(eye, sun=sun))
    return linear(renderer)[..., :3]


def sunlight(paths, direction=(0.0, 1.0, 0.0), **more):
    return Sunlight(direction=np.array(direction), faces=paths, clouds=0.0, **more)


@pytest.mark.parametrize("face", range(6), ids=NAMES)
def test_each_face_is_seen_along_its_axis_upright_and_not_mirrored(face, drawing, linear, tmp_path):
    """Looking along an axis shows its face: the quarter up and to the right is the picture's."""
    sun = sunlight(test_cube(tmp_path), -AHEAD[face])
    picture = seen(drawing, linear, sun, looking(AHEAD[face], UP[face]))
    h, w = picture.shape[:2]
    quarters = [picture[y, x] for y in (h // 4, 3 * h // 4) for x in (w // 4, 3 * w // 4)]
    wanted = COLORS[face] / 255
    assert np.allclose(quarters, [wanted, [1, 1, 1], wanted, wanted], atol=0.01)


def test_the_eye_may_go_anywhere(drawing, linear, tmp_path):
    """Rotation only: from 30 m off the same is seen."""
    sun, eye = sunlight(test_cube(tmp_path)), looking(AHEAD[4], UP[4], 80.0)
    here = seen(drawing, linear, sun, eye)
    eye.position = np.array([30.0, -4.0, 9.0])
    assert np.allclose(here, seen(drawing, linear, sun, eye), atol=1e-3)


def test_faces_that_join_show_no_seam(drawing, linear, tmp_path):
    """Six pictures of one smooth light: in a view along the edge of three of them no step is greater than the light's own."""
    n = 64
    at = (np.arange(n) + 0.5) / n * 2 - 1
    d = np.stack([direction(k, *np.meshgrid(at, -at)) for k in range(6)])
    channels = encoded(0.3 + 0.25 * d, 0.5)
    sun = sunlight(written(tmp_path, np.round(channels * 255).astype(np.uint8), TOLD), (0.0, 0.0, 1.0))
    corner = np.array([1.0, 1.0, -1.0]) / np.sqrt(3)
    right = np.cross(corner, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    picture = seen(drawing, linear, sun, looking(corner, np.cross(right, corner), 60.0))
    for axis in 0, 1:
        step = np.abs(np.diff(picture, axis=axis)).max(-1)
        assert step.max() < 0.012  # one byte is 0.009 here; a pixel's own change 0.0016


def test_the_light_in_the_files_is_the_light_that_is_seen(drawing, linear, tmp_path):
    """A channel holds more than white: radiance 4 comes out as 4, within half a byte."""
    sun = sunlight(written(tmp_path, np.full((6, 4, 4, 3), round(encoded(4.0, 0.5) * 255), np.uint8), TOLD), (0.0, 0.0, 1.0))
    assert seen(drawing, linear, sun, looking(AHEAD[5], UP[5])) == pytest.approx(4.0, rel=0.05)
    brighter = sunlight(sun.faces, (0.0, 0.0, 1.0), intensity=2.0)
    assert seen(drawing, linear, brighter, looking(AHEAD[5], UP[5])) == pytest.approx(8.0, rel=0.05)


def test_a_mountain_hides_the_sun(drawing, linear, tmp_path):
    """The disc shines where alpha says bare sky, and is not there where it says none."""
    pixels = np.full((6, 8, 8, 4), 60, np.uint8)
    for alpha, visible in (255, True), (0, False):
        pixels[..., 3] = alpha
        sun = sunlight(written(tmp_path, pixels, TOLD), AHEAD[5], size=2.0)
        picture = seen(drawing, linear, sun, looking(AHEAD[5], UP[5]))
        h, w = picture.shape[:2]
        assert (picture[h // 2, w // 2, 0] > 50) == visible
        assert picture[4, 4] == pytest.approx(picture[-4, 4], abs=1e-3)


def even(folder, level=128, told=None):
    return written(folder, np.full((6, 4, 4, 3), level, np.uint8), told)


def test_a_uniform_cube_lights_every_plane_by_pi_l(tmp_path):
    """Irradiance under radiance L from all around is PI L, whatever way the plane faces; harmonics hold irradiance / PI."""
    shown = skylight.read(even(tmp_path))
    radiance = shown.radiance()[128]
    sky = skylight.panorama(shown)
    assert sky.shape == (64, 128, 3) and np.allclose(sky, radiance)
    factors = skylight.harmonics(sky)
    normals = np.random.default_rng(1).normal(size=(50, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    assert skylight.polynomials(normals) @ factors == pytest.approx(np.full((50, 3), radiance), rel=1e-3)
    made = light.Light("off")
    made.follow(hand_made.frame(sun=sunlight(shown_paths(tmp_path))))
    assert made.above == pytest.approx(np.full(3, radiance)) and made.below == pytest.approx(np.full(3, radiance))


def shown_paths(folder):
    return tuple(str(folder / f"{name}.png") for name in NAMES)


def test_harmonics_are_exact_for_light_of_the_second_order():
    """Under radiance P(d), a polynomial of first or second order, white that faces n shows 2/3 or 1/4 of P(n): Lambert's lobe, A_l / PI."""
    d = skylight.directions(96)
    for k, share in enumerate([1, 2 / 3, 2 / 3, 2 / 3, 1 / 4, 1 / 4, 1 / 4, 1 / 4, 1 / 4]):
        factors = skylight.harmonics(np.repeat(skylight.polynomials(d)[..., k : k + 1], 3, -1))
        assert factors[:, 0] == pytest.approx(share * np.eye(9)[k], abs=2e-3)


def test_a_panorama_shows_each_face_where_it_is(tmp_path):
    """The texel that looks along an axis has the colour of its face; half a texel off the middle, in the quarter that is not white."""
    sky = skylight.panorama(skylight.read(test_cube(tmp_path)))
    d = skylight.directions(len(sky))
    for k in range(6):
        off = AHEAD[k] - 0.2 * RIGHT[k] - 0.2 * UP[k]
        assert sky.reshape(-1, 3)[np.argmax(d.reshape(-1, 3) @ off)] == pytest.approx(COLORS[k] / 255, abs=1e-6)


def test_light_comes_from_where_the_picture_is_bright(tmp_path):
    """A white upper face: what looks up is brighter than what looks aside, and what looks down is dark."""
    pixels = np.zeros((6, 4, 4, 3), np.uint8)
    pixels[2] = 255
    made = light.Light("off")
    made.follow(hand_made.frame(sun=sunlight(written(tmp_path, pixels))))
    up, aside, down = skylight.polynomials(np.array([[0, 1.0, 0], [1.0, 0, 0], [0, -1.0, 0]])) @ made.harmonics[:, 0]
    assert up > 3 * aside > 0 and abs(down) < 0.1
    assert made.above[0] == pytest.approx(0.5542, abs=0.02)  # form factor of a unit square from 1/2 above its middle (Howell C-11)
    assert made.below == pytest.approx(np.zeros(3))


def test_the_sun_in_the_pictures_is_the_sunlight(tmp_path):
    """sky.json's beam is taken, times the scene's colour; without it, the atmosphere's."""
    made = light.Light("off")
    made.follow(hand_made.frame(sun=sunlight(even(tmp_path, told=TOLD), color=(1.0, 0.5, 1.0))))
    assert made.beam == pytest.approx([2.0, 0.75, 1.0])
    assert made.keys[0] is None  # nothing of it has to be kept


def test_changed_pictures_are_read_again(tmp_path):
    """After `forget`, as on a reload; and those that cannot be read are said before anything changes."""
    made, sun = light.Light("off"), sunlight(even(tmp_path))
    frame = hand_made.frame(sun=sun)
    made.follow(frame)
    before, version = made.above.copy(), made.version
    made.follow(frame)
    assert made.version == version
    even(tmp_path, 1)
    (tmp_path / "px.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match="px.png is not a PNG"):
        made.forget()
    even(tmp_path, 250)
    made.forget()
    made.follow(frame)
    assert (made.above > 2 * before).all()
