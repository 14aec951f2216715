"""Time."""

import math

import pytest
from small_scenes import jet, scene_of

from engine.components import Population
from engine.simulation.clock import Clock


def test_time_is_counted_not_summed():
    """After n ticks time is n dt to the last bit, and after a change of the step base + m dt."""
    clock = Clock(0.1)
    clock.tick += 1000
    assert clock.time == 1000 * 0.1
    clock.change(1 / 3)
    clock.tick += 3
    assert clock.time == 1000 * 0.1 + 3 * (1 / 3)


@pytest.mark.parametrize("seconds, ticks", [(3.0, 12), (0.1, 12), (0.05, 6), (0.0, 0), (-5.0, 0), (math.nan, 0), (math.inf, 12)])
def test_a_stall_or_a_jump_of_the_wall_clock_is_cut(seconds, ticks):
    """At most 0.1 s is taken up at once; a clock that runs backward, or says nothing, counts as standing still."""
    assert Clock(1 / 120).due(seconds) == ticks


@pytest.mark.parametrize("frames", [30, 60, 72, 144, 165])
def test_no_tick_is_lost_to_rounding(frames):
    """Whenever whole steps have gone by at so many frames a second, for 200 s, so many ticks are done."""
    clock, ticks = Clock(1 / 120), 0
    for frame in range(1, 200 * frames + 1):
        ticks += clock.due(1 / frames)
        assert frame * 120 % frames or ticks == frame * 120 // frames


def test_a_simulation_counts_its_time_too(simulate):
    """After 1,000 ticks time is 1,000 steps to the last bit."""
    simulation = simulate({"weight": {"gravity": {}}})
    simulation.step(1000)
    assert simulation.time == 1000 * simulation.scene.spec.time.step


def test_what_is_less_than_a_tick_is_kept():
    """blend is the share of a step since the last tick; shares add up to ticks."""
    clock = Clock(0.04)
    assert [clock.due(0.01) for _ in range(9)] == [0, 0, 0, 1, 0, 0, 0, 1, 0]
    assert clock.blend == pytest.approx(0.25)


def test_a_change_of_the_step_keeps_time_and_state(simulate):
    """time.step edited while it runs: time goes on from where it is."""
    entities = {"jet": jet(240, lifetime=9)}
    simulation = simulate(entities)
    simulation.step(60)
    changes = simulation.reload(scene_of(entities, time={"step": "1/60 s"}))
    assert [str(c) for c in changes] == ["time.step 0.00833333 -> 0.0166667 (live)"]
    assert simulation.time == pytest.approx(0.5)
    simulation.step(30)
    assert simulation.time == pytest.approx(1.0)
    assert abs(simulation.get("jet", Population).alive - 240) <= 1


def test_a_frame_too_short_for_a_tick_is_kept(simulate):
    """step: frame: wall-clock time below 1e-5 s is carried to the next frame, so no tick is shorter; no time is lost."""
    simulation = simulate({"jet": jet(100)}, time={"step": "frame"})
    assert [simulation.advance(s) for s in (4e-6, 1e-300, 4e-6, 4e-6, 0.0, 0.02)] == [0, 0, 0, 1, 0, 1]
    assert simulation.time == pytest.approx(0.020012, rel=1e-12)


def test_step_frame_takes_the_wall_clocks_step(simulate):
    """step: frame: advance(s) is one tick of s (at most 0.1 s), step(n) n ticks of 1/60 s."""
    simulation = simulate({"jet": jet(100, lifetime=9)}, time={"step": "frame"})
    assert [simulation.advance(s) for s in (0.03, 0.0, 0.05, 2.0)] == [1, 0, 1, 1]
    assert simulation.time == pytest.approx(0.18) and simulation.tick == 3 and simulation.blend == 1
    simulation.step(6)
    assert simulation.time == pytest.approx(0.28)
    assert abs(simulation.get("jet", Population).alive - 28) <= 1
