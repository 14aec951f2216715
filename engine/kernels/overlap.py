"""How deep masses are in a solid and which way is out, for a block of them at once: the search, and the usual path, of kernels/touch.py.

Rows of spare (6, slots): DEPTH [m], greater than 0 in the solid; NORMAL, 3 rows, unit where that is so; AWAY [m], from what is never
entered: a box without its margin, the line of a capsule. Each loop is over few arrays, so that the compiler turns it into vector instructions.
"""

import numpy as np

from engine.kernels.compile import F, inlined, lean
from engine.kernels.nearness import U
from engine.kernels.solids import (
    AXIS,
    BOX,
    HALF,
    HIGH,
    HOLLOW,
    KIND,
    LOW,
    PLANE,
    RADIUS,
    ROOM,
    ROTATION,
    SKIN,
    THICKNESS,
)
from engine.kernels.vectors import dot

DEPTH, NORMAL, AWAY = 0, 1, 5


@lean
def _beyond(x, y, z, reach, lo, hi, nx, ny, nz, at):
    """Whether a mass is under the plane n . x = at."""
    found = False
    for i in range(U(lo), U(hi)):
        found |= x[i] * nx + y[i] * ny + z[i] * nz - reach[i] < at
    return found


@lean
def _beside(x, y, z, reach, lo, hi, nx, ny, nz, at, half):
    """Whether a mass is farther than half from the plane n . x = at, on either side."""
    found = False
    for i in range(U(lo), U(hi)):
        found |= abs(x[i] * nx + y[i] * ny + z[i] * nz - at) + reach[i] > half
    return found


@lean
def _meets(x, y, z, x0, y0, z0, reach, lo, hi, low_x, low_y, low_z, high_x, high_y, high_z):
    """Whether the box round a mass's path meets a box."""
    found = False
    for i in range(U(lo), U(hi)):
        r = reach[i]
        inside = (min(x[i], x0[i]) - r < high_x) & (max(x[i], x0[i]) + r > low_x)
        inside &= (min(y[i], y0[i]) - r < high_y) & (max(y[i], y0[i]) + r > low_y)
        inside &= (min(z[i], z0[i]) - r < high_z) & (max(z[i], z0[i]) + r > low_z)
        found |= inside
    return found


@inlined
def column(rows, j, axis):
    """An axis of the frame of solid j, in the world."""
    return rows[j, ROTATION + axis], rows[j, ROTATION + 3 + axis], rows[j, ROTATION + 6 + axis]


@inlined
def near(masses, reach, rows, j, center, lo, hi):
    """Whether one of the masses lo to hi may meet solid j, whose centre is now there; a hollow may always be met."""
    x, old, kind = masses.x, masses.start, rows[j, KIND]
    if kind == HOLLOW:
        return True
    if kind == PLANE or kind == ROOM:
        for axis in range(3):
            n, keep = column(rows, j, axis), rows[j, THICKNESS] + SKIN
            nx, ny, nz, at = F(n[0]), F(n[1]), F(n[2]), dot(center, n)
            if kind == ROOM:
                if _beside(x[0], x[1], x[2], reach, lo, hi, nx, ny, nz, F(at), F(rows[j, HALF + axis] - keep)):
                    return True
            elif axis == 1:
                return _beyond(x[0], x[1], x[2], reach, lo, hi, nx, ny, nz, F(at + keep))
        return False
    return _meets(
        x[0], x[1], x[2], old[0], old[1], old[2], reach, lo, hi,
        F(rows[j, LOW]), F(rows[j, LOW + 1]), F(rows[j, LOW + 2]), F(rows[j, HIGH]), F(rows[j, HIGH + 1]), F(rows[j, HIGH + 2]),
    )  # fmt: skip


@lean
def _level(x, y, z, out, lo, hi, nx, ny, nz):
    """n . x."""
    for i in range(U(lo), U(hi)):
        out[i] = x[i] * nx + y[i] * ny + z[i] * nz


@lean
def _beyond_range(x, y, z, out, lo, hi, nx, ny, nz, low, high):
    """What of n . x is beyond a range: of places on its ends this is exact, where they are far from the middle too."""
    for i in range(U(lo), U(hi)):
        a = x[i] * nx + y[i] * ny + z[i] * nz
        out[i] = a - min(max(a, low), high)


@lean
def _within(x, y, z, out, lo, hi, nx, ny, nz, at, half):
    """n . x - at, held within -half to half."""
    for i in range(U(lo), U(hi)):
        out[i] = min(max(x[i] * nx + y[i] * ny + z[i] * nz - at, -half), half)


@lean
def _from_line(x, on, out, lo, hi, at, along):
    """One axis of the way from the points of a line, given by where they lie along it."""
    for i in range(U(lo), U(hi)):
        out[i] = x[i] - at - along * on[i]


