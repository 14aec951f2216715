"""Signed distance from a mesh, sampled on a grid.

Nodes beside a triangle measure it; the others try what their neighbours found, sweep by sweep (Tsai 2002, "Rapid and accurate
computation of the distance function using grids"), and walk on from there over the mesh as long as it gets nearer. The sign is that of the
angle-weighted normal of the nearest face, side or point, less than 0 behind the triangles (Baerentzen and Aanaes 2005, "Signed distance
computation using the angle weighted pseudonormal").
"""

import numpy as np

from engine.kernels.compile import inlined, kernel, lean
from engine.kernels.vectors import along, dot, mix

FACE = 0  # what is nearest: the face, 1 to 3 a corner, 4 to 6 the side from corner 0, 1, 2 to the next


@inlined
def _row(table, i):
    return table[i, 0], table[i, 1], table[i, 2]


@inlined
def nearest_of(p, a, b, c):
    """Nearest point of a triangle to p, and which part of it that is (after Ericson, Real-time collision detection, 5.1.5)."""
    ab, ac, ap = mix(1.0, b, -1.0, a), mix(1.0, c, -1.0, a), mix(1.0, p, -1.0, a)
    d1, d2 = dot(ab, ap), dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return a, 1
    bp = mix(1.0, p, -1.0, b)
    d3, d4 = dot(ab, bp), dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return b, 2
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return along(a, d1 / (d1 - d3), ab), 4
    cp = mix(1.0, p, -1.0, c)
    d5, d6 = dot(ab, cp), dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return c, 3
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return along(a, d2 / (d2 - d6), ac), 6
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        return along(b, (d4 - d3) / ((d4 - d3) + (d5 - d6)), mix(1.0, c, -1.0, b)), 5
    whole = 1.0 / (va + vb + vc)
    return along(along(a, vb * whole, ab), vc * whole, ac), FACE


@inlined
def _square(x, corners, t, p):
    """Square of the distance of triangle t from p."""
    q, _ = nearest_of(p, _row(x, corners[t, 0]), _row(x, corners[t, 1]), _row(x, corners[t, 2]))
    d = mix(1.0, p, -1.0, q)
    return dot(d, d)


@inlined
def _node(origin, spacing, i, j, k):
    return origin[0] + i * spacing, origin[1] + j * spacing, origin[2] + k * spacing


@inlined
def _walk(x, corners, beside, t, p, d):
    """From triangle t, whose distance from p has the square d, to the nearest that can be reached by ever nearer ones."""
    going = True
    while going:
        going = False
        for side in range(beside.shape[1]):
            other = beside[t, side]
            if other >= 0:
                less = _square(x, corners, other, p)
                if less < d:
                    t, d, going = other, less, True
                    break
    return t, d


@inlined
def _span(a, b, c, origin, spacing, count):
    """First node, and the one after the last, of those along an axis that lie beside a triangle with these coordinates of its corners."""
    low, high = (min(a, b, c) - origin) / spacing, (max(a, b, c) - origin) / spacing
    return max(0, int(np.floor(low))), min(count, int(np.ceil(high)) + 1)


@lean
def _measure(x, corners, origin, spacing, value, found):
    """Have the nodes beside each triangle measure it; value: squares of distances. Arguments as of `sample`."""
    nx, ny, nz = value.shape
    for t in range(len(corners)):
        a, b, c = _row(x, corners[t, 0]), _row(x, corners[t, 1]), _row(x, corners[t, 2])
        first_i, end_i = _span(a[0], b[0], c[0], origin[0], spacing, nx)
        first_j, end_j = _span(a[1], b[1], c[1], origin[1], spacing, ny)
        first_k, end_k = _span(a[2], b[2], c[2], origin[2], spacing, nz)
        for i in range(first_i, end_i):
            for j in range(first_j, end_j):
                for k in range(first_k, end_k):
                    d = _square(x, corners, t, _node(origin, spacing, i, j, k))
                    if d < value[i, j, k]:
                        value[i, j, k], found[i, j, k] = d, t


@lean
def _sweep(x, corners, beside, origin, spacing, value, found, di, dj, dk):
    """Have every node try what those before it found, in the order that goes up an axis where its d is 1, and down where it is -1."""
    nx, ny, nz = value.shape
    for a in range(nx):
        i = a if di > 0 else nx - 1 - a
        for b in range(ny):
            j = b if dj > 0 else ny - 1 - b
            for c in range(nz):
                k = c if dk > 0 else nz - 1 - c
                p = _node(origin, spacing, i, j, k)
                for axis in range(3):
                    t = _found(found, i - di * (axis == 0), j - dj * (axis == 1), k - dk * (axis == 2))
                    if t >= 0 and t != found[i, j, k]:
                        d = _square(x, corners, t, p)
                        if d < value[i, j, k]:
                            t, d = _walk(x, corners, beside, t, p, d)
                            value[i, j, k], found[i, j, k] = d, t


@inlined
def _found(found, i, j, k):
    """The nearest triangle that a node knows; -1 for none, and beyond the grid."""
    nx, ny, nz = found.shape
    return found[i, j, k] if 0 <= i < nx and 0 <= j < ny and 0 <= k < nz else -1


@lean
def _sign(x, corners, beside, normal, origin, spacing, value, found):
    """Make squares of distances the distances, less than 0 behind the triangles."""
    nx, ny, nz = value.shape
    for i in range(nx):
        for j in range(ny):
            for k in range(nz):
                p = _node(origin, spacing, i, j, k)
                t, d = _walk(x, corners, beside, found[i, j, k], p, value[i, j, k])
                q, part = nearest_of(p, _row(x, corners[t, 0]), _row(x, corners[t, 1]), _row(x, corners[t, 2]))
                side = dot(mix(1.0, p, -1.0, q), _row(normal[t], part))
                value[i, j, k] = np.sqrt(d) * (-1.0 if side < 0.0 else 1.0)


@kernel
def sample(x, corners, beside, normal, origin, spacing, value, found):
    """Fill value (nx, ny, nz) float64 with signed distances [m] of nodes at origin + spacing (i, j, k).

    x       [m] (n, 3) float64
    corners (t, 3) int32
    beside  (t, k) int32: triangles that have a point in common with each, -1 for none
    normal  (t, 7, 3) float64, any length: of the face, of its corners, of its sides from corner 0, 1, 2 to the next
    found   (nx, ny, nz) int32, written: the nearest triangle
    """
    value[:], found[:] = np.inf, -1
    _measure(x, corners, origin, spacing, value, found)
    for way in range(8):
        _sweep(x, corners, beside, origin, spacing, value, found, 1 - 2 * (way & 1), 1 - (way & 2), 1 - (way & 4) // 2)
    _sign(x, corners, beside, normal, origin, spacing, value, found)
