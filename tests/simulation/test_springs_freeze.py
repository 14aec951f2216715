"""Masses on springs: what of them is lost is held, named, and hurts nobody else; what a step cannot hold is said."""

import numpy as np
import pytest
from spring_scenes import WEIGHT, ball, cloth, jelly, rope

from engine.components import Mass, Population, Position, Velocity

FROZEN = "it is frozen where it was, in magenta; restart the scene to revive it"


@pytest.mark.parametrize("field", [Position, Velocity])
def test_what_is_no_longer_finite_is_frozen_where_it_was(simulate, field):
    """Held at its last finite place, named with its line once; a neighbour of its island and another island move as if nothing
    had been; restart revives it."""
    two = {"sick": jelly(3, position=[0, 1, 0], collider={}), "near": jelly(3, position=[2, 1, 0]), "far": cloth(5)}
    simulation, well = simulate({**two, **WEIGHT}), simulate({**two, **WEIGHT})
    for each in (simulation, well):
        each.step(10)
    place = simulation.get("sick", Position).xyz.copy()
    simulation.get("sick", field).rows[1, 4] = np.nan
    for each in (simulation, well):
        each.step(10)
    stays = simulation.get("sick", Position).xyz
    assert np.isfinite(stays).all() and np.abs(stays - place).max() < 0.02
    assert simulation.get("sick", Population).frozen and not simulation.get("sick", Mass).inverse.any()
    assert simulation.messages == [f"made.yaml:1: sick: is no longer finite; {FROZEN}"]
    for name in ("near", "far"):
        np.testing.assert_array_equal(simulation.get(name, Position).xyz, well.get(name, Position).xyz)
    simulation.restart()
    simulation.step(20)
    np.testing.assert_array_equal(simulation.get("sick", Position).xyz, well.get("sick", Position).xyz)


def test_what_leaves_the_bounds_is_frozen_inside(simulate):
    """A body of which one mass leaves the scene's bounds is held where it last was whole inside; so is one 100 km away where none are named."""
    low = [[-5, -1, -5], [5, 5, 5]]
    simulation = simulate({"rope": rope(pinned=False), "cloth": cloth(4), **WEIGHT}, bounds=low)
    simulation.step(80)
    x = simulation.get("rope", Position).xyz
    assert simulation.get("rope", Population).frozen and not simulation.get("cloth", Population).frozen
    assert -1 <= x[:, 1].min() < -0.9
    assert simulation.messages == [f"made.yaml:1: rope: has left all bounds; {FROZEN}"]
    simulation = simulate({"rope": rope(pinned=False, velocity=[1e7, 0, 0])})
    simulation.step(4)
    assert simulation.get("rope", Population).frozen and simulation.get("rope", Position).xyz.max() < 1e5


def test_an_explicit_solver_explodes_and_is_frozen(simulate):
    """Explicit Euler gains 1 + w2 h2 a step: with one substep a tick a stiff cloth is lost within a second, a stable one beside it is not."""
    wild = cloth(5, stiffness=3000, solver="explicit-euler")
    simulation = simulate({"wild": wild, "calm": cloth(5, position=[3, 0, 0], stiffness=3000), **WEIGHT}, time={"substeps": 1})
    simulation.step(120)
    assert simulation.get("wild", Population).frozen and not simulation.get("calm", Population).frozen
    assert np.isfinite(simulation.get("wild", Position).xyz).all()
    assert any(m.startswith("made.yaml:1: wild: ") and m.endswith(FROZEN) for m in simulation.messages)


def test_the_author_is_told_what_the_step_holds(simulate):
    """One sweep of h holds m / h2 between equal masses: 0.2 kg/m2 in 64 masses of 1 m2 at 1200 Hz hold 4500 N/m, of 20,000 said once,
    with the quality sqrt(k/m) that holds them; less is not spoken of."""
    simulation = simulate(
        {"stiff": cloth(8, stiffness=20_000), "soft": cloth(8, stiffness=4000), "free": cloth(8, stiffness=20_000, pinned=())}
    )
    simulation.step(5)
    held, asked = 0.2 / 64 * 1200**2, 20_000
    quality = int(np.ceil(np.sqrt(asked / (0.2 / 64)) / 100) * 100)
    said = f"its step holds {held:.3g} N/m of the 20000 asked"
    ways = {"stiff": "tethers carry the rest where it hangs", "free": "it is softer than written"}
    more = f"write time.quality: {quality} to hold all"
    assert sorted(simulation.messages) == sorted(f"made.yaml:1: {name}: {said}; {how}; {more}" for name, how in ways.items())
    simulation.set("soft.spring.stiffness", asked)
    simulation.step(20)
    assert len(simulation.messages) == 3 and "soft: its step holds" in simulation.messages[2]


