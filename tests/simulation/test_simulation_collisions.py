"""Solids, through a scene."""

import numpy as np
import pytest
from small_scenes import GRAVITY, jet

from engine.components import Life, Population, Position, Velocity

FLOOR = {"shape": {"plane": {}}}


def heights(simulation, ticks):
    """Height and vertical speed of the ball over so many ticks."""
    rows = []
    for _ in range(ticks):
        simulation.step()
        rows.append((simulation.get("ball", Position).xyz[0, 1], simulation.get("ball", Velocity).xyz[0, 1]))
    return np.array(rows, float)


def apexes(rows):
    """y + v^2 / 2g between hits: one number a flight."""
    energy = rows[:, 0] + rows[:, 1] ** 2 / (2 * 9.82)
    hits = np.flatnonzero((rows[:-1, 1] < 0) & (rows[1:, 1] > 0)) + 1
    return [float(np.median(flight)) for flight in np.split(energy, hits)]


@pytest.mark.parametrize("rate", [15, 30, 60, 120, 240])
def test_bounces_lose_a_quarter_at_any_step(simulate, rate):
    """Restitution 0.5: apexes 1, 1/4, 1/16 of the drop, within 1 % at 15 to 240 steps a second."""
    entities = {"ball": {"position": [0, 1, 0], "mass": 1}, "weight": GRAVITY, "floor": {**FLOOR, "collider": {"restitution": 0.5}}}
    simulation = simulate(entities, time={"step": f"1/{rate} s"})
    found = apexes(heights(simulation, round(1.05 * rate)))
    np.testing.assert_allclose(found[:3], [1, 0.25, 0.0625], rtol=0.01)


def test_the_bounce_list_counts_hits(simulate):
    """The first hit keeps 0.2 of the vertical speed and 1.4 times the horizontal one, later hits only turn round."""
    bounce = [{"restitution": 0.2, "tangential": 1.4}, {"restitution": 1}]
    ball = {"position": [0, 1, 0], "velocity": [0.5, 0, 0], "mass": 1}
    simulation = simulate({"ball": ball, "weight": GRAVITY, "floor": {**FLOOR, "collider": {"bounce": bounce}}})
    rows = heights(simulation, 160)
    np.testing.assert_allclose(apexes(rows)[1:4], 0.04, rtol=0.01)
    assert simulation.get("ball", Velocity).xyz[0, 0] == pytest.approx(0.7, rel=1e-5)
    assert simulation.get("ball", Life).hits[0, 0] >= 3


def test_the_newborn_have_hit_nothing(simulate):
    """Where droplets died that had hit, the next are born with no hits: the first bounce of each is a first bounce."""
    burst = {"rate": 0, "bursts": [{"time": 0, "count": 40, "cycles": 3, "interval": 0.5}], "lifetime": 0.45}
    bounce = {"bounce": [{"restitution": 0.2}, {"restitution": 1}]}
    simulation = simulate({"jet": {"position": [0, 0.1, 0], **jet(**burst)}, "weight": GRAVITY, "floor": {**FLOOR, "collider": bounce}})
    for _ in range(3):
        simulation.step(2)
        assert simulation.get("jet", Population).alive == 40 and not simulation.get("jet", Life).hits.any()
        simulation.step(50)
        assert (simulation.get("jet", Life).hits >= 2).all()
        simulation.step(8)


def test_hits_are_counted_per_collider(simulate):
    """The first hit on a second solid is a first hit there."""
    bounce = {"bounce": [{"restitution": 0.5}, {"restitution": 1}]}
    entities = {
        "ball": {"velocity": [1, 0, 0], "mass": 1},
        "right": {"position": [0.3, 0, 0], "rotation": [0, 0, 90], **FLOOR, "collider": bounce},
        "left": {"position": [-0.3, 0, 0], "rotation": [0, 0, -90], **FLOOR, "collider": bounce},
    }
    simulation = simulate(entities, time={"step": 0.1})
    simulation.step(200)
    assert abs(simulation.get("ball", Velocity).xyz[0, 0]) == pytest.approx(0.25, rel=1e-5)


def test_each_body_meets_only_what_affects_it(simulate):
    """A lid that affects one jet lets the other through."""
    falling = {"position": [0, 1, 0], "mass": 1}
    entities = {"one": falling, "other": falling, "weight": GRAVITY, "floor": {**FLOOR, "collider": {"restitution": 0}, "affects": ["one"]}}
    simulation = simulate(entities)
    simulation.step(120)
    assert simulation.get("one", Position).xyz[0, 1] == pytest.approx(0, abs=1e-3)
    assert simulation.get("other", Position).xyz[0, 1] < -3


def test_what_is_born_inside_leaves_freely(simulate):
    """A jet from within a block flies as if the block were not there, until it comes down on it from above."""
    emitter = {"rate": 0, "bursts": [{"time": 0, "count": 20}], "lifetime": 9, "start_velocity": {"jet": {"spread": 0.1, "speed": [3, 3]}}}
    block = {"shape": {"box": {"size": [1, 1, 1]}}, "collider": {"restitution": 0}}
    simulation = simulate({"jet": jet(**emitter), "weight": GRAVITY, "block": block})
    simulation.step(20)
    assert simulation.get("jet", Position).xyz[:, 1].max() < 0.5
    np.testing.assert_allclose(simulation.get("jet", Velocity).xyz[:, 1], 3 - 9.82 * 20 / 120, atol=1e-4)


