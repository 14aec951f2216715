"""What a solid does to a particle that touches it: the bounce, and rest or sliding."""

import numpy as np

from engine.kernels.ballistic import affine
from engine.kernels.compile import inlined
from engine.kernels.solids import FRICTION, RESTITUTION, SCATTER, TANGENTIAL
from engine.kernels.vectors import ZERO, across, along, dot, length, mix

STILL = 1e-8  # speeds and accelerations (m/s, m/s2) that count as none


@inlined
def _spray(n, speed, turn):
    """A vector of this length in the plane across the unit vector n, turned by turn [rad]."""
    n0, n1, n2 = abs(n[0]), abs(n[1]), abs(n[2])
    if n0 <= n1 and n0 <= n2:
        side = across((1.0, 0.0, 0.0), n, ZERO)
    elif n1 <= n2:
        side = across((0.0, 1.0, 0.0), n, ZERO)
    else:
        side = across((0.0, 0.0, 1.0), n, ZERO)
    other = n[1] * side[2] - n[2] * side[1], n[2] * side[0] - n[0] * side[2], n[0] * side[1] - n[1] * side[0]
    reach = speed / length(side)
    return mix(reach * np.cos(turn), side, reach * np.sin(turn), other)


@inlined
def bounce(w, n, bounces, rule, radius, turn):
    """The relative velocity w after a hit on a face with normal n, and its part along n.

    Row `rule` of bounces: restitution e, tangential factor, scatter [m/s], Coulomb's coefficient mu. Friction takes at most
    mu (1 + e) of the normal speed off the tangential one; then the factor; then scatter, a vector in the plane of the face,
    uniform in a disc of that radius where radius (squared) and turn are uniform in [0, 1).
    """
    restitution, inward = bounces[rule, RESTITUTION], -dot(w, n)
    side = along(w, inward, n)
    speed, brake = length(side), bounces[rule, FRICTION] * (1.0 + restitution) * inward
    kept = bounces[rule, TANGENTIAL] * max(speed - brake, 0.0) / speed if speed > STILL else 1.0
    after = mix(kept, side, restitution * inward, n)
    if bounces[rule, SCATTER] > 0.0:
        after = along(after, 1.0, _spray(n, bounces[rule, SCATTER] * np.sqrt(radius), 2.0 * np.pi * turn))
    return after, restitution * inward


@inlined
def slide(w, pull, pressure, friction, solver, rate, rest):
    """Slide or stick for at most `rest` seconds: (time used, displacement, velocity at its end).

    w, pull   [m/s], [m/s2]  velocity and acceleration at rest along the surface
    pressure  [m/s2]         acceleration into the surface; friction times it brakes, and holds where it exceeds |pull| at rest
    Where the particle comes to a halt the time used ends: what follows starts from rest.
    """
    speed, force, brake = length(w), length(pull), friction * pressure
    if speed <= STILL:
        if force <= brake * (1.0 + 1e-9) + STILL:
            return rest, ZERO, ZERO
        w, pull = ZERO, mix(1.0 - brake / force, pull, 0.0, pull)
    else:
        pull = along(pull, -brake / speed, w)
    k, p, b, q = affine(solver, rate, rest)
    onward = k * speed * speed + b * dot(w, pull)  # velocity before times velocity after
    if brake > 0.0 and speed > STILL and onward <= 0.0:
        used = rest * speed * speed / (speed * speed - onward)
        return used, mix(0.5 * used, w, 0.0, w), ZERO
    return rest, mix(p, w, q, pull), mix(k, w, b, pull)
