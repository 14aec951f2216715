"""What one picture cannot show is left out of it, whatever it is, and all else is drawn; without the cause it is whole again."""

import hand_made
import numpy as np
import pytest
from soft import sheet

from engine.render.frame import Boxes, Flare, Lamp, Material, Sunlight
from game.faults import draw_less

EYE = hand_made.view((0, 3, 4), (0, 0, 0))
WALL = hand_made.boxes(((-2, -0.2, -2), (2, 0, 2), (0.5, 0.4, 0.3)))
OPEN = sheet(lambda u, v: (u, v, 0 * u), material=Material(kind="jelly"))


@pytest.mark.parametrize(
    "part, good, bad",
    [
        ("droplets", {}, {"particles": 65 * (hand_made.particles([(0, 1, 0)]),)}),
        ("water", {}, {"waters": 5 * (hand_made.water(),)}),
        ("solids", {"boxes": Boxes()}, {"boxes": None}),
        ("cloth and jelly", {}, {"skins": (OPEN,)}),
        ("lamps", {}, {"lamps": 9 * (Lamp(np.array([0.0, 1, 0]), (9, 0, 0)),)}),
        ("the flare", {}, {"flare": Flare(rows=np.ones((1, 9), np.float32), textures=("gone.png",))}),
        ("the sky", {"sun": Sunlight(sky=False)}, {"sun": Sunlight(faces=("gone.png",))}),
    ],
)
def test_one_part_is_left_out(drawing, part, good, bad, tmp_path):
    """The picture is that of a frame without the part, to the bit; the next frame is drawn as if nothing had been."""

    def seen(draw, **parts):
        draw(hand_made.frame(EYE, **{"boxes": WALL, "particles": (hand_made.particles([(0, 1, 0)]),), **parts}))
        return drawing.pixels()

    whole = seen(drawing.render)
    if part == "solids":
        bad["boxes"] = hand_made.boxes(((-2, -0.2, -2), (2, 0, 2), (1, 1, 1)))
        bad["boxes"].materials = (Material(texture=str(tmp_path / "gone.png")),)
    with pytest.raises((ValueError, OSError)):
        seen(drawing.render, **bad)
    said = []
    less = seen(lambda frame: said.append(draw_less(drawing, frame)), **bad)
    assert said == [part]
    np.testing.assert_array_equal(less, seen(drawing.render, **({"particles": ()} if part == "droplets" else good)))
    np.testing.assert_array_equal(seen(drawing.render), whole)
