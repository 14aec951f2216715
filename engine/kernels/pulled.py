"""Motion of free particles where forces differ from place to place: as kernels/ballistic.py, with an acceleration of each particle's own.

The fields are felt once a tick, at the place that fits the method, and hold through it:

    auto                 in the middle of the straight path, x + v h / 2: drift, kick, drift. Second order, and without drag it is the leapfrog:
                         symplectic, reversible, and so no orbit gains or loses energy in the mean
    euler, explicit      where the particle is: first order
    Verlet methods       where the particle is: second order, the leapfrog again
    rk4                  in each of its four stages: fourth order

So each path stays a parabola, and what is in its way is met as elsewhere.
"""

import numpy as np

from engine.kernels.ballistic import AUTO, RK4, SPENT, STABLE, affine, drag_rate, is_late, last_step, own_step, rest_acceleration, verlet
from engine.kernels.compile import F, inlined, lean
from engine.kernels.fields import accelerate, at
from engine.kernels.nearness import U, mark_near
from engine.kernels.vectors import along, mix, put, take

POINT, PULL = 0, 3  # first rows of the scratch (ROWS, BLOCK): where the fields are felt, and what they give [m/s2]
ROWS = 6


@lean
def _look(x, v, lo, hi, ahead, point, pull):
    """Where each is to feel the fields, one axis: `ahead` [s] along its straight path."""
    for i in range(U(lo), U(hi)):
        point[i - U(lo)] = x[i] + v[i] * ahead
        pull[i - U(lo)] = F(0)


@lean
def _look_each(x, v, age, inverse, at, lo, hi, dt, ahead, scratch):
    """The same for those with steps of their own, `at` the first slot of the scratch; what does not move feels the fields at the origin."""
    for i in range(lo, hi):
        h = own_step(age[i], inverse[i], dt)
        for axis in range(3):
            scratch[POINT + axis, i - at] = x[axis, i] + v[axis, i] * (h * ahead) if h > 0 else F(0)
            scratch[PULL + axis, i - at] = F(0)


@inlined
def _slope(fields, inverse, a, r, x, v):
    return along(along(a, 1.0, at(x, inverse, fields)), -r, v)


@lean
def _runge_kutta(fields, inverse, a, r, h, x, v):
    """Place and velocity after a step of classical Runge-Kutta; a, r: acceleration at rest, drag rate."""
    a1 = _slope(fields, inverse, a, r, x, v)
    v2 = along(v, 0.5 * h, a1)
    a2 = _slope(fields, inverse, a, r, along(x, 0.5 * h, v), v2)
    v3 = along(v, 0.5 * h, a2)
    a3 = _slope(fields, inverse, a, r, along(x, 0.5 * h, v2), v3)
    v4 = along(v, h, a3)
    a4 = _slope(fields, inverse, a, r, along(x, h, v3), v4)
    way, gain = mix(1.0, along(along(v, 2.0, v2), 2.0, v3), 1.0, v4), mix(1.0, along(along(a1, 2.0, a2), 2.0, a3), 1.0, a4)
    return along(x, h / 6.0, way), along(v, h / 6.0, gain)


