"""Explicit integrators of masses on springs: what the whole body's forces are, then one step, and again.

Stiff springs make them explode where the step is too long; `substeps_needed` says how many parts of a tick are safe.
"""

from math import ceil

import numpy as np

from engine.kernels.ballistic import ACCELERATION, CORRECTED, DRAG, EXPLICIT, FORCE, PUBLISHED, RATE, RK4, VERLET
from engine.kernels.body import PUSHED, SPARE
from engine.kernels.compile import F, lean
from engine.kernels.contacts import refresh, resolve
from engine.kernels.fields import accelerate
from engine.kernels.spring_force import lay, pull
from engine.kernels.stiffness import stiffest
from engine.kernels.touch import touch
from engine.kernels.wind import DUE, blow

U = np.uint64

# numbers of a step, of the masses' float type
PULL, PUSH, BRAKE, WEIGH = 0, 3, 6, 7  # acceleration (3), force (3), drag rate, drag coefficient: the field of kernels/ballistic.py
KEEP, GAIN, LENGTH = 8, 9, 10  # v' = KEEP v + GAIN a, x' = x + LENGTH v
HALF, SIXTH = 11, 12  # of LENGTH


@lean
def _accelerate(total, wind, inverse, v, lo, hi, pull, push, brake, weigh):
    """Turn one axis of the springs' force into acceleration."""
    for i in range(U(lo), U(hi)):
        w = inverse[i]
        total[i] = pull + (push + total[i] + wind[i]) * w - (brake + weigh * w) * v[i]


@lean
def _copy(to, row, lo, hi):
    for i in range(U(lo), U(hi)):
        to[i] = row[i]


@lean
def _kick(v, a, lo, hi, keep, gain):
    for i in range(U(lo), U(hi)):
        v[i] = v[i] * keep + a[i] * gain


@lean
def _go(x, v, lo, hi, h):
    for i in range(U(lo), U(hi)):
        x[i] += v[i] * h


@lean
def _from(x, start, v, lo, hi, h):
    for i in range(U(lo), U(hi)):
        x[i] = start[i] + v[i] * h


@lean
def _gather(total, v, lo, hi, weight):
    for i in range(U(lo), U(hi)):
        total[i] += v[i] * weight


@lean
def _lead(masses, held, share, left, time):
    """Put the held masses where they are `share` substeps after the start of this one; `left` substeps lie before the target, `time` [s]."""
    x, v, start, target = masses.x, masses.v, masses.start, masses.target
    for i in held:
        for axis in range(3):
            way = target[axis, i] - start[axis, i]
            v[axis, i] = way / time
            x[axis, i] = target[axis, i] if share == left else start[axis, i] + way * (share / left)


@lean
def _one_stage(masses, a, solver, c):
    """Symplectic Euler and the Verlet methods (velocity, then position with it); explicit Euler (position first)."""
    for axis in range(3):
        if solver == EXPLICIT:
            _go(masses.x[axis], masses.v[axis], 0, masses.used, c[LENGTH])
        _kick(masses.v[axis], a[axis], 0, masses.used, c[KEEP], c[GAIN])
        if solver != EXPLICIT:
            _go(masses.x[axis], masses.v[axis], 0, masses.used, c[LENGTH])


@lean
def _stage(masses, a, c, sums, stage):
    """One of the four stages of Runge-Kutta; sums (3, 3, slots): velocity at the start, sums of the stages' velocities and accelerations."""
    n, x, v, start = masses.used, masses.x, masses.v, masses.start
    for axis in range(3):
        if stage == 0:
            _copy(sums[0, axis], v[axis], 0, n)
            _copy(sums[1, axis], v[axis], 0, n)
            _copy(sums[2, axis], a[axis], 0, n)
        else:
            _gather(sums[1, axis], v[axis], 0, n, F(1) if stage == 3 else F(2))
            _gather(sums[2, axis], a[axis], 0, n, F(1) if stage == 3 else F(2))
        if stage == 3:
            _from(x[axis], start[axis], sums[1, axis], 0, n, c[SIXTH])
            _from(v[axis], sums[0, axis], sums[2, axis], 0, n, c[SIXTH])
        else:
            _from(x[axis], start[axis], v[axis], 0, n, c[LENGTH] if stage == 2 else c[HALF])
            _from(v[axis], sums[0, axis], a[axis], 0, n, c[LENGTH] if stage == 2 else c[HALF])


@lean
def _substeps(masses, made, air, solver, numbers, held, sums, first, last, substeps, h):
    """Substeps first to last of so many, each of h seconds, numbers (2, SIXTH + 1): of the tick's first one and of the others."""
    n, x, v, total = masses.used, masses.x, masses.v, made.sums[0]
    for s in range(first, last):
        c, left = numbers[min(s, 1)], np.float64(substeps - s)
        for axis in range(3):
            _copy(masses.start[axis], x[axis], 0, n)
        for stage in range(4 if solver == RK4 else 1):
            _lead(masses, held, 0.0 if stage == 0 else 1.0 if stage == 3 else 0.5, left, left * h)
            pull(x, v, n, made)
            for axis in range(3):
                push, wind = c[PUSH + axis], masses.force[axis]
                _accelerate(total[axis], wind, masses.inverse, v[axis], 0, n, c[PULL + axis], push, c[BRAKE], c[WEIGH])
            if len(air.fields) > 0:
                accelerate(total, x, masses.inverse, n, air.fields)
            if solver == RK4:
                _stage(masses, total, c, sums, stage)
            else:
                _one_stage(masses, total, solver, c)
        _lead(masses, held, 1.0, left, left * h)


