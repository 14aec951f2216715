"""Solids as rows of one flat float64 table per body, and when a parabola meets them.

A solid is a plane or a box. `plane_row` and `box_row` make a row; `np.array(rows)`, or `np.empty((0, WIDTH))` for none, is
the table. What a hit does stands in a second table, the bounces, of which each solid owns a slice.
"""

import numpy as np

from engine.kernels.compile import kernel

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
SEAM = 1e-6  # faces reach this far over their edges, so that nothing slips between two boxes
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
