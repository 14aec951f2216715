"""The pointer as a hand: what it takes, where that goes, and that the arrow sets the wind."""

from pathlib import Path

import numpy as np
import pytest

from engine.components import Position, Velocity
from engine.render.extract import view_of
from engine.scene import parse
from engine.simulation import Simulation
from game.hand import LENGTH, STUB, Hand, Sight, nearest

SIZE = 400, 300
SCENE = """\
entities:
  breeze: {wind: {velocity: [0, 0, -3]}}
  net:
    mass: {total: 0.2}
    lattice: {counts: [5, 5], size: [2, 2]}
    spring: {stiffness: 50}
    pin: {corners: [top_left, top_right]}
  far: {position: [0, 0, -2], mass: 1}
  eye: {position: [0, 0, 5], camera: {fov: 60}}
"""


@pytest.fixture
def simulation():
    return Simulation(parse(SCENE.encode(), Path("made.yaml")))


@pytest.fixture
def sight(simulation):
    return Sight(view_of(simulation), SIZE)


@pytest.fixture
def hand(simulation):
    return Hand(simulation.set)


def pixel(simulation, sight, name, index):
    """Where a mass is seen."""
    return sight.seen(simulation.get(name, Position).xyz[index : index + 1])[0][0]


def test_a_place_under_a_pixel_is_seen_at_that_pixel(sight):
    """`under` is the inverse of `seen`."""
    for x, y, depth in ((0, 0, 1), (399, 120, 3.5), (200, 150, 100)):
        (seen,), (ahead,) = sight.seen(sight.under(x, y, depth))
        assert (*seen, ahead) == pytest.approx((x, y, depth), rel=1e-6)


def test_the_nearest_mass_under_the_pointer_is_taken(simulation, sight):
    """The net's middle mass stands before the far one; where nothing is near there is nothing."""
    assert nearest(simulation, sight, 200, 150)[:2] == ("net", 12)
    assert nearest(simulation, sight, *(pixel(simulation, sight, "net", 7) + 5))[:2] == ("net", 7)
    assert nearest(simulation, sight, 3, 150) is None


def test_a_mass_stays_under_the_pointer_and_the_rest_follows(simulation, sight, hand):
    """Led to the right by 60 pixels in half a second: it is seen there, its neighbour has come along, and it is let go."""
    x, y = pixel(simulation, sight, "net", 12)
    assert hand.press(simulation, sight, x, y) and hand.holds == ("net", 12)
    neighbour = simulation.get("net", Position).xyz[13].copy()
    for share in np.linspace(0, 1, 30):
        hand.move(simulation, sight, x + 60 * share, y)
        simulation.step(2)
    assert pixel(simulation, sight, "net", 12) == pytest.approx((x + 60, y), abs=0.05)
    assert simulation.get("net", Position).xyz[13, 0] > neighbour[0] + 0.1
    hand.release(simulation)
    simulation.step(60)
    assert hand.holds is None
    assert pixel(simulation, sight, "net", 12)[0] < x + 55


def test_a_single_mass_can_be_taken_too(simulation, sight, hand):
    """And keeps the hand's velocity when it is let go."""
    simulation.set("far.position", [1.6, 0, 0])
    x, y = pixel(simulation, sight, "far", 0)
    assert hand.press(simulation, sight, x, y) and hand.holds == ("far", 0)
    for k in range(1, 13):
        hand.move(simulation, sight, x + 2 * k, y)
        simulation.step()
    hand.release(simulation)
    start = simulation.get("far", Position).xyz[0].copy()
    simulation.step(12)
    assert simulation.get("far", Velocity).xyz[0, 0] > 0.5
    assert simulation.get("far", Position).xyz[0, 0] > start[0] + 0.05


def test_the_arrow_shows_the_wind_and_its_tip_sets_it(simulation, sight, hand):
    """Its vector is along the wind, a stub and so much for each m/s; dragged to the right the wind blows to the right."""
    ((*row,),) = hand.arrow(simulation, sight)
    assert row[3:6] == pytest.approx((0, 0, -(3 * LENGTH + STUB) * sight.half), abs=1e-6)
    (tip,), _ = sight.seen(np.add(row[:3], row[3:6]))
    assert hand.press(simulation, sight, *tip) and hand.holds == ("wind", "breeze")
    hand.move(simulation, sight, tip[0] + 80, tip[1])
    x, y, z = simulation.scene.spec.entities["breeze"].wind.velocity
    assert x > 2 and abs(y) < 0.3 and z == pytest.approx(-3, abs=1.0)
    ((*row,),) = hand.arrow(simulation, sight)
    (seen,), _ = sight.seen(np.add(row[:3], row[3:6]))
    assert seen == pytest.approx((tip[0] + 80, tip[1]), abs=1.5)


def test_the_arrow_pushed_into_its_root_is_calm_and_can_be_pulled_out_again(simulation, sight, hand):
    """A wind of zero still has a stub to take."""
    hand.arrow(simulation, sight)
    ((*row,),) = hand.arrow(simulation, sight)
    tip = sight.seen(np.add(row[:3], row[3:6]))[0][0]
    simulation.set("breeze.wind.velocity", [0, 0, 0])
    ((*row,),) = hand.arrow(simulation, sight)
    assert np.linalg.norm(row[3:6]) == pytest.approx(STUB * sight.half)
    tip = sight.seen(np.add(row[:3], row[3:6]))[0][0]
    root = sight.seen(np.array(row[:3]))[0][0]
    assert hand.press(simulation, sight, *tip)
    hand.move(simulation, sight, *root)
    assert simulation.scene.spec.entities["breeze"].wind.velocity == (0, 0, 0)
    hand.move(simulation, sight, *(tip + (0, 60)))
    assert simulation.scene.spec.entities["breeze"].wind.velocity[1] > 1


def test_a_scene_of_droplets_has_no_arrow(hand):
    """There is nothing to take, and the fountain's wind is steered by keys."""
    text = "entities:\n  jet: {mass: 0.1 g, emitter: {}}\n  breeze: {wind: {}}\n  eye: {position: [0, 0, 5], camera: {}}\n"
    simulation = Simulation(parse(text.encode(), Path("made.yaml")))
    sight = Sight(view_of(simulation), SIZE)
    assert len(hand.arrow(simulation, sight)) == 0
    assert not hand.press(simulation, sight, 200, 150)
