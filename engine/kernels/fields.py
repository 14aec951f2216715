"""Fields that differ from place to place, as rows of one flat float64 table per body: what pulls, what whirls, what eddies.

A new field is a kind here, its formula, its line in `accelerate` and in `at`, and its spec in engine/forces/. Rows come from `row`;
`np.zeros((0, WIDTH))` is the table of no fields. Kernels take a table whole: what acts on a body adds up.
"""

import numpy as np

from engine.kernels.compile import F, inlined, lean
from engine.kernels.eddies import curl
from engine.kernels.vectors import along

ATTRACTOR, VORTEX, TURBULENCE = 0, 1, 2

KIND = 0
WEIGHED = 1  # 1: a force in N, the same for every particle; 0: an acceleration in m/s2, the same for every mass
STRENGTH = 2
RADIUS = 3  # m; of turbulence infinite where it is everywhere
FALLOFF = 4
CENTER = 5  # to 7, m
ROTATION = 8  # to 16, row by row, frame -> world
SCALE = 17  # m, size of an eddy
DRIFT = 18  # to 20, how far the pattern has moved, in eddies
SEED = 21  # of the pattern, 32 bits
WIND = 22  # of eddies on triangles: which of the body's winds they are part of
WIDTH = 23

U = np.uint64


def row(kind, strength, center, rotation, radius=np.inf, falloff=0.0, scale=1.0, drift=(0, 0, 0), seed=0, weighed=False):
    """A row (WIDTH,): numbers as named above; center (3,) [m] and rotation (3, 3) are those of the field's entity."""
    made = np.zeros(WIDTH)
    made[KIND], made[WEIGHED], made[STRENGTH], made[RADIUS], made[FALLOFF] = kind, weighed, strength, radius, falloff
    made[CENTER : CENTER + 3], made[ROTATION : ROTATION + 9] = center, np.ravel(rotation)
    made[SCALE], made[DRIFT : DRIFT + 3], made[SEED] = scale, drift, seed
    return made


@inlined
def _power(base, exponent):
    if exponent == 2.0:
        return base * base
    if exponent == 1.0:
        return base
    if exponent == 0.0:
        return 1.0
    return base**exponent


@inlined
def _profile(far2, radius, falloff):
    """Strength over distance, for a strength of 1 at the radius: outside it (radius / r)^falloff, inside it r / radius; over r."""
    far = max(np.sqrt(far2), radius)
    return _power(radius / far, falloff) / far


@inlined
def _attraction(x, y, z, c, strength, radius, falloff):
    """Toward the centre, as the gravity of a ball of this radius where falloff is 2."""
    dx, dy, dz = c[0] - x, c[1] - y, c[2] - z
    f = strength * _profile(dx * dx + dy * dy + dz * dz, radius, falloff)
    return f * dx, f * dy, f * dz


@inlined
def _whirl(x, y, z, c, axis, strength, radius, falloff):
    """Round the axis through the centre, by the right hand; distances are those from the axis."""
    dx, dy, dz = x - c[0], y - c[1], z - c[2]
    height = dx * axis[0] + dy * axis[1] + dz * axis[2]
    dx, dy, dz = dx - height * axis[0], dy - height * axis[1], dz - height * axis[2]
    f = strength * _profile(dx * dx + dy * dy + dz * dz, radius, falloff)
    return f * (axis[1] * dz - axis[2] * dy), f * (axis[2] * dx - axis[0] * dz), f * (axis[0] * dy - axis[1] * dx)


@inlined
def _eddies(x, y, z, c, r, strength, radius, falloff, scale, drift, seed):
    """Curl of g psi: psi the potential of kernels/eddies.py in the field's frame, g = (1 + (d / radius)^2)^(-falloff / 2) about its centre.

    So it has no divergence where it fades either: curl(g psi) = g curl psi + grad g x psi.
    """
    dx, dy, dz = x - c[0], y - c[1], z - c[2]
    x, y, z = r[0] * dx + r[3] * dy + r[6] * dz, r[1] * dx + r[4] * dy + r[7] * dz, r[2] * dx + r[5] * dy + r[8] * dz
    e0, e1, e2, p0, p1, p2 = curl(x / scale - drift[0], y / scale - drift[1], z / scale - drift[2], seed)
    if radius < np.inf:
        wide = 1.0 + (x * x + y * y + z * z) / (radius * radius)
        g = wide ** (-0.5 * falloff)
        slope = -falloff * g * scale / (wide * radius * radius)
        e0 = g * e0 + slope * (y * p2 - z * p1)
        e1 = g * e1 + slope * (z * p0 - x * p2)
        e2 = g * e2 + slope * (x * p1 - y * p0)
    return (
        strength * (r[0] * e0 + r[1] * e1 + r[2] * e2),
        strength * (r[3] * e0 + r[4] * e1 + r[5] * e2),
        strength * (r[6] * e0 + r[7] * e1 + r[8] * e2),
    )


