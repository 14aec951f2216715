"""Surfaces that masses carry, as they are drawn: between two ticks, finer than the masses where these form a grid, with normals.

Vertices are rows (v, WIDTH) float32: position 3 [m], normal 3, hollow, texture coordinates 2. The last two stay as they are.
hollow: how much the surface bends round the side that its normal shows, 0 flat, about 1 in a sharp fold; negative round the other side.
"""

import numpy as np

from engine.kernels.compile import F, inlined, lean

WIDTH = 9
NORMAL, HOLLOW, UV = 3, 6, 7  # columns
REACH = 3  # vertices of the finer grid between which it is asked how the surface bends


@lean
def sheet(now, before, blend, columns, rows, finer, out):
    """A grid of masses, number `row * columns + column`, as ((columns - 1) finer + 1) ((rows - 1) finer + 1) vertices in the same order.

    now, before  [m] (3, slots) float32, at this tick and one tick ago
    blend        float32: 0 shows the tick before, 1 this one
    finer        1: a vertex a mass; 2: one between each two on the curve of Catmull and Rom 1974 ("A class of local interpolating splines")
    out          (v, WIDTH) float32, filled up to HOLLOW
    """
    wide, high = (columns - 1) * finer + 1, (rows - 1) * finer + 1
    for r in range(rows):
        for c in range(columns):
            vertex, mass = (r * wide + c) * finer, r * columns + c
            for a in range(3):
                out[vertex, a] = before[a, mass] + blend * (now[a, mass] - before[a, mass])
    if finer == 2:
        for r in range(0, high, 2):
            for c in range(columns - 1):
                _between(out, r * wide + 2 * c, 2, c, columns)
        for r in range(rows - 1):
            for c in range(wide):
                _between(out, 2 * r * wide + c, 2 * wide, r, rows)
    _normals_of_grid(out, wide, high)
    _hollows_of_grid(out, wide, high, REACH if finer == 2 else REACH - 1)


@inlined
def _between(out, one, step, place, count):
    """The vertex half a step behind `one`; `place` of `count` is where `one` stands on its line, which goes on straight beyond its ends."""
    first, last = place == 0, place == count - 2
    b, c = F(9 / 16), F(9 / 16)
    if first:
        b, c = b - F(2 / 16), c + F(1 / 16)
    if last:
        b, c = b + F(1 / 16), c - F(2 / 16)
    two, middle = one + step, one + step // 2
    for a in range(3):
        value = b * out[one, a] + c * out[two, a]
        if not first:
            value -= F(1 / 16) * out[one - step, a]
        if not last:
            value -= F(1 / 16) * out[two + step, a]
        out[middle, a] = value


@inlined
def _normals_of_grid(out, wide, high):
    """Across the lines through each vertex's neighbours: to the right, and up."""
    for r in range(high):
        below, above = max(r - 1, 0) * wide, min(r + 1, high - 1) * wide
        for c in range(wide):
            left, right = r * wide + max(c - 1, 0), r * wide + min(c + 1, wide - 1)
            low, top = below + c, above + c
            ux, uy, uz = out[right, 0] - out[left, 0], out[right, 1] - out[left, 1], out[right, 2] - out[left, 2]
            vx, vy, vz = out[top, 0] - out[low, 0], out[top, 1] - out[low, 1], out[top, 2] - out[low, 2]
            _unit(out, r * wide + c, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)


@inlined
def _unit(out, vertex, x, y, z):
    """Write a normal of length 1; of a surface without area, one that looks up."""
    size = np.sqrt(x * x + y * y + z * z)
    if size > F(1e-20):
        out[vertex, 3], out[vertex, 4], out[vertex, 5] = x / size, y / size, z / size
    else:
        out[vertex, 3], out[vertex, 4], out[vertex, 5] = F(0), F(1), F(0)


@inlined
def _hollows_of_grid(out, wide, high, reach):
    """Mean way to the vertices `reach` away along both lines, along the normal, over half their distance."""
    for r in range(high):
        for c in range(wide):
            here, total, across = r * wide + c, F(0), F(0)
            if reach <= c < wide - reach:
                total, across = _bend(out, here, reach, total, across)
            if reach <= r < high - reach:
                total, across = _bend(out, here, reach * wide, total, across)
            out[here, 6] = F(2) * total / across if across > F(0) else F(0)


@inlined
def _bend(out, here, step, total, across):
    """Add how far the neighbours on one line stand above the vertex, and how far they are from each other."""
    up, size = F(0), F(0)
    for a in range(3):
        p, q = out[here - step, a], out[here + step, a]
        up += (p + q - F(2) * out[here, a]) * out[here, 3 + a]
        size += (q - p) * (q - p)
    return total + up, across + np.sqrt(size)


@lean
def skin(now, before, blend, source, corners, normal, out):
    """Any other surface: a vertex is where its mass is; its normal is the mean of the faces round the mass, weighed by their areas.

    source   (v,) int32: mass of each vertex
    corners  (t, 3) int32: triangles as vertices
    normal   (3, slots) float32: scratch
    now, before, blend, out: as for `sheet`; no vertex is hollow
    """
    normal[:] = F(0)
    for v in range(len(source)):
        for a in range(3):
            out[v, a] = before[a, source[v]] + blend * (now[a, source[v]] - before[a, source[v]])
    for t in range(len(corners)):
        i, j, k = corners[t, 0], corners[t, 1], corners[t, 2]
        ux, uy, uz = out[j, 0] - out[i, 0], out[j, 1] - out[i, 1], out[j, 2] - out[i, 2]
        vx, vy, vz = out[k, 0] - out[i, 0], out[k, 1] - out[i, 1], out[k, 2] - out[i, 2]
        x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        for c in range(3):
            mass = source[corners[t, c]]
            normal[0, mass] += x
            normal[1, mass] += y
            normal[2, mass] += z
    for v in range(len(source)):
        mass = source[v]
        _unit(out, v, normal[0, mass], normal[1, mass], normal[2, mass])
        out[v, 6] = F(0)
