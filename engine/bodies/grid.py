"""Lattices as grids: places, springs, outer faces, cells. counts is (n,), (n, m) or (n, m, l); mass (layer * m + row) * n + column.

An offset is written as the lattice is numbered, slowest axis first: (1, 0, -1) is one layer on and one column back.
"""

import itertools
import math

import numpy as np

from engine.components import LINKS

AXES = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
DIAGONALS = {"structural": 1, "shear": 2, "space": 3}  # axes along which a spring of this link goes one step


def places(counts, size, axes):
    """(n, 3) where the masses are, centred on the origin.

    size  [m] along each axis of counts
    axes  which of x, y, z each axis of counts is
    """
    result = np.zeros((*counts[::-1], 3))
    for k, (count, length, axis) in enumerate(zip(counts, size, axes, strict=True)):
        line = (np.arange(count) / (count - 1) - 0.5) * length
        result[..., axis] = line.reshape((-1,) + (1,) * k)
    return result.reshape(-1, 3)


def offsets(link, dimensions):
    """Offsets of a link kind, each spring once, those that mirrors turn into each other side by side."""
    if link == "bend":
        return [tuple(2 * (axis == k) for axis in range(dimensions)) for k in reversed(range(dimensions))]
    along = DIAGONALS[link]
    found = []
    for chosen in itertools.combinations(reversed(range(dimensions)), along):
        for signs in itertools.product((1, -1), repeat=along - 1):
            step = [0] * dimensions
            for axis, sign in zip(sorted(chosen), (1, *signs), strict=True):
                step[axis] = sign
            found.append(tuple(step))
    return found


def link_kinds(dimensions):
    """Links that a lattice can have: ropes have no diagonals, sheets none of space, and only blocks have a volume."""
    return ("structural", "bend") if dimensions == 1 else LINKS[:3] if dimensions == 2 else (*LINKS, "volume")


def cells(counts):
    """(q, 4) int32 masses c, +x, +y, +z of each cell of a block, in eight colours by parity: no two of one colour share a mass."""
    n, m, l = counts
    corner = np.arange(n * m * l, dtype=np.int32).reshape(l, m, n)[:-1, :-1, :-1]
    colored = [corner[k::2, j::2, i::2].ravel() for k, j, i in itertools.product((0, 1), repeat=3)]
    c = np.concatenate(colored)
    return np.stack([c, c + 1, c + n, c + n * m], 1).astype(np.int32)


def six_volumes(x, corners):
    """(q,) six times the signed volume of tetrahedra. x (n, 3) [m], corners (q, 4)."""
    c, a, b, d = (x[corners[:, k]] for k in range(4))
    return np.einsum("qi,qi->q", a - c, np.cross(b - c, d - c))


def sheet_triangles(columns, rows, flip=False):
    """(2 (columns - 1) (rows - 1), 3) int32 corners of a grid numbered row * columns + column; the diagonal alternates with i + j.

    Right-handed about column x row, or about its opposite.
    """
    a = np.arange(columns * rows, dtype=np.int32).reshape(rows, columns)
    i, j = np.meshgrid(np.arange(columns - 1), np.arange(rows - 1))
    low, right, top, far = a[:-1, :-1], a[:-1, 1:], a[1:, :-1], a[1:, 1:]
    rising = np.stack([low, right, far, low, far, top], -1)
    falling = np.stack([low, right, top, right, far, top], -1)
    corners = np.where(((i + j) % 2 == 0)[..., None], rising, falling).reshape(-1, 3)
    return corners[:, ::-1].copy() if flip else corners


def sheet_uv(columns, rows):
    """(columns * rows, 2) float32 texture coordinates (i / (columns - 1), j / (rows - 1))."""
    u, v = np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows))
    return np.stack([u, v], -1).reshape(-1, 2).astype(np.float32)


def block_surface(counts):
    """Outer faces of a block, outward, each with vertices and texture coordinates of its own.

    returns vertices (t, 3) int32, source (v,) int32 mass of each vertex, uv (v, 2) float32: upright as seen from outside
    """
    n, m, l = counts
    a = np.arange(n * m * l, dtype=np.int32).reshape(l, m, n)
    faces = [  # rows upward, columns to the right, as seen from outside
        a[-1], a[0, :, ::-1],  # +z, -z
        a[::-1, :, -1].T, a[:, :, 0].T,  # +x, -x
        a[::-1, -1, :], a[:, 0, :],  # +y, -y
    ]  # fmt: skip
    vertices, first = [], 0
    for face in faces:
        vertices.append(sheet_triangles(face.shape[1], face.shape[0]) + np.int32(first))
        first += face.size
    source = np.concatenate([face.ravel() for face in faces])
    return np.concatenate(vertices), source, np.concatenate([sheet_uv(face.shape[1], face.shape[0]) for face in faces])


def resampled(rows, counts, new_counts):
    """What a lattice of new counts finds where it is laid over the old one: linear between masses along each axis, corners on corners.

    rows (k, n); the result (k, new n) in the same type
    """
    grid = rows.reshape(len(rows), *counts[::-1]).astype(float)
    for axis, (old, new) in enumerate(zip(counts[::-1], new_counts[::-1], strict=True), 1):
        if old != new:
            at = np.arange(new) * ((old - 1) / (new - 1))
            low = np.minimum(at.astype(int), old - 2)
            share = (at - low).reshape((-1,) + (1,) * (grid.ndim - axis - 1))
            grid = np.take(grid, low, axis) * (1 - share) + np.take(grid, low + 1, axis) * share
    return grid.reshape(len(rows), math.prod(new_counts)).astype(rows.dtype)
