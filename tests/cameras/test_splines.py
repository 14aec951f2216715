"""The curve through the keys: the tables of the independent implementations, and what holds for every such curve."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import POSITIONS, REFERENCE, ROTATIONS, SHARES, TOLERANCE, UNIFORM, at_shares, keys_of, times_of, way

from engine.assets.keys import Key, Keys
from engine.cameras.path import Form, Path

BASES = "hermite", "bezier"
NEAR = {"rtol": 0, "atol": TOLERANCE}
numbers = st.floats(-1, 1, allow_nan=False)
shapes = st.tuples(numbers, numbers, numbers)
points = st.lists(st.tuples(*[st.floats(-20, 20)] * 3), min_size=3, max_size=9)


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("case", UNIFORM)
def test_positions_and_velocities_are_those_of_the_tables(case, basis):
    """Splines 0.3.3 and VTK 9.7.2 draw the same closed curves, also where each key has its own tension, continuity and bias."""
    table = UNIFORM[case]
    position, velocity, _ = at_shares(way(keys_of(tcb=table["tcb"]), basis=basis))
    expected = [[segment[what] for segment in table["segments"]] for what in ("position", "velocity")]
    np.testing.assert_allclose(position, expected[0], **NEAR)
    np.testing.assert_allclose(velocity, expected[1], rtol=0, atol=4e-12)  # read 1e-15 s beside a corner of the curve


@pytest.mark.parametrize("table", REFERENCE["non_uniform"], ids=lambda table: table["case"])
def test_unequal_durations_keep_the_speed_continuous(table):
    """The adjustment of 1984: VTK's numbers, and the same velocity on both sides of each key."""
    path = way(keys_of(tcb=table["tcb"], durations=np.diff(table["grid"])))
    position, velocity, _ = at_shares(path)
    np.testing.assert_allclose(position, [segment["position"] for segment in table["segments"]], **NEAR)
    np.testing.assert_allclose(velocity[:, 0], table["velocity_out"], **NEAR)
    np.testing.assert_allclose(velocity[:, -1], np.roll(table["velocity_in"], -1, axis=0), **NEAR)


@pytest.mark.parametrize("basis", BASES)
def test_an_open_path_goes_straight_on_at_its_ends(basis):
    """VTK's natural ends: no second derivative there."""
    table = REFERENCE["open_natural"]
    position, _, _ = at_shares(way(keys_of(tcb=table["tcb"]), closed=False, basis=basis))
    np.testing.assert_allclose(position, [segment["position"] for segment in table["segments"]], **NEAR)


def test_frames_are_those_of_the_demo_path():
    """7 keys x 250 steps are 1750 frames; frame 250 i is exactly key i; an open path has 6 x 250 + 1."""
    path, table = Path(keys_of()), REFERENCE["frames"]
    baked = path.bake()
    assert len(baked.position) == path.frames == table["count"]
    for frame, position in table["samples"].items():
        np.testing.assert_allclose(baked.position[int(frame)], position, **NEAR)
    assert np.array_equal(baked.position[::250], POSITIONS)
    opened = path.with_form(closed=False)
    assert opened.frames == 1501 and np.array_equal(opened.bake().position[-1], POSITIONS[-1])


def test_more_steps_make_the_film_slower():
    """A segment lasts steps / 60 s unless told, and every frame is the frame of its own time."""
    path = Path(keys_of(), Form(steps=250, segment_duration=250 / 60))
    assert path.duration == pytest.approx(1750 / 60)
    assert [path.frame(path.time_of(frame)) for frame in range(1750)] == list(range(1750))
    assert path.frame(path.duration) == 0


@given(points, shapes)
@settings(max_examples=60, deadline=None)
def test_bezier_is_hermite(places, tcb):
    """Control points P, P + TD/3, Q - TS/3, Q draw the same curve."""
    hermite, bezier = (way(keys_of(np.array(places), np.zeros((len(places), 3)), tcb), basis=basis) for basis in BASES)
    for a, b in zip(at_shares(hermite), at_shares(bezier), strict=True):
        np.testing.assert_allclose(a, b, rtol=TOLERANCE, atol=TOLERANCE * 20)


