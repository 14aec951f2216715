"""The camera in the user's hand: a turntable about a point.

Yaw turns about the world's up, pitch is held short of the poles, so the horizon stays level. Every motion is a method that
gives the camera a push; the pushes are worked off with exp(-lambda t), so the total travel does not depend on the frame rate.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np

STEEPEST = 89.9  # [deg]
NOTCH = 0.95  # distance after one notch of the wheel, as a share
DAMPING = 18.0  # [1/s] how fast a push is worked off
BLEND = 0.3  # [s] from the scene's old camera to its new one
LONGEST = 0.1  # [s] of one frame that count


@dataclass(slots=True)
class Pose:
    """Where a turntable stands: all that makes up the view."""

    target: np.ndarray = field(default_factory=lambda: np.array([0.0, 0.5, 0.0]))  # [m] world (3,)
    yaw: float = 25.0  # [deg] azimuth of the eye seen from the target: 0 is +z, grows toward +x
    pitch: float = 15.0  # [deg] elevation of the eye
    distance: float = 6.0  # [m]
    fov: float = 50.0  # [deg] vertical

    @classmethod
    def between(cls, eye, target, fov=50.0):
        """The pose of an eye [m] (3,) that looks at a target [m] (3,)."""
        target = np.array(target, float)
        arm = np.asarray(eye, float) - target
        distance = max(float(np.linalg.norm(arm)), 1e-3)
        pitch = math.degrees(math.asin(np.clip(arm[1] / distance, -1, 1)))
        return cls(target, math.degrees(math.atan2(arm[0], arm[2])), _steep(pitch), distance, fov)

    @property
    def rotation(self):
        """(3, 3) camera's frame to the world: R = Ry(yaw) Rx(-pitch)."""
        cy, sy = math.cos(math.radians(self.yaw)), math.sin(math.radians(self.yaw))
        cp, sp = math.cos(math.radians(self.pitch)), math.sin(math.radians(self.pitch))
        return np.array([[cy, -sy * sp, sy * cp], [0.0, cp, sp], [-sy, -cy * sp, cy * cp]])

    @property
    def position(self):
        """[m] (3,) of the eye: it looks along its own -z at the target."""
        return self.target + self.distance * self.rotation[:, 2]

    @property
    def numbers(self):
        """All that makes up the pose, for comparison."""
        return (*self.target, self.yaw, self.pitch, self.distance, self.fov)

    def toward(self, other, share):
        """The pose at a share of the way to another, turning the short way round."""
        turn = (other.yaw - self.yaw + 180.0) % 360.0 - 180.0
        return Pose(
            self.target + share * (other.target - self.target),
            self.yaw + share * turn,
            self.pitch + share * (other.pitch - self.pitch),
            self.distance * (other.distance / self.distance) ** share,
            self.fov + share * (other.fov - self.fov),
        )


class Orbit:
    """A pose with momentum. `held` is true once the user has touched it; then the scene's camera no longer moves it."""

    def __init__(self, home=None):
        self.home = home or Pose()
        self.pose = self.home
        self.held = False
        self._push = np.zeros(6)  # still to be worked off: yaw, pitch [deg], ln(distance), target [m]
        self._from, self._blended = None, BLEND

    def orbit(self, yaw, pitch):
        """Turn about the target by degrees; pitch up lifts the eye."""
        self._touch((yaw, pitch, 0, 0, 0, 0))

    def dolly(self, notches):
        """Move toward the target, by 0.95 a notch; negative: away."""
        self._touch((0, 0, notches * math.log(NOTCH), 0, 0, 0))

    def pan(self, right, up, height):
        """Move eye and target so that the target follows the pointer by pixels (right, up) of a picture `height` pixels high."""
        metres = 2 * self.pose.distance * math.tan(math.radians(self.pose.fov) / 2) / height
        axes = self.pose.rotation
        self._touch((0, 0, 0, *(-metres * (right * axes[:, 0] + up * axes[:, 1]))))

    def translate(self, right, forward):
        """Move eye and target over the ground, by shares of the distance."""
        yaw = math.radians(self.pose.yaw)
        side, ahead = np.array([math.cos(yaw), 0, -math.sin(yaw)]), np.array([-math.sin(yaw), 0, -math.cos(yaw)])
        self._touch((0, 0, 0, *(self.pose.distance * (right * side + forward * ahead))))

    def frame(self, target, radius):
        """Look at a ball about a point so that it fills the picture: distance = radius / sin(fov / 2)."""
        pose = self.pose
        self._go(replace(pose, target=np.array(target, float), distance=radius / math.sin(math.radians(pose.fov) / 2)))
        self.held = True

    def reset(self):
        """Back to the scene's camera, which then leads again."""
        self._go(self.home)
        self.held = False

    def lead(self, home, at_once=False):
        """The scene's camera has a (new) pose: blend to it, unless the user holds the camera; at_once: take it as it is."""
        same, self.home = home.numbers == self.home.numbers, home
        if at_once:
            self.pose, self.held, self._from = home, False, None
            self._push[:] = 0
        elif not (same or self.held):
            self._go(home)

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
        pose = self.pose
        pitch, distance = _steep(pose.pitch + step[1]), pose.distance * math.exp(step[2])
        self.pose = Pose(pose.target + step[3:], pose.yaw + step[0], pitch, distance, pose.fov)

    def _blend(self, seconds):
        self._blended = min(self._blended + seconds, BLEND)
        share = self._blended / BLEND
        self.pose = self._from.toward(self._goal, share * share * (3 - 2 * share))
        if self._blended == BLEND:
            self._from, self.pose = None, self._goal

    def _go(self, goal):
        self._from, self._goal, self._blended = self.pose, goal, 0.0
        self._push[:] = 0

    def _touch(self, push):
        self._from = None
        self.held = True
        self._push += push


def _steep(pitch):
    return min(max(pitch, -STEEPEST), STEEPEST)
