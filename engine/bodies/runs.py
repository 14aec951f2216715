"""The order in which solvers take springs, as the run table of kernels/runs.py.

A lattice's springs of one offset d (in mass numbers) join p and p + d. Coloured by the parity of p's step along the offset's slowest axis, no
mass is in two of one colour. Within a colour p counts on over the whole lattice; where no spring is, a slot stays idle, or, where the gap
is long, another run begins. More idle slots fill the end of a run up to the width that processors take at once.
"""

import math
from typing import NamedTuple

import numpy as np

from engine.bodies.grid import offsets
from engine.components import LINKS
from engine.kernels import runs as layout


class Laid(NamedTuple):
    """Springs in the solvers' order."""

    ends: np.ndarray  # (m, 2) int32
    link: np.ndarray  # (m,) uint8 row of LINKS
    table: np.ndarray  # (r, WIDTH) int32
    slot: np.ndarray  # (m,) int32
    slots: int
    source: np.ndarray  # (m,) int32 where each spring stood in the list that was given; of a lattice 0, 1, ...


def lattice_runs(counts, links):
    """Laid springs of a lattice. counts (n,), (n, m) or (n, m, l); links: names of LINKS that its dimensions allow."""
    shape, masses = counts[::-1], math.prod(counts)
    ends, families, table, slots = [], [], [], []
    slot = number = 0
    pairs = {}
    for family, link in enumerate(LINKS):
        for offset in offsets(link, len(shape)) if link in links else ():
            d = sum(step * math.prod(shape[k + 1 :]) for k, step in enumerate(offset))
            pair = pairs.setdefault(tuple(abs(step) for step in offset), len(pairs))
            for p in _colors(shape, offset):
                first = np.append(0, np.flatnonzero(np.diff(p) > layout.JOIN + 1) + 1)
                last = np.append(first[1:], len(p)) - 1
                count = p[last] - p[first] + 1
                full = -(-count // layout.LANES) * layout.LANES
                count = np.where(p[first] + full + d <= masses, full, count)  # idle slots name masses of this body
                start = slot + np.cumsum(count) - count
                rows = np.zeros((len(first), layout.WIDTH), np.int32)
                rows[:, layout.A], rows[:, layout.B] = p[first], p[first] + d
                rows[:, layout.COUNT], rows[:, layout.STRIDE], rows[:, layout.SLOT] = count, 1, start
                rows[:, layout.OFFSET], rows[:, layout.PAIR], rows[:, layout.FAMILY] = number, pair, family
                table.append(rows)
                slots.append(p - np.repeat((p[first] - start).astype(np.int32), last - first + 1))
                ends.append(np.stack([p, p + np.int32(d)], 1))
                families.append(np.full(len(p), family, np.uint8))
                slot += int(count.sum())
            number += 1
    return _laid(ends, families, table, slots, slot, None)


def _colors(shape, offset):
    """Of each colour of an offset that has springs: first masses p of the springs, growing."""
    lead = next(k for k, step in enumerate(offset) if step)
    along = [np.arange(size).reshape((-1,) + (1,) * (len(shape) - k - 1)) for k, size in enumerate(shape)]
    valid = np.ones(shape, bool)
    for place, step, size in zip(along, offset, shape, strict=True):
        valid &= (place + step >= 0) & (place + step < size)
    for color in range(2):
        p = np.flatnonzero(valid & (along[lead] // offset[lead] % 2 == color)).astype(np.int32)
        if len(p):
            yield p


def listed_runs(ends, link):
    """Laid springs of any graph: family by family, in it colour by colour (greedy), each colour a list.

    ends (m, 2), link (m,) row of LINKS
    """
    ends = np.asarray(ends, np.int64).reshape(-1, 2)
    order, table, first = [], [], 0
    for family in range(len(LINKS)):
        chosen = np.flatnonzero(link == family)
        color = edge_colors(ends[chosen])
        for c in range(int(color.max(initial=-1)) + 1):
            members = chosen[color == c]
            row = np.zeros((1, layout.WIDTH), np.int32)
            row[0, [layout.COUNT, layout.SLOT, layout.FIRST, layout.FORM, layout.OFFSET, layout.PAIR, layout.FAMILY]] = (
                len(members), first, first, layout.LISTED, family, family, family,
            )  # fmt: skip
            order.append(members)
            table.append(row)
            first += len(members)
    source = np.concatenate(order) if order else np.zeros(0, int)
    return _laid([ends[source]], [np.asarray(link)[source]], table, [np.arange(first)], first, source)


def edge_colors(ends):
    """(m,) colour of each edge: the least that no earlier edge at one of its ends has, so at most twice the largest degree less one."""
    taken = {}  # of each mass: one bit for each colour
    colors = []
    for a, b in ends.tolist():
        free = ~(taken.get(a, 0) | taken.get(b, 0))
        bit = free & -free
        taken[a] = taken.get(a, 0) | bit
        taken[b] = taken.get(b, 0) | bit
        colors.append(bit.bit_length() - 1)
    return np.array(colors, int)


def _laid(ends, families, table, slots, count, source):
    """One array of each."""
    whole = lambda parts, kind, *shape: np.concatenate(parts).astype(kind, copy=False) if parts else np.zeros((0, *shape), kind)  # noqa: E731
    ends, slot = whole(ends, np.int32, 2), whole(slots, np.int32)
    source = np.arange(len(ends), dtype=np.int32) if source is None else source
    return Laid(ends, whole(families, np.uint8), whole(table, np.int32, layout.WIDTH), slot, count, source.astype(np.int32, copy=False))
