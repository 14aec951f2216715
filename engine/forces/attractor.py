from typing import ClassVar

from engine import kernels
from engine.schema import Spec, quantity


class Attractor(Spec):
    """Pulls toward its entity: a = strength (radius / r)^falloff outside the radius, strength r / radius inside it.

    With falloff 2 that is the gravity of a ball of this radius; a negative strength pushes away.
    """

    placed: ClassVar[bool] = True

    strength: float = quantity(10.0, "m/s2", "Acceleration at the radius; negative: away from it.")
    radius: float = quantity(0.5, "m", "Distance at which it is strongest; within, it falls to nothing in the middle.", gt=0)
    falloff: float = quantity(2.0, "1", "Power by which it fades with distance; 0: everywhere the same.", ge=0, le=16)

    def fields(self, time, seed, key, position, rotation):
        """One row of kernels/fields.py."""
        return [kernels.fields.row(kernels.fields.ATTRACTOR, self.strength, position, rotation, self.radius, self.falloff)]
