"""The default solver against exact and converged motion."""

import numpy as np
import pytest
from stable_bodies import QUALITY, G, block, of_links, rope, sheet
from test_springs_stable_tethers import corners, tied, uneven

from engine.kernels import xpbd


def test_a_free_body_keeps_its_momentum():
    """A crumpled block of moving masses, with springs that damp: momentum changes by rounding only."""
    body = block(6, 400, damping=0.3, gravity=0)
    rng = np.random.default_rng(1)
    body.put(body.x + rng.normal(0, 0.01, body.x.shape), rng.normal(0, 1, body.x.shape) + [1, 2, 3])
    before = body.momentum()[0]
    body.run(0.5)
    assert body.momentum()[0] == pytest.approx(before, abs=1e-5)


def test_a_free_body_falls_as_its_middle_does():
    """The middle of a jelly falls by g h^2 n (n + 1) / 2, whatever its springs and volumes do."""
    body = block(5, 800)
    body.put(body.x * [1.3, 0.8, 1.0])
    body.run(0.5)
    steps = round(0.5 * QUALITY)
    assert body.x.mean(0) == pytest.approx([0, -G / QUALITY**2 * steps * (steps + 1) / 2, 0], abs=2e-5)


@pytest.mark.parametrize(("springs", "stiffness"), [(10, 1000), (20, 5000), (30, 5000)])
def test_a_hanging_chain_is_stretched_by_what_hangs_on_it(springs, stiffness):
    """Of n springs the i-th from the top carries n - i + 1 masses: all together they stretch by M g (n + 1) / (2 k), to 0.5 % here."""
    body = rope(springs, stiffness, 0.2, rate=4.0).run(12)
    exact = 0.2 * G * (springs + 1) / (2 * stiffness)
    assert -body.x[-1, 1] - 1 == pytest.approx(exact, rel=0.005)


def test_held_masses_go_to_their_target_in_a_straight_line():
    """A mass that is led lags nowhere: at the end of each tick it is where it was sent, as fast as it went."""
    body = sheet(4, 100)
    for tick in range(1, 6):
        body.masses.target[:, 15] = body.rest[15] + np.array([0.01, 0.02, -0.01]) * tick
        body.run(1 / 60)
        assert body.x[15] == pytest.approx(body.masses.target[:, 15], abs=1e-7)
        assert body.v[15] == pytest.approx([0.6, 1.2, -0.6], abs=1e-4)
        assert (body.x[12] == body.rest[12].astype(np.float32)).all()


def test_terminal_velocity_is_exact():
    """A loose mass in a medium ends at m g / c, not a step's share beside it."""
    body = of_links(np.zeros((2, 3)), np.zeros((0, 2), int), 1, 0.5, rate=0.0, drag=2.0).run(5, dt=1 / 30, quality=30)
    assert body.v[0] == pytest.approx([0, -0.5 * G / 2.0, 0], rel=1e-6)


def test_a_spring_turns_without_losing_speed():
    """Two masses that turn about each other: angular momentum stays to rounding, however stiff the spring, and so does the speed of a stiff one."""
    body = of_links(np.array([[-0.5, 0, 0], [0.5, 0, 0]]), [[0, 1]], 1e6, 0.1, gravity=0).put(v=[[0, -4.0, 0], [0, 4.0, 0]])
    before = body.momentum()[1]
    body.run(2.0, quality=300)
    assert body.momentum()[1] == pytest.approx(before, rel=1e-4)
    assert np.linalg.norm(body.v, axis=1) == pytest.approx(4.0, rel=0.01)


def test_a_cloth_swings_back_as_high_as_it_came_from():
    """Dropped from level at 10 substeps a frame its middle is within 3 cm of the converged motion's for a second."""
    body, exact = (uneven(sheet(64, 1e3, plane="xz", rate=0.2)) for _ in range(2))
    tied(body, corners(64), 600)
    for _ in range(60):
        body.run(1 / 60, quality=600)
        exact.run(1 / 60, quality=9600)
        assert np.linalg.norm(body.x.mean(0) - exact.x.mean(0)) < 0.03


def test_only_bodies_with_cells_pull_along_where_they_are():
    """All springs of a block, whether cells have corners at their ends or not; none of a sheet, and none of a body without cells beside a block."""
    for body, some in ((block(4, 100), True), (sheet(4, 100), False)):
        xpbd.prepare(body.springs, body.own, np.float32(1 / QUALITY))
        xpbd.mark(body.springs, body.cells, body.masses.first, body.masses.spare[0])
        assert ((body.springs.give[body.springs.slot] < 0) == some).all()
    half = block(4, 100)
    half.masses = half.masses._replace(first=np.array([0, 32, 64], np.int32))
    half.cells = half.cells._replace(corners=half.cells.corners[:1], volume=half.cells.volume[:1])
    xpbd.prepare(half.springs, half.own, np.float32(1 / QUALITY))
    xpbd.mark(half.springs, half.cells, half.masses.first, half.masses.spare[0])
    assert ((half.springs.give[half.springs.slot] < 0) == (half.springs.ends[:, 0] < 32)).all()
