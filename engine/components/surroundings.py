"""What acts on what."""

from dataclasses import dataclass, field

import numpy as np

from engine.components.declare import per_body


@dataclass(slots=True)
class Affects:
    """On a force, collider or water: the only bodies that it acts on."""

    names: frozenset = per_body("1", "names of entities", state=False)


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
    limits: np.ndarray = field(default_factory=lambda: np.zeros(6, np.float32))  # [m] where it may be
    solids: np.ndarray = _empty(0, 0)
    bounces: np.ndarray = _empty(0, 4)
    waters: np.ndarray = _empty(0, 5)
    lakes: tuple = ()  # entities of the rows of waters
    moving: tuple = ()  # (entity, first row) of the colliders that move by themselves
    counted: tuple = ()  # entities of the rows of Life.hits
