"""A running scene goes on as another version of itself."""

import copy
import gc

import numpy as np
import pytest
from small_scenes import GRAVITY, STEP, droplets, fountain, jet, same, scene_of

from engine.bodies import wave_surface
from engine.components import Life, Mass, Population, Position, Velocity, WaveSurface
from engine.scene.errors import SceneError


def edited(entities, path, value):
    """The same entities with another value at a.b.c; None takes it out."""
    entities = copy.deepcopy(entities)
    *outer, last = path.split(".")
    node = entities
    for part in outer:
        node = node[part]
    node[last] = value
    if value is None:
        del node[last]
    return scene_of(entities)


def test_an_edit_of_the_rate_keeps_every_droplet(simulate):
    """Rate 100 -> 1000 at t = 2 s: every living droplet keeps id, age, position; no step bears more than ceil(rate dt);
    after one lifetime births are even, 1 / rate apart."""
    entities = {"jet": jet(100, lifetime=1.5, start_velocity={"cone": {"speed": [2, 3]}}), "weight": GRAVITY}
    simulation = simulate(entities)
    simulation.step(240)
    before = droplets(simulation)
    changes = simulation.reload(edited(entities, "jet.emitter.rate", 1000))
    assert [str(c) for c in changes] == ["jet.emitter.rate 100 -> 1000 (birth)"]
    assert same(droplets(simulation), before)
    for _ in range(180):
        born = simulation.get("jet", Population).born
        simulation.step()
        assert simulation.get("jet", Population).born - born <= np.ceil(1000 * STEP)
    age = droplets(simulation)[1]
    np.testing.assert_allclose(-np.diff(age), 1 / 1000, atol=2e-5)
    assert abs(len(age) - 1500) <= 1


def test_nothing_changed_is_an_empty_list(simulate):
    """The same scene again changes nothing, and the run goes on as if nothing had been."""
    left, reloaded = simulate(scene_of(fountain())), simulate(scene_of(fountain()))
    for simulation in (left, reloaded):
        simulation.step(100)
    assert reloaded.reload(scene_of(fountain())) == []
    for simulation in (left, reloaded):
        simulation.step(100)
    assert left.fingerprint() == reloaded.fingerprint()


@pytest.mark.parametrize("path, value", [
    ("jet.emitter.rate", 50), ("jet.emitter.lifetime", [3, 4]), ("jet.emitter.fade", 1), ("jet.emitter.kill_below", -5),
    ("jet.emitter.start_velocity", {"radial": {}}), ("jet.emitter.start_color", {"min": [0, 0, 0, 1], "max": [0, 0, 0, 1]}),
    ("jet.mass", 0.01), ("jet.rotation", [10, 0, 0]), ("weight.gravity.acceleration", [0, -1, 0]),
    ("breeze.wind.particle_model", "relative"), ("air.drag", {"coefficient": 0.001}), ("block.collider", {"restitution": 0.9}),
    ("block.position", [0, 0.7, 0]), ("block.collider", None), ("pool.wave_surface.speed", 2), ("spray", None), ("spray.emitter.enabled", False),
    ("jet.emitter.capacity", 5000), ("jet.billboard", {}), ("weight.affects", ["spray"]), ("jet.solver", "euler"),
])  # fmt: skip
def test_an_edit_keeps_the_droplets_and_takes_effect(simulate, path, value):
    """Whatever is edited, every droplet of the jet keeps id, age, position, velocity; the run then goes another way."""
    simulation, left = simulate(scene_of(fountain())), simulate(scene_of(fountain()))
    for each in (simulation, left):
        each.step(100)
    before = droplets(simulation)
    changes = simulation.reload(edited(fountain(), path, value))
    assert [c.kind for c in changes][0] in ("live", "birth", "resize", "removed")
    assert same(droplets(simulation), before)
    for each in (simulation, left):
        each.step(100)
    inert = path in ("jet.billboard", "jet.emitter.capacity", "jet.emitter.start_color")
    moved = simulation.fingerprint() != left.fingerprint()
    assert moved or inert


def test_hits_stay_with_their_collider(simulate):
    """A second collider with a bounce list, before the first in the file, leaves the counts of the first alone."""
    entities = {"ball": {"position": [0, 0.1, 0], "mass": 1}, "weight": GRAVITY,
                "m": {"shape": {"plane": {}}, "collider": {"bounce": [{"restitution": 0.5}, {"restitution": 1}]}}}  # fmt: skip
    simulation = simulate(entities)
    simulation.step(60)
    count = int(simulation.get("ball", Life).hits[0, 0])
    others = {
        name: {"position": [9, 0, 0], "shape": {"box": {"size": [1, 1, 1]}}, "collider": entities["m"]["collider"]} for name in "abcz"
    }
    simulation.reload(scene_of({**others, **entities}))
    simulation.step()
    hits = simulation.get("ball", Life).hits[:, 0].tolist()
    assert count > 0 and sorted(hits) == [0, 0, 0, 0, count]


