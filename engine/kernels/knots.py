"""Knots: where a sheet has gone through itself, springs that hold each other stretched, and what undoes them.

One sweep makes each spring as long as it should be, whatever its neighbours ask; where they cannot all be right, as in a fold with a few masses on
the wrong side, the sweep ends each substep where it began, at any stretch. True springs would pull with k times that stretch and tear the
fold open. Instead the springs of such masses become weak for a while: the others and the tethers put them where they belong. Not where masses keep away
from each other, for weaker springs would let them through, and not in what has volumes to keep.
"""

import numpy as np

from engine.kernels.ballistic import ACCELERATION
from engine.kernels.compile import F, lean

SPARE = 0.05  # stretch that motion may bring besides the weight's
SHARE = 1.0 / 3.0  # of the weight of a body on one of its springs, at most, at rest
WEAK = F(1.0 / 4.0)  # share of their strength that is left
APART = F(4.0)  # times its rest length: nearer to an anchor a spring may be stretched more
SLOW = 1.0  # [m/s] what is faster is not in a knot, but hit or torn at
STUCK = 0  # row of masses.spare: 1 where a mass is in a knot


@lean
def loosen(springs, masses, tethers, air):
    """Weaken the springs of masses that one of their springs holds too far: springs.give is changed. The row STUCK of masses.spare is scratch."""
    x, stuck, any_stuck = masses.x, masses.spare[STUCK], False
    stuck[:] = 0
    most, body = weight(masses, air, 0), 0
    for s in range(len(springs.rest)):
        i, j, rest = springs.ends[s, 0], springs.ends[s, 1], springs.rest[s]
        while i >= masses.first[body + 1]:
            body += 1
            most = weight(masses, air, body)
        a, b, c = x[0, j] - x[0, i], x[1, j] - x[1, i], x[2, j] - x[2, i]
        longest = rest * F(1.0 + SPARE) + most / springs.stiffness[s]
        if a * a + b * b + c * c > longest * longest and _is_stuck(masses.v, tethers, i, rest) and _is_stuck(masses.v, tethers, j, rest):
            stuck[i], stuck[j], any_stuck = 1, 1, True
    if any_stuck:
        for s in range(len(springs.rest)):
            if stuck[springs.ends[s, 0]] + stuck[springs.ends[s, 1]] > 0:
                springs.give[springs.slot[s]] *= WEAK


@lean
def _is_stuck(v, tethers, i, rest):
    """Whether mass i, which a spring of that length holds too far, may be in a knot: it is slow, has anchors, and is apart from them all."""
    nearest = F(np.inf)
    for k in range(len(tethers.length)):
        nearest = min(nearest, tethers.length[k, i])
    is_slow = v[0, i] * v[0, i] + v[1, i] * v[1, i] + v[2, i] * v[2, i] < SLOW * SLOW
    return is_slow and APART * rest <= nearest < F(np.inf)


@lean
def weight(masses, air, body):
    """[N] what one spring of a body has to bear at rest."""
    mass, g = 0.0, air.field[body, ACCELERATION : ACCELERATION + 3]
    for i in range(masses.first[body], masses.first[body + 1]):
        mass += 1.0 / masses.inverse[i] if masses.inverse[i] > 0 else 0.0
    return F(SHARE * mass * np.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]))
