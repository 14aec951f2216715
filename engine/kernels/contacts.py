"""Who meets whom: masses of one body each other, and bodies other bodies. Made once for a body or an island, then called in each substep."""

from typing import NamedTuple

import numpy as np
from numpy import ndarray

from engine.kernels.compile import F, lean
from engine.kernels.cross import seek
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
    has_left,
    has_moved,
    sweep_all,
)
from engine.kernels.strike import strike

PAIRS_EACH = 16  # room in the list for so many pairs a mass; more are found piece by piece, in every substep
CELLS_EACH = 16  # most cells a mass
HITS_EACH = 8  # the same for hits between bodies
LED = 512  # most springs of a mass in the hand that are heeded
MARGIN = 0.3  # of the shortest mean edge, or of a ball's radius: what two may come nearer before hits are listed anew
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
    meetings: ndarray  # (k, 3) int32, kernels/cross.py
    faces: ndarray  # (t, 3) int32, corners
    faces_of: ndarray  # (members, 3) int32: first, last, 1 where closed
    reach: ndarray  # [m] (slots,)
    grip: ndarray  # (slots,) friction
    widest: ndarray  # [m] (members,) longest reach
    edge: ndarray  # [m] (members,) mean length of the edges
    margin: float  # [m] what two may come nearer before hits are listed anew
    seen: ndarray  # [m] (3, slots) where they were when hits were listed
    found: ndarray  # (slots,) scratch
    hits: ndarray  # (5, room) int32
    state: ndarray  # (3,) int64: hits listed, -1 before the first; meeting and triangle that had no room
    used: int
    led: ndarray  # (LED,) int32 scratch: free ends of the springs of the mass in the hand (kernels/grasp.py)
    bears: ndarray  # [m] (LED,) scratch: how long those may become


def contacts(members, slots):
    """Contacts of bodies whose masses lie one after the other in rows of so many slots; of none for no members."""
    skins = [np.asarray(m.surface, np.int32) + np.int32(m.first) for m in members]
    rows, rest = np.zeros((len(members), COLUMNS), np.int64), np.zeros((3, slots), np.float32)
    reach, grip = np.zeros(slots, np.float32), np.zeros(slots, np.float32)
    ends = np.cumsum([0] + [len(skin) for skin in skins])
    rooms = np.cumsum([0] + [PAIRS_EACH * len(skin) if m.itself > 0 else 0 for m, skin in zip(members, skins, strict=True)])
    for row, m, skin, room in zip(rows, members, ends, rooms, strict=False):
        row[FIRST], row[LAST], row[SKIN_FIRST], row[ROOM_FIRST], row[PAIRS] = m.first, m.first + m.count, skin, room, -1
        own = slice(m.first, m.first + m.count)
        rest[:, own], reach[own], grip[own] = np.asarray(m.rest)[:, : m.count], np.asarray(m.reach)[: m.count], m.friction
    rows[:, SKIN_LAST], rows[:, ROOM_LAST] = ends[1:], rooms[1:]
    keep = np.array([m.itself for m in members], float)
    faces = [np.asarray(m.triangles, np.int32).reshape(-1, 3) + np.int32(m.first) for m in members]
    edge, meetings = np.array([_edge(m) for m in members], float), _meetings(members)
    shortest = min([e for e in edge if e > 0] + [float(m.radius) for m in members if m.radius > 0], default=0.0)
    most, meet = max(map(len, skins), default=0), len(meetings) > 0
    led = LED if (keep > 0).any() else 0
    upto = np.cumsum([0] + [len(f) for f in faces])
    return Contacts(
        STRIDE * keep[keep > 0].min() if (keep > 0).any() else 0.0,
        rows,
        keep,
        np.array([m.friction for m in members], float),
        np.concatenate([*skins, np.zeros(0, np.int32)]),
        rest,
        np.zeros((3, slots), np.float32),
        np.zeros((2, rooms[-1]), np.int32),
        _grid(most),
        meetings,
        np.concatenate([*faces, np.zeros((0, 3), np.int32)]),
        np.array([(a, b, m.closed) for a, b, m in zip(upto, upto[1:], members, strict=False)], np.int32).reshape(-1, 3),
        reach,
        grip,
        np.array([np.max(np.asarray(m.reach)[: m.count], initial=0.0) for m in members], float),
        edge,
        MARGIN * shortest,
        np.zeros((3, slots), np.float32),
        np.zeros(slots, np.float32),
        np.zeros((5, HITS_EACH * ends[-1] + 64 if meet else 0), np.int32),
        np.array([-1, len(meetings), 0]),
        max((m.first + m.count for m in members), default=0),
        np.zeros(led, np.int32),
        np.zeros(led, np.float32),
    )


