"""What every system is told about the tick it works on."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.systems.workers import Workers


@dataclass(frozen=True, slots=True)
class Step:
    """One tick: its length and time, and what holds for the whole world."""

    dt: float  # [s]
    time: float  # [s] at the start of the tick
    seed: int  # uint32
    solver: str  # of the bodies that name none
    bounds: tuple | None  # [m] corners of the box outside of which emitted particles die
    quality: float  # [1/s] substeps a second of the stable solver
    substeps: int | None  # of a tick, of explicit solvers on springs; None: as many as the stiffest spring needs
    workers: Workers
    tell: Callable[[str, str], None]  # tells the author something of the entity of this name
