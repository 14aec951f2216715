"""Forces of springs, all at once: the explicit solvers ask for them, and nothing is changed.

Springs of one lattice offset are a stencil: mass i pulls mass i + reach, for all i in one loop, where stiffness 0 says that there is none. So
colours do not matter, and rows of a lattice need not be walked one by one. Springs of no lattice are taken from their list.

A sum of floats depends on its order. Mirrored lattices must give mirrored forces to the bit, and a mirror of one axis swaps the two springs
of an offset at a mass, the two offsets of a pair, and the two pairs of space diagonals: so each of these sums has a row of its own, in which
only two numbers are added in either order. Whole families follow each other in a fixed order.
"""

from typing import NamedTuple

import numpy as np
from numpy import ndarray

from engine.kernels.compile import F, lean
from engine.kernels.runs import COUNT, FAMILY, FIRST, FORM, LISTED, OFFSET, PAIR, SLOT, STRIDE, A, B

U = np.uint64
BLOCK = 1024  # masses whose rows stay in the nearest cache
CLOSE = F(1e-20)  # [m2] squared length under which a spring has no direction: its force falls to 0 instead of to no number

# plan, int32 (g, 8): one row for each offset
REACH = 0  # distance of the two masses in the rows; 0: springs by their list
RUN = 1  # first row of the table of runs
RUNS = 2  # how many
INTO = 3  # row of sums that it goes to
FRESH = 4  # 1: it is the first there
PAIR_TO = 5  # after it the sum of the pair goes to this row; -1 for nowhere
FAMILY_TO = 6  # after that the sum of the family goes to this row
TOTAL, OF_FAMILY, OF_PAIR = 0, 1, 2  # rows of sums


class Stencils(NamedTuple):
    """Springs laid out for `pull`."""

    plan: ndarray  # (g, 8) int32
    stiffness: ndarray  # [N/m] (g, slots) of the spring from mass i to i + reach
    rest: ndarray  # [m] (g, slots)
    damping: ndarray  # [N s/m] (g, slots); (1, 1) where there is none
    table: ndarray  # (r, WIDTH), and of each spring by itself, for lists:
    ends: ndarray  # (m, 2)
    k: ndarray  # [N/m] (m,)
    d: ndarray  # [m] (m,)
    c: ndarray  # [N s/m] (m,)
    sums: ndarray  # [N] (3, 3, slots): sums[0] is the force on each mass
    work: ndarray  # [N] (3, pad + slots) force on the first mass, behind as many zeros as the longest reach
    scale: ndarray  # [N/m], [m2] (2, slots) scratch
    pad: int
    damped: bool


@lean
def _reach(table, r):
    return 0 if table[r, FORM] == LISTED else abs(table[r, B] - table[r, A])


@lean
def _alike(table, r, q):
    """Whether runs r and q are of one offset."""
    same = table[r, FAMILY] == table[q, FAMILY] and table[r, PAIR] == table[q, PAIR] and table[r, OFFSET] == table[q, OFFSET]
    return same and _reach(table, r) == _reach(table, q)


@lean
def _offsets(table, plan):
    """Gather runs of one offset; returns how many offsets there are."""
    n = 0
    for r in range(len(table)):
        if r == 0 or not _alike(table, r, r - 1):
            plan[n, REACH], plan[n, RUN], plan[n, RUNS] = _reach(table, r), r, 0
            n += 1
        plan[n - 1, RUNS] += 1
    return n


