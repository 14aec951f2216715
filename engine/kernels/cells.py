"""Volumes that may grow but not shrink: what keeps a jelly from folding into itself, which no number of springs does.

A cell is a corner tetrahedron of a lattice: a mass c and its neighbours p, q, r along the three axes. With a = x_p - x_c, b = x_q - x_c,
e = x_r - x_c its constraint is V = a . (b x e) >= V0 (six times the volume, signed: V0 < 0 in a left-handed lattice, where V <= V0), projected
without compliance (Macklin, Mueller, Chentanez 2016), cell after cell in the order given.
"""

from engine.kernels.compile import F, inlined, lean
from engine.kernels.vectors import along, dot

FLAT = F(1e-20)  # keeps a cell that has shrunk to a point from dividing by 0


@lean
def keep(cells, x, u, inverse):
    """Give each cell back the volume that it has lost.

    x [m] (3, slots) where the masses were at the start of the substep
    u [m] (3, slots) how far they have moved since, changed
    """
    for t in range(len(cells.volume)):
        c, p, q, r = cells.corners[t, 0], cells.corners[t, 1], cells.corners[t, 2], cells.corners[t, 3]
        a, b, e = _edge(x, u, c, p), _edge(x, u, c, q), _edge(x, u, c, r)
        at_p = _cross(b, e)
        lost = cells.volume[t] - dot(a, at_p)
        if lost * cells.volume[t] <= 0:
            continue
        at_q, at_r = _cross(e, a), _cross(a, b)
        at_c = -at_p[0] - at_q[0] - at_r[0], -at_p[1] - at_q[1] - at_r[1], -at_p[2] - at_q[2] - at_r[2]
        weight = inverse[p] * dot(at_p, at_p) + inverse[q] * dot(at_q, at_q) + inverse[r] * dot(at_r, at_r) + inverse[c] * dot(at_c, at_c)
        f = lost / (weight + FLAT)
        _shift(u, p, inverse[p] * f, at_p)
        _shift(u, q, inverse[q] * f, at_q)
        _shift(u, r, inverse[r] * f, at_r)
        _shift(u, c, inverse[c] * f, at_c)


@inlined
def _edge(x, u, i, j):
    return (x[0, j] - x[0, i]) + (u[0, j] - u[0, i]), (x[1, j] - x[1, i]) + (u[1, j] - u[1, i]), (x[2, j] - x[2, i]) + (u[2, j] - u[2, i])


@inlined
def _cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inlined
def _shift(u, i, f, way):
    u[0, i], u[1, i], u[2, i] = along((u[0, i], u[1, i], u[2, i]), f, way)
