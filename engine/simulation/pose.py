"""Where something stands and where it looks."""

import math
from typing import NamedTuple

import esper
import numpy as np

from engine.cameras import Camera
from engine.components import Name, Placement


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

    Straight up or down the picture's up is -z (or +z); an eye in its target looks toward -z. Number by number: every picture asks
    for it, and numpy takes ten times as long for so few.
    """
    bx, by, bz = (float(e - t) for e, t in zip(eye, target, strict=True))
    length = math.sqrt(bx * bx + by * by + bz * bz)
    if length == 0:
        return np.eye(3)
    bx, by, bz = bx / length, by / length, bz / length
    level = math.hypot(bx, bz)
    rx, rz = (bz / level, -bx / level) if level >= 1e-9 else (1.0, 0.0)  # up x back
    return np.array([[rx, by * rz, bx], [0.0, bz * rx - bx * rz, by], [rz, -by * rx, bz]])


def _point(target):
    """The point [m] (3,) that a camera looks at: given, or where the named entity stands."""
    if not isinstance(target, str):
        return np.array(target, float)
    for entity, name in esper.get_component(Name):
        if name.text == target:
            return esper.component_for_entity(entity, Placement).position
    raise KeyError(f"no entity '{target}' to look at")
