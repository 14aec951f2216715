"""Height maps as rays ask for them: sampled between their cells, coarser with distance, with slopes and shadows."""

import numpy as np

from content.make.noise import blurred
from content.make.sky.land import EXTENT

F = np.float32
SPREAD = 0.4  # [deg] half width of the sun's penumbra: a little softer than true


class Maps:
    """Layers (n, n, c) that repeat every EXTENT km, and their halvings."""

    def __init__(self, *layers, levels=4):
        self.levels = [np.stack([layer.astype(F) for layer in layers], -1)]
        for _ in range(levels - 1):
            fine = self.levels[-1]
            self.levels.append((fine[0::2, 0::2] + fine[1::2, 0::2] + fine[0::2, 1::2] + fine[1::2, 1::2]) / 4)
        self.cell = EXTENT / len(self.levels[0])

    def __call__(self, x, z, footprint=None):
        """Layers (m, c) at places [km] (m,); footprint [km] (m,): how wide one ray is there; the finest cells without it."""
        if footprint is None:
            return _between(self.levels[0], x, z)
        level = np.clip(np.round(np.log2(np.maximum(footprint / self.cell, 1e-3))), 0, len(self.levels) - 1).astype(int)
        out = np.empty((len(x), self.levels[0].shape[-1]), F)
        for k, layers in enumerate(self.levels):
            here = level == k
            if here.any():
                out[here] = _between(layers, x[here], z[here])
        return out


def _between(layers, x, z):
    n = len(layers)
    u, v = x * F(n / EXTENT) + F(n / 2 - 0.5), z * F(n / EXTENT) + F(n / 2 - 0.5)
    i, j = np.floor(u).astype(np.int32), np.floor(v).astype(np.int32)
    fu, fv = (u - i)[..., None].astype(F), (v - j)[..., None].astype(F)
    i0, j0, i1, j1 = i & (n - 1), j & (n - 1), (i + 1) & (n - 1), (j + 1) & (n - 1)
    low = layers[j0, i0] * (1 - fu) + layers[j0, i1] * fu
    high = layers[j1, i0] * (1 - fu) + layers[j1, i1] * fu
    return low + (high - low) * fv


def slopes(height):
    """Rise of a map (n, n) per km of x and of z, two (n, n)."""
    twice = 2 * EXTENT / len(height)
    return tuple((np.roll(height, -1, axis) - np.roll(height, 1, axis)) / twice for axis in (1, 0))


def shade(height, elevation):
    """Heights (n, n) [km] under which the sun, toward -z at an elevation [deg], is all hidden, and over which it is all there."""
    drop = EXTENT / len(height)
    planes = []
    for angle in (elevation + SPREAD, elevation - SPREAD):
        plane, last = np.empty_like(height), np.full(len(height), -9, F)
        for _ in range(2):  # twice round, for the land repeats
            for j in range(len(height)):
                last = np.maximum(last, height[j - 1]) - F(drop * np.tan(np.radians(angle)))
                plane[j] = last
        planes.append(plane)
    return planes


def hollows(height, radii):
    """How far a map (n, n) lies under its surroundings [km]; radii [cells] of the blur."""
    return blurred(height, radii) - height


def lit(y, hidden, free):
    """Share 0..1 of the sun's disc seen at heights y between the two planes of `shade`."""
    t = np.clip((y - hidden) / np.maximum(free - hidden, F(1e-4)), 0, 1)
    return t * t * (3 - 2 * t)
