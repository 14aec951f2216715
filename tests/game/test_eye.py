"""The camera in the hand."""

import math

import numpy as np
import pytest

from engine.render.frame import View
from game.eye import BLEND, MODES, STEEPEST, Eye, Pose
from game.hand import Sight


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
    orbit = Eye(Pose(np.zeros(3), 10, 5, 4))
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
        orbit = Eye(Pose(np.zeros(3), 0, 0, 5))
        push(orbit)
        halfway = state(settle(orbit, rate, 0.5))
        ends.append((halfway, state(settle(orbit, rate))))
    for other in ends[1:]:
        np.testing.assert_allclose(other, ends[0], atol=1e-9, rtol=0)


def test_pitch_stops_short_of_the_poles():
    """However hard it is pushed, the eye stays below the zenith and the view keeps its up."""
    orbit = Eye()
    for direction in (1, -1):
        orbit.orbit(0, direction * 1000)
        pose = settle(orbit)
        assert pose.pitch == direction * STEEPEST
        assert pose.rotation[1, 1] > 0


def test_a_notch_takes_a_twentieth():
    """The wheel multiplies the distance by 0.95 a notch, and there and back is where it was."""
    orbit = Eye(Pose(np.zeros(3), 0, 0, 5))
    orbit.dolly(2)
    assert settle(orbit).distance == pytest.approx(5 * 0.95**2, abs=1e-9)
    orbit.dolly(-2)
    assert settle(orbit).distance == pytest.approx(5, abs=1e-9)


def test_pan_keeps_the_target_under_the_pointer():
    """The old target, seen after a drag of (90, 45) pixels, lies exactly these pixels from the middle of the picture."""
    orbit = Eye(Pose(np.array([1.0, 2, 3]), 30, 20, 4))
    old = orbit.pose.target
    orbit.pan(90, 45, 720)
    pose = settle(orbit)
    x, y, z = pose.rotation.T @ (old - pose.position)
    pixels = np.array([x, y]) / -z / math.tan(math.radians(25)) * 360
    np.testing.assert_allclose(pixels, [90, 45], atol=1e-7)


def test_frame_fits_a_ball_exactly():
    """The tangent to a ball of the radius from the eye makes half the field of view with the axis."""
    orbit = Eye()
    orbit.frame((1, 2, 3), 0.5)
    pose = settle(orbit)
    np.testing.assert_allclose(pose.target, [1, 2, 3])
    assert math.degrees(math.asin(0.5 / pose.distance)) == pytest.approx(25)


def test_who_holds_the_camera_keeps_it_until_home():
    """A new scene camera moves an untouched camera within 0.3 s, leaves a held one alone, and Home gives it back the lead."""
    orbit, new, newer = Eye(), Pose(np.ones(3), -170, 10, 3), Pose(np.zeros(3), 170, 30, 8)
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
    far, near = Eye(), Eye()
    for orbit, seconds in ((far, 60.0), (near, 0.1)):
        orbit.orbit(30, 0)
        orbit.advance(-5)
        orbit.advance(seconds)
    assert far.pose.yaw == near.pose.yaw


VIEWS = Pose(np.array([1.0, 2, 3]), 30, 20, 4), Pose(np.array([0.0, 1, 0]), -120, -70, 2, 40, 25), Pose(np.zeros(3), 180, 89.9, 5, 60, -90)


@pytest.mark.parametrize("pose", VIEWS)
def test_any_view_is_a_pose(pose):
    """Position and rotation (3, 3) of a rolled view give the pose back; straight down the roll is part of the yaw."""
    again = Pose.seen(pose.position, pose.rotation, pose.distance, pose.fov)
    np.testing.assert_allclose(again.rotation, pose.rotation, atol=1e-11)
    np.testing.assert_allclose(again.position, pose.position, atol=1e-11)
    down = np.array([[0.0, -1, 0], [0, 0, 1], [-1, 0, 0]])
    np.testing.assert_allclose(Pose.seen(np.zeros(3), down, 1.0, 50).rotation, down, atol=1e-12)


@pytest.mark.parametrize("mode", MODES)
def test_changing_the_mode_keeps_the_view(mode):
    """Nothing moves, whatever the roll, and the first push starts from there."""
    for start in VIEWS:
        eye = Eye(start)
        eye.mode = mode
        eye.advance(1 / 60)
        assert eye.pose is start
        eye.dolly(0.001)
        assert abs(state(settle(eye)) - state(start)).max() < 1e-3


@pytest.mark.parametrize("mode", MODES)
def test_what_a_drag_turns_about_stays_where_it_is(mode):
    """Orbit and trackball keep their target, fly and walk the place of the eye; all keep their distance."""
    for start in VIEWS:
        eye = Eye(start, mode)
        eye.turn(70, -35)
        pose = settle(eye)
        kept = (lambda p: p.target) if MODES[mode].about == "target" else lambda p: p.position
        np.testing.assert_allclose(kept(pose), kept(start), atol=1e-9)
        assert np.linalg.norm(pose.target - pose.position) == pytest.approx(start.distance)


