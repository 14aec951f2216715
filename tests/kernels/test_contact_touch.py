"""Masses on springs against solids: where they end, what friction takes, what they cannot pass."""

import numpy as np
import pytest
from loose import G, Loose

from engine.kernels.solids import box_row, plane_row, round_row
from engine.kernels.touch import touch

LEVEL = np.eye(3)


def tilt(degrees):
    """Rotation about z."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def turned(seed):
    """Some rotation."""
    q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return q * np.linalg.det(q)


SURFACES = {
    "plane": lambda r: plane_row((0, 0, 0), r @ [0, 1, 0]),
    "box": lambda r: box_row(r @ [0, -1, 0], r, (5, 1, 5)),
    "room": lambda r: box_row(r @ [0, 5, 0], r, (5, 5, 5), inward=True),
}


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("reach", [0.0, 0.01])
def test_an_incline_holds_iff_tan_is_at_most_mu(surface, reach):
    """On mu = tan(theta) (1 + 3 %) a mass stays; on (1 - 3 %) and half of it it slides by g (sin - mu cos), to 5e-4 g."""
    for degrees in (10, 30):
        up, down = tilt(degrees) @ [0, 1, 0], tilt(degrees) @ [-1, 0, 0]
        for share in (1.03, 0.97, 0.5):
            mu = share * np.tan(np.radians(degrees))
            m = Loose(200, [SURFACES[surface](tilt(degrees))], mu, reach)
            rng = np.random.default_rng(0)
            m.x[:] = (
                np.outer(down, rng.uniform(-0.1, 0.1, 200))
                + np.outer([0, 0, 1], rng.uniform(-0.1, 0.1, 200))
                + np.outer(up, np.full(200, reach))
            )
            m.run(0.01)
            first = m.x.copy()
            m.run(0.25)
            pull = G * max(np.sin(np.radians(degrees)) - mu * np.cos(np.radians(degrees)), 0)
            way = down @ (m.x - first)
            if share > 1:
                assert np.abs(way).max() < 1e-7
            else:
                assert way == pytest.approx(pull * (312 * 313 - 12 * 13) * m.h**2 / 2, rel=2e-3, abs=5e-4 * G * 0.26**2 / 2)


def test_a_slide_ends_where_coulomb_says():
    """With friction mu a mass at v0 on a level floor slides v0^2 / (2 mu g), to 1 %: what float32 leaves of places over a metre away, and stays."""
    m = Loose(3, [SURFACES["plane"](LEVEL)], 0.3, 0.01)
    m.x[1], m.v[0] = 0.01, (1, 2, 3)
    m.run(1.2)
    far = np.array([1, 4, 9]) / (2 * 0.3 * G)
    assert m.x[0] == pytest.approx(far, rel=0.01)
    assert np.abs(m.v).max() == 0


def test_friction_is_relative_to_the_solid():
    """On a floor that moves at 1 m/s along itself a mass is brought to its speed with mu g, and then rides."""
    m = Loose(1, [plane_row((0, 0, 0), (0, 1, 0), velocity=(1, 0, 0))], 0.2, 0.01)
    m.x[1] = 0.01
    m.run(0.25)
    assert m.v[0, 0] == pytest.approx(0.2 * G * 0.25, rel=0.02)
    m.run(0.75)
    assert m.v[:, 0] == pytest.approx([1, 0, 0], abs=2e-3)


def test_a_lift_carries_what_stands_on_it():
    """A box that rises at 1 m/s takes masses along at its top, and one that falls at 1 m/s too."""
    for speed in (1.0, -1.0):
        m = Loose(50, [box_row((0, -1, 0), LEVEL, (1, 1, 1), velocity=(0, speed, 0), dt=1 / 1200)], 0.5, 0.02)
        m.x[1], m.x[0] = 0.02, np.linspace(-0.8, 0.8, 50)
        m.v[1] = speed
        m.run(0.5)
        assert m.x[1] == pytest.approx(0.02 + 0.5 * speed, abs=2e-5)


SHAPES = {
    "plane": (plane_row((0.1, 0, 0), (0.3, 1, 0.2)), lambda p: (p - np.array([[0.1], [0], [0]])).T @ (np.array([0.3, 1, 0.2]) / np.sqrt(1.13))),
    "sphere": (round_row((0.1, 0, 0), turned(1), 0.4), lambda p: np.linalg.norm(p - np.array([[0.1], [0], [0]]), axis=0) - 0.4),
    "hollow": (round_row((0.1, 0, 0), turned(1), 0.4, inward=True), lambda p: 0.4 - np.linalg.norm(p - np.array([[0.1], [0], [0]]), axis=0)),
    "capsule": (round_row((0, 0, 0), turned(2), 0.2, 0.3), lambda p: _line(turned(2).T @ p, 0.3) - 0.2),
    "room": (box_row((0, 0, 0), turned(3), (0.3, 0.4, 0.5), inward=True), lambda p: (np.array([[0.3], [0.4], [0.5]]) - np.abs(turned(3).T @ p)).min(axis=0)),
    "box": (box_row((0, 0, 0), turned(4), (0.3, 0.2, 0.25)), lambda p: _box(turned(4).T @ p, np.array([[0.3], [0.2], [0.25]]))),
}  # fmt: skip


def _line(p, half):
    return np.linalg.norm([p[0], p[1] - np.clip(p[1], -half, half), p[2]], axis=0)


def _box(p, half):
    q = np.abs(p) - half
    return np.linalg.norm(np.maximum(q, 0), axis=0) + np.minimum(q.max(axis=0), 0)


@pytest.mark.parametrize("shape", SHAPES)
def test_masses_come_out_by_the_shortest_way(shape):
    """A mass in the solid is put at reach from the surface along its normal and gains no speed by that, one outside is not moved; of both paths."""
    row, distance = SHAPES[shape]
    ends = []
    for restitution in (0.0, 1e-30):  # the second is taken one by one
        m = Loose(20000, [row], 0.0, 0.05, restitution)
        m.x[:] = np.random.default_rng(0).uniform(-1, 1, (3, 20000))
        gap = distance(m.x.astype(float)) - 0.05
        near = (gap > -0.02) & (gap < 0.02)
        m.masses.start[:] = m.x
        before = m.x.copy()
        touch(m.masses, m.solid, 0.0, m.h)
        ends.append(m.x.copy())
        after = distance(m.x.astype(float)) - 0.05
        assert near.sum() > 100 and after.min() > -2e-6
        assert (m.x[:, gap > 1e-6] == before[:, gap > 1e-6]).all()
        assert np.abs(m.x - m.masses.start).max() < 2e-6
        moved = np.linalg.norm(m.x - before, axis=0)
        if shape != "room":  # in its edges and corners the walls push one after the other
            assert moved[near] == pytest.approx(np.maximum(-gap[near], 0), abs=2e-6)
    same = near | (gap > 0)
    assert ends[0][:, same] == pytest.approx(ends[1][:, same], abs=1e-6)


@pytest.mark.parametrize("shape", ["lid", "ball", "rod"])
def test_nothing_passes_within_a_substep(shape):
    """Masses at 30 m/s and steps of 1/60 s (0.5 m) end on the side that they came from: of a lid of 2 mm, a ball of 0.1 m, a rod."""
    rotation = turned(5)
    row = {
        "lid": box_row((0, 0, 0), rotation, (0.5, 0.001, 0.5)),
        "ball": round_row((0, 0, 0), rotation, 0.05),
        "rod": round_row((0, 0, 0), rotation @ tilt(90), 0.05, 0.4),
    }[shape]
    m = Loose(1000, [row], 0.0, 0.005, h=1 / 60, pull=(0, 0, 0))
    rng, wide = np.random.default_rng(1), {"lid": 0.2, "ball": 0.003, "rod": 0.003}[shape]
    start = np.stack([rng.uniform(-wide, wide, 1000), rng.uniform(0.06, 0.45, 1000), rng.uniform(-wide, wide, 1000)])
    m.x[:] = rotation @ start
    m.v[:] = (rotation @ [0, -30, 0])[:, None]
    m.substep()
    assert ((rotation.T @ m.x)[1] > 0.005).all()


def test_a_lid_that_moves_takes_along_what_it_meets():
    """A kinematic lid of 2 mm at 30 m/s and 1/60 s does not leave resting masses behind."""
    m = Loose(100, [box_row((0, -0.3, 0), LEVEL, (0.5, 0.001, 0.5), velocity=(0, 30, 0), dt=1 / 60)], 0.0, 0.005, h=1 / 60, pull=(0, 0, 0))
    m.x[0] = np.linspace(-0.4, 0.4, 100)
    m.run(1 / 60)
    assert m.x[1] == pytest.approx(0.206, abs=1e-5)


@pytest.mark.parametrize("e", [0.3, 0.8])
def test_a_ball_rises_to_e_squared_of_its_height(e):
    """Bounce after bounce: h_n = e^(2 n) h; the error is that of the discrete fall, g t h in 1 part, with the mass of any rate."""
    m = Loose(1, [SURFACES["plane"](LEVEL)], 0.0, 0.2, e)
    m.x[1] = 1.2
    tops, last = [], 0.0
    for _ in range(1800):
        m.substep()
        if last > 0 >= m.v[1, 0]:
            tops.append(m.x[1, 0] - 0.2)
        last = m.v[1, 0]
    for n, top in enumerate(tops[:2], 1):
        assert top == pytest.approx(e ** (2 * n), rel=0.015, abs=1e-4)
    if e < 0.5:
        assert m.x[1, 0] == pytest.approx(0.2, abs=1e-6) and m.v[1, 0] == 0


def test_held_masses_stay():
    """What is held is moved by nobody."""
    m = Loose(2, [SURFACES["plane"](LEVEL)], 0.5, 0.1)
    m.masses.inverse[0] = 0
    m.substep()
    assert m.x[1].tolist() == [0.0, pytest.approx(0.1)]


def test_no_solids_and_no_masses():
    """Nothing to meet, nothing that meets."""
    Loose(5).substep()
    Loose(0, [SURFACES["plane"](LEVEL)]).substep()
