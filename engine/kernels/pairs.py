"""Masses of one body against each other: a list of pairs that are near, found in a grid and kept while nothing has moved far; one sweep over it.

The list holds pairs nearer than REACH r, r the distance that masses keep; it is made anew when one has moved more than half of what that
is over r, as the body's samples see it: a body that falls or turns slowly keeps its list. Pairs nearer than r at rest are no contact.
The grid is dense over the body's box, its masses sorted by cell; a mass looks at the half of its neighbour cells that come after it, which
lie in 5 ranges, as cells along the last axis follow each other.
"""

from typing import NamedTuple

import numpy as np
from numpy import ndarray

from engine.kernels.compile import F, inlined, lean
from engine.kernels.nearness import U

REACH = 1.5  # times r
FIRST, LAST = 0, 1  # columns of a member's row: its masses
SKIN_FIRST, SKIN_LAST = 2, 3  # those that can meet, in `skin`
ROOM_FIRST, ROOM_LAST = 4, 5  # its part of the list
PAIRS = 6  # how many are in the list, -1 before the first
RESUME = 7  # sorted mass from which on the list had no room; the number of masses where it had
BUILDS = 8  # how often the list was made
COLUMNS = 9
SAMPLES = 16


class Grid(NamedTuple):
    """Scratch: masses sorted by cell."""

    cells: ndarray  # ends of the cells, int32
    cell: ndarray  # (n,) int32, of each mass in the order of the body
    order: ndarray  # (n,) int32, sorted masses
    own: ndarray  # (n,) int32, their cells
    place: ndarray  # [m] (3, n), where they are
    chosen: ndarray  # (n,) int32, some masses


@lean
def has_left(x, y, z, last_x, last_y, last_z, lo, hi, ux, uy, uz, most):
    """Whether a mass has moved by more than the square root of `most` from where it was, less u."""
    found = False
    for i in range(U(lo), U(hi)):
        a, b, c = x[i] - last_x[i] - ux, y[i] - last_y[i] - uy, z[i] - last_z[i] - uz
        found |= a * a + b * b + c * c > most
    return found