def _grid(most):
    return Grid(
        np.zeros(CELLS_EACH * most + 64, np.int32),
        *(np.zeros(most, np.int32) for _ in range(3)),
        np.zeros((3, most), np.float32),
        np.zeros(most, np.int32),
    )


def _edge(member):
    """Mean length of the edges of a body's triangles at rest, 0 for none [m]."""
    corners = np.asarray(member.rest, float)[:, np.asarray(member.triangles, int).reshape(-1, 3)]
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=2), axis=0).mean()) if corners.size else 0.0


def _meetings(members):
    """Rows (k, 3) of whose masses meet whose triangles, or masses where there are none, of bodies one of which is solid."""
    found = []
    for i, one in enumerate(members):
        for j, other in enumerate(members):
            if i != j and (one.solid or other.solid):
                if len(other.triangles):
                    found.append((i, j, 0))
                elif not len(one.triangles) and i < j and (one.radius > 0 or other.radius > 0):
                    found.append((i, j, 1))
    return np.array(found, np.int32).reshape(-1, 3)


@lean
def _copy(row, to, lo, hi):
    for i in range(U(lo), U(hi)):
        to[i] = row[i]


@lean
def refresh(contacts, masses):
    """Look for what may meet, where something has moved far enough: once the masses are where a substep would take them."""
    c, x = contacts, masses.x
    for m in range(len(c.rows)):
        row, r = c.rows[m], c.itself[m]
        lo, hi = row[FIRST], row[LAST]
        if r > 0.0 and hi > lo and (row[PAIRS] < 0 or has_moved(x, c.last, lo, hi, (REACH - 1.0) * r)):
            build(x, c.rest, c.skin, row, r, c.grid, c.pairs)
            for axis in range(3):
                _copy(x[axis], c.last[axis], lo, hi)
    if len(c.meetings) > 0:
        seen, none, most = c.seen, F(0), F(0.25 * c.margin * c.margin)
        if c.state[0] < 0 or has_left(x[0], x[1], x[2], seen[0], seen[1], seen[2], 0, c.used, none, none, none, most):
            c.state[0], c.state[1], c.state[2] = seek(c, masses, 0, 0)
            for axis in range(3):
                _copy(x[axis], seen[axis], 0, c.used)


@lean
def resolve(contacts, masses, h):
    """Push apart what is too near, once each, with friction. masses.start is where all were before the substep of h seconds."""
    c = contacts
    for m in range(len(c.rows)):
        if c.itself[m] > 0.0 and c.rows[m, LAST] > c.rows[m, FIRST]:
            itself, friction = c.itself[m], c.friction[m]
            sweep_all(masses.x, masses.start, masses.inverse, c.rest, c.skin, c.rows[m], itself, friction, c.grid, c.pairs)
    if len(c.meetings) > 0:
        if c.state[1] == len(c.meetings):
            strike(masses, c.hits, c.state[0], c.reach, c.grip, h)
        else:  # there was no room for all: they are found anew, piece by piece
            c.state[1], c.state[2] = 0, 0
            while c.state[1] < len(c.meetings):
                count, c.state[1], c.state[2] = seek(c, masses, c.state[1], c.state[2])
                strike(masses, c.hits, count, c.reach, c.grip, h)
            c.state[0] = -1
