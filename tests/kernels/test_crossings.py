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
        crossings, *_ = d.tick()
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


def crowd():
    """6,000 droplets that fall about a block and into water, a third of them born within the tick."""
    d = Droplets(6000, 1 / 60, [box_row((0, 0.5, 0), np.eye(3), (0.5, 0.5, 0.5))], [bounce_row(0.3, 1.2, 0.4)], [(0.2, 0, 0, 3, 3)])
    rng = np.random.default_rng(6)
    d.x[:], d.v[:] = rng.uniform(-1, 1, d.x.shape) + [[0], [1.5], [0]], rng.normal(0, 2, d.x.shape)
    d.span[:] = rng.uniform(0.2, 2, 6000)
    d.age[4000:] = -rng.uniform(0, 1 / 60, 2000)
    return d


def run(tick, parts):
    """State, splashes in order, deaths and time lived after 40 ticks, each given by tick(d, lo, hi, alike) for the parts."""
    d, splashes, deaths, lived = crowd(), [], 0, 0
    for alike in [4000] + [6000] * 39:
        for (lo, _), (crossings, died, time) in zip(parts, [tick(d, lo, hi, alike) for lo, hi in parts], strict=True):
            splashes.append(d.splash[:, lo : lo + crossings].copy())
            deaths, lived = deaths + died, lived + time
    return d.x.tobytes(), d.v.tobytes(), d.age.tobytes(), d.hits.tobytes(), np.concatenate(splashes, 1).tobytes(), deaths, lived


def walk_twice(d, lo, hi, alike):
    """A tick as two walks over the rows: all move, then the marked are looked at."""
    d.drift(lo, max(lo, min(alike, hi)))
    d.drift(max(lo, min(alike, hi)), hi, each=True)
    return d.impact(lo, hi)


def test_slices_and_blocks_give_what_the_whole_gives():
    """Two walks over all, one walk block by block, and both in slices: the same bits, splashes in order, deaths and time lived."""
    whole, halves = [(0, 6000)], [(0, 2992), (2992, 6000)]
    wanted = run(walk_twice, whole)
    assert wanted[-2] > 1000
    for tick, parts in ((walk_twice, halves), (Droplets.passage, whole), (Droplets.passage, halves)):
        assert run(tick, parts) == wanted


def test_time_lived_is_the_age_at_death_less_what_hits_took():
    """Droplets of 0.1 to 0.5 s of age whose end has come have lived so long, to the microsecond."""
    d = Droplets(5, 0.01)
    d.age[:], d.span[:] = [0.1, 0.2, 0.3, 0.4, 0.5], 0.05
    _, deaths, lived = d.tick()
    assert deaths == 5 and lived == pytest.approx(1_550_000, abs=5)


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
        b.x, b.previous, b.v, b.age, b.span, b.fade, b.id, b.hits, b.inverse, b.mark, 0, 10, b.solver, b.field, b.dt, b.before,
        b.limits, b.waters, b.solids, b.bounces, np.uint32(7), np.uint32(9), True, b.crossed, b.splash, 0,
        np.zeros((0, 1), np.float32), *b.calls, 0, 0, *b.touches, 0,
    )  # fmt: skip
    assert np.abs(a.x - b.x).max() < 1e-6 and np.abs(a.v - b.v).max() < 1e-6 and (a.v[1] > 0).any()
