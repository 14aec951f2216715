"""What happens to the few particles that drift has marked: hits, water, death."""

import numpy as np

from engine.kernels.ballistic import AUTO, BLOCK, affine, drag_rate, is_late, last_step, rest_acceleration, verlet
from engine.kernels.calls import write_call
from engine.kernels.compile import F, lean
from engine.kernels.follow import fall_in, flight, follow, start
from engine.kernels.nearness import DEAD
from engine.kernels.solids import clear, reach
from engine.kernels.vectors import ZERO, along, mix, put, take

STRIDE = 16  # marks that are looked at together


@lean
def bury(i, x, previous, v, age, span):
    """Turn slot i into a dead one: it waits for compaction far above the world and meets nothing."""
    age[i], span[i] = -np.inf, np.inf
    for axis in range(3):
        v[axis, i] = F(0)
    x[1, i] = previous[1, i] = F(1e30)


@lean
def _any(mark, lo, hi):
    found = False
    for i in range(np.uint64(lo), np.uint64(hi)):
        found |= mark[i] <= 0
    return found


@lean
def _marked(mark, lo, hi, few):
    """Write the marked slots from lo to hi into few from lo on, in order; returns the end."""
    end = lo
    for first in range(lo, hi, STRIDE):
        last = min(first + STRIDE, hi)
        if _any(mark, first, last):
            for i in range(first, last):
                if mark[i] <= 0:
                    few[end] = i
                    end += 1
    return end


@lean
def _fetch(few, lo, hi, x, previous, v, age, span, inverse):
    """Read what will be needed of the marked, many at once: else each of them waits for memory by itself. The sum means nothing."""
    total = 0.0
    for n in range(np.uint64(lo), np.uint64(hi)):
        i = np.uint64(few[n])
        place, speed = x[0, i] + x[1, i] + x[2, i], v[0, i] + v[1, i] + v[2, i]
        total += place + speed + previous[0, i] + previous[1, i] + previous[2, i] + age[i] + span[i] + inverse[i]
    return total


@lean
def ended(i, x, age, span, fade, limits):
    """Whether a particle is too old, out of the limits or not finite."""
    for axis in range(3):
        if not (x[axis, i] > limits[axis] and x[axis, i] < limits[axis + 3]):
            return True
    return span[i] + fade - age[i] <= 0


@lean
def _last(i, x, v, age, span, fade, limits, h, bend):
    """Time since a particle ended of age or fell below the limits, place and velocity then: back along its path of acceleration `bend`."""
    late = np.float64(age[i] - (span[i] + fade))
    if v[1, i] < 0 and x[1, i] <= limits[1]:
        late = max(late, (np.float64(limits[1]) - x[1, i]) / -np.float64(v[1, i]))
    late = min(max(late, 0.0), max(np.float64(h), 0.0))
    return late, along(along(take(x, i), -late, take(v, i)), 0.5 * late * late, bend), along(take(v, i), -late, bend)


@lean
def microseconds(age):
    """An age in whole microseconds."""
    return np.int64(age * 1e6)


