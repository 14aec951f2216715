"""Surfaces that masses carry, made ready for a picture: places between two ticks, unit normals, finer sheets.

What goes up to the driver are rows of six or more float32: place [m] 0 to 2, unit normal 3 to 5; what follows (texture coordinates) is
the caller's and is left alone.
"""

import numpy as np

from engine.kernels.compile import F, inlined, kernel

TINY = F(1e-30)  # a squared length below this has no direction


@kernel
def between(x, previous, used, blend, place):
    """Where masses are drawn between two ticks: previous + blend (x - previous).

    x, previous  [m] (3, slots) float32
    blend        float32, 0 shows the tick before, 1 the present one
    place        [m] (>= used, 3) float32, written from 0 to used: a mass's numbers side by side, for those who fetch by index
    """
    for row in range(3):
        now, before = x[row], previous[row]
        for i in range(used):
            place[i, row] = before[i] + blend * (now[i] - before[i])


@kernel
def farthest(place, middle):
    """Distance [m] of the mass that lies farthest from a middle (3,) float32; place [m] (n, 3) float32."""
    most = F(0.0)
    for i in range(len(place)):
        x, y, z = place[i, 0] - middle[0], place[i, 1] - middle[1], place[i, 2] - middle[2]
        most = max(most, x * x + y * y + z * z)
    return np.sqrt(most)


@inlined
def put_unit(out, i, first, x, y, z):
    """Write (x, y, z) made one long into a row; straight up where it has no direction."""
    square = x * x + y * y + z * z
    scale = F(1.0) / np.sqrt(square) if square > TINY else F(0.0)
    out[i, first], out[i, first + 1], out[i, first + 2] = x * scale, y * scale if scale > F(0.0) else F(1.0), z * scale


@kernel
def normals(place, corners, used, normal):
    """Unit normals of the vertices of triangles: the mean of their triangles' normals, weighted by area.

    place    [m] (>= used, >= 3) float32
    corners  (t, 3) int32, counter-clockwise as seen from where the normal points; all below used
    normal   (>= used, 3) float32, written from 0 to used; (0, 1, 0) where a vertex has no triangle, or none with an area
    """
    for i in range(used):
        normal[i, 0], normal[i, 1], normal[i, 2] = F(0.0), F(0.0), F(0.0)
    for t in range(len(corners)):
        i, j, k = corners[t, 0], corners[t, 1], corners[t, 2]
        ax, ay, az = place[j, 0] - place[i, 0], place[j, 1] - place[i, 1], place[j, 2] - place[i, 2]
        bx, by, bz = place[k, 0] - place[i, 0], place[k, 1] - place[i, 1], place[k, 2] - place[i, 2]
        nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
        for c in (i, j, k):
            normal[c, 0] += nx
            normal[c, 1] += ny
            normal[c, 2] += nz
    for i in range(used):
        put_unit(normal, i, 0, normal[i, 0], normal[i, 1], normal[i, 2])


@kernel
def gather(place, normal, source, rows):
    """Rows of vertices from places and normals (n, 3) float32 of their masses; source (v,) int32, rows (v, >= 6) float32."""
    for v in range(len(source)):
        i = source[v]
        for axis in range(3):
            rows[v, axis], rows[v, 3 + axis] = place[i, axis], normal[i, axis]


@inlined
def _middle(a, b, c, d):
    """Between b and c half-way along the curve through a, b, c, d. source: Catmull and Rom 1974"""
    return F(0.5625) * (b + c) - F(0.0625) * (a + d)


@inlined
def _double(source, first, step, count, out, to, out_step):
    """A line of `count` places and the places half-way between them; beyond its ends the line is mirrored in the end."""
    for axis in range(3):
        for k in range(count):
            here = source[first + k * step, axis]
            out[to + 2 * k * out_step, axis] = here
            if k + 1 < count:
                after = source[first + (k + 1) * step, axis]
                before = source[first + (k - 1) * step, axis] if k > 0 else F(2.0) * here - after
                beyond = source[first + (k + 2) * step, axis] if k + 2 < count else F(2.0) * after - here
                out[to + (2 * k + 1) * out_step, axis] = _middle(before, here, after, beyond)


@inlined
def _slope(rows, low, high, axis):
    return rows[high, axis] - rows[low, axis]


@kernel
def refine(place, columns, lines, side, wide, rows):
    """A sheet's grid, twice as fine, with unit normals.

    place    [m] (>= columns lines, 3) float32: mass line * columns + column
    side     float32, 1: the normal is (along the columns' axis) x (along the lines' axis); -1: the other one
    wide     (lines (2 columns - 1), 3) float32, scratch
    rows     ((2 columns - 1) (2 lines - 1), >= 6) float32, written: the same order, place and normal
    Both directions, one after the other; normals by central differences, at the border by one-sided ones.
    """
    across, down = 2 * columns - 1, 2 * lines - 1
    for line in range(lines):
        _double(place, line * columns, 1, columns, wide, line * across, 1)
    for column in range(across):
        _double(wide, column, across, lines, rows, column, across)
    for line in range(down):
        for column in range(across):
            i = line * across + column
            left, right = i - min(column, 1), i + min(across - 1 - column, 1)
            low, high = i - min(line, 1) * across, i + min(down - 1 - line, 1) * across
            ax, ay, az = _slope(rows, left, right, 0), _slope(rows, left, right, 1), _slope(rows, left, right, 2)
            bx, by, bz = _slope(rows, low, high, 0), _slope(rows, low, high, 1), _slope(rows, low, high, 2)
            put_unit(rows, i, 3, side * (ay * bz - az * by), side * (az * bx - ax * bz), side * (ax * by - ay * bx))
