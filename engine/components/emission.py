"""The running account of an emitter."""

from dataclasses import dataclass

import numpy as np

from engine.components.declare import per_body


@dataclass(slots=True)
class Emission:
    """What an emitter owes, and what it has seen."""

    inverse_mass: float = per_body("1/kg", "of the newborn, where the emitter does not draw each its own")
    lived: float = per_body("s", "mean life of about the last generation, learned while the pool is full")
    calls: np.ndarray = per_body(
        "m, m/s, s, 1", "what its particles call for in the next tick: place, velocity, time since, entry of `on` (8, n)"
    )
    owed: float = per_body("1", "births carried over to the next tick, in [0, 1)", default=0.0)
    clock: float = per_body("s", "time since the emitter was made", default=0.0)
    full: bool = per_body("1", "the pool was full: births follow deaths until the rate asks for no more", default=False)
    warned: bool = per_body("1", "that the pool is full has been said", default=False, state=False)


@dataclass(slots=True)
class Leaving:
    """Mark of a body whose entity is no longer in the scene: it lives out its lives, then goes."""

    acted: np.ndarray = per_body("1", "keys (n,) of what acted on it when it left: no `affects` can name it any more")
