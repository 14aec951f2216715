"""Frames of masses made by hand: sheets and single masses whose places are known."""

from itertools import count

import numpy as np

from engine.render.frame import Masses, Material, Rounds, Skin

_versions = count(1)
PAINT = (0.6, 0.1, 0.1)


def sheet(place, counts=(9, 7), before=None, **look):
    """A Skin of columns by lines masses; place(u, v) gives x, y, z [m] for u, v from 0 to 1."""
    columns, lines = counts
    v, u = (part.ravel() for part in np.meshgrid(np.linspace(0, 1, lines), np.linspace(0, 1, columns), indexing="ij"))
    now, old = (rows(np.stack(np.broadcast_arrays(*each(u, v)), 1)) for each in (place, before or place))
    node = np.arange(columns * lines, dtype=np.int32).reshape(lines, columns)
    a, b, c, d = (part.ravel() for part in (node[:-1, :-1], node[:-1, 1:], node[1:, 1:], node[1:, :-1]))
    return Skin(
        len(u), now, old, node.ravel(), np.stack([u, v], 1).astype(np.float32),
        np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]),
        **{"material": Material(color=PAINT, roughness=0.9), "counts": counts, "version": next(_versions), **look},
    )  # fmt: skip


def masses(places, velocity=(0, 0, 0), springs=(), held=(), stretch=1.0, **look):
    """Masses of 1 kg at places (n, 3); springs: pairs, drawn out to `stretch` times their rest length."""
    places = np.atleast_2d(np.array(places, np.float32))
    ends = np.array(springs, np.int32).reshape(-1, 2)
    inverse = np.ones(len(places), np.float32)
    inverse[list(held)] = 0
    length = np.linalg.norm(places[ends[:, 1]] - places[ends[:, 0]], axis=1)
    return Masses(
        len(places), rows(places), rows(places), rows(np.broadcast_to(velocity, places.shape)), inverse, ends,
        (length / stretch).astype(np.float32), np.full(len(ends), 1e3, np.float32), **{"version": next(_versions), **look},
    )  # fmt: skip


def rounds(*given):
    """Balls and upright capsules from (centre, radius, half, colour)."""
    centers, radii, halves, colors = zip(*given, strict=True)
    n = len(given)
    return Rounds(
        np.array(centers, np.float32), np.tile(np.eye(3, dtype=np.float32), (n, 1, 1)), np.array(radii, np.float32),
        np.array(halves, np.float32), np.arange(n, dtype=np.int32), np.ones(n, bool),
        tuple(Material(color=color, roughness=0.4) for color in colors), next(_versions),
    )  # fmt: skip


def rows(places):
    """(n, 3) as rows (3, n) float32."""
    return np.ascontiguousarray(np.asarray(places).T, np.float32)
