"""Noise that a liquid could move by: random, smooth, and without divergence.

source: Bridson, Hourihan, Nordenstam, Curl-noise for procedural fluid flow, SIGGRAPH 2007: the curl of a random vector potential. Ours is
Perlin's gradient noise (Improving Noise, 2002) whose gradients at a corner c are those of a_c x (p - c), with one random vector a_c:

    psi = sum of W_c a_c x d_c,   d_c = p - c,   curl psi = sum of 2 W_c a_c + grad W_c x (a_c x d_c)

so that three numbers a corner are enough where three fields of noise would need nine, and the derivatives are exact.
"""

import numpy as np

from engine.kernels.compile import F, inlined

_LOW = np.uint64(0xFFFFFFFF)
_X, _Y, _Z = np.uint64(0x8DA6B343), np.uint64(0xD8163841), np.uint64(0xCB1AB31F)
_FIRST, _SECOND = np.uint64(0x7FEB352D), np.uint64(0x846CA68B)
_HALF, _ODD, _TEN, _TWENTY, _TENTH = np.uint64(16), np.uint64(15), np.uint64(10), np.uint64(20), np.uint64(1023)

# 1 / root of the mean square of curl psi, each number of a_c uniform in -1 to 1 (tests/kernels/test_kernel_fields.py does the integral)
UNIT = 0.8266924475863171


@inlined
def _hash(h):
    """32 bits stirred. source: Wellons, Prospecting for Hash Functions, 2018: lowbias32"""
    h = (h ^ h >> _HALF) * _FIRST & _LOW
    h = (h ^ h >> _ODD) * _SECOND & _LOW
    return h ^ h >> _HALF


@inlined
def _number(h):
    """-1 to 1 of ten bits."""
    return F(np.int32(h & _TENTH)) * F(2.0 / 1023.0) - F(1)


@inlined
def _corner(h, dx, dy, dz, wx, wy, wz, gx, gy, gz):
    """A corner's part of curl psi and of psi; w: its weights along the axes, g: their slopes."""
    h = _hash(h)
    a, b, c = _number(h), _number(h >> _TEN), _number(h >> _TWENTY)
    p, q, r = b * dz - c * dy, c * dx - a * dz, a * dy - b * dx
    w, yz = wx * wy * wz, wy * wz
    sx, sy, sz, twice = gx * yz, wx * gy * wz, wx * wy * gz, w + w
    return twice * a + (sy * r - sz * q), twice * b + (sz * p - sx * r), twice * c + (sx * q - sy * p), w * p, w * q, w * r


@inlined
def _sum(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@inlined
def curl(x, y, z, seed):
    """Curl psi, times UNIT so that its mean square is 1, and psi, times the same, at a place in cells (float64); six float32.

    seed  uint64 of 32 bits
    """
    i, j, k = np.floor(x), np.floor(y), np.floor(z)
    u, v, w = F(x - i), F(y - j), F(z - k)
    one, n = F(1), F(UNIT)
    p, q, r = u - one, v - one, w - one
    # weight of the far corner along each axis, and its slope
    fu, fv, fw = (
        u * u * u * (u * (u * F(6) - F(15)) + F(10)),
        v * v * v * (v * (v * F(6) - F(15)) + F(10)),
        w * w * w * (w * (w * F(6) - F(15)) + F(10)),
    )
    su, sv, sw = F(30) * u * u * p * p, F(30) * v * v * q * q, F(30) * w * w * r * r
    eu, ev, ew = one - fu, one - fv, one - fw
    a0, b0, c0 = _cell(i) * _X & _LOW, _cell(j) * _Y & _LOW, (_cell(k) * _Z & _LOW) + seed
    a1, b1, c1 = a0 + _X & _LOW, b0 + _Y & _LOW, c0 + _Z
    s = _sum(
        _sum(
            _sum(
                _corner(a0 ^ b0 ^ c0 & _LOW, u, v, w, eu, ev, ew, -su, -sv, -sw),
                _corner(a1 ^ b0 ^ c0 & _LOW, p, v, w, fu, ev, ew, su, -sv, -sw),
            ),
            _sum(
                _corner(a0 ^ b1 ^ c0 & _LOW, u, q, w, eu, fv, ew, -su, sv, -sw),
                _corner(a1 ^ b1 ^ c0 & _LOW, p, q, w, fu, fv, ew, su, sv, -sw),
            ),
        ),
        _sum(
            _sum(
                _corner(a0 ^ b0 ^ c1 & _LOW, u, v, r, eu, ev, fw, -su, -sv, sw),
                _corner(a1 ^ b0 ^ c1 & _LOW, p, v, r, fu, ev, fw, su, -sv, sw),
            ),
            _sum(
                _corner(a0 ^ b1 ^ c1 & _LOW, u, q, r, eu, fv, fw, -su, sv, sw),
                _corner(a1 ^ b1 ^ c1 & _LOW, p, q, r, fu, fv, fw, su, sv, sw),
            ),
        ),
    )
    return n * s[0], n * s[1], n * s[2], n * s[3], n * s[4], n * s[5]


@inlined
def _cell(i):
    """A cell's number, the lowest 32 bits of it."""
    return np.uint64(np.int64(i)) & _LOW
