"""What happens to the few particles that drift has marked: hits, water, death."""

import numpy as np

from engine.kernels.ballistic import BLOCK, coefficients, drag_rate
from engine.kernels.compile import F, kernel
from engine.kernels.follow import fall_in, fly, follow, start
from engine.kernels.nearness import DEAD
from engine.kernels.scratch import ARC, ROWS, SIDE, SPLASH, O, U
from engine.kernels.solids import clear

STRIDE = 16  # marks that are looked at together


@kernel
def bury(i, x, previous, v, age, span):
    """Turn slot i into a dead one: it waits for compaction far above the world and meets nothing."""
    age[i], span[i] = -np.inf, np.inf
    for axis in range(3):
        v[axis, i] = F(0)
    x[1, i] = previous[1, i] = F(1e30)


@kernel
def _any(mark, lo, hi):
    found = False
    for i in range(np.uint64(lo), np.uint64(hi)):
        found |= mark[i] <= 0
    return found


@kernel
def _marked(mark, lo, hi, few):
    """Write the marked slots from lo to hi into few, in order; returns how many."""
    count = 0
    for first in range(lo, hi, STRIDE):
        last = min(first + STRIDE, hi)
        if _any(mark, first, last):
            for i in range(first, last):
                if mark[i] <= 0:
                    few[count] = i
                    count += 1
    return count


@kernel
def _sum(row, few, count):
    total = 0.0
    for n in range(np.uint64(count)):
        total += row[np.uint64(few[n])]
    return total


@kernel
def _fetch(few, count, x, previous, v, age, span, id, inverse):
    """Read what will be needed of the marked, many at once: else each of them waits for memory by itself. The sum means nothing."""
    total = _sum(age, few, count) + _sum(span, few, count) + _sum(id, few, count) + _sum(inverse, few, count)
    for axis in range(3):
        total += _sum(x[axis], few, count) + _sum(previous[axis], few, count) + _sum(v[axis], few, count)
    return total


@kernel
def ended(i, x, age, span, fade, limits):
    """Whether a particle is too old, out of the limits or not finite."""
    for axis in range(3):
        if not (x[axis, i] > limits[axis] and x[axis, i] < limits[axis + 3]):
            return True
    return span[i] + fade - age[i] <= 0


@kernel
def impact(
    x, previous, v, age, span, fade, id, hits, inverse, mark, lo, hi,
    solver, field, dt, limits, waters, solids, bounces, seed, body, crossed, splash,
):  # fmt: skip
    """Look at the marked particles from lo to hi: bounce, queue splashes, die of a hit, of age, of height or out of the limits.

    Everything up to mark, and solver, field, dt, limits, waters, solids: as given to drift or drift_each in this tick.
    id uint32 (slots,), hits uint8 (k, slots): a solid's row ROW counts the hits on it.
    bounces  (n, 4) float64  restitution, tangential, scatter [m/s], friction; solids own slices of it
    seed, body  uint32       key of the random numbers
    crossed  (slots,) int32    at lo, lo + 1, ...: particles that fell through a water's level inside its extent, in order
    splash   (4, slots) float32  in the same places: x [m], z [m], impulse m |v_y| [N s], row of waters
    Returns (crossings, deaths): how many were written from lo on, and how many died.
    """
    step, s, few = np.zeros(8, x.dtype), np.zeros((ROWS, 3)), np.empty(BLOCK, np.int64)
    crossings, deaths = 0, 0
    for first in range(lo, hi, BLOCK):
        count = _marked(mark, first, min(first + BLOCK, hi), few)
        s[SIDE, 0] = _fetch(few, count, x, previous, v, age, span, id, inverse)
        for n in range(count):
            i = few[n]
            if age[i] < DEAD:
                continue
            h, killed = min(dt, age[i]), False
            if inverse[i] > 0 and h > 0 and np.isfinite(x[0, i] + x[1, i] + x[2, i]):
                coefficients(step, solver, field, inverse[i], h)
                start(s, i, x, previous, v, h, step, field, inverse[i])
                rate, loss, whole = drag_rate(field, inverse[i]), 0.0, np.float64(h)
                fly(s, solver, rate, whole)
                if clear(solids, s, O, U, ARC, whole):
                    water = fall_in(s, whole, x[1, i], waters)
                else:
                    water, loss, killed = follow(i, x, v, whole, s, solver, rate, waters, solids, bounces, hits, seed, body, id[i])
                    age[i] += loss
                if water >= 0:
                    at = lo + crossings
                    crossed[at] = i
                    splash[0, at], splash[1, at], splash[2, at], splash[3, at] = (
                        s[SPLASH, 0],
                        s[SPLASH, 1],
                        s[SPLASH, 2] / inverse[i],
                        water,
                    )
                    crossings += 1
            if killed or ended(i, x, age, span, fade, limits):
                bury(i, x, previous, v, age, span)
                deaths += 1
    return crossings, deaths
