"""Water, through a scene."""

import numpy as np
import pytest
from small_scenes import GRAVITY, STEP, jet

from engine.components import Position, WaveSurface
from engine.systems import wave

POOL = {"wave_surface": {"size": [2, 2], "nodes": [32, 32]}}


def hits(simulation, name, ticks, monkeypatch):
    """How many splashes a water takes in each of so many ticks."""
    counted, dip = [], wave.wave_dip
    monkeypatch.setattr(wave, "wave_dip", lambda z, p, queue, n, *rest: (counted.append((z is mine, n)), dip(z, p, queue, n, *rest)))
    mine = simulation.get(name, WaveSurface).height
    simulation.step(ticks)
    return [n for here, n in counted if here]


def test_a_fall_disturbs_once_until_risen_again(simulate, monkeypatch):
    """A ball that bounces on the ground below the water disturbs it each time it comes down from above, never on its way up."""
    entities = {
        "ball": {"position": [0, 1, 0], "mass": 1},
        "weight": GRAVITY,
        "ground": {"position": [0, -0.5, 0], "shape": {"plane": {}}, "collider": {"restitution": 1}},
        "pool": POOL,
    }
    simulation = simulate(entities)
    fall, period = np.sqrt(2 / 9.82), 2 * np.sqrt(2 * 1.5 / 9.82)
    expected = [int(fall / STEP) + 0, int((fall + period) / STEP)]
    found = np.flatnonzero(hits(simulation, "pool", 240, monkeypatch))
    np.testing.assert_allclose(found[:2], expected, atol=1)
    assert len(found) == 1 + int((2 - fall) / period)


def test_two_waters_take_their_own_splashes(simulate, monkeypatch):
    """Waters at different places and levels; affects: the second is disturbed by the second jet alone."""
    burst = jet(0, bursts=[{"time": 0, "count": 9}], lifetime=9)
    entities = {
        "one": {"position": [0, 0.5, 0], **burst},
        "two": {"position": [5, 0.5, 0], **burst},
        "weight": GRAVITY,
        "left": {**POOL},
        "right": {"position": [5, -0.3, 0], **POOL, "affects": ["two"]},
        "under_one": {"position": [0, -0.3, 0], **POOL, "affects": ["two"]},
    }
    simulation = simulate(entities)
    simulation.step(1)
    for name, count in (("left", 9), ("right", 9), ("under_one", 0)):
        simulation.restart()
        assert sum(hits(simulation, name, 90, monkeypatch)) == count
        monkeypatch.undo()


@pytest.mark.parametrize("splash", [{"depth": 0.002}, {"impulse": 2, "radius": 0.15}])
def test_the_level_stays(simulate, splash):
    """After 2,000 ticks of splashes the mean height is what it was: 0, to a millionth of a metre."""
    pool = {"wave_surface": {"size": [2, 2], "nodes": [24, 24], "splash": splash}}
    rain = {"position": [0, 0.3, 0], **jet(200, lifetime=0.4, shape={"box": {"size": [2, 0.1, 2]}})}
    simulation = simulate({"rain": rain, "weight": GRAVITY, "pool": pool})
    simulation.step(2000)
    water = simulation.get("pool", WaveSurface)
    assert np.abs(water.height).max() > 1e-4
    assert abs(water.height.mean(dtype=float)) < 1e-6
    assert 0 < water.foam.max() <= 1.5


def test_water_that_asks_too_much_runs_slower_and_says_so(simulate):
    """Any speed and damping that a file may give: at most 256 substeps a tick, the heights stay finite, one message."""
    fast, thick = ({"wave_surface": {"size": [2, 2], "nodes": [32, 32], **each}} for each in ({"speed": 1e30}, {"damping": 1e30}))
    simulation = simulate({"fast": fast, "thick": thick, "slow": POOL})
    for name in simulation.names():
        water = simulation.get(name, WaveSurface)
        water.height[16, 16] = water.previous[16, 16] = 0.1
    simulation.step(20)
    for name in simulation.names():
        water = simulation.get(name, WaveSurface)
        assert np.abs(water.height).max() < 0.2 and water.step >= STEP / 257
    assert [m.split(",")[0] for m in simulation.messages] == [
        "made.yaml:1: fast: its waves would need more than 256 substeps a tick; they run at 1.36e+03 m/s; write fewer nodes or a shorter time.step"
    ]
    simulation.set("fast.wave_surface.speed", 2e30)
    simulation.step(2)
    assert len(simulation.messages) == 2


def test_an_edit_of_the_speed_never_lifts_the_water(simulate):
    """speed 50 -> 1 while a standing wave 0.1 m high passes its level, where all it has is speed: it does not rise above 0.1 m (with the
    speed of the water kept it would rise to 5 m); 1 -> 50: it gets lower."""
    shape = 0.1 * np.cos(np.pi * (np.arange(32) + 0.5) / 32)[:, None]
    for old, new in ((50, 1), (1, 50)):
        simulation = simulate({"pool": {"wave_surface": {**POOL["wave_surface"], "speed": old, "damping": 0}}})
        water = simulation.get("pool", WaveSurface)
        simulation.step()
        water.height[:], water.previous[:] = 0, -shape * np.sin(np.pi / 2 * old * water.step)
        simulation.set("pool.wave_surface.speed", new)
        highest = 0.0
        for _ in range(300):
            simulation.step()
            highest = max(highest, float(np.abs(water.height).max()))
        assert 0.0005 < highest < 0.11


def test_a_change_of_step_keeps_the_speed_of_the_water(simulate):
    """`previous` is so long ago as one wave step: after a change of the step the water's velocity (z - previous) / h is the same."""
    simulation = simulate({"pool": POOL})
    simulation.step()
    water = simulation.get("pool", WaveSurface)
    water.previous[:] = -0.01 * water.step
    wave._retime(water, water.step / 4)
    np.testing.assert_allclose((water.height - water.previous) / water.step, 0.01, rtol=1e-5)


def test_resampled_water_does_not_rise(simulate):
    """A heap near one corner, seen by grids that do not fit each other: the mean height is what it was."""
    simulation = simulate({"pool": POOL})
    water = simulation.get("pool", WaveSurface)
    water.height[2:5, 3:4] = water.previous[2:5, 3:4] = 0.3
    mean = water.height.mean(dtype=float)
    for nodes in ([9, 41], [50, 7], [32, 32]):
        simulation.set("pool.wave_surface.nodes", nodes)
        assert water.height.mean(dtype=float) == pytest.approx(mean, rel=1e-4)
        assert water.previous.mean(dtype=float) == pytest.approx(mean, rel=1e-4)


def test_a_view_of_the_water_may_be_written_and_stays_the_water(simulate):
    """The arrays that get() gives are the water, before and after a tick."""
    simulation = simulate({"pool": POOL, "ball": {"mass": 1}})
    height = simulation.get("pool", WaveSurface).height
    height[16, 16] = 0.1
    simulation.step()
    assert simulation.get("pool", WaveSurface).height is height
    assert 0 < height[16, 17] and height[16, 16] != np.float32(0.1)
    assert simulation.get("ball", Position).rows.dtype == np.float32
