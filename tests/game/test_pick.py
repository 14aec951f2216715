"""What is under a pixel: derived from where things stand."""

import numpy as np
import pytest

from engine.render.frame import View
from engine.simulation import Simulation
from game.hand import Sight
from game.pick import framing, outline, under

SIZE = (200, 100)
TEXT = """entities:
  near: {position: [0, 0, -5], shape: {box: {size: [1, 1, 1]}}, surface: {}}
  far: {position: [0, 0, -9], shape: {box: {size: [4, 1, 1]}}, surface: {}}
  ball: {position: [3, 0, -6], shape: {sphere: {radius: 0.5}}, surface: {}}
  floor: {position: [0, -1, 0], shape: {plane: {extent: [40, 40]}}, surface: {}}
  post: {position: [-3, 0, -6], shape: {capsule: {radius: 0.25, height: 2}}, leaves: {}}
  pool: {position: [0, 2, -6], wave_surface: {size: [2, 2], nodes: [8, 8]}}
  net: {position: [0, 4, -6], lattice: {counts: [3, 3], size: 1, plane: xy}, spring: {stiffness: 10}, mass: 1 g, surface: {}}
  drop: {position: [-6, 3, -6], mass: 1 g}
  ghost: {position: [0, 0, -2], shape: {box: {size: [1, 1, 1]}}, surface: {}, draw: {visible: false}}
  turned: {position: [6, 3, -6], rotation: [0, 45, 0], shape: {box: {size: [1, 1, 1]}}, surface: {}}
  eye: {position: [0, 0, 0], camera: {target: [0, 0, -1]}}
"""


@pytest.fixture(scope="module")
def simulation(tmp_path_factory):
    """Things before an eye in the origin that looks along -z."""
    path = tmp_path_factory.mktemp("pick") / "things.yaml"
    path.write_text(TEXT)
    made = Simulation.from_file(path)
    yield made
    made.close()


SIGHT = Sight(View(np.zeros(3), np.eye(3), fov=90.0), SIZE)


def pixel(place):
    """Where a place is seen."""
    (at,), _ = SIGHT.seen([place])
    return at


@pytest.mark.parametrize(
    "place, name, depth",
    [
        ((0, 0, -5), "near", 4.5),
        ((1.5, 0, -9), "far", 8.5),
        ((3, 0, -6), "ball", None),
        ((0, -1, -2), "floor", 2.0),
        ((-3, 0.9, -6), "post", None),
        ((0, 2, -6), "pool", None),
        ((0.3, 4.2, -6), "net", 6.0),
        ((-6, 3, -6), "drop", 6.0),
        ((6, 3, -6), "turned", None),
    ],
)
def test_the_nearest_thing_under_the_pixel_is_found(simulation, place, name, depth):
    """Solids, sheets between their masses, water, single masses; what is hidden is none; the depth is the way to the face."""
    hit = under(simulation, SIGHT, *pixel(place))
    assert hit.name == name
    if depth is not None:
        assert hit.depth == pytest.approx(depth, rel=0.02)


def test_a_ball_is_met_on_its_sphere(simulation):
    """Straight at its middle, from 45 degrees to the side, the way along the ray is its distance less the radius."""
    hit = under(simulation, SIGHT, *pixel((3, 0, -6)))
    distance = np.hypot(3, 6)
    assert hit.depth == pytest.approx((distance - 0.5) * 6 / distance, abs=0.02)


def test_nothing_is_found_in_the_sky(simulation):
    """Above all there is nothing."""
    assert under(simulation, SIGHT, 100, 99.5) is None


@pytest.mark.parametrize("name, low, high", [
    ("near", (-0.5, -0.5, -5.5), (0.5, 0.5, -4.5)),
    ("ball", (2.5, -0.5, -6.5), (3.5, 0.5, -5.5)),
    ("net", (-0.5, 3.5, -6), (0.5, 4.5, -6)),
    ("turned", (6 - 0.5**0.5, 2.5, -6 - 0.5**0.5), (6 + 0.5**0.5, 3.5, -6 + 0.5**0.5)),
])  # fmt: skip
def test_the_mark_is_the_box_round_a_thing(simulation, name, low, high):
    """Twelve edges between the corners of its bounds, turned with it."""
    lines = outline(simulation, name)
    assert lines.shape == (12, 2, 7)
    np.testing.assert_allclose(lines[..., :3].min((0, 1)), low, atol=1e-5)
    np.testing.assert_allclose(lines[..., :3].max((0, 1)), high, atol=1e-5)


def test_the_mark_stands_where_the_picture_shows_the_thing(tmp_path):
    """Between two ticks: of a ball at 3 m/s and a tick of 0.1 s, 0.12 m on after four tenths of the second tick; of masses, too."""
    path = tmp_path / "moves.yaml"
    path.write_text(
        "time: {step: 0.1}\nentities:\n  box: {velocity: [3, 0, 0], shape: {box: {size: [1, 1, 1]}}, surface: {}}\n"
        "  drop: {velocity: [3, 0, 0], mass: 1 g}\n"
    )
    simulation = Simulation.from_file(path)
    simulation.step(1)
    simulation.advance(0.1), simulation.advance(0.04)
    for name in ("box", "drop"):
        middle = outline(simulation, name)[..., 0].mean()
        assert middle == pytest.approx(0.3 + 0.3 * 0.4, abs=1e-5), name
    simulation.close()


def test_what_has_no_size_is_marked_by_a_cross_and_what_is_gone_by_nothing(simulation):
    """A camera has a place only."""
    assert outline(simulation, "eye").shape == (3, 2, 7)
    assert len(outline(simulation, "nobody")) == 0


def test_the_mark_of_droplets_is_round_nearly_all_of_them(tmp_path):
    """Of a jet nine in ten and more are inside, and a box round all would be larger."""
    from engine.components import Position

    path = tmp_path / "jet.yaml"
    path.write_text("entities:\n  jet: {mass: 1 g, emitter: {rate: 20000, capacity: 20000, start_velocity: {radial: {speed: [0, 5]}}}}\n")
    simulation = Simulation.from_file(path)
    simulation.step(60)
    places, lines = simulation.get("jet", Position).xyz, outline(simulation, "jet")[..., :3]
    low, high = lines.min((0, 1)), lines.max((0, 1))
    inside = ((places >= low) & (places <= high)).all(axis=1).mean()
    assert 0.8 < inside < 1 and (low > places.min(axis=0)).all() and (high < places.max(axis=0)).all()
    simulation.close()


@pytest.mark.parametrize(
    "name, middle, radius", [("near", (0, 0, -5), 0.75**0.5), ("ball", (3, 0, -6), 0.75**0.5), ("net", (0, 4, -6), 0.5**0.5)]
)
def test_what_is_framed_is_what_is_under_the_pointer(simulation, name, middle, radius):
    """The middle of its bounds, and half their diagonal."""
    place = np.array(middle, float) + (0.3, 0.2, 0) if name == "net" else middle
    target, size = framing(simulation, SIGHT, *pixel(place))
    np.testing.assert_allclose(target, middle, atol=1e-5)
    assert size == pytest.approx(radius)


def test_of_what_is_larger_than_it_is_far_away_the_place_under_the_pointer_is_framed(simulation):
    """A floor of 40 m is looked at where it is pointed at; the sky is not looked at."""
    target, size = framing(simulation, SIGHT, *pixel((0.5, -1, -3)))
    np.testing.assert_allclose(target, [0.5, -1, -3], atol=1e-5)
    assert size == pytest.approx(3 / 4)
    assert framing(simulation, SIGHT, 100, 99.5) is None