def _numbers(field, solver, h, before):
    """The numbers of a step of h seconds after one of `before` seconds (0: none before).

    Verlet methods keep v = (x - x_before) / before. Position Verlet x' = x + (x - x_before) + a h^2 forgets that the step has changed;
    time-corrected, x' = x + (x - x_before) h / before + a h g, with g = h as first published or g = (h + before) / 2. The first
    step of all three is x' = x + v h + a h^2 / 2.
    """
    keep, gain = 1.0, h
    if solver == CORRECTED or solver in (VERLET, PUBLISHED) and before == 0.0:
        gain = (h + before) / 2
    elif solver == VERLET:
        keep = before / h
    return [
        *field[ACCELERATION : ACCELERATION + 3],
        *field[FORCE : FORCE + 3],
        field[RATE],
        field[DRAG],
        keep,
        gain,
        h,
        h / 2,
        h / 6,
        1 / h,
    ]


def advance(masses, springs, faces, contacts, air, solid, solver, dt, before, substeps):
    """Move one body through a tick of dt seconds in `substeps` equal parts.

    masses, springs, faces, air, solid  kernels/body.py; contacts: kernels/contacts.py
    solver       EULER, EXPLICIT, VERLET, CORRECTED, PUBLISHED or RK4 (kernels/ballistic.py)
    dt, before   [s]  length of the tick, and of the last substep of the tick before (0 before the first)
    Held masses go to masses.target in a straight line. Fields are felt in every stage of every substep. The wind on triangles is held for at most DUE. What contact moves counts as
    velocity, and is added up in masses.spare (PUSHED). Verlet methods leave in masses.v what they go on with, (x - x_before) / h, the velocity half a substep ago.
    """
    h, kind, slots = dt / substeps, masses.x.dtype, masses.x.shape[1]
    made = lay(springs, slots)
    numbers = np.array([_numbers(air.field[0], solver, h, before), _numbers(air.field[0], solver, h, h)], kind)
    held = np.flatnonzero(masses.inverse[: masses.used] == 0)
    sums = np.empty((3 if solver == RK4 else 0, 3, slots), kind)
    renewed = max(1, int(DUE / h + 0.01))
    meets = len(solid.rows) > 0 or _may_meet(contacts)
    masses.spare[PUSHED:SPARE] = 0
    for first in range(0, substeps, 1 if meets else renewed):
        if first % renewed == 0:
            blow(masses, faces, air)
        _substeps(masses, made, air, solver, numbers, held, sums, first, min(first + (1 if meets else renewed), substeps), substeps, h)
        if meets:
            _meet(masses, contacts, solid, (substeps - 1 - first) * h, h)


def _may_meet(contacts):
    """Whether there are bodies that meet themselves or each other: a body that passes through itself is listed too."""
    return len(contacts.meetings) > 0 or bool((contacts.itself > 0).any())


def _meet(masses, contacts, solid, later, h):
    """Contact at the end of a substep. What changes of a mass's way, be it that its end is moved or its start, counts as velocity."""
    x, start, n = masses.x, masses.start, masses.used
    way = x[:, :n] - start[:, :n]
    if _may_meet(contacts):
        refresh(contacts, masses)
        resolve(contacts, masses, h)
    touch(masses, solid, later, h)
    with np.errstate(invalid="ignore", over="ignore"):  # what explodes is frozen by who finds it
        push = (x[:, :n] - start[:, :n]) - way
        masses.spare[PUSHED:SPARE, :n] += push
        masses.v[:, :n] += push / h


def substeps_needed(springs, masses, dt, solver, air):
    """Into how many equal parts an explicit solver must cut a tick of dt seconds, so that nothing explodes.

    springs, masses, air as for `advance`. w2 and rate bound the square of the highest frequency and the decay by damping (kernels/stiffness.py,
    and drag). One-stage methods are stable where w2 h2 + 2 rate h < 4, classical Runge-Kutta where h times the greater of w and rate
    is under 2.6; a tenth is kept for what stretches meanwhile. Explicit Euler is stable nowhere.
    """
    field, n = air.field[0], masses.used
    sums = np.zeros((masses.x.shape[1], 12))
    own = springs.ends, springs.rest, springs.stiffness, springs.damping
    swing, decay = stiffest(masses.x, masses.inverse, n, *own, sums)
    rate = decay + field[RATE] + field[DRAG] * float(masses.inverse[:n].max(initial=0.0))
    least = max(np.sqrt(swing), rate) / 2.5 if solver == RK4 else (rate + np.sqrt(rate * rate + 4.0 * swing)) / 3.6
    return max(1, ceil(dt * least - 1e-6)) if np.isfinite(least) else 1
