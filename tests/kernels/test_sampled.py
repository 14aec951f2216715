"""Solids by their sampled distance: what meets them does as with the same solid by its formula."""

import numpy as np
import pytest
from droplets import Droplets
from loose import Loose

from engine.assets.distances import grid
from engine.kernels.sampled import samples
from engine.kernels.solids import FIRST, GRID, KIND, SAMPLES, bounce_row, box_row, plane_row, sampled_row, solids_in

HALF = np.array([0.5, 0.25, 0.4])
SIDES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 7, 5], [4, 6, 7], [0, 5, 1], [0, 4, 5], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
)
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * HALF


def turned(seed):
    """Some rotation."""
    q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return q * np.linalg.det(q)


def table(center, rotation, others=(), **words):
    """A table with the box sampled on a grid as its first solid."""
    made = grid(CORNERS, SIDES, 40)
    row = sampled_row(center, rotation, made.low, made.high, **words)
    row[GRID] = 1 + len(others)
    return np.concatenate([[row, *others], samples(made)])


def outside(p):
    """Distance (n,) of places (3, n) in the box's frame from it, less than 0 inside."""
    q = np.abs(p) - HALF[:, None]
    return np.linalg.norm(np.maximum(q, 0), axis=0) + np.minimum(q.max(0), 0)


def test_the_mesh_is_the_box():
    """Outward, and closed: what the tests rest on."""
    a, b, c = (CORNERS[SIDES[:, k]] for k in range(3))
    assert np.einsum("ti,ti->", a, np.cross(b, c)) / 6 == pytest.approx(8 * HALF.prod())


def test_samples_end_the_table():
    """The solids before the head count, what is behind it does not, whatever its numbers are."""
    made = table((0, 0, 0), np.eye(3), [plane_row((0, -1, 0), (0, 1, 0))])
    assert solids_in(made) == 2 and made[2, KIND] == SAMPLES and solids_in(made[:2]) == 2
    assert made[1, FIRST] == 0


@pytest.mark.parametrize("velocity", [(0, 0, 0), (0.7, -0.4, 0.3)])
@pytest.mark.parametrize("thickness", [0.0, 0.02])
def test_droplets_hit_it_as_they_hit_the_box(velocity, thickness):
    """A shower from all sides on the middles of the faces of a turned box, still or moving: the same places and velocities after 40 ticks."""
    rotation, rng = turned(1), np.random.default_rng(2)
    words = {"velocity": velocity, "dt": 1 / 240, "thickness": thickness}
    bounces = [bounce_row(0.6, 0.9, 0.0, 0.0)]
    n = 400
    face = rng.integers(0, 3, n)
    at = rng.uniform(-0.55, 0.55, (n, 3)) * HALF
    at[np.arange(n), face] = np.where(rng.uniform(size=n) < 0.5, -1, 1) * (HALF[face] + 0.15)
    speed = -2.5 * np.sign(at) * (np.arange(3) == face[:, None]) + rng.uniform(-0.2, 0.2, (n, 3))
    found = []
    for solids in [box_row((0, 0, 0), rotation, HALF, **words)], table((0, 0, 0), rotation, **words):
        d = Droplets(n, 1 / 240, solids, bounces, kind=np.float64)
        d.x[:], d.v[:] = (at @ rotation.T).T, (speed @ rotation.T + velocity).T
        for tick in range(40):
            d.solids[0, 1:4] = np.array(velocity) * (tick + 1) / 240
            for corner in slice(16, 19), slice(19, 22):
                d.solids[0, corner] += np.array(velocity) / 240 if tick else 0
            d.tick()
        found.append((d.x.copy(), d.v.copy(), d.hits.sum()))
    np.testing.assert_allclose(found[1][0], found[0][0], atol=1e-7)
    np.testing.assert_allclose(found[1][1], found[0][1], atol=1e-6)
    assert (
        np.einsum("in,ni->n", found[0][1].reshape(3, -1) - np.array(velocity)[:, None], speed @ rotation.T) < 0
    ).mean() > 0.9  # they did bounce


def test_droplets_stay_out_of_edges_and_corners():
    """Rain on a turned box for a second: nothing is deeper in it than the cell at its edges is round, and nothing rests in the air."""
    rotation, rng = turned(3), np.random.default_rng(4)
    d = Droplets(600, 1 / 120, table((0, 0, 0), rotation), [bounce_row(0.2, 1.0, 0.0, 0.3)])
    d.x[:] = rng.uniform(-0.7, 0.7, (3, 600))
    d.x[1] = rng.uniform(0.8, 2.5, 600)
    touched = np.zeros(600, bool)
    for _ in range(120):
        d.tick()
        away = outside(rotation.T @ d.x.astype(float))
        assert away.min() > -0.013  # spacing 25 mm: half of it at an edge
        touched |= away < 0.01
    assert touched.mean() > 0.3


def test_a_fast_droplet_does_not_pass():
    """At 60 m/s, half a metre in a tick, on a slab of two cells: the time of impact is found, not the place after it."""
    made = grid(CORNERS * [1, 0.2, 1], SIDES, 40)
    row = sampled_row((0, 0, 0), np.eye(3), made.low, made.high)
    row[GRID] = 1
    d = Droplets(50, 1 / 120, np.concatenate([[row], samples(made)]), [bounce_row(0.5, 1.0, 0.0, 0.0)], kind=np.float64)
    d.x[0], d.x[1], d.v[1] = np.linspace(-0.4, 0.4, 50), np.linspace(0.1, 0.6, 50), -60
    for _ in range(3):
        d.tick()
    assert (d.x[1] > 0.05).all() and (d.v[1] > 20).all()


@pytest.mark.parametrize("mu", [0.25, 0.45])
def test_masses_rest_and_slide_on_it_as_on_the_box(mu):
    """On a face that leans by 20 degrees, tan 0.36, masses slide with little friction and stay with more: the ways of the box, to 1 %."""
    c, s = np.cos(np.radians(20)), np.sin(np.radians(20))
    rotation = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    ways = []
    for rows in [box_row((0, 0, 0), rotation, HALF)], table((0, 0, 0), rotation):
        m = Loose(50, rows, mu, 0.0)
        m.x[:] = rotation @ np.stack([np.linspace(-0.2, 0.2, 50), np.full(50, HALF[1]), np.linspace(-0.3, 0.3, 50)])
        m.run(0.02)
        first = m.x.copy()
        m.run(0.15)
        ways.append(rotation.T @ (m.x - first).astype(float))
    np.testing.assert_allclose(ways[1], ways[0], atol=max(1e-5, 0.01 * np.abs(ways[0]).max()))
    assert (np.abs(ways[0][0]).max() > 0.005) == (mu < 0.36)