@lean
def _size(a, b, c, out, lo, hi):
    """Length of a vector."""
    for i in range(U(lo), U(hi)):
        out[i] = np.sqrt(a[i] * a[i] + b[i] * b[i] + c[i] * c[i])


@lean
def _depth(away, reach, depth, lo, hi, keep, sign):
    """How deep masses are that must stay reach + keep away (sign 1), or nearer than -keep by their reach (sign -1)."""
    for i in range(U(lo), U(hi)):
        depth[i] = keep + reach[i] - sign * away[i]


@lean
def _unit(a, away, lo, hi, sign):
    """One axis of a direction out of a vector and its length; 0 has none."""
    for i in range(U(lo), U(hi)):
        d = away[i]
        a[i] = sign * a[i] / d if d > 0 else a[i]


@lean
def _turn(a, b, c, lo, hi, ax, ay, az, bx, by, bz, cx, cy, cz):
    """From the frame to the world, in place; ax, ay, az is its first axis."""
    for i in range(U(lo), U(hi)):
        p, q, r = a[i], b[i], c[i]
        a[i], b[i], c[i] = ax * p + bx * q + cx * r, ay * p + by * q + cy * r, az * p + bz * q + cz * r


@lean
def _plane(a, b, c, lo, hi, nx, ny, nz):
    """Normals of a plane."""
    for i in range(U(lo), U(hi)):
        a[i], b[i], c[i] = nx, ny, nz


@lean
def _wall(level, depth, reach, lo, hi, low, high):
    """How deep in the nearer of two walls that face each other, from n . x; level becomes the side."""
    for i in range(U(lo), U(hi)):
        a, b = low - level[i], level[i] - high
        depth[i] = max(a, b) + reach[i]
        level[i] = 1 if a > b else -1


@lean
def _sided(side, a, lo, hi, n):
    """One axis of the normals of two walls that face each other."""
    for i in range(U(lo), U(hi)):
        a[i] = n * side[i]


@inlined
def overlap(x, spare, reach, rows, j, wall, center, lo, hi):
    """Fill DEPTH, NORMAL and AWAY for the masses lo to hi and solid j (of a room, its walls across one axis).

    Returns how far a mass may have come, at most, for this to be the right way out [m]; each besides no farther than AWAY.
    """
    kind, keep = rows[j, KIND], rows[j, THICKNESS]
    depth, a, b, c, away = spare[DEPTH], spare[NORMAL], spare[NORMAL + 1], spare[NORMAL + 2], spare[AWAY]
    if kind == PLANE or kind == ROOM:
        n = column(rows, j, wall if kind == ROOM else 1)
        nx, ny, nz, at, half = F(n[0]), F(n[1]), F(n[2]), dot(center, n), rows[j, HALF + wall] - keep
        _level(x[0], x[1], x[2], away, lo, hi, nx, ny, nz)
        if kind == PLANE:
            _depth(away, reach, depth, lo, hi, F(at + keep), F(1))
            _plane(a, b, c, lo, hi, nx, ny, nz)
        else:
            _wall(away, depth, reach, lo, hi, F(at - half), F(at + half))
            _sided(away, a, lo, hi, nx)
            _sided(away, b, lo, hi, ny)
            _sided(away, c, lo, hi, nz)
        return np.inf, False
    u, v, w = column(rows, j, 0), column(rows, j, 1), column(rows, j, 2)
    if kind == BOX:
        for axis in range(3):
            n, half = column(rows, j, axis), rows[j, HALF + axis]
            at, out = dot(center, n), spare[NORMAL + axis]
            _beyond_range(x[0], x[1], x[2], out, lo, hi, F(n[0]), F(n[1]), F(n[2]), F(at - half), F(at + half))
        most, sign = np.inf, F(1)
    else:
        _within(x[0], x[1], x[2], away, lo, hi, F(v[0]), F(v[1]), F(v[2]), F(dot(center, v)), F(rows[j, AXIS]))
        for axis in range(3):
            _from_line(x[axis], away, spare[NORMAL + axis], lo, hi, F(center[axis]), F(v[axis]))
        sign = F(-1) if kind == HOLLOW else F(1)
        keep, most = keep + sign * rows[j, RADIUS], np.inf if kind == HOLLOW else 0.5 * rows[j, RADIUS]
    _size(a, b, c, away, lo, hi)
    _depth(away, reach, depth, lo, hi, F(keep), sign)
    for axis in range(3):
        _unit(spare[NORMAL + axis], away, lo, hi, sign)
    if kind == BOX:
        _turn(a, b, c, lo, hi, F(u[0]), F(u[1]), F(u[2]), F(v[0]), F(v[1]), F(v[2]), F(w[0]), F(w[1]), F(w[2]))
    return most, kind != HOLLOW
