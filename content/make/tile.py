"""Glazed tile: hand-cut mosaic, and the star and cross of zellige. Each maker takes the number of texels n."""

import numpy as np

from content.make.maps import Maps
from content.make.noise import cells, mix, noise, per_cell, rgb, smooth, warped, where


def mosaic(n):
    """Squares from sea green to cobalt, 14 by 14 in a metre, each set a little askew."""
    joint, tile, u, v = cells(*warped(n, 0.0009, 31), 14, 14)
    shade, which = per_cell(tile, 34), per_cell(tile, 35)
    glaze, fine = noise(36, 1.3, n, 8), noise(37, 0.6, n, 60)
    grout = smooth(0.085, 0.05, joint + 0.012 * noise(38, 1.0, n, 30))

    color = mix(rgb("#0e6f7d"), rgb("#3fb3ae"), shade)
    color = where(which > 0.80, mix(rgb("#134a8a"), rgb("#2a6fb4"), shade), color)
    color = where(which < 0.07, mix(rgb("#cfe3d6"), rgb("#e8efe0"), shade), color)
    color = mix(color * (1 + 0.06 * glaze)[..., None], rgb("#b8ab93"), grout)
    tilt = per_cell(tile, 32, -1, 1) * (u - 0.5) + per_cell(tile, 33, -1, 1) * (v - 0.5)
    height = 0.55 + 0.12 * smooth(0.05, 0.28, joint) + 0.16 * tilt + 0.012 * glaze - 0.4 * grout
    return Maps(color, height, np.where(grout > 0.5, 0.8, 0.14 + 0.02 * fine), depth=0.010, repeat=1.0)


def octagon(u, v, half):
    """Signed distance to the overlap of a square of half side `half` and its eighth turn."""
    return np.maximum(np.maximum(np.abs(u), np.abs(v)), (np.abs(u) + np.abs(v)) / np.sqrt(2)) - half


def eight_points(u, v, half):
    """Signed distance to the union of the same two squares."""
    return np.minimum(np.maximum(np.abs(u), np.abs(v)), (np.abs(u) + np.abs(v)) / np.sqrt(2)) - half


def star(n, across=4):
    """Cobalt stars with ochre hearts between cream crosses; neighbouring stars touch at their points."""
    x, y = warped(n, 0.0006, 41, low=8, slope=1.3)
    _, tile, u, v = cells(x, y, across, across)
    _, cross, _, _ = cells(x + 0.5 / across, y + 0.5 / across, across, across)
    u, v = u - 0.5, v - 0.5
    outline, heart = eight_points(u, v, np.sqrt(0.125)), octagon(u, v, 0.20)
    edge = np.minimum(np.abs(outline), np.abs(heart))
    glaze, grout = noise(43, 1.3, n, 8), smooth(0.022, 0.010, edge)

    color = mix(rgb("#d9d3c0"), rgb("#f0ebdc"), per_cell(cross, 46))
    color = where(outline < 0, mix(rgb("#123f7c"), rgb("#2160a5"), per_cell(tile, 44)), color)
    color = where(heart < 0, mix(rgb("#c98a2d"), rgb("#e0b04a"), per_cell(tile, 45)), color)
    color = mix(color * (1 + 0.05 * glaze)[..., None], rgb("#8e8370"), grout)
    tilt = (per_cell(tile, 47, -1, 1) * u + per_cell(tile, 48, -1, 1) * v) * (outline < 0)
    height = 0.6 + 0.10 * smooth(0.01, 0.08, edge) + 0.012 * glaze + 0.10 * tilt - 0.35 * grout
    return Maps(color, height, np.where(grout > 0.5, 0.8, 0.16 + 0.015 * glaze), depth=0.008, repeat=1.0)
