"""Textures of boxes, read once: for the shader's array textures and for the light that bounces off them."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from engine.assets.images import sibling, surface_maps
from engine.render.cache import named, recall, store

RECIPE = 1  # counts changes of the computation: old files are not found any more
SIDE = 512  # [texels] of a skin, a power of 2
LEVELS = SIDE.bit_length()
THREADS = 4  # decoding lets other threads run


def _linear(srgb):
    """Linear light 0..1 from sRGB 0..1 (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


LINEAR = _linear(np.arange(256) / 255.0)  # of each sRGB byte


def skins(paths):
    """Colour and shape of several textures, as `skin` gives them; "" is the plain one."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(skin, paths))


@lru_cache(maxsize=64)
def skin(path):
    """Colour and shape of one texture: two lists of levels (side, side, 4) uint8 as of `surface_maps`, from SIDE down to 1.

    Kept in the cache, for decoding and halving take half of the time to a first picture.
    """
    names = [f"{kind}{k}" for kind in ("color", "shape") for k in range(LEVELS)]
    files = [file for file in (path, sibling(path, "normal"), sibling(path, "rough")) if file] if path else []
    key = named("skin", RECIPE, *((str(file), os.stat(file).st_mtime_ns, os.stat(file).st_size) for file in files))
    levels = recall(key, names) if path else None
    if levels is None:
        color, shape = surface_maps(path or None, SIDE)
        levels = [*halvings(color, squared=True), *halvings(shape)]
        if path:
            store(key, compressed=False, **dict(zip(names, levels, strict=True)))
    return levels[:LEVELS], levels[LEVELS:]


def halvings(pixels, squared=False):
    """An image (n, n, 4) uint8, n a power of 2, and its halvings: means of two by two texels.

    squared: of the squares, which for sRGB is nearly the mean of the light.
    """
    yield pixels
    while len(pixels) > 1:
        fine = pixels.astype(np.uint32) ** (2 if squared else 1)
        mean = (fine[0::2, 0::2] + fine[1::2, 0::2] + fine[0::2, 1::2] + fine[1::2, 1::2] + 2) // 4
        pixels = (np.sqrt(mean.astype(np.float32)) + 0.5 if squared else mean).astype(np.uint8)
        yield pixels


@lru_cache(maxsize=256)
def mean_color(path):
    """Mean linear colour of a texture (3,)."""
    shares = np.stack([np.bincount(skin(path)[0][0][..., channel].ravel(), minlength=256) for channel in range(3)])
    return shares @ LINEAR / SIDE**2


def albedo_of(material):
    """Mean linear colour of a material (3,), as light that bounces off it sees it."""
    return mean_color(material.texture or "") * np.asarray(material.color[:3])
