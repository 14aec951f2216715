"""The arrays in which bodies that may meet are solved together."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.components.declare import per_body


@dataclass(slots=True)
class Island:
    """On the first of the bodies that may meet each other: who they are, and where they lie side by side.

    Made from the bodies, so it is no state of its own, but for where the masses were when the list of who is near whom was made.
    A body alone is solved in its own rows; only several have rows here.
    """

    members: tuple = per_body("1", "entities, in the order in which they lie in the rows", state=False)
    known: tuple = per_body("1", "what the grouping was made from; another means that it is made anew", state=False)
    first: np.ndarray = per_body("1", "first mass of each member, and the end, int32 (b + 1,)", state=False)
    rows: tuple = per_body("m, m/s, 1/kg, m", "position, velocity, inverse mass, target of all; () where a body is alone", scratch=True)
    scratch: tuple = per_body("1", "start (3, slots), force (3, slots), spare (SPARE, slots): kernels/body.py", scratch=True)
    springs: Any = per_body("1", "Springs of all (kernels/body.py)", state=False)
    tethers: Any = per_body("1", "Tethers of all", state=False)
    cells: Any = per_body("1", "Cells of all", state=False)
    faces: Any = per_body("1", "Faces of all", state=False)
    reach: np.ndarray = per_body("m", "distance that each mass keeps from solids (slots,)", state=False)
    restitution: np.ndarray = per_body("1", "of balls (slots,), 0 for all else", state=False)
    contacts: Any = per_body("1", "who is near whom (kernels/contacts.py)", state=False)
    last: np.ndarray = per_body("m", "where all were when its pairs were listed (3, slots): that decides what comes next")
    seen: np.ndarray = per_body("m", "where all were when its meetings of bodies were listed (3, slots)")
    needed: tuple = per_body("1", "what substeps and limits were worked out for, and the substeps", default=((), 1), state=False)
