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


@pytest.mark.parametrize("aside, share", [(0.0, 1.0), (0.3, 1.0), (0.45, None), (0.7, 0.0)])
def test_a_spot_fades_out_between_its_two_angles(floor, aside, share):
    """Whole to 20 degrees, none beyond 30; between, the square of a line over the cosine: ((c - cos 30) / (cos 20 - cos 30))^2, by hand.

    A metre high and so many aside the angle is atan(aside), so the floor has what a point lamp gives it, times the share. The pixel
    in the middle looks half a pixel beside what is asked.
    """
    half = 3 * np.tan(np.radians(hand_made.view((0, 3, 0), (0, 0, 0)).fov / 2)) / 180
    cosine = 1 / np.sqrt(1 + (aside + half) ** 2 + half**2)
    if share is None:
        share = ((cosine - np.cos(np.pi / 6)) / (np.cos(np.pi / 9) - np.cos(np.pi / 6))) ** 2
        assert 0.2 < share < 0.5
    spot = Lamp(np.array([0.0, 1, 0]), (1, 1, 1), 100.0, axis=(0, -1, 0), cone=(20.0, 30.0))
    assert floor(spot, at=(aside, 0, 0)) == pytest.approx(np.full(3, ALBEDO * share * cosine**3), rel=0.05, abs=1e-4)


def test_a_cone_without_an_edge_is_cut(floor):
    """29 degrees: all of it; 31: nothing."""
    spot = Lamp(np.array([0.0, 1, 0]), (1, 1, 1), 100.0, axis=(0, -1, 0), cone=(30.0, 30.0))
    within, beyond = (floor(spot, at=(np.tan(np.radians(angle)), 0, 0))[0] for angle in (29, 31))
    assert within == pytest.approx(ALBEDO * np.cos(np.radians(29)) ** 3, rel=0.05) and beyond == 0


def test_a_spot_of_a_scene_shines_where_its_entity_is_turned(tmp_path):
    """Along -z of its frame: turned by -90 degrees about x, straight down; a point lamp has no cone."""
    from engine.render.extract import extract
    from engine.scene import parse
    from engine.simulation import Simulation

    text = b"entities:\n  a: {rotation: [-90, 0, 0], light: {kind: spot, spread: 40, edge: 0.25}}\n  b: {light: {}}\n"
    simulation = Simulation(parse(text, tmp_path / "made.yaml"))
    spot, point = extract(simulation).lamps
    assert spot.axis == pytest.approx((0, -1, 0), abs=1e-12) and spot.cone == (30, 40)
    assert point.cone is None
    simulation.close()


def test_smoke_and_balls_take_it_too(drawing, linear, square):
    """A puff half as much as a plane that faces it; a ball on the side that does."""
    lamp = Lamp(np.array([0.0, 0, 1]), (0.5, 0.5, 0.5), 100.0)
    puff = hand_made.particles((0, 0, 0), size=(0.5, 0.5), textures=square)
    drawing.render(hand_made.frame(sun=DARK, lamps=(lamp,), particles=(puff,)))
    assert linear(drawing)[MIDDLE][:3] == pytest.approx(np.full(3, 0.25), abs=5e-3)
    away = Lamp(lamp.position, lamp.light, 100.0, axis=(0, 0, 1), cone=(10.0, 20.0))  # a spot that is turned from it
    drawing.render(hand_made.frame(sun=DARK, lamps=(away,), particles=(puff,)))
    assert linear(drawing)[MIDDLE][:3] == pytest.approx(np.zeros(3), abs=1e-3)
    ball = rounds(((0, 0, -1), 1.0, 0.0, (1, 1, 1)))
    drawing.render(hand_made.frame(sun=DARK, lamps=(lamp,), rounds=ball))
    assert linear(drawing)[MIDDLE][:3] == pytest.approx(np.full(3, 0.5), rel=0.05)


def test_droplets_glint_of_it(drawing, linear):
    """A lamp behind a drop shines through it, as the sun does; a spot that is turned from it does not; the colour is the lamp's."""
    drop = hand_made.particles((0, 0, 0), size=(0.5, 0.5), material="droplet")
    behind, found = np.array([0.0, 0.3, -2]), {}
    for name, cone in (("lamp", None), ("turned", (10.0, 20.0))):
        lamp = Lamp(behind, (2.0, 1.0, 0.5), 100.0, axis=(0, 0, -1), cone=cone)
        drawing.render(hand_made.frame(sun=DARK, lamps=(lamp,), particles=(drop,)))
        found[name] = linear(drawing)[70:110, 140:180, :3].astype(float)
    assert found["turned"].max() < 1e-3 < 0.1 < found["lamp"][..., 0].max()
    assert found["lamp"].sum((0, 1)) / found["lamp"][..., 0].sum() == pytest.approx([1, 0.5, 0.25], rel=0.02)


def test_water_glitters_where_it_mirrors_a_lamp(drawing, linear):
    """Lamp and eye a metre high, four metres apart: half-way between them, where both see the surface under one angle."""
    eye, lamp = hand_made.view((0, 1, 2), (0, 0, 0)), Lamp(np.array([0.0, 1, -2]), (1, 1, 1), 20.0)
    bed = hand_made.boxes(((-9, -1.2, -9), (9, -1, 9), (0.0, 0.0, 0.0)))
    drawing.render(hand_made.frame(eye, sun=DARK, boxes=bed, lamps=(lamp,), waters=(hand_made.water(size=(9, 9), ripple=0.0),)))
    light = linear(drawing)[..., 1].astype(float)
    row, column = np.unravel_index(np.argmax(light), light.shape)
    assert light.max() > 10 * np.median(light) and abs(row - 90) <= 4 and abs(column - 160) <= 1


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
