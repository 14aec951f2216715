"""What happens to the few particles that drift has marked: hits, water, death."""

import numpy as np

from engine.kernels import hash as channel
from engine.kernels.ballistic import SPENT, affine, coefficients, drag_rate, rest_acceleration
from engine.kernels.compile import F, kernel
from engine.kernels.contact import bounce, dot, project, slide
from engine.kernels.hash import uniform
from engine.kernels.nearness import DEAD
from engine.kernels.solids import COUNT, FIRST, FRICTION, KILL, LOSS, ROW, SKIN, VELOCITY, fall_through, first_hit, normal_of, support

HITS = 8  # hits that are followed in one tick; then the particle rests
GENTLE = 1.0 / 16.0  # a speed away from a surface under this share of pressure times tick leads to rest: the hop would last under 1/8 tick
SPLIT = 1e-9  # share of a tick that is not worth a further look
STRIDE = 16  # marks that are looked at together

# rows of the scratch (10, 3): place, velocity, acceleration at rest, acceleration of the path; relative to the solid: velocity, acceleration
# at rest, way; start of the search; normals of the surfaces it rests on, then of the one that was hit
O, U, A, ARC, W, PULL, WAY, LIFT, NORMALS, FACE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 10
ROWS = 11


@kernel
def bury(i, x, previous, v, age, span):
    """Turn slot i into a dead one: it waits for compaction far above the world and meets nothing."""
    age[i], span[i] = -np.inf, np.inf
    for axis in range(3):
        v[axis, i] = F(0)
    x[1, i] = previous[1, i] = F(1e30)


@kernel
def _water(o, u, a, t, low, waters, place):
    """First water (in the table's order) whose level the path falls through within t inside its extent, else -1; place (3,): x, z, speed.

    low is the height at the end, as it will be stored.
    """
    for w in range(len(waters)):
        if o[1] > waters[w, 0] and low <= waters[w, 0]:
            s = min(fall_through(o[1] - waters[w, 0], u[1], a[1], t), t)
            place[0], place[1] = o[0] + (u[0] + 0.5 * a[0] * s) * s, o[2] + (u[2] + 0.5 * a[2] * s) * s
            place[2] = abs(u[1] + a[1] * s)
            if abs(place[0] - waters[w, 1]) <= waters[w, 3] and abs(place[1] - waters[w, 2]) <= waters[w, 4]:
                return w
    return -1


@kernel
def _strike(w, normal, solid, bounces, hits, i, seed, body, id):
    """Bounce by the entry of this hit, and count it; returns the normal speed after it."""
    row, entry = int(solid[ROW]), 0
    if row >= 0:
        entry = int(hits[row, i])
        if entry < 255:
            hits[row, i] += np.uint8(1)
    rule = bounces[int(solid[FIRST]) + min(entry, int(solid[COUNT]) - 1)]
    first = channel.SCATTER + 2 * entry
    return bounce(w, normal, rule, uniform(seed, body, id, first), uniform(seed, body, id, first + 1))


@kernel
def _along(s, count, solid, bounces, hits, i, solver, rate, rest, depth):
    """Plan the next piece of a particle that rests on a solid; returns the time used and the depth left to correct.

    Fills WAY and ARC, leaves in U the velocity at its start, in W the one at its end relative to the solid. The search for
    hits starts a little above the surface, so that faces flush with it are passed over.
    """
    carrier = solid[VELOCITY : VELOCITY + 3]
    pressure = -dot(s[PULL], s[NORMALS])
    project(s[W], s[NORMALS:], count)
    project(s[PULL], s[NORMALS:], count)
    s[U] = s[W] + carrier
    s[ARC] = s[W]
    entry = min(int(hits[int(solid[ROW]), i]), int(solid[COUNT]) - 1) if solid[ROW] >= 0 else 0
    used = slide(s[W], s[PULL], pressure, bounces[int(solid[FIRST]) + entry, FRICTION], solver, rate, rest, s[WAY])
    s[ARC] = 2.0 * (s[WAY] - s[ARC] * used) / (used * used)
    if dot(s[WAY], s[WAY]) > 0.0:
        s[O] -= depth * s[NORMALS]
        depth = 0.0
    s[WAY] += carrier * used
    s[LIFT] = s[O] + 2.0 * SKIN * s[NORMALS]
    if count == 2:
        s[LIFT] += 2.0 * SKIN * s[NORMALS + 1]
    return used, depth


@kernel
def _rest_on(s, count):
    """Rest on the face that was hit too; returns the number of surfaces, 3 where it is wedged in and must stop."""
    if count == 0:
        s[NORMALS] = s[FACE]
        return 1
    if count == 1:
        project(s[FACE], s[NORMALS:], 1)
        length = np.sqrt(dot(s[FACE], s[FACE]))
        if length > 1e-3:
            s[NORMALS + 1] = s[FACE] / length
            return 2
    return 3


