from typing import ClassVar

import numpy as np

from engine import kernels
from engine.schema import Spec, option, quantity

FINER = 0.5  # size of the eddies of one octave to those of the one before
WEAKER = FINER ** (1 / 3)  # their speed: Kolmogorov's law of eddies in air


class Eddies(Spec):
    """What turbulence of all kinds is made of: curl noise, which has no divergence, so that nothing is gathered or thinned by it."""

    scale: float = quantity(1.0, "m", "Size of the largest eddies.", gt=0)
    speed: float = quantity(0.2, "m/s", "Speed at which the pattern drifts, each octave its own way.", ge=0)
    octaves: int = option(1, "How many sizes of eddies, each half as large as the one before.", ge=1, le=8)

    def rows(self, strength, time, seed, key, position, rotation, radius=np.inf, falloff=0.0, weighed=False):
        """A row of kernels/fields.py for each octave, so that the root of the mean square of all together is `strength`."""
        shares = WEAKER ** np.arange(self.octaves)
        shares *= strength / np.sqrt((shares**2).sum())
        return [
            kernels.fields.row(
                kernels.fields.TURBULENCE, share, position, rotation, radius, falloff, scale := self.scale * FINER**octave,
                _way(seed, key, octave) * self.speed * time / scale, kernels.hash.bits(seed, key, octave, kernels.hash.EDDIES), weighed,
            )
            for octave, share in enumerate(shares)
        ]  # fmt: skip


class Turbulence(Eddies):
    """Air that tumbles about: an acceleration by curl noise, the same for every mass."""

    placed: ClassVar[bool] = True

    strength: float = quantity(3.0, "m/s2", "Acceleration: root of its mean square.")
    radius: float | None = quantity(None, "m", "Distance from its entity at which it begins to fade; everywhere, where absent.", gt=0)
    falloff: float = quantity(2.0, "1", "Power by which it fades beyond the radius: (1 + (r / radius)^2)^(-falloff / 2).", ge=0, le=16)

    def fields(self, time, seed, key, position, rotation):
        """A row for each octave."""
        envelope = (np.inf, 0.0) if self.radius is None else (self.radius, self.falloff)
        return self.rows(self.strength, time, seed, key, position, rotation, *envelope)


def _way(seed, key, octave):
    """A direction (3,), uniform over the sphere."""
    draw = [float(kernels.hash.uniform(seed, key, octave, kernels.hash.EDDIES + axis)) for axis in (1, 2)]
    up, turn = 2 * draw[0] - 1, 2 * np.pi * draw[1]
    return np.array([np.sqrt(1 - up * up) * np.cos(turn), up, np.sqrt(1 - up * up) * np.sin(turn)])
