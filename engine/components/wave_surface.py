"""Water as a height field."""

from dataclasses import dataclass

import numpy as np

from engine.components.declare import per_body, per_node


@dataclass(slots=True)
class WaveSurface:
    """Heights over a grid of cell centres: node (i, j) lies at x = (i + 1/2) h_x - size_x / 2, likewise z."""

    height: np.ndarray = per_node("m", "height over the level now (nx, nz)", drawn=True)
    previous: np.ndarray = per_node("m", "height one wave step before (nx, nz)")
    foam: np.ndarray = per_node("1", "froth left by splashes, 0 to 1.5 (nx, nz)", drawn=True)
    shown: np.ndarray = per_node("m", "height one tick ago, for pictures between two ticks (nx, nz)", state=False, drawn=True)
    scratch: np.ndarray = per_node("m", "the step's third buffer (nx, nz)", scratch=True)
    splashes: np.ndarray = per_body("m, m, N s", "queue of x, z (world) and downward impulse (3, room)", state=False)
    step: float = per_body("s", "length of a wave step: previous is so long ago; 0 before the first", default=0.0)
    warned: bool = per_body("1", "that the waves are slower than asked has been said", default=False, state=False)
    waiting: int = per_body("1", "splashes in the queue", default=0, state=False)
