"""Vortex, attractor, turbulence: felt by all that has a mass."""

import numpy as np
import pytest
from small_scenes import GRAVITY, jet, scene_of
from spring_scenes import ball, cloth, jelly, rope

from engine.components import Position, Velocity
from engine.simulation import Simulation

MU = 4.5  # [m3/s2] of an attractor of 18 m/s2 at 0.5 m
SUN = {"attractor": {"strength": 18, "radius": 0.5, "falloff": 2}}


def track(simulation, name, ticks):
    """Places (ticks, 3) of a body's first mass after each tick, and its velocities."""
    places, speeds = [], []
    for _ in range(ticks):
        simulation.step()
        places.append(simulation.get(name, Position).xyz[0].astype(float))
        speeds.append(simulation.get(name, Velocity).xyz[0].astype(float))
    return np.array(places), np.array(speeds)


@pytest.mark.parametrize("body", [{"mass": 0.01}, {"mass": 7, "solver": "rk4"}, {"mass": 3, "solver": "verlet"}, ball(radius=0.01)])
def test_kepler(simulate, body):
    """Round an attractor of falloff 2 a particle or a ball, whatever its mass, goes in an ellipse of period 2 pi sqrt(a^3 / mu), and energy
    and angular momentum are kept (the Verlet methods' velocity is half a step old, the ball's half a substep ahead of its place)."""
    axis, near = 2.0, 1.2
    speed = np.sqrt(MU * (2 / near - 1 / axis))
    simulation = simulate({"moon": {"position": [near, 0, 0], "velocity": [0, 0, speed], **body}, "sun": SUN})
    period = 2 * np.pi * np.sqrt(axis**3 / MU)
    x, v = track(simulation, "moon", round(1.05 * period * 120))
    sides = x[:, 2]
    turns = np.flatnonzero((sides[:-1] < 0) & (sides[1:] >= 0) & (x[1:, 0] > 0))
    assert len(turns) == 1
    n = turns[0]
    assert (n + 1 + sides[n] / (sides[n] - sides[n + 1])) / 120 == pytest.approx(period, rel=1e-3)
    if body.get("solver") != "verlet":
        energy = (v**2).sum(1) / 2 - MU / np.linalg.norm(x, axis=1)
        assert np.abs(energy / energy[0] - 1).max() < (2e-3 if "shape" in body else 5e-4)
        spin = np.cross(x, v)[:, 1]
        assert np.abs(spin / spin[0] - 1).max() < 5e-4


def test_the_energy_of_a_body_knows_attractors(simulate):
    """Kinetic and potential energy of a particle that falls into an attractor and through it, of falloff 1 and of 2, stay what they were."""
    for falloff in (0, 1, 2, 3):
        sun = {"attractor": {"strength": 3, "radius": 0.4, "falloff": falloff}}
        simulation = simulate({"mote": {"mass": 2, "position": [1, 0.5, 0]}, "sun": sun})
        energies = []
        for _ in range(240):
            simulation.step()
            energies.append(simulation.energy("mote"))
        assert np.ptp(energies) < 0.01


def test_a_circle_in_a_vortex(simulate):
    """A vortex drives and a drag brakes: v = strength / rate; an attractor that pulls with v^2 / r keeps it on the circle."""
    speed, r = 2.0, 1.5
    entities = {
        "mote": {"mass": 0.1, "position": [r, 0.7, 0], "velocity": [0, 0, -speed]},
        "whirl": {"vortex": {"strength": 0.8, "radius": r, "falloff": 1}},
        "air": {"drag": {"rate": 0.4}},
        "pull": {"position": [0, 0.7, 0], "attractor": {"strength": speed**2 / r, "radius": r}},
    }
    x, v = track(simulate(entities), "mote", 1200)
    np.testing.assert_allclose(np.hypot(x[:, 0], x[:, 2]), r, rtol=2e-3)
    np.testing.assert_allclose(np.linalg.norm(v, axis=1), speed, rtol=2e-3)
    np.testing.assert_allclose(x[:, 1], 0.7, atol=1e-5)


def test_a_vortex_turns_with_its_entity(simulate):
    """By the right hand round the entity's y: with y up a mass on +x is driven to -z, on its side (y along z) to +y."""
    for turn, way in (([0, 0, 0], [0, 0, -1]), ([90, 0, 0], [0, 1, 0])):
        entities = {"mote": {"mass": 1, "position": [1, 0, 0]}, "whirl": {"rotation": turn, "vortex": {"strength": 2, "radius": 1}}}
        simulation = simulate(entities)
        simulation.step(2)
        np.testing.assert_allclose(simulation.get("mote", Velocity).xyz[0] / (2 / 60), way, atol=2e-3)


BODIES = {"sheet": cloth(5, pinned=()), "block": jelly(3), "line": rope(3, pinned=False), "bead": ball(), "drops": jet(0, bursts=[{"time": 0, "count": 4}], lifetime=9)}  # fmt: skip


