"""Long-range attachments: no mass strays farther from an anchor than the springs between them can stretch.

source: Kim, Chentanez, Mueller, "Long range attachments", 2012. A sweep carries a pull only from mass to mass; a tether carries it at
once from the pins to all. Which masses need which tethers, and how long: kernels/anchors.py. As springs do (kernels/xpbd.py), a tether pulls along
the line on which it was at the start of the substep, so that a cloth swings back as high as it came from.
"""

import numpy as np

from engine.kernels.compile import F, lean
from engine.kernels.xpbd import NOWHERE, TURNED, U

NOW, THEN = 0, 3  # rows of masses.spare, three each: the way from a mass to its anchor, now and at the start of the substep


@lean
def hold(tethers, masses, u):
    """Pull masses, where they are not held themselves, back to the ends of their tethers, one tether after the other.

    u [m] (3, slots), how far they move in the substep, and masses.x, where that leads, are changed.
    The rows 0 to 5 of masses.spare are scratch.
    """
    x, spare, n = masses.x, masses.spare, masses.used
    for k in range(len(tethers.anchor)):
        anchor, length = tethers.anchor[k], tethers.length[k]
        if _ways(anchor, x, spare, NOW, n) and _ways(anchor, masses.start, spare, THEN, n):
            ease = _ease(spare, length, masses.inverse, n)
            _moves(spare[0], spare[1], spare[2], spare[3], spare[4], spare[5], length, ease, masses.inverse, n)
            for axis in range(3):
                _add(u[axis], x[axis], spare[axis], n)


@lean
def _ways(anchor, x, spare, row, n):
    """The ways from masses 0 to n to their anchors, in three rows of spare; of a mass without one: none. Whether there is any."""
    others, one = 0, anchor[0]
    for i in range(U(n)):
        others += anchor[i] != one
    if others == 0:
        if one >= 0:
            for axis in range(3):
                _way(x[axis], x[axis, one], spare[row + axis], n)
        return one >= 0
    for i in range(n):
        a = anchor[i] if anchor[i] >= 0 else i
        spare[row, i], spare[row + 1, i], spare[row + 2, i] = x[0, a] - x[0, i], x[1, a] - x[1, i], x[2, a] - x[2, i]
    return True


@lean
def _way(x, to, way, n):
    for i in range(U(n)):
        way[i] = to - x[i]


@lean
def _ease(spare, length, inverse, n):
    """How many times too far from its anchor the farthest held mass is led, at least 1.

    Else tethers of two anchors that are torn apart could not both hold, and the sheet would be laid in a heap at the end of one of them.
    """
    ease = F(1)
    for i in range(n):
        if inverse[i] == 0 and length[i] > 0:
            a, b, c = spare[NOW, i], spare[NOW + 1, i], spare[NOW + 2, i]
            ease = max(ease, np.sqrt(a * a + b * b + c * c) / length[i])
    return ease


@lean
def _moves(d0, d1, d2, s0, s1, s2, length, ease, inverse, n):
    """Turn the ways d to the anchors into what each mass moves: t s with |d - t s| the length, or, where s is no direction, t d."""
    for i in range(U(n)):
        most = ease * length[i]
        p, q, r = d0[i] - s0[i], d1[i] - s1[i], d2[i] - s2[i]
        dd, ds = d0[i] * d0[i] + d1[i] * d1[i] + d2[i] * d2[i], d0[i] * s0[i] + d1[i] * s1[i] + d2[i] * s2[i]
        ss = s0[i] * s0[i] + s1[i] * s1[i] + s2[i] * s2[i]
        far = dd - most * most
        root = ds * ds - ss * far
        is_turned = (p * p + q * q + r * r > TURNED * dd) | (root < 0)
        t = F(1) - most / np.sqrt(max(dd, NOWHERE)) if is_turned else far / (ds + np.sqrt(root))
        t = t if (far > 0) & (inverse[i] > 0) else F(0)
        d0[i], d1[i], d2[i] = t * (d0[i] if is_turned else s0[i]), t * (d1[i] if is_turned else s1[i]), t * (d2[i] if is_turned else s2[i])


@lean
def _add(u, x, way, n):
    for i in range(U(n)):
        u[i] += way[i]
        x[i] += way[i]
