"""Free motion of particles under constant force and linear drag: one affine step serves every integrator.

Where a = acceleration at rest (all forces at v = 0 over the mass) and r = drag rate (1/s), one step of length h is

    v' = k v + b a        x' = x + p v + q a

with four numbers k, p, b, q that depend on r and h alone, in the Verlet methods on the length of the step before too: their v is that
of half a step ago, (x - x_before) / before. Relative wind is part of it: it adds c u to the force at rest.
"""

import numpy as np

from engine.kernels.compile import F, inlined, lean
from engine.kernels.nearness import U, mark_near

AUTO, EULER, EXPLICIT, VERLET, CORRECTED, PUBLISHED, RK4, STABLE = range(8)  # solvers

# field, float64 (8,): what acts on one body
ACCELERATION = 0  # to 2, m/s2, the same for every mass: gravity, and rate x air velocity
FORCE = 3  # to 5, N, the same for every particle: plain wind s w, relative wind s w
RATE = 6  # 1/s, drag by mass
DRAG = 7  # kg/s, drag by particle: drag's coefficient, relative wind's s

STEP = 10  # numbers of a step that many share

BLOCK = 4096  # particles whose rows stay in the cache
SMALL = 1e-2  # r h under which the series is used
SPENT = 1e-3  # k under which the start velocity is forgotten: the path counts as straight


@inlined
def is_late(solver):
    """Whether a method keeps the velocity of half a step ago."""
    return solver == VERLET or solver == CORRECTED or solver == PUBLISHED


@lean
def verlet(solver, r, h, before):
    """The numbers of a Verlet method, for a step of h seconds after one of `before` (0: none); drag by the velocity that is kept.

    x' = x + (x - x_before) + a h^2; time-corrected (x - x_before) h / before, with a h^2 (published) or a h (h + before) / 2.
    """
    keep, gain = 1.0, h
    if before == 0.0 or solver == CORRECTED:
        gain = 0.5 * (h + before)
    elif solver == VERLET and h > 0.0:
        keep = before / h
    k = keep - gain * r
    return k, h * k, gain, h * gain


@lean
def affine(solver, r, h):
    """The numbers k, p, b, q (float64) of a step of h seconds at drag rate r, of any method but Verlet's.

    AUTO is exact: k = exp(-z), p = b = h (1 - k) / z, q = h^2 (z - 1 + k) / z^2 with z = r h, their series where z is small. Any other
    solver is taken for it: without springs STABLE has nothing to add.
    EULER is symplectic Euler: velocity first, then position with the new velocity; EXPLICIT moves with the old one. RK4 is AUTO's series
    up to h^4.
    """
    z = r * h
    if solver == EULER:
        return 1.0 - z, h * (1.0 - z), h, h * h
    if solver == EXPLICIT:
        return 1.0 - z, h, h, 0.0
    if z == 0.0:
        return 1.0, h, h, 0.5 * h * h
    if solver == RK4:
        once, twice = 1.0 - z / 2.0 * (1.0 - z / 3.0 * (1.0 - z / 4.0)), 0.5 - z / 6.0 * (1.0 - z / 4.0)
        return 1.0 - z * once, h * once, h * once, h * h * twice
    if z < SMALL:
        once = 1.0 - z / 2.0 * (1.0 - z / 3.0 * (1.0 - z / 4.0 * (1.0 - z / 5.0 * (1.0 - z / 6.0))))
        twice = 0.5 - z / 6.0 * (1.0 - z / 4.0 * (1.0 - z / 5.0 * (1.0 - z / 6.0 * (1.0 - z / 7.0))))
    else:
        lost = -np.expm1(-z)
        once, twice = lost / z, (z - lost) / (z * z)
    return np.exp(-z), h * once, h * once, h * h * twice


@lean
def rest_acceleration(field, inverse):
    """Acceleration at rest [m/s2], three numbers, for an inverse mass."""
    a, f = ACCELERATION, FORCE
    return field[a] + field[f] * inverse, field[a + 1] + field[f + 1] * inverse, field[a + 2] + field[f + 2] * inverse


@lean
def drag_rate(field, inverse):
    """Drag rate [1/s] for an inverse mass."""
    return field[RATE] + field[DRAG] * inverse


@lean
def coefficients(step, solver, field, inverse, h):
    """Fill step (STEP,), of the particles' float type, with k, p, b a (3), q a (3), b, q for the inverse mass given. No Verlet method has one for all."""
    k, p, b, q = affine(solver, drag_rate(field, inverse), h)
    a0, a1, a2 = rest_acceleration(field, inverse)
    step[0], step[1] = k, p
    step[2], step[3], step[4] = b * a0, b * a1, b * a2
    step[5], step[6], step[7] = q * a0, q * a1, q * a2
    step[8], step[9] = b, q


