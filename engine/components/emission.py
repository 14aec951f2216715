"""The running account of an emitter."""

from dataclasses import dataclass

from engine.components.declare import per_body


@dataclass(slots=True)
class Emission:
    """What an emitter owes, and what it has seen."""

    owed: float = per_body("1", "births carried over to the next tick, in [0, 1)", default=0.0)
    bursts: int = per_body("1", "bursts given so far", default=0)
    clock: float = per_body("s", "time since the emitter was made", default=0.0)
    deaths: float = per_body("1/s", "mean rate of deaths over about the last lifetime", default=0.0)
    warned: bool = per_body("1", "that the pool is full has been said", default=False, state=False)
