"""A closed mesh filled with a lattice: jelly of any shape.

Cubic cells whose middle lies inside the mesh are kept; their corners are the masses. The mesh itself is drawn as they carry it: each of
its points follows, linear along each axis, the eight masses of its cell, or of the nearest one that was kept (free-form deformation by trilinear cells:
Faloutsos, van de Panne and Terzopoulos 1997, "Dynamic free-form deformations for animation synthesis").
"""

import itertools
import math
from typing import NamedTuple

import numpy as np

from engine.assets.distances import inside
from engine.bodies import grid
from engine.bodies.body import Form, Masses, Skin
from engine.bodies.cloth import skin, volume
from engine.bodies.links import asked, springs_of
from engine.bodies.runs import listed_runs
from engine.components import LINKS, Carried

TOGETHER = 4096  # points whose nearest cell is looked for at once
FACES = tuple((axis, side) for axis in range(3) for side in (0, 1))


class Voxels(NamedTuple):
    """The cells that are kept, slowest axis z as in lattices."""

    kept: np.ndarray  # (nz, ny, nx) bool
    number: np.ndarray  # (nz + 1, ny + 1, nx + 1) int: the mass at each corner, -1 for none
    origin: np.ndarray  # [m] (3,) of the corner (0, 0, 0)
    spacing: float  # [m]

    @property
    def places(self):
        """[m] (n, 3) of the masses."""
        return self.origin + self.spacing * np.argwhere(self.number >= 0)[:, ::-1]


class Filled(Masses):
    """The body of an entity with a mesh to be filled, a mass and springs. mesh: engine.assets.meshes.Mesh; cells: along its longest side."""

    usual = (*LINKS, "volume")  # with less, what is three cells thick falls in on itself

    def __init__(self, mesh, cells):
        self.mesh, self.cells = mesh, cells

    def __eq__(self, other):
        return isinstance(other, Filled) and (self.mesh, self.cells) == (other.mesh, other.cells)

    @property
    def voxels(self):
        """Its Voxels, made once for a mesh."""
        return self.mesh.kept(("voxels", self.cells), lambda: voxels(self.mesh, self.cells))

    def form(self, entity):
        """What the body is made of."""
        found, names = self.voxels, springs_of(entity.spring, self)
        start = found.places
        ends, link = links(found, names)
        laid = listed_runs(ends, link)
        cells = corners(found) if "volume" in asked(entity.spring, self) else None
        hull = Skin(*surface(found), np.zeros((len(start), 2), np.float32), True)
        return Form(
            start,
            start,
            found.spacing,
            (),
            laid,
            *self.groups(entity, laid.link),
            skin=hull,
            cells=cells,
            carried=carried(found, self.mesh),
        )

    def start(self, degrees=None):
        """(n, 3) where the masses start [m], in the entity's frame."""
        return self.voxels.places

    def known(self):
        """All links of a block."""
        return grid.link_kinds(3)


def voxels(mesh, cells):
    """The Voxels of a closed mesh."""
    low, high = mesh.places.min(0), mesh.places.max(0)
    spacing = float((high - low).max()) / cells
    counts = np.maximum(np.ceil((high - low) / spacing - 1e-6).astype(int), 1)
    origin = (low + high - spacing * counts) / 2
    outward = mesh.corners if volume(mesh.places, mesh.corners) > 0 else mesh.corners[:, ::-1]
    kept = inside(mesh.places, outward, origin + spacing / 2, spacing, counts).transpose(2, 1, 0)
    used = np.zeros(np.array(kept.shape) + 1, bool)
    for corner in itertools.product((0, 1), repeat=3):
        used[_shifted(kept.shape, corner)] |= kept
    number = np.full(used.shape, -1)
    number[used] = np.arange(used.sum())
    return Voxels(kept, number, origin, spacing)


def _shifted(shape, step):
    """The slices that lay an array of this shape at an offset."""
    return tuple(slice(k, k + size) for k, size in zip(step, shape, strict=True))


def links(found, wanted):
    """Pairs of masses of each wanted link and its row of LINKS: ends (m, 2), link (m,). Springs lie within cells; bends along two edges of cells."""
    edge = {axis: _edges(found.kept, tuple(int(k == axis) for k in range(3))) for axis in range(3)}
    ends, rows = [np.zeros((0, 2), int)], [np.zeros(0, int)]
    for name in wanted:
        for offset in grid.offsets(name, 3):
            if name == "bend":
                axis = next(k for k in range(3) if offset[k])
                first, second = ([slice(None)] * 3 for _ in range(2))
                first[axis], second[axis] = slice(None, -1), slice(1, None)
                there = edge[axis][tuple(first)] & edge[axis][tuple(second)]
            else:
                there = _edges(found.kept, offset)
            ends.append(_pairs(found.number, there, offset))
            rows.append(np.full(len(ends[-1]), LINKS.index(name)))
    return np.concatenate(ends), np.concatenate(rows)


