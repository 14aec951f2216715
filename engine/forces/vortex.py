from typing import ClassVar

from engine import kernels
from engine.schema import Spec, quantity


class Vortex(Spec):
    """Drives round the y axis of its entity, by the right hand: a = strength (radius / r)^falloff, inside the radius strength r / radius.

    r is the distance from the axis, which has no ends. It only drives: beside a drag it carries along, beside an attractor it does not
    fling away.
    """

    placed: ClassVar[bool] = True

    strength: float = quantity(5.0, "m/s2", "Acceleration at the radius; negative: the other way round.")
    radius: float = quantity(0.5, "m", "Distance from the axis at which it is strongest; within, it falls to nothing on the axis.", gt=0)
    falloff: float = quantity(1.0, "1", "Power by which it fades with distance; 0: everywhere the same.", ge=0, le=16)

    def fields(self, time, seed, key, position, rotation):
        """One row of kernels/fields.py."""
        return [kernels.fields.row(kernels.fields.VORTEX, self.strength, position, rotation, self.radius, self.falloff)]