def test_a_smaller_pool_keeps_the_youngest(simulate):
    """capacity 10,000 -> 40: the oldest die, the others keep all they have; larger again: nothing is lost."""
    entities = {"jet": jet(100, lifetime=9, start_velocity={"cone": {}}), "weight": GRAVITY}
    simulation = simulate(entities)
    simulation.step(120)
    before = droplets(simulation)
    assert [c.kind for c in simulation.reload(edited(entities, "jet.emitter.capacity", 40))] == ["resize"]
    assert same(droplets(simulation), [a[-40:] for a in before])
    simulation.reload(edited(entities, "jet.emitter.capacity", 20_000))
    assert same(droplets(simulation), [a[-40:] for a in before])
    simulation.step(120)
    assert simulation.get("jet", Population).alive == pytest.approx(140, abs=1)


def test_water_is_resampled(simulate):
    """A wave of one length over the pool is the same wave on a finer grid, to the error of a line between two nodes."""
    entities = {"pool": {"wave_surface": {"size": [2, 2], "nodes": [32, 32]}}}
    simulation = simulate(entities)
    water = simulation.get("pool", WaveSurface)
    wave = lambda n: np.cos(np.pi * (np.arange(n) + 0.5) / n)  # noqa: E731
    water.height[:] = water.previous[:] = wave(32)[:, None]
    simulation.reload(edited(entities, "pool.wave_surface.nodes", [64, 48]))
    np.testing.assert_allclose(water.height, np.repeat(wave(64)[:, None], 48, 1), atol=(np.pi / 32) ** 2 / 2)
    assert abs(water.height.mean()) < 1e-6
    simulation.step(10)
    assert water.height.shape == (64, 48) and np.isfinite(water.height).all()


def test_resampling_onto_itself_is_nothing():
    """The same grid and size: the same numbers."""
    grid = np.random.default_rng(1).random((7, 5)).astype(np.float32)
    np.testing.assert_array_equal(wave_surface.resampled(grid, (2, 3), (2, 3), (7, 5)), grid)


def test_an_emitter_that_is_taken_out_leaves_its_droplets_their_lives(simulate):
    """Removed: no birth more, those alive live on as long as they would have, then the body is gone."""
    entities = {"jet": jet(100, lifetime=0.5), "other": jet(100), "weight": GRAVITY}
    simulation = simulate(entities)
    simulation.step(120)
    population, x = simulation.get("jet", Population), simulation.get("jet", Position)
    born = population.born
    assert [str(c) for c in simulation.reload(edited(entities, "jet", None))] == ["jet removed"]
    assert simulation.names() == ["other", "weight"]
    with pytest.raises(KeyError, match="other"):
        simulation.get("jet", Population)
    simulation.step(30)
    assert population.born == born and population.alive == pytest.approx(25, abs=1)
    assert (x.rows[1, population.used - 1] < x.previous[1, population.used - 1]).all()
    simulation.step(40)
    assert population.alive == 0
    simulation.reload(scene_of(entities))
    simulation.step(12)
    assert simulation.get("jet", Population).born == pytest.approx(10, abs=1)


def test_what_acted_on_droplets_acts_on_them_to_the_end(simulate):
    """A jet and its name in `affects` are taken out together: the droplets left fall as those of the jet that stayed; a new jet of
    the same name is none of theirs."""
    entities = {"jet": jet(100, lifetime=2), "other": jet(100, lifetime=2), "weight": {**GRAVITY, "affects": ["jet"]}}
    simulation, left = simulate(entities), simulate(entities)
    for each in (simulation, left):
        each.step(60)
    x, v = (simulation.get("jet", component) for component in (Position, Velocity))
    without = {"other": entities["other"], "weight": {**GRAVITY, "affects": ["other"]}}
    simulation.reload(scene_of(without))
    simulation.reload(scene_of({**without, "jet": entities["jet"]}))
    for each in (simulation, left):
        each.step(60)
    n = x.population.alive
    assert n == 50
    np.testing.assert_array_equal(x.xyz[:n], left.get("jet", Position).xyz[:n])
    np.testing.assert_array_equal(v.xyz[:n], left.get("jet", Velocity).xyz[:n])
    assert not simulation.get("jet", Velocity).xyz.any()


