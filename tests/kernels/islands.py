"""Several bodies of springs laid one after the other, as those that meet are solved together; for the tests of contact."""

from types import SimpleNamespace

import numpy as np
from stable_bodies import Body

from engine.kernels import runs
from engine.kernels.body import SPARE, Air, Cells, Faces, Masses, Solid, Springs, Tethers
from engine.kernels.contacts import Member, contacts
from engine.kernels.solids import CENTER, HIGH, LOW, VELOCITY, WIDTH, bounce_row
from engine.kernels.stable import relax

NONE = np.zeros((0, 3), int)


def ball(place, mass):
    """One mass, no springs."""
    table = np.zeros((0, runs.WIDTH), np.int32)
    none = SimpleNamespace(ends=np.zeros((0, 2), np.int32), table=table, slot=np.zeros(0, np.int32), slots=0)
    return Body(np.array([place], float), none, 1.0, mass)


def member(body, first=0, triangles=NONE, reach=0.005, itself=0.0, friction=0.3, closed=False, radius=0.0, surface=None):
    """How a body meets others."""
    surface = np.arange(body.n) if surface is None else surface
    return Member(first, body.n, np.full(body.n, radius or reach), itself, friction, body.rest.T, surface, triangles, closed, radius, True)


class Island:
    """Bodies (Body, what `member` takes) and the solids that all of them meet."""

    def __init__(self, parts, solids=(), friction=0.3):
        bodies = [body for body, _ in parts]
        self.first = np.cumsum([0] + [b.n for b in bodies]).astype(np.int32)
        n, count = int(self.first[-1]), len(bodies)
        slots = (n + n // 16 + 47) // 16 * 16
        rows = lambda k: np.zeros((k, slots), np.float32)  # noqa: E731
        x, v, inverse, reach, tables, base, ends = rows(3), rows(3), np.zeros(slots, np.float32), np.zeros(slots, np.float32), [], 0, 0
        members = [member(b, int(at), **how) for (b, how), at in zip(parts, self.first, strict=False)]
        for b, at, m in zip(bodies, self.first, members, strict=False):
            own = slice(at, at + b.n)
            x[:, own], v[:, own], inverse[own], reach[own] = b.masses.x[:, : b.n], b.masses.v[:, : b.n], b.masses.inverse[: b.n], m.reach
            table = b.springs.table.copy()
            table[:, [runs.A, runs.B]] += at
            table[:, runs.SLOT] += base
            table[:, runs.FIRST] += ends
            tables.append(table)
            base, ends = base + len(b.springs.length), ends + len(b.springs.ends)
        self.masses = Masses(x, v, inverse, x.copy(), rows(3), rows(3), rows(SPARE), n, self.first)
        together = lambda name: np.concatenate([getattr(b.springs, name) for b in bodies])  # noqa: E731
        slot_base = np.cumsum([0] + [len(b.springs.length) for b in bodies])
        self.springs = Springs(
            np.concatenate(tables).astype(np.int32),
            np.concatenate([b.springs.ends + at for b, at in zip(bodies, self.first, strict=False)]).astype(np.int32),
            np.concatenate([b.springs.slot + at for b, at in zip(bodies, slot_base, strict=False)]).astype(np.int32),
            together("rest"), together("stiffness"), together("damping"),
            *(np.zeros(base, np.float32) for _ in range(3)), np.zeros((3, base), np.float32), False,
            np.ones(ends, np.float32), np.zeros(base, np.float32),
        )  # fmt: skip
        self.tethers = Tethers(np.zeros((0, slots), np.int32), rows(0))
        corners = [b.cells.corners + at for b, at in zip(bodies, self.first, strict=False)]
        self.cells = Cells(np.concatenate(corners).astype(np.int32), np.concatenate([b.cells.volume for b in bodies]))
        self.faces = Faces(NONE.astype(np.int32), np.zeros(0, np.uint8), np.zeros(count + 1, np.int32))
        self.air = Air(np.concatenate([b.air.field for b in bodies]), np.zeros((0, 6)), np.zeros(count + 1, np.int32))
        many = np.tile(np.array(solids, float).reshape(-1, WIDTH), (count, 1))
        starts = (np.arange(count + 1) * len(solids)).astype(np.int32)
        self.solid = Solid(many, np.array([bounce_row(friction=friction)]), reach, np.zeros(slots, np.float32), starts)
        self.contacts = contacts(members, slots)

    def x(self, body):
        """Where its masses are (3, n)."""
        return self.masses.x[:, self.first[body] : self.first[body + 1]]

    def v(self, body):
        """How they move (3, n)."""
        return self.masses.v[:, self.first[body] : self.first[body + 1]]

    def tick(self, dt=1 / 60, substeps=20):
        """One tick; solids that move do so."""
        way = dt * self.solid.rows[:, VELOCITY : VELOCITY + 3]
        for place in (CENTER, LOW, HIGH):
            self.solid.rows[:, place : place + 3] += way
        relax(
            self.masses, self.springs, self.tethers, self.cells, self.faces, self.contacts, self.air, self.solid, dt, substeps
        )  # fmt: skip
