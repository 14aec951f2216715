"""The camera in the hand."""

import math

import numpy as np
import pytest

from game.orbit import BLEND, STEEPEST, Orbit, Pose


def settle(orbit, rate=60, seconds=3.0):
    for _ in range(round(seconds * rate)):
        orbit.advance(1 / rate)
    return orbit.pose


def state(pose):
    return np.array(pose.numbers)


@pytest.mark.parametrize("eye, target", [((3, 2, 5), (0, 0.5, 0)), ((-1, 0.2, -4), (0.5, 1, 1)), ((0, 3, 2), (0, 0, 0))])
def test_a_pose_between_two_points_sees_one_from_the_other(eye, target):
    """The eye is where it was put, the target lies on the negative z axis, the right axis is level, the frame is a rotation."""
    pose = Pose.between(eye, target)
    np.testing.assert_allclose(pose.position, eye, atol=1e-12)
    np.testing.assert_allclose(pose.rotation.T @ (pose.target - pose.position), [0, 0, -pose.distance], atol=1e-12)
    np.testing.assert_allclose(pose.rotation @ pose.rotation.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(pose.rotation) == pytest.approx(1, abs=1e-12)
    assert pose.rotation[1, 0] == 0


def test_yaw_turns_to_plus_x_and_pitch_lifts():
    """Azimuth: a quarter turn of the eye brings it from +z to +x; 90 degrees of pitch would bring it above."""
    np.testing.assert_allclose(Pose(np.zeros(3), 90, 0, 2).position, [2, 0, 0], atol=1e-15)
    np.testing.assert_allclose(Pose(np.zeros(3), 0, 30, 2).position, [0, 1, math.sqrt(3)], atol=1e-15)


def test_a_closed_circle_of_the_mouse_leaves_no_roll_and_returns():
    """On a turntable the way does not matter: the pushes of a closed circle sum to zero, and so does the motion."""
    orbit = Orbit(Pose(np.zeros(3), 10, 5, 4))
    start = orbit.pose
    angles = np.linspace(0, 2 * np.pi, 241)
    for a, b in zip(angles, angles[1:], strict=False):
        orbit.orbit(60 * (math.cos(b) - math.cos(a)), 60 * (math.sin(b) - math.sin(a)))
        orbit.advance(1 / 60)
        assert orbit.pose.rotation[1, 0] == 0
    np.testing.assert_allclose(settle(orbit).rotation, start.rotation, atol=1e-9)
    np.testing.assert_allclose(orbit.pose.position, start.position, atol=1e-9)


@pytest.mark.parametrize(
    "push", [lambda o: o.orbit(40, -20), lambda o: o.dolly(3), lambda o: o.pan(30, -12, 720), lambda o: o.translate(0.2, 0.1)]
)
def test_travel_after_release_is_the_same_at_any_frame_rate(push):
    """exp(-lambda dt) multiplies: after the same time, whatever the frames, the same share is left; after long, none."""
    ends = []
    for rate in (30, 60, 144):
        orbit = Orbit(Pose(np.zeros(3), 0, 0, 5))
        push(orbit)
        halfway = state(settle(orbit, rate, 0.5))
        ends.append((halfway, state(settle(orbit, rate))))
    for other in ends[1:]:
        np.testing.assert_allclose(other, ends[0], atol=1e-9, rtol=0)


def test_pitch_stops_short_of_the_poles():
    """However hard it is pushed, the eye stays below the zenith and the view keeps its up."""
    orbit = Orbit()
    for direction in (1, -1):
        orbit.orbit(0, direction * 1000)
        pose = settle(orbit)
        assert pose.pitch == direction * STEEPEST
        assert pose.rotation[1, 1] > 0


def test_a_notch_takes_a_twentieth():
    """The wheel multiplies the distance by 0.95 a notch, and there and back is where it was."""
    orbit = Orbit(Pose(np.zeros(3), 0, 0, 5))
    orbit.dolly(2)
    assert settle(orbit).distance == pytest.approx(5 * 0.95**2, abs=1e-9)
    orbit.dolly(-2)
    assert settle(orbit).distance == pytest.approx(5, abs=1e-9)


def test_pan_keeps_the_target_under_the_pointer():
    """The old target, seen after a drag of (90, 45) pixels, lies exactly these pixels from the middle of the picture."""
    orbit = Orbit(Pose(np.array([1.0, 2, 3]), 30, 20, 4))
    old = orbit.pose.target
    orbit.pan(90, 45, 720)
    pose = settle(orbit)
    x, y, z = pose.rotation.T @ (old - pose.position)
    pixels = np.array([x, y]) / -z / math.tan(math.radians(25)) * 360
    np.testing.assert_allclose(pixels, [90, 45], atol=1e-7)


def test_frame_fits_a_ball_exactly():
    """The tangent to a ball of the radius from the eye makes half the field of view with the axis."""
    orbit = Orbit()
    orbit.frame((1, 2, 3), 0.5)
    pose = settle(orbit)
    np.testing.assert_allclose(pose.target, [1, 2, 3])
    assert math.degrees(math.asin(0.5 / pose.distance)) == pytest.approx(25)


def test_who_holds_the_camera_keeps_it_until_home():
    """A new scene camera moves an untouched camera within 0.3 s, leaves a held one alone, and Home gives it back the lead."""
    orbit, new, newer = Orbit(), Pose(np.ones(3), -170, 10, 3), Pose(np.zeros(3), 170, 30, 8)
    orbit.lead(new)
    orbit.advance(BLEND / 3)
    assert new.distance < orbit.pose.distance < Pose().distance
    np.testing.assert_allclose(state(settle(orbit, seconds=BLEND)), state(new))
    orbit.orbit(0.5, 0)
    held = state(settle(orbit))
    orbit.lead(newer)
    np.testing.assert_allclose(state(settle(orbit)), held)
    orbit.reset()
    np.testing.assert_allclose(state(settle(orbit)), state(newer))
    orbit.lead(new)
    np.testing.assert_allclose(state(settle(orbit)), state(new))


def test_a_blend_turns_the_short_way():
    """From -170 to 170 degrees are 20 degrees, not 340."""
    middle = Pose(yaw=-170).toward(Pose(yaw=170), 0.5)
    assert middle.yaw == -180


def test_clock_jumps_do_not_throw_the_camera():
    """A frame of a minute counts as a tenth of a second, one of negative length as none."""
    far, near = Orbit(), Orbit()
    for orbit, seconds in ((far, 60.0), (near, 0.1)):
        orbit.orbit(30, 0)
        orbit.advance(-5)
        orbit.advance(seconds)
    assert far.pose.yaw == near.pose.yaw
