import numpy as np

from engine.schema import Spec, Vector, quantity


class Gravity(Spec):
    """Weight: f = m g."""

    acceleration: Vector = quantity((0.0, -9.82, 0.0), "m/s2", "Acceleration that every mass feels.")

    def push(self, time, seed, key):
        """The acceleration."""
        return np.array([*self.acceleration, 0, 0, 0, 0, 0])
