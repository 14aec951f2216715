"""Wind on triangles."""

import numpy as np

from engine.kernels.compile import lean
from engine.kernels.fields import WIND, one

RELATIVE, SHELTERED = 4, 5  # columns of Air.winds, after the velocity and, in column 3, the strength

DUE = 1.0 / 60.0  # [s] so long is the force of a wind held


@lean
def _mean(v, axis, a, b, c):
    return (v[axis, a] + v[axis, b] + v[axis, c]) / 3.0


@lean
def _eddy(masses, a, b, c, eddies, wind, lo, hi):
    """Velocity of the eddies of one wind in the middle of a triangle."""
    u0, u1, u2 = 0.0, 0.0, 0.0
    x, y, z = _mean(masses.x, 0, a, b, c), _mean(masses.x, 1, a, b, c), _mean(masses.x, 2, a, b, c)
    for e in range(lo, hi):
        if eddies[e, WIND] == wind:
            more = one(x, y, z, eddies[e])
            u0, u1, u2 = u0 + more[0], u1 + more[1], u2 + more[2]
    return u0, u1, u2


@lean
def _press(masses, a, b, c, closed, winds, first, last, eddies, lo, hi):
    """The winds' force on one triangle, a third of it on each vertex."""
    x, v, force = masses.x, masses.v, masses.force
    s0, s1, s2 = np.float64(x[0, b] - x[0, a]), np.float64(x[1, b] - x[1, a]), np.float64(x[2, b] - x[2, a])
    t0, t1, t2 = np.float64(x[0, c] - x[0, a]), np.float64(x[1, c] - x[1, a]), np.float64(x[2, c] - x[2, a])
    n0, n1, n2 = s1 * t2 - s2 * t1, s2 * t0 - s0 * t2, s0 * t1 - s1 * t0
    size = np.sqrt(n0 * n0 + n1 * n1 + n2 * n2)
    if not size > 0.0:
        return  # no surface, nothing to blow against
    share = 0.0
    for w in range(first, last):
        u0, u1, u2 = winds[w, 0], winds[w, 1], winds[w, 2]
        if lo < hi:
            e0, e1, e2 = _eddy(masses, a, b, c, eddies, w - first, lo, hi)
            u0, u1, u2 = u0 + e0, u1 + e1, u2 + e2
        if winds[w, RELATIVE] > 0.0:
            u0, u1, u2 = u0 - _mean(v, 0, a, b, c), u1 - _mean(v, 1, a, b, c), u2 - _mean(v, 2, a, b, c)
        through = n0 * u0 + n1 * u1 + n2 * u2
        if closed == 0 or winds[w, SHELTERED] == 0.0 or through < 0.0:
            share += winds[w, 3] * through
    share /= 3.0 * size
    for i in (a, b, c):
        force[0, i] += share * n0
        force[1, i] += share * n1
        force[2, i] += share * n2


@lean
def blow(masses, faces, air):
    """Fill masses.force with the force of the winds on the triangles, masses, faces, air as in kernels/body.py.

    f = s (n . u) n / |n|, n = s1 x s2 of two sides, so |n| is twice the area; a third to each vertex. u is the velocity of wind and
    eddies, or in the relative model the velocity less the mean one of the triangle's masses. Sheltered: a triangle of a closed surface
    whose outward normal points along u, so that it is turned away from the wind, feels none of it.
    """
    masses.force[:, : masses.used] = 0
    for body in range(len(faces.first) - 1):
        first, last = np.int64(air.first[body]), np.int64(air.first[body + 1])
        lo, hi = np.int64(air.eddies_first[body]), np.int64(air.eddies_first[body + 1])
        if first < last:
            for t in range(faces.first[body], faces.first[body + 1]):
                a, b, c = np.int64(faces.corners[t, 0]), np.int64(faces.corners[t, 1]), np.int64(faces.corners[t, 2])
                _press(masses, a, b, c, faces.closed[t], air.winds, first, last, air.eddies, lo, hi)
