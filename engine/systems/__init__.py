"""Systems: find, hand over, done. Each says in `writes` what it writes; none has attributes."""

from engine.systems.accumulate import Accumulate
from engine.systems.age import Age
from engine.systems.collide import Collide
from engine.systems.deform import Deform
from engine.systems.emit import Emit
from engine.systems.integrate import Integrate
from engine.systems.move import Move
from engine.systems.step import Step
from engine.systems.wave import Wave
from engine.systems.workers import Workers

__all__ = ["Accumulate", "Age", "Collide", "Deform", "Emit", "Integrate", "Move", "Step", "Wave", "Workers"]