def test_another_kind_of_body_is_built_anew_and_says_so(simulate):
    """A ball that becomes an emitter begins anew; another entity is untouched."""
    entities = {"ball": {"mass": 1, "velocity": [1, 0, 0]}, "jet": jet(100, lifetime=9)}
    simulation = simulate(entities)
    simulation.step(60)
    before = droplets(simulation)
    changes = simulation.reload(edited(entities, "ball.emitter", {"rate": 120}))
    assert [str(c) for c in changes] == ["ball.emitter added (rebuild)"]
    assert same(droplets(simulation), before)
    assert simulation.get("ball", Population).alive == 0
    simulation.step(60)
    assert simulation.get("ball", Population).alive == pytest.approx(60, abs=1)


def test_a_free_particle_is_moved_thrown_and_weighed(simulate):
    """position, velocity and mass of a free particle are live."""
    entities = {"ball": {"mass": 1}, "wind": {"wind": {"velocity": [1, 0, 0], "particles": 1}}}
    simulation = simulate(entities)
    simulation.step(60)
    entities["ball"] = {"mass": 4, "position": [0, 5, 0], "velocity": [0, 2, 0]}
    simulation.reload(scene_of(entities))
    np.testing.assert_array_equal(simulation.get("ball", Position).xyz, [[0, 5, 0]])
    simulation.step(120)
    np.testing.assert_allclose(simulation.get("ball", Velocity).xyz, [[0.25, 2, 0]], atol=1e-5)


def test_an_edit_of_the_mass_holds_for_the_living(simulate):
    """mass is live: each droplet weighs it from the next tick on; start_mass is of the newborn only."""
    entities = {"jet": jet(100, lifetime=9)}
    simulation = simulate(entities)
    simulation.step(60)
    simulation.reload(edited(entities, "jet.mass", 0.002))
    np.testing.assert_allclose(simulation.get("jet", Mass).inverse[:50], 500)
    simulation.reload(edited(entities, "jet.emitter.start_mass", 0.004))
    simulation.step(60)
    inverse = simulation.get("jet", Mass).inverse
    np.testing.assert_allclose(inverse[:49], 500)
    np.testing.assert_allclose(inverse[51:100], 250)
    assert np.isnan(simulation.get("jet", Mass).uniform)


def test_a_reload_that_fails_leaves_everything(simulate, monkeypatch):
    """When the last of several changes cannot be built, none is made: the run goes on as if nothing had been."""
    simulation, left = simulate(scene_of(fountain())), simulate(scene_of(fountain()))
    for each in (simulation, left):
        each.step(100)

    def refuse(*_):
        raise MemoryError("no room")

    changed = fountain(900) | {"added": jet(10)}
    changed["pool"]["wave_surface"]["nodes"] = [64, 64]
    del changed["spray"]
    with monkeypatch.context() as patch:
        patch.setattr(wave_surface, "resampled", refuse)
        with pytest.raises(MemoryError):
            simulation.reload(scene_of(changed))
    assert simulation.names() == left.names()
    for each in (simulation, left):
        each.step(100)
    assert simulation.fingerprint() == left.fingerprint()


def test_values_are_laid_over_the_file(simulate):
    """set, toggle, cycle and press change the running scene as an edit of the file does; what a scene cannot be is refused."""
    entities = {"jet": jet("$flow", lifetime=9), "breeze": {"wind": {"velocity": [1, 0, 0]}}}
    flow = {"value": 100, "min": 0, "max": 130, "step": 20, "keys": ["A", "Q"]}
    simulation = simulate(entities, vars={"flow": flow})
    assert [str(c) for c in simulation.set("breeze.wind.velocity.x", 2)] == ["breeze.wind.velocity [1, 0, 0] -> [2, 0, 0] (live)"]
    assert [str(c) for c in simulation.toggle("jet.emitter.enabled")] == ["jet.emitter.enabled true -> false (birth)"]
    assert [str(c) for c in simulation.cycle("breeze.wind.particle_model")] == ["breeze.wind.particle_model plain -> relative (live)"]
    assert str(simulation.press("flow", 1)[-1]) == "jet.emitter.rate 100 -> 120 (birth)"
    assert str(simulation.press("flow", 1)[-1]) == "jet.emitter.rate 120 -> 130 (birth)"
    assert simulation.press("flow", 1) == []
    assert str(simulation.press("flow", -1)[-1]) == "jet.emitter.rate 130 -> 110 (birth)"
    with pytest.raises(SceneError):
        simulation.set("jet.emitter.rate", -1)
    with pytest.raises(TypeError):
        simulation.toggle("jet.emitter.rate")
    assert simulation.scene.spec.entities["jet"].emitter.rate == 110
    gc.collect()
