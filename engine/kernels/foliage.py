"""Leaves scattered on a shape, as rows for the foliage pass; in the shape's own frame.

The same seed gives the same leaves: every number is a hash of (seed, leaf or clump, channel), so that in a clipped shape more leaves
leave the first ones where they are.
"""

import numpy as np

from engine.kernels.compile import kernel
from engine.kernels.hash import uniform

KINDS = {"leaf": 0, "blossom": 1, "needle": 2}
CLUMP = 260  # leaves in one, on the average
DEEP = 0.35  # share of the way to the middle that leaves reach into a clipped shape
LEAVES, CLUMPS = 1, 2  # bodies of the random numbers


def scatter(shape, params, count, size, kind, colors, spread, seed):
    """Rows (count, 12) float32: position 3, size, normal 3, kind, colour 3, shade (0 deep inside, 1 outside).

    shape   "sphere" (radius,); "capsule" (radius, height): a spindle along y, as a cypress grows; "box" (x, y, z);
            "frame" (inner x, z, outer x, z, height); "plane" (normal x, y, z, extent x, z): lengths in m
    size    [m] length of a leaf; each is between 0.7 and 1.25 of it
    kind    of leaf, a key of KINDS
    colors  (k, 3) linear; a leaf's lies between two neighbours of the list
    spread  [m] 0: clipped; more: leaves stray from the skin; above half the thickness of the shape: clumps that trail, a vine
    """
    wanted = np.asarray(colors, np.float64).reshape(-1, 3)
    u = draws(seed, LEAVES, count, 16)
    wild = _gauss(u[:, 8:12], u[:, 12:16])  # (count, 4) of deviation 1
    if spread > 0.5 * thickness(shape, params):
        place, normal, shade = _clumps(shape, params, count, spread, seed, u, wild)
    else:
        place, normal, shade = SKINS[shape](params, u)
        place, normal = place + spread * wild[:, :3], normal + 0.55 * _gauss(u[:, 9:12], u[:, 13:16])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    along = u[:, 6] * (len(wanted) - 1)
    first = np.minimum(along.astype(int), max(0, len(wanted) - 2))
    color = wanted[first] + (along - first)[:, None] * (wanted[np.minimum(first + 1, len(wanted) - 1)] - wanted[first])
    kinds = np.full(count, KINDS[kind])
    return np.column_stack([place, size * (0.7 + 0.55 * u[:, 7]), normal, kinds, color, np.clip(shade, 0, 1)]).astype(np.float32)


def thickness(shape, params):
    """[m] smallest half width: what is thinner than its leaves stray has no skin to speak of."""
    if shape == "frame":
        return 0.5 * min(parts_of_frame(params)[:, 1].min(0))
    return {"box": 0.5 * min(params), "plane": np.inf}.get(shape, params[0])


def _sphere(params, u):
    """A clipped shrub: leaves near the skin, darker inside."""
    y, turn = 1 - 2 * u[:, 0], 2 * np.pi * u[:, 1]
    flat = np.sqrt(np.maximum(0, 1 - y * y))
    out = np.stack([flat * np.cos(turn), y, flat * np.sin(turn)], 1)
    depth = u[:, 2] ** 2
    lumps = 1 + 0.05 * np.sin(7 * out[:, 0]) * np.cos(6 * out[:, 1] + 3 * out[:, 2])
    return params[0] * ((1 - DEEP * depth) * lumps)[:, None] * out, out, 1 - 0.75 * depth


def _capsule(params, u):
    """A spindle: widest low down, pointed above, ribbed a little."""
    radius, height = params
    up, turn = u[:, 0] ** 1.3, 2 * np.pi * u[:, 1]
    depth = u[:, 2] ** 1.5
    wide = np.sqrt(np.minimum(1, 0.35 + 4 * up)) * (1 - up**2.6) ** 0.75 * (1 + 0.12 * np.sin(5 * turn + 9 * up))
    away = radius * wide * (1 - DEEP * depth)
    out = np.stack([np.cos(turn), np.full(len(u), 0.5), np.sin(turn)], 1)
    return np.stack([out[:, 0] * away, (up - 0.5) * height, out[:, 2] * away], 1), out, 1 - depth


