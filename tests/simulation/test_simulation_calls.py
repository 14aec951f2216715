"""Births that particles call for: how many, where, how fast, when, and that it ends."""

import numpy as np
import pytest
from small_scenes import GRAVITY, STEP, droplets, jet, same, scene_of

from engine.components import Emission, Life, Population, Position, Velocity
from engine.scene import SceneError
from engine.simulation import Simulation


def burst(count, **more):
    """An emitter that gives so many births at once."""
    return jet(0, bursts=[{"time": 0, "count": count}], **{"lifetime": 9, **more})


def on(event, emit="spark", **more):
    return [{"event": event, "emit": emit, **more}]


def follow(simulation, ticks, name="spark"):
    """Births of an entity in each of so many ticks."""
    born = [simulation.get(name, Population).born]
    for _ in range(ticks):
        simulation.step()
        born.append(simulation.get(name, Population).born)
    return np.diff(born).tolist()


def test_each_death_gives_its_births_in_the_next_tick(simulate):
    """Five particles of 0.1 s, three sparks each: fifteen in the tick after that of their death, as old as that is past."""
    entities = {"rocket": burst(5, lifetime=0.1, on=on("death", count=3)), "spark": jet(0, lifetime=9)}
    simulation = simulate(entities)
    assert follow(simulation, 20) == [0] * 12 + [15] + [0] * 7
    np.testing.assert_allclose(simulation.get("spark", Life).age, simulation.time - 0.1, atol=1e-6)


@pytest.mark.parametrize("inherit", [0, 0.5, 1, -1])
def test_where_it_died_and_a_share_of_its_velocity(simulate, inherit):
    """Without forces a spark is at v T + inherit v (t - T) of its rocket, T the rocket's life; its own velocity comes on top, turned as it is."""
    spark = {"rotation": [0, 0, -90], "position": [5, 5, 5], **jet(0, lifetime=9, start_velocity={"cone": {"spread": 0, "speed": 2}})}
    rocket = burst(40, lifetime=[0.2, 0.3], start_velocity={"cone": {"spread": 60, "speed": [3, 5]}}, on=on("death", inherit=inherit))
    simulation = simulate({"rocket": rocket, "spark": spark})
    simulation.step()
    life, v = simulation.get("rocket", Life), simulation.get("rocket", Velocity).xyz.astype(float)
    span = life.span[np.arange(40)].astype(float)
    simulation.step(60)
    order = np.argsort(np.ceil(span / STEP - 1e-4), kind="stable")
    span, v = span[order, None], v[order]
    wanted = inherit * v + [2, 0, 0]
    np.testing.assert_allclose(simulation.get("spark", Velocity).xyz, wanted, atol=1e-5)
    np.testing.assert_allclose(simulation.get("spark", Position).xyz, v * span + wanted * (simulation.time - span), atol=2e-5)


def test_the_place_of_a_death_under_gravity_is_on_the_parabola(simulate):
    """The last tick is cut at the death: place v T - g T^2 / 2, velocity v - g T."""
    rocket = burst(1, lifetime=0.2431, start_velocity={"cone": {"spread": 0, "speed": 6}}, on=on("death", inherit=1))
    simulation = simulate({"rocket": rocket, "spark": jet(0, lifetime=9), "weight": {**GRAVITY, "affects": ["rocket"]}})
    simulation.step(60)
    t = 0.2431
    v = 6 - 9.82 * t
    assert simulation.get("spark", Velocity).xyz[0, 1] == pytest.approx(v, abs=1e-4)
    assert simulation.get("spark", Position).xyz[0, 1] == pytest.approx(6 * t - 4.91 * t * t + v * (0.5 - t), abs=1e-4)


def test_a_fall_below_the_kill_height_ends_there(simulate):
    """Who dies of height dies at that height."""
    drop = {"position": [1, 1, 0], **burst(1, kill_below=0, on=on("death", count=2))}
    simulation = simulate({"drop": drop, "spark": jet(0, lifetime=9), "weight": {**GRAVITY, "affects": ["drop"]}})
    simulation.step(80)
    np.testing.assert_allclose(simulation.get("spark", Position).xyz, [[1, 0, 0]] * 2, atol=1e-3)


