"""Loose masses for the tests of contact: the arrays, and a substep of free fall that ends with contact."""

import numpy as np

from engine.kernels.body import SPARE, Masses, Solid
from engine.kernels.solids import CENTER, HIGH, LOW, VELOCITY, WIDTH, bounce_row, solids_in
from engine.kernels.touch import touch

G = 9.82


class Loose:
    """n masses of one kilogram at the origin, at rest; every array may be written."""

    def __init__(self, n, solids=(), friction=0.0, reach=0.0, restitution=0.0, h=1 / 1200, pull=(0, -G, 0), kind=np.float32):
        self.h, self.pull = h, np.array(pull, float)
        x, v, target, start, force = (np.zeros((3, n), kind) for _ in range(5))
        self.masses = Masses(x, v, np.ones(n, kind), target, start, force, np.zeros((SPARE, n), kind), n, np.array([0, n], np.int32))
        self.x, self.v = x, v
        rows, bounces = np.array(solids, float).reshape(-1, WIDTH), np.array([bounce_row(0.5, friction=friction)])
        self.solid = Solid(rows, bounces, np.full(n, reach, kind), np.full(n, restitution, kind), np.array([0, len(rows)], np.int32))

    def substep(self, later=0.0, meet=None):
        """Symplectic Euler; contact; the velocity that the way took."""
        h = self.h
        self.masses.start[:] = self.x
        free = np.where(self.masses.inverse > 0, 1.0, 0.0)
        self.x += h * (self.v + h * self.pull[:, None] * free)
        if meet is not None:
            meet(self.masses, h)
        touch(self.masses, self.solid, later, h)
        self.v[:] = (self.x - self.masses.start) / h

    def run(self, seconds, meet=None):
        """As many substeps as make up that time; solids that move do so."""
        count = round(seconds / self.h)
        for _ in range(count):
            rows = self.solid.rows[: solids_in(self.solid.rows)]
            for place in (CENTER, LOW, HIGH):
                rows[:, place : place + 3] += self.h * rows[:, VELOCITY : VELOCITY + 3]
            self.substep(meet=meet)
        return self
