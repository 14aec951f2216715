"""Droplets on spheres, capsules and in hollows."""

import numpy as np
import pytest
from droplets import Droplets, G

from engine.kernels.solids import bounce_row, plane_row, round_row

LEVEL = np.eye(3)
SMOOTH = [bounce_row(0.0, 1.0, 0.0, 0.0)]


def turned(seed):
    """Some rotation."""
    q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return q * np.linalg.det(q)


def from_line(p, half):
    """Distance (n,) from a line along y."""
    return np.linalg.norm([p[0], p[1] - np.clip(p[1], -half, half), p[2]], axis=0)


@pytest.mark.parametrize("axis", [0.0, 0.5])
def test_a_droplet_rolls_down_and_leaves_at_two_thirds(axis):
    """Without friction it keeps its energy to rounding, and leaves where cos(theta) = 2/3 of that at its start: then v_x = cos sqrt(g r cos) stays.

    Of a sphere of radius r = 1 m, and of a cylinder that lies across its way.
    """
    lying = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])  # the capsule's line along z
    d = Droplets(1, 1 / 240, [round_row((0, 0, 0), lying, 1.0, axis)], SMOOTH, kind=np.float64)
    d.x[:, 0] = np.sin(0.05), np.cos(0.05), 0
    while d.x[1, 0] > 0.3:
        d.tick()
        assert 0.5 * (d.v**2).sum() + G * (d.x[1, 0] - np.cos(0.05)) == pytest.approx(0, abs=1e-9)
    leaves = 2 / 3 * np.cos(0.05)
    assert d.v[0, 0] == pytest.approx(leaves * np.sqrt(G * leaves), rel=3e-4)
    assert np.linalg.norm(d.x[:2, 0]) > 1.03


def test_a_hollow_carries_a_pendulum():
    """A droplet that slides in a bowl of radius r swings with the period of the pendulum, 2 pi sqrt(r / g) (1 + theta^2 / 16), and keeps its height."""
    d = Droplets(1, 1 / 480, [round_row((0, 0, 0), LEVEL, 1.0, inward=True)], SMOOTH, kind=np.float64)
    d.x[:, 0] = np.sin(0.4), -np.cos(0.4), 0
    crossed, tops, before = [], [], d.x[0, 0]
    for n in range(2500):
        d.tick()
        assert np.linalg.norm(d.x[:, 0]) == pytest.approx(1, abs=1e-6)
        if before > 0 >= d.x[0, 0] or before < 0 <= d.x[0, 0]:
            crossed.append((n + 1 - d.x[0, 0] / (d.x[0, 0] - before)) / 480)
        before = d.x[0, 0]
        tops.append(d.x[1, 0])
    assert 2 * np.diff(crossed).mean() == pytest.approx(2 * np.pi / np.sqrt(G) * (1 + 0.4**2 / 16), rel=3e-3)
    assert max(tops[1500:]) == pytest.approx(-np.cos(0.4), abs=2e-3)


@pytest.mark.parametrize("share", [1.02, 0.98])
def test_a_ball_holds_iff_tan_is_at_most_mu(share):
    """At 20 degrees from the top of a sphere with mu = tan(20 deg) (1 + 2 %) a droplet stays; with 2 % less it slides off."""
    d = Droplets(1, 1 / 120, [round_row((0, 0, 0), LEVEL, 1.0)], [bounce_row(0, 1, 0, share * np.tan(np.radians(20)))], kind=np.float64)
    d.x[:, 0] = np.sin(np.radians(20)), np.cos(np.radians(20)), 0
    first = d.x.copy()
    for _ in range(240):
        d.tick()
    assert (np.abs(d.x - first).max() < 1e-9) == (share > 1)


@pytest.mark.parametrize("e", [0.5, 1.0])
def test_a_bounce_on_a_ball_is_a_mirror(e):
    """A droplet that hits a sphere turns its normal speed round, times e, at the place and time that the circle gives."""
    d = Droplets(3, 1.0, [round_row((0, 0, 0), turned(0), 1.0)], [bounce_row(e)], acts=np.zeros(8), kind=np.float64)
    d.x[1], d.v[1] = 2, -2
    d.x[0] = 0, 0.6, 0.999
    d.tick()
    for k, b in enumerate((0, 0.6, 0.999)):
        n = np.array([b, np.sqrt(1 - b * b), 0])
        t = (2 - n[1]) / 2
        v = np.array([0, -2.0, 0])
        v = v - (1 + e) * (v @ n) * n
        assert d.v[:, k] == pytest.approx(v, abs=1e-6)
        assert d.x[:, k] == pytest.approx(n + (1 - t) * v, abs=1e-6)


