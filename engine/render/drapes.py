"""Skins as triangles on the graphics card: blended between ticks, finer than the masses where these form a sheet."""

import numpy as np

from engine.kernels import drape, normals
from engine.render.meshes import Mesh

ROW = 3, 4, 2  # floats: place [m]; normal and hollow (kernels/drape.py); texture coordinates
MOST = 120_000  # vertices of a sheet that is drawn finer than its masses


class Drape:
    """One skin. `follow` brings it up to a frame; `mesh` draws it."""

    def __init__(self):
        self.mesh, self.made_of = Mesh("Skin", ROW), None

    def follow(self, skin, blend, finer):
        """Take over a Skin as it is at this blend between two ticks; finer: whether sheets get vertices between their masses."""
        made_of = skin.version, skin.source.ctypes.data, len(skin.source), skin.used, finer
        if skin.still and made_of == self.made_of:
            return
        if made_of != self.made_of:
            self.made_of = made_of
            self._shape(skin, finer)
        blend = np.float32(blend)
        normals.between(skin.position, skin.previous, skin.used, blend, self.place)
        if self.grid and finer and self.wide is not None:
            columns, lines = self.grid
            normals.refine(self.place, columns, lines, np.float32(self.side), self.wide, self.rows)
            drape.hollows(self.rows, 2 * columns - 1, 2 * lines - 1, 3)
        else:
            normals.normals(self.place, self.masses, skin.used, self.normal)
            normals.gather(self.place, self.normal, skin.source, self.rows)
            if self.grid:
                drape.hollows(self.rows, *self.grid, 2)
        self.mesh.vertices.write(self.rows)

    def close(self):
        self.mesh.close()

    def _shape(self, skin, finer):
        """What stays while the skin keeps its version: corners, texture coordinates, room for the rest."""
        self.grid = grid_of(skin)
        self.place, self.normal, self.wide = np.empty((skin.used, 3), np.float32), np.empty((skin.used, 3), np.float32), None
        self.masses = skin.source[skin.corners]
        corners, uv = skin.corners, skin.uv
        if self.grid and finer and 4 * skin.used <= MOST:
            columns, lines = self.grid
            self.side = facing(skin)
            self.wide = np.empty((lines * (2 * columns - 1), 3), np.float32)
            corners, uv = grid_corners(2 * columns - 1, 2 * lines - 1, self.side), _between_nodes(uv.reshape(lines, columns, 2))
        self.rows = np.zeros((len(uv), sum(ROW)), np.float32)
        self.rows[:, 7:9] = uv * skin.repeat
        self.mesh.connect(np.ascontiguousarray(corners, np.int32))


def grid_of(skin):
    """(columns, lines) of a sheet whose vertices are its masses, in their order; else None."""
    if len(skin.counts) != 2 or skin.counts[0] * skin.counts[1] != len(skin.source) or min(skin.counts) < 2:
        return None
    return tuple(skin.counts) if np.array_equal(skin.source, np.arange(len(skin.source))) else None


def facing(skin):
    """1 where the triangles of a sheet look along (columns x lines), else -1."""
    (i, j, k), columns = skin.corners[0], skin.counts[0]
    (ax, ay), (bx, by) = ((p % columns - i % columns, p // columns - i // columns) for p in (j, k))
    return 1 if ax * by > ay * bx else -1


def grid_corners(columns, lines, side=1):
    """(t, 3) int32 triangles of a grid, counter-clockwise where columns go right and lines up; side -1: the other way."""
    node = np.arange(columns * lines, dtype=np.int32).reshape(lines, columns)
    a, b, c, d = (part.ravel() for part in (node[:-1, :-1], node[:-1, 1:], node[1:, 1:], node[1:, :-1]))
    corners = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    return corners if side > 0 else corners[:, ::-1]


def _between_nodes(grid):
    """A grid (lines, columns, k), twice as fine, as rows: means of neighbours between them."""
    fine = np.empty((2 * grid.shape[0] - 1, 2 * grid.shape[1] - 1, grid.shape[2]), np.float32)
    fine[::2, ::2] = grid
    fine[::2, 1::2] = (grid[:, 1:] + grid[:, :-1]) / 2
    fine[1::2] = (fine[2::2] + fine[:-2:2]) / 2
    return fine.reshape(-1, grid.shape[2])
