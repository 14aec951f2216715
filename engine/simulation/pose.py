"""Where something stands and where it looks."""

import math
from typing import NamedTuple

import esper
import numpy as np

from engine.cameras import Camera, CameraPath, playback
from engine.components import Emission, Name, Placement, Playback, Population, Position, rotation_matrix


class Pose(NamedTuple):
    """position [m] (3,), rotation (3, 3) frame to world, fov [deg] vertical (None where there is no camera); float64."""

    position: np.ndarray
    rotation: np.ndarray
    fov: float | None


def pose(entity, blend=1.0):
    """Pose of an entity of the current world; a camera is on its path, or where it is placed and turned toward its target.

    blend   0 to 1, of a camera on its path: between where it was one tick ago and where it is
    """
    played = esper.try_component(entity, Playback)
    if played is not None and played.on:
        return on_path(entity, *playback.place(played, esper.component_for_entity(entity, CameraPath).loop, blend))
    placement, camera = esper.component_for_entity(entity, Placement), esper.try_component(entity, Camera)
    if camera is None:
        return Pose(placement.position.copy(), placement.rotation.copy(), None)
    if camera.target is None:
        return Pose(placement.position.copy(), placement.rotation.copy(), camera.fov)
    return Pose(placement.position.copy(), look_at(placement.position, _point(camera.target)), camera.fov)


def on_path(entity, time, toward=1.0):
    """Pose of a camera at any time [s] of its path; toward: -1 where time runs backward there."""
    path, spec = esper.component_for_entity(entity, Playback).path, esper.component_for_entity(entity, CameraPath)
    target = _aim(entity, spec)
    if not (any(spec.position) or any(spec.rotation)):
        seen = path.pose(time, target, toward)
        return Pose(seen.position, seen.rotation, seen.fov)
    frame = rotation_matrix(spec.rotation)
    seen = path.pose(time, (np.array(target) - spec.position) @ frame, toward)
    return Pose(frame @ seen.position + spec.position, frame @ seen.rotation, seen.fov)


def along(entity, times):
    """Pose at many times [s] (k,) of a camera's path, as it looks at its target now: arrays with one axis more."""
    path, spec = esper.component_for_entity(entity, Playback).path, esper.component_for_entity(entity, CameraPath)
    frame = rotation_matrix(spec.rotation)
    seen = path.poses(times, (np.array(_aim(entity, spec)) - spec.position) @ frame)
    return Pose(seen.position @ frame.T + spec.position, frame @ seen.rotation, seen.fov)


def _aim(entity, spec):
    """The point [m] (3,) that a path looks at, where it looks at one."""
    aim = esper.component_for_entity(entity, Camera).target if spec.look_at is None else spec.look_at
    return (0.0, 0.0, 0.0) if aim is None else _point(aim)


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
    """The point [m] (3,) that a camera looks at: given, or where the named entity is."""
    if not isinstance(target, str):
        return np.array(target, float)
    for entity, name in esper.get_component(Name):
        if name.text == target:
            return _place(entity)
    raise KeyError(f"no entity '{target}' to look at")


def _place(entity):
    """Where an entity is [m] (3,): a body in the middle of its masses, a camera on its path, all else where it is placed."""
    played, population = esper.try_component(entity, Playback), esper.try_component(entity, Population)
    if played is not None and played.on:
        spec = esper.component_for_entity(entity, CameraPath)
        here = played.path.pose(playback.place(played, spec.loop)[0]).position
        return rotation_matrix(spec.rotation) @ here + spec.position
    if population is not None and population.used and not esper.has_component(entity, Emission):
        return esper.component_for_entity(entity, Position).rows[:, : population.used].mean(axis=1, dtype=float)
    return esper.component_for_entity(entity, Placement).position