@lean
def move(x, previous, v, lo, hi, k, p, b, q):
    """One axis of the step for slots lo to hi of the rows x, previous, v (slots,); b and q already times the acceleration."""
    for i in range(U(lo), U(hi)):
        old, speed = x[i], v[i]
        previous[i] = old
        x[i] = old + speed * p + q
        v[i] = speed * k + b


@lean
def drift(x, previous, v, age, span, fade, mark, lo, hi, step, dt, limits, waters, solids):
    """Move particles lo to hi of equal mass freely through dt, and mark those that something may have happened to.

    x, previous, v  [m], [m], [m/s]  (3, slots)  previous becomes x; x and v are advanced
    age, span, mark [s], [s], [m]    (slots,)    age += dt; mark <= 0: look at this particle (kernels/impact.py)
    fade, dt        [s]              scalars of the particles' float type
    step            (STEP,)          what `coefficients` gave for dt
    limits          (6,)  [m]        least corner, greatest corner (its y the kill height where that is higher); same float type
    waters          (n, 5) float64   rows level, x, z, half x, half z
    solids          (n, WIDTH) float64
    The dead are never marked. A path is a parabola: it bulges from its chord by |(x' - x) - h v| / 4, and what it may touch is
    widened by that: by a share of the chord (drag) and a constant (force).
    """
    k, p = step[0], step[1]
    share, wide = F(0), F(0)
    if k >= SPENT:
        share = (dt - p) / (F(4) * p)
        wide = F(0.25) + share
    bulge = abs(step[5]) * wide, abs(step[6]) * wide, abs(step[7]) * wide, share
    for first in range(lo, hi, BLOCK):
        last = min(first + BLOCK, hi)
        for axis in range(3):
            move(x[axis], previous[axis], v[axis], first, last, k, p, step[2 + axis], step[5 + axis])
        mark_near(x, previous, age, span, fade, mark, first, last, dt, limits, waters, solids, bulge)


@lean
def own_step(age, inverse, dt):
    """How long a particle of this age (before the step) moves: newborns for age + dt, the held and the dead not at all."""
    if inverse == 0 or age < -dt:
        return F(0)
    return min(dt, age + dt)


@lean
def last_step(age, before):
    """Length of a particle's last step at this age: its first one was as long as it is old."""
    return min(np.float64(before), max(np.float64(age), 0.0))


@lean
def _move_one(x, previous, v, i, h, k, p, b, q):
    """One axis of the step for slot i; how far its path leaves the chord."""
    old, speed = x[i], v[i]
    new = old + speed * p + q
    previous[i], x[i], v[i] = old, new, speed * k + b
    return abs(new - old - speed * h) * F(0.25)


@lean
def drift_each(x, previous, v, age, span, fade, inverse, mark, lo, hi, solver, field, dt, before, limits, waters, solids):
    """As drift, for particles of different mass (inverse (slots,), 0 holds), for newborns (age < 0: they move age + dt only), and for Verlet.

    field (8,) float64 as described above; before [s] length of the body's last tick, which counts in Verlet methods only.
    """
    for first in range(lo, hi, BLOCK):
        last = min(first + BLOCK, hi)
        bulge_x, bulge_y, bulge_z = F(0), F(0), F(0)
        for i in range(first, last):
            h = own_step(age[i], inverse[i], dt)
            r = drag_rate(field, inverse[i])
            if is_late(solver):
                k, p, b, q = verlet(solver, r, np.float64(h), last_step(age[i], before))
            else:
                k, p, b, q = affine(solver, r, np.float64(h))
            a = rest_acceleration(field, inverse[i])
            k, p = F(k), F(p)
            bulge_x = max(bulge_x, _move_one(x[0], previous[0], v[0], i, h, k, p, F(b * a[0]), F(q * a[0])))
            bulge_y = max(bulge_y, _move_one(x[1], previous[1], v[1], i, h, k, p, F(b * a[1]), F(q * a[1])))
            bulge_z = max(bulge_z, _move_one(x[2], previous[2], v[2], i, h, k, p, F(b * a[2]), F(q * a[2])))
        bulge = bulge_x, bulge_y, bulge_z, F(0)
        mark_near(x, previous, age, span, fade, mark, first, last, dt, limits, waters, solids, bulge)
