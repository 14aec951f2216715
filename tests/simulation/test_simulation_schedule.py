"""When an emitter starts, how long it goes on, and what it does then."""

import numpy as np
import pytest
from small_scenes import jet

from engine.components import Life, Population, Velocity

STEPS = [1 / 15, 1 / 47, 1 / 120]


def times(simulation):
    """Times [s] at which the living were born, in order."""
    return np.sort(simulation.time - simulation.get("jet", Life).age.astype(float))


@pytest.mark.parametrize("step", STEPS)
def test_births_begin_after_the_delay_and_end_with_the_duration(simulate, step):
    """Delay d, duration T: the k-th is born at d + k / rate, the last not after d + T, whatever the step; none follows."""
    simulation = simulate({"jet": jet(100, lifetime=9, start_delay=0.217, duration=0.505)}, time={"step": step})
    simulation.step(round(2 / step))
    np.testing.assert_allclose(times(simulation), 0.217 + np.arange(1, 51) / 100, atol=2e-6)


@pytest.mark.parametrize("step", STEPS)
def test_a_burst_counts_from_the_start_and_belongs_to_the_duration(simulate, step):
    """Delay 0.2, duration 0.5: bursts at 0.1 and each 0.3 later come at 0.3 and 0.6; the next would come too late."""
    bursts = [{"time": 0.1, "count": 3, "cycles": 0, "interval": 0.3}]
    simulation = simulate({"jet": jet(0, bursts=bursts, lifetime=9, start_delay=0.2, duration=0.5)}, time={"step": step})
    simulation.step(round(2 / step))
    np.testing.assert_allclose(times(simulation), np.repeat([0.3, 0.6], 3), atol=2e-6)


@pytest.mark.parametrize("step", STEPS)
def test_a_loop_gives_its_bursts_anew_and_lets_its_rate_flow_on(simulate, step):
    """Each round of 0.25 s has its burst at 0.05 s, in its first 0.2 s two of another; births of the rate stay 1 / rate apart."""
    bursts = [{"time": 0.05, "count": 1}, {"count": 1, "cycles": 2, "interval": 0.125}, {"time": 0.3, "count": 99}]
    settings = {"lifetime": 9, "start_delay": 0.1, "duration": 0.25, "looping": True}
    loop, flow = (simulate({"jet": jet(rate, bursts=b, **settings)}, time={"step": step}) for rate, b in ((0, bursts), (64, [])))
    for simulation in (loop, flow):
        simulation.step(round(2 / step) + 1)
    due = np.sort((0.1 + 0.25 * np.arange(9)[:, None] + [0, 0.05, 0.125]).ravel())
    np.testing.assert_allclose(times(loop), due[due <= loop.time], atol=2e-6)
    born = times(flow)
    np.testing.assert_allclose(born, 0.1 + np.arange(1, len(born) + 1) / 64, atol=2e-6)
    assert len(born) == int((flow.time - 0.1) * 64)


def test_more_time_lets_an_emitter_go_on(simulate):
    """duration 0.1 -> 0.3 s at 0.2 s: births from then on, to 0.3 s."""
    simulation = simulate({"jet": jet(1203, lifetime=9, duration=0.1)})
    simulation.step(24)
    assert simulation.get("jet", Population).born == 120
    simulation.set("jet.emitter.duration", 0.3)
    simulation.step(60)
    assert simulation.get("jet", Population).born == 240


def test_the_newborn_take_along_what_they_inherit(simulate):
    """An emitter at 10 m/s that throws at 2 m/s upward, and gives half of its own velocity: (5, 2, 0); its own turn is none of it."""
    entity = {"velocity": [10, 0, 0], "rotation": [0, 90, 0]}
    start = {"box": {"min": [0, 2, 0], "max": [0, 2, 0]}}
    simulation = simulate({"jet": {**entity, **jet(100, lifetime=9, inherit_velocity=0.5, start_velocity=start)}})
    simulation.step(60)
    np.testing.assert_allclose(simulation.get("jet", Velocity).xyz, np.tile([5, 2, 0], (50, 1)), atol=1e-6)
