"""Where a whole entity stands."""

from dataclasses import dataclass

import numpy as np

from engine.components.declare import per_body


@dataclass(slots=True)
class Name:
    """What the author calls the entity, and what its random numbers go by."""

    text: str = per_body("1", "name in the scene file", state=False)
    key: int = per_body("1", "crc32 of the name it was first spawned with")
    seed: int = per_body(
        "1", "the scene's, when it was spawned: what is drawn of the living hashes it, and an edit leaves them", state=False
    )


@dataclass(slots=True)
class Placement:
    """Pose of an entity, float64. Rotation maps the entity's frame to the world."""

    position: np.ndarray = per_body("m", "where it stands (3,)", drawn=True)
    rotation: np.ndarray = per_body("1", "how it is turned, its frame to the world (3, 3)", drawn=True)
    velocity: np.ndarray = per_body("m/s", "of a placement that moves by itself (3,)", drawn=True)
    previous: np.ndarray = per_body(
        "m", "position at the start of the tick; equal to position after a teleport (3,)", state=False, drawn=True
    )

    @classmethod
    def at(cls, position, degrees, velocity=(0.0, 0.0, 0.0)):
        """A placement from the author's numbers: position [m], rotation about x, y, z [deg], velocity [m/s]."""
        position = np.array(position, float)
        return cls(position, rotation_matrix(degrees), np.array(velocity, float), position.copy())

    @property
    def way(self):
        """How far it has moved in this tick [m], a column (3, 1) of float32."""
        return (self.position - self.previous)[:, None].astype(np.float32)

    def teleport(self, position):
        """Stand somewhere else [m], with no way between."""
        self.position = np.array(position, float)
        self.previous = self.position.copy()


def rotation_matrix(degrees):
    """R = Ry Rx Rz, frame to world (3, 3), from angles about x, y, z in degrees."""
    (cx, cy, cz), (sx, sy, sz) = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return about_y @ about_x @ about_z
