import json
from pathlib import Path

import numpy as np
import pytest

from engine.kernels.wave import FULL, foam_decay, foam_deposit, wave_dimple, wave_dip, wave_step, wave_substeps

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "wave.json").read_text())


def steps(z, previous, l2x, l2z, kdt, n):
    """n steps; returns the heights and the ones before."""
    z, previous, out = z.copy(), previous.copy(), np.empty_like(z)
    for _ in range(n):
        wave_step(z, previous, out, z.dtype.type(l2x), z.dtype.type(l2z), z.dtype.type(kdt))
        z, previous, out = out, z, previous
    return z, previous


def mode(shape, p, q):
    """A standing wave of the grid: cos(pi p (i + 1/2) / n) cos(pi q (j + 1/2) / m)."""
    i, j = (np.arange(n) + 0.5 for n in shape)
    return np.outer(np.cos(np.pi * p * i / shape[0]), np.cos(np.pi * q * j / shape[1]))


def test_the_table_of_the_reference():
    """A 6 x 5 surface after 1, 2, 5 and 10 steps, to 1e-12."""
    table = REFERENCE["table"]
    start = np.array(table["initial"])
    for n, heights in table["after_steps"]["edge"].items():
        assert np.abs(steps(start, start, table["l2"], table["l2"], table["k_dt"], int(n))[0] - np.array(heights)).max() < 1e-12


def test_modes_decay_and_turn_as_the_theory_says():
    """Every oscillating mode shrinks by sqrt(1 - k dt) a step and turns by its phase: the amplitudes of the reference, to 1e-9."""
    for m in REFERENCE["modes"]:
        if m["border"] == "edge":
            shape = mode(m["shape"], *m["mode"])
            before = np.cos(m["phase_per_step_rad"]) / m["growth_per_step"]  # its amplitude one step earlier
            for n, amplitude in m["amplitude_at_steps"].items():
                z = steps(shape, before * shape, m["l2"], m["l2"], m["k_dt"], int(n))[0]
                assert np.abs(z - amplitude * shape).max() < 1e-9
            assert m["growth_per_step"] == pytest.approx(np.sqrt(1 - m["k_dt"]))


@pytest.mark.parametrize("limit", REFERENCE["cfl"])
def test_both_sides_of_the_stability_limit(limit):
    """l2 <= 1/2 - k dt / 4 stays bounded for 2,000 steps on the most rapid mode; a hundredth more explodes."""
    shape = mode((16, 16), 15, 15) + 0.1 * mode((16, 16), 1, 2)
    below, above = (
        steps(shape, shape, l2, l2, limit["k_dt"], 2000)[0] for l2 in (0.999 * limit["l2_max_theory"], 1.02 * limit["l2_max_theory"])
    )
    assert np.abs(below).max() < 50 and not np.abs(above).max() < 1e6


def test_substeps_hold_the_limit():
    """The number chosen is stable, one less is not."""
    for speed, damping, hx, hz, dt in ((1.0, 0.3, 0.02, 0.02, 1 / 120), (4.0, 0.0, 0.05, 0.02, 1 / 30), (0.1, 200.0, 0.1, 0.1, 1 / 60)):
        n = wave_substeps(speed, damping, hx, hz, dt)

        def stable(n, speed=speed, damping=damping, hx=hx, hz=hz, dt=dt):
            h = dt / n
            return (speed * h) ** 2 * (hx**-2 + hz**-2) <= 1 - damping * h / 2 and damping * h <= 1

        assert stable(n) and (n == 1 or not stable(n - 1))


def test_unequal_spacings_travel_equally_fast():
    """A ridge along x with spacing h and l2x moves as the same ridge along z: the transposed problem has the transposed solution, to 1e-6."""
    z = np.random.default_rng(0).normal(size=(9, 14)).astype(np.float32)
    a, _ = steps(z, z, 0.2, 0.31, 0.01, 20)
    b, _ = steps(np.ascontiguousarray(z.T), np.ascontiguousarray(z.T), 0.31, 0.2, 0.01, 20)
    assert np.abs(a - b.T).max() < 1e-6