@lean
def _order(table, plan, n):
    """Say into which row each of n offsets is summed, and when a row is added to the next. Four offsets that share PAIR are two pairs."""
    to = TOTAL
    for g in range(n):
        r = plan[g, RUN]
        new_family = g == 0 or table[r, FAMILY] != table[r - 1, FAMILY]
        second = g > 0 and plan[g - 1, FRESH] == 1 and table[r, FAMILY] == table[r - 1, FAMILY] and table[r, PAIR] == table[r - 1, PAIR]
        new_pair = not second
        if new_family:
            to = TOTAL if g == 0 else OF_FAMILY
        into = to if new_family else OF_PAIR if new_pair else plan[g - 1, INTO]
        after = r + plan[g, RUNS]
        last_of_family = after == len(table) or table[after, FAMILY] != table[r, FAMILY]
        last_of_pair = second or last_of_family or table[after, PAIR] != table[r, PAIR]
        plan[g, INTO], plan[g, FRESH] = into, 1 if new_pair else 0
        plan[g, PAIR_TO] = to if last_of_pair and into == OF_PAIR else -1
        plan[g, FAMILY_TO] = TOTAL if last_of_family and to == OF_FAMILY else -1


@lean
def _plan(table, plan):
    """Fill plan (r, 8) with the offsets of a table of runs; returns their number and the longest reach."""
    n, pad = _offsets(table, plan), 0
    _order(table, plan, n)
    for g in range(n):
        pad = max(pad, np.int64(plan[g, REACH]))
    return n, pad


@lean
def _spread(row, values, slot, by_slot, table, plan):
    """Values of springs from their slots to their first masses; where there is no spring, 0."""
    for at in range(len(by_slot)):
        by_slot[at] = 0
    for s in range(len(slot)):
        by_slot[slot[s]] = values[s]
    for g in range(len(plan)):
        if plan[g, REACH] > 0:
            for r in range(plan[g, RUN], plan[g, RUN] + plan[g, RUNS]):
                start, stride, at = min(table[r, A], table[r, B]), table[r, STRIDE], table[r, SLOT]
                for t in range(table[r, COUNT]):
                    row[g, start + t * stride] += by_slot[at + t]  # another colour may be idle where this one is not


def lay(springs, slots):
    """The Stencils of springs (kernels/body.py) for rows of `slots` masses; made anew whenever rest, stiffness or damping change."""
    table, kind = springs.table, springs.rest.dtype
    plan = np.zeros((len(table), 8), np.int32)
    n, pad = _plan(table, plan)
    made = [np.zeros((n, slots), kind), np.zeros((n, slots), kind), np.zeros((n, slots) if springs.damped else (1, 1), kind)]
    own = [springs.stiffness, springs.rest, springs.damping]
    for rows, values in list(zip(made, own, strict=True))[: 3 if springs.damped else 2]:
        _spread(rows, values, springs.slot, springs.give, table, plan[:n])
    scratch = np.zeros((3, 3, slots), kind), np.zeros((3, pad + slots), kind), np.zeros((2, slots), kind)
    return Stencils(plan[:n], *made, table, springs.ends, *own, *scratch, pad, springs.damped)


@lean
def _tension(scale, x, y, z, stiffness, rest, lo, hi, reach):
    """k (1 - D / l) for each spring."""
    for i in range(U(lo), U(hi)):
        j = i + U(reach)
        dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
        square = dx * dx + dy * dy + dz * dz
        square = square if square > CLOSE else CLOSE
        scale[i] = stiffness[i] - stiffness[i] * rest[i] / np.sqrt(square)


@lean
def _approach(rate, x, v, lo, hi, reach):
    """Add one axis of (v_b - v_a) . (b - a)."""
    for i in range(U(lo), U(hi)):
        j = i + U(reach)
        rate[i] += (v[j] - v[i]) * (x[j] - x[i])


@lean
def _lag(rate, x, y, z, damping, lo, hi, reach):
    """Turn (v_b - v_a) . (b - a) into the damping's share of the scale, c / l2 of it."""
    for i in range(U(lo), U(hi)):
        j = i + U(reach)
        dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
        square = dx * dx + dy * dy + dz * dz
        square = square if square > CLOSE else CLOSE
        rate[i] = rate[i] * damping[i] / square


@lean
def _add(sums, row, lo, hi):
    for i in range(U(lo), U(hi)):
        sums[i] += row[i]


