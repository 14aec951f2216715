"""Water, slices of a body, newborns: the rare path beside its bounces."""

import numpy as np
import pytest
from droplets import Droplets, G, field

from engine.kernels.solids import bounce_row, box_row, fall_through, plane_row

GROUND = plane_row((0, 0, 0), (0, 1, 0))


def test_water_is_crossed_once_and_in_order():
    """Falling through the level is reported with its place and m |v_y|, in the order of slots, not again below it, and again after rising."""
    d = Droplets(64, 1 / 60, waters=[(0.0, 0, 0, 1, 1)])
    d.x[1], d.v[1], d.v[0] = np.linspace(0.1, 0.9, 64), -2, 0.5
    first, seen = d.x[1].copy(), []
    for _ in range(60):
        crossings, _ = d.tick()
        which = d.crossed[:crossings]
        assert (np.diff(which) > 0).all() and (d.splash[3, :crossings] == 0).all()
        speed = np.sqrt(4 + 2 * G * first[which])
        assert d.splash[2, :crossings] == pytest.approx(1e-3 * speed, rel=1e-4)
        assert d.splash[0, :crossings] == pytest.approx(0.5 * (speed - 2) / G, rel=1e-3)
        seen += which.tolist()
    assert sorted(seen) == list(range(64))
    d.v[1], d.x[1], d.x[0] = 3, -0.1, 0
    assert sum(d.tick()[0] for _ in range(60)) == 64


def test_water_has_an_extent():
    """A fall beside the surface is no splash."""
    d = Droplets(2, 0.1, waters=[(0.0, 3, 0, 1, 1), (0.0, 0, 0, 1, 1)])
    d.x[1], d.v[1], d.x[0] = 0.05, -1, [0.5, 1.5]
    assert d.tick()[0] == 1 and d.crossed[0] == 0 and d.splash[3, 0] == 1


def test_slices_give_what_the_whole_gives():
    """Ticking two halves, each with its own counts, equals ticking all: bits of the state, and splashes in order."""
    ends = []
    for parts in ([(0, 6000)], [(0, 2992), (2992, 6000)]):
        d = Droplets(6000, 1 / 60, [box_row((0, 0.5, 0), np.eye(3), (0.5, 0.5, 0.5))], [bounce_row(0.3, 1.2, 0.4)], [(0.2, 0, 0, 3, 3)])
        rng = np.random.default_rng(6)
        d.x[:], d.v[:] = rng.uniform(-1, 1, d.x.shape) + [[0], [1.5], [0]], rng.normal(0, 2, d.x.shape)
        splashes = []
        for _ in range(40):
            for lo, hi in parts:
                d.drift(lo, hi)
            for lo, hi in parts:
                splashes.append(d.splash[:, lo : lo + d.impact(lo, hi)[0]].copy())
        ends.append((d.x, d.v, d.hits, np.concatenate(splashes, 1)))
    for a, b in zip(*ends, strict=True):
        assert a.tobytes() == b.tobytes()


def test_newborns_hit_within_their_own_share():
    """Born at the middle of a tick above the floor with a fast fall: bounced by what is left of the tick, no more."""
    d = Droplets(1, 0.1, [GROUND], [bounce_row(1.0)], acts=field((0, 0, 0)))
    d.age[0], d.x[1], d.v[1] = -0.05, 0.02, -1
    d.tick(each=True)
    assert d.x[1, 0] == pytest.approx(0.03, abs=1e-6) and d.v[1, 0] == pytest.approx(1) and d.age[0] == pytest.approx(0.05)


def test_fall_through_is_the_root_of_the_parabola():
    """d + v t + a t^2 / 2 vanishes at the time found, on its way down; at rest on the surface it is 0; rising, or beyond the end, never."""
    rng = np.random.default_rng(7)
    for d, v, a in zip(rng.uniform(0, 1, 500), rng.normal(0, 2, 500), rng.normal(0, 10, 500), strict=True):
        t = fall_through(d, v, a, 10.0)
        if np.isfinite(t):
            assert abs(d + v * t + a * t * t / 2) < 1e-12 * (1 + abs(v) * t + abs(a) * t * t) and v + a * t <= 0
        else:
            times = np.linspace(0, 10, 2001)
            assert (d + v * times + a * times**2 / 2).min() >= -1e-9
    assert (
        fall_through(0.0, 0.0, -G, 1.0) == 0 and fall_through(0.0, 1.0, 0.0, 1.0) == np.inf and fall_through(1.0, -0.5, 0.0, 1.0) == np.inf
    )


def test_compiled_is_interpreted():
    """A whole step of ten droplets at a floor, without the compiler at the top, to 1e-6."""
    from engine.kernels.impact import impact

    a, b = (Droplets(10, 1 / 60, [GROUND], [bounce_row(0.4, 1.1, 0.3, 0.1)]) for _ in range(2))
    for d in (a, b):
        d.x[1], d.v[1], d.v[0] = np.linspace(0, 0.1, 10), -3, 1
        d.drift()
    a.impact()
    impact.py_func(
        b.x, b.previous, b.v, b.age, b.span, b.fade, b.id, b.hits, b.inverse, b.mark, 0, 10, b.solver, b.field, b.dt, b.limits, b.waters,
        b.solids, b.bounces, np.uint32(7), np.uint32(9), b.crossed, b.splash,
    )  # fmt: skip
    assert np.abs(a.x - b.x).max() < 1e-6 and np.abs(a.v - b.v).max() < 1e-6 and (a.v[1] > 0).any()
