"""The land under the sky: ranges that rivers have carved, as height maps that repeat.

Grids are (n, n), rows along z and columns along x, over EXTENT kilometres; heights in kilometres over the valleys' floor.
"""

import numpy as np

from content.make.noise import noise as field
from content.make.noise import smooth
from content.make.sky import lattice
from engine.kernels.erosion import carve, drain

F = np.float32
EXTENT = 64.0  # [km] after which the land repeats
COARSE, CARVED = 128, 1024  # cells of the first grid, and of the last that is carved
STEPS = {128: 90, 256: 60, 512: 40, 1024: 25}  # of erosion on each grid
PEAK = 4.9  # [km] the highest summit
TALUS = 0.62, 1.25  # steepest slopes that hold: of the weakest and of the hardest rock
CLEARING = 4.0, 11.0  # [km] from the eye: land stays low within, is as it was beyond


def uplift(n, seed):
    """How fast the land rises (n, n) 0..1: chains of ranges with wide basins between."""
    at = ((np.arange(n) + 0.5) / n * 4).astype(F)
    x, z = np.meshgrid(at, at)
    bent = lattice.layers(x, z, 4, 3, seed + 50), lattice.layers(x, z, 4, 3, seed + 60)
    x, z = x + F(0.25) * bent[0], z + F(0.25) * bent[1]
    masses, chains = lattice.layers(x, z, 4, 4, seed), lattice.layers(x, z, 4, 3, seed + 9, lattice.ridge, 0.45)
    here = smooth(-0.15, 1.35, masses + F(0.75) * (chains - F(0.8))) * 1.5
    away = np.hypot(*np.meshgrid(*2 * [(np.arange(n) + 0.5) / n - 0.5])) * EXTENT
    return (here * (0.12 + 0.88 * smooth(*CLEARING, away))).astype(F)


def carved(cells, seed):
    """The land on a grid of `cells` at most CARVED: raised and carved on ever finer grids (cells, cells) [km]."""
    n = min(COARSE, cells)
    height = (F(0.02) * field(seed, 1.2, n)).astype(F)
    while True:
        rise = uplift(n, seed)
        height = erode(height, rise, STEPS[n], seed + n)
        if n >= cells:
            return height * F(PEAK / height.max())
        height, n = doubled(height), 2 * n


def erode(height, rise, steps, seed):
    """Raise and carve a land (n, n) in steps. Lengths in cells of a grid of COARSE, so that finer grids go on where coarser ended."""
    n = len(height)
    scale = F(n / COARSE)
    height, draw = height * scale, np.random.default_rng(seed)
    receiver, away, area = np.zeros(n * n, np.int32), np.zeros(n * n, F), np.zeros(n * n, F)
    weak = (F(0.045) * np.exp(F(0.35) * field(seed, 1.0, n, 2).astype(F))).ravel()
    talus = (TALUS[0] + (TALUS[1] - TALUS[0]) * smooth(-1.3, 1.6, field(seed + 1, 1.4, n, 2))).astype(F).ravel()
    for _ in range(steps):
        height += rise * scale * F(0.05)
        drain(height, draw.random((n, n), F), receiver, away)
        flat = height.ravel()
        order = np.argsort(flat, kind="stable").astype(np.int32)
        carve(flat, order, receiver, away, area, weak, talus)
    return height / scale


def doubled(height):
    """Twice as many cells (2 n, 2 n): cubic between those that are there (Catmull and Rom 1974)."""
    for axis in 0, 1:
        near, far = np.roll(height, 1, axis), np.roll(height, -1, axis)
        # at a quarter of a cell before and behind each centre
        before = (
            F(-0.0234375) * np.roll(height, -1, axis) + F(0.2265625) * near + F(0.8671875) * height + F(-0.0703125) * np.roll(near, 1, axis)
        )
        behind = F(-0.0234375) * near + F(0.2265625) * far + F(0.8671875) * height + F(-0.0703125) * np.roll(far, -1, axis)
        height = np.stack([before, behind], axis + 1).reshape([2 * side if k == axis else side for k, side in enumerate(height.shape)])
    return height
