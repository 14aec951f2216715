"""Energy of springs, and by how much each is longer than at rest; energy in fields."""

import numpy as np

from engine.kernels.compile import kernel
from engine.kernels.fields import ATTRACTOR, CENTER, FALLOFF, KIND, RADIUS, STRENGTH


@kernel
def spring_energy(x, ends, rest, stiffness, longer):
    """Fill longer (m,) [m] with l - D of each spring; returns the sum of k (l - D)^2 / 2 [J] in float64.

    x          [m]    (3, slots)
    ends              (m, 2) int32
    rest       [m]    (m,)  D
    stiffness  [N/m]  (m,)  k
    """
    total = 0.0
    for s in range(len(rest)):
        a, b = ends[s, 0], ends[s, 1]
        dx, dy, dz = np.float64(x[0, b] - x[0, a]), np.float64(x[1, b] - x[1, a]), np.float64(x[2, b] - x[2, a])
        more = np.sqrt(dx * dx + dy * dy + dz * dz) - rest[s]
        longer[s] = more
        total += 0.5 * stiffness[s] * more * more
    return total


def potential(place, fields):
    """Potential of the attractors among fields (kernels/fields.py) at places (n, 3): (n,) [J/kg], nothing at the radius."""
    total = np.zeros(len(place))
    for row in fields[fields[:, KIND] == ATTRACTOR] if len(fields) else ():
        strength, radius, power = row[STRENGTH], row[RADIUS], row[FALLOFF] - 1
        far = np.linalg.norm(place - row[CENTER : CENTER + 3], axis=1)
        out = np.maximum(far / radius, 1)
        total += strength * radius * (np.log(out) if power == 0 else (1 - out**-power) / power)
        total += strength * (np.minimum(far, radius) ** 2 - radius**2) / (2 * radius)
    return total
