"""Tangents of a curve through keys, and angles made continuous; plain array maths, for all keys at once.

Rows are keys. `before` and `after` are the steps P_i - P_i-1 and P_i+1 - P_i (n, k), which may be positions, angles, or turning vectors.
"""

import numpy as np


def kochanek_bartels(before, after, shape):
    """Tangents (TS, TD) (n, k) with which the curve arrives at each key and leaves it; shape (n, 3): tension, continuity, bias.

    TS_i = (1 - t) ((1 - c)(1 + b) before_i + (1 + c)(1 - b) after_i) / 2
    TD_i = (1 - t) ((1 + c)(1 + b) before_i + (1 - c)(1 - b) after_i) / 2
    source: Kochanek, Bartels, Interpolating splines with local tension, continuity, and bias control, 1984
    """
    t, c, b = (column[:, None] for column in shape.T)
    arriving = (1 - t) * ((1 - c) * (1 + b) * before + (1 + c) * (1 - b) * after) / 2
    return arriving, (1 - t) * ((1 + c) * (1 + b) * before + (1 - c) * (1 - b) * after) / 2


def adjusted(arriving, leaving, durations):
    """The tangents of keys with unequal times between them, so that speed is continuous; durations (n,) [s] after each key, round the ring.

    TS_i *= 2 d_i-1 / (d_i-1 + d_i),  TD_i *= 2 d_i / (d_i-1 + d_i)
    source: the same, section 4
    """
    before = np.roll(durations, 1)
    both = (before + durations)[:, None]
    return arriving * (2 * before[:, None] / both), leaving * (2 * durations[:, None] / both)


def natural(arriving, leaving, after):
    """Let the two ends of an open curve go straight on (second derivative 0); changed in place. after: steps (n, k), the last is not used."""
    if len(after) == 2:
        leaving[0] = arriving[1] = after[0]
    elif len(after) > 2:
        leaving[0] = 1.5 * after[0] - arriving[1] / 2
        arriving[-1] = 1.5 * after[-2] - leaving[-2] / 2


def unwrapped(degrees, closed):
    """Angles (n, k) that take the shorter way from key to key, and what a whole lap adds to them (k,), 0 where the path is open.

    u_k+1 = u_k + ((a_k+1 - u_k + 180) mod 360 - 180); whole turns are added to the angles as written, so nothing is lost to sums.
    """
    following = np.roll(degrees, -1, axis=0)
    step = following - degrees
    laps = np.cumsum(np.rint(((step + 180) % 360 - 180 - step) / 360), axis=0)
    result = degrees.copy()
    result[1:] += 360 * laps[:-1]
    return result, 360 * laps[-1] if closed else np.zeros(degrees.shape[1])


def vectors(turns):
    """Turning vectors (n, 3) [rad] of unit quaternions (n, 4) x, y, z, w, by the shorter way."""
    turns = np.where(turns[:, 3:] < 0, -turns, turns)
    size = np.linalg.norm(turns[:, :3], axis=1)
    angle = 2 * np.arctan2(size, turns[:, 3])
    return turns[:, :3] * np.where(size > 1e-12, angle / np.maximum(size, 1e-300), 2.0)[:, None]


def turns(vectors):
    """Unit quaternions (n, 4) of turning vectors (n, 3) [rad]."""
    angle = np.linalg.norm(vectors, axis=1)[:, None]
    return np.concatenate([vectors * np.sinc(angle / (2 * np.pi)) / 2, np.cos(angle / 2)], axis=1)


def after(a, b):
    """The turn a after b, row by row (n, 4)."""
    va, wa, vb, wb = a[:, :3], a[:, 3:], b[:, :3], b[:, 3:]
    return np.concatenate([wa * vb + wb * va + np.cross(va, vb), wa * wb - (va * vb).sum(1, keepdims=True)], axis=1)


def inverse(turns):
    """The turns back."""
    return turns * [-1.0, -1.0, -1.0, 1.0]
