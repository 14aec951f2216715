"""Where something stands and where it looks."""

from typing import NamedTuple

import esper
import numpy as np

from engine.cameras import Camera
from engine.components import Name, Placement

UP = np.array([0.0, 1.0, 0.0])


class Pose(NamedTuple):
    """position [m] (3,), rotation (3, 3) frame to world, fov [deg] vertical (None where there is no camera); float64."""

    position: np.ndarray
    rotation: np.ndarray
    fov: float | None


def pose(entity):
    """Pose of an entity of the current world; a camera with a target is turned toward it."""
    placement = esper.component_for_entity(entity, Placement)
    camera = esper.try_component(entity, Camera)
    if camera is None:
        return Pose(placement.position.copy(), placement.rotation.copy(), None)
    if camera.target is None:
        return Pose(placement.position.copy(), placement.rotation.copy(), camera.fov)
    return Pose(placement.position.copy(), look_at(placement.position, _point(camera.target)), camera.fov)


def look_at(eye, target):
    """Rotation (3, 3) of an eye at `eye` that looks along its own -z at `target`, world's up upward.

    Straight up or down the picture's up is -z (or +z); an eye in its target looks toward -z.
    """
    back = np.asarray(eye, float) - target
    length = np.linalg.norm(back)
    if length == 0:
        return np.eye(3)
    back /= length
    right = _cross(UP, back)
    if np.linalg.norm(right) < 1e-9:
        right = np.array([1.0, 0.0, 0.0])
    right /= np.linalg.norm(right)
    return np.column_stack([right, _cross(back, right), back])


def _cross(a, b):
    """The cross product (3,) of two vectors (3,); np.cross, made for many at once, takes ten times as long."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def _point(target):
    """The point [m] (3,) that a camera looks at: given, or where the named entity stands."""
    if not isinstance(target, str):
        return np.array(target, float)
    for entity, name in esper.get_component(Name):
        if name.text == target:
            return esper.component_for_entity(entity, Placement).position
    raise KeyError(f"no entity '{target}' to look at")
