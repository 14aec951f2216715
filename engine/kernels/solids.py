"""Solids as rows of one flat float64 table per body, and when a parabola meets them.

A solid is a plane or a box. `plane_row` and `box_row` make a row; `np.array(rows)`, or `np.empty((0, WIDTH))` for none, is
the table. What a hit does stands in a second table, the bounces, of which each solid owns a slice.
"""

import numpy as np

from engine.kernels.compile import kernel
from engine.kernels.scratch import FACE, LOCAL

PLANE, BOX, ROOM = 0, 1, 2  # a room is a box whose inside is free and whose outside is solid

KIND = 0
CENTER = 1  # to 3, at the end of the tick
ROTATION = 4  # to 12, row by row, frame -> world; a plane's normal is the middle column
HALF = 13  # to 15, half sides; a plane has none
LOW = 16  # to 18, least corner of what a path must touch to be looked at (a box only)
HIGH = 19  # to 21, greatest corner
MARGIN = 22  # the same for planes and rooms: how far inside the free side a path is looked at
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


def _row(kind, center, rotation, half, thickness, bounces, hits_row, lifetime_loss, kill, velocity, dt):
    rotation, velocity = np.asarray(rotation, float), np.asarray(velocity, float)
    row = np.zeros(WIDTH)
    row[KIND], row[CENTER : CENTER + 3], row[ROTATION : ROTATION + 9], row[HALF : HALF + 3] = kind, center, rotation.ravel(), half
    way = np.abs(velocity) * dt
    reach = np.abs(rotation) @ (np.asarray(half, float) + thickness) + SKIN + way
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


def bounce_row(restitution=0.5, tangential=1.0, scatter=0.0, friction=0.0):
    """One row of the table of bounces (n, 4) float64."""
    return np.array([restitution, tangential, scatter, friction], float)


@kernel
def to_frame(solids, j, s, o, u, a, rest):
    """Fill rows LOCAL of s with place, velocity and acceleration (rows o, u, a) as seen from solid j, `rest` seconds before the tick's end."""
    d0 = s[o, 0] - solids[j, CENTER] + solids[j, VELOCITY] * rest
    d1 = s[o, 1] - solids[j, CENTER + 1] + solids[j, VELOCITY + 1] * rest
    d2 = s[o, 2] - solids[j, CENTER + 2] + solids[j, VELOCITY + 2] * rest
    u0, u1, u2 = s[u, 0] - solids[j, VELOCITY], s[u, 1] - solids[j, VELOCITY + 1], s[u, 2] - solids[j, VELOCITY + 2]
    for axis in range(3):
        r0, r1, r2 = solids[j, ROTATION + axis], solids[j, ROTATION + 3 + axis], solids[j, ROTATION + 6 + axis]
        s[LOCAL, axis] = r0 * d0 + r1 * d1 + r2 * d2
        s[LOCAL + 1, axis] = r0 * u0 + r1 * u1 + r2 * u2
        s[LOCAL + 2, axis] = r0 * s[a, 0] + r1 * s[a, 1] + r2 * s[a, 2]


@kernel
def faces(solids, j):
    """How many faces a solid has."""
    return 1 if solids[j, KIND] == PLANE else 6


@kernel
def face_of(solids, j, face):
    """A face as (axis, sign, offset): the distance to it is sign * coordinate - offset, positive on the free side."""
    if solids[j, KIND] == PLANE:
        return 1, 1.0, solids[j, THICKNESS]
    axis, sign = face // 2, 1.0 - 2.0 * (face % 2)
    if solids[j, KIND] == ROOM:
        return axis, sign, solids[j, THICKNESS] - solids[j, HALF + axis]
    return axis, sign, solids[j, THICKNESS] + solids[j, HALF + axis]


@kernel
def within(solids, j, s, axis, t):
    """Whether the path in LOCAL is inside the rectangle of the faces across `axis` at the time t."""
    if solids[j, KIND] == PLANE:
        return True
    over = SKIN if solids[j, KIND] == ROOM else SEAM + solids[j, THICKNESS]
    for b in range(3):
        place = s[LOCAL, b] + (s[LOCAL + 1, b] + 0.5 * s[LOCAL + 2, b] * t) * t
        if b != axis and abs(place) > solids[j, HALF + b] + over:
            return False
    return True


@kernel
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


@kernel
def first_face(solids, j, s, end):
    """First face of solid j that the path in LOCAL enters within `end` seconds: (time, face), or (NEVER, -1).

    Only from outside: a start deeper than SKIN under a face cannot hit that face, so what is born inside leaves freely.
    """
    best, which = NEVER, -1
    for face in range(faces(solids, j)):
        axis, sign, offset = face_of(solids, j, face)
        d, speed, pull = sign * s[LOCAL, axis] - offset, sign * s[LOCAL + 1, axis], sign * s[LOCAL + 2, axis]
        if d >= -SKIN and (speed < 0.0 or pull < 0.0):
            t = fall_through(d, speed, pull, end)
            if t < best and within(solids, j, s, axis, t):
                best, which = t, face
    return best, which


@kernel
def apart(solids, j, s, o, u, a, end):
    """Whether a path of `end` seconds stays clear of the box round a solid, by its chord and its bulge |a| t^2 / 8."""
    if solids[j, KIND] != BOX:
        return False
    for b in range(3):
        way, bulge = (s[u, b] + 0.5 * s[a, b] * end) * end, abs(s[a, b]) * end * end / 8.0
        if s[o, b] + min(way, 0.0) - bulge > solids[j, HIGH + b] or s[o, b] + max(way, 0.0) + bulge < solids[j, LOW + b]:
            return True
    return False


@kernel
def clear(solids, s, o, u, a, end):
    """Whether a path stays clear of the boxes round all solids (planes and rooms have none)."""
    for j in range(len(solids)):
        if not apart(solids, j, s, o, u, a, end):
            return False
    return True


@kernel
def first_hit(solids, s, o, u, a, end, rest):
    """First solid that the path o + u t + a t^2 / 2 (rows of s) enters within `end` seconds: (time, solid, face), or (NEVER, -1, -1).

    The path starts `rest` >= end seconds before the tick's end, which says where moving solids are. The first of the table wins a tie.
    """
    best, which, where = NEVER, -1, -1
    for j in range(len(solids)):
        if apart(solids, j, s, o, u, a, end):
            continue
        to_frame(solids, j, s, o, u, a, rest)
        t, face = first_face(solids, j, s, end)
        if t < best:
            best, which, where = t, j, face
    return best, which, where


@kernel
def support(solids, s, o, u, a, rest, gentle):
    """The face that a path starts on, pressed to it and slower than gentle * pressure across: (solid, face, distance), or (-1, -1, 0)."""
    for j in range(len(solids)):
        if apart(solids, j, s, o, u, a, 0.0):
            continue
        to_frame(solids, j, s, o, u, a, rest)
        for face in range(faces(solids, j)):
            axis, sign, offset = face_of(solids, j, face)
            d, across, pressure = sign * s[LOCAL, axis] - offset, sign * s[LOCAL + 1, axis], -sign * s[LOCAL + 2, axis]
            if -SKIN <= d <= TOUCH and pressure > 0.0 and abs(across) <= gentle * pressure and within(solids, j, s, axis, 0.0):
                return j, face, d
    return -1, -1, 0.0


@kernel
def normal_of(solids, j, face, s):
    """Fill row FACE of s with a face's direction to the free side, in the world."""
    axis, sign, _ = face_of(solids, j, face)
    for b in range(3):
        s[FACE, b] = sign * solids[j, ROTATION + 3 * b + axis]
