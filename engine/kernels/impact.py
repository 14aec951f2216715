"""What happens to the few particles that drift has marked: hits, water, death."""

import numpy as np

from engine.kernels import hash as channel
from engine.kernels.ballistic import SPENT, affine, coefficients, drag_rate, rest_acceleration
from engine.kernels.compile import F, kernel
from engine.kernels.contact import bounce, slide
from engine.kernels.hash import uniform
from engine.kernels.nearness import DEAD
from engine.kernels.scratch import ARC, FACE, LIFT, PULL, REST, ROWS, SPLASH, WAY, A, O, U, W, add, dot, length, mix, project
from engine.kernels.solids import (
    COUNT,
    FIRST,
    FRICTION,
    KILL,
    LOSS,
    ROW,
    SCATTER,
    SKIN,
    VELOCITY,
    fall_through,
    first_hit,
    normal_of,
    support,
)

HITS = 8  # hits that are followed in one tick; then the particle rests
GENTLE = 1.0 / 16.0  # a speed away from a surface under this share of pressure times tick leads to rest: the hop would last under 1/8 tick
SPLIT = 1e-9  # share of a tick that is not worth a further look
STRIDE = 16  # marks that are looked at together


@kernel
def bury(i, x, previous, v, age, span):
    """Turn slot i into a dead one: it waits for compaction far above the world and meets nothing."""
    age[i], span[i] = -np.inf, np.inf
    for axis in range(3):
        v[axis, i] = F(0)
    x[1, i] = previous[1, i] = F(1e30)


@kernel
def _water(s, t, low, waters):
    """First water (in the table's order) whose level the path falls through within t inside its extent, else -1; fills SPLASH.

    low is the height at the end, as it will be stored.
    """
    for w in range(len(waters)):
        high = s[O, 1] - waters[w, 0]
        if high > 0.0 and low <= waters[w, 0]:
            at = min(fall_through(high, s[U, 1], s[ARC, 1], t), t)
            x, z = s[O, 0] + (s[U, 0] + 0.5 * s[ARC, 0] * at) * at, s[O, 2] + (s[U, 2] + 0.5 * s[ARC, 2] * at) * at
            if abs(x - waters[w, 1]) <= waters[w, 3] and abs(z - waters[w, 2]) <= waters[w, 4]:
                s[SPLASH, 0], s[SPLASH, 1], s[SPLASH, 2] = x, z, abs(s[U, 1] + s[ARC, 1] * at)
                return w
    return -1


@kernel
def _entry(solids, j, hits, i):
    """Row of the table of bounces for the next hit of particle i on solid j, and the hits so far."""
    row = int(solids[j, ROW])
    n = int(hits[row, i]) if row >= 0 else 0
    return int(solids[j, FIRST]) + min(n, int(solids[j, COUNT]) - 1), n


@kernel
def _strike(s, solids, j, bounces, hits, i, seed, body, id):
    """Bounce by the entry of this hit, and count it; returns the normal speed after it."""
    rule, n = _entry(solids, j, hits, i)
    if solids[j, ROW] >= 0 and n < 255:
        hits[int(solids[j, ROW]), i] += np.uint8(1)
    radius, turn = 0.0, 0.0
    if bounces[rule, SCATTER] > 0.0:
        first = channel.SCATTER + 2 * n
        radius, turn = np.float64(uniform(seed, body, id, first)), np.float64(uniform(seed, body, id, first + 1))
    return bounce(s, bounces, rule, radius, turn)


@kernel
def _relative(s, w, u, solids, j, factor):
    """w = u - factor times the solid's velocity."""
    for axis in range(3):
        s[w, axis] = s[u, axis] - factor * solids[j, VELOCITY + axis]


@kernel
def _fly(s, solver, rate, rest):
    """Plan a free flight through the rest of the tick: fills WAY, ARC and LIFT."""
    _, p, _, q = affine(solver, rate, rest)
    mix(s, WAY, p, U, q, A)
    mix(s, ARC, 2.0 * (p - rest) / (rest * rest), U, 2.0 * q / (rest * rest), A)
    mix(s, LIFT, 1.0, O, 0.0, O)


@kernel
def _glide(s, count, solids, j, bounces, hits, i, solver, rate, rest, depth):
    """Plan the next piece of a particle that rests on solid j; returns the time used and the depth left to correct.

    Fills WAY, ARC and LIFT, leaves in U the velocity at its start, in W the one at its end relative to the solid. The search
    for hits starts a little above the surface, so that faces flush with it are passed over.
    """
    pressure = -dot(s, PULL, REST)
    project(s, W, REST, count)
    project(s, PULL, REST, count)
    _relative(s, U, W, solids, j, -1.0)
    rule, _ = _entry(solids, j, hits, i)
    used = slide(s, pressure, bounces[rule, FRICTION], solver, rate, rest)
    if dot(s, WAY, WAY) > 0.0:
        add(s, O, -depth, REST)
        depth = 0.0
    _relative(s, WAY, WAY, solids, j, -used)
    mix(s, ARC, 2.0 / (used * used), WAY, -2.0 / used, U)
    mix(s, LIFT, 1.0, O, 2.0 * SKIN, REST)
    if count == 2:
        add(s, LIFT, 2.0 * SKIN, REST + 1)
    return used, depth


