"""A camera's path under the author's hand, without a window: played, gone along, dragged."""

import numpy as np
import pytest
from path_hands import FILE, frames, played, rest, seen, stages

from engine.render.extract import view_of
from game.eye import BLEND
from game.path_strip import layout

SIZE = (640, 360)


@pytest.fixture
def make(tmp_path):
    """Makes stages."""
    yield from stages(tmp_path)


def test_enter_holds_the_path_and_lets_it_go_on(make):
    """While it stands the camera is where it was, though the scene goes on; then it goes on from there."""
    stage = make()
    stage.path.play_path()
    since, tick = played(stage).time, stage.simulation.tick
    frames(stage, 0.5)
    assert played(stage).time == since and stage.simulation.tick > tick
    stage.path.play_path()
    frames(stage, 0.5)
    assert played(stage).time == pytest.approx(since + 0.5)
    assert played(stage).path.frame(played(stage).time) == stage.path.strip.frame == pytest.approx((since + 0.5) * 60, abs=6)


def test_enter_plays_it_though_the_scene_is_held(make):
    """By the clock on the wall; not one tick is run."""
    stage = make()
    stage.pause()
    since, tick = played(stage).time, stage.simulation.tick
    frames(stage, 0.5)
    assert played(stage).time == since
    stage.path.play_path()
    frames(stage, 0.5)
    assert played(stage).time == pytest.approx(since + 0.5) and stage.simulation.tick == tick
    np.testing.assert_allclose(stage.eye.pose.position, stage.simulation.pose("eye").position, atol=1e-9)


def test_brackets_go_frame_by_frame_round_the_seam(make):
    """Three on, four back: the last frame of the lap."""
    stage = make()
    rest(stage)
    for _ in range(3):
        stage.path.step_path(1)
    assert (stage.path.strip.frame, stage.path.strip.frames) == (3, 240)
    for _ in range(4):
        stage.path.step_path(-1)
    frames(stage, 1 / 60)
    assert stage.path.strip.frame == 239 and stage.path.strip.words.startswith("eye   frame 239 of 240   key 4 of 4")
    np.testing.assert_allclose(stage.eye.pose.position, played(stage).path.pose(239 / 60).position, atol=1e-9)


def test_an_open_path_ends_at_its_ends(make):
    """One frame more than steps between keys, and no step beyond."""
    stage = make(FILE.replace("steps", "closed: false, steps"))
    rest(stage)
    stage.path.step_path(-1)
    assert stage.path.strip.frame == 0
    for _ in range(5):
        stage.path.to_key(1)
    stage.path.step_path(1)
    assert stage.path.strip.frame == 180 and stage.path.strip.frames == 181 and stage.path.strip.key == 3


def test_keys_are_reached_one_after_the_other_in_a_blend(make):
    """Round the seam both ways; the eye takes a third of a second."""
    stage = make()
    rest(stage)
    stage.path.to_key(-1)
    assert played(stage).time == pytest.approx(3)
    frames(stage, 1 / 60)
    assert np.linalg.norm(stage.eye.pose.position - [0, 1, 4]) < 0.2
    frames(stage, BLEND)
    np.testing.assert_allclose(stage.eye.pose.position, [-4.0123456789, 1, 0], atol=1e-6)
    stage.path.to_key(1)
    assert played(stage).time == pytest.approx(0)


def test_who_takes_the_eye_pauses_the_path_and_enter_leads_back_without_a_jump(make):
    """A drag pauses; Enter blends over 0.3 s to where the path has gone on from, never faster than a blend of that length goes."""
    stage = make()
    stage.eye.turn(40, 20)
    frames(stage, 1.0)
    since, there = played(stage).time, stage.eye.pose.position
    assert not played(stage).playing
    frames(stage, 0.5)
    assert played(stage).time == since
    stage.path.play_path()
    way = np.linalg.norm(stage.simulation.pose("eye").position - there)
    before = there
    for _ in range(25):
        stage.advance(1 / 60)
        assert np.linalg.norm(stage.eye.pose.position - before) < 1.5 * 1.6 * way / (BLEND * 60) + 0.2
        before = stage.eye.pose.position
    np.testing.assert_allclose(stage.eye.pose.position, view_of(stage.simulation, "eye").position, atol=1e-9)


def test_a_path_that_ends_hands_over_without_a_jump(make):
    """It stands at the last key; a drag goes on from exactly that view, by no more than itself."""
    stage = make(FILE.replace("steps", "closed: false, loop: once, steps"))
    frames(stage, 3.2)
    assert not played(stage).playing and "eye: the path has ended" in "".join(stage.told)
    end = seen(stage)
    np.testing.assert_allclose(end[:3], [-4.0123456789, 1, 0], atol=1e-9)
    stage.eye.turn(0.001, 0)
    stage.advance(1 / 60)
    np.testing.assert_allclose(seen(stage), end, atol=1e-4)


def test_two_cameras_have_paths_of_their_own(make):
    """Keys act on the one that is looked through, or on the one that was; who looks from elsewhere pauses nothing."""
    stage = make(
        FILE.replace("side: {", "side: {camera_path: {keys: [{position: [9, 1, 0]}, {position: [8, 1, 0]}]}, ").replace(
            "camera: {}}", "camera: {}}\n  free: {position: [1, 1, 9], camera: {}}"
        )
    )
    stage.look_through(1)
    stage.path.step_path(1)
    assert stage.path.strip.name == "side" and not played(stage, "side").playing and played(stage).playing
    stage.look_through(2)
    assert stage.path.way.name == "side"
    stage.path.play_path()
    stage.eye.turn(10, 0)
    frames(stage, 0.2)
    assert played(stage, "side").playing and stage.eye.held


def test_the_camera_leaves_its_path_and_takes_it_up(make):
    """It blends to where the entity stands, and back."""
    stage = make()
    rest(stage)
    stage.path.toggle_path()
    frames(stage, BLEND + 0.1)
    np.testing.assert_allclose(stage.eye.pose.position, [0, 2, 8], atol=1e-9)
    stage.path.toggle_path()
    frames(stage, BLEND + 0.1)
    np.testing.assert_allclose(stage.eye.pose.position, [0, 1, 4], atol=1e-9)


def test_the_line_is_dragged_while_it_is_shown(make):
    """A quarter of the way along the bar is a quarter of the lap, a key; beyond its ends are the ends; elsewhere it takes nothing."""
    stage = make()
    place = layout(SIZE, above=False)
    left, right = place.rail
    y = SIZE[1] - place.top - place.height / 2
    assert not stage.path.press(left, y, SIZE)
    stage.path.show_path()
    assert not stage.path.press(left, y + place.height, SIZE)
    assert stage.path.press(left + 0.25 * (right - left), y, SIZE)
    frames(stage, 1 / 60)
    np.testing.assert_allclose(stage.eye.pose.position, [4, 1, 0], atol=0.05)
    assert played(stage).time == pytest.approx(1) and not played(stage).playing and stage.path.strip.whole
    stage.path.drag(right + 50, SIZE)
    assert played(stage).time == pytest.approx(4)
    stage.path.release()
    stage.path.drag(left, SIZE)
    assert played(stage).time == pytest.approx(4)
