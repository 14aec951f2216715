"""The default solver of springs: small steps, one sweep over the springs in each, tethers for what no sweep can carry.

It never grows: whatever the stiffness, the step and the disturbance, a substep only ever shortens what is too long. What it pays for that is
said in xpbd.py: springs stiffer than m / h^2 act as m / h^2.
"""

import numpy as np

from engine.kernels import cells as volumes
from engine.kernels import grasp, limit, slack, tether, xpbd
from engine.kernels.ballistic import ACCELERATION, AUTO, FORCE, affine, drag_rate
from engine.kernels.body import PUSHED, SPARE
from engine.kernels.compile import F, lean
from engine.kernels.contacts import refresh, resolve
from engine.kernels.fields import accelerate
from engine.kernels.touch import touch
from engine.kernels.vectors import along, dot, mix
from engine.kernels.wind import DUE, blow
from engine.kernels.xpbd import U

KEEP, GAIN = 6, 7  # rows of masses.spare: share of velocity kept in a substep; time for which force acts (the drag taken off)


@lean
def relax(masses, springs, tethers, cells, faces, contacts, air, solid, dt, substeps):
    """Move masses on springs through one tick of dt seconds, in `substeps` equal parts.

    masses, springs, tethers, cells, faces, air, solid   see kernels/body.py; x and v of the masses are changed
    contacts  see kernels/contacts.py
    dt        [s]
    substeps  at least 1
    raises ValueError where masses.spare has too few rows; from PUSHED on they hold, after it, what contact did: over h, that is velocity
    Wind on triangles and fields are held for DUE. Velocity is exact under constant force and drag; the place follows it as in symplectic Euler.
    """
    if len(masses.spare) < SPARE:
        raise ValueError("masses.spare has too few rows")
    masses.spare[PUSHED:SPARE, : masses.used] = 0
    h, calm = F(dt / substeps), 0.0
    led = grasp.find(springs, masses, tethers, contacts, air) if contacts.limit > 0 else 0
    prepare(masses, air, h)
    for n in range(substeps):
        if n * h >= calm:
            blow(masses, faces, air)
            if len(air.fields) > 0:
                attract(masses, air, h * (np.ceil(min(DUE, dt - n * h) / h - 0.01) - 1.0) / 2.0)
            if len(tethers.anchor) > 0:
                slack.find(springs, masses, tethers, cells, faces, air)
            xpbd.prepare(springs, masses.inverse, h)
            xpbd.mark(springs, cells, masses.first, masses.spare[0])
            calm += DUE
        if contacts.limit > 0:
            clamp(masses, contacts.limit / h)
        predict(masses, air, h)
        lead(masses, F(1) / F(substeps - n))
        grasp.wait(masses, contacts, led)
        arrive(masses)
        refresh(contacts, masses)
        tether.hold(tethers, masses, masses.v)
        xpbd.project(springs, masses.start, masses.v, masses.inverse)
        volumes.keep(cells, masses.start, masses.v, masses.inverse)
        arrive(masses)
        resolve(contacts, masses, h)
        touch(masses, solid, (substeps - 1 - n) * h, h)
        velocity(masses, h)
        if springs.damped:
            xpbd.resist(springs, masses.x, masses.v, masses.inverse)
        if len(tethers.anchor) > 0 and ((n + 1) * h >= calm or n == substeps - 1):
            limit.limit(springs, masses, tethers, cells, faces, contacts, air, (n + 1) * h, h)


@lean
def attract(masses, air, ahead):
    """Add to masses.force what the fields do until they are felt anew, as each mass would feel them `ahead` [s] from now, flying straight.

    ahead is half the way from the first of these substeps to the last: as place follows velocity, place less velocity times half a substep
    then goes by the leapfrog of kernels/pulled.py, and no orbit gains or loses energy in the mean.
    """
    point, total, inverse = masses.spare, masses.spare[3:], masses.inverse
    for axis in range(3):
        _ahead(point[axis], masses.x[axis], masses.v[axis], F(ahead), masses.used)
        total[axis, : masses.used] = 0
    for b in range(len(masses.first) - 1):
        lo, hi = masses.first[b], masses.first[b + 1]
        accelerate(total[:, lo:hi], point[:, lo:hi], inverse[lo:hi], hi - lo, air.fields[air.fields_first[b] : air.fields_first[b + 1]])
    for axis in range(3):
        for i in range(masses.used):
            if inverse[i] > 0:
                masses.force[axis, i] += total[axis, i] / inverse[i]