def test_each_bounce_and_no_rest_gives_births(simulate):
    """A ball of restitution 0.5 from 1 m: its bounces come at times in a row of ratio 1/2, and when it lies still nothing is born."""
    entities = {
        "drop": {"position": [0, 1, 0], **burst(1, on=on("hit", inherit=1))},
        "spark": jet(0, lifetime=9),
        "weight": {**GRAVITY, "affects": ["drop"]},
        "floor": {"shape": {"plane": {}}, "collider": {"restitution": 0.5}, "affects": ["drop"]},
    }
    simulation = simulate(entities)
    simulation.step(480)
    born = simulation.time - simulation.get("spark", Life).age.astype(float)
    first = np.sqrt(2 / 9.82)
    wanted = first + 2 * first * (1 - 0.5 ** np.arange(len(born)))
    np.testing.assert_allclose(born[:4], wanted[:4], atol=2e-4)
    speeds = simulation.get("spark", Velocity).xyz[:4, 1]
    np.testing.assert_allclose(speeds, 9.82 * first * 0.5 ** np.arange(1, 5), rtol=2e-3)
    places = simulation.get("spark", Position).xyz[:4, 1] - speeds * (simulation.time - born[:4])
    np.testing.assert_allclose(places, 0, atol=1e-3)
    assert 5 < len(born) < 12 and simulation.get("spark", Life).age.min() > 2


def test_a_hit_that_kills_is_a_hit_and_a_death(simulate):
    """Both events, once each, at the place of the hit."""
    drop = {"position": [0, 1, 0], **burst(7, on=on("hit", "spark") + on("death", "smoke", count=2))}
    floor = {"shape": {"plane": {}}, "collider": {"on_hit": {"kill": True}}, "affects": ["drop"]}
    simulation = simulate({"drop": drop, "spark": jet(0), "smoke": jet(0), "weight": {**GRAVITY, "affects": ["drop"]}, "floor": floor})
    simulation.step(80)
    assert [simulation.get(name, Population).born for name in ("drop", "spark", "smoke")] == [7, 7, 14]
    for name in ("spark", "smoke"):
        np.testing.assert_allclose(simulation.get(name, Position).xyz, 0, atol=1e-3)


def test_each_birth_gives_births_where_it_was(simulate):
    """As many as there are births, in the tick after theirs, at the places of birth, of the same age."""
    entities = {"jet": {"velocity": [6, 0, 0], **jet(1000, lifetime=9, on=on("birth"))}, "spark": jet(0, lifetime=9)}
    simulation = simulate(entities)
    simulation.step(60)
    parents, sparks = simulation.get("jet", Life), simulation.get("spark", Life)
    n = len(sparks.age)
    assert n == len(parents.age) - simulation.get("jet", Emission).calls.shape[1] and 480 < n < 500
    np.testing.assert_allclose(sparks.age, parents.age[:n], atol=1e-6)
    np.testing.assert_allclose(simulation.get("spark", Position).xyz, simulation.get("jet", Position).xyz[:n], atol=1e-5)


@pytest.mark.parametrize("every", [0.002, 0.013, 0.05])
def test_a_life_leaves_a_trail_of_even_steps(simulate, every):
    """One at each whole multiple of `every` seconds of age: places v k every, of age t - k every, whatever the tick."""
    rocket = burst(1, start_velocity={"cone": {"spread": 0, "speed": 4}}, on=on("life", every=every))
    simulation = simulate({"rocket": rocket, "spark": jet(0, lifetime=9)})
    simulation.step(60)
    y, age = np.sort(simulation.get("spark", Position).xyz[:, 1]), simulation.get("spark", Life).age
    assert abs(len(y) - (0.5 - STEP) / every) <= 1
    np.testing.assert_allclose(y, 4 * every * np.arange(1, len(y) + 1), atol=2e-5)
    np.testing.assert_allclose(np.sort(0.5 - age), every * np.arange(1, len(y) + 1), atol=5e-6)


