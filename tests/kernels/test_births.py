import numpy as np
import pytest

from engine.kernels import births

N = 20_000
KEY = (np.uint32(1), np.uint32(2))


def newborns():
    """Identities and two sets of rows for N newborns."""
    return np.arange(N, dtype=np.uint32), np.zeros((3, N), np.float32), np.zeros((3, N), np.float32)


def test_a_jet_keeps_the_bounds_of_the_mission():
    """((r - 1/2) spread, r (max - min) + min, (r - 1/2) spread): bounds met, means and variances those of uniform variables."""
    id, _, v = newborns()
    births.start_jet(v, id, 0, N, *KEY, 0.6, 4.0, 5.0, 0.0, 0.0, 0.0)
    assert np.abs(v[[0, 2]]).max() <= 0.3 and v[1].min() >= 4 and v[1].max() < 5
    assert v.mean(1) == pytest.approx([0, 4.5, 0], abs=5 / np.sqrt(12 * N))
    assert v.var(1) == pytest.approx([0.36 / 12, 1 / 12, 0.36 / 12], rel=0.05)


def test_a_core_gathers_the_jet_and_a_lean_bends_it():
    """With core c the mean square of the sideways velocity falls by E[(1 - c (1 - r^2))^2] = 1 - 4c/3 + 8c^2/15; a lean adds to all."""
    id, _, v = newborns()
    births.start_jet(v, id, 0, N, *KEY, 1.0, 4.0, 4.0, 0.8, 0.25, -0.5)
    assert v[0].mean() == pytest.approx(0.25, abs=0.01) and v[2].mean() == pytest.approx(-0.5, abs=0.01)
    assert v[0].var() == pytest.approx((1 - 4 * 0.8 / 3 + 8 * 0.64 / 15) / 12, rel=0.05)


def test_a_disc_is_uniform_by_area():
    """Half of the births lie inside radius / sqrt(2); the thickness is full and centred; no direction is preferred."""
    id, x, _ = newborns()
    births.place_disc(x, id, 0, N, *KEY, 0.2, 0.1)
    r = np.hypot(x[0], x[2])
    assert r.max() <= 0.2 and (r < 0.2 / np.sqrt(2)).mean() == pytest.approx(0.5, abs=0.02)
    assert np.abs(x[1]).max() <= 0.05 and x.mean(1) == pytest.approx([0, 0, 0], abs=0.005)


def test_boxes_are_uniform():
    """Places within half sides, velocities between the two corners, means in the middle."""
    id, x, v = newborns()
    births.place_box(x, id, 0, N, *KEY, np.array([1.0, 2.0, 3.0]))
    births.start_box(v, id, 0, N, *KEY, np.array([-1.0, 0.0, 2.0]), np.array([1.0, 3.0, 2.5]))
    assert (np.abs(x).max(1) <= [0.5, 1, 1.5]).all() and (np.abs(x).max(1) > [0.49, 0.98, 1.48]).all()
    assert v.min(1) == pytest.approx([-1, 0, 2], abs=0.01) and v.max(1) == pytest.approx([1, 3, 2.5], abs=0.01)


def test_a_cone_is_uniform_in_solid_angle():
    """Heights along the axis are uniform from cos(spread) to 1 (Archimedes), speeds in their bounds."""
    id, _, v = newborns()
    axis = np.array([1.0, 2.0, -2.0])
    births.start_cone(v, id, 0, N, *KEY, axis, np.radians(40), 2.0, 3.0)
    speed = np.linalg.norm(v, axis=0)
    along = axis @ v / 3 / speed
    assert speed.min() >= 2 - 1e-6 and speed.max() < 3 + 1e-6
    assert along.min() >= np.cos(np.radians(40)) - 1e-6
    assert along.mean() == pytest.approx((1 + np.cos(np.radians(40))) / 2, abs=0.002)


