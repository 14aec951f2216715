"""Light from all around: of six faces as a panorama, of a panorama as nine harmonics."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from engine.assets.equirect import equirect_faces
from engine.assets.faces import AHEAD, RIGHT, UP, faces

ROWS = 64  # of a panorama
FINE = 4  # rays a texel, along each side
SIDE = 128  # [texels] that a face is thinned to first
THREADS = 4


def read(paths):
    """The Faces in six files, or in one all round; again only when one of them has changed. Raises ValueError, OSError."""
    return _read(tuple(paths), tuple((os.stat(path).st_mtime_ns, os.stat(path).st_size) for path in paths))


@lru_cache(maxsize=2)
def _read(paths, _stamps):
    with ThreadPoolExecutor(THREADS) as pool:
        return faces(paths, pool.map) if len(paths) > 1 else equirect_faces(paths[0], pool.map)


def panorama(shown):
    """Radiance (ROWS, 2 ROWS, 3) float32 of Faces, laid out as that of kernels/atmosphere.py: row 0 looks down, longitude atan2(z, x)."""
    side = shown.pixels.shape[1]
    every = max(1, side // SIDE)
    texels = shown.radiance().astype(np.float32)[shown.pixels[:, every // 2 :: every, every // 2 :: every, :3]]
    direction = directions(ROWS * FINE)
    face = np.argmax(direction @ AHEAD.T, axis=-1)
    ahead = np.einsum("...i,...i", direction, AHEAD[face])
    right, down = (np.einsum("...i,...i", direction, axes[face]) / ahead for axes in (RIGHT, -UP))
    n = texels.shape[1]
    row, column = (np.minimum(((share + 1) / 2 * n).astype(int), n - 1) for share in (down, right))
    fine = texels[face, row, column]
    return fine.reshape(ROWS, FINE, 2 * ROWS, FINE, 3).mean((1, 3))


def directions(rows):
    """Unit vectors (rows, 2 rows, 3) of a panorama's texels."""
    latitude, longitude = (np.arange(rows) + 0.5) / rows * np.pi - np.pi / 2, (np.arange(2 * rows) + 0.5) / rows * np.pi - np.pi
    flat, up = np.cos(latitude)[:, None], np.sin(latitude)[:, None]
    return np.stack(np.broadcast_arrays(flat * np.cos(longitude), up, flat * np.sin(longitude)), -1)


def polynomials(d):
    """The nine polynomials (..., 9) of unit vectors (..., 3) that the harmonics are factors of; shaders/view.glsl holds the same."""
    x, y, z = np.moveaxis(d, -1, 0)
    return np.stack([np.ones_like(x), y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y], -1)


def harmonics(sky):
    """Factors (9, 3) of `polynomials`: their sum at n is the radiance of white that faces n under a panorama (h, 2 h, 3).

    source: Ramamoorthi and Hanrahan 2001, "An efficient representation for irradiance environment maps"
    """
    d = directions(len(sky))
    latitude = (np.arange(len(sky)) + 0.5) / len(sky) * np.pi - np.pi / 2
    weight = np.broadcast_to(np.cos(latitude)[:, None], sky.shape[:2]) / np.cos(latitude).sum() / sky.shape[1]  # sums to 1
    sums = np.einsum("jik,jic,ji->kc", polynomials(d), sky, weight)
    # normalisation squared times 4 PI, times the share of each order that the cosine lets through
    return sums * np.array([1, *3 * [3 * 2 / 3], 15 / 4, 15 / 4, 5 / 4 / 4, 15 / 4, 15 / 4 / 4])[:, None]


def hemispheres(above, below):
    """The same factors for a sky of one radiance (3,) over a ground of one."""
    factors = np.zeros((9, 3))
    factors[0], factors[1] = (above + below) / 2, (above - below) / 2
    return factors
