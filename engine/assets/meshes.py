"""Meshes read into arrays, with their limits: OBJ files.

Our own reader and not the library trimesh: that keeps either all points in their order or the texture coordinates, not both, and has
forgotten by the end which sides were those of polygons, and their lines, by whose numbers authors are told what is wrong.
"""

import hashlib
import math
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from engine.assets.polygons import triangulated
from engine.schema.limits import CORNERS, FAR, TRIANGLES

NAMED = 8  # numbers that a message lists


@dataclass(frozen=True)
class Mesh:
    """A mesh as it stands in its file. Two are equal when their files are, byte for byte."""

    digest: bytes
    places: np.ndarray = field(compare=False)  # [m] (n, 3) float64
    corners: np.ndarray = field(compare=False)  # (t, 3) int32 points of each triangle
    coordinates: np.ndarray = field(compare=False)  # (t, 3) int32 rows of uv; no rows where the file has none
    uv: np.ndarray = field(compare=False)  # (k, 2) float64
    edges: np.ndarray = field(compare=False)  # (e, 2) int32 sides of the polygons, each once, least number first

    @cached_property
    def areas(self):
        """[m2] (t,) areas of the triangles, added up one after the other."""
        a, b, c = (self.places[self.corners[:, k]] for k in range(3))
        return np.cumsum(np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2)


def mesh(path):
    """Read an OBJ file: v, vt and f lines; all others mean nothing here. Polygons become triangles.

    Raises ValueError, with the line or the numbers, for what cannot be a body (no polygon, a point that none uses, a triangle without
    area, a number that is none) or is over the limit; OSError for what cannot be read.
    """
    name, data = Path(path).name, Path(path).read_bytes()
    places, uv, polygons, lines = _parsed(name, data.decode("utf-8", "replace"))
    if not len(polygons):
        raise ValueError(f"{name} has no polygons; write f lines, as in f 1 2 3")
    count = sum(len(points) - 2 for points, _ in polygons)
    if count > TRIANGLES:
        raise ValueError(f"{name} has {count:,} triangles; at most {TRIANGLES // 1_000_000} million: make it coarser")
    _all_used(name, places, polygons)
    corners, owner, chosen = triangulated(places, [points for points, _ in polygons])
    _no_slivers(name, places, corners, owner, lines)
    return Mesh(hashlib.sha256(data).digest(), places, corners, _coordinates(name, polygons, owner, chosen, lines), uv, _edges(polygons))


def _parsed(name, text):
    """Places (n, 3), texture coordinates (k, 2), polygons as (points, coordinates or None), and the line of each polygon."""
    rows = {"v": [], "vt": []}
    polygons, lines = [], []
    for number, line in _logical(text):
        word, _, rest = line.partition(" ")
        if word in rows:
            rows[word].append(_numbers(name, number, word, rest.split()))
        elif word == "f":
            polygons.append(_polygon(name, number, rest.split(), len(rows["v"]), len(rows["vt"])))
            lines.append(number)
    return np.array(rows["v"], float).reshape(-1, 3), np.array(rows["vt"], float).reshape(-1, 2), polygons, lines


def _logical(text):
    """(number, line) of each line that says something: comments off, those that end in a backslash joined with the next."""
    begun, held = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#", 1)[0].strip().replace("\t", " ")
        held = held or number
        if line.endswith("\\"):
            begun += line[:-1] + " "
            continue
        if begun + line:
            yield held, begun + line
        begun, held = "", 0


def _numbers(name, line, word, words):
    wanted = {"v": 3, "vt": 2}[word]
    try:
        found = [float(each) for each in words[:wanted]]
    except ValueError:
        found = []
    if word == "vt" and len(found) == 1:
        found.append(0.0)  # the file format's own default
    if len(found) < wanted or not all(map(math.isfinite, found)):
        raise ValueError(f"{name}:{line}: {word} needs {wanted} numbers, found '{' '.join(words)}'")
    if word == "v" and max(map(abs, found)) > FAR:
        raise ValueError(f"{name}:{line}: a point lies {max(map(abs, found)):g} m away; at most {FAR:g}: make the mesh smaller")
    return found


def _polygon(name, line, words, points, coordinates):
    """Point numbers and texture coordinate numbers of a polygon, from 0; None where it has no coordinates."""
    if len(words) < 3:
        raise ValueError(f"{name}:{line}: a polygon needs 3 points or more, found {len(words)}")
    if len(words) > CORNERS:
        raise ValueError(f"{name}:{line}: a polygon has {len(words):,} points; at most {CORNERS}: cut it into smaller ones")
    corners, textured = [], []
    for word in words:
        point, coordinate = (word.split("/") + [""])[:2]
        corners.append(_index(name, line, point, points, "point"))
        if coordinate:
            textured.append(_index(name, line, coordinate, coordinates, "texture coordinate"))
    if len(set(corners)) < len(corners):
        raise ValueError(f"{name}:{line}: a polygon names a point twice; take out what has no area")
    if textured and len(textured) < len(corners):
        raise ValueError(f"{name}:{line}: some corners have a texture coordinate and some have none")
    return corners, textured or None


def _index(name, line, word, count, kind):
    """A number of the file, from 1, or from the end where negative, as an index from 0."""
    try:
        number = int(word)
    except ValueError:
        raise ValueError(f"{name}:{line}: '{word}' is no number of a {kind}") from None
    index = number - 1 if number > 0 else count + number
    if number == 0 or not 0 <= index < count:
        raise ValueError(f"{name}:{line}: there is no {kind} {number}; {count} stand above this line")
    return index


def _all_used(name, places, polygons):
    used = np.zeros(len(places), bool)
    for points, _ in polygons:
        used[points] = True
    if not used.all():
        lone = np.flatnonzero(~used) + 1
        raise ValueError(f"{name}: no polygon uses point{'s' * (len(lone) > 1)} {_listed(lone)}; take isolated points out")


def _no_slivers(name, places, corners, owner, lines):
    """Refuse triangles without area."""
    a, b, c = (places[corners[:, k]] for k in range(3))
    sides = np.stack([b - a, c - b, a - c])
    longest = (sides**2).sum(2).max(0)
    flat = np.linalg.norm(np.cross(sides[0], sides[1]), axis=1) <= 1e-9 * longest
    if flat.any():
        polygons = np.unique(owner[flat])
        where = f"line {_listed([lines[p] for p in polygons])}"
        raise ValueError(f"{name}: polygon {_listed(polygons + 1)} ({where}) has a triangle without area; take it out, or move its points")


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


def _edges(polygons):
    """(e, 2) sides of all polygons, each once."""
    size = np.array([len(points) for points, _ in polygons])
    flat = np.concatenate([points for points, _ in polygons]).astype(np.int64)
    following = np.append(flat[1:], 0)
    last = np.cumsum(size) - 1
    following[last] = flat[last - size + 1]
    key = np.unique(np.minimum(flat, following) << 32 | np.maximum(flat, following))
    return np.stack([key >> 32, key & 0xFFFFFFFF], 1).astype(np.int32)


def _listed(numbers):
    words = [str(int(number)) for number in numbers[:NAMED]]
    return ", ".join(words) + (f" and {len(numbers) - NAMED} more" if len(numbers) > NAMED else "")