@inlined
def has_moved(x, last, lo, hi, margin):
    """Whether two masses may be nearer by margin than when `last` was kept: one has moved half of it against the mean of some."""
    step = max((hi - lo) // SAMPLES, 1)
    ux, uy, uz, count = F(0), F(0), F(0), F(0)
    for i in range(lo, hi, step):
        ux, uy, uz, count = ux + (x[0, i] - last[0, i]), uy + (x[1, i] - last[1, i]), uz + (x[2, i] - last[2, i]), count + F(1)
    most = F(0.25 * margin * margin)
    return has_left(x[0], x[1], x[2], last[0], last[1], last[2], lo, hi, ux / count, uy / count, uz / count, most)


@lean
def box_of(x, skin, lo, hi):
    """Least and greatest corner of some masses."""
    i = skin[lo]
    a, b, c = x[0, i], x[1, i], x[2, i]
    p, q, r = a, b, c
    for n in range(lo, hi):
        i = skin[n]
        a, b, c = min(a, x[0, i]), min(b, x[1, i]), min(c, x[2, i])
        p, q, r = max(p, x[0, i]), max(q, x[1, i]), max(r, x[2, i])
    return (a, b, c), (p, q, r)


@lean
def grid_of(low, high, size, most):
    """Cells along each axis with a rim of empty ones, and cells per metre: of this size, or larger so that they are at most so many; none where the box is not finite."""
    per = F(1) / F(size)
    while True:
        nx, ny, nz = (high[0] - low[0]) * per + F(3), (high[1] - low[1]) * per + F(3), (high[2] - low[2]) * per + F(3)
        if nx * ny * nz <= F(most):
            return int(nx), int(ny), int(nz), per
        if not nx * ny * nz < F(1e30):
            return 0, 0, 0, per
        per *= F(0.8)


@inlined
def cell_of(a, low, per, count):
    """Cell along one axis of a place; one outside the box, or that is no number, is in a cell at its side."""
    at, most = (a - low) * per, F(count - 3)
    at = at if at > F(0) else F(0)
    return int(at if at < most else most) + 1


@lean
def sort_into_cells(x, skin, lo, hi, low, counts, per, grid):
    """Sort masses by cell into grid, from 0 on; then grid.cells[k] is the end of cell k, and grid.cells[k - 1] its start."""
    (nx, ny, nz), cells = counts, grid.cells
    for k in range(U(nx * ny * nz + 1)):
        cells[k] = 0
    for n in range(lo, hi):
        i = skin[n]
        k = (cell_of(x[0, i], low[0], per, nx) * ny + cell_of(x[1, i], low[1], per, ny)) * nz + cell_of(x[2, i], low[2], per, nz)
        grid.cell[n - lo] = k
        cells[k + 1] += 1
    total = cells[0]
    for k in range(1, nx * ny * nz + 1):
        total += cells[k]
        cells[k] = total
    for n in range(lo, hi):
        i, k = skin[n], grid.cell[n - lo]
        q = cells[k]
        cells[k] = q + 1
        grid.order[q], grid.own[q] = i, k
        grid.place[0, q], grid.place[1, q], grid.place[2, q] = x[0, i], x[1, i], x[2, i]


@lean
def _collect(rest, grid, counts, first, total, near, r, pairs, lo, hi):
    """Write pairs (2, room) from lo to at most hi, of the sorted masses from `first` to total; returns (end, mass to go on with).

    near, r are squares of distances. A mass whose pairs have no room any more writes none.
    """
    order, place, cells = grid.order, grid.place, grid.cells
    nz, layer, end = counts[2], counts[1] * counts[2], lo
    for q in range(first, total):
        i, k, x, y, z, before = order[q], grid.own[q], place[0, q], place[1, q], place[2, q], end
        for part in range(5):
            if part == 0:
                a, b = q + 1, cells[k + 1]
            elif part == 1:
                a, b = cells[k + nz - 2], cells[k + nz + 1]
            else:
                c = k + layer + (part - 3) * nz
                a, b = cells[c - 2], cells[c + 1]
            for e in range(a, b):
                dx, dy, dz = place[0, e] - x, place[1, e] - y, place[2, e] - z
                if dx * dx + dy * dy + dz * dz < near:
                    j = order[e]
                    dx, dy, dz = rest[0, j] - rest[0, i], rest[1, j] - rest[1, i], rest[2, j] - rest[2, i]
                    if dx * dx + dy * dy + dz * dz > r:
                        if end == hi:
                            return before, q
                        pairs[0, end], pairs[1, end] = i, j
                        end += 1
    return end, total


@lean
def sweep(x, start, inverse, pairs, lo, hi, r, friction):
    """Push pairs lo to hi that are nearer than r apart, with Coulomb's friction: along the surface, at most `friction` times the push.

    Both get equal and opposite impulses along one line or across it, so momentum is kept.
    """
    r, friction = F(r), F(friction)
    for e in range(lo, hi):
        i, j = pairs[0, e], pairs[1, e]
        dx, dy, dz = x[0, j] - x[0, i], x[1, j] - x[1, i], x[2, j] - x[2, i]
        square, both = dx * dx + dy * dy + dz * dz, inverse[i] + inverse[j]
        if square < r * r and both > 0:
            apart = np.sqrt(square)
            if apart > 0:
                dx, dy, dz = dx / apart, dy / apart, dz / apart
            else:
                dx, dy, dz = F(0), F(1), F(0)
            push, a, b = r - apart, inverse[i] / both, inverse[j] / both
            ux = (x[0, j] - start[0, j]) - (x[0, i] - start[0, i])
            uy = (x[1, j] - start[1, j]) - (x[1, i] - start[1, i])
            uz = (x[2, j] - start[2, j]) - (x[2, i] - start[2, i])
            along = ux * dx + uy * dy + uz * dz
            ux, uy, uz = ux - along * dx, uy - along * dy, uz - along * dz
            slip = np.sqrt(ux * ux + uy * uy + uz * uz)
            cut = min(friction * push / slip, F(1)) if slip > 0 else F(0)
            sx, sy, sz = push * dx - cut * ux, push * dy - cut * uy, push * dz - cut * uz
            x[0, i] -= a * sx
            x[1, i] -= a * sy
            x[2, i] -= a * sz
            x[0, j] += b * sx
            x[1, j] += b * sy
            x[2, j] += b * sz


@lean
def sort(x, skin, row, r, grid):
    """Sort the masses of one body into cells; returns cells along each axis."""
    lo, hi = row[SKIN_FIRST], row[SKIN_LAST]
    low, high = box_of(x, skin, lo, hi)
    nx, ny, nz, per = grid_of(low, high, REACH * r, len(grid.cells) - 2)
    if nx > 0:
        sort_into_cells(x, skin, lo, hi, low, (nx, ny, nz), per, grid)
    return nx, ny, nz


@lean
def collect(rest, row, r, grid, counts, pairs, first):
    """List the pairs of the sorted masses from `first` on as far as there is room: row[PAIRS] of them, then row[RESUME] is the next."""
    near, least, total = F(REACH * REACH * r * r), F(r * r * 1.0001), row[SKIN_LAST] - row[SKIN_FIRST]
    end, row[RESUME] = row[ROOM_FIRST], total
    if counts[0] > 0:
        end, row[RESUME] = _collect(rest, grid, counts, first, total, near, least, pairs, row[ROOM_FIRST], row[ROOM_LAST])
    row[PAIRS] = end - row[ROOM_FIRST]


@lean
def build(x, rest, skin, row, r, grid, pairs):
    """Make the list of one body anew."""
    row[BUILDS] += 1
    collect(rest, row, r, grid, sort(x, skin, row, r, grid), pairs, 0)


@lean
def sweep_all(x, start, inverse, rest, skin, row, r, friction, grid, pairs):
    """One sweep over the pairs of a body. Where the list had no room for all they are found anew, piece by piece, and the list is void."""
    first, total = row[ROOM_FIRST], row[SKIN_LAST] - row[SKIN_FIRST]
    if row[RESUME] == total:
        sweep(x, start, inverse, pairs, first, first + row[PAIRS], r, friction)
        return
    counts, row[RESUME] = sort(x, skin, row, r, grid), 0
    while row[RESUME] < total:
        collect(rest, row, r, grid, counts, pairs, row[RESUME])
        sweep(x, start, inverse, pairs, first, first + row[PAIRS], r, friction)
    row[PAIRS] = -1
