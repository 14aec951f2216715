"""Which particles need a second look: one number each, at most 0 where a path may have met something.

Each loop writes only `mark` and reads few rows, and counts without a sign (a signed index might be negative and mean "from the
end"), so that the compiler turns it into vector instructions.
"""

import numpy as np

from engine.kernels.compile import F, lean
from engine.kernels.solids import CENTER, HALF, HIGH, HOLLOW, KIND, LOW, MARGIN, PLANE, RADIUS, ROOM, ROTATION, SAMPLES

DEAD = F(-1e30)  # ages below are those of the dead
NOTHING = F(np.inf)
U = np.uint64


@lean
def _bounds(mark, x, y, z, lo, hi, limits):
    """-1 outside of the limits; a number that is not finite is outside of any."""
    x0, y0, z0, x1, y1, z1 = limits[0], limits[1], limits[2], limits[3], limits[4], limits[5]
    for i in range(U(lo), U(hi)):
        inside = (x[i] > x0) & (x[i] < x1) & (y[i] > y0) & (y[i] < y1) & (z[i] > z0) & (z[i] < z1)
        mark[i] = NOTHING if inside else F(-1)


@lean
def _water(mark, old, new, lo, hi, level):
    """At most 0 where a height fell through the level."""
    for i in range(U(lo), U(hi)):
        a, b = new[i] - level, level - old[i]
        gap = a if a > b else b
        m = mark[i]
        mark[i] = gap if gap < m else m


@lean
def _plane(mark, x0, y0, z0, x1, y1, z1, lo, hi, nx, ny, nz, offset, share):
    """Distance of the path's nearer end, less the bulge."""
    for i in range(U(lo), U(hi)):
        a = x0[i] * nx + y0[i] * ny + z0[i] * nz - offset
        b = x1[i] * nx + y1[i] * ny + z1[i] * nz - offset
        gap = (a if a < b else b) - abs(a - b) * share
        m = mark[i]
        mark[i] = gap if gap < m else m


@lean
def _room(mark, x0, y0, z0, x1, y1, z1, lo, hi, nx, ny, nz, middle, half, share):
    """Distance of the path's outer end to the nearer of two opposite walls, less the bulge."""
    for i in range(U(lo), U(hi)):
        a = x0[i] * nx + y0[i] * ny + z0[i] * nz - middle
        b = x1[i] * nx + y1[i] * ny + z1[i] * nz - middle
        outer = abs(a) if abs(a) > abs(b) else abs(b)
        gap = half - outer - abs(a - b) * share
        m = mark[i]
        mark[i] = gap if gap < m else m


@lean
def _box(mark, x0, y0, z0, x1, y1, z1, lo, hi, low_x, low_y, low_z, high_x, high_y, high_z, share):
    """Largest gap over the axes between the path's box and the solid's."""
    for i in range(U(lo), U(hi)):
        a, b = x0[i], x1[i]
        bulge = abs(a - b) * share
        gap = max((a if a < b else b) - high_x, low_x - (a if a > b else b)) - bulge
        a, b = y0[i], y1[i]
        bulge = abs(a - b) * share
        gap = max(gap, max((a if a < b else b) - high_y, low_y - (a if a > b else b)) - bulge)
        a, b = z0[i], z1[i]
        bulge = abs(a - b) * share
        gap = max(gap, max((a if a < b else b) - high_z, low_z - (a if a > b else b)) - bulge)
        m = mark[i]
        mark[i] = gap if gap < m else m


@lean
def _hollow(mark, x0, y0, z0, x1, y1, z1, lo, hi, cx, cy, cz, radius, share):
    """Distance of the path's outer end from the wall of a hollow, less the bulge: from a ball as wide as its round ends."""
    for i in range(U(lo), U(hi)):
        ax, ay, az = x0[i] - cx, y0[i] - cy, z0[i] - cz
        bx, by, bz = x1[i] - cx, y1[i] - cy, z1[i] - cz
        bulge = (abs(bx - ax) + abs(by - ay) + abs(bz - az)) * share
        outer = max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz)
        gap = radius - np.sqrt(outer) - bulge
        m = mark[i]
        mark[i] = gap if gap < m else m


@lean
def _fate(mark, age, span, lo, hi, dt, fade):
    """Grow older; the end of life counts, and the dead are left alone."""
    for i in range(U(lo), U(hi)):
        a = age[i] + dt
        age[i] = a
        left = span[i] + fade - a
        m = mark[i]
        m = left if left < m else m
        mark[i] = NOTHING if a < DEAD else m


@lean
def _solid(solid, x, previous, mark, lo, hi, bulge):
    x0, y0, z0, x1, y1, z1 = previous[0], previous[1], previous[2], x[0], x[1], x[2]
    if solid[KIND] == PLANE or solid[KIND] == ROOM:
        wide = solid[MARGIN] + bulge[0] + bulge[1] + bulge[2]
        for axis in range(3):
            if solid[KIND] == ROOM or axis == 1:
                nx, ny, nz = solid[ROTATION + axis], solid[ROTATION + 3 + axis], solid[ROTATION + 6 + axis]
                at = nx * solid[CENTER] + ny * solid[CENTER + 1] + nz * solid[CENTER + 2]
                if solid[KIND] == PLANE:
                    _plane(mark, x0, y0, z0, x1, y1, z1, lo, hi, F(nx), F(ny), F(nz), F(at + wide), bulge[3])
                else:
                    half = F(solid[HALF + axis] - wide)
                    _room(mark, x0, y0, z0, x1, y1, z1, lo, hi, F(nx), F(ny), F(nz), F(at), half, bulge[3])
        return
    if solid[KIND] == HOLLOW:
        radius = solid[RADIUS] - solid[MARGIN] - bulge[0] - bulge[1] - bulge[2]
        cx, cy, cz = F(solid[CENTER]), F(solid[CENTER + 1]), F(solid[CENTER + 2])
        _hollow(mark, x0, y0, z0, x1, y1, z1, lo, hi, cx, cy, cz, F(radius), bulge[3])
        return
    low_x, low_y, low_z = F(solid[LOW] - bulge[0]), F(solid[LOW + 1] - bulge[1]), F(solid[LOW + 2] - bulge[2])
    high_x, high_y, high_z = F(solid[HIGH] + bulge[0]), F(solid[HIGH + 1] + bulge[1]), F(solid[HIGH + 2] + bulge[2])
    _box(mark, x0, y0, z0, x1, y1, z1, lo, hi, low_x, low_y, low_z, high_x, high_y, high_z, bulge[3])


@lean
def mark_near(x, previous, age, span, fade, mark, lo, hi, dt, limits, waters, solids, bulge):
    """Fill mark for the step from previous to x of particles lo to hi, and let them grow dt older.

    Arguments as in ballistic.drift; bulge (4,): how far a path leaves its chord along each axis [m], and by which share of the chord.
    """
    _bounds(mark, x[0], x[1], x[2], lo, hi, limits)
    for w in range(len(waters)):
        _water(mark, previous[1], x[1], lo, hi, F(waters[w, 0]))
    for s in range(len(solids)):
        if solids[s, KIND] == SAMPLES:
            break
        _solid(solids[s], x, previous, mark, lo, hi, bulge)
    _fate(mark, age, span, lo, hi, dt, fade)
