"""Bodies against each other: masses of one against triangles of another, balls against masses and balls too.

A hit is a mass, the three corners that it may meet (of a mass: itself three times) and the side of the triangle on which it has to stay: of a
closed surface the outer one, of a sheet the one where it was at the start of the substep in which the two came near. The list of hits is made
anew when a mass has moved far, and looks along the ways that all have gone in the substep, so nothing is through before it is found.
"""

import numpy as np

from engine.kernels.compile import F, inlined, lean
from engine.kernels.pairs import SKIN_FIRST, SKIN_LAST, box_of, grid_of, sort_into_cells
from engine.kernels.strike import CORNER, MASS, SIDE, at, blend, inner, less, nearest, normal

ONE, OTHER, EACH = 0, 1, 2  # columns of a meeting: whose masses, with whose triangles; EACH 1: with its masses
INSIDE = 2  # a side: in a closed surface, until it is known which of its triangles is the nearest
DEPTH = 0.5  # of an edge: how deep in a closed surface a mass still finds the way out


@inlined
def _least(a, b):
    return min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2])


@inlined
def _most(a, b):
    return max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2])


@inlined
def _wider(low, high, by):
    return (low[0] - by, low[1] - by, low[2] - by), (high[0] + by, high[1] + by, high[2] + by)


@inlined
def _apart(low, high, low2, high2):
    return low[0] > high2[0] or low[1] > high2[1] or low[2] > high2[2] or high[0] < low2[0] or high[1] < low2[1] or high[2] < low2[2]


@lean
def way_box(x, start, skin, lo, hi):
    """Corners of the box round the ways of some masses, and the longest way along an axis."""
    low, high = box_of(x, skin, lo, hi)
    low0, high0 = box_of(start, skin, lo, hi)
    longest = F(0)
    for n in range(lo, hi):
        i = skin[n]
        longest = max(longest, max(abs(x[0, i] - start[0, i]), max(abs(x[1, i] - start[1, i]), abs(x[2, i] - start[2, i]))))
    return _least(low, low0), _most(high, high0), longest


@lean
def _triangle_box(x, start, a, b, c):
    low = _least(_least(at(x, a), at(x, b)), at(x, c))
    high = _most(_most(at(x, a), at(x, b)), at(x, c))
    low = _least(_least(low, at(start, a)), _least(at(start, b), at(start, c)))
    return low, _most(_most(high, at(start, a)), _most(at(start, b), at(start, c)))


@lean
def _side_of(x, start, i, a, b, c, closed, pad, deep):
    """The side of a triangle on which a mass has to stay, or 0 where they do not meet: too far now and at the start, or too deep."""
    n0, n = normal(at(start, a), at(start, b), at(start, c)), normal(at(x, a), at(x, b), at(x, c))
    size0, size = np.sqrt(inner(n0, n0)), np.sqrt(inner(n, n))
    if not (size0 > 0 and size > 0):
        return 0
    before, now = inner(n0, less(at(start, i), at(start, a))) / size0, inner(n, less(at(x, i), at(x, a))) / size
    if (before > pad and now > pad) or (before < -pad and now < -pad):
        return 0
    if closed:
        return 1 if before >= 0 else INSIDE if before > -deep else 0
    return 1 if before >= 0 else -1


@lean
def _gather(x, skin, lo, hi, low, high, chosen):
    """Write the masses in a box into chosen; returns how many."""
    count = 0
    for n in range(lo, hi):
        i = skin[n]
        if not _apart(at(x, i), at(x, i), low, high):
            chosen[count] = i
            count += 1
    return count


@inlined
def _put(hits, end, i, a, b, c, side):
    hits[MASS, end], hits[CORNER, end], hits[CORNER + 1, end], hits[CORNER + 2, end], hits[SIDE, end] = i, a, b, c, side


@lean
def _with_masses(c, x, start, one, other, margin, hits, end):
    """List the masses of two bodies that are near, where there is room: (end, whether there was)."""
    rows, skin, reach = c.rows, c.skin, c.reach
    for n in range(rows[one, SKIN_FIRST], rows[one, SKIN_LAST]):
        i = skin[n]
        for k in range(rows[other, SKIN_FIRST], rows[other, SKIN_LAST]):
            j = skin[k]
            d, d0, pad = less(at(x, i), at(x, j)), less(at(start, i), at(start, j)), reach[i] + reach[j] + margin
            if inner(d, d) < pad * pad or inner(d0, d0) < pad * pad:
                if end == hits.shape[1]:
                    return end, False
                _put(hits, end, i, j, j, j, 1)
                end += 1
    return end, True


@lean
def _distance(x, i, a, b, c):
    p = at(x, i)
    u, v, w, _ = nearest(p, at(x, a), at(x, b), at(x, c))
    d = less(p, blend(x, a, b, c, u, v, w))
    return np.sqrt(inner(d, d))