@lean
def drift_pulled(
    x, previous, v, age, span, fade, inverse, mark, lo, own, hi, step,
    solver, field, dt, before, limits, waters, solids, fields, scratch,
):  # fmt: skip
    """As ballistic.drift for slots lo to own and as drift_each from there to hi, at most BLOCK in all, in fields (k, WIDTH) (kernels/fields.py).

    scratch  (ROWS, BLOCK) of the particles' float type; from PULL on it then holds the acceleration by the fields of slots lo to hi
    """
    ahead = F(0.5) if solver == AUTO or solver == STABLE else F(0)
    own = lo if solver == RK4 else own
    for axis in range(3):
        _look(x[axis], v[axis], lo, own, ahead * dt, scratch[POINT + axis], scratch[PULL + axis])
    _look_each(x, v, age, inverse, lo, own, hi, dt, ahead, scratch)
    if solver != RK4:
        accelerate(scratch[PULL:], scratch[POINT:], inverse[lo:hi], hi - lo, fields)
    bulge = _each(x, previous, v, age, inverse, lo, own, hi, solver, field, dt, before, fields, scratch)
    if own > lo:
        for axis in range(3):
            pull = scratch[PULL + axis]
            _move(x[axis], previous[axis], v[axis], pull, lo, own, step[0], step[1], step[2 + axis], step[5 + axis], step[8], step[9])
        if len(solids) > 0:  # what may be near them
            bulge = (
                max(bulge[0], _bulge(x[0], previous[0], v[0], lo, own, step[0], dt)),
                max(bulge[1], _bulge(x[1], previous[1], v[1], lo, own, step[0], dt)),
                max(bulge[2], _bulge(x[2], previous[2], v[2], lo, own, step[0], dt)),
            )
    mark_near(x, previous, age, span, fade, mark, lo, hi, dt, limits, waters, solids, (bulge[0], bulge[1], bulge[2], F(0)))


@lean
def _move(x, previous, v, pull, lo, hi, k, p, ba, qa, b, q):
    """One axis of the step, as ballistic.move."""
    for i in range(U(lo), U(hi)):
        old, speed, a = x[i], v[i], pull[i - U(lo)]
        previous[i] = old
        x[i] = old + speed * p + (qa + q * a)
        v[i] = speed * k + (ba + b * a)


@lean
def _bulge(x, previous, v, lo, hi, k, dt):
    """How far, at most, a path leaves its chord along an axis: a quarter of what it misses the tangent of its end by, and of its start."""
    most = F(0)
    for i in range(lo, hi):
        most = max(most, abs(x[i] - previous[i] - v[i] * dt))
    return most * F(0.25) / min(max(k, F(SPENT)), F(1))


@lean
def _each(x, previous, v, age, inverse, at, lo, hi, solver, field, dt, before, fields, scratch):
    """Slots lo to hi by numbers of their own; `at` the first slot of the scratch. How far, at most, a path leaves its chord along each axis."""
    bulge_x, bulge_y, bulge_z, known, weight = F(0), F(0), F(0), F(-1), F(-1)
    k, p, b, q, still = 1.0, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0)
    for i in range(lo, hi):
        h, n = own_step(age[i], inverse[i], dt), i - at
        if h != known or inverse[i] != weight or is_late(solver):  # else all is as with the one before
            known, weight, r = h, inverse[i], drag_rate(field, inverse[i])
            still = rest_acceleration(field, inverse[i])
            if is_late(solver):
                k, p, b, q = verlet(solver, r, np.float64(h), last_step(age[i], before))
            else:
                k, p, b, q = affine(solver, r, np.float64(h))
        o, u = take(x, i), take(v, i)
        if solver == RK4 and h > 0:
            there, w = _runge_kutta(fields, inverse[i], still, r, np.float64(h), o, u)
            a = mix(1.0 / b, w, -k / b, u)  # what, held, gives the same velocity
            scratch[PULL, n], scratch[PULL + 1, n], scratch[PULL + 2, n] = a[0] - still[0], a[1] - still[1], a[2] - still[2]
        else:
            a = along(still, 1.0, (np.float64(scratch[PULL, n]), np.float64(scratch[PULL + 1, n]), np.float64(scratch[PULL + 2, n])))
            there, w = along(o, 1.0, mix(p, u, q, a)), mix(k, u, b, a)
        put(previous, i, o)
        put(x, i, there)
        put(v, i, w)
        side = along(mix(1.0, there, -1.0, o), -np.float64(h), u)
        bulge_x, bulge_y, bulge_z = (
            max(bulge_x, F(0.25 * abs(side[0]))),
            max(bulge_y, F(0.25 * abs(side[1]))),
            max(bulge_z, F(0.25 * abs(side[2]))),
        )
    return bulge_x, bulge_y, bulge_z
