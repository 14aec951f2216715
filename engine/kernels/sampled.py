"""Solids of any shape, by their signed distance sampled on a grid: what is between the nodes is linear along each axis.

The samples lie behind the solids in the same table (kernels/solids.py): a head, and rows of WIDTH numbers each. On a flat face the
distance is exact; round edges and corners it is that of a shape rounded by about a cell.
"""

import numpy as np

from engine.kernels.compile import inlined
from engine.kernels.solids import GRID, KIND, NEVER, SAMPLES, SKIN, WIDTH
from engine.kernels.vectors import along, dot, length, mix

COUNTS, ORIGIN, SPACING = 1, 4, 7  # columns of the head; the first is SAMPLES
SHIFT, MASK = WIDTH.bit_length() - 1, WIDTH - 1  # sample k lies in row k >> SHIFT, column k & MASK: WIDTH is a power of two
STEEP = np.sqrt(3.0)  # at most so much faster than a path goes does what is linear along each axis change
LEAST = 1.0 / 64.0  # of a step: what is thinner than a path's way in this time may be passed through
HALVINGS = 50
NEAR = 1e-9  # [m] from the surface is on it


@inlined
def spacing_of(solids, j):
    """Distance between the samples of solid j [m]."""
    return solids[j + int(solids[j, GRID]), SPACING]


@inlined
def _sample(solids, first, k):
    return solids[first + (k >> SHIFT), k & MASK]


@inlined
def distance(solids, j, o):
    """Signed distance [m] of a place in the frame of solid j, and its gradient; beyond the grid a distance that is not too large.

    Of the nearest place c of the grid's box and any place s of the surface, which lies in the box: |o - s|^2 >= |o - c|^2 + |c - s|^2.
    """
    head = j + int(solids[j, GRID])
    h, first = solids[head, SPACING], head + 1
    nx, ny, nz = int(solids[head, COUNTS]), int(solids[head, COUNTS + 1]), int(solids[head, COUNTS + 2])
    x, y, z = (o[0] - solids[head, ORIGIN]) / h, (o[1] - solids[head, ORIGIN + 1]) / h, (o[2] - solids[head, ORIGIN + 2]) / h
    u, v, w = min(max(x, 0.0), nx - 1.0), min(max(y, 0.0), ny - 1.0), min(max(z, 0.0), nz - 1.0)
    i, l, m = min(int(u), nx - 2), min(int(v), ny - 2), min(int(w), nz - 2)
    f, g, e = u - i, v - l, w - m
    k = (i * ny + l) * nz + m
    a, b = _sample(solids, first, k), _sample(solids, first, k + 1)
    c, d = _sample(solids, first, k + nz), _sample(solids, first, k + nz + 1)
    k += ny * nz
    p, q = _sample(solids, first, k), _sample(solids, first, k + 1)
    r, s = _sample(solids, first, k + nz), _sample(solids, first, k + nz + 1)
    ab, cd, pq, rs = a + e * (b - a), c + e * (d - c), p + e * (q - p), r + e * (s - r)
    near, far = ab + g * (cd - ab), pq + g * (rs - pq)
    value = near + f * (far - near)
    slope_y, slope_y_far = cd - ab, rs - pq
    slope_z = (b - a) + g * ((d - c) - (b - a))
    slope_z_far = (q - p) + g * ((s - r) - (q - p))
    gradient = (far - near) / h, (slope_y + f * (slope_y_far - slope_y)) / h, (slope_z + f * (slope_z_far - slope_z)) / h
    out = (x - u) * h, (y - v) * h, (z - w) * h
    beyond = dot(out, out)
    if beyond == 0.0:
        return value, gradient
    whole = np.sqrt(value * value + beyond)
    inner = (gradient[0] * (x == u), gradient[1] * (y == v), gradient[2] * (z == w))
    return whole, mix(value / whole, inner, 1.0 / whole, out)


@inlined
def outward(solids, j, o):
    """Unit direction away from solid j at a place in its frame."""
    _, g = distance(solids, j, o)
    return _unit(g)


@inlined
def _unit(g):
    size = length(g)
    return mix(1.0 / size, g, 0.0, g) if size > 0.0 else (0.0, 1.0, 0.0)


@inlined
def _gap(solids, j, o, u, a, keep, t):
    """Distance from solid j, less keep, on a path at the time t, and how fast it grows."""
    d, g = distance(solids, j, along(along(o, t, u), 0.5 * t * t, a))
    return d - keep, dot(g, along(u, t, a))


@inlined
def sampled_hit(solids, j, o, u, a, end, keep):
    """First time in [0, end] at which a path in the frame of solid j, from outside, comes as near as keep; else NEVER.

    Steps that are too short to enter, for the distance changes by at most STEEP times the way; but at least LEAST of the path each, and then halved back.
    """
    d, speed = _gap(solids, j, o, u, a, keep, 0.0)
    if d < -SKIN:
        return NEVER
    if d <= NEAR and (speed < 0.0 or (speed == 0.0 and dot(a, outward(solids, j, o)) < 0.0)):
        return 0.0
    t, fastest, least = 0.0, STEEP * (length(u) + end * length(a)), LEAST * end
    if fastest == 0.0:
        return NEVER
    while t < end:
        before, gap = t, d
        t = min(t + max(gap / fastest, least), end)
        d, speed = _gap(solids, j, o, u, a, keep, t)
        if d < 0.0 and (gap >= 0.0 or d < -SKIN):
            for _ in range(HALVINGS if gap >= 0.0 else 0):
                middle = 0.5 * (before + t)
                if _gap(solids, j, o, u, a, keep, middle)[0] < 0.0:
                    t = middle
                else:
                    before = middle
            return before
    return NEVER


@inlined
def sampled_push(solids, j, keep, p, q):
    """Push out of solid j, for the way from p to q in its frame: (depth, normal); depth <= 0: none.

    A way longer than a cell comes out where it went in; a shorter one the nearest way.
    """
    way = mix(1.0, q, -1.0, p)
    h = spacing_of(solids, j)
    if dot(way, way) > h * h:
        t = sampled_hit(solids, j, p, way, mix(0.0, way, 0.0, way), 1.0, keep)
        if t <= 1.0:
            n = outward(solids, j, along(p, t, way))
            return -(1.0 - t) * dot(way, n), n
    d, g = distance(solids, j, q)
    return keep - d, _unit(g)


def samples(grid):
    """Rows (n, WIDTH) of the samples of a Grid (engine/assets/distances.py), their head first."""
    value = np.ascontiguousarray(grid.value, float).ravel()
    rows = np.zeros((1 + -(-len(value) // WIDTH), WIDTH))
    rows[0, KIND], rows[0, COUNTS : COUNTS + 3] = SAMPLES, grid.value.shape
    rows[0, ORIGIN : ORIGIN + 3], rows[0, SPACING] = grid.origin, grid.spacing
    rows[1:].ravel()[: len(value)] = value
    return rows
