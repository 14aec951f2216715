"""Long-range attachments: no mass strays farther from an anchor than the springs between them can stretch.

source: Kim, Chentanez, Mueller, "Long range attachments", 2012. A sweep carries a pull only from mass to mass; a tether carries it at
once from the pins to all. Which masses need which tethers, and how long: kernels/reach.py.
"""

import numpy as np

from engine.kernels.compile import F, lean
from engine.kernels.xpbd import NOWHERE, U


@lean
def hold(tethers, masses, u):
    """Pull masses, where they are not held themselves, back to the ends of their tethers, one tether after the other.


    u [m] (3, slots), how far they move in the substep, and masses.x, where that leads, are changed.
    The rows 0 to 3 of masses.spare are scratch.
    """
    x, spare, n = masses.x, masses.spare, masses.used
    for k in range(len(tethers.anchor)):
        if _anchors(tethers.anchor[k], x, spare, n):
            ease = _ease(x, spare, tethers.length[k], masses.inverse, n)
            _shares(x[0], x[1], x[2], spare[0], spare[1], spare[2], tethers.length[k], ease, masses.inverse, spare[3], n)
            for axis in range(3):
                _pull(u[axis], x[axis], spare[axis], spare[3], n)


@lean
def _anchors(anchor, x, spare, n):
    """Where the anchors of masses 0 to n are, in the rows 0 to 2 of spare; of a mass without one: itself. Whether there is any."""
    others, one = 0, anchor[0]
    for i in range(U(n)):
        others += anchor[i] != one
    if others == 0:
        if one >= 0:
            spare[0, :n], spare[1, :n], spare[2, :n] = x[0, one], x[1, one], x[2, one]
        return one >= 0
    for i in range(n):
        a = anchor[i] if anchor[i] >= 0 else i
        spare[0, i], spare[1, i], spare[2, i] = x[0, a], x[1, a], x[2, a]
    return True


@lean
def _ease(x, spare, length, inverse, n):
    """How many times too far from its anchor the farthest held mass is led, at least 1.

    Else tethers of two anchors that are torn apart could not both hold, and the sheet would be laid in a heap at the end of one of them.
    """
    ease = F(1)
    for i in range(n):
        if inverse[i] == 0 and length[i] > 0:
            a, b, c = spare[0, i] - x[0, i], spare[1, i] - x[1, i], spare[2, i] - x[2, i]
            ease = max(ease, np.sqrt(a * a + b * b + c * c) / length[i])
    return ease


@lean
def _shares(x0, x1, x2, a0, a1, a2, length, ease, inverse, share, n):
    """What share of the way to its anchor each mass goes."""
    for i in range(U(n)):
        x, y, z = a0[i] - x0[i], a1[i] - x1[i], a2[i] - x2[i]
        far = F(1) - ease * length[i] / np.sqrt(max(x * x + y * y + z * z, NOWHERE))
        share[i] = far if (far > 0) & (inverse[i] > 0) else F(0)


@lean
def _pull(u, x, a, share, n):
    for i in range(U(n)):
        way = share[i] * (a[i] - x[i])
        u[i] += way
        x[i] += way
