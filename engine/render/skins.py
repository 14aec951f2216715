"""Textures of surfaces, read once: for the shaders' textures and for the light that bounces off them."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from engine.assets.images import sibling, surface_maps
from engine.render.cache import named, recall_plain, store_plain

RECIPE = 3  # counts changes of the computation: old files are not found any more
SIDE = 512  # [texels] of a skin, a power of 2
LEVELS = range(SIDE.bit_length())
THREADS = 4  # decoding lets other threads run


def _linear(srgb):
    """Linear light 0..1 from sRGB 0..1 (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


LINEAR = _linear(np.arange(256) / 255.0)  # of each sRGB byte


def skins(paths):
    """The skins of several textures, as `skin` gives them; "" is the plain one."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(skin, paths))


@lru_cache(maxsize=8)
def layout(side):
    """What `skin` gives, as a type: maps `color0`, `color1` and so on, each half as wide as the one before, `shape0` and so on, and `mean`."""
    maps = [(f"{kind}{k}", "u1", (side >> k, side >> k, 4)) for kind in ("color", "shape") for k in range(side.bit_length())]
    return np.dtype([*maps, ("mean", "f8", 3)])  # linear colour


@lru_cache(maxsize=64)
def skin(path, side=SIDE):
    """One texture as a record of `layout`: the maps of `surface_maps` from `side` down to one texel, and the mean colour.

    Kept in the cache, for decoding and halving take half of the time to a first picture.
    """
    files = [file for file in (path, sibling(path, "normal"), sibling(path, "rough")) if file] if path else []
    key = named("skin", RECIPE, side, *((str(file), os.stat(file).st_mtime_ns, os.stat(file).st_size) for file in files))
    kept = recall_plain(key) if path else None
    if kept is not None and kept.dtype == layout(side):
        return kept[0]
    made = np.empty(1, layout(side))
    color, shape = surface_maps(path or None, side)
    for kind, levels in ("color", halvings(color, squared=True)), ("shape", halvings(shape)):
        for k, level in enumerate(levels):
            made[f"{kind}{k}"] = level
    made["mean"] = _mean(color)
    if path:
        store_plain(key, made)
    return made[0]


def reread(paths):
    """From now on textures as their files are now. Raises ValueError, OSError and forgets none where one cannot be read."""
    for path in paths:
        skin.__wrapped__(path)
    skin.cache_clear()


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


def _mean(color):
    """Mean linear colour (3,) of sRGB bytes."""
    shares = np.stack([np.bincount(color[..., channel].ravel(), minlength=256) for channel in range(3)])
    return shares @ LINEAR / (color.size // 4)


def albedo_of(material):
    """Mean linear colour of a material (3,), as light that bounces off it sees it."""
    return skin(material.texture or "")["mean"] * np.asarray(material.color[:3])