@inlined
def _center(row):
    return row[CENTER], row[CENTER + 1], row[CENTER + 2]


@inlined
def _axis(row):
    return row[ROTATION + 1], row[ROTATION + 4], row[ROTATION + 7]


@inlined
def _drift(row):
    return row[DRIFT], row[DRIFT + 1], row[DRIFT + 2]


@inlined
def _turn(row):
    r = ROTATION
    return row[r], row[r + 1], row[r + 2], row[r + 3], row[r + 4], row[r + 5], row[r + 6], row[r + 7], row[r + 8]


@lean
def _attract(ax, ay, az, px, py, pz, inverse, n, row):
    if row[FALLOFF] == 2.0:  # said thrice: with a power that the compiler knows the loop becomes vector instructions
        _attract_by(ax, ay, az, px, py, pz, inverse, n, row, 2.0)
    elif row[FALLOFF] == 1.0:
        _attract_by(ax, ay, az, px, py, pz, inverse, n, row, 1.0)
    else:
        _attract_by(ax, ay, az, px, py, pz, inverse, n, row, row[FALLOFF])


@lean
def _swirl(ax, ay, az, px, py, pz, inverse, n, row):
    if row[FALLOFF] == 1.0:
        _swirl_by(ax, ay, az, px, py, pz, inverse, n, row, 1.0)
    else:
        _swirl_by(ax, ay, az, px, py, pz, inverse, n, row, row[FALLOFF])


@inlined
def _attract_by(ax, ay, az, px, py, pz, inverse, n, row, falloff):
    c, strength, radius, weighed = _center(row), row[STRENGTH], row[RADIUS], row[WEIGHED]
    for i in range(U(n)):
        a, b, d = _attraction(np.float64(px[i]), np.float64(py[i]), np.float64(pz[i]), c, strength, radius, falloff)
        share = inverse[i] if weighed > 0.0 else F(1)
        ax[i], ay[i], az[i] = ax[i] + a * share, ay[i] + b * share, az[i] + d * share


@inlined
def _swirl_by(ax, ay, az, px, py, pz, inverse, n, row, falloff):
    c, axis, strength, radius, weighed = _center(row), _axis(row), row[STRENGTH], row[RADIUS], row[WEIGHED]
    for i in range(U(n)):
        a, b, d = _whirl(np.float64(px[i]), np.float64(py[i]), np.float64(pz[i]), c, axis, strength, radius, falloff)
        share = inverse[i] if weighed > 0.0 else F(1)
        ax[i], ay[i], az[i] = ax[i] + a * share, ay[i] + b * share, az[i] + d * share


@lean
def _stir(ax, ay, az, px, py, pz, inverse, n, row):
    c, r, strength, radius, falloff, weighed = _center(row), _turn(row), row[STRENGTH], row[RADIUS], row[FALLOFF], row[WEIGHED]
    scale, drift, seed = row[SCALE], _drift(row), U(row[SEED])
    for i in range(U(n)):
        a, b, d = _eddies(np.float64(px[i]), np.float64(py[i]), np.float64(pz[i]), c, r, strength, radius, falloff, scale, drift, seed)
        share = inverse[i] if weighed > 0.0 else F(1)
        ax[i], ay[i], az[i] = ax[i] + a * share, ay[i] + b * share, az[i] + d * share


@lean
def accelerate(total, points, inverse, n, fields):
    """Add to total (3, n or more) [m/s2] what the fields (k, WIDTH) do to masses at points (3, n or more) [m], 1 / mass in inverse."""
    for f in range(len(fields)):
        if fields[f, KIND] == ATTRACTOR:
            _attract(total[0], total[1], total[2], points[0], points[1], points[2], inverse, n, fields[f])
        elif fields[f, KIND] == VORTEX:
            _swirl(total[0], total[1], total[2], points[0], points[1], points[2], inverse, n, fields[f])
        else:
            _stir(total[0], total[1], total[2], points[0], points[1], points[2], inverse, n, fields[f])


@lean
def one(x, y, z, row):
    """What one field does at a place (float64): acceleration, force, or velocity of the air [m/s2, N, m/s]."""
    if row[KIND] == ATTRACTOR:
        return _attraction(x, y, z, _center(row), row[STRENGTH], row[RADIUS], row[FALLOFF])
    if row[KIND] == VORTEX:
        return _whirl(x, y, z, _center(row), _axis(row), row[STRENGTH], row[RADIUS], row[FALLOFF])
    return _eddies(x, y, z, _center(row), _turn(row), row[STRENGTH], row[RADIUS], row[FALLOFF], row[SCALE], _drift(row), U(row[SEED]))


@lean
def at(point, inverse, fields):
    """Acceleration (float64 tuple) that the fields give one mass at a point."""
    total = 0.0, 0.0, 0.0
    for f in range(len(fields)):
        share = np.float64(inverse) if fields[f, WEIGHED] > 0.0 else 1.0
        total = along(total, share, one(point[0], point[1], point[2], fields[f]))
    return total
