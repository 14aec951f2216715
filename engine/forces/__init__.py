"""Forces: a new one is one file and one name here.

Each says what it does to a body's particles: `push(time, seed, key)` gives a row of eight numbers, laid out as in
kernels/ballistic.py: acceleration, force, drag rate, drag coefficient. Time in s; seed and key are for noise.
"""

from engine.forces.drag import Drag
from engine.forces.gravity import Gravity
from engine.forces.wind import Wind

FORCES = {"gravity": Gravity, "wind": Wind, "drag": Drag}