@kernel
def follow(i, x, v, h, s, solver, rate, waters, solids, bounces, hits, seed, body, id, local, place):
    """Follow one particle through its step from the start in scratch s (rows O, U, A), through at most HITS hits.

    Writes x and v of slot i where it met something, else leaves what drift gave. Fills place (3,) where it fell into water.
    Returns (row of waters or -1, lifetime lost [s], killed).
    """
    rest, loss, water, fell = h, 0.0, -1, x[1, i]
    k, p, b, q = affine(solver, rate, rest)
    s[ARC] = 2.0 * ((p - rest) * s[U] + q * s[A]) / (rest * rest)
    on, face, depth = support(solids, s[O], s[U], s[ARC], rest, GENTLE * h, local)
    touched, count = on >= 0, 0
    if touched:
        normal_of(solids[on], face, s[FACE])
        count = _rest_on(s, 0)
    for _ in range(HITS):
        if count > 0:
            carrier = solids[on, VELOCITY : VELOCITY + 3]
            s[W], s[PULL] = s[U] - carrier, s[A] - rate * carrier
            if dot(s[PULL], s[NORMALS]) >= 0.0:
                count = 0
        if count > 0:
            used, depth = _along(s, count, solids[on], bounces, hits, i, solver, rate, rest, depth)
        else:
            used = rest
            k, p, b, q = affine(solver, rate, rest)
            s[ARC] = 2.0 * ((p - rest) * s[U] + q * s[A]) / (rest * rest)
            s[WAY], s[LIFT] = p * s[U] + q * s[A], s[O]
        t, hit, face = first_hit(solids, s[LIFT], s[U], s[ARC], used, rest, local)
        if hit < 0 and used == rest and not touched:
            return _water(s[O], s[U], s[ARC], rest, fell, waters, place), 0.0, False
        if hit >= 0:
            touched, used = True, t
            s[WAY] = (s[U] + 0.5 * s[ARC] * t) * t
        if water < 0:
            x[1, i] = s[O, 1] + s[WAY, 1]
            water = _water(s[O], s[U], s[ARC], used, x[1, i], waters, place)
        s[O] += s[WAY]
        if count > 0:
            s[U] = s[U] + s[ARC] * used if hit >= 0 else s[W] + carrier
        else:
            k, p, b, q = affine(solver, rate, used)
            s[U] = k * s[U] + b * s[A]
        rest -= used
        if hit >= 0:
            solid = solids[hit]
            carrier = solid[VELOCITY : VELOCITY + 3]
            normal_of(solid, face, s[FACE])
            s[W] = s[U] - carrier
            least = GENTLE * h * (rate * dot(carrier, s[FACE]) - dot(s[A], s[FACE]))
            leave = -dot(s[W], s[FACE])
            if leave > least:
                leave = _strike(s[W], s[FACE], solid, bounces, hits, i, seed, body, id)
                loss += solid[LOSS]
                s[U] = s[W] + carrier
                if solid[KILL] > 0.0:
                    return water, loss, True
            if leave > least:
                count = 0
            else:
                on, count = hit, _rest_on(s, count)
                if count == 3:
                    s[U] = carrier
                    break
        if rest <= SPLIT * h:
            break
    if rest > SPLIT * h and on >= 0:
        s[U] = solids[on, VELOCITY : VELOCITY + 3]
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
    step, s, local, place = np.zeros(8, x.dtype), np.zeros((ROWS, 3)), np.zeros((3, 3)), np.zeros(3)
    crossings, deaths = 0, 0
    for first in range(lo, hi, STRIDE):
        last = min(first + STRIDE, hi)
        least = mark[first]
        for i in range(first + 1, last):
            least = min(least, mark[i])
        if least > 0:
            continue
        for i in range(first, last):
            if mark[i] > 0 or age[i] < DEAD:
                continue
            h = min(dt, age[i])
            killed, finite = False, np.isfinite(x[0, i] + x[1, i] + x[2, i])
            if inverse[i] > 0 and h > 0 and finite:
                coefficients(step, solver, field, inverse[i], h)
                _start(s, i, x, previous, v, h, step, field, inverse[i])
                rate = drag_rate(field, inverse[i])
                water, loss, killed = follow(
                    i, x, v, np.float64(h), s, solver, rate, waters, solids, bounces, hits, seed, body, id[i], local, place
                )
                age[i] += loss
                if water >= 0:
                    at = lo + crossings
                    crossed[at] = i
                    splash[0, at], splash[1, at], splash[2, at], splash[3, at] = place[0], place[1], place[2] / inverse[i], water
                    crossings += 1
            if killed or ended(i, x, age, span, fade, limits):
                bury(i, x, previous, v, age, span)
                deaths += 1
    return crossings, deaths
