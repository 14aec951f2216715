"""The arrays of several bodies laid side by side: indices shifted to where each body's masses lie."""

from itertools import accumulate

import esper
import numpy as np

from engine.components import Ball, Population, Rest, Runs, Spring, Tether, Touch, Triangles
from engine.components import Cells as Volumes
from engine.kernels.body import Cells, Faces, Springs, Tethers
from engine.kernels.contacts import Member, contacts
from engine.kernels.runs import FIRST, OFFSET, PAIR, SLOT, WIDTH, A, B


def firsts(counts):
    """First row of each of several tables laid one below the other, then the end, int32 (b + 1,)."""
    return np.array([0, *accumulate(counts)], np.int32)


def springs(group, first):
    """Springs of all bodies; of one alone its own arrays, so that a change of stiffness is seen at once.

    group  entities
    first  (b + 1,) first mass of each in the joint rows, and the end
    """
    some = [(lo, esper.component_for_entity(e, Spring), esper.component_for_entity(e, Runs)) for e, lo in _having(Spring, group, first)]
    if not some:
        none, table = np.zeros(0, np.float32), np.zeros((0, WIDTH), np.int32)
        return Springs(
            table,
            np.zeros((0, 2), np.int32),
            np.zeros(0, np.int32),
            *[none] * 6,
            np.zeros((3, 0), np.float32),
            False,
            none,
            none,
        )
    if len(group) == 1:
        _, own, runs = some[0]
        parts = runs.table, own.ends, runs.slot, own.rest, own.stiffness, own.damping, own.firm
        slots = runs.slots
    else:
        counts, slots = firsts(len(own.ends) for _, own, _ in some), firsts(runs.slots for _, _, runs in some)
        tables = list(_runs(some, counts, slots))
        ends = [own.ends + lo for lo, own, _ in some]
        slot = [runs.slot + base for (_, _, runs), base in zip(some, slots, strict=False)]
        numbers = [[getattr(own, name) for _, own, _ in some] for name in ("rest", "stiffness", "damping", "firm")]
        parts = [np.concatenate(part) for part in (tables, ends, slot, *numbers)]
        slots = int(slots[-1])
    scratch = lambda *shape: np.zeros((*shape, slots), np.float32)  # noqa: E731
    *parts, damping, firm = parts
    room = scratch(), scratch(), scratch(), scratch(3)
    return Springs(*parts, damping, *room, bool(damping.any()), firm, scratch())


def _runs(some, counts, slots):
    """Tables of runs whose masses, slots and rows of ends are those of the joint arrays; no two bodies share an offset or a pair."""
    offset, pair = 0, 0
    for (lo, _, runs), count, slot in zip(some, counts, slots, strict=False):
        table = runs.table.copy()
        for column, base in ((A, lo), (B, lo), (SLOT, slot), (FIRST, count), (OFFSET, offset), (PAIR, pair)):
            table[:, column] += base
        offset, pair = int(table[:, OFFSET].max(initial=0)) + 1, int(table[:, PAIR].max(initial=0)) + 1
        yield table


def tethers(group, first, slots):
    """Tethers of all bodies, as many for each mass as the body with the most has."""
    if len(group) == 1:
        own = esper.try_component(group[0], Tether)
        return Tethers(own.anchor, own.length) if own else _untethered(0, slots)
    some = [(lo, esper.component_for_entity(e, Tether)) for e, lo in _having(Tether, group, first)]
    joint = _untethered(max((len(own.anchor) for _, own in some), default=0), slots)
    ends = dict(zip(first, first[1:], strict=False))
    for lo, own in some:
        k, n = len(own.anchor), ends[lo] - lo
        anchor = own.anchor[:, :n]
        joint.anchor[:k, lo : lo + n] = np.where(anchor >= 0, anchor + lo, -1)
        joint.length[:k, lo : lo + n] = own.length[:, :n]
    return joint


def _untethered(k, slots):
    return Tethers(np.full((k, slots), -1, np.int32), np.full((k, slots), np.inf, np.float32))


def cells(group, first):
    """Volumes of all bodies."""
    some = [(lo, esper.component_for_entity(e, Volumes)) for e, lo in _having(Volumes, group, first)]
    corners = [np.zeros((0, 4), np.int32), *(own.corners + np.int32(lo) for lo, own in some)]
    return Cells(np.concatenate(corners), np.concatenate([np.zeros(0, np.float32), *(own.volume for _, own in some)]))


def faces(group, first):
    """Triangles of all bodies."""
    corners, closed = [np.zeros((0, 3), np.int32)], [np.zeros(0, np.uint8)]
    counts = []
    for entity, lo in zip(group, first, strict=False):
        own = esper.try_component(entity, Triangles)
        counts.append(len(own.corners) if own else 0)
        if own:
            corners.append(own.corners + np.int32(lo))
            closed.append(np.full(len(own.corners), own.closed, np.uint8))
    return Faces(np.concatenate(corners), np.concatenate(closed), firsts(counts))


def near(group, first, slots):
    """Who may touch whom: Contacts of all bodies."""
    return contacts([_member(entity, int(lo)) for entity, lo in zip(group, first, strict=False)], slots)


def _member(entity, lo):
    population, touch, rest = (esper.component_for_entity(entity, kind) for kind in (Population, Touch, Rest))
    triangles, ball = esper.try_component(entity, Triangles), esper.try_component(entity, Ball)
    n = population.used
    closed = bool(triangles and triangles.closed)
    corners = triangles.corners if triangles else np.zeros((0, 3), np.int32)
    surface = np.unique(corners).astype(np.int32) if closed else np.arange(n, dtype=np.int32)
    return Member(
        lo, n, touch.reach[:n], touch.itself, touch.friction, rest.rows[:, :n], surface, corners, closed, ball.radius if ball else 0.0, touch.solid
    )  # fmt: skip


def _having(kind, group, first):
    """(entity, first mass) of those that have a component."""
    return [(entity, int(lo)) for entity, lo in zip(group, first, strict=False) if esper.has_component(entity, kind)]
