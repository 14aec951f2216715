"""How fast particles start, in the emitter's frame. r() is uniform in [0, 1), each use drawn anew.

Each kind fills v (3, slots) [m/s] for the particles in slots lo to hi, by their ids and by their places x in the same frame:
`start(v, x, id, lo, hi, seed, body, time)`, time [s] being the emitter's.
"""

import math

import numpy as np

from engine import kernels
from engine.schema import Direction, OneOf, Range, Spec, Vector, option, quantity

PULSE = 0.23  # [s] from one whim of a pump to the next
SWAY = 0.5  # share of the mean speed by which a nozzle leans at flutter 1


class Jet(Spec):
    """A fountain's nozzle: ((r() - 1/2) spread, r() (max - min) + min, (r() - 1/2) spread), the middle one times strength."""

    spread: float = quantity(0.6, "m/s", "Full width of the sideways velocity.", ge=0, reload="birth")
    speed: Range = quantity((4.0, 5.0), "m/s", "Upward speed, drawn between the two.", reload="birth")
    strength: float = quantity(1.0, "1", "Multiplies the upward speed.", ge=0, reload="birth")
    core: float = quantity(0.0, "1", "Gathers the jet: sideways velocity times 1 - core (1 - r()^2).", ge=0, le=1, reload="birth")
    flutter: float = quantity(0.0, "1", "Share by which the pump's pressure and the nozzle's direction waver.", ge=0, le=1, reload="birth")

    def start(self, v, x, id, lo, hi, seed, body, time):
        """Upward, with the sideways velocity of a nozzle that gathers, breathes and sways."""
        wave = kernels.hash.FLUTTER
        pressure, sway_x, sway_z = (kernels.hash.noise(seed, body, wave + i, time / PULSE) if self.flutter else 0.0 for i in range(3))
        low, high = (speed * self.strength * (1 + self.flutter * pressure) for speed in self.speed)
        lean = self.flutter * SWAY * (low + high) / 2
        kernels.births.start_jet(v, id, lo, hi, seed, body, self.spread, low, high, self.core, lean * sway_x, lean * sway_z)


class Box(Spec):
    """Each axis uniform between two numbers."""

    min: Vector = quantity((0.0, 0.0, 0.0), "m/s", "Least velocity.", reload="birth")
    max: Vector = quantity((0.0, 0.0, 0.0), "m/s", "Most velocity.", reload="birth")

    def start(self, v, x, id, lo, hi, seed, body, time):
        """Each axis drawn between the two."""
        kernels.births.start_box(v, id, lo, hi, seed, body, np.array(self.min), np.array(self.max))


class Cone(Spec):
    """Uniform in solid angle about a direction."""

    direction: Direction = quantity((0.0, 1.0, 0.0), "1", "Middle of the cone.", reload="birth")
    spread: float = quantity(15.0, "deg", "Half angle.", ge=0, le=180, reload="birth")
    speed: Range = quantity((1.0, 1.0), "m/s", "Speed, drawn between the two.", reload="birth")

    def start(self, v, x, id, lo, hi, seed, body, time):
        """Into the cone."""
        kernels.births.start_cone(v, id, lo, hi, seed, body, np.array(self.direction), math.radians(self.spread), *self.speed)


class Radial(Spec):
    """Away from the emitter's position; where that is no direction, any direction."""

    speed: Range = quantity((1.0, 1.0), "m/s", "Speed, drawn between the two.", reload="birth")

    def start(self, v, x, id, lo, hi, seed, body, time):
        """Away from the origin of the frame."""
        kernels.births.start_radial(v, x, id, lo, hi, seed, body, *self.speed)


class Around(Spec):
    """Round the frame's y axis, by the right hand: as what orbits starts."""

    speed: Range = quantity((1.0, 1.0), "m/s", "Speed, drawn between the two.", reload="birth")
    radius: float = quantity(0.0, "m", "Within it the speed falls to nothing on the axis, as a wheel's.", ge=0, reload="birth")

    def start(self, v, x, id, lo, hi, seed, body, time):
        """Round the axis."""
        kernels.births.start_around(v, x, id, lo, hi, seed, body, *self.speed, self.radius)


class StartVelocity(OneOf):
    """How fast particles start."""

    jet: Jet | None = option(None, "A fountain's nozzle.", reload="birth")
    box: Box | None = option(None, "Each axis between two numbers.", reload="birth")
    cone: Cone | None = option(None, "A cone about a direction.", reload="birth")
    radial: Radial | None = option(None, "Away from the middle.", reload="birth")
    around: Around | None = option(None, "Round the axis.", reload="birth")