@pytest.mark.parametrize("solver", ["stable", "rk4", "euler", "verlet"])
def test_all_that_has_a_mass_falls_alike(simulate, solver):
    """An attractor far away, of falloff 0, is gravity: cloth, jelly, rope, ball and droplets go as under it, in every solver."""
    pulled = {"pull": {"position": [0, -1e6, 0], "attractor": {"strength": 5, "falloff": 0}}}
    falling = {"weight": {"gravity": {"acceleration": [0, -5, 0]}}}
    bodies = {name: {**body, "position": [3 * i, 0, 0]} for i, (name, body) in enumerate(BODIES.items())}
    one, other = (simulate({**bodies, **force}, time={"solver": solver}) for force in (pulled, falling))
    for simulation in (one, other):
        simulation.step(60)
    for name in bodies:
        np.testing.assert_allclose(one.get(name, Position).xyz, other.get(name, Position).xyz, atol=2e-3)
        np.testing.assert_allclose(one.get(name, Velocity).xyz, other.get(name, Velocity).xyz, atol=2e-3)


def test_only_those_that_are_named_and_never_oneself(simulate):
    """`affects` holds for fields; an entity does not feel its own."""
    entities = {
        "a": {"mass": 1, "position": [1, 0, 0]}, "b": {"mass": 1, "position": [2, 0, 0]},
        "sun": {"attractor": {}, "affects": ["b"]}, "star": {"mass": 1, "position": [5, 0, 0], "attractor": {"strength": 9}, "affects": ["star"]},
    }  # fmt: skip
    simulation = simulate(entities)
    simulation.step(10)
    moved = [np.linalg.norm(simulation.get(name, Velocity).xyz) > 0 for name in ("a", "b", "star")]
    assert moved == [False, True, False]


def test_wind_tumbles_particles_and_triangles(simulate):
    """In wind that only tumbles droplets go their own ways, with a mean near nothing, and a cloth bulges; the relative model ends at the air's speed."""
    tumble = {"wind": {"velocity": [0, 0, 0], "turbulence": {"strength": 2, "scale": 0.5, "octaves": 3}, "particles": 0.01}}
    cloud = jet(0, bursts=[{"time": 0, "count": 2000}], lifetime=9, shape={"box": {"size": [8, 8, 8]}}, capacity=2000)
    simulation = simulate({"drops": cloud, "sheet": cloth(9), "breeze": tumble})
    simulation.step(12)
    v = simulation.get("drops", Velocity).xyz
    assert np.sqrt((v**2).sum(1).mean()) == pytest.approx(2 * 0.01 / 0.001 * 0.1, rel=0.1)
    assert np.abs(v.mean(0)).max() < 0.15
    assert np.ptp(simulation.get("sheet", Position).xyz[:, 2]) > 0.01
    still = simulate({"drops": cloud, "breeze": {"wind": {**tumble["wind"], "particle_model": "relative", "turbulence": {"strength": 2, "scale": 9, "speed": 0}}}})  # fmt: skip
    still.step(240)
    assert np.sqrt((still.get("drops", Velocity).xyz ** 2).sum(1).mean()) == pytest.approx(2, rel=0.3)


def test_a_wind_that_tumbles_is_on_triangles_what_a_wind_is(simulate):
    """Eddies as large as a hall blow on a small cloth as a wind of the velocity that they have there."""
    from engine.kernels.fields import at

    eddies = {"turbulence": {"strength": 3, "scale": 1e4, "speed": 0}}
    first = simulate({"sheet": cloth(6), "breeze": {"wind": eddies}})
    first.step(1)
    import esper

    from engine.components import Surroundings

    esper.switch_world(first.world)
    around = next(a for _, a in esper.get_component(Surroundings))
    rows = around.eddies.copy()
    rows[:, 1] = 0
    other = simulate({"sheet": cloth(6), "breeze": {"wind": {"velocity": [float(u) for u in at((0.0, 0.0, 0.0), 1.0, rows)]}}})
    other.step(1)
    for simulation in (first, other):
        simulation.step(60)
    np.testing.assert_allclose(first.get("sheet", Position).xyz, other.get("sheet", Position).xyz, atol=2e-3)
    assert np.ptp(first.get("sheet", Position).xyz[:, 2]) > 0.02


def test_one_thread_and_two_are_the_same_in_all_fields():
    """The same fingerprint, with slices and without; it is another with another seed."""
    forces = {"pull": SUN, "whirl": {"vortex": {}}, "stir": {"turbulence": {"octaves": 2, "radius": 2}}, "weight": GRAVITY}
    scene = {
        "jet": jet(3000, lifetime=[0.5, 1], shape={"sphere": {"radius": 1}}, capacity=4000),
        "sheet": cloth(8),
        "block": jelly(3),
        **forces,
    }
    prints = []
    for threads, large, seed in ((1, 100_000, 1), (2, 10, 1), (1, 100_000, 2)):
        simulation = Simulation(scene_of(scene, seed=seed), threads=threads, large=large)
        simulation.step(90)
        prints.append(simulation.fingerprint())
        simulation.close()
    assert prints[0] == prints[1] != prints[2]


def test_a_moving_field_is_where_its_entity_is(simulate):
    """An attractor that moves is felt where it is in the middle of the tick; one that is included stands where its file does."""
    entities = {"mote": {"mass": 1}, "sun": {"position": [2, 0, 0], "velocity": [0, 24, 0], "attractor": {"strength": 1, "falloff": 0}}}
    simulation = simulate(entities)
    simulation.step(1)
    way = np.array([2, 0.1, 0])
    np.testing.assert_allclose(simulation.get("mote", Velocity).xyz[0] * 120, way / np.linalg.norm(way), rtol=1e-5)
