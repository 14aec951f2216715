"""Shade where sheets lie on the ground or hang low over it, and beside boxes that move, against form factors by hand."""

import hand_made
import numpy as np
import pytest
from soft import sheet

from engine.render.frame import Sunlight

NIGHT = Sunlight(direction=np.array([0.3, -0.8, 0.5]) / np.sqrt(0.98), sky=False)
FLOOR = hand_made.boxes(((-9, -0.2, -9), (9, 0, 9), (0.5, 0.5, 0.5)))
SIDE = 2.0  # [m] of the sheet


@pytest.fixture
def open_sky(drawing, linear):
    """Share of the light from all around that the floor has at x, under a level sheet at a height, seen from between the two."""

    def seen(height, x, eye=0.2):
        levels = []
        for skins in ((), (sheet(lambda u, v: (SIDE * (u - 0.5), 0 * u + height, SIDE * (v - 0.5))),)):
            drawing.render(hand_made.frame(hand_made.view((x, eye, 0.001), (x, 0, 0)), sun=NIGHT, boxes=FLOOR, skins=skins))
            levels.append(linear(drawing)[90, 160, 1])
        return levels[1] / levels[0]

    return seen


def hidden(height, x):
    """Form factor from a place of the floor to the sheet: corner formula of parallel planes, Siegel and Howell 1981, configuration 3."""

    def corner(a, b):
        a, b = a / height, b / height
        p, q = np.hypot(1, a), np.hypot(1, b)
        return (a / p * np.arctan(b / p) + b / q * np.arctan(a / q)) / (2 * np.pi)

    half = SIDE / 2
    return 2 * (corner(half - x, half) + corner(half + x, half))


@pytest.mark.parametrize("height, x", [(0.2, 0.0), (0.35, 0.0), (0.35, 0.7), (0.35, 0.9), (0.2, 0.9), (0.3, 1.2)])
def test_the_ground_loses_what_the_sheet_hides(open_sky, height, x):
    """One minus the form factor, under its middle, near its edge and beside it; to a twentieth of the whole."""
    assert open_sky(height, x) == pytest.approx(1 - hidden(height, x), abs=0.05)


def test_it_is_dark_where_they_touch_and_light_far_above(open_sky):
    """A hand over the ground hardly anything is left under it; between, ever less; a sheet higher than a third of its width darkens nothing."""
    assert open_sky(0.1, 0.0, eye=0.09) < 0.05
    assert open_sky(0.35, 0.0) + 0.1 < open_sky(0.5, 0.0) < open_sky(0.6, 0.0) - 0.1
    assert open_sky(0.68, 0.0) == pytest.approx(1, abs=1e-3)


def of_a_wall(d, half, height):
    """Form factor from a place of the floor to a wall that stands up from it d metres away and reaches `half` to both sides, by summing
    cos cos / (pi r^2) over its area."""
    y, z = np.meshgrid((np.arange(400) + 0.5) / 400 * height, (np.arange(400) + 0.5) / 200 * half - half)
    square = d * d + y * y + z * z
    return float((y * d / (np.pi * square**2)).mean() * 2 * half * height)


@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0])
@pytest.mark.parametrize("distance", [0.05, 0.2, 0.5])
def test_the_ground_loses_what_a_moving_box_hides(drawing, linear, distance, turn):
    """Beside a box that stands on it one minus the form factor of the wall that it sees, however the box is turned into itself."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    levels = []
    for there in (False, True):
        boxes = hand_made.boxes(((-9, -0.2, -9), (9, 0, 9), (0.5, 0.5, 0.5)), ((-0.5, 0, -0.5), (0.5, 1, 0.5), (0.5, 0.5, 0.5)))
        boxes.moving[1], boxes.center[1] = True, (0, 0.5, 0) if there else (0, -3, 0)
        boxes.rotation[1] = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
        eye = hand_made.view((0.5 + distance, 0.5, 0.001), (0.5 + distance, 0, 0))
        drawing.render(hand_made.frame(eye, sun=NIGHT, boxes=boxes))
        levels.append(linear(drawing)[90, 160, 1])
    assert levels[1] / levels[0] == pytest.approx(1 - of_a_wall(distance, 0.5, 1.0), abs=0.01)


def test_a_box_that_casts_no_shadow_takes_no_light(drawing, linear):
    """Nor does one that is far away."""
    levels = []
    for shadow, high in ((False, 0.0), (True, 30.0), (True, 0.0)):
        boxes = hand_made.boxes(((-9, -0.2, -9), (9, 0, 9), (0.5, 0.5, 0.5)), ((-0.5, 0, -0.5), (0.5, 1, 0.5), (0.5, 0.5, 0.5)))
        boxes.moving[1], boxes.shadow[1], boxes.center[1, 1] = True, shadow, 0.5 + high
        drawing.render(hand_made.frame(hand_made.view((0.55, 0.5, 0.001), (0.55, 0, 0)), sun=NIGHT, boxes=boxes))
        levels.append(float(linear(drawing)[90, 160, 1]))
    assert levels[0] == pytest.approx(levels[1], rel=0.01) and levels[2] < 0.7 * levels[0]
