"""Small lattices of springs made by hand for the tests of kernels: the arrays that solvers are handed."""

from contextlib import contextmanager

import numpy as np
import pytest

from engine.kernels import runs
from engine.kernels.body import SPARE, Air, Faces, Masses, Solid, Springs
from engine.kernels.compile import Kernel
from engine.kernels.contacts import contacts
from engine.kernels.explicit import advance
from engine.kernels.solids import WIDTH

G = 9.82
FAMILIES = {  # offsets along (first, second, third axis), pair by pair
    "structural": [[(1, 0, 0)], [(0, 1, 0)], [(0, 0, 1)]],
    "shear": [[(1, 1, 0), (-1, 1, 0)], [(1, 0, 1), (-1, 0, 1)], [(0, 1, 1), (0, -1, 1)]],
    "bend": [[(2, 0, 0)], [(0, 2, 0)], [(0, 0, 2)]],
    "space": [[(1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)]],
}


def grid(counts, spacing=1.0):
    """Places (3, n) of a lattice of up to three axes about the origin; the first axis runs fastest."""
    axes = [(np.arange(n) - (n - 1) / 2) * spacing for n in counts] + [np.zeros(1)] * (3 - len(counts))
    z, y, x = np.meshgrid(*axes[::-1], indexing="ij")
    return np.stack([x.ravel(), y.ravel(), z.ravel()])


def _run(rows, first, count, stride, reach, slot, marks):
    row = [0] * runs.WIDTH
    row[runs.A], row[runs.B], row[runs.COUNT], row[runs.STRIDE] = first, first + reach, count, stride
    row[runs.SLOT], row[runs.FORM] = slot, runs.PROGRESSION
    row[runs.OFFSET], row[runs.PAIR], row[runs.FAMILY] = marks
    rows.append(row)


def lattice(counts, links=("structural", "shear")):
    """(table, ends) of a lattice; each row of it is a run or two, every slot a spring."""
    nx, ny, nz = (*counts, 1, 1, 1)[:3]
    rows, ends, offset, pair = [], [], 0, 0
    for family, link in enumerate(links):
        for offsets in FAMILIES[link]:
            for dx, dy, dz in offsets:
                reach = dx + nx * (dy + ny * dz)
                sign = 1 if reach > 0 else -1
                for k in range(nz):
                    for j in range(ny):
                        columns = range(max(0, -dx), nx - max(0, dx))
                        if 0 <= j + dy < ny and 0 <= k + dz < nz and len(columns):
                            start, along = nx * (j + ny * k) + columns[0], reach in (1, 2)
                            for colour in range(2 * reach if along else 1):
                                stride = 2 * reach if along else 1
                                count = len(range(colour, len(columns), stride))
                                if count:
                                    first = start + colour + (0 if sign > 0 else reach)
                                    _run(rows, first, count, stride, abs(reach), len(ends), (offset, pair, family))
                                    ends += [(first + t * stride, first + t * stride + abs(reach)) for t in range(count)]
                offset += 1
            pair += 1
    return np.array(rows, np.int32).reshape(-1, runs.WIDTH), np.array(ends, np.int32).reshape(-1, 2)


def listed(ends):
    """(table, ends) of springs by their list."""
    ends = np.array(ends, np.int32).reshape(-1, 2)
    row = np.zeros((1 if len(ends) else 0, runs.WIDTH), np.int32)
    row[:, runs.COUNT], row[:, runs.FORM] = len(ends), runs.LISTED
    return row, ends


@contextmanager
def interpreted():
    """Kernels run as plain Python: float64 without compiling for it. For tiny bodies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "__call__", lambda kernel, *arguments: kernel.py_func(*arguments))
        yield


class Body:
    """Masses on springs at rest; every array may be written before the first step."""

    def __init__(self, places, table, ends, stiffness=1.0, mass=1.0, damping=0.0, kind=np.float64):
        n, slots = places.shape[1], (places.shape[1] + 31) // 16 * 16
        self.n, self.kind, self.before = n, kind, 0.0
        row = lambda *shape: np.zeros(shape, kind)  # noqa: E731
        self.x, self.v, self.inverse, self.target = row(3, slots), row(3, slots), row(slots), row(3, slots)
        self.x[:, :n] = self.target[:, :n] = places
        self.inverse[:n] = 1 / np.asarray(mass)
        used = np.array([0, n], np.int32)
        self.masses = Masses(self.x, self.v, self.inverse, self.target, row(3, slots), row(3, slots), row(SPARE, slots), n, used)
        self.ends = ends
        rest = np.linalg.norm(places[:, ends[:, 1]] - places[:, ends[:, 0]], axis=0).astype(kind)
        m = len(ends)
        self.springs = Springs(
            table, ends, np.arange(m, dtype=np.int32), rest, np.full(m, stiffness, kind), np.full(m, damping, kind),
            row(m), row(m), row(m), row(3, m), bool(damping), np.ones(m, kind), row(m),
        )  # fmt: skip
        self.faces = Faces(np.zeros((0, 3), np.int32), np.zeros(0, np.uint8), np.zeros(2, np.int32))
        self.air = Air(np.zeros((1, 8)), np.zeros((0, 6)), np.zeros(2, np.int32))
        self.contacts = contacts([], slots)
        self.solid = Solid(np.zeros((0, WIDTH)), np.zeros((0, 4)), np.zeros(slots, kind), np.zeros(slots, kind), np.zeros(2, np.int32))

    @property
    def places(self):
        """Places (3, n)."""
        return self.x[:, : self.n]

    @property
    def speeds(self):
        """Velocities (3, n)."""
        return self.v[:, : self.n]

    def hold(self, *indices):
        """Hold masses where they are."""
        self.inverse[list(indices)] = 0

    def advance(self, solver, dt, substeps=1):
        """One tick."""
        dt = float(dt)
        advance(self.masses, self.springs, self.faces, self.contacts, self.air, self.solid, solver, dt, float(self.before), substeps)
        self.before = dt / substeps

    def cover(self, corners, closed=False):
        """Give it triangles."""
        corners = np.array(corners, np.int32).reshape(-1, 3)
        self.faces = Faces(corners, np.full(len(corners), closed, np.uint8), np.array([0, len(corners)], np.int32))

    def blow(self, *winds):
        """Rows (6,) of the winds that act on it."""
        self.air = self.air._replace(winds=np.array(winds, float).reshape(-1, 6), first=np.array([0, len(winds)], np.int32))