FIREWORK = {
    "rocket": jet(20, lifetime=[0.3, 0.5], start_velocity={"cone": {"spread": 10, "speed": [4, 5]}}, on=on("death", count=40, inherit=0.5) + on("life", "trail", every=0.02)),
    "spark": jet(0, lifetime=[0.3, 0.4], start_velocity={"radial": {"speed": [1, 2]}}, on=on("life", "trail", every=0.03) + on("hit", "trail")),
    "trail": jet(0, lifetime=0.2, on=on("death", "ash")),
    "ash": jet(0, lifetime=0.1),
    "weight": GRAVITY,
    "roof": {"position": [0, 1.2, 0], "rotation": [180, 0, 0], "shape": {"plane": {}}, "collider": {}},
}  # fmt: skip


def test_a_firework_is_the_same_on_one_thread_and_on_two():
    """A chain of four: as many as the events say, one fingerprint, and what comes after a snapshot comes again."""
    prints = []
    for threads, large in ((1, 100_000), (2, 10)):
        simulation = Simulation(scene_of(FIREWORK, seed=5), threads=threads, large=large)
        simulation.step(100)
        snapshot = simulation.snapshot()
        simulation.step(100)
        prints.append(simulation.fingerprint())
        simulation.restore(snapshot)
        simulation.step(100)
        prints.append(simulation.fingerprint())
        rocket, spark = simulation.get("rocket", Population), simulation.get("spark", Population)
        waiting = (simulation.get("rocket", Emission).calls[7] == 0).sum()
        assert spark.born == 40 * (rocket.born - rocket.alive - waiting) and spark.born > 500
        assert simulation.get("ash", Population).born > 100
        simulation.close()
    assert len(set(prints)) == 1


def test_a_circle_of_calls_ends_at_the_capacity(simulate):
    """Each of two doubles the other: a generation a tick, until the pool is full; it is said once, and nothing hangs."""
    entities = {
        "a": burst(1, on=on("birth", "b", count=2), capacity=500),
        "b": jet(0, lifetime=9, on=on("birth", "a", count=2), capacity=300),
    }
    simulation = simulate(entities)
    assert follow(simulation, 7, "b")[:7] == [0, 2, 0, 8, 0, 32, 0]
    simulation.step(60)
    assert simulation.get("a", Population).alive == 1 + 4 + 16 + 64 + 256 or simulation.get("a", Population).alive == 500
    assert simulation.get("b", Population).alive <= 300
    assert sum("b: all 300" in message for message in simulation.messages) == 1


@pytest.mark.parametrize("overflow, kept", [("skip", range(10)), ("oldest", range(20, 30))])
def test_of_more_than_the_pool_holds(simulate, overflow, kept):
    """Thirty calls for a pool of ten: under skip the first ten are answered, under oldest the last."""
    rocket = burst(30, lifetime=0.1, shape={"line": {"from": [0, 0, 0], "to": [9, 0, 0]}}, on=on("death"))
    simulation = simulate({"rocket": rocket, "spark": jet(0, lifetime=9, capacity=10, overflow=overflow)})
    simulation.step(5)
    places = simulation.get("rocket", Position).xyz[:, 0].copy()
    simulation.step(20)
    np.testing.assert_allclose(simulation.get("spark", Position).xyz[:, 0], places[list(kept)], atol=1e-5)


def test_who_is_switched_off_or_gone_is_not_born(simulate):
    """An emitter that is not enabled answers no call; one that leaves the scene neither; its own particles still call."""
    entities = {"jet": jet(600, lifetime=0.1, on=on("death")), "spark": jet(0, lifetime=9)}
    simulation = simulate(entities)
    simulation.step(60)
    simulation.set("spark.emitter.enabled", False)
    born = simulation.get("spark", Population).born
    simulation.step(10)
    assert simulation.get("spark", Population).born == born > 100
    simulation.reload(scene_of({"spark": jet(0, lifetime=9)}))
    simulation.step(60)
    assert simulation.get("spark", Population).born > born


