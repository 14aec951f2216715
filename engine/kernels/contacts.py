"""Who meets whom: masses of one body each other, and bodies other bodies. Made once for a body or an island, then called in each substep."""

from typing import NamedTuple

import numpy as np
from numpy import ndarray

from engine.kernels.compile import lean
from engine.kernels.nearness import U
from engine.kernels.pairs import (
    COLUMNS,
    FIRST,
    LAST,
    PAIRS,
    REACH,
    ROOM_FIRST,
    ROOM_LAST,
    SKIN_FIRST,
    SKIN_LAST,
    Grid,
    build,
    has_moved,
    sweep_all,
)

PAIRS_EACH = 16  # room in the list for so many pairs a mass; more are found piece by piece, in every substep
CELLS_EACH = 16  # most cells a mass
STRIDE = 0.5  # of the distance that masses keep: the most that one may go in a substep, so that none passes another


class Member(NamedTuple):
    """A body among those that meet."""

    first: int  # place of its masses in the rows
    count: int
    reach: ndarray  # [m] (n,) distance that a mass keeps from other bodies
    itself: float  # [m] distance that its masses keep from each other; 0: they pass
    friction: float
    rest: ndarray  # [m] (3, n) where its masses are at rest
    surface: ndarray  # (k,) its masses that can meet
    triangles: ndarray  # (t, 3) of its surface, or (0, 3)
    closed: bool  # the triangles enclose it
    radius: float  # [m] of a ball, else 0
    solid: bool  # others meet it


class Contacts(NamedTuple):
    """What the kernels below need; made by `contacts`."""

    limit: float  # [m] most that a mass may go in a substep, against the mean of its body; 0 for none
    rows: ndarray  # (members, COLUMNS) int64
    itself: ndarray  # [m] (members,)
    friction: ndarray  # (members,)
    skin: ndarray  # int32, masses that can meet, body by body
    rest: ndarray  # [m] (3, slots)
    last: ndarray  # [m] (3, slots) where they were when the list was made
    pairs: ndarray  # (2, room) int32
    grid: Grid


def contacts(members, slots):
    """Contacts of bodies whose masses lie one after the other in rows of so many slots; of none for no members."""
    count, skins = len(members), [np.asarray(m.surface, np.int32) + np.int32(m.first) for m in members]
    rows, rest = np.zeros((count, COLUMNS), np.int64), np.zeros((3, slots), np.float32)
    ends = np.cumsum([0] + [len(skin) for skin in skins])
    rooms = np.cumsum([0] + [PAIRS_EACH * len(skin) if m.itself > 0 else 0 for m, skin in zip(members, skins, strict=True)])
    for row, m, skin, room, *_ in zip(rows, members, ends, rooms, strict=False):
        row[FIRST], row[LAST], row[SKIN_FIRST], row[ROOM_FIRST], row[PAIRS] = m.first, m.first + m.count, skin, room, -1
        rest[:, m.first : m.first + m.count] = np.asarray(m.rest)[:, : m.count]
    rows[:, SKIN_LAST], rows[:, ROOM_LAST] = ends[1:], rooms[1:]
    most = max((len(skin) for m, skin in zip(members, skins, strict=True) if m.itself > 0), default=0)
    keep = np.array([m.itself for m in members], float)
    return Contacts(
        STRIDE * keep[keep > 0].min() if (keep > 0).any() else 0.0,
        rows,
        keep,
        np.array([m.friction for m in members], float),
        np.concatenate([*skins, np.zeros(0, np.int32)]),
        rest,
        np.zeros((3, slots), np.float32),
        np.zeros((2, rooms[-1]), np.int32),
        Grid(np.zeros(CELLS_EACH * most + 64, np.int32), *(np.zeros(most, np.int32) for _ in range(3)), np.zeros((3, most), np.float32)),
    )


@lean
def _copy(row, to, lo, hi):
    for i in range(U(lo), U(hi)):
        to[i] = row[i]


@lean
def refresh(contacts, masses, h):
    """Look for what may meet, where something has moved far enough: once the masses are where a substep of h seconds would take them."""
    for m in range(len(contacts.rows)):
        row, r = contacts.rows[m], contacts.itself[m]
        lo, hi = row[FIRST], row[LAST]
        if r > 0.0 and hi > lo:
            if row[PAIRS] < 0 or has_moved(masses.x, contacts.last, lo, hi, (REACH - 1.0) * r):
                build(masses.x, contacts.rest, contacts.skin, row, r, contacts.grid, contacts.pairs)
                for axis in range(3):
                    _copy(masses.x[axis], contacts.last[axis], lo, hi)


@lean
def resolve(contacts, masses, h):
    """Push apart what is too near, once each, with friction. masses.start is where all were before the substep of h seconds."""
    c = contacts
    for m in range(len(c.rows)):
        if c.itself[m] > 0.0 and c.rows[m, LAST] > c.rows[m, FIRST]:
            itself, friction = c.itself[m], c.friction[m]
            sweep_all(masses.x, masses.start, masses.inverse, c.rest, c.skin, c.rows[m], itself, friction, c.grid, c.pairs)
