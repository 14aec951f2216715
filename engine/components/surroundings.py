"""What acts on what."""

from dataclasses import dataclass, field

import numpy as np

from engine.components.declare import per_body


@dataclass(slots=True)
class Affects:
    """On a force, collider or water: the only bodies that it acts on, those that are named or all of one included file."""

    names: frozenset = per_body("1", "names of entities", state=False)
    within: str = per_body("1", "what the names of others that it acts on begin with, as fountain.; none where empty", state=False)

    @classmethod
    def of(cls, name, affects):
        """Of the entity of this name, which says this of `affects`; None where it acts on all that it can.

        Where it says nothing (None), what stands in an included file acts on what stands in the same.
        """
        if affects is not None:
            return cls(frozenset(affects), "")
        return cls(frozenset(), name[: name.rindex(".") + 1]) if "." in name else None

    def admits(self, name):
        """Whether it acts on the body of this name."""
        return name in self.names or (self.within != "" and name.startswith(self.within))


def _empty(*shape):
    return field(default_factory=lambda: np.zeros(shape))


@dataclass(slots=True)
class Surroundings:
    """All that acts on one body, packed into flat tables (layouts: kernels/ballistic.py and kernels/solids.py).

    Made from the other entities, so it is no state of its own; only which row of Life.hits counts whose hits must be kept.
    """

    stale: bool = True  # the scene changed: pack solids and waters anew
    surveys: int = 0  # how often that was done
    force: np.ndarray = _empty(8)  # what pushes all its particles
    winds: np.ndarray = _empty(0, 6)  # what blows on its triangles (kernels/body.py, Air)
    fields: np.ndarray = _empty(0, 0)  # what differs from place to place (kernels/fields.py)
    eddies: np.ndarray = _empty(0, 0)  # velocity of the air, beside that of the winds, that its triangles feel
    limits: np.ndarray = field(default_factory=lambda: np.zeros(6, np.float32))  # [m] where it may be
    solids: np.ndarray = _empty(0, 0)
    bounces: np.ndarray = _empty(0, 4)
    waters: np.ndarray = _empty(0, 5)
    lakes: tuple = ()  # entities of the rows of waters
    moving: tuple = ()  # (entity, first row) of the colliders that move by themselves
    counted: tuple = ()  # entities of the rows of Life.hits
