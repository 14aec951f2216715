"""Solids as rows of one flat float64 table per body, and what is needed to meet them (when: kernels/arrival.py).

A solid is a plane, a box, a sphere, a capsule, or of any shape that is sampled on a grid (kernels/sampled.py). `plane_row`, `box_row`, `round_row` and
`sampled_row` make a row; `np.array(rows)`, or `np.empty((0, WIDTH))` for none, is the table; behind all its solids stand the samples, if there
are any. What a hit does stands in a second table, the bounces, of which each solid owns a slice.
"""

import numpy as np

from engine.kernels.compile import inlined
from engine.kernels.vectors import along, dot, mix

PLANE, BOX, ROOM = 0, 1, 2  # a room is a box whose inside is free and whose outside is solid
SPHERE, CAPSULE, HOLLOW = 3, 4, 5  # a hollow is a sphere or capsule whose inside is free
SAMPLED = 6
SAMPLES = -1  # no solid: the head of the samples of one; here the table's solids end

KIND = 0
CENTER = 1  # to 3, at the end of the tick
ROTATION = 4  # to 12, row by row, frame -> world; a plane's normal is the middle column
HALF = 13  # to 15, half sides; a plane has none
GRID = 13  # of what is sampled: how many rows farther the head of its samples stands
RADIUS, AXIS = 13, 14  # of what is round: radius, and half length of the line round which it lies (0 for a sphere), along the middle column
LOW = 16  # to 18, least corner of what a path must touch to be looked at (boxes, spheres, capsules, what is sampled)
HIGH = 19  # to 21, greatest corner
MARGIN = 22  # the same for planes, rooms and hollows: how far inside the free side a path is looked at
THICKNESS = 23  # particles stop this far outside the shape
FIRST = 24  # first row in the table of bounces
COUNT = 25  # how many rows
ROW = 26  # row of Life.hits that counts, -1 for none
LOSS = 27  # time taken off a particle's life at each hit
KILL = 28  # 1: a hit ends the particle
VELOCITY = 29  # to 31
WIDTH = 32

RESTITUTION, TANGENTIAL, SCATTER, FRICTION = 0, 1, 2, 3  # columns of the table of bounces

SKIN = 1e-4  # a start this far inside counts as outside
TOUCH = 1e-5  # a start this near outside may be at rest
SEAM = 1e-6  # faces of a box reach this far over their edges, so that nothing slips between two boxes
NEVER = np.inf


def _row(kind, center, rotation, half, thickness, bounces, hits_row, lifetime_loss, kill, velocity, dt, reach=None):
    rotation, velocity = np.asarray(rotation, float), np.asarray(velocity, float)
    row = np.zeros(WIDTH)
    row[KIND], row[CENTER : CENTER + 3], row[ROTATION : ROTATION + 9], row[HALF : HALF + 3] = kind, center, rotation.ravel(), half
    way = np.abs(velocity) * dt
    reach = (np.abs(rotation) @ (np.asarray(half, float) + thickness) if reach is None else reach) + SKIN + way
    row[LOW : LOW + 3], row[HIGH : HIGH + 3] = row[CENTER : CENTER + 3] - reach, row[CENTER : CENTER + 3] + reach
    row[MARGIN], row[THICKNESS] = thickness + SKIN + np.linalg.norm(way), thickness
    row[FIRST], row[COUNT], row[ROW] = bounces[0], bounces[1], hits_row
    row[LOSS], row[KILL], row[VELOCITY : VELOCITY + 3] = lifetime_loss, kill, velocity
    return row


def box_row(
    center, rotation, half, inward=False, thickness=0.0, bounces=(0, 1), hits_row=-1, lifetime_loss=0.0, kill=False, velocity=(0, 0, 0), dt=0.0
):  # fmt: skip
    """A row for a box of half sides `half`, centred at `center` at the end of the tick; `rotation` (3, 3) maps its frame to the world.

    bounces: (first, count) slice of the table of bounces, columns restitution, tangential, scatter [m/s], friction;
    hits_row: row of Life.hits where hits are counted, needed for more than one bounce or for scatter that differs from hit to
    hit; a shape of several boxes gives the same row to all. velocity, dt: of a moving collider, and the tick.
    """
    kind = ROOM if inward else BOX
    return _row(kind, center, rotation, half, thickness, bounces, hits_row, lifetime_loss, kill, velocity, dt)


def plane_row(point, normal, thickness=0.0, bounces=(0, 1), hits_row=-1, lifetime_loss=0.0, kill=False, velocity=(0, 0, 0), dt=0.0):
    """A row for the plane through `point` (at the end of the tick) whose `normal` (world, any length) points to the free side."""
    n = np.asarray(normal, float) / np.linalg.norm(normal)
    side = np.cross(n, np.eye(3)[np.argmin(np.abs(n))])
    side /= np.linalg.norm(side)
    rotation = np.column_stack([side, n, np.cross(side, n)])
    return _row(PLANE, point, rotation, (0, 0, 0), thickness, bounces, hits_row, lifetime_loss, kill, velocity, dt)


def round_row(
    center, rotation, radius, axis=0.0, inward=False, thickness=0.0, bounces=(0, 1), hits_row=-1, lifetime_loss=0.0, kill=False, velocity=(0, 0, 0), dt=0.0
):  # fmt: skip
    """A row for a sphere, or for a capsule round a line of half length `axis` along the frame's y; inward: its inside is free."""
    kind = HOLLOW if inward else CAPSULE if axis > 0 else SPHERE
    reach = np.abs(np.asarray(rotation, float)[:, 1]) * axis + radius + thickness
    return _row(kind, center, rotation, (radius, axis, 0), thickness, bounces, hits_row, lifetime_loss, kill, velocity, dt, reach)


