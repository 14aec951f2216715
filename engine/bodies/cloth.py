"""A mesh with springs along its edges."""

from typing import NamedTuple

import numpy as np

from engine.bodies.body import Form, Masses, Skin
from engine.bodies.links import springs_of
from engine.bodies.runs import listed_runs
from engine.components import LINKS


class Cloth(Masses):
    """The body of an entity with a mesh as its shape, a mass and springs. mesh: engine.assets.meshes.Mesh."""

    def __init__(self, mesh):
        self.mesh = mesh

    def __eq__(self, other):
        return isinstance(other, Cloth) and self.mesh == other.mesh

    def form(self, entity):
        """What the body is made of."""
        start = self.start()
        ends, link = links(self.mesh, springs_of(entity.spring, self))
        laid = listed_runs(ends, link)
        edges = start[self.mesh.edges]
        spacing = float(np.linalg.norm(edges[:, 0] - edges[:, 1], axis=1).min())
        return Form(start, start, spacing, (), laid, *self.groups(entity, laid.link), skin=skin(self.mesh))

    def start(self, degrees=None):
        """(n, 3) where the masses start [m], in the entity's frame."""
        return self.mesh.places

    def known(self):
        """Sides of polygons, diagonals of quads, and from corner to corner across a side."""
        return "structural", "shear", "bend"


class Sides(NamedTuple):
    """Sides of triangles, each once."""

    ends: np.ndarray  # (e, 2) least number first
    count: np.ndarray  # (e,) triangles at it
    of: np.ndarray  # (t, 3) side opposite to each corner of each triangle


def sides(corners):
    """Sides of triangles (t, 3)."""
    both = np.sort(np.stack([np.roll(corners, -1, 1), np.roll(corners, -2, 1)], 2).reshape(-1, 2), 1)
    key, of, count = np.unique(_key(both), return_inverse=True, return_counts=True)
    return Sides(_pair(key), count, of.reshape(-1, 3))


def links(mesh, wanted):
    """Pairs of masses of each wanted link and its row of LINKS: ends (m, 2), link (m,).

    structural: sides of polygons; shear: the cuts that made triangles of them, and across these; bend: across the sides between two
    """
    known = sides(mesh.corners)
    cut = ~np.isin(_key(known.ends), _key(mesh.edges))
    opposite = mesh.corners.ravel()[np.argsort(known.of.ravel(), kind="stable")]
    first = np.cumsum(known.count) - known.count
    inner = np.flatnonzero(known.count == 2)
    across = np.sort(np.stack([opposite[first[inner]], opposite[first[inner] + 1]], 1), 1)
    shear = np.concatenate([known.ends[cut], across[cut[inner]]])
    found, taken = {}, np.zeros(0, np.int64)
    for name, pairs in {"structural": mesh.edges, "shear": shear, "bend": across[~cut[inner]]}.items():
        key = np.setdiff1d(_key(pairs[pairs[:, 0] != pairs[:, 1]]), taken)
        taken = np.concatenate([taken, key])
        found[name] = _pair(key)
    ends = [found[name] for name in wanted]
    link = [np.full(len(pairs), LINKS.index(name)) for name, pairs in zip(wanted, ends, strict=True)]
    return np.concatenate([np.zeros((0, 2), int), *ends]), np.concatenate([np.zeros(0, int), *link])


def skin(mesh):
    """The surface: a vertex for each point and texture coordinate that meet; without coordinates the mesh laid flat on its two longest axes."""
    corners = mesh.corners
    if len(mesh.coordinates):
        key, of = np.unique(_key(np.stack([corners.ravel(), mesh.coordinates.ravel()], 1)), return_inverse=True)
        vertices, (source, coordinate) = of.reshape(-1, 3), _pair(key).T
        uv = mesh.uv[coordinate]
    else:
        low, span = mesh.places.min(0), np.ptp(mesh.places, 0)
        longest = np.sort(np.argsort(-span, kind="stable")[:2])
        vertices, source, uv = corners, np.arange(len(mesh.places)), (mesh.places - low)[:, longest] / np.maximum(span[longest], 1e-30)
    closed = is_closed(corners)
    if closed and volume(mesh.places, corners) < 0:
        vertices = vertices[:, ::-1]
    return Skin(np.ascontiguousarray(vertices, np.int32), source.astype(np.int32), uv.astype(np.float32), closed)


def is_closed(corners):
    """Whether each side is met by two triangles, in opposite directions."""
    directed = np.stack([corners, np.roll(corners, -1, 1)], 2).reshape(-1, 2)
    there = np.sort(_key(directed))
    return (np.diff(there) > 0).all() and np.array_equal(there, np.sort(_key(directed[:, ::-1])))


def volume(x, corners):
    """[m3] volume that triangles enclose, positive where they are right-handed from outside. x (n, 3)."""
    a, b, c = (x[corners[:, k]] for k in range(3))
    return float(np.einsum("ti,ti->", a, np.cross(b, c)) / 6)


def _key(pairs):
    """(m,) one number for each pair of numbers (m, 2): sorted far faster than pairs are."""
    return pairs[:, 0].astype(np.int64) << 32 | pairs[:, 1].astype(np.int64)


def _pair(key):
    """(m, 2) the pairs of numbers."""
    return np.stack([key >> 32, key & 0xFFFFFFFF], 1)
