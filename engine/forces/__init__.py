"""Forces: a new one is one file and one name here."""

from engine.forces.drag import Drag
from engine.forces.gravity import Gravity
from engine.forces.wind import Wind

FORCES = {"gravity": Gravity, "wind": Wind, "drag": Drag}
