"""A map of light: where the faces of boxes lie on it, and how values found at texels are laid into it.

Each face has a chart, a grid of texels, packed with the others into one map.
"""

import numpy as np

from engine.kernels.compile import kernel

WIDTH = 512  # [texels] of the map
DENSITY, FINE, SMALL = 9.0, 2.0, 1.5  # texels a metre; as many times more on faces under [m]
SIDE, TALLEST = 128, 4096  # [texels] largest chart, tallest map


def layout(half):
    """Where each face lies in the map: chart (n, 6, 4) int32 of x, y, width, height, and the map's height, in texels.

    Face f is across axis a = f // 2; a chart's columns run along axis (a + 1) % 3 and its rows along (a + 2) % 3, both toward
    plus. The middles of the outermost texels stand for the face's edges: the face's corner (0, 0) is read at (x + 0.5, y + 0.5),
    its corner (1, 1) at (x + width - 0.5, y + height - 0.5).
    """
    sides = 2.0 * np.asarray(half, np.float64).reshape(-1, 3)
    across = np.repeat(np.arange(3), 2)
    extent = np.stack([sides[:, (across + 1) % 3], sides[:, (across + 2) % 3]], -1)  # (n, 6, 2)
    fine = np.where(extent.max(-1) < SMALL, FINE, 1.0)[..., None]
    density = DENSITY
    chart, height = shelves(extent * fine, density)
    while height > TALLEST and density > 1e-3:
        density *= 0.7
        chart, height = shelves(extent * fine, density)
    return chart, height


def shelves(extent, density):
    """Pack faces of extent (n, 6, 2) row by row, the tallest first."""
    size = np.clip(np.ceil(extent * density), 2, SIDE).astype(np.int32).reshape(-1, 2)
    chart, x, y, shelf = np.zeros((len(size), 4), np.int32), 0, 0, 0
    for face in np.lexsort((size[:, 0], size[:, 1]))[::-1]:
        w, h = size[face]
        if x + w > WIDTH:
            x, y, shelf = 0, y + shelf, 0
        chart[face] = x, y, w, h
        x, shelf = x + w, max(shelf, h)
    return chart.reshape(-1, 6, 4), int(max(1, y + shelf))


def texels(chart):
    """(t, 4) int32: box, face, column and row in the chart of every texel, in the charts' order."""
    count = (chart[..., 2] * chart[..., 3]).ravel()
    face = np.repeat(np.arange(len(count)), count)
    within = np.arange(len(face)) - np.repeat(np.cumsum(count) - count, count)
    width = chart.reshape(-1, 4)[face, 2]
    return np.stack([face // 6, face % 6, within % width, within // width], 1).astype(np.int32)


def spread(found, texel, valid, chart, height):
    """Values of texels (t, 3) laid into a map (height, WIDTH, 3), texels in hiding filled from their neighbours, and softened."""
    image, known = np.zeros((height, WIDTH, 3)), np.zeros((height, WIDTH), np.int32)
    at = chart[texel[:, 0], texel[:, 1]]
    x, y = at[:, 0] + texel[:, 2], at[:, 1] + texel[:, 3]
    lost = ~seen(6 * texel[:, 0] + texel[:, 1], valid)
    image[y, x] = np.where(lost[:, None], mean_of_box(found, texel[:, 0], valid), found)
    known[y, x] = valid | lost
    out = np.zeros_like(image)
    mend(image, known, np.ascontiguousarray(chart.reshape(-1, 4)), out)
    return out


def seen(face, valid):
    """For each texel whether any texel of its face lies in the open."""
    return np.bincount(face, valid)[face] > 0 if len(face) else valid


def mean_of_box(found, box, valid):
    """For each texel the mean (t, 3) over those of its box in the open; over those of all boxes where it has none.

    This is what faces wholly in hiding get: where boxes meet, a hair of them may show.
    """
    if not valid.any():
        return np.zeros_like(found)
    count = np.bincount(box, valid)
    total = np.stack([np.bincount(box, valid * found[:, c]) for c in range(3)], 1)
    mean = np.where(count[:, None] > 0, total / np.maximum(count, 1)[:, None], found[valid].mean(0))
    return mean[box]


@kernel
def grown(image, known, x, y, x0, y0, w, h, step):
    """Whether a neighbour inside the chart was known by pass `step`; if so, the texel is their mean."""
    count, red, green, blue = 0, 0.0, 0.0, 0.0
    for j in range(max(y - 1, y0), min(y + 2, y0 + h)):
        for i in range(max(x - 1, x0), min(x + 2, x0 + w)):
            if 0 < known[j, i] <= step:
                count, red, green, blue = count + 1, red + image[j, i, 0], green + image[j, i, 1], blue + image[j, i, 2]
    if count > 0:
        image[y, x, 0], image[y, x, 1], image[y, x, 2] = red / count, green / count, blue / count
    return count > 0


@kernel
def mend(image, known, chart, out):
    """Chart by chart: grow the known texels over the hidden ones, then soften the ray noise with a 3 by 3 tent, into out.

    image  (h, w, 3) changed in place
    known  (h, w) 1 where image holds a value; then the pass in which it was filled, plus 1
    chart  (faces, 4) x, y, width, height
    """
    for f in range(chart.shape[0]):
        x0, y0, w, h = chart[f, 0], chart[f, 1], chart[f, 2], chart[f, 3]
        step, more = 1, True
        while more:
            more = False
            for y in range(y0, y0 + h):
                for x in range(x0, x0 + w):
                    if known[y, x] == 0 and grown(image, known, x, y, x0, y0, w, h, step):
                        known[y, x], more = step + 1, True
            step += 1
        for y in range(y0, y0 + h):
            for x in range(x0, x0 + w):
                for j in range(-1, 2):
                    for i in range(-1, 2):
                        row, column = min(max(y + j, y0), y0 + h - 1), min(max(x + i, x0), x0 + w - 1)
                        weight = (2 - abs(i)) * (2 - abs(j)) / 16.0
                        for c in range(3):
                            out[y, x, c] += weight * image[row, column, c]
