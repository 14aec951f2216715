"""The order in which springs are solved: every link once, nothing twice in a run."""

import itertools
import math
import time

import numpy as np
import pytest

from engine.bodies.grid import link_kinds, offsets
from engine.bodies.runs import edge_colors, lattice_runs, listed_runs
from engine.components import LINKS
from engine.kernels.runs import COUNT, FAMILY, FIRST, FORM, JOIN, LANES, LISTED, OFFSET, PAIR, PROGRESSION, SLOT, STRIDE, A, B

COUNTS = [(2,), (3,), (7,), (2, 2), (2, 3), (3, 2), (5, 4), (4, 7), (8, 8), (2, 2, 2), (3, 2, 4), (4, 5, 3), (5, 5, 5)]


def neighbours(counts):
    """Links of a lattice by the definition: pairs of grid points and how far apart they are, sorted by axis."""
    points = np.array(list(itertools.product(*(range(n) for n in counts[::-1]))))
    steps = {(1,): "structural", (1, 1): "shear", (2,): "bend", (1, 1, 1): "space"}
    for a in range(len(points)):
        for b in range(a + 1, len(points)):
            kind = steps.get(tuple(sorted(filter(None, np.abs(points[b] - points[a]).tolist()))))
            if kind:
                yield (a, b), LINKS.index(kind)


def of_run(laid, row):
    """Pairs of masses of a run, the idle ones among them."""
    if row[FORM] == LISTED:
        return laid.ends[row[FIRST] : row[FIRST] + row[COUNT]]
    t = np.arange(row[COUNT])[:, None] * row[STRIDE]
    return np.concatenate([row[A] + t, row[B] + t], 1)


@pytest.mark.parametrize("counts", COUNTS)
def test_every_link_is_there_exactly_once(counts):
    """The springs are all pairs of neighbours of each kind, by the definition of the kind."""
    links = [link for link in link_kinds(len(counts)) if link in LINKS]
    laid = lattice_runs(counts, links)
    found = sorted((tuple(sorted(pair)), int(link)) for pair, link in zip(laid.ends.tolist(), laid.link, strict=True))
    assert found == sorted(neighbours(counts))


@pytest.mark.parametrize("counts", [*COUNTS, (150, 5), (3, 131, 3)])
def test_runs_are_disjoint_and_in_order(counts):
    """No two springs of a run share a mass; slots follow each other; idle ones name this body's masses; a slot shows its spring's masses."""
    laid = lattice_runs(counts, LINKS if len(counts) == 3 else link_kinds(len(counts)))
    pairs, live = np.zeros((laid.slots, 2), int), np.isin(np.arange(laid.slots), laid.slot)
    next_slot = 0
    for row in laid.table:
        run, own = of_run(laid, row), slice(next_slot, next_slot + row[COUNT])
        assert row[FORM] == PROGRESSION and row[SLOT] == next_slot and row[COUNT] > 0
        assert len(np.unique(run[live[own]])) == run[live[own]].size and run.min() >= 0 and run.max() < math.prod(counts)
        assert live[own][0] and live[own][-LANES:].any() and row[STRIDE] == 1
        assert row[COUNT] % LANES == 0 or row[B] + row[COUNT] // LANES * LANES + LANES > math.prod(counts)
        pairs[own] = run
        next_slot += len(run)
    assert next_slot == laid.slots
    np.testing.assert_array_equal(pairs[laid.slot], laid.ends)
    assert (np.diff(laid.slot) > 0).all() and (np.diff(laid.link.astype(int)) >= 0).all()
    assert (np.diff(laid.table[:, FAMILY]) >= 0).all() and (np.diff(laid.table[:, OFFSET]) >= 0).all()


def test_rows_are_joined_while_that_is_cheap():
    """Rows of up to JOIN masses are one run a colour; longer ones, which would idle as long, are a run each."""
    short, long = lattice_runs((JOIN, 8), LINKS[:1]), lattice_runs((JOIN + 1, 8), LINKS[:1])
    assert len(short.table) == 2 + 2 and len(long.table) == 2 + 7


def test_a_mirror_swaps_offsets_that_share_a_pair():
    """Turning one axis round maps the springs of each pair of offsets onto themselves, and the offsets of a pair stand side by side."""
    counts = (4, 5, 3)
    laid = lattice_runs(counts, LINKS)
    owner = np.repeat(laid.table[:, PAIR], laid.table[:, COUNT])[laid.slot]
    number = np.arange(math.prod(counts)).reshape(counts[::-1])
    for axis in range(3):
        mirror = np.flip(number, axis).ravel()
        mirrored = np.sort(mirror[laid.ends], 1)
        for pair in np.unique(owner):
            a, b = (set(map(tuple, e[owner == pair].tolist())) for e in (mirrored, np.sort(laid.ends, 1)))
            assert a == b
    assert (np.diff(laid.table[:, PAIR]) >= 0).all()


def test_offsets_of_a_block():
    """Neighbours, face diagonals, second neighbours and space diagonals of a block: 3, 6, 3 and 4 directions."""
    assert [len(offsets(link, 3)) for link in LINKS] == [3, 6, 3, 4]
    assert [len(offsets(link, 2)) for link in LINKS[:3]] == [2, 2, 2]


def test_a_large_sheet_is_laid_without_a_loop_over_springs():
    """256 x 256 with bending, 390,000 springs: within 0.2 s, and five of seven slots hold a spring."""
    laid, taken = None, []
    for _ in range(3):
        start = time.perf_counter()
        laid = lattice_runs((256, 256), link_kinds(2))
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.2
    assert len(laid.ends) == 2 * 256 * 255 + 2 * 255**2 + 2 * 256 * 254
    assert laid.slots < 7 / 5 * len(laid.ends)


def test_colors_of_a_graph_are_disjoint_and_few():
    """Greedy colouring: no mass twice in a colour, every edge coloured, fewer than twice the largest degree."""
    edges = np.unique(np.sort(np.random.default_rng(1).integers(0, 400, (3000, 2)), 1), axis=0)
    edges = edges[edges[:, 0] != edges[:, 1]]
    color = edge_colors(edges)
    for c in range(color.max() + 1):
        ends = edges[color == c]
        assert len(ends) and len(np.unique(ends)) == ends.size
    assert color.min() == 0 and color.max() + 1 < 2 * np.bincount(edges.ravel()).max()


def test_a_wheel_needs_a_color_for_each_spoke():
    """A hub of 200 spokes: 200 colours, whatever the width of a machine word."""
    spokes = np.stack([np.zeros(200, int), np.arange(1, 201)], 1)
    np.testing.assert_array_equal(np.sort(edge_colors(spokes)), np.arange(200))


def test_listed_springs_keep_their_origin():
    """A list is laid family by family in lists of disjoint pairs; `source` says where each stood."""
    ends, link = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]]), np.array([0, 0, 0, 0, 1, 1])
    laid = listed_runs(ends, link)
    np.testing.assert_array_equal(laid.ends, ends[laid.source])
    np.testing.assert_array_equal(laid.link, link[laid.source])
    np.testing.assert_array_equal(np.sort(laid.source), np.arange(6))
    for row in laid.table:
        run = of_run(laid, row)
        assert row[FORM] == LISTED and row[SLOT] == row[FIRST] and len(np.unique(run)) == run.size
        assert (laid.link[row[FIRST] : row[FIRST] + row[COUNT]] == row[FAMILY]).all()
    assert laid.table[:, COUNT].sum() == laid.slots == 6
