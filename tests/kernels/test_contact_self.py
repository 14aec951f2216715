"""Masses of one body against each other: the list is complete, sweeps keep momentum, friction is Coulomb's."""

import numpy as np
import pytest
from loose import Loose

from engine.kernels import contacts as module
from engine.kernels.contacts import Member, contacts, refresh, resolve
from engine.kernels.pairs import BUILDS, PAIRS, ROOM_FIRST

NONE = np.zeros((0, 3), int)


def sheet(n, side=1.0):
    """Masses of an n x n sheet across z (3, n n), and their spacing."""
    line = np.arange(n) * side / (n - 1)
    return np.stack([np.tile(line, n), np.repeat(line, n), np.zeros(n * n)]), side / (n - 1)


def member(rest, itself, friction=0.0, first=0):
    """A body of masses that keep a distance from each other."""
    n = rest.shape[1]
    return Member(first, n, np.zeros(n), itself, friction, rest, np.arange(n), NONE, False, 0.0, False)


def crumpled(n, seed=0):
    """A sheet in a heap: (at rest, now, distance to keep)."""
    rest, spacing = sheet(n)
    return rest, (0.3 * rest + np.random.default_rng(seed).normal(0, 0.02, rest.shape)).astype(np.float32), 0.9 * spacing


def listed(made, m=0):
    """The pairs of a body in its list."""
    lo = made.rows[m, ROOM_FIRST]
    return {tuple(sorted(p)) for p in made.pairs[:, lo : lo + made.rows[m, PAIRS]].T.tolist()}


def nearer(x, rest, near, apart):
    """Pairs nearer than `near` now and not nearer than `apart` at rest, one by one."""
    d, d0 = (np.linalg.norm(a[:, :, None].astype(float) - a[:, None], axis=0) for a in (x, rest))
    return set(zip(*(i.tolist() for i in np.nonzero(np.triu((d < near) & (d0 > apart), 1))), strict=True))


@pytest.mark.parametrize("where", ["heap", "flat", "far"])
def test_the_list_is_complete(where):
    """All pairs nearer than 1.5 r that are farther than r at rest are listed once, of two bodies side by side too; no others."""
    rest, x, r = crumpled(20)
    if where == "flat":
        x = rest.astype(np.float32)
    if where == "far":  # one mass far outside: larger cells
        x[:, 7] += 40
    both = Loose(800)
    both.x[:, :400], both.x[:, 400:] = x, x + np.float32(0.01)
    made = contacts([member(rest, r), member(rest, 0.5 * r, first=400)], 800)
    made = made._replace(pairs=np.zeros((2, 200000), np.int32))
    made.rows[:, ROOM_FIRST], made.rows[:, ROOM_FIRST + 1] = (0, 100000), (100000, 200000)
    refresh(made, both.masses)
    assert listed(made) == nearer(x, rest, 1.5 * r, 1.00005 * r)
    second = {(i - 400, j - 400) for i, j in listed(made, 1)}
    assert second == nearer(both.x[:, 400:], rest, 0.75 * r, 0.500025 * r)
    assert len(listed(made)) == made.rows[0, PAIRS]


def test_a_list_without_room_is_worked_off_in_pieces(monkeypatch):
    """Room for one pair a mass or for all: the same bits."""
    rest, x, r = crumpled(20)
    ends = []
    for room in (1, 200):
        monkeypatch.setattr(module, "PAIRS_EACH", room)
        made, m = contacts([member(rest, r, 0.3)], 400), Loose(400)
        m.x[:] = x
        m.masses.start[:] = x - np.float32(0.001)
        for _ in range(3):
            made.rows[0, PAIRS] = -1
            refresh(made, m.masses)
            resolve(made, m.masses, 1 / 1200)
        ends.append(m.x.copy())
    assert (ends[0] == ends[1]).all()
    assert np.abs(ends[0] - x).max() > 0.01


def test_a_body_that_falls_keeps_its_list():
    """The list is made anew for what moves against the body, not for what moves with it."""
    rest, x, r = crumpled(20)
    made, m = contacts([member(rest, r)], 400), Loose(400)
    m.x[:] = x
    for _ in range(50):
        m.x += np.float32(0.1)
        refresh(made, m.masses)
    assert made.rows[0, BUILDS] == 1
    m.x[0, 5] += np.float32(0.3 * r)
    refresh(made, m.masses)
    assert made.rows[0, BUILDS] == 2


def test_sweeps_keep_momentum_and_part_all():
    """The sum of m x does not move, for masses of any kind; after some sweeps none is nearer than 0.8 r."""
    rest, x, r = crumpled(16)
    made, m = contacts([member(rest, r, 0.3)], 256), Loose(256)
    m.x[:] = x
    m.masses.inverse[:] = np.random.default_rng(1).uniform(0.5, 2, 256)
    m.masses.start[:] = x + np.random.default_rng(2).normal(0, 0.001, x.shape)
    mass = 1 / m.masses.inverse.astype(float)
    before = m.x.astype(float) @ mass
    for _ in range(200):
        refresh(made, m.masses)
        resolve(made, m.masses, 1 / 1200)
    assert m.x.astype(float) @ mass == pytest.approx(before, abs=1e-4)
    assert not nearer(m.x, rest, 0.8 * r, r)


@pytest.mark.parametrize("mu", [0.0, 0.2, 10.0])
def test_friction_takes_at_most_mu_times_the_push(mu):
    """Two masses pushed apart by d across and sliding by s: the slide loses min(mu d, s), shared by their masses."""
    rest = np.array([[0.0, 1.0], [0, 0], [0, 0]])
    made, m = contacts([member(rest, 0.1, mu)], 2), Loose(2)
    m.masses.inverse[:] = (1, 3)
    m.masses.start[:] = [[0, 0], [0, 0.1], [0, 0]]
    m.x[:] = [[0, 0.02], [0, 0.08], [0, 0]]  # its way along x is partly across
    way, n = np.array([0.02, -0.02, 0]), np.array([0.02, 0.08, 0]) / np.hypot(0.02, 0.08)
    push, side = 0.1 - np.hypot(0.02, 0.08), way - (way @ n) * n
    slip = np.linalg.norm(side)
    refresh(made, m.masses)
    resolve(made, m.masses, 1 / 1200)
    left = (m.x[:, 1] - m.x[:, 0]).astype(float) - [0.02, 0.08, 0]
    assert left == pytest.approx(push * n - min(mu * push, slip) * side / slip, abs=1e-7)
    assert m.x[:, 0] == pytest.approx(-0.25 * left, abs=1e-7)


def test_lost_numbers_harm_nobody():
    """A mass that is not finite, or all of them in one place: no list breaks, the others go on."""
    rest, x, r = crumpled(16)
    for bad in (np.nan, np.inf, -np.inf, 1e38):
        made, m = contacts([member(rest, r)], 256), Loose(256)
        m.x[:] = x
        m.x[1, 100] = bad
        refresh(made, m.masses)
        resolve(made, m.masses, 1 / 1200)
        assert np.isfinite(np.delete(m.x, 100, axis=1)).all()
    made, m = contacts([member(rest, r)], 256), Loose(256)
    refresh(made, m.masses)
    resolve(made, m.masses, 1 / 1200)
    assert np.isfinite(m.x).all() and np.abs(m.x).max() > 0.5 * r


def test_no_members():
    """A body that meets nobody."""
    made, m = contacts([], 4), Loose(4)
    refresh(made, m.masses)
    resolve(made, m.masses, 1 / 1200)
    assert made.limit == 0 and (m.x == 0).all()
