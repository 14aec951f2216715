from typing import Literal

import numpy as np

from engine import kernels
from engine.forces.turbulence import Eddies
from engine.schema import Spec, Vector, option, quantity


def _noise(seed, key, time):
    return kernels.hash.noise(seed, key, kernels.hash.FLUTTER, time)


class Gust(Spec):
    """Slow change of the wind's strength: w (1 + strength n(t / period)), n smooth noise in -1 to 1."""

    strength: float = quantity(0.3, "1", "Share of the wind that comes and goes.", ge=0, le=4)
    period: float = quantity(3.0, "s", "Time from one gust to the next.", gt=0)


class Tumble(Eddies):
    """Eddies in the wind: curl noise beside its velocity."""

    strength: float = quantity(1.0, "m/s", "Speed of the eddies: root of its mean square.", ge=0)


class Wind(Spec):
    """Moving air. On a particle: f = s w (plain) or f = s (w - v) (relative); on a triangle: f = s (n . w) n / |n|, n of twice its area."""

    velocity: Vector = quantity((0.0, 0.0, 0.0), "m/s", "Velocity of the air.")
    gust: Gust | None = option(None, "Slow change of the strength.")
    turbulence: Tumble | None = option(None, "Eddies: w differs from place to place.")
    particles: float = quantity(0.002, "kg/s", "Strength s on a particle.", ge=0)
    particle_model: Literal["plain", "relative"] = option(
        "plain", "plain: f = s w, the whole jet bends at once; relative: f = s (w - v), as real air does."
    )

    surfaces: float = quantity(1.5, "kg/(m2 s)", "Strength s on the triangles of bodies with springs.", ge=0)
    surface_model: Literal["triangle", "relative"] = option(
        "triangle", "triangle: f = s (n . w) n / |n|; relative: with w - v of the triangle in place of w, as real air does."
    )
    shelter: bool = option(False, "Triangles of a closed surface that are turned away from the wind feel none.")

    def push(self, time, seed, key):
        """s w on a particle at rest; relative wind also drags with s."""
        gust = self._gust(time, seed, key)
        drag = self.particles if self.particle_model == "relative" else 0.0
        return np.array([0, 0, 0, *(self.particles * gust * np.array(self.velocity)), 0, drag])

    def blow(self, time, seed, key):
        """Row (6,) of Air.winds (kernels/body.py): velocity of the air [m/s], s [kg/(m2 s)], whether relative, whether sheltered."""
        velocity = self._gust(time, seed, key) * np.array(self.velocity)
        return np.array([*velocity, self.surfaces, self.surface_model == "relative", self.shelter], float)

    def fields(self, time, seed, key, position, rotation):
        """The force of the eddies on a particle, beside `push`: rows of kernels/fields.py."""
        return self._eddies(self.particles, time, seed, key, position, rotation)

    def eddies(self, time, seed, key, position, rotation):
        """Velocity of the air beside that of `blow`: rows of kernels/fields.py."""
        return self._eddies(1.0, time, seed, key, position, rotation)

    def _eddies(self, share, *where):
        tumble = self.turbulence
        return tumble.rows(share * tumble.strength, *where, weighed=True) if tumble else []

    def _gust(self, time, seed, key):
        """Share of the velocity that blows now."""
        return 1.0 if self.gust is None else 1 + self.gust.strength * _noise(seed, key, time / self.gust.period)
