"""What a solid does to a particle that touches it: the bounce, and rest or sliding. float64, relative to the solid."""

import numpy as np

from engine.kernels.ballistic import affine
from engine.kernels.compile import kernel
from engine.kernels.solids import FRICTION, RESTITUTION, SCATTER, TANGENTIAL

STILL = 1e-8  # speeds and forces (m/s, m/s2) that count as none


@kernel
def dot(a, b):
    """Scalar product of two vectors (3,)."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def bounce(w, normal, rule, radius, angle):
    """Turn the relative velocity w (3,) round at a hit; returns the normal speed after it.

    rule (4,): restitution e, tangential factor, scatter [m/s], Coulomb's coefficient mu. Friction takes at most mu (1 + e)
    of the normal speed off the tangential one; then the factor; then scatter, a vector in the plane of the face, uniform in
    a disc of that radius for radius (squared) and angle (in turns) uniform in [0, 1).
    """
    inward = -dot(w, normal)
    w += inward * normal
    speed = np.sqrt(dot(w, w))
    if speed > STILL:
        w *= max(speed - rule[FRICTION] * (1.0 + rule[RESTITUTION]) * inward, 0.0) / speed
    w *= rule[TANGENTIAL]
    if rule[SCATTER] > 0.0:
        length, turn = rule[SCATTER] * np.sqrt(radius), 2.0 * np.pi * angle
        first = np.zeros(3)
        first[np.argmin(np.abs(normal))] = 1.0
        first -= dot(first, normal) * normal
        first /= np.sqrt(dot(first, first))
        second = np.cross(normal, first)
        w += length * (np.cos(turn) * first + np.sin(turn) * second)
    w += rule[RESTITUTION] * inward * normal
    return rule[RESTITUTION] * inward


@kernel
def project(a, normals, count):
    """Take the components along the first `count` normals (2, 3), which are orthogonal unit vectors, off a (3,)."""
    for c in range(count):
        a -= dot(a, normals[c]) * normals[c]


@kernel
def slide(w, a, pressure, friction, solver, rate, rest, way):
    """Slide or stick for at most `rest` seconds: fills way (3,) [m] and changes w (3,); returns the time used.

    w, a      [m/s], [m/s2]  velocity and acceleration at rest along the surface
    pressure  [m/s2]         acceleration into the surface; friction times it brakes, and holds where it exceeds |a| at rest
    Where the particle comes to a halt the time used ends: what follows starts from rest.
    """
    speed, pull, brake = np.sqrt(dot(w, w)), np.sqrt(dot(a, a)), friction * pressure
    way[:] = 0.0
    if speed <= STILL:
        w[:] = 0.0
        if pull <= brake * (1.0 + 1e-9) + STILL:
            return rest
        direction = a / pull
    else:
        direction = w / speed
    total = a - brake * direction
    k, p, b, q = affine(solver, rate, rest)
    after = k * w + b * total
    stop = dot(w, w) - dot(w, after)
    if brake > 0.0 and speed > STILL and dot(w, after) <= 0.0:
        used = rest * dot(w, w) / stop
        way[:] = 0.5 * used * w
        w[:] = 0.0
        return used
    way[:] = p * w + q * total
    w[:] = after
    return rest
