"""Lights in the scene: what they give by distance, angle and colour, and how they waver."""

import hand_made
import numpy as np
import pytest
from soft import rounds

from engine.render.frame import Lamp, Sunlight

DARK = Sunlight(direction=np.array([0.3, 0.8, 0.5]), sky=False, intensity=0.0)
ALBEDO = 0.5
FLOOR = hand_made.boxes(((-9, -0.2, -9), (9, 0, 9), (ALBEDO, ALBEDO, ALBEDO)))
MIDDLE = 90, 160


@pytest.fixture
def floor(drawing, linear):
    """Linear light (3,) of a grey floor in the dark, in the middle of the picture, under lamps."""

    def seen(*lamps, at=(0, 0, 0), **parts):
        eye = hand_made.view((at[0], 3, at[2] + 0.01), at)
        drawing.render(hand_made.frame(eye, sun=DARK, lamps=lamps, **{"boxes": FLOOR, **parts}))
        return linear(drawing)[MIDDLE][:3]

    return seen


@pytest.mark.parametrize("height", [0.5, 1.0, 2.0])
def test_light_falls_with_the_square_of_the_distance(floor, height):
    """White a metre away shows `light`, grey its share; at h metres, 1 / h^2 of it, but for what the range takes."""
    window = (1 - (height / 100) ** 4) ** 2
    wanted = ALBEDO * np.array([1, 0.5, 0.25]) / height**2 * window
    assert floor(Lamp(np.array([0, height, 0]), (1, 0.5, 0.25), 100.0)) == pytest.approx(wanted, rel=0.03)


def test_it_falls_with_the_cosine_and_ends_at_its_range(floor):
    """A metre high and a metre aside: cos 45 degrees over 2; beyond its range, nothing; two lamps give their sum."""
    high = np.array([0, 1, 0])
    aside = floor(Lamp(high, (1, 1, 1), 100.0), at=(1, 0, 0))
    assert aside == pytest.approx(np.full(3, ALBEDO * np.sqrt(0.5) / 2), rel=0.03)
    assert floor(Lamp(high, (1, 1, 1), 1.0)) == pytest.approx(np.zeros(3), abs=1e-3)
    assert floor(Lamp(high, (1, 0, 0)), Lamp(high, (0, 1, 0))) == pytest.approx(floor(Lamp(high, (1, 1, 0))), abs=1e-3)


def test_smoke_and_balls_take_it_too(drawing, linear, square):
    """A puff half as much as a plane that faces it; a ball on the side that does."""
    lamp = Lamp(np.array([0.0, 0, 1]), (0.5, 0.5, 0.5), 100.0)
    puff = hand_made.particles((0, 0, 0), size=(0.5, 0.5), textures=square)
    drawing.render(hand_made.frame(sun=DARK, lamps=(lamp,), particles=(puff,)))
    assert linear(drawing)[MIDDLE][:3] == pytest.approx(np.full(3, 0.25), abs=5e-3)
    ball = rounds(((0, 0, -1), 1.0, 0.0, (1, 1, 1)))
    drawing.render(hand_made.frame(sun=DARK, lamps=(lamp,), rounds=ball))
    assert linear(drawing)[MIDDLE][:3] == pytest.approx(np.full(3, 0.5), rel=0.05)


def test_balls_and_capsules_throw_shadows(floor):
    """Between lamp and floor: dark, the softer the farther from the floor; beside the way, beyond the lamp, no shadow."""
    lamp = Lamp(np.array([0.0, 2, 0]), (1, 1, 1))
    shares = {}
    for name, place, half in (
        ("none", (5, 1, 5), 0.0),
        ("between", (0, 1, 0), 0.0),
        ("beside", (0.5, 1, 0), 0.0),
        ("grazing", (0.26, 1, 0), 0.0),
        ("beyond", (0, 2.4, 0), 0.0),
        ("capsule", (0, 1, 0.5), 0.6),
    ):
        ball = rounds((place, 0.25, half, (0, 0, 0)))
        if name == "capsule":
            ball.rotation[0] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]  # its axis lies along z
        shares[name] = floor(lamp, rounds=ball, at=(0, 0, 0))[0]
    assert shares["between"] == shares["capsule"] == 0 < 0.02 < shares["grazing"] < 0.99 * shares["none"]
    assert shares["none"] == pytest.approx(ALBEDO / 4, rel=0.03)
    assert shares["beside"] == pytest.approx(shares["none"], rel=0.01)


def test_more_than_a_picture_holds(floor):
    """A ValueError in words."""
    with pytest.raises(ValueError, match="9 lights are more.*at most 8"):
        floor(*9 * (Lamp(np.zeros(3), (1, 1, 1)),))


def test_flames_waver(tmp_path):
    """The extract's lamp stands at its entity, gives intensity times colour, and flicker's share of it comes and goes, the same at the same time."""
    from engine.render.extract import extract
    from engine.scene import parse
    from engine.simulation import Simulation

    text = "entities:\n  fire: {position: [1, 2, 3], light: {color: [1, 0.5, 0], intensity: 4, range: 7, flicker: %s}}\n"
    for flicker in (0.0, 0.5):
        simulation = Simulation(parse((text % flicker).encode(), tmp_path / "made.yaml"))
        lamps = [extract(simulation).lamps[0] for _ in range(240) if simulation.step() or True]
        reds = np.array([lamp.light[0] for lamp in lamps])
        assert lamps[0].position.tolist() == [1, 2, 3] and lamps[0].range == 7
        assert reds.max() <= 4 and reds.min() >= 4 * (1 - flicker) - 1e-9
        assert (np.ptp(reds) > 1) == (flicker > 0)
        assert lamps[5].light[1] == pytest.approx(0.5 * reds[5])
        simulation.close()
