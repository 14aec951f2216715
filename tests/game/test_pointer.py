"""Who has the mouse."""

from dataclasses import replace

import numpy as np
import pytest

from engine.render.frame import View
from game.eye import Eye
from game.hand import Sight
from game.pointer import SLOW, SWIFT, TURN, Grasp, Pointer, Steering, Taker, Touch

AT = Touch(400, 300, (1280, 720), "left")


class Wants(Taker):
    """Takes what a condition says, and writes down what it is asked."""

    def __init__(self, condition):
        self.condition, self.asked = condition, []

    def press(self, touch):
        return self.condition(touch)

    def drag(self, touch):
        self.asked.append("drag")

    def release(self, touch):
        self.asked.append("release")

    def hover(self, touch):
        return self.condition(touch)

    scroll = None


class Held:
    """A stage of which only eye and hand matter."""

    def __init__(self, mass=False):
        self.eye, self.mass, self.asked = Eye(), mass, []

    def view(self):
        pose = self.eye.pose
        return View(pose.position, pose.rotation, pose.fov)

    def depth_under(self, x, y, size):
        return 2.5

    def press(self, *at):
        return self.mass

    def drag(self, *at):
        self.asked.append("drag")

    def release(self):
        self.asked.append("release")


def settle(eye):
    for _ in range(200):
        eye.advance(1 / 60)
    return eye.pose


def test_who_took_the_press_gets_the_rest_and_only_that():
    """The first that wants it; a second button meanwhile is nobody's, and its release ends nothing."""
    left, first, second = Wants(lambda touch: touch.x < 100), Wants(lambda touch: True), Wants(lambda touch: True)
    pointer = Pointer((left, first, second))
    pointer.drag(AT)
    pointer.press(AT)
    pointer.press(replace(AT, x=5, button="right"))
    pointer.drag(replace(AT, x=5))
    pointer.release(replace(AT, button="right"))
    pointer.release(AT)
    pointer.drag(AT)
    assert (left.asked, first.asked, second.asked) == ([], ["drag", "release"], [])


def test_a_mass_is_pulled_and_what_is_no_mass_turns_the_eye():
    """Left on a mass leads it; with Shift the picture is gripped instead; elsewhere left turns."""
    for mass, shift, asked, turned in ((True, False, ["drag", "release"], 0), (True, True, [], 0), (False, False, [], -100 * TURN)):
        stage = Held(mass)
        pointer, before = Pointer((Grasp(stage), Steering(stage))), stage.eye.pose
        pointer.press(replace(AT, shift=shift))
        pointer.drag(replace(AT, x=500, shift=shift))
        pointer.release(AT)
        assert stage.asked == asked
        assert settle(stage.eye).yaw - before.yaw == pytest.approx(turned)


@pytest.mark.parametrize("touch", [replace(AT, button="middle"), replace(AT, shift=True)])
def test_what_is_gripped_follows_the_pointer(touch):
    """The place 2.5 m ahead under the press is under the pointer after every drag."""
    stage = Held()
    steering = Steering(stage)
    place = Sight(stage.view(), AT.size).under(AT.x, AT.y, 2.5)
    steering.press(touch)
    for x, y in ((410, 330), (900, 20), (0, 719)):
        steering.drag(replace(touch, x=x, y=y))
        np.testing.assert_allclose(Sight(stage.view(), AT.size).seen(place)[0][0], [x, y], atol=0.01)


def test_the_right_button_looks_round_and_flies():
    """The eye stays where it is; the wheel changes the speed and not the distance; Shift and Alt are factors."""
    stage = Held()
    steering, before = Steering(stage), stage.eye.pose
    steering.press(replace(AT, button="right"))
    assert steering.flying
    steering.drag(replace(AT, x=500))
    steering.scroll(AT, 1)
    np.testing.assert_allclose(settle(stage.eye).position, before.position, atol=1e-9)
    assert stage.eye.pose.distance == pytest.approx(before.distance) and stage.eye.speed == pytest.approx(2.4)
    for shift, alt, factor in ((True, False, SWIFT), (False, True, SLOW), (False, False, 1)):
        start = stage.eye.pose.position
        steering.modifiers(shift, alt)
        steering.fly((0, 0, 1), 0.1)
        assert np.linalg.norm(settle(stage.eye).position - start) == pytest.approx(0.24 * factor)
    steering.release(AT)
    assert not steering.flying
    steering.scroll(AT, 1)
    assert settle(stage.eye).distance == pytest.approx(before.distance * 0.95)
