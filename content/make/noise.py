"""What textures are woven from: seamless noise, cells and blends, as arrays of n by n texels over the unit square."""

import numpy as np


def noise(seed, slope, n, low=1.0, high=np.inf, stretch=(1.0, 1.0)):
    """Seamless noise (n, n), mean 0, deviation 1, whose amplitude falls as |k|^-slope between two wave numbers.

    Shaped in Fourier space, so it repeats exactly. stretch: factors on the wave numbers down the columns and along the
    rows of the image; features are shorter where the factor is smaller and longer where it is larger.
    """
    rows, columns = np.fft.fftfreq(n, 1 / n) * stretch[0], np.fft.rfftfreq(n, 1 / n) * stretch[1]
    k = np.hypot(rows[:, None], columns[None, :])
    k[0, 0] = 1.0
    gain = np.where((k >= low) & (k <= high), k**-slope, 0.0)
    gain[0, 0] = 0.0
    white = np.random.default_rng(seed).standard_normal((n, n))
    field = np.fft.irfft2(gain * np.fft.rfft2(white), s=(n, n))
    return (field - field.mean()) / field.std()


def smooth(a, b, x):
    """0 at a, 1 at b, a cubic between; b may be the smaller."""
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    """Colours a to b by t (n, n); a and b are (3,) or (n, n, 3)."""
    return np.asarray(a) * (1 - t[..., None]) + np.asarray(b) * t[..., None]


def where(mask, a, b):
    """Colour a where mask (n, n) holds, else b."""
    return np.where(mask[..., None], a, b)


def rgb(text):
    """(3,) in 0..1 from "#rrggbb"."""
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def grid(n):
    """x along columns and y along rows, at texel centres (n, n)."""
    at = (np.arange(n) + 0.5) / n
    return np.meshgrid(at, at, indexing="xy")


def warped(n, amount, seed, low=4, slope=1.6):
    """The grid, moved about by noise of deviation `amount`: edges drawn by hand."""
    x, y = grid(n)
    return x + amount * noise(seed, slope, n, low), y + amount * noise(seed + 1, slope, n, low)


def cells(x, y, columns, rows, bond=0.0):
    """Bricks: distance to the joint in cell heights, number of the cell, and place in the cell (u, v) in 0..1.

    bond: share of a cell by which every second row is shifted.
    """
    v = y * rows
    row = np.floor(v).astype(int) % rows
    u = x * columns + bond * (row % 2)
    column = np.floor(u).astype(int) % columns
    u, v = u - np.floor(u), v - np.floor(v)
    joint = np.minimum(np.minimum(u, 1 - u) * rows / columns, np.minimum(v, 1 - v))
    return joint, row * columns + column, u, v


def per_cell(cell, seed, low=0.0, high=1.0):
    """One random number for each cell (n, n)."""
    return np.random.default_rng(seed).uniform(low, high, cell.max() + 1)[cell]


def cut_apart(field, cell):
    """The same noise, taken from another place in every cell: neighbouring slabs do not share their veins."""
    n = len(field)
    y, x = np.indices(field.shape)
    return field[(y + cell * 97 * 3) % n, (x + cell * 97 * 7) % n]


def blurred(field, radii=(1, 2, 4, 8)):
    """A cheap wide blur that wraps round."""
    for r in radii:
        field = (field + np.roll(field, r, 0) + np.roll(field, -r, 0) + np.roll(field, r, 1) + np.roll(field, -r, 1)) / 5
    return field