@pytest.mark.parametrize("shape", ["sphere", "capsule", "hollow", "round room"])
def test_nothing_is_missed(shape):
    """2,000 droplets at 20 m/s and steps of 1/30 s (0.7 m), e = 1, many grazing: none is ever beyond the surface."""
    axis, inward, r = 0.4 * (shape in ("capsule", "round room")), shape in ("hollow", "round room"), turned(1)
    d = Droplets(2000, 1 / 30, [round_row((0.1, 0, 0), r, 0.5, axis, inward)], [bounce_row(1.0)])
    rng = np.random.default_rng(0)
    if inward:
        d.x[:] = rng.uniform(-0.22, 0.22, (3, 2000))
    else:
        d.x[:] = 1.6 * (lambda a: a / np.linalg.norm(a, axis=0))(rng.normal(size=(3, 2000)))
    middle = np.array([[0.1], [0], [0]])
    aim = rng.normal(size=(3, 2000))
    aim *= rng.uniform(0.4, 0.56, 2000) / np.linalg.norm(aim, axis=0)
    way = rng.normal(size=(3, 2000)) if inward else middle + aim - d.x
    d.v[:] = 20 * way / np.linalg.norm(way, axis=0)
    met = 0
    for _ in range(6 if inward else 4):
        before = d.v.copy()
        d.tick()
        gap = from_line(r.T @ (d.x - middle), axis) - 0.5
        assert (gap.max() < 2e-5) if inward else (gap.min() > -2e-5)
        met += (np.abs(d.v[[0, 2]] - before[[0, 2]]).max(axis=0) > 1e-3).sum()
    assert met > 500


def test_a_ball_takes_along_what_it_meets():
    """A sphere that moves at 2 m/s into resting droplets without weight, e = 1: they leave at twice its speed, along the normal."""
    d = Droplets(1, 1 / 60, [round_row((0, 0, 0), LEVEL, 0.5, velocity=(2, 0, 0), dt=1 / 60)], [bounce_row(1.0)], acts=np.zeros(8))
    d.x[0] = 0.49
    t = (0.49 - (0.5 - 2 / 60)) / 2
    d.tick()
    assert d.v[:, 0] == pytest.approx([4, 0, 0], abs=1e-5)
    assert d.x[0, 0] == pytest.approx(0.5 - 2 / 60 + 2 * t + 4 * (1 / 60 - t), abs=1e-5)


def test_born_inside_leaves_freely():
    """A droplet thrown up from within a sphere flies as if it were not there, and comes to rest on its top."""
    ball, free = Droplets(1, 1 / 120, [round_row((0, 0, 0), LEVEL, 0.5)], SMOOTH), Droplets(1, 1 / 120)
    for d in (ball, free):
        d.x[1], d.v[1] = 0.2, 5
    for _ in range(100):
        ball.tick()
        free.tick()
        assert (ball.x == free.x).all()
    for _ in range(400):
        ball.tick()
    assert ball.x[1, 0] == pytest.approx(0.5, abs=1e-5)


def test_from_a_ball_to_the_floor():
    """What rolls off a ball that lies on a floor ends on the floor, and slides on it."""
    d = Droplets(50, 1 / 120, [round_row((0, 0.5, 0), LEVEL, 0.5), plane_row((0, 0, 0), (0, 1, 0))], SMOOTH)
    angle = np.linspace(0, 6, 50)
    d.x[0], d.x[1], d.x[2] = 0.05 * np.cos(angle), 0.5 + np.sqrt(0.25 - 0.0025) + 1e-6, 0.05 * np.sin(angle)
    for _ in range(360):
        d.tick()
    assert d.x[1] == pytest.approx(0, abs=1e-5)
    assert (np.hypot(d.x[0], d.x[2]) > 0.5).all()