def test_only_a_level_mode_leaves_no_roll_after_a_circle_of_the_mouse():
    """Walk as orbit; a trackball rolls: turns about its own axes do not commute."""
    rolls = {}
    for mode in MODES:
        eye = Eye(Pose(np.zeros(3), 10, 5, 4), mode)
        angles = np.linspace(0, 2 * np.pi, 241)
        for a, b in zip(angles, angles[1:], strict=False):
            eye.turn(60 * (math.cos(b) - math.cos(a)), 60 * (math.sin(b) - math.sin(a)))
            eye.advance(1 / 60)
        settle(eye)
        rolls[mode] = eye.pose.roll
    assert rolls["orbit"] == rolls["walk"] == 0
    assert abs(rolls["trackball"]) > 1 and abs(rolls["fly"]) > 1


def test_a_trackball_goes_over_the_pole():
    """Half a turn about its own right axis looks from the other side, upside down; a turntable stops."""
    eye = Eye(Pose(np.zeros(3), 0, 0, 2), "trackball")
    eye.turn(0, 180)
    pose = settle(eye, seconds=5)
    np.testing.assert_allclose(pose.rotation, np.diag([1.0, -1, -1]), atol=1e-9)


@pytest.mark.parametrize("mode", MODES)
def test_travel_is_the_same_at_any_frame_rate_in_every_mode(mode):
    """A drag, a roll, a notch and half a second of flight: the same end at 30, 60 and 144 Hz."""
    pushes = lambda e: e.turn(40, -25), lambda e: e.roll(30), lambda e: e.dolly(2), lambda e: e.look(10, 5), lambda e: e.translate(0.1, 0.3)  # noqa: E731
    for push in pushes:
        ends = []
        for rate in (30, 60, 144):
            eye = Eye(VIEWS[1], mode)
            push(eye)
            ends.append(state(settle(eye, rate)))
        np.testing.assert_allclose(ends[1:], [ends[0]] * 2, atol=1e-9)
    ends = []
    for rate in (30, 60, 144):
        eye = Eye(VIEWS[0], mode)
        for _ in range(rate // 2):
            eye.fly(0.3, 1, 1, 1 / rate)
            eye.advance(1 / rate)
        ends.append(state(settle(eye, rate)))
    np.testing.assert_allclose(ends[1:], [ends[0]] * 2, atol=1e-9)


@pytest.mark.parametrize("start", VIEWS)
def test_the_gripped_place_stays_under_the_pointer(start):
    """To a hundredth of a pixel over a long drag, at any depth, in a rolled view; and only across the line of sight."""

    def sight():
        return Sight(View(eye.pose.position, eye.pose.rotation, eye.pose.fov, 0.05, 100.0), (1280, 720))

    eye = Eye(start)
    for depth in (None, 0.7, 20.0):
        eye.grip(sight(), 400, 500, depth)
        place = sight().under(400, 500, start.distance if depth is None else depth)
        for x in range(400, 900, 20):
            eye.pull(sight(), x, 1.5 * x - 300)
            eye.advance(1 / 60)
            np.testing.assert_allclose(sight().seen(place)[0][0], [x, 1.5 * x - 300], atol=0.01)
        np.testing.assert_allclose(eye.pose.rotation, start.rotation)


def test_flight_goes_where_the_eye_looks_and_a_walk_stays_level():
    """Two metres a second for half a second is a metre: ahead, along the ground, or straight up."""
    for mode, ahead in (("fly", -VIEWS[0].rotation[:, 2]), ("walk", np.array([-0.5, 0, -math.sqrt(0.75)]))):
        for way, direction in (((0, 0, 1), ahead), ((0, 1, 0), [0, 1, 0])):
            eye = Eye(VIEWS[0], mode)
            eye.fly(*way, 0.5)
            np.testing.assert_allclose(settle(eye).position - VIEWS[0].position, direction, atol=1e-9)
    eye.faster(1)
    eye.faster(-1)
    assert eye.speed == pytest.approx(2.0)


def test_the_eye_follows_a_camera_that_moves_and_comes_back_to_it_in_a_blend():
    """Along a path it is where the path is; a touch takes it off; Home brings it to where the path is by then, 0.3 s later."""
    eye, way = Eye(), [Pose(np.array([x, 0, 0]), 0, 0, 3) for x in np.linspace(0, 1, 61)]
    for pose in way[:20]:
        eye.follow(pose)
        assert eye.pose is pose
    eye.orbit(5, 0)
    for pose in way[20:30]:
        eye.follow(pose)
        eye.advance(1 / 60)
    assert eye.pose.target[0] == way[19].target[0]
    eye.reset()
    places = []
    for pose in way[30:60]:
        eye.follow(pose)
        eye.advance(1 / 60)
        places.append(eye.pose.target[0])
    assert eye.pose is way[59]
    assert 0 < np.diff(places[:18]).max() < 0.1  # no jump on the way
