"""What a solid does to a particle that touches it: the bounce, and rest or sliding. Vectors are rows of the scratch s."""

import numpy as np

from engine.kernels.ballistic import affine
from engine.kernels.compile import kernel
from engine.kernels.scratch import FACE, PULL, SIDE, WAY, W, add, dot, length, mix, scale
from engine.kernels.solids import FRICTION, RESTITUTION, SCATTER, TANGENTIAL

STILL = 1e-8  # speeds and accelerations (m/s, m/s2) that count as none


@kernel
def _spray(s, speed, turn):
    """Add a vector of this length in the plane of the face, turned by turn [rad], to W."""
    n0, n1, n2 = abs(s[FACE, 0]), abs(s[FACE, 1]), abs(s[FACE, 2])
    least = 0 if n0 <= n1 and n0 <= n2 else (1 if n1 <= n2 else 2)
    for a in range(3):
        s[SIDE, a] = 1.0 if a == least else 0.0
    add(s, SIDE, -s[FACE, least], FACE)
    scale(s, SIDE, 1.0 / length(s, SIDE))
    for a in range(3):
        b, c = (a + 1) % 3, (a + 2) % 3
        s[SIDE + 1, a] = s[FACE, b] * s[SIDE, c] - s[FACE, c] * s[SIDE, b]
    add(s, W, speed * np.cos(turn), SIDE)
    add(s, W, speed * np.sin(turn), SIDE + 1)


@kernel
def bounce(s, bounces, rule, radius, turn):
    """Turn the relative velocity W round at a hit on FACE; returns the normal speed after it.

    Row `rule` of bounces: restitution e, tangential factor, scatter [m/s], Coulomb's coefficient mu. Friction takes at most
    mu (1 + e) of the normal speed off the tangential one; then the factor; then scatter, a vector in the plane of the face,
    uniform in a disc of that radius where radius (squared) and turn are uniform in [0, 1).
    """
    restitution, inward = bounces[rule, RESTITUTION], -dot(s, W, FACE)
    add(s, W, inward, FACE)
    speed, brake = length(s, W), bounces[rule, FRICTION] * (1.0 + restitution) * inward
    if speed > STILL:
        scale(s, W, bounces[rule, TANGENTIAL] * max(speed - brake, 0.0) / speed)
    if bounces[rule, SCATTER] > 0.0:
        _spray(s, bounces[rule, SCATTER] * np.sqrt(radius), 2.0 * np.pi * turn)
    add(s, W, restitution * inward, FACE)
    return restitution * inward


@kernel
def slide(s, pressure, friction, solver, rate, rest):
    """Slide or stick for at most `rest` seconds: fills WAY and changes W; returns the time used.

    W, PULL   [m/s], [m/s2]  velocity and acceleration at rest along the surface; PULL is changed too
    pressure  [m/s2]         acceleration into the surface; friction times it brakes, and holds where it exceeds |PULL| at rest
    Where the particle comes to a halt the time used ends: what follows starts from rest.
    """
    speed, pull, brake = length(s, W), length(s, PULL), friction * pressure
    if speed <= STILL:
        scale(s, W, 0.0)
        scale(s, WAY, 0.0)
        if pull <= brake * (1.0 + 1e-9) + STILL:
            return rest
        scale(s, PULL, 1.0 - brake / pull)
    else:
        add(s, PULL, -brake / speed, W)
    k, p, b, q = affine(solver, rate, rest)
    onward = k * speed * speed + b * dot(s, W, PULL)  # velocity before times velocity after
    if brake > 0.0 and speed > STILL and onward <= 0.0:
        used = rest * speed * speed / (speed * speed - onward)
        mix(s, WAY, 0.5 * used, W, 0.0, W)
        scale(s, W, 0.0)
        return used
    mix(s, WAY, p, W, q, PULL)
    mix(s, W, k, W, b, PULL)
    return rest
