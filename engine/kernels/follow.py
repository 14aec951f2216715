"""One particle through one step in which it may hit solids: the rare path. float64 throughout."""

import numpy as np

from engine.kernels import hash as channel
from engine.kernels.ballistic import SPENT, affine, rest_acceleration
from engine.kernels.compile import kernel
from engine.kernels.contact import bounce, slide
from engine.kernels.hash import uniform
from engine.kernels.scratch import ARC, FACE, LIFT, PULL, REST, SPLASH, WAY, A, O, U, W, add, dot, length, mix, project
from engine.kernels.solids import (
    COUNT,
    FIRST,
    FRICTION,
    KILL,
    LOSS,
    ROW,
    SCATTER,
    SKIN,
    TOUCH,
    VELOCITY,
    fall_through,
    first_hit,
    normal_of,
    support,
)

HITS = 8  # hits that are followed in one tick; then the particle rests
GENTLE = 1.0 / 16.0  # a speed away from a surface under this share of pressure times tick leads to rest: the hop would last under 1/8 tick
SPLIT = 1e-9  # share of a tick that is not worth a further look


@kernel
def fall_in(s, t, low, waters):
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
def fly(s, solver, rate, rest):
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
    if dot(s, WAY, WAY) > 0.0 or depth < -TOUCH:
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
    """Follow one particle through its step from the start in scratch s (rows O, U, A, and ARC of its free flight), through at most HITS hits.

    Writes x and v of slot i where it met something, else leaves what drift gave. Fills SPLASH where it fell into water.
    Returns (row of waters or -1, lifetime lost [s], killed).
    """
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
            fly(s, solver, rate, rest)
        t, hit, face = first_hit(solids, s, LIFT, U, ARC, used, rest)
        if hit < 0 and count == 0 and not touched:
            return fall_in(s, rest, x[1, i], waters), 0.0, False
        touched = True
        if hit >= 0:
            used = t
            mix(s, WAY, t, U, 0.5 * t * t, ARC)
        if water < 0:
            x[1, i] = s[O, 1] + s[WAY, 1]
            water = fall_in(s, used, x[1, i], waters)
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
def start(s, i, x, previous, v, h, step, field, inverse):
    """Fill the scratch with where the step of particle i began, and its acceleration at rest."""
    for axis in range(3):
        s[O, axis] = previous[axis, i]
        s[A, axis] = rest_acceleration(field, inverse, axis)
        if step[0] >= SPENT:
            s[U, axis] = (np.float64(v[axis, i]) - step[2 + axis]) / step[0]
        else:
            s[U, axis] = (np.float64(x[axis, i]) - previous[axis, i]) / h
