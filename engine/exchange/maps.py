"""The maps of a texture (engine/assets/images.py), as other programs know them."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.assets.images import normal_map, sibling

COLOR, ROUGHNESS, NORMAL = "color", "roughness", "normal"


class Map(NamedTuple):
    """An image of a material."""

    use: str  # COLOR; ROUGHNESS, a grey one; NORMAL
    path: str

    @property
    def name(self):
        """Of a file that holds it."""
        return f"{Path(self.path).stem}.png" if self.use == NORMAL else Path(self.path).name

    def read(self):
        """Bytes of a PNG or JPEG. Raises OSError."""
        return normal_map(self.path) if self.use == NORMAL else Path(self.path).read_bytes()


def maps(paint):
    """The Maps of a Paint: its texture, and what lies beside it."""
    if paint.texture is None:
        return []
    beside = [(ROUGHNESS, "rough")] if paint.mapped else []
    found = [(use, sibling(paint.texture, kind)) for use, kind in (*beside, (NORMAL, "normal"))]
    return [Map(COLOR, paint.texture), *(Map(use, str(path)) for use, path in found if path)]


def tangents(points, normals, uv, corners):
    """(v, 4) float32: unit vector across the normal in which u grows on a surface, and 1 where v grows to its left, else -1.

    The mean of the triangles round each vertex, weighted by their area in the texture. Shapes as in a Mesh of engine/exchange/shapes.py;
    v up the image.
    source: Lengyel 2001, "Computing tangent space basis vectors for an arbitrary mesh"; glTF 2.0, section 3.7.2.1 for the fourth number
    """
    a, b = (points[corners[:, k]] - points[corners[:, 0]] for k in (1, 2))
    c, d = (uv[corners[:, k]] - uv[corners[:, 0]] for k in (1, 2))
    turned = np.sign(c[:, 0] * d[:, 1] - d[:, 0] * c[:, 1])[:, None]
    along, down = (_gathered(turned * (d[:, k, None] * a - c[:, k, None] * b), corners, len(points)) for k in (1, 0))
    across = _without(along, normals)
    lost = (across**2).sum(1) < 1e-20  # nowhere does u grow
    across[lost] = _without(np.eye(3)[np.abs(normals[lost]).argmin(1)], normals[lost])
    hand = np.where((np.cross(normals, across) * down).sum(1) > 0, -1, 1)
    return np.concatenate([across / np.linalg.norm(across, axis=1, keepdims=True), hand[:, None]], 1).astype(np.float32)


def _without(vectors, normals):
    """What is left of vectors (n, 3) across unit normals (n, 3)."""
    return vectors - normals * (vectors * normals).sum(1, keepdims=True)


def _gathered(vectors, corners, count):
    """(count, 3) sums of each triangle's vector (t, 3) at its corners."""
    at = corners.reshape(-1)
    return np.stack([np.bincount(at, np.repeat(vectors[:, k], 3), count) for k in range(3)], 1)