@lean
def _by_the_nearest(start, hits, first, end, found):
    """Of the hits of one meeting, leave those INSIDE only where they are with the nearest triangle of all; returns the new end.

    found (slots,) scratch [m]. So a mass comes out of a thin plate where it went in, and one that lies on it is not drawn through.
    """
    for e in range(first, end):
        found[hits[MASS, e]] = F(np.inf)
    for e in range(first, end):
        i = hits[MASS, e]
        found[i] = min(found[i], _distance(start, i, hits[CORNER, e], hits[CORNER + 1, e], hits[CORNER + 2, e]))
    kept = first
    for e in range(first, end):
        i, a, b, c, side = hits[MASS, e], hits[CORNER, e], hits[CORNER + 1, e], hits[CORNER + 2, e], hits[SIDE, e]
        if side != INSIDE or _distance(start, i, a, b, c) <= found[i]:
            _put(hits, kept, i, a, b, c, 1)
            kept += 1
    return kept


@lean
def _with_triangles(c, x, start, one, other, margin, first, hits, end):
    """List the masses of one body that are near triangles of the other, from triangle `first` on: (end, triangle to go on with)."""
    rows, skin, grid, last = c.rows, c.skin, c.grid, c.faces_of[other, 1]
    lo, hi = rows[one, SKIN_FIRST], rows[one, SKIN_LAST]
    low, high, longest = way_box(x, start, skin, lo, hi)
    low2, high2, _ = way_box(x, start, skin, rows[other, SKIN_FIRST], rows[other, SKIN_LAST])
    pad = F(c.widest[one] + c.widest[other] + margin) + longest
    low2, high2 = _wider(low2, high2, pad)
    if _apart(low, high, low2, high2):
        return end, last
    count = _gather(x, skin, lo, hi, low2, high2, grid.chosen)
    if count == 0:
        return end, last
    low, high = box_of(x, grid.chosen, 0, count)
    nx, ny, nz, per = grid_of(low, high, F(2) * pad + F(c.edge[other]), min(len(grid.cells) - 2, 8 * count + 27))
    if nx == 0:
        return end, last
    sort_into_cells(x, grid.chosen, 0, count, low, (nx, ny, nz), per, grid)
    closed, deep = c.faces_of[other, 2] == 1, F(DEPTH * c.edge[other])
    for t in range(first, last):
        a, b, d = c.faces[t]
        near, far = _triangle_box(x, start, a, b, d)
        near, far = _wider(near, far, pad)
        if _apart(near, far, low, high):
            continue
        before = end
        px, qx = _cells(near[0], far[0], low[0], per, nx)
        py, qy = _cells(near[1], far[1], low[1], per, ny)
        pz, qz = _cells(near[2], far[2], low[2], per, nz)
        for k in range(px, qx + 1):
            for m in range(py, qy + 1):
                row = (k * ny + m) * nz
                for q in range(grid.cells[row + pz - 1], grid.cells[row + qz]):
                    i = grid.order[q]
                    if not _apart(at(x, i), at(x, i), near, far):
                        side = _side_of(x, start, i, a, b, d, closed, pad, deep)
                        if side != 0:
                            if end == hits.shape[1]:
                                return before, t
                            _put(hits, end, i, a, b, d, side)
                            end += 1
    return end, last


@inlined
def _cells(a, b, low, per, count):
    """First and last cell along an axis of a range."""
    p, q, most = (a - low) * per, (b - low) * per, F(count - 3)
    p, q = (p if p > F(0) else F(0)), (q if q > F(0) else F(0))
    return int(p if p < most else most) + 1, int(q if q < most else most) + 1


@lean
def seek(c, masses, meeting, face):
    """List hits from a meeting on (of it, from a triangle on) as far as there is room: (how many, meeting and triangle to go on with)."""
    end = 0
    while meeting < len(c.meetings):
        one, other = c.meetings[meeting, ONE], c.meetings[meeting, OTHER]
        if c.meetings[meeting, EACH] == 1:
            now, whole = _with_masses(c, masses.x, masses.start, one, other, F(c.margin), c.hits, end)
            if not whole:
                return end, meeting, 0
            end = now
        else:
            first = max(face, c.faces_of[other, 0])
            now, next_face = _with_triangles(c, masses.x, masses.start, one, other, F(c.margin), first, c.hits, end)
            end = _by_the_nearest(masses.start, c.hits, end, now, c.found) if c.faces_of[other, 2] == 1 else now
            if next_face < c.faces_of[other, 1]:
                return end, meeting, next_face
        meeting, face = meeting + 1, 0
    return end, meeting, 0
