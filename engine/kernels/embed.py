"""Free-form deformation: places and normals of a shape that a block's lattice carries.

source: Sederberg and Parry 1986, "Free-form deformation of solid geometric models", with quadratic B-splines in place of Bernstein
polynomials, so that each place follows the 27 masses round it.
"""

import numpy as np

from engine.kernels.compile import F, kernel
from engine.kernels.normals import put_unit


def carried(points, counts):
    """How places in the lattice's unit box (v, 3), 0 to 1, hang on its masses.

    counts  masses along x, y and z, each at least 2; mass (iz * ny + iy) * nx + ix
    Returns (taps (v, 9) int32, weight (v, 18) float32): for x, y and z three masses' share of the index, their weights, and after all
    nine weights their derivatives by lattice steps. Beyond its faces the lattice goes on as if mirrored in them (a ghost layer,
    2 first - second), folded into the weights: so the outer places stay on the outer masses, and affine maps are reproduced.
    """
    points = np.asarray(points, float)
    taps, weight = np.empty((len(points), 9), np.int32), np.empty((len(points), 18), np.float32)
    stride = 1
    for axis, count in enumerate(counts):
        at = np.clip(points[:, axis], 0, 1) * (count - 1)
        middle = np.clip(np.floor(at + 0.5), 0, count - 1).astype(np.int32)
        f = at - middle
        shares = np.stack([0.5 * (0.5 - f) ** 2, 0.75 - f * f, 0.5 * (0.5 + f) ** 2], 1)
        slopes = np.stack([f - 0.5, -2 * f, f + 0.5], 1)
        for w in (shares, slopes):
            _fold(w, middle == 0, (0, 1, 2))
            _fold(w, middle == count - 1, (2, 1, 0))
        index = np.clip(middle[:, None] + np.array([-1, 0, 1]), 0, count - 1)  # the folded tap weighs nothing
        columns = slice(3 * axis, 3 * axis + 3)
        taps[:, columns], weight[:, columns], weight[:, 9 + 3 * axis : 12 + 3 * axis] = index * stride, shares, slopes
        stride *= count
    return taps, weight


def _fold(w, at, order):
    """Give the weight of a ghost, 2 first - second, to the two masses that it mirrors."""
    ghost, first, second = order
    w[at, first] += 2 * w[at, ghost]
    w[at, second] -= w[at, ghost]
    w[at, ghost] = 0.0


@kernel
def carry(rows, taps, weight, place):
    """Places of points that follow eight masses each.

    rows (3, slots) float32 [m]; taps, weight (p, 8), see components.Carried; place (3, p) float32, written
    """
    for axis in range(3):
        row = rows[axis]
        for i in range(len(taps)):
            total = F(0.0)
            for k in range(8):
                total += weight[i, k] * row[taps[i, k]]
            place[axis, i] = total


@kernel
def embed(place, taps, weight, facing, rows):
    """Places and unit normals of a shape as its lattice stands.

    place         [m] (masses, 3) float32, see normals.between
    taps, weight  as `carried` gives them
    facing        (v, 3) float32: the shape's normals at rest times the lattice's spacing along each axis
    rows          (v, >= 6) float32, written: place, unit normal
    A normal goes with the cofactors of the map's derivative: (v x w, w x u, u x v) for columns u, v, w.
    """
    for p in range(len(taps)):
        x0, x1, x2 = F(0.0), F(0.0), F(0.0)
        u0, u1, u2 = F(0.0), F(0.0), F(0.0)
        v0, v1, v2 = F(0.0), F(0.0), F(0.0)
        w0, w1, w2 = F(0.0), F(0.0), F(0.0)
        for c in range(6, 9):
            for b in range(3, 6):
                line = taps[p, c] + taps[p, b]
                along_0, along_1, along_2 = F(0.0), F(0.0), F(0.0)
                slope_0, slope_1, slope_2 = F(0.0), F(0.0), F(0.0)
                for a in range(3):
                    mass, share, slope = line + taps[p, a], weight[p, a], weight[p, 9 + a]
                    along_0 += share * place[mass, 0]
                    along_1 += share * place[mass, 1]
                    along_2 += share * place[mass, 2]
                    slope_0 += slope * place[mass, 0]
                    slope_1 += slope * place[mass, 1]
                    slope_2 += slope * place[mass, 2]
                both, rise, deep = weight[p, b] * weight[p, c], weight[p, 9 + b] * weight[p, c], weight[p, b] * weight[p, 9 + c]
                x0, x1, x2 = x0 + both * along_0, x1 + both * along_1, x2 + both * along_2
                u0, u1, u2 = u0 + both * slope_0, u1 + both * slope_1, u2 + both * slope_2
                v0, v1, v2 = v0 + rise * along_0, v1 + rise * along_1, v2 + rise * along_2
                w0, w1, w2 = w0 + deep * along_0, w1 + deep * along_1, w2 + deep * along_2
        rows[p, 0], rows[p, 1], rows[p, 2] = x0, x1, x2
        f0, f1, f2 = facing[p, 0], facing[p, 1], facing[p, 2]
        put_unit(
            rows, p, 3,
            (v1 * w2 - v2 * w1) * f0 + (w1 * u2 - w2 * u1) * f1 + (u1 * v2 - u2 * v1) * f2,
            (v2 * w0 - v0 * w2) * f0 + (w2 * u0 - w0 * u2) * f1 + (u2 * v0 - u0 * v2) * f2,
            (v0 * w1 - v1 * w0) * f0 + (w0 * u1 - w1 * u0) * f1 + (u0 * v1 - u1 * v0) * f2,
        )  # fmt: skip