def test_the_mean_is_conserved():
    """The ghost border keeps the mean: 1e-13 in float64 over 500 steps; float32 rounds it by a few 1e-5 of the heights in 2,000."""
    z = np.random.default_rng(1).normal(size=(32, 24))
    assert steps(z, z, 0.25, 0.25, 0.01, 500)[0].mean() == pytest.approx(z.mean(), abs=1e-13)
    z = (z - z.mean() + 0.5).astype(np.float32)
    assert steps(z, z, 0.25, 0.25, 0.0, 2000)[0].mean(dtype=float) == pytest.approx(0.5, abs=3e-4)


def test_mirrored_water_stays_mirrored():
    """A surface that is its own mirror image across both axes remains so to the bit."""
    z = np.random.default_rng(2).normal(size=(20, 20)).astype(np.float32)
    z = z + z[::-1]
    z = z + z[:, ::-1]
    z, _ = steps(z, z, 0.25, 0.25, 0.01, 200)
    assert (z == z[::-1]).all() and (z == z[:, ::-1]).all()


def splashes(n, size):
    """n splashes over and beside a surface of this size."""
    rng = np.random.default_rng(3)
    return np.stack([rng.uniform(-0.6, 0.6, n) * size, rng.uniform(-0.6, 0.6, n) * size, rng.uniform(0.5, 1, n)]).astype(np.float32)


@pytest.mark.parametrize("press", ["dip", "dimple"])
def test_a_splash_keeps_the_mean(press):
    """Dip and dimple keep the mean of both heights, at the border too, and leave the velocity z - previous as it was."""
    z = np.zeros((32, 32))
    previous, drops = z.copy(), splashes(200, 1.0)
    if press == "dip":
        hit = wave_dip(z, previous, drops, 200, 0.0, 0.0, 1 / 32, 1 / 32, 0.002)
    else:
        hit = wave_dimple(z, previous, drops, 200, 0.0, 0.0, 1 / 32, 1 / 32, 0.002, 0.08)
    assert 100 < hit < 200 and abs(z.mean()) < 1e-14 and (z == previous).all() and z.min() < -0.001


def test_a_dip_lowers_the_nearest_node():
    """One splash over node (3, 5) lowers this node by depth less its share of what is given back."""
    z = np.zeros((8, 10))
    previous = z.copy()
    x, z0 = (3 + 0.5) * 0.1 - 0.4 + 2, (5 + 0.5) * 0.1 - 0.5 - 1
    wave_dip(z, previous, np.array([[x], [z0], [1]], np.float32), 1, 2.0, -1.0, 0.1, 0.1, 0.01)
    assert np.unravel_index(z.argmin(), z.shape) == (3, 5) and z.min() == pytest.approx(-0.01 + 0.01 / 80)


def test_froth_is_laid_and_fades():
    """What lies inside the surface is conserved, a node never holds more than the limit, and decay is a factor."""
    foam = np.zeros((16, 16), np.float32)
    drops = splashes(50, 0.8)
    foam_deposit(foam, drops, 50, 0.0, 0.0, 1 / 16, 1 / 16, 0.01)
    assert foam.sum() == pytest.approx(0.5, rel=1e-5)
    foam_deposit(foam, drops, 50, 0.0, 0.0, 1 / 16, 1 / 16, 100.0)
    assert foam.max() == FULL
    foam_decay(foam, np.float32(0.5))
    assert foam.max() == FULL / 2
    for _ in range(25):
        foam_decay(foam, np.float32(0.5))
    assert (foam == 0).all()


def test_compiled_is_interpreted():
    """The same step and dimple without the compiler, to 1e-6."""
    z = np.random.default_rng(5).normal(size=(7, 6)).astype(np.float32)
    out, again = np.empty_like(z), np.empty_like(z)
    wave_step(z, z, out, np.float32(0.2), np.float32(0.3), np.float32(0.01))
    wave_step.py_func(z, z, again, np.float32(0.2), np.float32(0.3), np.float32(0.01))
    assert np.abs(out - again).max() < 1e-6
