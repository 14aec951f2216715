"""Free motion of particles under constant force and linear drag: one affine step serves every integrator.

Where a = acceleration at rest (all forces at v = 0 over the mass) and r = drag rate (1/s), one step of length h is

    v' = k v + b a        x' = x + p v + q a

with four numbers k, p, b, q that depend on r and h alone. Relative wind is part of it: it adds c u to the force at rest.
"""

import numpy as np

from engine.kernels.compile import F, kernel
from engine.kernels.solids import CENTER, HALF, HIGH, KIND, LOW, MARGIN, PLANE, ROOM, ROTATION

AUTO, EULER = 0, 1  # solvers

# field, float64 (8,): what acts on one body
ACCELERATION = 0  # to 2, m/s2, the same for every mass: gravity, and rate x air velocity
FORCE = 3  # to 5, N, the same for every particle: plain wind s w, relative wind s w
RATE = 6  # 1/s, drag by mass
DRAG = 7  # kg/s, drag by particle: drag's coefficient, relative wind's s

BLOCK = 4096  # particles whose rows stay in the cache
FAR = F(1e30)  # where the dead wait


@kernel
def affine(solver, r, h):
    """The numbers k, p, b, q (float64) of a step of h seconds at drag rate r.

    AUTO is exact: k = exp(-z), p = b = h (1 - k) / z, q = h^2 (z - 1 + k) / z^2 with z = r h, their series where z is small.
    EULER is symplectic Euler: velocity first, then position with the new velocity.
    """


@kernel
def coefficients(step, solver, field, inverse, h):
    """Fill step (8,), of the particles' float type, with k, p, b a (3), q a (3) for the inverse mass given."""


@kernel
def drift(x, previous, v, age, span, fade, mark, lo, hi, step, dt, limits, waters, solids):
    """Move particles lo to hi of equal mass freely through dt, and mark those that something may have happened to.

    x, previous, v  [m], [m], [m/s]  (3, slots)  previous becomes x; x and v are advanced
    age, span, mark [s], [s], [m]    (slots,)    age += dt; mark <= 0: look at this particle (kernels/impact.py)
    fade, dt        [s]              scalars of the particles' float type
    step            (8,)             what `coefficients` gave for dt
    limits          (6,)  [m]        least corner, greatest corner (its y the kill height where that is higher); same float type
    waters          (n, 5) float64   rows level, x, z, half x, half z
    solids          (n, WIDTH) float64
    The dead are never marked. A path is a parabola: it bulges from its chord, and what it may touch is widened by that.
    """


@kernel
def drift_each(x, previous, v, age, span, fade, inverse, mark, lo, hi, solver, field, dt, limits, waters, solids):
    """As drift, for particles of different mass (inverse (slots,), 0 holds) and for newborns (age < 0: they move age + dt only).

    solver AUTO or EULER; field (8,) float64 as described above.
    """