def sampled_row(
    center, rotation, low, high, thickness=0.0, bounces=(0, 1), hits_row=-1, lifetime_loss=0.0, kill=False, velocity=(0, 0, 0), dt=0.0
):  # fmt: skip
    """A row for a shape that lies between the corners low and high [m] (3,) of its frame; whoever puts it into a table writes GRID."""
    row = _row(SAMPLED, center, rotation, (0, 0, 0), thickness, bounces, hits_row, lifetime_loss, kill, velocity, dt, np.zeros(3))
    rotation, middle, half = np.asarray(rotation, float), (np.asarray(low) + high) / 2, (np.asarray(high) - low) / 2
    reach = np.abs(rotation) @ half + thickness
    row[LOW : LOW + 3] += rotation @ middle - reach
    row[HIGH : HIGH + 3] += rotation @ middle + reach
    return row


def solids_in(table):
    """How many solids stand in a table, before the samples."""
    ends = np.flatnonzero(table[:, KIND] == SAMPLES)
    return int(ends[0]) if len(ends) else len(table)


def bounce_row(restitution=0.5, tangential=1.0, scatter=0.0, friction=0.0):
    """One row of the table of bounces (n, 4) float64."""
    return np.array([restitution, tangential, scatter, friction], float)


@inlined
def vector(table, j, column):
    """Three columns of row j."""
    return table[j, column], table[j, column + 1], table[j, column + 2]


@inlined
def in_frame(solids, j, a):
    """A vector of the world in the frame of solid j."""
    r = ROTATION
    return (
        solids[j, r] * a[0] + solids[j, r + 3] * a[1] + solids[j, r + 6] * a[2],
        solids[j, r + 1] * a[0] + solids[j, r + 4] * a[1] + solids[j, r + 7] * a[2],
        solids[j, r + 2] * a[0] + solids[j, r + 5] * a[1] + solids[j, r + 8] * a[2],
    )


@inlined
def seen_from(solids, j, o, u, a, rest):
    """Place, velocity and acceleration o, u, a in the moving frame of solid j, `rest` seconds before the tick's end."""
    w = vector(solids, j, VELOCITY)
    d = mix(1.0, o, -1.0, along(vector(solids, j, CENTER), -rest, w))
    return in_frame(solids, j, d), in_frame(solids, j, mix(1.0, u, -1.0, w)), in_frame(solids, j, a)


@inlined
def normal_of(solids, j, face):
    """A face's direction to the free side, in the world."""
    r, sign = ROTATION + face // 2, 1.0 - 2.0 * (face % 2)
    return sign * solids[j, r], sign * solids[j, r + 3], sign * solids[j, r + 6]


@inlined
def reach(o, u, a, end):
    """Least and greatest corner round the path o + u t + a t^2 / 2 of `end` seconds: its chord, and its bulge |a| t^2 / 8."""
    way, bulge = mix(end, u, 0.5 * end * end, a), 0.125 * end * end
    x, y, z = abs(a[0]) * bulge, abs(a[1]) * bulge, abs(a[2]) * bulge
    low = o[0] + min(way[0], 0.0) - x, o[1] + min(way[1], 0.0) - y, o[2] + min(way[2], 0.0) - z
    return low, (o[0] + max(way[0], 0.0) + x, o[1] + max(way[1], 0.0) + y, o[2] + max(way[2], 0.0) + z)


@inlined
def apart(solids, j, low, high):
    """Whether a path between these corners stays clear of a solid; of what has its free side within, nothing does."""
    kind = solids[j, KIND]
    if kind == BOX or kind == SPHERE or kind == CAPSULE or kind == SAMPLED:
        s, t = vector(solids, j, LOW), vector(solids, j, HIGH)
        return low[0] > t[0] or low[1] > t[1] or low[2] > t[2] or high[0] < s[0] or high[1] < s[1] or high[2] < s[2]
    if kind == PLANE:
        n = normal_of(solids, j, 2)
        nearest = min(n[0] * low[0], n[0] * high[0]) + min(n[1] * low[1], n[1] * high[1]) + min(n[2] * low[2], n[2] * high[2])
        return nearest > dot(n, vector(solids, j, CENTER)) + solids[j, MARGIN]
    return False


@inlined
def clear(solids, low, high):
    """Whether a path between these corners stays clear of all solids."""
    for j in range(len(solids)):
        if solids[j, KIND] == SAMPLES:
            break
        if not apart(solids, j, low, high):
            return False
    return True


@inlined
def fall_through(d, v, a, end):
    """First time in [0, end] at which d + v t + a t^2 / 2 goes from above to below 0, else NEVER; d < 0 counts as 0.

    The root is written without a difference of nearly equal numbers; at rest on the surface (d = v = 0, a < 0) it is 0.
    """
    d = max(d, 0.0)
    if a <= 0.0 and d + (v + 0.5 * a * end) * end > 0.0:
        return NEVER
    root = v * v - 2.0 * a * d
    if root < 0.0 or (v >= 0.0 and a >= 0.0):
        return NEVER
    t = 2.0 * d / (np.sqrt(root) - v) if v < 0.0 else (v + np.sqrt(root)) / -a
    return t if t <= end else NEVER
