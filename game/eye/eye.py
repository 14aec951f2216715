"""The eye that mouse and keys move, in one of four ways, with momentum.

Every motion is a method that gives a push; pushes are worked off with exp(-lambda t), so the total travel does not depend on the
frame rate. Only the grip of the mouse acts at once: what was gripped stays under the pointer.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from game.eye.pose import Pose

NOTCH = 0.95  # distance after one notch of the wheel, as a share
DAMPING = 18.0  # [1/s] how fast a push is worked off
BLEND = 0.3  # [s] from where the eye is to where the scene leads it
LONGEST = 0.1  # [s] of one frame that count
FASTER = 1.2  # speed of flight after one notch of the wheel, as a factor
SPEEDS = 0.01, 1000.0  # [m/s] slowest and fastest flight
ORBIT, LOOK, ROLL, NEARER, WAY = slice(0, 2), slice(2, 4), 4, 5, slice(6, 9)  # of a push: [deg] four times and once, logarithm, [m]


@dataclass(frozen=True, slots=True)
class Mode:
    """How a drag turns the eye.

    free   about its own axes, so that it may roll; else about the world's up, with a level horizon
    about  its target or itself
    ground ahead is along the ground, as one walks
    """

    free: bool
    about: str
    ground: bool = False


MODES = {
    "orbit": Mode(False, "target"),
    "trackball": Mode(True, "target"),
    "fly": Mode(True, "eye"),
    "walk": Mode(False, "eye", ground=True),
}


class Eye:
    """A pose with momentum.

    mode   name of one of MODES; changing it changes no view
    home   where the scene's own camera is now
    held   whether the user has touched it; then the scene's camera no longer leads
    speed  [m/s] of flight
    """

    def __init__(self, home=None, mode="orbit"):
        self.home = home or Pose()
        self.pose = self.home
        self.mode, self.held, self.speed = mode, False, 2.0
        self._push = np.zeros(9)  # still to be worked off
        self._from, self._goal, self._blended = None, None, BLEND
        self._grip = None  # [m] (3,) the place that the mouse has gripped

    # what mouse and keys do

    def turn(self, yaw, pitch):
        """What a drag does in this mode: turn about the target or about the eye itself, by degrees."""
        self._touch(ORBIT if MODES[self.mode].about == "target" else LOOK, (yaw, pitch))

    def orbit(self, yaw, pitch):
        """Turn about the target by degrees; pitch up lifts the eye."""
        self._touch(ORBIT, (yaw, pitch))

    def look(self, yaw, pitch):
        """Turn about the eye itself by degrees, as if it were orbited about what it sees: positive yaw looks to the left, pitch down."""
        self._touch(LOOK, (yaw, pitch))

    def roll(self, degrees):
        """Tilt to the left, about the line of sight."""
        self._touch(ROLL, degrees)

    def dolly(self, notches):
        """Move toward the target, by 0.95 a notch; negative: away. Who flies or walks takes the target along."""
        if MODES[self.mode].about == "target":
            self._touch(NEARER, notches * math.log(NOTCH))
        else:
            self._touch(WAY, -notches * (1 - NOTCH) * self.pose.distance * self.pose.rotation[:, 2])

    def pan(self, right, up, height):
        """Move eye and target so that the target follows the pointer by pixels (right, up) of a picture `height` pixels high."""
        metres = 2 * self.pose.distance * math.tan(math.radians(self.pose.fov) / 2) / height
        axes = self.pose.rotation
        self._touch(WAY, -metres * (right * axes[:, 0] + up * axes[:, 1]))

    def grip(self, sight, x, y, depth=None):
        """Take hold of the place under a pixel of what is seen (game.hand.Sight), so far ahead of the eye [m]; the target's distance unless told."""
        self._touch(WAY, 0.0)
        self._push[:] = 0
        self._grip = sight.under(x, y, self.pose.distance if depth is None else depth)

    def pull(self, sight, x, y):
        """Move eye and target so that the gripped place is under this pixel now; at once."""
        depth = float((sight.view.position - self._grip) @ sight.view.rotation[:, 2])
        self.pose = self.pose.moved(self._grip - sight.under(x, y, depth))

    def translate(self, right, forward):
        """Move eye and target by shares of the distance: over the ground, or in a mode that may roll along the eye's own axes."""
        side, ahead = self._ahead(ground=not MODES[self.mode].free)
        self._touch(WAY, self.pose.distance * (right * side + forward * ahead))

    def fly(self, right, up, ahead, seconds, factor=1.0):
        """Move on for so many seconds at `speed` times a factor; up is the world's; who walks stays at one height."""
        side, along = self._ahead(MODES[self.mode].ground)
        self._touch(WAY, self.speed * factor * seconds * (right * side + ahead * along + np.array([0.0, up, 0.0])))

    def faster(self, notches):
        """Fly faster (or slower) by 1.2 a notch."""
        self.speed = min(max(self.speed * FASTER**notches, SPEEDS[0]), SPEEDS[1])

    def frame(self, target, radius):
        """Look at a ball about a point so that it fills the picture: distance = radius / sin(fov / 2)."""
        distance = radius / math.sin(math.radians(self.pose.fov) / 2)
        self._go(replace(self.pose, target=np.array(target, float), distance=distance))
        self.held = True

    def reset(self):
        """Back to the scene's camera, which then leads again."""
        self._go(None)
        self.held = False

    # what the scene does

    def lead(self, home, at_once=False):
        """The scene has another camera: blend to it, unless the user holds the eye; at_once: take it as it is."""
        same, self.home = home.numbers == self.home.numbers, home
        if at_once:
            self.pose, self.held, self._from = home, False, None
            self._push[:] = 0
        elif not (same or self.held):
            self._go(None)

    def follow(self, home):
        """The scene's camera has moved by itself, as along a path: so does the eye, unless the user holds it."""
        self.home = home
        if not self.held and self._from is None:
            self.pose = home

    def advance(self, seconds):
        """Work off pushes and blends for the wall-clock time of one frame."""
        seconds = min(max(seconds, 0.0), LONGEST)
        if self._from is not None:
            self._blend(seconds)
        if self._push.any():
            self._move(-math.expm1(-DAMPING * seconds))

    def _move(self, share):
        step = self._push * share
        self._push -= step
        if np.abs(self._push).max() < 1e-12:
            self._push[:] = 0
        free = MODES[self.mode].free
        pose = self.pose.moved(step[WAY]).nearer(step[NEARER]).rolled(step[ROLL])
        self.pose = pose.turned(*step[ORBIT], free).looking(*step[LOOK], free)

    def _blend(self, seconds):
        self._blended = min(self._blended + seconds, BLEND)
        share, goal = self._blended / BLEND, self._goal or self.home
        self.pose = self._from.toward(goal, share * share * (3 - 2 * share))
        if self._blended == BLEND:
            self._from, self.pose = None, goal

    def _go(self, goal):
        """Blend to a pose; None: to wherever home is."""
        self._from, self._goal, self._blended = self.pose, goal, 0.0
        self._push[:] = 0

    def _touch(self, part, push):
        self._from = None
        self.held = True
        self._push[part] += push

    def _ahead(self, ground):
        """Directions (3,), (3,) to the right and ahead of the eye: its own, or over the ground."""
        if not ground:
            return self.pose.rotation[:, 0], -self.pose.rotation[:, 2]
        yaw = math.radians(self.pose.yaw)
        return np.array([math.cos(yaw), 0, -math.sin(yaw)]), np.array([-math.sin(yaw), 0, -math.cos(yaw)])
