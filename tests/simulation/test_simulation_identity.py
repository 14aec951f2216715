"""What stays the same body through an edit: its name, its random numbers, its freedom."""

import zlib

import numpy as np
from small_scenes import GRAVITY, droplets, jet, same, scene_of

from engine.components import Mass, Name, Population, Position, Velocity
from engine.simulation import Simulation


def test_a_rename_takes_state_and_random_numbers_along(simulate):
    """jet renamed to fountain: the same droplets, and the same that would have been born."""
    entities = {"jet": jet(100, lifetime=9, start_velocity={"cone": {"spread": 90}}), "weight": GRAVITY}
    simulation, left = simulate(entities), simulate(entities)
    for each in (simulation, left):
        each.step(60)
    changes = simulation.reload(scene_of({"fountain": entities["jet"], "weight": GRAVITY}))
    assert [str(c) for c in changes] == ["jet renamed to fountain"]
    for each in (simulation, left):
        each.step(60)
    assert same(droplets(simulation, "fountain"), droplets(left))
    assert simulation.get("fountain", Name).text == "fountain"


def test_what_is_renamed_and_then_built_anew_keeps_its_key(simulate):
    """Random numbers go by the first name: also those of the body that takes the place of another kind of body."""
    simulation = simulate({"ball": {"mass": 1}})
    simulation.reload(scene_of({"stone": {"mass": 1}}))
    simulation.reload(scene_of({"stone": jet(100)}))
    assert simulation.get("stone", Name).key == zlib.crc32(b"ball")


def test_another_seed_leaves_what_lives(simulate):
    """seed 1 -> 2: the living keep all they have, and the number that their size and texture are drawn from; the newborn are others, as
    they are of a body that is added, which takes the new seed."""
    entities = {"jet": jet(100, lifetime=9, start_velocity={"cone": {"spread": 90}})}
    simulation, left = simulate(entities, seed=1), simulate(entities, seed=1)
    for each in (simulation, left):
        each.step(60)
    before = droplets(simulation)
    assert [str(c) for c in simulation.reload(scene_of({**entities, "more": jet(100)}, seed=2))] == ["seed 1 -> 2 (birth)", "more added"]
    assert same(droplets(simulation), before)
    assert simulation.get("jet", Name).seed == 1 and simulation.get("more", Name).seed == simulation.seed == 2
    for each in (simulation, left):
        each.step(60)
    old, new = droplets(left)[3], droplets(simulation)[3]
    assert np.array_equal(old[:49], new[:49]) and not np.isclose(old[51:], new[51:]).all(1).any()


def test_a_seed_that_is_given_stays_given():
    """Simulation(seed=7): neither the file's seed nor an edit of it counts."""
    simulation = Simulation(scene_of({"jet": jet(10)}, seed=1), threads=1, seed=7)
    simulation.reload(scene_of({"jet": jet(10), "more": jet(10)}, seed=2))
    assert [simulation.get(name, Name).seed for name in ("jet", "more")] == [7, 7]
    simulation.close()


def test_a_frozen_particle_is_let_go_by_an_edit_of_it(simulate):
    """Put back inside the bounds it falls again, with its mass; an edit of something else, and one that leaves it outside, do not free it."""
    entities = {"ball": {"mass": 4}, "weight": GRAVITY}
    simulation = simulate(entities, bounds=[[-1, -1, -1], [1, 1, 1]])
    simulation.step(120)
    frozen = simulation.get("ball", Position).xyz.copy()
    simulation.set("weight.gravity.acceleration.x", 1)
    simulation.step(10)
    assert simulation.get("ball", Population).frozen and np.array_equal(simulation.get("ball", Position).xyz, frozen)
    simulation.set("ball.position", [0, -3, 0])
    simulation.step(10)
    assert simulation.get("ball", Population).frozen and len(simulation.messages) == 2
    simulation.set("ball.position", [0, 0.5, 0])
    simulation.step(12)
    assert not simulation.get("ball", Population).frozen
    np.testing.assert_allclose(simulation.get("ball", Velocity).xyz, [[0.1, -0.982, 0]], atol=1e-5)
    assert simulation.get("ball", Mass).uniform == 0.25