def _edges(kept, offset):
    """Where, by its least corner, a spring of this offset lies in a kept cell: one of those round it."""
    shape = [size + (step == 0) for size, step in zip(kept.shape, offset, strict=True)]
    there = np.zeros(shape, bool)
    for shift in itertools.product(*((0, 1) if step == 0 else (0,) for step in offset)):
        there[_shifted(kept.shape, shift)] |= kept
    return there


def _pairs(number, there, offset):
    """(m, 2) masses at both ends of the springs that are there: an offset against an axis starts at its far side."""
    low = np.argwhere(there)
    first = low + np.where(np.array(offset) < 0, -np.array(offset), 0)
    second = first + np.array(offset)
    return np.stack([number[tuple(first.T)], number[tuple(second.T)]], 1)


def corners(found):
    """(q, 4) int32 masses c, +x, +y, +z of the kept cells, by colours of parity: no two of one colour share a mass."""
    cells = np.concatenate([np.argwhere(found.kept & _parity(found.kept.shape, color)) for color in itertools.product((0, 1), repeat=3)])
    return np.stack([found.number[tuple((cells + step).T)] for step in ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))], 1).astype(np.int32)


def _parity(shape, color):
    z, y, x = (np.arange(size) % 2 == part for size, part in zip(shape, color, strict=True))
    return z[:, None, None] & y[:, None] & x


def surface(found):
    """Triangles of masses (t, 3), outward, round the kept cells, and each vertex's mass (n,): what the wind blows on and others touch."""
    padded = np.pad(found.kept, 1)
    inner = (slice(1, -1),) * 3
    triangles = []
    for axis, side in FACES:
        bare = found.kept & ~np.roll(padded, 1 - 2 * side, axis)[inner]
        cells = np.argwhere(bare)
        u, v = [k for k in range(3) if k != axis]
        square = []
        for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
            step = np.zeros(3, int)
            step[axis], step[u], step[v] = side, a, b
            square.append(found.number[tuple((cells + step).T)])
        quads = np.stack(square, 1)
        if (axis == 1) != (side == 1):  # the order of axes is z, y, x: left-handed
            quads = quads[:, ::-1]
        triangles += [quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]
    whole = np.concatenate(triangles).astype(np.int32)
    return whole, np.arange(found.number.max() + 1, dtype=np.int32)


def carried(found, mesh):
    """The Carried of a mesh that the masses carry."""
    at = (mesh.places - found.origin) / found.spacing
    cell = np.clip(np.floor(at).astype(int), 0, np.array(found.kept.shape[::-1]) - 1)
    lost = ~found.kept[tuple(cell[:, ::-1].T)]
    cell[lost] = _nearest(at[lost], np.argwhere(found.kept)[:, ::-1])
    share = at - cell
    taps, weight = np.empty((len(at), 8), np.int32), np.empty((len(at), 8), np.float32)
    for k, corner in enumerate(itertools.product((0, 1), repeat=3)):
        taps[:, k] = found.number[tuple((cell + corner)[:, ::-1].T)]
        weight[:, k] = math.prod(share[:, axis] if corner[axis] else 1 - share[:, axis] for axis in range(3))
    seen = skin(mesh)
    return Carried(taps, weight, seen.vertices, seen.source, seen.uv)


def _nearest(at, cells):
    """(n, 3) the cell whose middle is nearest to each place, both in cells."""
    found = np.empty((len(at), 3), int)
    for first in range(0, len(at), TOGETHER):
        some = at[first : first + TOGETHER]
        best, square = np.zeros(len(some), int), np.full(len(some), np.inf)
        for start in range(0, len(cells), TOGETHER):
            block = cells[start : start + TOGETHER] + 0.5
            d = (some**2).sum(1)[:, None] - 2 * some @ block.T + (block**2).sum(1)
            nearer = d.min(1) < square
            best[nearer], square[nearer] = start + d.argmin(1)[nearer], d.min(1)[nearer]
        found[first : first + TOGETHER] = cells[best]
    return found