@lean
def impact(
    x, previous, v, age, span, fade, id, hits, inverse, mark, lo, hi,
    solver, field, dt, before, limits, waters, solids, bounces, seed, body, mortal, crossed, splash, at, pull, ends, strokes, ended_at, struck_at, touched, push, touched_at,
):  # fmt: skip
    """Look at the marked particles from lo to hi: bounce, queue splashes, die of a hit, of age, of height or out of the limits.

    Everything up to mark, and solver, field, dt, before, limits, waters, solids: as given to drift or drift_each in this tick.
    id uint32 (slots,), hits uint8 (k, slots): a solid's row ROW counts the hits on it.
    bounces  (n, 4) float64  restitution, tangential, scatter [m/s], friction; solids own slices of it
    seed, body  uint32       key of the random numbers
    mortal   bool              False: neither age, nor limits, nor numbers that are not finite end a particle
    crossed  (slots,) int32    at `at` (at most lo), at + 1, ...: particles that fell through a water's level inside its extent, in order
    splash   (4, slots) float32  in the same places: x [m], z [m], impulse m |v_y| [N s], row of waters
    pull     (3, n) or no rows  acceleration of particle lo + i by fields that differ from place to place, beside what `field` says
    ends, strokes  (7, slots) float32, or no slots where nobody asks: from ended_at and struck_at on, those that died, and those that bounced:
             place, velocity, and for how long [s] of the tick they were dead, or flew on (kernels/calls.py)
    touched, push  (slots,) uint32, (3, slots) float32  from touched_at on: ids of those that met a solid, and the mean acceleration [m/s2] by it
    Returns (crossings, deaths, lived, bounced, touches): how many were written from `at` on, how many died, and the time that they had lived, in whole
    microseconds (an integer, so that it is the same in any order); what a hit takes off a life was not lived.
    """
    crossings, deaths, bounced, touches, lived, h, w = 0, 0, 0, 0, np.int64(0), -dt, -dt  # of nobody
    late, lag = is_late(solver), 0.0
    inner = AUTO if late else solver  # of the pieces of a step
    for first in range(lo, hi, BLOCK):
        end = _marked(mark, first, min(first + BLOCK, hi), crossed)  # they wait where the results come later
        mark[first] = _fetch(crossed, first, end, x, previous, v, age, span, inverse)  # read before; a result in use stays in the code
        for n in range(first, end):
            i = crossed[n]
            if age[i] < DEAD:
                continue
            if min(dt, age[i]) != h or inverse[i] != w or late:
                h, w = min(dt, age[i]), inverse[i]
                time, rate, still = np.float64(h), drag_rate(field, w), rest_acceleration(field, w)
                if late:
                    lag = last_step(age[i] - dt, before)
                    k, p, b, q = verlet(solver, rate, time, lag)
                else:
                    k, p, b, q = affine(solver, rate, time)
            killed, loss, known, left, struck, thrown, bend = False, 0.0, microseconds(age[i]), -1.0, ZERO, ZERO, ZERO
            if w > 0 and h > 0 and np.isfinite(x[0, i] + x[1, i] + x[2, i]):
                o, a = take(previous, i), still
                if len(pull) > 0:
                    a = along(still, 1.0, take(pull, i - lo))
                u = start(o, take(x, i), take(v, i), k, b, a, time)
                way, arc = flight(p, q, time, u, a)
                if late:
                    u = along(u, 0.5 * lag, along(a, -rate, u))
                    arc = mix(2.0 / (time * time), way, -2.0 / time, u)
                bend = arc
                low, high = reach(o, u, arc, time)
                if clear(solids, low, high):
                    water, drop = fall_in(o, u, arc, time, x[1, i], waters)
                else:
                    free = take(v, i)
                    water, drop, loss, killed, left, struck, thrown = follow(
                        i, x, v, time, o, u, a, arc, inner, late, rate, waters, solids, bounces, hits, seed, body, id[i]
                    )
                    age[i] += loss
                    touched[touched_at + touches] = id[i]
                    put(push, touched_at + touches, mix(1.0 / dt, take(v, i), -1.0 / dt, free))
                    touches += 1
                    if left >= 0.0 and strokes.shape[1] > 0:
                        write_call(strokes, struck_at + bounced, struck, thrown, left)
                        bounced += 1
                if water >= 0:
                    n_th = at + crossings
                    crossed[n_th] = i
                    splash[0, n_th], splash[1, n_th], splash[2, n_th], splash[3, n_th] = drop[0], drop[1], drop[2] / w, water
                    crossings += 1
            if killed or mortal and ended(i, x, age, span, fade, limits):
                if ends.shape[1] > 0:
                    of_hit = killed or left >= 0.0 and age[i] - loss < span[i] + fade
                    if not of_hit:
                        left, struck, thrown = _last(i, x, v, age, span, fade, limits, h, bend)
                    write_call(ends, ended_at + deaths, struck, thrown, left)
                bury(i, x, previous, v, age, span)
                deaths += 1
                lived += known
            else:
                lived += known - microseconds(age[i])
    return crossings, deaths, lived, bounced, touches
