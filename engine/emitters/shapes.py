"""Where particles are born, in the emitter's frame.

Each kind places the particles in slots lo to hi of x (3, slots) [m], by their ids: `place(x, id, lo, hi, seed, body)`.
"""

import numpy as np

from engine import kernels
from engine.schema import OneOf, Spec, Vector, option, quantity


class Point(Spec):
    """All in one place."""

    def place(self, x, id, lo, hi, seed, body):
        """Put slots lo to hi of x into the frame's origin."""
        kernels.births.place_point(x, lo, hi)


class Disc(Spec):
    """Uniform over a disc in the frame's x and z; height is the full thickness about the position."""

    radius: float = quantity(0.1, "m", "Radius.", ge=0, reload="birth")
    height: float = quantity(0.0, "m", "Full thickness.", ge=0, reload="birth")

    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x over the disc."""
        kernels.births.place_disc(x, id, lo, hi, seed, body, self.radius, self.height)


class Box(Spec):
    """Uniform in a box about the position."""

    size: Vector = quantity((1.0, 1.0, 1.0), "m", "Full length of the three sides.", reload="birth")

    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x through the box."""
        kernels.births.place_box(x, id, lo, hi, seed, body, np.array(self.size))


class EmitterShape(OneOf):
    """Where particles are born."""

    point: Point | None = option(None, "All in one place.", reload="birth")
    disc: Disc | None = option(None, "A disc, with a thickness.", reload="birth")
    box: Box | None = option(None, "A box.", reload="birth")
