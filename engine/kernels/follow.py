"""One particle through one step in which it may hit solids: the rare path. float64 throughout."""

import numpy as np

from engine.kernels import hash as channel
from engine.kernels.arrival import first_hit, normal_at, support
from engine.kernels.ballistic import SPENT, affine
from engine.kernels.compile import inlined
from engine.kernels.contact import bounce, slide
from engine.kernels.curved import back_on, bend_of, piece_of
from engine.kernels.hash import uniform
from engine.kernels.solids import (
    COUNT,
    FIRST,
    FRICTION,
    KILL,
    KIND,
    LOSS,
    ROW,
    SCATTER,
    SKIN,
    SPHERE,
    TOUCH,
    VELOCITY,
    fall_through,
    vector,
)
from engine.kernels.vectors import ZERO, across, along, dot, length, mix, put

HITS = 8  # hits that are followed in one tick; then the particle rests
GENTLE = 1.0 / 16.0  # a speed away from a surface under this share of pressure times tick leads to rest: the hop would last under 1/8 tick
SPLIT = 1e-9  # share of a tick that is not worth a further look


@inlined
def start(o, end, v, k, b, a, h):
    """Velocity at the start of a step from o to end that ended with velocity v; k, b its numbers, a the acceleration at rest."""
    if k >= SPENT:
        return mix(1.0 / k, v, -b / k, a)
    return mix(1.0 / h, end, -1.0 / h, o)


@inlined
def flight(p, q, rest, u, a):
    """Displacement, and acceleration of the parabola, of a free flight of `rest` seconds from velocity u."""
    f = 2.0 / (rest * rest)
    return mix(p, u, q, a), mix(f * (p - rest), u, f * q, a)


@inlined
def fall_in(o, u, arc, t, low, waters):
    """First water (in the table's order) whose level the path falls through within t inside its extent: (row, (x, z, speed down)), or -1.

    low is the height at the end, as it will be stored.
    """
    for w in range(len(waters)):
        high = o[1] - waters[w, 0]
        if high > 0.0 and low <= waters[w, 0]:
            at = min(fall_through(high, u[1], arc[1], t), t)
            x, z = o[0] + (u[0] + 0.5 * arc[0] * at) * at, o[2] + (u[2] + 0.5 * arc[2] * at) * at
            if abs(x - waters[w, 1]) <= waters[w, 3] and abs(z - waters[w, 2]) <= waters[w, 4]:
                return w, (x, z, abs(u[1] + arc[1] * at))
    return -1, ZERO


@inlined
def _entry(solids, j, hits, i):
    """Row of the table of bounces for the next hit of particle i on solid j, and the hits so far."""
    row = int(solids[j, ROW])
    n = int(hits[row, i]) if row >= 0 else 0
    return int(solids[j, FIRST]) + min(n, int(solids[j, COUNT]) - 1), n


@inlined
def _strike(w, normal, solids, j, bounces, hits, i, seed, body, id):
    """Bounce by the entry of this hit, and count it: the relative velocity after it, and its part along the normal."""
    rule, n = _entry(solids, j, hits, i)
    if solids[j, ROW] >= 0 and n < 255:
        hits[int(solids[j, ROW]), i] += np.uint8(1)
    radius, turn = 0.0, 0.0
    if bounces[rule, SCATTER] > 0.0:
        first = channel.SCATTER + 2 * n
        radius, turn = np.float64(uniform(seed, body, id, first)), np.float64(uniform(seed, body, id, first + 1))
    return bounce(w, normal, bounces, rule, radius, turn)


@inlined
def _glide(o, w, pull, n, m, bend, drive, depth, friction, solver, rate, rest):
    """Plan the next piece of a particle that rests on a solid.

    o, w, pull  place; velocity and acceleration at rest, relative to the solid that moves at `drive`
    n, m        normals of the one or two surfaces (m else ZERO)
    bend        acceleration that the curve takes off the pressure
    depth       how far o is from the first, corrected once
    Returns time used, depth left, o, velocity at the start, displacement and acceleration of the piece, velocity at its end.
    """
    slip = across(w, n, m)
    used, way, after = slide(slip, across(pull, n, m), -dot(pull, n) - bend, friction, solver, rate, rest)
    if dot(way, way) > 0.0 or depth < -TOUCH:
        o, depth = along(o, -depth, n), 0.0
    u, way = along(slip, 1.0, drive), along(way, used, drive)
    return used, depth, o, u, way, mix(2.0 / (used * used), way, -2.0 / used, u), along(after, 1.0, drive)


