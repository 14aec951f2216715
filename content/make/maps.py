"""The three images of one material, and how they are written.

NAME.png         RGB  colour, sRGB
NAME_normal.png  RGB  tangent-space normal x (right) and y (down the rows, the way v grows) mapped to 0..1; blue: height 0..1
NAME_rough.png   LA   roughness; alpha: cavity, 1 open, less where dirt and shade gather
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from content.make.noise import blurred

OVERSAMPLE = 2  # made finer and averaged: clean edges of tiles


@dataclass
class Maps:
    """A material over its repeat, all arrays (n, n): what a maker returns."""

    color: np.ndarray  # (n, n, 3) sRGB 0..1
    height: np.ndarray  # 0..1
    rough: np.ndarray  # 0..1
    depth: float  # [m] between height 0 and 1
    repeat: float  # [m] that the texture covers


def normal(height, depth, repeat):
    """Unit normal's x and y (n, n, 2) of a height map, by central differences that wrap round."""
    k = 0.5 * depth * len(height) / repeat
    x = (np.roll(height, 1, 1) - np.roll(height, -1, 1)) * k
    y = (np.roll(height, 1, 0) - np.roll(height, -1, 0)) * k
    return np.stack([x, y], -1) / np.sqrt(1 + x * x + y * y)[..., None]


def cavity(height, depth):
    """1 in the open, down to 0.35 in hollows: how far the height lies below its blurred self (n, n)."""
    return np.clip(1 - 1.6 * np.maximum(0, blurred(height) - height) * min(1.0, depth / 0.002), 0.35, 1)


def average(field, k):
    """Means of k by k texels."""
    n = len(field) // k
    return field.reshape(n, k, n, k, *field.shape[2:]).mean((1, 3))


def linear(srgb):
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def encoded(light):
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def coarse(array):
    """Values 0..1 in 32 steps: nobody sees it in a roughness, and the file is half as large."""
    return np.round(array * 31) / 31


def save(array, path):
    """Values 0..1 (h, w, channels) to an 8 bit PNG."""
    modes = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
    pixels = (np.clip(array, 0, 1) * 255 + 0.5).astype(np.uint8)
    image = Image.frombytes(modes[pixels.shape[2]], pixels.shape[1::-1], pixels.tobytes())
    image.save(path, optimize=True)


def write(maps, folder, name):
    """The material's three images, averaged down by OVERSAMPLE. Returns their paths."""
    color = encoded(average(linear(np.clip(maps.color, 0, 1)), OVERSAMPLE))
    slope = average(normal(maps.height, maps.depth, maps.repeat), OVERSAMPLE) * 0.5 + 0.5
    height = average(np.clip(maps.height, 0, 1), OVERSAMPLE)
    rough = average(np.clip(maps.rough, 0.03, 1), OVERSAMPLE)
    hollow = average(cavity(maps.height, maps.depth), OVERSAMPLE)
    paths = [folder / f"{name}{end}.png" for end in ("", "_normal", "_rough")]
    for path, array in zip(paths, (color, np.dstack([slope, height]), coarse(np.dstack([rough, hollow]))), strict=True):
        save(array, path)
    return paths
