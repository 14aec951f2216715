"""Noise on a lattice that repeats, and the sums made of it: arrays of any shape.

source: Perlin 2002, "Improving noise" (gradients, the fade of fifth degree); Musgrave in "Texturing and modeling", 1994 (ridges)
"""

import numpy as np

F = np.float32
GRADIENTS = 256  # directions that a lattice point chooses from


def noise(x, y, period, seed):
    """Gradient noise of x, y in about -1..1; whole `period`s away it is the same."""
    turns = 2 * np.pi * np.random.default_rng(seed).random((period, period)).astype(F)
    along, up = np.cos(turns), np.sin(turns)
    i, j = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
    u, v = x.astype(F) - i.astype(F), y.astype(F) - j.astype(F)
    i0, j0, i1, j1 = i % period, j % period, (i + 1) % period, (j + 1) % period
    fade_u, fade_v = _fade(u), _fade(v)
    low = _mixed(along[j0, i0] * u + up[j0, i0] * v, along[j0, i1] * (u - 1) + up[j0, i1] * v, fade_u)
    high = _mixed(along[j1, i0] * u + up[j1, i0] * (v - 1), along[j1, i1] * (u - 1) + up[j1, i1] * (v - 1), fade_u)
    return F(1.5) * _mixed(low, high, fade_v)


def _fade(t):
    return t * t * t * (t * (t * F(6) - F(15)) + F(10))


def _mixed(a, b, t):
    return a + (b - a) * t


def layers(x, y, period, octaves, seed, shape=lambda n: n, gain=0.5):
    """Sum of octaves of noise, each twice as fine and `gain` as strong; shape: what is made of the noise first."""
    total, amplitude = F(0), F(1)
    for octave in range(octaves):
        fine = 2**octave
        total = total + amplitude * shape(noise(x * F(fine), y * F(fine), min(period * fine, 1024), seed + octave))
        amplitude *= F(gain)
    return total


def ridge(n):
    """Crests where the noise is 0, 1 at the top."""
    return (1 - np.abs(n)) ** 2


def billow(n):
    """Puffs with creases between: the noise folded upward."""
    return 2 * np.abs(n) - F(0.6)
