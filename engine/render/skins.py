"""Textures of boxes, read once: for the shader's array textures and for the light that bounces off them."""

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from engine.assets.images import surface_maps

SIDE = 512  # [texels] of a skin
THREADS = 4  # decoding lets other threads run


def _linear(srgb):
    """Linear light 0..1 from sRGB 0..1 (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


LINEAR = _linear(np.arange(256) / 255.0)  # of each sRGB byte


def skins(paths):
    """Colour and shape, each (SIDE, SIDE, 4) uint8 as of `surface_maps`, of several textures; "" is the plain one."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(skin, paths))


@lru_cache(maxsize=64)
def skin(path):
    """Colour and shape of one texture."""
    return surface_maps(path or None, SIDE)


@lru_cache(maxsize=256)
def mean_color(path):
    """Mean linear colour of a texture (3,)."""
    shares = np.stack([np.bincount(skin(path)[0][..., channel].ravel(), minlength=256) for channel in range(3)])
    return shares @ LINEAR / SIDE**2


def albedo_of(material):
    """Mean linear colour of a material (3,), as light that bounces off it sees it."""
    return mean_color(material.texture or "") * np.asarray(material.color[:3])
