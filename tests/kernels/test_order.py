"""Compaction and sorting: what keeps or makes an order."""

import numpy as np
import pytest

from engine.kernels.compact import compact_row, compact_rows, survivors
from engine.kernels.sort import BINS, places_between, sort_back_to_front


@pytest.mark.parametrize("share", [0.0, 1 / 16, 0.9, 1.0])
@pytest.mark.parametrize("kind", [np.float32, np.uint32, np.uint8])
def test_compaction_keeps_the_living_in_order(share, kind):
    """The same as picking the living with a mask, for columns and for rows of columns; slots behind `used` are left alone."""
    rng = np.random.default_rng(1)
    n, used = 1000, 900
    age, index = np.ones(n, np.float32), np.zeros(n, np.int32)
    age[rng.random(n) < share] = -np.inf
    row, rows = rng.integers(0, 255, n).astype(kind), rng.integers(0, 255, (3, n)).astype(kind)
    living = np.flatnonzero(age[:used] > 0)
    wanted, wanted_rows, tail = row[living], rows[:, living], row[used:].copy()
    first, count = survivors(age, used, index)
    compact_row(row, index, first, count)
    compact_rows(rows, index, first, count)
    assert count == len(living) and (row[:count] == wanted).all() and (rows[:, :count] == wanted_rows).all() and (row[used:] == tail).all()


def scene(n=5000, dead=0.1):
    """Places now and before, every tenth dead, many at the same depth."""
    rng = np.random.default_rng(2)
    x = rng.normal(0, 1, (3, n)).astype(np.float32)
    x[:, ::7] = x[:, :1]
    previous = x + rng.normal(0, 0.01, (3, n)).astype(np.float32)
    previous[:, ::7] = x[:, ::7]
    gone = rng.random(n) < dead
    x[1, gone] = previous[1, gone] = 1e30
    return x, previous, gone


def order_of(x, previous, axis, level=-np.inf, above=True, blend=0.25, call=sort_back_to_front):
    """The order behind and before the water."""
    n, place = x.shape[1], np.empty_like(x)
    places_between(x, previous, n, np.float32(blend), place)
    depth, key, count, order = np.zeros(n, np.float32), np.zeros(n, np.uint32), np.zeros(2 * BINS + 1, np.uint32), np.zeros(n, np.uint32)
    behind, before = call(place, n, axis, np.float32(level), above, depth, key, count, order)
    return order[:behind].astype(int), order[behind : behind + before].astype(int), depth


AXIS = np.array([0.36, -0.48, 0.8], np.float32)


def test_the_sort_is_a_permutation_of_the_living():
    """Every living slot once, no dead one."""
    x, previous, gone = scene()
    behind, before, _ = order_of(x, previous, AXIS)
    assert len(behind) == 0 and (np.sort(before) == np.flatnonzero(~gone)).all()


def test_the_sort_is_monotone_and_stable():
    """Depths never grow by more than a step of the key, and equal keys stand in the order of slots: numpy's stable sort of the same keys."""
    x, previous, gone = scene()
    _, order, depth = order_of(x, previous, AXIS)
    where = previous + np.float32(0.25) * (x - previous)
    assert np.abs(depth[~gone] - (AXIS @ where)[~gone]).max() < 1e-5
    span = np.ptp(depth[~gone])
    assert (np.diff(depth[order]) <= span / (BINS - 1) * 1.01).all()
    living = np.flatnonzero(~gone)
    key = ((depth[living].max() - depth[living]) * (np.float32(BINS - 1) / span)).astype(np.uint32)
    assert (order == living[np.argsort(key, kind="stable")]).all()


@pytest.mark.parametrize("above", [True, False])
def test_water_parts_the_order(above):
    """First what lies on the other side of the water from the camera, then what lies on its own side, each back to front."""
    x, previous, gone = scene()
    behind, before, depth = order_of(x, previous, AXIS, level=0.2, above=above)
    y = previous[1] + np.float32(0.25) * (x[1] - previous[1])
    assert ((y[before] > 0.2) == above).all() and ((y[behind] > 0.2) != above).all()
    assert len(behind) + len(before) == (~gone).sum()
    for part in (behind, before):
        assert (np.diff(depth[part]) <= np.ptp(depth[~gone]) / (BINS - 1) * 1.01).all()


def test_nothing_one_and_all_at_one_depth():
    """No living, a single one, and a thousand at the same place keep the order of slots."""
    x, previous, _ = scene(64, dead=1.1)
    assert len(order_of(x, previous, AXIS)[1]) == 0
    x[:, 5] = previous[:, 5] = 1
    assert order_of(x, previous, AXIS)[1].tolist() == [5]
    same = np.ones((3, 1000), np.float32)
    assert order_of(same, same, AXIS)[1].tolist() == list(range(1000))


def test_compiled_is_interpreted_to_the_bit():
    """The same order without the compiler."""
    x, previous, _ = scene(300)
    a, b = order_of(x, previous, AXIS), order_of(x, previous, AXIS, call=sort_back_to_front.py_func)
    assert (a[1] == b[1]).all()