def test_nothing_lives_below_the_kill_height_or_out_of_bounds(simulate):
    """Particles that fall under kill_below, or leave the bounds, die in the same tick."""
    emitter = jet(500, lifetime=9, kill_below=-1, start_velocity={"cone": {"spread": 90, "speed": [1, 3]}})
    simulation = simulate({"jet": emitter, "weight": GRAVITY}, bounds=[[-0.5, -9, -9], [9, 9, 9]])
    for _ in range(120):
        simulation.step()
        place = simulation.get("jet", Position).xyz
        assert not len(place) or place[:, 1].min() >= -1 and place[:, 0].min() >= -0.5
    assert simulation.get("jet", Population).born > simulation.get("jet", Population).alive


def test_a_hit_costs_life(simulate):
    """on_hit: lifetime_loss takes time off, kill ends the particle at once."""
    burst = jet(0, bursts=[{"time": 0, "count": 5}], lifetime=1, start_velocity={"box": {"min": [0, -5, 0], "max": [0, -5, 0]}})
    low = {"position": [0, -0.5, 0], **FLOOR}
    entities = {
        "shorter": burst, "ended": burst,
        "slow": {**low, "collider": {"restitution": 0, "on_hit": {"lifetime_loss": 0.4}}, "affects": ["shorter"]},
        "fatal": {**low, "collider": {"on_hit": {"kill": True}}, "affects": ["ended"]},
    }  # fmt: skip
    simulation = simulate(entities)
    simulation.step(13)
    assert (simulation.get("shorter", Population).alive, simulation.get("ended", Population).alive) == (5, 0)
    simulation.step(70)
    assert simulation.get("shorter", Population).alive == 0


def test_a_free_particle_that_leaves_is_frozen_and_named(simulate):
    """Out of all bounds, or no longer finite, it is held where it was last, with one message; the rest goes on."""
    entities = {"ball": {"mass": 1}, "sick": {"mass": 1, "position": [0, 0.5, 0]}, "weight": GRAVITY}
    simulation = simulate(entities, bounds=[[-1, -1, -1], [1, 1, 1]])
    simulation.step(10)
    here = simulation.get("sick", Position).xyz[0].copy()
    simulation.get("sick", Velocity).rows[0, 0] = np.nan
    simulation.step(240)
    place = simulation.get("ball", Position).xyz[0].copy()
    assert -1 <= place[1] < -0.9
    np.testing.assert_array_equal(simulation.get("sick", Position).xyz[0], here)
    assert simulation.messages == [
        f"made.yaml:1: {what}; it is frozen where it was, in magenta; restart the scene to revive it"
        for what in ("sick: is no longer finite", "ball: has left all bounds")
    ]
    simulation.step(10)
    np.testing.assert_array_equal(simulation.get("ball", Position).xyz[0], place)


@pytest.mark.parametrize("tilt", [0, 20])
def test_what_came_to_rest_stays(simulate, tilt):
    """After its bounces a ball on a floor, held against a slope by friction, neither drifts nor jitters for 60 s."""
    floor = {"rotation": [0, 0, tilt], "shape": {"box": {"size": [2, 0.2, 2]}}, "collider": {"restitution": 0.5, "friction": 1}}
    simulation = simulate({"ball": {"position": [0, 0.5, 0], "mass": 1}, "weight": GRAVITY, "floor": floor}, time={"step": "1/60 s"})
    simulation.step(300)
    rest = simulation.get("ball", Position).xyz[0].copy()
    for _ in range(12):
        simulation.step(300)
        np.testing.assert_allclose(simulation.get("ball", Position).xyz[0], rest, atol=2e-6)


def test_a_thin_lid_lets_nothing_through(simulate):
    """1,000 droplets at 20 m/s (0.67 m a tick) against a tilted lid 0.05 m thick at 30 steps a second: none passes."""
    drops = jet(0, bursts=[{"time": 0, "count": 1000}], lifetime=9, shape={"box": {"size": [1, 1, 1]}},
                start_velocity={"box": {"min": [0, -20, 0], "max": [0, -20, 0]}})  # fmt: skip
    lid = {"rotation": [20, 0, 30], "shape": {"box": {"size": [6, 0.05, 6]}}, "collider": {"restitution": 0.5}}
    simulation = simulate({"drops": {"position": [0, 2.5, 0], **drops}, "lid": lid, "weight": GRAVITY}, time={"step": "1/30 s"})
    up = simulation.pose("lid").rotation[:, 1]
    for _ in range(12):
        simulation.step()
        assert (simulation.get("drops", Position).xyz @ up).min() >= 0.025 - 1e-4
    assert simulation.get("drops", Population).alive == 1000
    assert (simulation.get("drops", Velocity).xyz @ up).max() > 5