def _parts(parts, u):
    """Boxes (n, 2, 3), centre and half sides, clipped; darker inside and toward the foot."""
    n = len(u)
    half = parts[:, 1]
    area = np.repeat(half[:, [1, 2, 0]] * half[:, [2, 0, 1]], 2, axis=1)  # of faces -x +x -y +y -z +z
    area[:, 2] *= 0.25  # few see them from below
    face = np.searchsorted(np.cumsum(area) / area.sum(), u[:, 0], side="right").clip(0, area.size - 1)
    box, axis, sign = face // 6, face % 6 // 2, face % 2 * 2.0 - 1
    depth, row = u[:, 3] ** 2, np.arange(n)
    at = np.empty((n, 3))
    at[row, axis], at[row, (axis + 1) % 3], at[row, (axis + 2) % 3] = sign, 2 * u[:, 1] - 1, 2 * u[:, 2] - 1
    out = np.zeros((n, 3))
    out[row, axis] = sign
    flat = at * half[box]
    lumps = 0.08 * np.sin(2.7 * flat[:, 0] + 4.1 * flat[:, 1]) * np.cos(3.1 * flat[:, 2] + 2.3 * flat[:, 0])
    reach = half[box].min(1)  # leaves go as deep from every side
    flat += out * (reach * (lumps - DEEP * depth))[:, None]
    return parts[box, 0] + flat, out + 0.3 * np.array([0.0, 1.0, 0.0]), (1 - 0.75 * depth) * (0.775 + 0.225 * at[:, 1])


def _box(params, u):
    return _parts(np.array([[(0.0, 0.0, 0.0), np.divide(params, 2)]]), u)


def _frame(params, u):
    return _parts(parts_of_frame(params), u)


def _plane(params, u):
    """A lawn: leaves stand anyhow."""
    up = np.asarray(params[:3], np.float64) / np.linalg.norm(params[:3])
    right = np.cross(up, (0.0, 0.0, 1.0) if abs(up[2]) < 0.9 else (1.0, 0.0, 0.0))
    right /= np.linalg.norm(right)
    place = np.outer((u[:, 0] - 0.5) * params[3], right) + np.outer((u[:, 1] - 0.5) * params[4], np.cross(right, up))
    return place, np.tile(up, (len(u), 1)), 0.5 + 0.5 * u[:, 2]


SKINS = {"sphere": _sphere, "capsule": _capsule, "box": _box, "frame": _frame, "plane": _plane}


def parts_of_frame(params):
    """(4, 2, 3) centre and half sides of the walls at -x, +x, -z, +z."""
    ix, iz, ox, oz, h = np.divide(params, 2)
    wx, wz = (ox - ix) / 2, (oz - iz) / 2
    return np.array([
        [(-ix - wx, 0, 0), (wx, h, oz)], [(ix + wx, 0, 0), (wx, h, oz)],
        [(0, 0, -iz - wz), (ix, h, wz)], [(0, 0, iz + wz), (ix, h, wz)],
    ])  # fmt: skip


def _clumps(shape, params, count, spread, seed, u, wild):
    """A climber: balls of leaves of unequal size on the shape, every second with a strand that hangs down."""
    many = max(1, count // CLUMP)
    c = draws(seed, CLUMPS, many, 12)
    middle, _, _ = SKINS[shape](params, c)
    share = np.cumsum(0.25 + c[:, 4] ** 2)
    clump = np.searchsorted(share / share[-1], u[:, 0], side="right").clip(0, many - 1)
    wide = spread * (0.6 + 0.8 * c[clump, 5])[:, None]
    stray = wild[:, :3] * (1.0, 0.55, 1.0)
    place = middle[clump] + wide * stray
    shade = 0.30 + 0.35 * np.linalg.norm(stray, axis=1) + 0.3 * (u[:, 2] - 0.5)
    normal = 0.7 * _gauss(u[:, 9:12], u[:, 13:16]) + 0.5 * stray + (0.0, 0.6, 0.0)
    hangs = (c[clump, 6] < 0.5) & (u[:, 3] < 0.33)
    down, phase = u[:, 4] ** 0.8, 2 * np.pi * c[clump, 7]
    turn = np.stack([np.sin(4 * down + phase), np.zeros(count), np.cos(6 * down + phase)], 1)
    strand = 0.4 * turn + 0.2 * wild[:, :3]
    strand[:, 1] -= (1.5 + 3.0 * c[clump, 8]) * down
    place = np.where(hangs[:, None], middle[clump] + spread * strand, place)
    return place, normal, np.where(hangs, 0.4 + 0.6 * u[:, 2], shade)


def _gauss(u, v):
    """Normal deviates of deviation 1 from two uniform arrays. source: Box and Muller 1958"""
    return np.sqrt(-2 * np.log1p(-u)) * np.cos(2 * np.pi * v)


@kernel
def draws(seed, body, count, channels):
    """(count, channels) float64 uniform in [0, 1): row i depends on seed, body and i alone."""
    u = np.empty((count, channels))
    for i in range(count):
        for c in range(channels):
            u[i, c] = uniform(seed, body, i, c)
    return u