def test_an_edit_of_a_call_takes_effect_at_once_and_a_rename_is_followed(simulate):
    """count and inherit are live; entries come and go; a called emitter that is renamed keeps what lives, and is called by its new name."""
    entities = {"jet": jet(240, lifetime=0.1, on=on("death")), "spark": jet(0, lifetime=9)}
    simulation = simulate(entities)
    simulation.step(60)
    changes = simulation.set("jet.emitter.on[0].count", 5)
    assert [str(change) for change in changes] == ["jet.emitter.on[0].count 1 -> 5 (live)"]
    assert follow(simulation, 4) == [10] * 4
    many = {"jet": jet(240, lifetime=0.1, on=on("death", count=5) + on("life", every=0.05)), "spark": entities["spark"]}
    simulation.reload(scene_of(many))
    assert np.mean(follow(simulation, 60)[12:]) == pytest.approx(10 + 2, abs=3)
    alive = simulation.get("spark", Population).alive
    renamed = {"jet": jet(240, lifetime=0.1, on=on("death", "ember", count=5)), "ember": entities["spark"]}
    simulation.reload(scene_of(renamed))
    assert simulation.get("ember", Population).alive == alive
    assert follow(simulation, 4, "ember")[1:] == [10] * 3


def test_a_prewarmed_rocket_has_its_sparks(simulate):
    """What a prewarmed emitter calls is there too, as after so long, although it asks for nothing itself; its own births wait for the start."""
    make = lambda warm: {"rocket": jet(100, lifetime=0.2, on=on("death", count=3), prewarm=warm), "spark": jet(50, lifetime=9)}  # noqa: E731
    cold, warm = simulate(make(0)), simulate(make(1))
    cold.set("spark.emitter.enabled", True)
    cold.step(120)
    assert same(droplets(cold, "rocket"), droplets(warm, "rocket"))
    assert warm.get("spark", Population).born == cold.get("spark", Population).born - 50
    before = warm.get("spark", Population).born
    warm.step(120)
    assert warm.get("spark", Population).born - before == pytest.approx(300 + 50, abs=4)


@pytest.mark.parametrize("call, text", [
    ({"event": "death", "emit": "spork"}, "no entity 'spork'; did you mean 'spark'?"),
    ({"event": "death", "emit": "mote"}, "'mote' is no emitter, so nothing is born of it; write emitter: {rate: 0} there"),
    ({"event": "life", "emit": "spark"}, "life comes again and again; write every: 20 ms"),
    ({"event": "hit", "emit": "spark", "every": 1}, "hit comes by itself; take out every"),
    ({"event": "deth", "emit": "spark"}, "must be 'birth', 'death', 'hit' or 'life', found 'deth'"),
    ({"event": "death"}, "on[0] needs 'emit'"),
])  # fmt: skip
def test_what_is_wrong_with_a_call_is_said(call, text):
    """With what to write instead."""
    with pytest.raises(SceneError) as caught:
        scene_of({"rocket": burst(1, on=[call]), "spark": jet(0), "mote": {"mass": 1}})
    assert len(caught.value.diagnostics) == 1 and text in caught.value.diagnostics[0].text


def test_an_included_firework_calls_its_own(simulate, tmp_path):
    """The names in `emit` are the file's own, wherever it is included, and where it stands its sparks are."""
    (tmp_path / "small.yaml").write_text(
        "entities: {rocket: {mass: 1 g, emitter: {rate: 0, bursts: [{count: 3}], lifetime: 0.1, on: [{event: death, emit: spark}]}},"
        " spark: {mass: 1 g, emitter: {rate: 0, lifetime: 9}}}"
    )
    (tmp_path / "made.yaml").write_text("include: [{file: small.yaml, as: here, position: [4, 0, 1]}]\nentities: {mote: {mass: 1}}\n")
    simulation = simulate(Simulation.from_file(tmp_path / "made.yaml").scene)
    simulation.step(20)
    np.testing.assert_allclose(simulation.get("here.spark", Position).xyz, [[4, 0, 1]] * 3, atol=1e-6)