@lean
def _ahead(point, x, v, time, n):
    for i in range(U(n)):
        point[i] = x[i] + v[i] * time


@lean
def prepare(masses, air, h):
    """Fill the rows KEEP and GAIN of masses.spare for substeps of h seconds: 0 for the held."""
    spare, inverse = masses.spare, masses.inverse
    for b in range(len(masses.first) - 1):
        known, keep, gain = inverse[0], F(0), F(0)
        for i in range(masses.first[b], masses.first[b + 1]):
            if inverse[i] != known or i == masses.first[b]:
                known = inverse[i]
                k, _, g, _ = affine(AUTO, drag_rate(air.field[b], known), np.float64(h))
                keep, gain = (F(k), F(g)) if known > 0 else (F(0), F(0))
            spare[KEEP, i], spare[GAIN, i] = keep, gain


@lean
def clamp(masses, most):
    """Slow what moves faster than `most` [m/s] against the mean of its own body, so that nothing jumps over what it meets, and all may fall."""
    v, inverse = masses.v, masses.inverse
    for b in range(len(masses.first) - 1):
        first, last = masses.first[b], masses.first[b + 1]
        mean, free = (0.0, 0.0, 0.0), 0
        for i in range(first, last):
            if inverse[i] > 0:
                mean, free = (mean[0] + v[0, i], mean[1] + v[1, i], mean[2] + v[2, i]), free + 1
        mean = mix(1.0 / max(free, 1), mean, 0.0, mean)
        for i in range(first, last):
            own = v[0, i] - mean[0], v[1, i] - mean[1], v[2, i] - mean[2]
            speed = dot(own, own)
            if speed > most * most and inverse[i] > 0:
                v[0, i], v[1, i], v[2, i] = along(mean, most / np.sqrt(speed), own)


@lean
def predict(masses, air, h):
    """Free motion through h: start becomes x, and v the way [m] from there, until `velocity`; 0 for the held."""
    spare = masses.spare
    for b in range(len(masses.first) - 1):
        for axis in range(3):
            a, f = F(air.field[b, ACCELERATION + axis]), F(air.field[b, FORCE + axis])
            v, force, first, last = masses.v[axis], masses.force[axis], masses.first[b], masses.first[b + 1]
            _predict(v, force, masses.inverse, spare[KEEP], spare[GAIN], a, f, h, first, last)
            _copy(masses.x[axis], masses.start[axis], first, last)


@lean
def _predict(v, force, inverse, keep, gain, a, f, h, first, last):
    for i in range(U(first), U(last)):
        v[i] = h * (keep[i] * v[i] + gain[i] * (a + (f + force[i]) * inverse[i]))


@lean
def _copy(x, start, first, last):
    for i in range(U(first), U(last)):
        start[i] = x[i]


@lean
def lead(masses, share):
    """Give the held this share of the way that they have still to go in the tick."""
    for axis in range(3):
        _lead(masses.v[axis], masses.start[axis], masses.target[axis], masses.inverse, share, masses.used)


@lean
def _lead(u, start, target, inverse, share, n):
    for i in range(U(n)):
        u[i] = share * (target[i] - start[i]) if inverse[i] == 0 else u[i]


@lean
def arrive(masses):
    """Put the masses where their way leads."""
    for axis in range(3):
        _add(masses.x[axis], masses.start[axis], masses.v[axis], masses.used)


@lean
def _add(x, start, u, n):
    for i in range(U(n)):
        x[i] = start[i] + u[i]


@lean
def velocity(masses, h):
    """Turn the way that each mass has gone into its velocity; what has moved x since `arrive`, contact, counts and is added up.

    The way itself is divided, not x - start, which has been rounded.
    """
    for axis in range(3):
        _divide(masses.x[axis], masses.start[axis], masses.v[axis], masses.spare[PUSHED + axis], h, masses.used)


@lean
def _divide(x, start, v, pushed, h, n):
    for i in range(U(n)):
        push = x[i] - (start[i] + v[i])
        pushed[i] += push
        v[i] = (v[i] + push) / h
