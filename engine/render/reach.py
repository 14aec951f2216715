"""How far what moves may come: the room that the sun's map keeps for it."""

import math

import numpy as np

ROOM = 0.3  # share of its size by which the box is larger than what it is made for
GRID = 0.25  # share of its size by which a box on a grid is larger at most, on each side
SLACK = 2.5  # times as large as needed, the box is made anew


class Reach:
    """A box (2, 3) [m] round skins, masses, balls and arrows, which stays as long as they fit it: shadows do not swim. None: nothing moves."""

    def __init__(self):
        self.box = None

    def follow(self, frame, exact=False):
        """Take over a frame. Returns the box. exact: one that depends on this frame alone, and jumps now and then."""
        now = bounds(frame)
        if now is None:
            self.box = None
        elif exact:
            self.box = on_grid(now)
        elif self.box is None or not _fits(now, self.box):
            grown = ROOM * max(0.1, float((now[1] - now[0]).max()))
            self.box = now + [[-grown], [grown]]
        return self.box


def on_grid(box):
    """The least box (2, 3) round another with its corners on a grid whose cells are a share of its size, in powers of two [m]."""
    cell = GRID * 2.0 ** math.ceil(math.log2(max(0.1, float((box[1] - box[0]).max()))))
    return np.stack([np.floor(box[0] / cell), np.ceil(box[1] / cell)]) * cell


def bounds(frame):
    """Low and high corner (2, 3) of all skins, masses, rounds and arrows; None where there are none, or none of finite place."""
    corners = [extreme for thing in (*frame.skins, *frame.masses) for extreme in _extremes(thing.position[:, : thing.used])]
    if len(frame.rounds.center):
        size = (frame.rounds.radius + frame.rounds.half)[:, None]
        corners += [(frame.rounds.center - size).min(0), (frame.rounds.center + size).max(0)]
    if len(frame.arrows):
        ends = np.concatenate([frame.arrows[:, :3], frame.arrows[:, :3] + frame.arrows[:, 3:6]])
        corners += [ends.min(0), ends.max(0)]
    corners = np.array(corners, float).reshape(-1, 3)
    corners = corners[np.isfinite(corners).all(1)]
    return np.stack([corners.min(0), corners.max(0)]) if len(corners) else None


def _extremes(rows):
    return (rows.min(1), rows.max(1)) if rows.size else ()


def _fits(now, box):
    inside = (now[0] >= box[0]).all() and (now[1] <= box[1]).all()
    return inside and float((box[1] - box[0]).max()) <= SLACK * max(0.1, float((now[1] - now[0]).max()))
