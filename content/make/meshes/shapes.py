"""Closed meshes for the scene `shapes`: a knot to carve in stone, a ring and a star to fill with jelly.

Each is (rows, columns, 3) places [m] on a grid that closes on itself along both axes; a star's first and last row are its poles.
"""

import numpy as np

from content.make.meshes.obj import written


def turns(n):
    """n angles [rad] round a circle, the first not repeated."""
    return np.arange(n) * 2 * np.pi / n


def knot(rows=108, columns=12, wide=0.4, narrow=0.17, thick=0.1):
    """A tube of radius `thick` about the (2, 3) torus knot: twice round the y axis while three times round the torus.

    The torus' normal is square to every curve on it, so it carries the tube's circle, without a twist at the seam.
    """
    t = turns(rows)[:, None]
    c, s, low, high = np.cos(2 * t), np.sin(2 * t), np.cos(3 * t), np.sin(3 * t)
    normal = np.hstack([low * c, high, -low * s])
    middle = narrow * normal + wide * np.hstack([c, 0 * t, -s])
    along = np.hstack(
        [-2 * (wide + narrow * low) * s - 3 * narrow * high * c, 3 * narrow * low, -2 * (wide + narrow * low) * c + 3 * narrow * high * s]
    )
    side = np.cross(along / np.linalg.norm(along, axis=1)[:, None], normal)
    round_ = turns(columns)[None, :, None]
    return middle[:, None] + thick * (np.cos(round_) * normal[:, None] + np.sin(round_) * side[:, None])


def ring(rows=40, columns=14, wide=0.34, thick=0.15):
    """A torus about y."""
    u, v = turns(rows)[:, None], turns(columns)[None]
    away = wide + thick * np.cos(v)
    return np.stack([away * np.cos(u), np.broadcast_to(thick * np.sin(v), (rows, columns)), away * np.sin(u)], -1)


def star(rows=11, columns=50, wide=0.36, deep=0.13, thick=0.2):
    """Five round points about y: a ball whose girth is wide + deep cos(5 u)."""
    v, u = np.linspace(-np.pi / 2, np.pi / 2, rows)[:, None], turns(columns)[None]
    away = (wide + deep * np.cos(5 * u)) * np.cos(v) ** 0.7
    return np.stack([away * np.cos(u), np.broadcast_to(thick * np.sin(v), (rows, columns)), away * np.sin(u)], -1)


SOLIDS = (knot, ring, star)


def text(maker):
    """A solid as an OBJ file: corners counterclockwise as seen from outside, and a single one at each pole."""
    grid = maker()
    rows, columns = grid.shape[:2]
    number = np.arange(rows * columns).reshape(rows, columns)
    poles = np.ptp(grid[[0, -1]], axis=1).max() < 1e-9
    if poles:
        number[0], number[-1] = number[0, 0], number[-1, 0]
    below, above = number, np.roll(number, -1, 0)
    if poles:
        below, above = number[:-1], number[1:]
    a, b, c, d = below, np.roll(below, -1, 1), np.roll(above, -1, 1), above
    faces = np.concatenate([np.stack(corners, -1).reshape(-1, 3) for corners in ((a, d, c), (a, c, b))])
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    kept, faces = np.unique(faces, return_inverse=True)
    places, faces = grid.reshape(-1, 3)[kept], faces.reshape(-1, 3)
    p, q, r = (places[faces[:, i]] for i in range(3))
    if np.einsum("ij,ij->", p, np.cross(q, r)) < 0:  # six times the volume
        faces = faces[:, ::-1]
    return written(places, faces, 4)