@lean
def _part(work, x, scale, lo, hi, reach, pad):
    """One axis of the force on the first mass of each spring."""
    for i in range(U(lo), U(hi)):
        work[i + U(pad)] = scale[i] * (x[i + U(reach)] - x[i])


@lean
def _collect(sums, work, lo, hi, reach, pad, fresh):
    """One axis of the sum of an offset's two springs at each mass."""
    if fresh:
        for i in range(U(lo), U(hi)):
            sums[i] = work[i + U(pad)] - work[i + U(pad - reach)]
    else:
        for i in range(U(lo), U(hi)):
            sums[i] += work[i + U(pad)] - work[i + U(pad - reach)]


@lean
def _listed(x, v, n, made, g):
    """All springs of one list."""
    sums, plan, table = made.sums[made.plan[g, INTO]], made.plan, made.table
    if plan[g, FRESH] == 1:
        sums[:, :n] = 0
    for r in range(plan[g, RUN], plan[g, RUN] + plan[g, RUNS]):
        for s in range(table[r, FIRST], table[r, FIRST] + table[r, COUNT]):
            a, b = made.ends[s, 0], made.ends[s, 1]
            dx, dy, dz = x[0, b] - x[0, a], x[1, b] - x[1, a], x[2, b] - x[2, a]
            square = max(dx * dx + dy * dy + dz * dz, CLOSE)
            rate = (v[0, b] - v[0, a]) * dx + (v[1, b] - v[1, a]) * dy + (v[2, b] - v[2, a]) * dz
            scale = made.k[s] - made.k[s] * made.d[s] / np.sqrt(square) + made.c[s] * rate / square
            sums[0, a] += scale * dx
            sums[1, a] += scale * dy
            sums[2, a] += scale * dz
            sums[0, b] -= scale * dx
            sums[1, b] -= scale * dy
            sums[2, b] -= scale * dz


@lean
def _scales(x, v, made, g, lo, hi, reach):
    """What the vectors of an offset's springs are multiplied by, into made.scale[0]."""
    scale, rate = made.scale[0], made.scale[1]
    _tension(scale, x[0], x[1], x[2], made.stiffness[g], made.rest[g], lo, hi, reach)
    if made.damped:
        for i in range(lo, hi):
            rate[i] = 0
        for axis in range(3):
            _approach(rate, x[axis], v[axis], lo, hi, reach)
        _lag(rate, x[0], x[1], x[2], made.damping[g], lo, hi, reach)
        _add(scale, rate, lo, hi)


@lean
def pull(x, v, n, made):
    """Fill made.sums[0] with the forces [N] of springs on the first n masses, made = lay(springs, slots).

    x, v  [m], [m/s]  (3, slots)
    f = k (l - D) d / l + c ((v_b - v_a) . d) d / l2 on mass a, d = b - a, l = |d|, and the opposite on b.
    """
    plan, work, pad = made.plan, made.work, made.pad
    if len(plan) == 0:
        made.sums[TOTAL, :, :n] = 0
    for g in range(len(plan)):
        reach = np.int64(plan[g, REACH])
        if reach == 0:
            _listed(x, v, n, made, g)
        else:
            last = max(n - reach, 0)
            for first in range(0, n, BLOCK):
                end = min(first + BLOCK, n)
                lo, hi = min(first, last), min(end, last)
                _scales(x, v, made, g, lo, hi, reach)
                for axis in range(3):
                    _part(work[axis], x[axis], made.scale[0], lo, hi, reach, pad)
                    for i in range(pad + max(first, last), pad + end):
                        work[axis, i] = 0
                    _collect(made.sums[plan[g, INTO], axis], work[axis], first, end, reach, pad, plan[g, FRESH] == 1)
        for axis in range(3):
            if plan[g, PAIR_TO] >= 0:
                _add(made.sums[plan[g, PAIR_TO], axis], made.sums[OF_PAIR, axis], 0, n)
            if plan[g, FAMILY_TO] >= 0:
                _add(made.sums[TOTAL, axis], made.sums[OF_FAMILY, axis], 0, n)
