"""The user's hand on one particle of a body without springs; on a body with springs it is part of Hold."""

from dataclasses import dataclass

import numpy as np

from engine.components.declare import per_body


@dataclass(slots=True)
class Grip:
    """A particle that is led to a point instead of being moved by forces."""

    id: int = per_body("1", "birth number of the particle")
    inverse: float = per_body("1/kg", "its inverse mass when let go")
    uniform: float = per_body("1/kg", "Mass.uniform of the body when nothing is held")
    target: np.ndarray = per_body("m", "where it is led (3,)")
