"""Woven cloth, drawn thread by thread. Each maker takes the number of texels n."""

import numpy as np

from content.make.maps import Maps
from content.make.noise import grid, mix, noise, rgb, smooth, where

RED, WINE, NIGHT, OCHRE, CREAM, TEAL = (rgb(c) for c in ("#a5141f", "#6b111b", "#171631", "#e09428", "#eadcc0", "#177a78"))
KNOTS = 192  # threads along a side of the blanket
PERIOD = 32  # threads from one diamond of the border to the next


def threads(n, count):
    """Number of the thread (column, row) and place within it, -0.5 to 0.5, of each texel (n, n)."""
    x, y = grid(n)
    x, y = x * count, y * count
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    return column, row, x - column - 0.5, y - row - 0.5


def diamond(across, along, half):
    """0 in the middle, 1 on the outline, in the steps of the threads."""
    return (np.abs(across) / 1.25 + np.abs(along)) / half


def stripes(depth, bounds):
    """Which of the stripes between ascending bounds a depth lies in: 0 before the first."""
    return np.searchsorted(bounds, depth, side="right")


def blanket(n):
    """A red blanket with a hem: borders of stepped diamonds and a zigzag at both ends, small diamonds and crosses scattered between."""
    column, row, u, v = threads(n, KNOTS)
    end, side = np.minimum(row, KNOTS - 1 - row), np.minimum(column, KNOTS - 1 - column)
    color = np.broadcast_to(RED, (n, n, 3))
    color = _scattered(color, column, row, end, side)
    color = _zigzag(color, column, end)
    color = _border(color, column, end)
    bands = (6, 9, 11, 13, 15, 37, 39, 41, 43, 46)
    dyes = (WINE, OCHRE, NIGHT, CREAM, NIGHT, None, NIGHT, CREAM, NIGHT, OCHRE)
    for number, dye in enumerate(dyes):
        if dye is not None:
            color = where(stripes(end, bands) == number, dye, color)
    color = where((side >= 5) & (side < 7) & (end >= 6), OCHRE, color)
    color = where((side < 5) | (end < 6), WINE, color)
    return _woven(color, column, row, u, v, (side < 5) | (end < 6))


def _border(color, column, end):
    """Diamonds in diamonds, a small one between two."""
    across = (column + PERIOD // 2) % PERIOD - (PERIOD - 1) / 2
    beside = column % PERIOD - (PERIOD - 1) / 2
    q, small, inside = diamond(across, end - 26, 11), diamond(beside, end - 26, 5), (end >= 15) & (end < 37)
    for size, dye in ((1.0, CREAM), (0.82, NIGHT), (0.60, RED), (0.44, OCHRE), (0.18, TEAL)):
        color = where(inside & (q <= size), dye, color)
    for size, dye in ((1.0, OCHRE), (0.62, WINE), (0.3, CREAM)):
        color = where(inside & (small <= size), dye, color)
    return color


def _zigzag(color, column, end):
    """A teal line that goes up and down, with a cream one below."""
    height = 49 + np.abs((column + 4) % 16 - 7.5).astype(int)
    color = where((end >= height) & (end < height + 3), TEAL, color)
    return where(end == height + 3, CREAM, color)


def _scattered(color, column, row, end, side):
    """Diamonds and crosses by turns, in every second row shifted by half."""
    line = (row - 12) // 24
    shifted = column + 12 * ((line + 1) % 2)
    x, y = shifted % 24 - 11.5, (row - 12) % 24 - 11.5
    crossed = (shifted // 24 + line) % 2 == 1
    near, far, gem, field = np.minimum(np.abs(x), np.abs(y)), np.maximum(np.abs(x), np.abs(y)), diamond(x, y, 4.4), (end > 66) & (side > 16)
    color = where(field & ~crossed & (gem <= 1), OCHRE, color)
    color = where(field & ~crossed & (gem <= 0.5), NIGHT, color)
    return where(field & crossed & (near < 1) & (far < 3), CREAM, color)


def _woven(color, column, row, u, v, hem):
    """The blanket's maps: wool dyed unevenly, each weft thread over one warp and under the next."""
    n = len(color)
    draw = np.random.default_rng(71)
    uneven = 0.05 * draw.standard_normal(KNOTS)[row] + 0.045 * draw.standard_normal((KNOTS, KNOTS))[row, column]
    worn = noise(72, 1.5, n, 2)[
        np.minimum(row * n // KNOTS, n - 1), np.minimum(column * n // KNOTS, n - 1)
    ]  # one for each thread: a small file
    over = np.where((column + row) % 2 == 0, np.cos(np.pi * u) * np.cos(0.8 * np.pi * v), 0.72 * np.cos(np.pi * v))
    tone = 1 + uneven + 0.04 * worn + 0.16 * (over - 0.75)
    brocade = np.abs(color - RED).sum(2) > 0.3
    height = 0.08 + 0.30 * over + 0.24 * brocade + 0.30 * hem
    return Maps(color * tone[..., None], height, 0.80 - 0.08 * over, depth=0.012, repeat=2.4)


def gingham(n, count=128, band=16):
    """Checks of blue and cream: where one of both threads is blue, whichever lies on top is seen."""
    column, row, u, v = threads(n, count)
    blue, cream = rgb("#1d4a8f"), rgb("#efe8d8")
    warp = (column + row) % 2 == 0  # the upright thread is on top
    tinted = np.where(warp, (column // band) % 2, (row // band) % 2) == 0
    draw = np.random.default_rng(81)
    tone = 1 + 0.05 * np.where(warp, draw.standard_normal(count)[column], draw.standard_normal(count)[row]) + 0.03 * noise(82, 1.4, n, 2)
    across, along = np.where(warp, u, v), np.where(warp, v, u)
    over = np.cos(np.pi * across) * np.cos(0.7 * np.pi * along)
    color = where(tinted, blue, cream) * (tone * (1 - 0.22 * smooth(0.75, 0.15, over)))[..., None]
    return Maps(mix(color, blue * 0.5, 0.10 * smooth(0.3, 0.0, over)), 0.25 + 0.4 * over, 0.75 - 0.1 * over, depth=0.0025, repeat=0.4)
