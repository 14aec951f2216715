"""Tethers: who hangs on whom, and what they leave to the springs."""

import numpy as np
import pytest
from stable_bodies import QUALITY, G, rope, sheet

from engine.kernels.anchors import _depth, _spanned, held_stiffness, sag, tethers
from engine.kernels.body import Tethers


def tied(body, held, quality=QUALITY, is_straight=True, max_stretch=None):
    """The body, with tethers as it needs them."""
    rest, s = np.zeros((3, len(body.own))), body.springs
    rest[:, : body.n] = body.rest.T
    args = s.ends, s.rest, s.stiffness, body.own, held, body.masses.x
    body.tethers = Tethers(*tethers(rest, is_straight, *args, 1 / quality, G, max_stretch))
    return body


def corners(n):
    """The two ends of the last row."""
    return n * n - n, n * n - 1


def test_none_where_the_step_holds_what_is_asked():
    """Springs up to m / h^2 need no tethers; a fifth more, and they do."""
    body = rope(5, 1.0, 0.2)
    for share, rows in ((0.99, 0), (1.2, 1)):
        body.springs.stiffness[:] = share * 0.04 * QUALITY**2
        assert len(tied(body, [0]).tethers.anchor) == rows
    assert held_stiffness(body.own, body.springs.ends, 1 / QUALITY)[2] == pytest.approx(0.04 * QUALITY**2)
    assert len(tied(body, []).tethers.anchor) == 0


def test_a_rope_may_hang_as_long_as_its_springs_are():
    """The i-th mass from the top of a rope of n springs sags by m g / k (i n - i (i - 1) / 2)."""
    n, stiffness = 12, 1e6
    body = tied(rope(n, stiffness, 0.6), [0])
    i = np.arange(n + 1)
    exact = i / n + 0.05 * G / stiffness * (i * n - i * (i - 1) / 2)
    assert body.tethers.length[0, : n + 1] == pytest.approx(exact, rel=1e-6)
    assert (body.tethers.anchor[0, : n + 1] == 0).all() and (body.tethers.anchor[0, n + 1 :] == -1).all()


def test_a_sheet_sags_by_the_logarithm():
    """Through the circle of radius r about the corner that holds a sheet of unit size flows the weight W (1 - pi r^2 / 4), theta = pi / 2 wide.

    So from r to R it sags by W / (k theta) (ln(R / r) - pi / 8 (R^2 - r^2)), where k is twice the stiffness: a diagonal bears half along each axis.
    """
    n, w = 81, 0.2 * G
    s, free = sheet(n, 1.0, held=(0,)).springs, np.arange(n * n) > 0
    u = sag(s.ends, s.rest, s.stiffness, free, np.full(n * n, w / n**2)).reshape(n, n)
    near, far = 7 * np.sqrt(2) / 80, 14 * np.sqrt(2) / 80
    exact = w / (2 * np.pi / 2) * (np.log(far / near) - np.pi / 8 * (far**2 - near**2))
    assert u[14, 14] - u[7, 7] == pytest.approx(exact, rel=0.03)


def test_ways_along_the_surface_where_it_is_not_flat():
    """On a rope laid round a half circle the tether is as long as the rope, not as the chord; what hangs on nothing has none."""
    body = rope(16, 1e6, 0.2)
    angle = np.pi * np.arange(17) / 16
    body.rest[:] = np.stack([np.cos(angle), np.sin(angle), 0 * angle], 1)
    body.springs.rest[:] = 2 * np.sin(np.pi / 32)
    tied(body, [0], is_straight=False, max_stretch=0.1)
    assert body.tethers.length[0, :17] == pytest.approx(1.1 * 2 * np.sin(np.pi / 32) * np.arange(17), rel=1e-6)
    torn = np.abs(body.springs.ends.sum(1) - 17) > 0  # without the spring from 8 to 9
    body.springs = body.springs._replace(**{k: getattr(body.springs, k)[torn] for k in ("ends", "rest", "stiffness")})
    tied(body, [0], is_straight=False)
    assert body.tethers.anchor[0, 16] == -1 and np.isinf(body.tethers.length[0, 16])


