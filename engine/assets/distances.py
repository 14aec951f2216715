"""How far places are from a mesh, sampled on a grid: what makes a mesh a solid."""

from typing import NamedTuple

import numpy as np

from engine.kernels.nearest import sample

MARGIN = 2  # cells round the mesh
AROUND = 8  # triangles at a point that are looked at from another one at it


class Grid(NamedTuple):
    """Signed distances at the nodes origin + spacing (i, j, k), less than 0 inside."""

    value: np.ndarray  # [m] (nx, ny, nz) float64
    origin: np.ndarray  # [m] (3,)
    spacing: float  # [m]
    low: np.ndarray  # [m] (3,) least corner of the mesh
    high: np.ndarray  # [m] (3,)


def grid(places, corners, cells):
    """The Grid of a mesh of places [m] (n, 3) and triangles (t, 3), so many cells along its longest side."""
    used = places[np.unique(corners)]
    low, high = used.min(0), used.max(0)
    spacing = float((high - low).max()) / cells
    counts = np.ceil((high - low) / spacing).astype(int) + 1 + 2 * MARGIN
    origin = (low + high - spacing * (counts - 1)) / 2
    value = np.empty(counts)
    _sample(places, corners, origin, spacing, value)
    return Grid(value, origin, spacing, low, high)


def inside(places, corners, origin, spacing, counts):
    """(counts) bool: which nodes origin + spacing (i, j, k) lie behind the triangles of a closed mesh. [m]"""
    value = np.empty(counts)
    _sample(places, corners, origin, spacing, value)
    return value < 0


def _sample(places, corners, origin, spacing, value):
    corners = np.ascontiguousarray(corners, np.int32)
    mesh = np.ascontiguousarray(places, float), corners, beside(corners), normals(places, corners)
    sample(*mesh, np.asarray(origin, float), float(spacing), value, np.empty(value.shape, np.int32))


def beside(corners):
    """(t, 3 AROUND) int32: of triangles (t, 3) those that share a point with each, at most AROUND at a point, -1 where there are fewer."""
    flat = corners.ravel()
    order = np.argsort(flat, kind="stable")
    count = np.bincount(flat)
    first = np.cumsum(count) - count
    rank = np.arange(AROUND)
    at = np.minimum(first[flat][:, None] + rank, len(flat) - 1)
    found = np.where(rank < count[flat][:, None], order[at] // 3, -1)
    return np.ascontiguousarray(found.reshape(len(corners), -1), np.int32)


def normals(places, corners):
    """(t, 7, 3) normals of each triangle's face, corners and sides: those of a corner weighted by angle, those of a side the sum of both faces'."""
    at = places[corners]
    sides = np.roll(at, -1, 1) - at
    face = np.cross(sides[:, 0], sides[:, 1])
    face /= np.linalg.norm(face, axis=1, keepdims=True)
    unit = sides / np.linalg.norm(sides, axis=2, keepdims=True)
    angle = np.arccos(np.clip(-np.einsum("tci,tci->tc", unit, np.roll(unit, 1, 1)), -1, 1))
    point = _sums(corners.ravel(), (angle[:, :, None] * face[:, None]).reshape(-1, 3))
    ends = np.sort(np.stack([corners, np.roll(corners, -1, 1)], 2).astype(np.int64), 2)
    _, side = np.unique(ends[:, :, 0] << 32 | ends[:, :, 1], return_inverse=True)
    edge = _sums(side.ravel(), np.repeat(face, 3, 0))
    return np.ascontiguousarray(np.concatenate([face[:, None], point.reshape(-1, 3, 3), edge.reshape(-1, 3, 3)], 1))


def _sums(key, rows):
    """For each row the sum of all rows (n, 3) with its key."""
    return np.stack([np.bincount(key, column)[key] for column in rows.T], 1)
