"""Arrows and other figures as line segments, float64."""

from itertools import product

import numpy as np

HEAD, SPREAD = 0.28, 0.13  # length of an arrow's head and half its width, of the arrow
ROUND = 32  # segments of a circle
MOST = 4000  # sides of a mesh that are drawn
SHARE = 0.95  # of the arrows are at most as long as they should be
TIDY = np.array([1.0, 2.0, 5.0, 10.0])
SIGNS = np.array(list(product((-1, 1), repeat=3)), float)
EDGES = np.array([(a, b) for a, b in product(range(8), repeat=2) if a < b and bin(a ^ b).count("1") == 1])


def tidy(value):
    """The least of 1, 2, 5 and their tens that is not under a value above 0."""
    ten = 10.0 ** np.floor(np.log10(value))
    return float(ten * TIDY[np.searchsorted(TIDY, value / ten * (1 - 1e-9))])


def scale_of(vectors, reach):
    """How much of their unit one metre of arrow stands for: tidy, and such that SHARE of the vectors (n, 3) are no longer than reach [m].
    None where there is nothing to show."""
    long = np.linalg.norm(vectors, axis=1)
    long = long[np.isfinite(long) & (long > 0)]
    return tidy(np.quantile(long, SHARE) / reach) if len(long) else None


def arrows(starts, vectors, eye):
    """(3 k, 2, 3) shafts, then the two halves of the heads, of the k arrows (n, 3) [m] that have a length; flat toward the eye (3,)."""
    long = np.linalg.norm(vectors, axis=1)
    seen = np.isfinite(long) & (long > 1e-9) & np.isfinite(starts).all(axis=1)
    starts, vectors, long = starts[seen], vectors[seen], long[seen, None]
    tips = starts + vectors
    across = np.cross(vectors, eye - tips)
    size = np.linalg.norm(across, axis=1, keepdims=True)
    across = np.where(size > 1e-9 * long, across / np.maximum(size, 1e-30), _any_normal(vectors / long)) * SPREAD * long
    back = tips - HEAD * vectors
    return np.concatenate([np.stack(pair, axis=1) for pair in ((starts, tips), (tips, back + across), (tips, back - across))])


def _any_normal(units):
    """Unit vectors across units (n, 3)."""
    least = np.eye(3)[np.abs(units).argmin(axis=1)]
    found = np.cross(units, least)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def edges(mesh, here, rotation):
    """(m, 2, 3) sides of a mesh's polygons; at most MOST, evenly chosen."""
    pairs = mesh.edges[:: -(-len(mesh.edges) // MOST)]
    return mesh.places[pairs] @ rotation.T + here


def boxes(middles, rotations, halves):
    """(12 n, 2, 3) edges of boxes (n, 3), (n, 3, 3), (n, 3)."""
    corners = np.einsum("nij,nkj->nki", rotations, SIGNS * halves[:, None]) + middles[:, None]
    return corners[:, EDGES].reshape(-1, 2, 3)


def ball(middle, rotation, radius, half):
    """Segments of a ball, or of a capsule whose axis, the y of its rotation, is twice `half` long: circles, and lines along it."""
    angle = np.linspace(0, 2 * np.pi, ROUND + 1)
    c, s, o = radius * np.cos(angle), radius * np.sin(angle), np.zeros(ROUND + 1)
    ends = np.where(np.sin(angle) >= -1e-9, half, -half)
    loops = [np.stack([c, s + ends, o], 1), np.stack([o, s + ends, c], 1)]
    loops += [np.stack([c, o + y, s], 1) for y in {half, -half}]
    lines = np.concatenate([np.stack([loop[:-1], loop[1:]], axis=1) for loop in loops])
    return lines @ rotation.T + middle


def plane(middle, rotation, normal, extent, cells=8):
    """Segments of a grid on a plane, and its normal as a line; normal (3,) and rotation as of the entity, extent [m] (2,)."""
    a = _any_normal(normal[None])[0]
    frame = np.stack([a, normal, np.cross(a, normal)], axis=1)
    t = np.linspace(-0.5, 0.5, cells + 1)
    x, z, o = t * extent[0], t * extent[1], np.zeros(cells + 1)
    along = np.stack([np.stack([x, o, o - extent[1] / 2], 1), np.stack([x, o, o + extent[1] / 2], 1)], axis=1)
    cross = np.stack([np.stack([o - extent[0] / 2, o, z], 1), np.stack([o + extent[0] / 2, o, z], 1)], axis=1)
    up = np.array([[(0, 0, 0), (0, min(extent) / 10, 0)]])
    return np.concatenate([along, cross, up]) @ (rotation @ frame).T + middle