def test_few_anchors_have_a_row_each_many_are_sorted():
    """Two anchors: each row one anchor, so that its kernel is quick. A whole edge: the four nearest of each mass."""
    n = 12
    two = tied(sheet(n, 1e6), corners(n)).tethers
    assert [set(row[: n * n].tolist()) for row in two.anchor] == [{corners(n)[0]}, {corners(n)[1]}]
    edge = tied(sheet(n, 1e6), range(n * n - n, n * n), max_stretch=0.0).tethers
    column = np.arange(n * n) % n
    assert len(edge.anchor) == 4 and (edge.anchor[0, : n * n] % n == column).all()
    assert (np.diff(edge.length[:, : n * n], axis=0) >= 0).all()


HANGING = [(64, 1e3, 1200, 0.033, 0.01), (64, 1e4, 1200, 0.0033, 0.01), (64, 1e3, 600, 0.033, 0.02), (64, 1e4, 600, 0.0033, 0.03),
           (128, 1e3, 1200, 0.064, 0.01)]  # fmt: skip


def uneven(body):
    """The sheet with noise of 1/20 of its spacing across its plane, so that it can wrinkle."""
    x, across = body.rest.copy(), np.ptp(body.rest, axis=0).argmin()
    noise = 0.05 * body.springs.rest.min() * np.random.default_rng(1).standard_normal(body.n)
    x[:, across] += np.where(body.masses.inverse[: body.n] > 0, noise, 0)
    return body.put(x)


@pytest.mark.parametrize(("n", "stiffness", "quality", "exact", "above"), HANGING)
def test_a_sheet_at_two_corners_stretches_as_it_is_asked_to(n, stiffness, quality, exact, above):
    """Springs far stiffer than the step holds: the largest stretch is within 1 to 3 points of the converged one."""
    body = uneven(tied(sheet(n, stiffness, rate=4.0), corners(n), quality)).run(3, quality=quality)
    assert np.linalg.norm(body.v, axis=1).mean() < 0.01
    assert 0.5 * exact < body.stretch().max() < exact + above


def test_the_upper_edge_of_a_sheet_bears_its_part_only():
    """Between two anchors a tether has its share of what its rope stretches by; the chord of a sheet stretches by u / depth, a rope by far more."""
    n = 9
    rest = np.zeros((3, n))
    rest[0] = np.arange(n) / (n - 1)
    far = np.abs(rest[0] - rest[0, [[h] for h in (0, 8)]])
    u = np.full(n, 1e-6)
    assert _spanned(np.tile([[0], [8]], n), far, u, rest, 0.0) == pytest.approx(far * np.cbrt(8 / 3 * 1e-12), rel=1e-6)
    assert _spanned(np.tile([[0], [8]], n), far, u, rest, 0.5) == pytest.approx(far * 2e-6, rel=1e-6)


def test_a_sheet_hangs_below_anchors_on_one_line_only():
    """Its depth under two corners is its side, under three none, and a rope has none."""
    rest = sheet(9, 1.0).rest.T
    assert _depth(rest, np.array(corners(9))) == pytest.approx(1.0)
    assert _depth(rest, np.array([0, *corners(9)])) == 0 and _depth(rest[:, :9], np.array([0, 8])) == 0


def test_held_masses_are_not_pulled():
    """An anchor that is led away from another farther than their tether goes where it is led."""
    body = tied(sheet(8, 1e5), corners(8))
    body.masses.target[0, 63] += 0.5
    body.run(1 / 60)
    assert body.x[63] == pytest.approx(body.masses.target[:, 63], abs=1e-6)
    assert np.isfinite(body.run(1).x).all()
