"""Random numbers as a function of (seed, body, particle id, channel), never a stream.

The same particle always draws the same numbers, whatever else is born, edited or drawn on another thread. The shaders hold
a twin of `bits` that gives equal bits.
"""

import numpy as np

from engine.kernels.compile import F, lean

# channels, as numpy's integers: for plain ones the compiler would make `bits` anew for each value
LIFETIME = np.int64(0)
PLACE = np.int64(1)  # to 3
START = np.int64(4)  # to 7
COLOR = np.int64(8)  # to 11
MASS = np.int64(12)
SIZE = np.int64(13)
TEXTURE = np.int64(14)
TURN = np.int64(15)
FLUTTER = np.int64(16)  # to 18; the id is a cell of time
EDDIES = np.int64(20)  # to 22; the id is an octave
# 24 to 26 are the shaders' own, see hash.glsl
SCATTER = np.int64(32)  # + 2 hit and + 2 hit + 1

_LOW = np.uint64(0xFFFFFFFF)
_FACTOR, _OFFSET = np.uint64(1664525), np.uint64(1013904223)
_HALF_WORD, _BYTE = np.uint64(16), np.uint64(8)


@lean
def bits(seed, body, id, channel):
    """32 random bits, as uint32, for four integers of which the lowest 32 bits count.

    Computed in 64 bits and masked, so that compiled and interpreted never overflow and agree to the bit.
    source: Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020: PCG4D
    """
    x = (np.uint64(seed) & _LOW) * _FACTOR + _OFFSET & _LOW
    y = (np.uint64(body) & _LOW) * _FACTOR + _OFFSET & _LOW
    z = (np.uint64(id) & _LOW) * _FACTOR + _OFFSET & _LOW
    w = (np.uint64(channel) & _LOW) * _FACTOR + _OFFSET & _LOW
    x = x + y * w & _LOW
    y = y + z * x & _LOW
    z = z + x * y & _LOW
    w = w + y * z & _LOW
    x, y, z, w = x ^ x >> _HALF_WORD, y ^ y >> _HALF_WORD, z ^ z >> _HALF_WORD, w ^ w >> _HALF_WORD
    return np.uint32(x + y * w & _LOW)


@lean
def uniform(seed, body, id, channel):
    """A float32 uniform in [0, 1): the upper 24 bits, each of which float32 can hold."""
    return F(np.uint64(bits(seed, body, id, channel)) >> _BYTE) * F(2.0**-24)


@lean
def noise(seed, body, channel, t):
    """Smooth noise of time in [-1, 1], float64: hashed values at whole numbers t, joined with level tangents.

    source: Perlin, Improving Noise, 2002 (the fade 6 s^5 - 15 s^4 + 10 s^3), on values instead of gradients
    """
    cell = np.floor(t)
    s = t - cell
    before = 2.0 * uniform(seed, body, np.int64(cell), channel) - 1.0
    after = 2.0 * uniform(seed, body, np.int64(cell) + 1, channel) - 1.0
    return before + (after - before) * (s * s * s * (s * (6.0 * s - 15.0) + 10.0))
