"""Masses on springs through Simulation: the same numbers always, and the numbers that the solvers give."""

import gc
import tracemalloc

import esper
import numpy as np
import pytest
from small_scenes import scene_of
from spring_scenes import AIR, WEIGHT, ball, cloth, jelly, rope

from engine.components import Island, Pace, Placement, Position, Spring, Velocity
from engine.simulation import Simulation

FLOOR = {"floor": {"position": [0, -0.6, 0], "shape": {"plane": {}}, "collider": {"friction": 0.4}}}
WIND = {"wind": {"wind": {"velocity": [1, 0, 2], "surfaces": 0.5, "gust": {"strength": 0.5, "period": 1}}}}
ALL = {
    "flag": cloth(10, position=[-2, 0, 0], self_collision={}), "net": cloth(8, plane="xz", collider={}), "ball": ball(position=[0, 0.3, 0]),
    "jelly": jelly(3, position=[0.2, 0.6, 0.1]), "chain": rope(solver="verlet-corrected", position=[2, 0, 0]),
    "swing": rope(4, solver="rk4", position=[3, 0, 0]), **FLOOR, **WEIGHT, **AIR, **WIND,
}  # fmt: skip
SCENE = scene_of(ALL, seed=3)
TICKS = 120


@pytest.fixture(scope="module")
def reference():
    """Fingerprint after so many ticks on one thread."""
    simulation = Simulation(SCENE, threads=1)
    simulation.step(TICKS)
    yield simulation.fingerprint()
    simulation.close()


@pytest.mark.parametrize("threads, rate", [(1, 120), (2, 120), (3, 30), (1, 60), (2, 144)])
def test_threads_and_frame_rate_do_not_matter(simulate, reference, threads, rate):
    """An island a thread, at whatever rate the wall clock asks: the same bits."""
    simulation = simulate(SCENE, threads=threads)
    while simulation.tick + 4 < TICKS:
        simulation.advance(1 / rate)
    simulation.step(TICKS - simulation.tick)
    assert simulation.fingerprint() == reference


def test_the_fingerprint_sees_springs_and_faces(simulate):
    """One bit of a spring, a pin's target, a tether or a pace makes another fingerprint."""
    simulation = simulate(SCENE)
    simulation.step(2)
    before = simulation.fingerprint()
    entity = simulation._entity("chain")
    spring, pace = esper.component_for_entity(entity, Spring), esper.component_for_entity(entity, Pace)
    for row in (spring.rest, spring.stiffness, spring.damping, spring.goal):
        row.view("uint32")[3] ^= 1
        assert simulation.fingerprint() != before
        row.view("uint32")[3] ^= 1
    pace.before += 1e-3
    assert simulation.fingerprint() != before


def test_bodies_of_an_island_that_do_not_touch_are_as_alone(simulate):
    """Laid side by side in common rows, each body takes the same bits as one that may meet nobody."""
    bodies = {
        "flag": cloth(7, stiffness=3000),
        "jelly": jelly(3, position=[3, 0, 0]),
        "ball": ball(position=[6, 0, 0]),
        "rope": rope(position=[9, 0, 0]),
    }
    together = {name: body | {"collider": {}} for name, body in bodies.items()}
    one, other = simulate({**bodies, **WEIGHT, **WIND}), simulate({**together, **WEIGHT, **WIND})
    for each in (one, other):
        each.step(30)
    for name in bodies:
        for kind in (Position, Velocity):
            np.testing.assert_array_equal(one.get(name, kind).rows, other.get(name, kind).rows, err_msg=name)
    esper.switch_world(other.world)
    assert [len(island.members) for _, island in esper.get_component(Island)] == [4]
    esper.switch_world(one.world)
    assert sorted(len(island.members) for _, island in esper.get_component(Island)) == [4]


@pytest.mark.parametrize("solver", ["euler", "verlet-corrected", "rk4", "stable"])
def test_a_chain_hangs_at_its_exact_length(simulate, solver):
    """Spring i from the top of n carries the weight of all below it: stretch (n - i + 1) m g / k, whatever the solver."""
    n, k, m = 5, 50.0, 0.02
    simulation = simulate({"rope": rope(n + 1, stiffness=k, mass=m, solver=solver), **WEIGHT, "air": {"drag": {"rate": 4}}})
    simulation.step(1200)
    x = simulation.get("rope", Position).xyz.astype(float)
    stretch = np.linalg.norm(np.diff(x, axis=0), axis=1) - 1 / n
    expected = np.arange(n, 0, -1) * m * 9.82 / k
    np.testing.assert_allclose(stretch, expected, rtol=0.01)
    assert simulation.stretch("rope") == pytest.approx(expected[0] * n, rel=0.01)


def test_energy_is_kinetic_elastic_and_weight(simulate):
    """Two masses of 1 kg, spring of 10 N/m pulled by 0.1 m at 2 m up, one at 3 m/s: m v2 / 2 + k d2 / 2 + m g y; at the start too."""
    pair = {"points": {"positions": [[0, 2, 0], [1.1, 2, 0]]}, "mass": 1, "spring": {"pairs": [[0, 1]], "rest": [1.0], "stiffness": 10}}
    simulation = simulate({"pair": pair, **WEIGHT}, time={"step": 1e-5})
    assert simulation.energy("pair") == pytest.approx(0.05 + 2 * 2 * 9.82, rel=1e-6)
    simulation.step()
    simulation.get("pair", Velocity).xyz[:] = [[0, 3, 0], [0, 0, 0]]
    simulation.get("pair", Position).xyz[:] = [[0, 2, 0], [1.1, 2, 0]]
    assert simulation.energy("pair") == pytest.approx(4.5 + 0.05 + 2 * 2 * 9.82, rel=1e-6)
    assert simulation.stretch("pair") == pytest.approx(0.1, rel=1e-5)
    with pytest.raises(KeyError, match="'weight' has no springs"):
        simulation.stretch("weight")


