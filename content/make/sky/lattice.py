"""Noise on a lattice that repeats, and the sums made of it: arrays of any shape.

source: Perlin 2002, "Improving noise" (gradients, the fade of fifth degree); Musgrave in "Texturing and modeling", 1994 (ridges)
"""

from functools import lru_cache

import numpy as np

F = np.float32
LARGEST = 256  # points along a side of a lattice; finer octaves repeat sooner, where nobody sees it


def noise(x, y, period, seed, lift=0.0):
    """Gradient noise of x, y in about -1..1; whole `period`s away it is the same.

    lift: share of value noise in it. Without it all lattice points are 0, and what is folded there shows them in rows.
    """
    along, up, level = _points(period, seed)
    level = F(lift) * level
    i, j = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
    u, v = x.astype(F) - i.astype(F), y.astype(F) - j.astype(F)
    i0, j0, i1, j1 = i % period, j % period, (i + 1) % period, (j + 1) % period
    fade_u, fade_v = _fade(u), _fade(v)
    corners = [
        along[j, i] * (u - du) + up[j, i] * (v - dv) + level[j, i]
        for j, i, du, dv in ((j0, i0, 0, 0), (j0, i1, 1, 0), (j1, i0, 0, 1), (j1, i1, 1, 1))
    ]
    return F(1.5) * _mixed(_mixed(*corners[:2], fade_u), _mixed(*corners[2:], fade_u), fade_v)


@lru_cache(maxsize=64)
def _points(period, seed):
    """What stands at the points of a lattice: a unit gradient's two parts, and a value in -1..1, (period, period) each."""
    draw = np.random.default_rng(seed)
    turns = 2 * np.pi * draw.random((period, period)).astype(F)
    return np.cos(turns), np.sin(turns), 2 * draw.random((period, period)).astype(F) - 1


def _fade(t):
    return t * t * t * (t * (t * F(6) - F(15)) + F(10))


def _mixed(a, b, t):
    return a + (b - a) * t


def layers(x, y, period, octaves, seed, shape=lambda n: n, gain=0.5, seen=None, lift=0.0):
    """Sum of octaves of noise, each twice as fine and `gain` as strong; shape: what is made of the noise first.

    seen: width of what one ray sees, in units of x and y; octaves that are finer fade out.
    """
    total, amplitude = F(0), F(1)
    for octave in range(octaves):
        fine = 2**octave
        layer = amplitude * shape(noise(x * F(fine), y * F(fine), min(period * fine, LARGEST), seed + octave, lift))
        total = total + (layer if seen is None else layer * np.clip(F(2) - F(4 * fine) * seen, 0, 1))
        amplitude *= F(gain)
    return total


def ridge(n):
    """Crests where the noise is 0, 1 at the top."""
    return (1 - np.abs(n)) ** 2


def billow(n):
    """Puffs with creases between: the noise folded upward."""
    return 2 * np.abs(n) - F(0.6)