@inlined
def _rest_on(count, n, m, face):
    """Rest on the face that was hit too: number of surfaces and their normals; 3 where it is wedged in and must stop."""
    if count == 0:
        return 1, face, ZERO
    if count == 1:
        side = across(face, n, ZERO)
        if length(side) > 1e-3:
            return 2, n, mix(1.0 / length(side), side, 0.0, side)
    return 3, n, m


@inlined
def follow(i, x, v, h, o, u, a, arc, solver, late, rate, waters, solids, bounces, hits, seed, body, id):
    """Follow one particle through its step from o with velocity u, acceleration at rest a, through at most HITS hits.

    arc: acceleration of its free flight's parabola; late: the velocity that is kept is that of half a step ago. Writes x and v of slot i where it met something, else leaves what drift gave.
    Returns (row of waters or -1, (x, z, speed) where it fell in, lifetime lost [s], killed, and of its first bounce: time left after it, negative
    where there was none, place, velocity after it).
    """
    on, face, depth = support(solids, o, u, arc, h, GENTLE * h)
    after, way = u, ZERO
    rest, loss, water, splash, touched = h, 0.0, -1, ZERO, False
    count, n, m = 0, ZERO, ZERO
    left, struck, thrown = -1.0, ZERO, ZERO
    if on >= 0:
        count, n = 1, normal_at(solids, on, face, o, h)
    for _ in range(HITS):
        drive = vector(solids, on, VELOCITY) if count > 0 else ZERO
        pull, slip, bend = along(a, -rate, drive), along(u, -1.0, drive), 0.0
        if count > 0:
            bend = bend_of(solids, on, o, slip, rest)
        if count > 0 and dot(pull, n) + bend >= 0.0:
            count, m = 0, ZERO
        if count > 0:
            rule, _ = _entry(solids, on, hits, i)
            friction, piece = bounces[rule, FRICTION], piece_of(solids, on, slip, rest, h)
            used, depth, o, u, way, arc, after = _glide(o, slip, pull, n, m, bend, drive, depth, friction, solver, rate, piece)
            lift = along(along(o, 2.0 * SKIN, n), 2.0 * SKIN, m)  # above the surface, so that faces flush with it are passed over
        else:
            if touched:
                k, p, b, q = affine(solver, rate, rest)
                way, arc = flight(p, q, rest, u, a)
                after = mix(k, u, b, a)
            used, lift = rest, o
        t, hit, face = first_hit(solids, lift, u, arc, used, rest, on if count > 0 else -1)
        if hit < 0 and count == 0 and not touched:
            water, splash = fall_in(o, u, arc, rest, x[1, i], waters)
            return water, splash, 0.0, False, left, struck, thrown
        touched = True
        if hit >= 0:
            used, way = t, mix(t, u, 0.5 * t * t, arc)
            if count == 0:
                k, _, b, _ = affine(solver, rate, t)
                after = mix(k, u, b, a)
            else:
                after = along(u, t, arc)
        if water < 0:
            x[1, i] = o[1] + way[1]
            water, splash = fall_in(o, u, arc, used, x[1, i], waters)
        o, u, rest = along(o, 1.0, way), after, rest - used
        if count > 0 and solids[on, KIND] >= SPHERE and dot(way, way) > 0.0:
            o, slip = back_on(solids, on, o, along(u, -1.0, drive), pull, rest)
            u, n = along(slip, 1.0, drive), normal_at(solids, on, 0, o, rest)
        if hit >= 0:
            normal, drive = normal_at(solids, hit, face, o, rest), vector(solids, hit, VELOCITY)
            w = along(u, -1.0, drive)
            gentle, away = -GENTLE * h * dot(along(a, -rate, drive), normal), -dot(w, normal)
            if away > gentle:
                w, away = _strike(w, normal, solids, hit, bounces, hits, i, seed, body, id)
                u = along(w, 1.0, drive)
                loss += solids[hit, LOSS]
                if left < 0.0:
                    left, struck, thrown = rest, o, u
                if solids[hit, KILL] > 0.0:
                    return water, splash, loss, True, rest, o, u
            if away > gentle:
                count, m = 0, ZERO
            else:
                on = hit
                count, n, m = _rest_on(count, n, m, normal)
        if rest <= SPLIT * h or count == 3:
            break
    if on >= 0 and (rest > SPLIT * h or count == 3):
        u = vector(solids, on, VELOCITY)
    put(x, i, o)
    put(v, i, along(u, -0.5 * h, along(a, -rate, u)) if late else u)
    return water, splash, loss, False, left, struck, thrown