def test_radial_points_away_and_has_a_direction_at_the_middle_too():
    """v is parallel to x; where x is 0 the directions are uniform over the sphere: mean 0, each axis 1/3 of the square."""
    id, x, v = newborns()
    births.place_box(x, id, 0, N, *KEY, np.array([1.0, 1.0, 1.0]))
    births.start_radial(v, x, id, 0, N, *KEY, 2.0, 2.0)
    assert np.abs(np.cross(x.T, v.T)).max() < 1e-5 and (np.sum(x * v, 0) > 0).all()
    births.place_point(x, 0, N)
    births.start_radial(v, x, id, 0, N, *KEY, 2.0, 2.0)
    assert np.linalg.norm(v, axis=0) == pytest.approx(2, rel=1e-5)
    assert (v * v).mean(1) == pytest.approx(4 / 3, rel=0.05) and v.mean(1) == pytest.approx([0, 0, 0], abs=0.05)


def test_lifetimes_masses_and_colours_lie_between_their_bounds():
    """Uniform from low to high; colour bytes are rounded, red in the lowest, and clipped to 0..1."""
    id, _, _ = newborns()
    span, inverse, rgba = np.zeros(N, np.float32), np.zeros(N, np.float32), np.zeros(N, np.uint32)
    births.lifetimes(span, id, 0, N, *KEY, 1.0, 3.0)
    births.masses(inverse, id, 0, N, *KEY, 0.001, 0.002)
    births.colors(rgba, id, 0, N, *KEY, np.array([0.2, 1.0, 0.5, -1.0]), np.array([0.4, 1.0, 0.5, 2.0]))
    assert span.min() >= 1 and span.max() < 3 and span.mean() == pytest.approx(2, abs=0.03)
    assert (1 / inverse).mean() == pytest.approx(0.0015, rel=0.01)
    red, green, blue, alpha = (rgba >> 8 * c & 255 for c in range(4))
    assert red.min() == 51 and red.max() == 102 and (green == 255).all() and (blue == 128).all() and alpha.min() == 0 and alpha.max() == 255


def test_births_depend_on_nothing_but_their_key():
    """The same particles filled in two parts, in other slots, get the same numbers."""
    id, whole, parts = newborns()
    births.start_jet(whole, id, 0, N, *KEY, 0.6, 4.0, 5.0, 0.5, 0.0, 0.0)
    moved = np.roll(id, 100)
    births.start_jet(parts, moved, 0, 700, *KEY, 0.6, 4.0, 5.0, 0.5, 0.0, 0.0)
    births.start_jet(parts, moved, 700, N, *KEY, 0.6, 4.0, 5.0, 0.5, 0.0, 0.0)
    assert (np.roll(whole, 100, 1) == parts).all()


def test_a_moving_emitter_leaves_no_beads_and_a_teleport_no_line():
    """Born at the share f of a step, a particle stands at before + f (after - before), turned to the world; before = after gives one place."""
    n, dt = 50, np.float32(0.1)
    x, previous, v, age = np.zeros((3, n), np.float32), np.zeros((3, n), np.float32), np.zeros((3, n), np.float32), np.zeros(n, np.float32)
    share = (np.arange(n) + 0.5) / n
    age[:], v[1], x[0] = -share * dt, 2, 0.5
    turn = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])  # x -> y, y -> -x
    births.deliver(x, previous, v, age, 0, n, turn, np.array([0.0, 0, 0]), np.array([0.0, 0, 4]), dt)
    assert x[2] == pytest.approx(4 * share, abs=1e-6) and x[1] == pytest.approx(0.5) and v[0] == pytest.approx(-2)
    assert (previous == x).all()
    x[:] = 0
    births.deliver(x, previous, v, age, 0, n, turn, np.ones(3), np.ones(3), dt)
    assert (x == 1).all()


def test_compiled_is_interpreted():
    """Every kernel of births gives the same to 1e-6 without the compiler."""
    id = np.arange(20, dtype=np.uint32)
    calls = [
        (births.place_disc, (id, 0, 20, *KEY, 0.2, 0.1)),
        (births.start_jet, (id, 0, 20, *KEY, 0.6, 4.0, 5.0, 0.5, 0.1, 0.0)),
        (births.start_cone, (id, 0, 20, *KEY, np.array([0.0, 1.0, 0.0]), 0.5, 1.0, 2.0)),
    ]
    for call, arguments in calls:
        a, b = np.zeros((3, 20), np.float32), np.zeros((3, 20), np.float32)
        call(a, *arguments)
        call.py_func(b, *arguments)
        assert np.abs(a - b).max() < 1e-6
