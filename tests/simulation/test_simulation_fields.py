"""What pushes particles."""

import json
from pathlib import Path

import numpy as np
import pytest
from small_scenes import GRAVITY, jet

from engine.components import Life, Position, Velocity

PROJECTILE = json.loads((Path(__file__).parents[1] / "reference" / "projectile.json").read_text())
BURST = {"rate": 0, "bursts": [{"time": 0, "count": 50}], "lifetime": 9}
SPRAY = {**BURST, "start_velocity": {"cone": {"spread": 30, "speed": [1, 3]}}}


@pytest.mark.parametrize("step", [1 / 15, 1 / 120, 1 / 240])
def test_a_free_particle_flies_the_parabola(simulate, step):
    """x = x0 + v t + g t^2 / 2, exactly, at any step."""
    simulation = simulate({"ball": {"position": [0, 1, 0], "velocity": [1, 4, -1], "mass": 1}, "weight": GRAVITY}, time={"step": step})
    simulation.step(round(1 / step))
    t = simulation.time
    np.testing.assert_allclose(simulation.get("ball", Position).xyz[0], [t, 1 + 4 * t - 4.91 * t * t, -t], atol=3e-5)


@pytest.mark.parametrize("step", [0.05, 0.01])
@pytest.mark.parametrize("sample", PROJECTILE["samples"], ids=lambda s: f"{s['t']} s")
def test_a_projectile_with_drag_is_the_reference(simulate, sample, step):
    """Against the closed form of m a = m g - c v, exactly, at any step."""
    given = PROJECTILE["inputs"]
    ball = {"position": given["x0"], "velocity": given["v0"], "mass": given["mass"]}
    entities = {"ball": ball, "weight": {"gravity": {"acceleration": given["gravity"]}}, "air": {"drag": {"coefficient": given["drag_c"]}}}
    simulation = simulate(entities, time={"step": step})
    simulation.step(round(sample["t"] / step))
    np.testing.assert_allclose(simulation.get("ball", Position).xyz[0], sample["x"], rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(simulation.get("ball", Velocity).xyz[0], sample["v"], rtol=1e-5, atol=1e-5)


def test_euler_falls_the_discrete_parabola(simulate):
    """Symplectic Euler falls by exactly g h^2 n (n + 1) / 2, of a scene or of a single body."""
    entities = {"ball": {"mass": 1}, "exact": {"mass": 1, "solver": "auto"}, "weight": GRAVITY}
    simulation = simulate(entities, time={"step": 0.01, "solver": "euler"})
    simulation.step(100)
    assert simulation.get("ball", Position).xyz[0, 1] == pytest.approx(-9.82 * 1e-4 * 100 * 101 / 2, abs=1e-5)
    assert simulation.get("exact", Position).xyz[0, 1] == pytest.approx(-9.82 / 2, abs=1e-5)


def test_plain_wind_bends_the_whole_jet_at_once(simulate):
    """f = s w moves each particle of age a by s w a^2 / (2 m), whatever its velocity: against the same jet without wind."""
    still = simulate({"jet": jet(**SPRAY), "weight": GRAVITY})
    windy = simulate({"jet": jet(**SPRAY), "weight": GRAVITY, "breeze": {"wind": {"velocity": [2, 0, -1], "particles": 0.003}}})
    for simulation in (still, windy):
        simulation.step(60)
    moved = windy.get("jet", Position).xyz - still.get("jet", Position).xyz
    age = windy.get("jet", Life).age[0]
    np.testing.assert_allclose(moved, np.tile(np.array([2, 0, -1]) * 0.003 / 0.001 * age**2 / 2, (50, 1)), atol=1e-5)


def test_relative_wind_carries_to_its_own_speed(simulate):
    """f = s (w - v) with weight ends at v = w + m g / s."""
    wind = {"velocity": [2, 0, 0], "particles": 0.005, "particle_model": "relative"}
    simulation = simulate({"jet": jet(**SPRAY), "weight": GRAVITY, "breeze": {"wind": wind}})
    simulation.step(600)
    np.testing.assert_allclose(simulation.get("jet", Velocity).xyz, np.tile([2, -9.82 / 5, 0], (50, 1)), atol=1e-5)


def test_drag_by_mass_and_by_particle(simulate):
    """rate r: v = v0 exp(-r t), whatever the mass; coefficient c: v0 exp(-c t / m)."""
    entities = {
        "light": {"mass": 0.5, "velocity": [3, 0, 0]},
        "heavy": {"mass": 2, "velocity": [3, 0, 0]},
        "air": {"drag": {"rate": 0.7}, "affects": ["light"]},
        "oil": {"drag": {"coefficient": 0.6}, "affects": ["heavy"]},
    }
    simulation = simulate(entities)
    simulation.step(120)
    assert simulation.get("light", Velocity).xyz[0, 0] == pytest.approx(3 * np.exp(-0.7), rel=1e-5)
    assert simulation.get("heavy", Velocity).xyz[0, 0] == pytest.approx(3 * np.exp(-0.3), rel=1e-5)


def test_a_gust_comes_and_goes_within_its_strength(simulate):
    """A gust multiplies the wind by 1 + strength n, n in -1 to 1, and the same seed gives the same gust."""
    wind = {"velocity": [1, 0, 0], "particles": 1, "gust": {"strength": 0.5, "period": 0.5}}
    runs = []
    for _ in range(2):
        simulation = simulate({"ball": {"mass": 1}, "breeze": {"wind": wind}}, seed=4)
        speed = []
        for _ in range(600):
            simulation.step()
            speed.append(simulation.get("ball", Velocity).xyz[0, 0])
        runs.append(speed)
    push = np.diff(runs[0], prepend=0) * 120
    assert runs[0] == runs[1]
    assert 0.5 - 1e-3 <= push.min() < 0.9 and 1.1 < push.max() <= 1.5 + 1e-3


def test_affects_names_the_only_bodies_acted_on(simulate):
    """Of two balls the one that is named falls, the other stays."""
    simulation = simulate({"one": {"mass": 1}, "other": {"mass": 1}, "weight": {**GRAVITY, "affects": ["one"]}})
    simulation.step(10)
    assert simulation.get("one", Position).xyz[0, 1] < 0
    assert simulation.get("other", Position).xyz[0, 1] == 0


def test_energy_in_free_flight_is_conserved(simulate):
    """m v^2 / 2 - m g . x stays what it was: m v0^2 / 2 = 12.5 J."""
    simulation = simulate({"ball": {"mass": 1, "velocity": [3, 4, 0]}, "weight": GRAVITY})
    simulation.step(1)
    assert simulation.energy("ball") == pytest.approx(12.5, rel=1e-5)
    simulation.step(200)
    assert simulation.energy("ball") == pytest.approx(12.5, rel=1e-4)
    with pytest.raises(KeyError):
        simulation.energy("weight")
