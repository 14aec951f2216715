"""Bodies against each other: nothing passes, momentum is kept."""

import numpy as np
import pytest
from loose import Loose
from test_contact_self import sheet

from engine.kernels.contacts import Member, contacts, refresh, resolve

NONE = np.zeros((0, 3), int)
H = 1 / 1200
TETRAHEDRON = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
CORNERS = np.array([[0.0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])  # outward


def member(first, rest, triangles=NONE, reach=0.01, friction=0.0, closed=False, radius=0.0, solid=True):
    """A body that meets others."""
    n = rest.shape[1]
    return Member(first, n, np.full(n, radius or reach), 0.0, friction, rest, np.arange(n), triangles, closed, radius, solid)


def meet(members, x, start, inverse=1.0):
    """Where masses (3, n) end that came from start; Loose."""
    m = Loose(x.shape[1])
    m.x[:], m.masses.start[:], m.masses.inverse[:] = x, start, inverse
    made = contacts(members, x.shape[1])
    refresh(made, m.masses)
    resolve(made, m.masses, H)
    return m


FLAT = np.array([[-1.0, 1, 0], [-1, -1, 1.5], [0, 0, 0]])  # a triangle across z, its normal +z


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("depth", [0.005, -0.3])
def test_a_mass_stays_on_its_side_of_a_sheet(side, depth):
    """Whether it came near or through within the substep, it ends at the sum of both reaches; impulses are equal, opposite, on one line."""
    x = np.concatenate([FLAT, [[0.1], [0.05], [side * depth]]], axis=1)
    start = x.copy()
    start[2, 3], start[0, 3] = side * 0.2, 0.0
    m = meet([member(0, FLAT, [[0, 1, 2]]), member(3, np.zeros((3, 1)))], x, start, np.array([1, 2, 1.5, 4]))
    a, b, c, p = m.x.T.astype(float)
    n = np.cross(b - a, c - a)
    assert (p - a) @ n / np.linalg.norm(n) == pytest.approx(side * 0.02, abs=abs(depth) ** 2 + 1e-6)
    before = m.masses.start + (x - start).astype(np.float32)
    mass = 1 / m.masses.inverse.astype(float)
    assert (m.x.astype(float) - before) @ mass == pytest.approx([0, 0, 0], abs=1e-6)
    pushed = (m.x.astype(float) - x) * mass
    assert np.cross(x.T, pushed.T).sum(0) == pytest.approx([0, 0, 0], abs=1e-6)


def test_a_mass_beside_a_sheet_goes_round_it():
    """Beyond the border nothing holds it, whichever side it came from."""
    x = np.concatenate([FLAT, [[1.5], [1.5], [-0.05]]], axis=1)
    start = x.copy()
    start[2, 3] = 0.05
    assert (meet([member(0, FLAT, [[0, 1, 2]]), member(3, np.zeros((3, 1)))], x, start).x == x.astype(np.float32)).all()


@pytest.mark.parametrize("face", range(4))
def test_a_closed_surface_pushes_outward(face):
    """A mass just inside a face comes out of it, also when it was inside at the start."""
    corners = CORNERS[:, TETRAHEDRON[face]]
    n = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    n /= np.linalg.norm(n)
    p = corners.mean(axis=1) - 0.02 * n
    x = np.concatenate([CORNERS, p[:, None]], axis=1)
    m = meet([member(0, CORNERS, TETRAHEDRON, closed=True), member(4, np.zeros((3, 1)))], x, x, np.array([0, 0, 0, 0, 1]))
    assert m.x[:, 4] == pytest.approx(p + 0.04 * n, abs=1e-6)
    assert np.linalg.det(corners) >= -1e-12


def test_friction_between_bodies_is_coulombs():
    """A mass pushed out by d that slid by s on a held triangle loses min(mu d, s) of the slide."""
    for mu, left in ((0.0, 0.1), (0.5, 0.09), (9.0, 0.0)):
        x = np.concatenate([FLAT, [[0.1], [0], [0.0]]], axis=1)
        start = x.copy()
        start[0, 3], start[2, 3] = 0, 0.02
        m = meet([member(0, FLAT, [[0, 1, 2]]), member(3, np.zeros((3, 1)), friction=mu)], x, start, np.array([0, 0, 0, 1]))
        assert m.x[:, 3] == pytest.approx([left, 0, 0.02], abs=1e-6)


def test_balls_meet_balls_and_masses():
    """Two balls, and a ball and a rope's mass, end as far apart as their reaches say; each by the other's mass."""
    x = np.array([[0, 0.5, -0.3], [0, 0, 0], [0, 0, 0]])
    m = meet([member(0, np.zeros((3, 1)), radius=0.3), member(1, np.zeros((3, 1)), radius=0.3)], x[:, :2], x[:, :2], np.array([1, 3]))
    assert m.x[0] == pytest.approx([-0.025, 0.575])
    m = meet([member(0, np.zeros((3, 1)), radius=0.3), member(1, np.zeros((3, 1)), solid=False)], x[:, ::2], x[:, ::2], np.array([0, 1]))
    assert m.x[0] == pytest.approx([0, -0.31])


def test_bodies_that_are_not_solid_pass():
    """Neither is solid: nothing happens."""
    x = np.concatenate([FLAT, [[0.1], [0], [0.0]]], axis=1)
    members = [member(0, FLAT, [[0, 1, 2]], solid=False), member(3, np.zeros((3, 1)), solid=False)]
    assert (meet(members, x, x).x == x.astype(np.float32)).all()


def grid_of(n):
    """Masses (3, n n) of a sheet 1 m wide across y, and its triangles, normals up."""
    rest, _ = sheet(n)
    at = np.arange(n * n).reshape(n, n)
    a, b, c, d = (at[i : n - 1 + i, j : n - 1 + j].ravel() for i in (0, 1) for j in (0, 1))
    return rest[[0, 2, 1]], np.concatenate([np.stack([a, c, b], 1), np.stack([b, c, d], 1)])


@pytest.mark.parametrize("room", [0, 8])
def test_no_mass_passes_a_sheet(room, monkeypatch):
    """900 masses that fall on a held sheet at 30 m/s, 25 mm a substep over cells of 33 mm, stay over it: with a list, and where it has no room."""
    monkeypatch.setattr("engine.kernels.contacts.HITS_EACH", room)
    rest, triangles = grid_of(31)
    rng, count = np.random.default_rng(0), 900
    m = Loose(961 + count, h=H)
    m.x[:, :961], m.masses.inverse[:961] = rest, 0
    m.x[:, 961:] = rng.uniform((0.02, 0.03, 0.02), (0.98, 0.4, 0.98), (count, 3)).T
    m.v[1, 961:], m.v[0, 961:] = -30, rng.normal(0, 3, count)
    made = contacts([member(0, rest, triangles), member(961, np.zeros((3, count)), solid=False)], 961 + count)
    for _ in range(30):
        m.masses.start[:] = m.x
        m.x += m.v * np.float32(H)
        refresh(made, m.masses)
        resolve(made, m.masses, H)
        m.v[:] = (m.x - m.masses.start) / H
    x = m.x[:, 961:]
    over = (x[0] > 0) & (x[0] < 1) & (x[2] > 0) & (x[2] < 1)
    assert over.sum() > 0.8 * count and x[1, over].min() > 0.0199
    assert x[1].max() < 0.021


def test_momentum_is_kept_by_many_hits():
    """Two free sheets that meet: the sum of m x is as if they had passed."""
    rest, triangles = grid_of(12)
    x = np.concatenate([rest, rest[:, ::-1] * 0.8 + [[0.1], [0.004], [0.13]]], axis=1)
    start = x + np.concatenate([np.zeros_like(rest), np.full_like(rest, 0.01)], axis=1)
    inverse = np.random.default_rng(0).uniform(0.5, 2, 288)
    m = meet([member(0, rest, triangles, friction=0.3), member(144, rest, triangles, solid=False)], x, start, inverse)
    moved = m.x.astype(float) - x.astype(np.float32)
    assert np.abs(moved).max() > 0.003
    assert moved @ (1 / m.masses.inverse.astype(float)) == pytest.approx([0, 0, 0], abs=2e-5)
