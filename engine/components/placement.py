"""Where a whole entity stands."""

from dataclasses import dataclass

import numpy as np

from engine.components.declare import per_body


@dataclass(slots=True)
class Name:
    """What the author calls the entity, and the key of its random numbers (crc32 of its first name)."""

    text: str = per_body("1", "name in the scene file", state=False)
    key: int = per_body("1", "crc32 of the name it was first spawned with")


@dataclass(slots=True)
class Placement:
    """Pose of an entity, float64. Rotation maps the entity's frame to the world."""

    position: np.ndarray = per_body("m", "(3,)")
    rotation: np.ndarray = per_body("1", "(3, 3)")
    velocity: np.ndarray = per_body("m/s", "(3,) of a placement that moves by itself (kinematic)")
    previous: np.ndarray = per_body("m", "(3,) position at the start of the tick; equal to position after a teleport", state=False)
