"""A view as a person thinks of it: from where, at what, how tilted. Every way to move it gives a new one."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

STEEPEST = 89.9  # [deg] of a level view: beyond, its right would be undefined
POLE = 1e-9  # cosine of the pitch below which yaw and roll turn about the same axis


@dataclass(frozen=True, slots=True)
class Pose:
    """An eye at `distance` from its target, at which it looks along its own -z. R = Ry(yaw) Rx(-pitch) Rz(roll)."""

    target: np.ndarray = field(default_factory=lambda: np.array([0.0, 0.5, 0.0]))  # [m] world (3,)
    yaw: float = 25.0  # [deg] azimuth of the eye seen from the target: 0 is +z, grows toward +x
    pitch: float = 15.0  # [deg] elevation of the eye
    distance: float = 6.0  # [m]
    fov: float = 50.0  # [deg] vertical
    roll: float = 0.0  # [deg] the eye tilts to its left

    @classmethod
    def between(cls, eye, target, fov=50.0):
        """The level pose of an eye [m] (3,) that looks at a target [m] (3,)."""
        target = np.array(target, float)
        arm = np.asarray(eye, float) - target
        distance = max(float(np.linalg.norm(arm)), 1e-3)
        pitch = math.degrees(math.asin(np.clip(arm[1] / distance, -1, 1)))
        return cls(target, math.degrees(math.atan2(arm[0], arm[2])), _steep(pitch), distance, fov)

    @classmethod
    def seen(cls, position, rotation, distance, fov):
        """The pose of any view: position [m] (3,), rotation (3, 3) camera to world; its target lies `distance` [m] ahead."""
        yaw, pitch, roll = _angles(rotation)
        return cls(np.asarray(position, float) - distance * rotation[:, 2], yaw, pitch, distance, fov, roll)

    @property
    def rotation(self):
        """(3, 3) camera's frame to the world."""
        cy, sy = math.cos(math.radians(self.yaw)), math.sin(math.radians(self.yaw))
        cp, sp = math.cos(math.radians(self.pitch)), math.sin(math.radians(self.pitch))
        level = np.array([[cy, -sy * sp, sy * cp], [0.0, cp, sp], [-sy, -cy * sp, cy * cp]])
        return level @ _about_z(self.roll) if self.roll else level

    @property
    def position(self):
        """[m] (3,) of the eye."""
        return self.target + self.distance * self.rotation[:, 2]

    @property
    def numbers(self):
        """All that makes up the pose, for comparison."""
        return (*self.target, self.yaw, self.pitch, self.distance, self.fov, self.roll)

    def toward(self, other, share):
        """The pose at a share of the way to another, turning the short way round."""
        return Pose(
            self.target + share * (other.target - self.target),
            self.yaw + share * _short_way(self.yaw, other.yaw),
            self.pitch + share * (other.pitch - self.pitch),
            self.distance * (other.distance / self.distance) ** share,
            self.fov + share * (other.fov - self.fov),
            self.roll + share * _short_way(self.roll, other.roll),
        )

    def turned(self, yaw, pitch, free=False):
        """Turned about its target by degrees; pitch lifts the eye. free: about the eye's own axes, over the poles, not the world's up."""
        if not (yaw or pitch):
            return self
        if not free:
            return replace(self, yaw=self.yaw + yaw, pitch=_steep(self.pitch + pitch))
        yaw, pitch, roll = _angles(self.rotation @ _about(-math.radians(pitch), math.radians(yaw)))
        return replace(self, yaw=yaw, pitch=pitch, roll=roll)

    def looking(self, yaw, pitch, free=False):
        """Turned about the eye itself in the same way."""
        if not (yaw or pitch):
            return self
        there = self.turned(yaw, pitch, free)
        return replace(there, target=self.position - self.distance * there.rotation[:, 2])

    def rolled(self, degrees):
        """Tilted about the line of sight."""
        return replace(self, roll=(self.roll + degrees + 180.0) % 360.0 - 180.0) if degrees else self

    def moved(self, way):
        """Eye and target shifted by metres (3,)."""
        return replace(self, target=self.target + way)

    def nearer(self, logarithm):
        """The eye moved along the line of sight: the distance is multiplied by exp(logarithm)."""
        return replace(self, distance=self.distance * math.exp(logarithm))


def _angles(rotation):
    """Yaw, pitch, roll [deg] of a rotation (3, 3); looking straight up or down there is no roll."""
    level = math.hypot(rotation[1, 0], rotation[1, 1])  # cosine of the pitch
    pitch = math.degrees(math.atan2(rotation[1, 2], level))
    if level < POLE:
        return math.degrees(math.atan2(-rotation[2, 0], rotation[0, 0])), pitch, 0.0
    roll = math.degrees(math.atan2(rotation[1, 0], rotation[1, 1]))
    return math.degrees(math.atan2(rotation[0, 2], rotation[2, 2])), pitch, roll


def _about(x, y):
    """Rotation (3, 3) by the vector (x, y, 0) [rad]; source: Rodrigues."""
    angle = math.hypot(x, y)
    a, b = x / angle, y / angle
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c + a * a * (1 - c), a * b * (1 - c), b * s], [a * b * (1 - c), c + b * b * (1 - c), -a * s], [-b * s, a * s, c]])


def _about_z(degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _steep(pitch):
    return min(max(pitch, -STEEPEST), STEEPEST)


def _short_way(start, end):
    return (end - start + 180.0) % 360.0 - 180.0