def test_an_explicit_solver_that_would_need_too_many_substeps_lives_slower(simulate):
    """Never more than 1024 substeps a tick: the springs of 1e5 N/m swing slower than the scene, stable, and the author is told why."""
    stiff = {**rope(3, stiffness=1e6, mass=1e-4), "solver": "euler"}
    simulation = simulate({"rope": stiff, **WEIGHT}, time={"step": 0.1})
    simulation.step(3)
    assert "substeps a tick and get 1024" in simulation.messages[0] and "or solver: stable" in simulation.messages[0]
    assert len(simulation.messages) == 1 and simulation.stretch("rope") < 1e-3


def test_an_edit_leaves_the_frozen_frozen(simulate):
    """In an island with a body that goes on, new masses, pins, counts and another place neither let a frozen body go nor give it speed;
    another place and the counts are taken. What is built anew, and a ball or particle that is thrown anew, lives."""
    scene = {"sick": cloth(4), "ball": ball(position=[3, 0, 0]), "mote": {"mass": 1, "position": [6, 0, 0]}, **WEIGHT}
    simulation = simulate(scene, bounds=[[-9, -1, -9], [9, 9, 9]])
    simulation.step(5)
    simulation.get("sick", Velocity).rows[:] = np.nan
    simulation.step(60)
    edits = {
        "mass": {"total": 4},
        "pin.corners": ["top_left"],
        "velocity": [0, 1, 0],
        "position": [0, 1, 0],
        "lattice.counts": [5, 5],
        "solver": "rk4",
    }
    places = []
    for path, value in edits.items():
        simulation.set(f"sick.{path}", value)
        places.append(simulation.get("sick", Position).xyz.copy())
        simulation.step(2)
        assert simulation.get("sick", Population).frozen and not simulation.get("sick", Mass).inverse.any()
        np.testing.assert_array_equal(simulation.get("sick", Position).xyz, places[-1], err_msg=path)
        assert not simulation.get("sick", Velocity).rows.any(), path
    np.testing.assert_allclose(places[3], places[2] + [0, 1, 0], atol=1e-6)
    assert len(places[4]) == 25
    simulation.set("sick.spring.links", ["structural"])
    for name, place in (("ball", [3, 5, 0]), ("mote", [6, 5, 0])):
        assert simulation.get(name, Population).frozen
        simulation.set(f"{name}.position", place)
    simulation.step(5)
    for name in ("sick", "ball", "mote"):
        assert not simulation.get(name, Population).frozen and simulation.get(name, Velocity).xyz.any(), name


def test_the_author_is_told_whom_a_cloth_does_not_stop(simulate):
    """Particles and bodies of explicit solvers pass through a lattice that is solid: said once, and again when others do; not of those
    that it does not affect, and not by a lattice that is not solid."""
    others = {
        "mote": {"mass": 1, "position": [3, 3, 3]},
        "chain": rope(3, solver="rk4", position=[5, 0, 0]),
        "jelly": jelly(3, position=[0, 3, 0]),
    }
    simulation = simulate({"net": cloth(4, collider={}), "flag": cloth(4, position=[0, 0, 5]), **others, **WEIGHT})
    simulation.step(2)
    hint = "; write affects: [...] to name those that it is there for"
    chain = "chain passes through it: only bodies of solver: stable meet each other"
    assert simulation.messages == [f"made.yaml:1: net: mote passes through it: particles do not meet masses on springs yet; {chain}{hint}"]
    simulation.set("weight.gravity.acceleration.y", -1)
    simulation.set("net.affects", ["jelly"])
    simulation.step()
    assert len(simulation.messages) == 1
    simulation.set("net.affects", ["jelly", "chain"])
    simulation.step()
    assert simulation.messages[1:] == [f"made.yaml:1: net: {chain}{hint}"]
    simulation.set("chain.solver", "stable")
    simulation.step()
    assert len(simulation.messages) == 2


@pytest.mark.parametrize("links", [[], ["volume"]])
@pytest.mark.parametrize("solver", ["stable", "rk4"])
def test_a_lattice_may_have_no_springs(simulate, links, solver):
    """Links that make no spring leave masses that fall as one: a valid body, not an error."""
    block = {"lattice": {"counts": [2, 2, 2], "size": 1}, "mass": 1, "spring": {"links": links}, "solver": solver}
    simulation = simulate({"block": block, **WEIGHT})
    simulation.step(12)
    np.testing.assert_allclose(simulation.get("block", Velocity).xyz, [[0, -0.982, 0]] * 8, atol=1e-4)