@kernel
def _rest_on(s, count):
    """Rest on the face that was hit too; returns the number of surfaces, 3 where it is wedged in and must stop."""
    if count == 0:
        mix(s, REST, 1.0, FACE, 0.0, FACE)
        return 1
    if count == 1:
        project(s, FACE, REST, 1)
        if length(s, FACE) > 1e-3:
            mix(s, REST + 1, 1.0 / length(s, FACE), FACE, 0.0, FACE)
            return 2
    return 3


@kernel
def follow(i, x, v, h, s, solver, rate, waters, solids, bounces, hits, seed, body, id):
    """Follow one particle through its step from the start in scratch s (rows O, U, A), through at most HITS hits.

    Writes x and v of slot i where it met something, else leaves what drift gave. Fills SPLASH where it fell into water.
    Returns (row of waters or -1, lifetime lost [s], killed).
    """
    _fly(s, solver, rate, h)
    on, face, depth = support(solids, s, O, U, ARC, h, GENTLE * h)
    rest, loss, water, count, touched = h, 0.0, -1, 0, False
    if on >= 0:
        normal_of(solids, on, face, s)
        count = _rest_on(s, 0)
    for _ in range(HITS):
        if count > 0:
            _relative(s, W, U, solids, on, 1.0)
            _relative(s, PULL, A, solids, on, rate)
            if dot(s, PULL, REST) >= 0.0:
                count = 0
        if count > 0:
            used, depth = _glide(s, count, solids, on, bounces, hits, i, solver, rate, rest, depth)
        else:
            used = rest
            _fly(s, solver, rate, rest)
        t, hit, face = first_hit(solids, s, LIFT, U, ARC, used, rest)
        if hit < 0 and count == 0 and not touched:
            return _water(s, rest, x[1, i], waters), 0.0, False
        touched = True
        if hit >= 0:
            used = t
            mix(s, WAY, t, U, 0.5 * t * t, ARC)
        if water < 0:
            x[1, i] = s[O, 1] + s[WAY, 1]
            water = _water(s, used, x[1, i], waters)
        add(s, O, 1.0, WAY)
        if count == 0:
            k, _, b, _ = affine(solver, rate, used)
            mix(s, U, k, U, b, A)
        elif hit >= 0:
            add(s, U, used, ARC)
        else:
            _relative(s, U, W, solids, on, -1.0)
        rest -= used
        if hit >= 0:
            normal_of(solids, hit, face, s)
            _relative(s, W, U, solids, hit, 1.0)
            _relative(s, PULL, A, solids, hit, rate)
            gentle, away = -GENTLE * h * dot(s, PULL, FACE), -dot(s, W, FACE)
            if away > gentle:
                away = _strike(s, solids, hit, bounces, hits, i, seed, body, id)
                loss += solids[hit, LOSS]
                _relative(s, U, W, solids, hit, -1.0)
                if solids[hit, KILL] > 0.0:
                    return water, loss, True
            if away > gentle:
                count = 0
            else:
                on, count = hit, _rest_on(s, count)
        if rest <= SPLIT * h or count == 3:
            break
    if on >= 0 and (rest > SPLIT * h or count == 3):
        for axis in range(3):
            s[U, axis] = solids[on, VELOCITY + axis]
    for axis in range(3):
        x[axis, i], v[axis, i] = s[O, axis], s[U, axis]
    return water, loss, False


@kernel
def _start(s, i, x, previous, v, h, step, field, inverse):
    """Fill the scratch with where the step of particle i began, and its acceleration at rest."""
    for axis in range(3):
        s[O, axis] = previous[axis, i]
        s[A, axis] = rest_acceleration(field, inverse, axis)
        if step[0] >= SPENT:
            s[U, axis] = (np.float64(v[axis, i]) - step[2 + axis]) / step[0]
        else:
            s[U, axis] = (np.float64(x[axis, i]) - previous[axis, i]) / h


@kernel
def _any(mark, lo, hi):
    found = False
    for i in range(np.uint64(lo), np.uint64(hi)):
        found |= mark[i] <= 0
    return found


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
    step, s = np.zeros(8, x.dtype), np.zeros((ROWS, 3))
    crossings, deaths = 0, 0
    for first in range(lo, hi, STRIDE):
        last = min(first + STRIDE, hi)
        if not _any(mark, first, last):
            continue
        for i in range(first, last):
            if mark[i] > 0 or age[i] < DEAD:
                continue
            h = min(dt, age[i])
            killed = False
            if inverse[i] > 0 and h > 0 and np.isfinite(x[0, i] + x[1, i] + x[2, i]):
                coefficients(step, solver, field, inverse[i], h)
                _start(s, i, x, previous, v, h, step, field, inverse[i])
                rate = drag_rate(field, inverse[i])
                water, loss, killed = follow(i, x, v, np.float64(h), s, solver, rate, waters, solids, bounces, hits, seed, body, id[i])
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
