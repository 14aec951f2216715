"""Meshes read into arrays, with their limits: OBJ files, and those that trimesh reads."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from engine.assets import distances, imported, obj
from engine.assets.polygons import triangulated
from engine.schema.limits import FAR, TRIANGLES

NAMED = 8  # numbers that a message lists
KEPT = 8  # things made of a mesh that are kept


@dataclass(frozen=True)
class Mesh:
    """A mesh as it stands in its file. Two are equal when their files are, byte for byte."""

    digest: bytes
    places: np.ndarray = field(compare=False)  # [m] (n, 3) float64
    corners: np.ndarray = field(compare=False)  # (t, 3) int32 points of each triangle
    coordinates: np.ndarray = field(compare=False)  # (t, 3) int32 rows of uv; no rows where the file has none
    uv: np.ndarray = field(compare=False)  # (k, 2) float64
    edges: np.ndarray = field(compare=False)  # (e, 2) int32 sides of the polygons, each once, least number first

    def grid(self, cells):
        """The distances.Grid of it, so many cells along its longest side."""
        return self.kept(("grid", cells), lambda: distances.grid(self.places, self.corners, cells))

    def kept(self, key, make):
        """What was made of the mesh under this key; made now, where it was not. The last KEPT are kept: a slider asks for one after the other."""
        made = self._made.pop(key, None)
        made = self._made[key] = make() if made is None else made
        for old in list(self._made)[:-KEPT]:
            self._made.pop(old, None)  # another thread may have been here
        return made

    @cached_property
    def _made(self):
        return {}

    @cached_property
    def areas(self):
        """[m2] (t,) areas of the triangles, added up one after the other."""
        a, b, c = (self.places[self.corners[:, k]] for k in range(3))
        return np.cumsum(np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2)


def mesh(path):
    """Read a mesh: an OBJ file (v, vt and f lines; all others mean nothing here), or one of the imported.ENDINGS. Polygons become triangles.

    Raises ValueError, with the line or the numbers, for what cannot be a body (no polygon, a point that none uses, a triangle without
    area, a number that is none) or is over the limit; OSError for what cannot be read.
    """
    name, data = Path(path).name, Path(path).read_bytes()
    read = _of_triangles if name.lower().endswith(imported.ENDINGS) else _of_polygons
    return Mesh(hashlib.sha256(data).digest(), *read(name, data))


def _of_polygons(name, data):
    """All but the digest of the Mesh of an OBJ file."""
    places, uv, polygons, lines = obj.parsed(name, data.decode("utf-8", "replace"))
    if not len(polygons):
        if name.lower().endswith(".obj"):
            raise ValueError(f"{name} has no polygons; write f lines, as in f 1 2 3")
        raise ValueError(f"{name} is no mesh; export it as one of .obj {' '.join(imported.ENDINGS)}")
    _not_too_many(name, sum(len(points) - 2 for points, _ in polygons))
    _all_used(name, places, polygons)
    corners, owner, chosen = triangulated(places, [points for points, _ in polygons])
    thin = np.unique(owner[_without_area(places, corners)])
    if len(thin):
        where = f"polygon {_listed(thin + 1)} (line {_listed([lines[p] for p in thin])})"
        raise ValueError(f"{name}: {where} has a triangle without area; take it out, or move its points")
    flat, size = np.concatenate([points for points, _ in polygons]).astype(np.int64), np.array([len(points) for points, _ in polygons])
    return places, corners, _coordinates(name, polygons, owner, chosen, lines), uv, _edges(flat, size)


def _of_triangles(name, data):
    """All but the digest of the Mesh of a file that trimesh reads."""
    places, uv, corners, coordinates = imported.parsed(name, data)
    if not len(corners):
        raise ValueError(f"{name} has no triangles; export the mesh with its faces")
    _not_too_many(name, len(corners))
    _near(name, places, uv)
    thin = np.flatnonzero(_without_area(places, corners))
    if len(thin):
        raise ValueError(
            f"{name}: triangle {_listed(thin + 1)} has no area; take out what is degenerate, as Blender's Merge by Distance does"
        )
    coordinates = np.zeros((0, 3)) if coordinates is None else coordinates
    return places, corners.astype(np.int32), coordinates.astype(np.int32), uv, _edges(corners.ravel(), np.full(len(corners), 3))


def _not_too_many(name, count):
    if count > TRIANGLES:
        raise ValueError(f"{name} has {count:,} triangles; at most {TRIANGLES // 1_000_000} million: make it coarser")


def _near(name, places, uv):
    """Refuse numbers that are none, and points too far away."""
    if not (np.isfinite(places).all() and np.isfinite(uv).all()):
        raise ValueError(f"{name} has numbers that are none (nan or infinite); export it anew")
    if np.abs(places).max() > FAR:
        raise ValueError(f"{name}: a point lies {np.abs(places).max():g} m away; at most {FAR:g}: make the mesh smaller")


def _all_used(name, places, polygons):
    used = np.zeros(len(places), bool)
    for points, _ in polygons:
        used[points] = True
    if not used.all():
        lone = np.flatnonzero(~used) + 1
        raise ValueError(f"{name}: no polygon uses point{'s' * (len(lone) > 1)} {_listed(lone)}; take isolated points out")


def _without_area(places, corners):
    """(t,) bool: triangles without area."""
    a, b, c = (places[corners[:, k]] for k in range(3))
    sides = np.stack([b - a, c - b, a - c])
    longest = (sides**2).sum(2).max(0)
    return np.linalg.norm(np.cross(sides[0], sides[1]), axis=1) <= 1e-9 * longest


def _coordinates(name, polygons, owner, chosen, lines):
    """(t, 3) rows of uv of the triangles' corners; empty where no polygon has any."""
    bare = [i for i, (_, textured) in enumerate(polygons) if textured is None]
    if len(bare) == len(polygons):
        return np.zeros((0, 3), np.int32)
    if bare:
        raise ValueError(f"{name}:{lines[bare[0]]}: this polygon has no texture coordinates, while others have; give all or none")
    first = np.cumsum([0, *(len(points) for points, _ in polygons)])
    flat = np.concatenate([textured for _, textured in polygons])
    return flat[first[owner][:, None] + chosen].astype(np.int32)


def _edges(flat, size):
    """(e, 2) sides of all polygons, each once. flat: their points, one polygon after the other; size: how many each has."""
    following = np.append(flat[1:], 0)
    last = np.cumsum(size) - 1
    following[last] = flat[last - size + 1]
    key = np.unique(np.minimum(flat, following) << 32 | np.maximum(flat, following))
    return np.stack([key >> 32, key & 0xFFFFFFFF], 1).astype(np.int32)


def _listed(numbers):
    words = [str(int(number)) for number in numbers[:NAMED]]
    return ", ".join(words) + (f" and {len(numbers) - NAMED} more" if len(numbers) > NAMED else "")