@given(points, shapes, st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_reversed_path_with_the_opposite_bias_is_the_same_path(places, tcb, closed):
    """Keys in reverse, b -> -b: the same curve, backward."""
    places = np.array(places)
    path = way(keys_of(places, np.zeros((len(places), 3)), tcb), closed=closed)
    back = way(keys_of(places[::-1], np.zeros((len(places), 3)), (*tcb[:2], -tcb[2])), closed=closed)
    times = np.linspace(0, len(places) - 1, 41)
    np.testing.assert_allclose(path.poses(times).position, back.poses(len(places) - 1 - times).position, rtol=0, atol=1e-10)


@given(points, shapes)
@settings(max_examples=60, deadline=None)
def test_what_is_done_to_the_keys_is_done_to_the_curve(places, tcb):
    """Affine invariance, for one map that turns, shears, mirrors and moves."""
    places, flat = np.array(places), np.zeros((len(places), 3))
    matrix, shift = np.array([[0.3, -2.0, 0.1], [1.0, 0.5, 0.0], [0.2, 0.0, -1.5]]), np.array([5.0, -1.0, 2.0])
    seen, moved = (at_shares(way(keys_of(p, flat, tcb)))[0] for p in (places, places @ matrix.T + shift))
    np.testing.assert_allclose(seen @ matrix.T + shift, moved, rtol=0, atol=1e-11)


@pytest.mark.parametrize("mode", ["euler", "quaternion", "tangent"])
@pytest.mark.parametrize("count", [1, 3, 6])
def test_another_first_key_only_shifts_the_phase(count, mode):
    """The ring of keys has no first one: position and rotation are those of a time that is so many segments later."""
    path = way(keys_of(tcb=UNIFORM["per_key"]["tcb"]), rotation_mode=mode)
    times = np.linspace(0, 7, 85)[:-1] + 0.01
    later, shifted = path.poses(times + count), path.with_keys(path.keys.rolled(count)).poses(times)
    np.testing.assert_allclose(shifted.position, later.position, **NEAR)
    if mode != "tangent":  # a frame begins upright at the first key
        np.testing.assert_allclose(shifted.rotation, later.rotation, **NEAR)


@pytest.mark.parametrize("durations", [None, [2, 1, 2.5, 1, 2.5, 1, 2]])
def test_position_and_velocity_are_continuous_at_every_key(durations):
    """With c = 0 the curve is C1, the seam included; also with unequal durations."""
    path = way(keys_of(tcb=(0.2, 0.0, 0.3), durations=durations))
    before, behind = path.poses(path.clock - 1e-9), path.poses(path.clock + 1e-9)
    np.testing.assert_allclose(before.position, behind.position, rtol=0, atol=1e-7)
    np.testing.assert_allclose(before.velocity, behind.velocity, rtol=0, atol=1e-6)
    np.testing.assert_allclose(before.rotation, behind.rotation, rtol=0, atol=1e-7)


def test_continuity_makes_a_corner_and_tension_a_stop():
    """TD - TS = (1 - t) c ((1 + b) before - (1 - b) after); t = 1 stops at the key; c = -1 draws straight lines at even speed."""
    _, velocity, _ = at_shares(way(keys_of(tcb=(0, 0.5, 0))))
    after = np.roll(POSITIONS, -1, axis=0) - POSITIONS
    corner = 0.5 * (np.roll(after, 1, axis=0) - after)
    np.testing.assert_allclose(velocity[:, 0] - np.roll(velocity[:, -1], 1, axis=0), corner, rtol=0, atol=1e-11)
    assert np.abs(at_shares(way(keys_of(tcb=(1, 0, 0))))[1][:, 0]).max() == 0
    position, velocity, _ = at_shares(way(keys_of(tcb=(0, -1, 0))))
    np.testing.assert_allclose(position, POSITIONS[:, None] + after[:, None] * SHARES[:, None], rtol=0, atol=1e-13)
    np.testing.assert_allclose(velocity, np.repeat(after[:, None], 5, axis=1), rtol=0, atol=1e-13)


def test_own_handles_are_the_control_points():
    """A segment between keys with handles is the Bezier curve of exactly these four points; where a key has none the rule holds."""
    keys = Keys.of([Key((0, 0, 0), leaving=(0, 3, 0)), Key((4, 0, 0), arriving=(0, 3, 0)), Key((8, 0, 0))])
    for basis in BASES:
        path = way(keys, basis=basis, closed=False)
        np.testing.assert_allclose(path.pose(0.5).position, [2.0, 2.25, 0], **NEAR)
        np.testing.assert_allclose(path.pose(0).velocity, [0, 9, 0], **NEAR)
        np.testing.assert_allclose(path.pose(1 + 1e-12).velocity, [4.0, 0, 0], atol=1e-9)


@pytest.mark.parametrize("ease, where, slopes", [("in", 0.25, (0, 2)), ("out", 0.75, (2, 0)), ("in_out", 0.5, (0, 0))])
def test_an_ease_changes_the_time_and_not_the_way(ease, where, slopes):
    """At half the time of the segment: s = 1/4, 3/4, 1/2; the speed at its ends is that many times the even one."""
    even = way(keys_of())
    path = way(even.keys.replaced(0, even.keys[0]._replace(ease=ease)))
    np.testing.assert_allclose(path.pose(0.5).position, even.pose(where).position, **NEAR)
    for time, slope in zip((0.0, np.nextafter(1.0, 0)), slopes, strict=True):
        np.testing.assert_allclose(path.pose(time).velocity, slope * even.pose(time).velocity, rtol=0, atol=1e-11)
    np.testing.assert_allclose(path.pose(1.5).position, even.pose(1.5).position, **NEAR)


def test_the_field_of_view_goes_through_its_keys():
    """One function serves it too: keys that say none have the camera's."""
    keys = keys_of()
    keys = keys.replaced(2, keys[2]._replace(fov=30.0))
    path = way(keys, fov=60.0)
    assert [path.pose(i).fov for i in range(7)] == [60, 60, 30, 60, 60, 60, 60]
    assert path.pose(1.5).fov == pytest.approx((9 * (60 + 30) - (60 + 60)) / 16)


def test_few_keys():
    """One key stands still, two on a closed path go there and back, two on an open one go straight; equal neighbours are allowed."""
    one = way(keys_of(POSITIONS[:1]))
    assert np.array_equal(one.pose(0.7).position, POSITIONS[0]) and one.duration == 1
    two = way(keys_of(POSITIONS[:2]))
    times = np.linspace(0, 1, 11)
    np.testing.assert_allclose(two.poses(times).position, two.poses(2 - times).position, **NEAR)
    straight = way(keys_of(POSITIONS[:2]), closed=False).poses(times).position
    np.testing.assert_allclose(straight, POSITIONS[0] + times[:, None] * (POSITIONS[1] - POSITIONS[0]), **NEAR)
    for mode in ("euler", "quaternion", "tangent", "look_at"):
        for timing in ("keys", "constant_speed"):
            for keys in (keys_of(POSITIONS[[0, 0, 1, 1]]), keys_of(POSITIONS[[0, 0]]), keys_of(POSITIONS[:1])):
                seen = way(keys, rotation_mode=mode, timing=timing, bank=1.0).poses(np.linspace(-1, 5, 61))
                assert all(np.isfinite(each).all() for each in seen)
                np.testing.assert_allclose(
                    seen.rotation @ seen.rotation.transpose(0, 2, 1), np.broadcast_to(np.eye(3), (61, 3, 3)), atol=1e-12
                )


def test_beyond_its_ends_a_closed_path_goes_round_and_an_open_one_stands():
    """Time is any number; a lap more or less is the same place."""
    closed, opened = way(), way(closed=False)
    np.testing.assert_allclose(closed.pose(7 * 1e3 + 2.5).position, closed.pose(2.5).position, rtol=0, atol=1e-9)
    np.testing.assert_allclose(closed.pose(-4.5).position, closed.pose(2.5).position, **NEAR)
    assert np.array_equal(opened.pose(99).position, POSITIONS[-1]) and np.array_equal(opened.pose(-1).position, POSITIONS[0])
    assert times_of(closed).max() == 7 and len(ROTATIONS) == 7
