"""Bodies of springs for the tests of the default solver, laid out as bodies are."""

import numpy as np

from engine.bodies.grid import cells, places, six_volumes
from engine.bodies.runs import lattice_runs, listed_runs
from engine.kernels import solids
from engine.kernels.body import SPARE, Air, Cells, Faces, Masses, Solid, Springs, Tethers
from engine.kernels.contacts import contacts
from engine.kernels.stable import relax

G = 9.82
QUALITY = 1200  # [1/s]


class Body:
    """Masses at rest in their rest shape under gravity; every array may be written before the first step."""

    def __init__(self, rest, laid, stiffness, mass, held=(), damping=0.0, gravity=G, rate=0.0, drag=0.0, corners=None, kind=np.float32):
        """rest (n, 3) [m]; laid: see engine/bodies/runs.py; mass [kg] of each; rate [1/s] and drag [kg/s] of the medium."""
        n, m = len(rest), len(laid.ends)
        slots = (n + n // 16 + 31) // 16 * 16
        zeros = lambda *shape: np.zeros((*shape, slots), kind)  # noqa: E731
        self.n, self.rest = n, np.asarray(rest, float)
        x, inverse = zeros(3), zeros()
        x[:, :n], inverse[:n] = self.rest.T, 1 / np.asarray(mass, float)
        self.own = inverse.copy()
        inverse[list(held)] = 0
        self.masses = Masses(x, zeros(3), inverse, x.copy(), zeros(3), zeros(3), zeros(SPARE), n, np.array([0, n], np.int32))
        length = np.linalg.norm(self.rest[laid.ends[:, 1]] - self.rest[laid.ends[:, 0]], axis=1)
        each = lambda value: np.broadcast_to(np.asarray(value, kind), m).copy()  # noqa: E731
        padded = [np.zeros(laid.slots, kind) for _ in range(3)]
        self.springs = Springs(
            laid.table, laid.ends, laid.slot, length.astype(kind), each(stiffness), each(damping), *padded,
            np.zeros((3, laid.slots), kind), bool(np.any(np.asarray(damping) > 0)),
            np.ones(m, kind), np.zeros(laid.slots, kind),
        )  # fmt: skip
        self.tethers = Tethers(np.zeros((0, slots), np.int32), zeros(0))
        corners = np.zeros((0, 4), np.int32) if corners is None else corners
        self.cells = Cells(corners, six_volumes(self.rest, corners).astype(kind))
        self.faces = Faces(np.zeros((0, 3), np.int32), np.zeros(0, np.uint8), np.zeros(2, np.int32))
        self.contacts = contacts([], slots)
        field = np.array([[0, -gravity, 0, 0, 0, 0, rate, drag]])
        self.air = Air(field, np.zeros((0, 6)), np.zeros(2, np.int32))
        self.solid = Solid(np.zeros((0, solids.WIDTH)), np.zeros((0, 4)), zeros(), zeros(), np.zeros(2, np.int32))

    @property
    def x(self):
        """(n, 3) float64 where the masses are."""
        return self.masses.x[:, : self.n].T.astype(float)

    @property
    def v(self):
        """(n, 3) float64 how they move."""
        return self.masses.v[:, : self.n].T.astype(float)

    def put(self, x=None, v=None):
        """Move the masses there (n, 3), or make them that fast."""
        for rows, value in ((self.masses.x, x), (self.masses.v, v)):
            if value is not None:
                rows[:, : self.n] = np.asarray(value).T
        return self

    def run(self, seconds, dt=1 / 60, quality=QUALITY, relax=relax):
        """As many ticks of dt as make up that time."""
        for _ in range(round(seconds / dt)):
            relax(
                self.masses, self.springs, self.tethers, self.cells, self.faces, self.contacts, self.air, self.solid,
                dt, max(1, round(dt * quality)),
            )  # fmt: skip
        return self

    def stretch(self):
        """(m,) length of each spring over its rest length, less 1."""
        a, b = self.springs.ends.T
        return np.linalg.norm(self.x[b] - self.x[a], axis=1) / self.springs.rest - 1

    def energy(self):
        """[J] of motion, of springs and of place."""
        mass = 1 / self.own[: self.n].astype(float)
        spring = 0.5 * (self.springs.stiffness * (self.stretch() * self.springs.rest) ** 2).sum()
        return 0.5 * (mass * (self.v**2).sum(1)).sum() + spring - (mass[:, None] * self.air.field[0, :3] * self.x).sum()

    def momentum(self):
        """[kg m/s] (3,) and, about the origin, [kg m2/s] (3,)."""
        mv = self.v / self.own[: self.n, None]
        return mv.sum(0), np.cross(self.x, mv).sum(0)


def of_links(rest, ends, stiffness, mass, held=(), **rest_of_it):
    """A body of single springs: ends (m, 2)."""
    return Body(rest, listed_runs(np.asarray(ends), np.zeros(len(ends), np.uint8)), stiffness, mass, held, **rest_of_it)


def rope(n, stiffness, mass, held=(0,), length=1.0, **rest_of_it):
    """n springs one under the other, of that length and mass in all."""
    rest = np.outer(np.arange(n + 1), [0, -length / n, 0])
    return Body(rest, lattice_runs((n + 1,), ("structural",)), stiffness, mass / n, held, **rest_of_it)


def sheet(n, stiffness, held=None, links=("structural", "shear"), plane="xy", density=0.2, **rest_of_it):
    """n x n masses, 1 m wide; held at the two ends of the last row where not said otherwise."""
    axes = {"xy": (0, 1), "xz": (0, 2)}[plane]
    held = (n * n - n, n * n - 1) if held is None else held
    return Body(places((n, n), (1, 1), axes), lattice_runs((n, n), links), stiffness, density / n**2, held, **rest_of_it)


def block(n, stiffness, size=0.3, mass=1.0, links=("structural", "shear", "bend", "space"), **rest_of_it):
    """n x n x n masses, free, whose cells keep their volume."""
    rest, laid = places((n, n, n), (size,) * 3, (0, 1, 2)), lattice_runs((n, n, n), links)
    return Body(rest, laid, stiffness, mass / n**3, corners=cells((n, n, n)), **rest_of_it)