def test_energy_is_known_before_the_first_tick(simulate):
    """Weight counts from the start, and at once after an edit of it: m g y of a sheet of 0.2 kg at 5 m, a ball of 0.5 kg at 2 m, a particle
    of 2 kg at 3 m; nothing moves by being asked, and what the hand holds has its own mass."""
    scene = {"flag": cloth(4, position=[0, 5, 0]), "ball": ball(position=[3, 2, 0]), "mote": {"mass": 2, "position": [0, 3, 0]}, **WEIGHT}
    simulation, unasked = simulate(scene), simulate(scene)
    weight = {"flag": 0.2 * 5, "ball": 0.5 * 2, "mote": 2 * 3}
    for g in (9.82, 4.0):
        simulation.set("weight.gravity.acceleration.y", -g)
        unasked.set("weight.gravity.acceleration.y", -g)
        for name, lever in weight.items():
            assert simulation.energy(name) == pytest.approx(lever * g, rel=1e-5)
    for each in (simulation, unasked):
        each.step(3)
    assert simulation.fingerprint() == unasked.fingerprint()
    energy = simulation.energy("mote")
    simulation.grab("mote", 0)
    assert simulation.energy("mote") == pytest.approx(energy, rel=1e-6)


def test_stiffness_is_led_to_its_goal(simulate):
    """An edit of 100 to 300 N/m is half there after 0.05 s and there to the bit after 0.1 s."""
    simulation = simulate({"rope": rope()})
    simulation.set("rope.spring.stiffness", 300)
    simulation.step(6)
    np.testing.assert_allclose(simulation.get("rope", Spring).stiffness, 200, rtol=1e-5)
    simulation.step(6)
    assert (simulation.get("rope", Spring).stiffness == 300).all()


def test_pins_go_with_a_placement_that_moves(simulate):
    """A rope whose entity moves at 0.5 m/s is carried by its pin, along with it and not a tick later."""
    simulation = simulate({"rope": rope()})
    esper.switch_world(simulation.world)
    esper.component_for_entity(simulation._entity("rope"), Placement).velocity[:] = [0, 0.5, 0]
    simulation.step(120)
    np.testing.assert_allclose(simulation.get("rope", Position).xyz[0], [-0.5, 0.5, 0], atol=1e-5)


def test_pictures_know_the_tick_before(simulate):
    """Position.previous is where a body was one tick ago; at the start, and after an edit of its place, it is where it is."""
    simulation = simulate({"free": rope(pinned=False), "flag": cloth(4), **WEIGHT})
    for name in ("free", "flag"):
        x = simulation.get(name, Position)
        np.testing.assert_array_equal(x.rows, x.previous)
    simulation.step(3)
    before = simulation.get("free", Position).rows.copy()
    simulation.step()
    x = simulation.get("free", Position)
    np.testing.assert_array_equal(x.previous, before)
    moved, now = (x.rows - x.previous)[1, : len(x.xyz)].copy(), x.xyz[0].copy()
    assert (moved < -1e-3).all()
    simulation.set("free.position", [1, 0, 0])
    x = simulation.get("free", Position)
    np.testing.assert_allclose((x.rows - x.previous)[1, : len(x.xyz)], moved, atol=1e-7)
    np.testing.assert_allclose(x.xyz[0], [0.5, now[1], 0], atol=1e-6)


def test_a_solver_changed_while_it_runs_changes_nothing_at_once(simulate):
    """From any solver to any other in full swing: no mass jumps by more than its speed takes it in a tick, twice over, and energy stays."""
    simulation = simulate({"rope": rope(6), **WEIGHT})
    simulation.step(40)
    for solver in (
        "euler",
        "verlet",
        "rk4",
        "verlet-corrected",
        "explicit-euler",
        "verlet-corrected-published",
        "stable",
        "verlet",
        "auto",
    ):
        simulation.set("time.solver", solver)
        x, v = simulation.get("rope", Position).xyz.copy(), simulation.get("rope", Velocity).xyz.copy()
        energy = simulation.energy("rope")
        simulation.step()
        gone = np.linalg.norm(simulation.get("rope", Position).xyz - x, axis=1)
        assert (gone <= 2 * np.linalg.norm(v, axis=1) / 120 + 1e-3).all(), solver
        assert simulation.energy("rope") == pytest.approx(energy, abs=2e-2), solver


def test_a_tick_may_be_as_long_as_a_frame(simulate):
    """`step: frame`: one tick for each call, however long, and stable at all of them; no more than 0.1 s at once."""
    simulation = simulate({"flag": cloth(8, stiffness=1e4), **WEIGHT}, time={"step": "frame"})
    for seconds in (1 / 30, 1 / 144, 0.1, 5.0, 1 / 60):
        assert simulation.advance(seconds) == 1
    assert simulation.time == pytest.approx(1 / 30 + 1 / 144 + 0.1 + 0.1 + 1 / 60)
    assert simulation.stretch("flag") < 0.5


def test_a_cloth_takes_no_memory_as_time_goes_by(simulate):
    """30 s of a cloth in gusts: after the first 5 s no memory is taken for good, less than the smallest array a tick."""
    simulation = simulate({"flag": cloth(12, self_collision={}), **WEIGHT, **WIND}, time={"step": 1 / 30, "quality": 300})
    tracemalloc.start()
    simulation.step(150)
    gc.collect()
    base = tracemalloc.get_traced_memory()[0]
    simulation.step(750)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - base
    tracemalloc.stop()
    assert grown < 750 * 200
