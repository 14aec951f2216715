"""A camera's path as lines, and its time line as a picture."""

import numpy as np
import pytest

from engine.assets.keys import Key, Keys
from engine.cameras.path import Form, Path
from engine.render.frame import View
from game.hand import Sight
from game.path_lines import AT_HAND, SLOW_TO_FAST, colored, curve, faded, frusta, thick
from game.path_strip import PathStrip, layout, taken
from game.strip import layout as run_layout

SIGHT = Sight(View(np.array([0.0, 0.0, 10.0]), np.eye(3), fov=90.0), (200, 100))
SQUARE = Keys.of([Key((4, 0, 0)), Key((0, 0, -4)), Key((-4, 0, 0)), Key((0, 0, 4))])
STRIP = PathStrip("eye", 4.0, 1.0, 250, 1000, 1, (0.0, 1.0, 2.0, 3.0), 4, (0.5, 2.0))


def test_colours_go_from_the_slowest_to_the_fastest():
    """Ends and a third are stops; speeds that are all alike are the middle."""
    np.testing.assert_allclose(colored(np.array([1.0, 2.0, 4.0])), SLOW_TO_FAST[[0, 1, 3]])
    np.testing.assert_allclose(colored(np.array([2.0, 2.001])), np.tile(SLOW_TO_FAST[1:3].mean(axis=0), (2, 1)))


def test_the_curve_goes_through_the_keys_where_the_path_stands():
    """A closed line, end to end; moved and turned as the path is."""
    lines, (low, high) = curve(Path(SQUARE, Form(segment_duration=1)), (0, 2, 0), (0, 90, 0))
    np.testing.assert_array_equal(lines[1:, 0], lines[:-1, 1])
    np.testing.assert_allclose(lines[0, 0, :3], lines[-1, 1, :3], atol=1e-12)
    for key in ((0, 2, -4), (-4, 2, 0), (0, 2, 4), (4, 2, 0)):
        assert np.linalg.norm(lines[:, 0, :3] - key, axis=1).min() < 1e-9
    assert low == pytest.approx(4) and 4.2 < high < 8


def test_a_frustum_is_what_the_camera_sees():
    """Its corners are those of a picture of 16:9 with this field of view, one metre ahead; up is up."""
    (lines,) = frusta(np.array([[1.0, 2, 3]]), np.eye(3)[None], [90.0], 1.0, AT_HAND)
    places = lines[..., :3].reshape(-1, 3)
    np.testing.assert_allclose(places[:, 0].max(), 1 + 16 / 9)
    np.testing.assert_allclose(places[:, 1].max(), 2 + 1.6)
    np.testing.assert_allclose(places[:, 2].min(), 2)
    assert (lines[:4, 0, :3] == [1, 2, 3]).all() and (lines[..., 3:] == AT_HAND).all()


def test_lines_fade_before_the_eye():
    """Nothing within one length of it, all beyond two."""
    lines = np.ones((3, 2, 7))
    lines[..., :3] = np.array([0.9, 1.5, 2.5])[:, None, None] * [0, 0, 1]
    np.testing.assert_allclose(faded(lines, np.zeros(3), 1.0)[:, 0, 6], [0.5, 1.0])


@pytest.mark.parametrize("depth", [2.0, 30.0])
def test_a_thick_line_is_as_thick_near_as_far(depth):
    """Its two halves are 1.25 pixels apart, whatever the way."""
    line = np.zeros((1, 2, 7))
    line[0, :, :3] = [[0, 0, 10 - depth], [1, 0.5, 10 - depth]]
    both = thick(line, SIGHT)
    (a, b), _ = SIGHT.seen(both[:, 0, :3])
    assert np.linalg.norm(a - b) == pytest.approx(1.25, rel=0.01)


def test_the_line_stands_over_that_of_the_run():
    """They do not meet; what is taken at the lower edge is both."""
    size = (640, 360)
    here, below = layout(size), run_layout(size)
    assert here.top + here.height < below.top and layout(size, above=False).top > here.top
    assert taken(object(), STRIP, size) == here.taken + below.taken and taken(None, STRIP._replace(whole=False), size) == 0


def test_the_head_stands_at_its_time_and_the_key_at_hand_is_amber():
    """A quarter along; colour is warm there, cool at the other keys. Without the line there are the words alone."""
    panel = STRIP._replace(at=1.5).panel((640, 360)).astype(int)
    place = layout((640, 360))
    left, right = (edge - place.left for edge in place.rail)
    row = panel[round(38 * place.scale)]
    at = lambda share: row[round(left + share * (right - left))]  # noqa: E731
    assert at(0.375)[:3].min() > 200 and at(0.25)[0] > at(0.25)[2] + 60 and at(0.5)[2] > at(0.5)[0] + 60
    assert panel.shape == (place.height, place.width, 4)
    label = STRIP._replace(whole=False).panel((640, 360))
    assert label.shape[1] < 300 and STRIP.words == "eye   frame 250 of 1000   key 2 of 4"
