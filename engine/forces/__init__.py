"""Forces: a new one is one file and one name here.

Each says what it does to a body's particles, by methods of which it has those that it needs:

    push(time, seed, key)    everywhere the same: a row of eight numbers, laid out as in kernels/ballistic.py
    fields(time, seed, key, position, rotation)    from place to place: rows of kernels/fields.py; pose is that of its entity
    blow(time, seed, key), eddies(as fields)    on triangles, in place of both

Time in s; seed and key are for noise. `placed`: it has a place, so where its entity stands matters.
"""

from engine.forces.attractor import Attractor
from engine.forces.drag import Drag
from engine.forces.gravity import Gravity
from engine.forces.turbulence import Turbulence
from engine.forces.vortex import Vortex
from engine.forces.wind import Wind

FORCES = {"gravity": Gravity, "wind": Wind, "drag": Drag, "vortex": Vortex, "attractor": Attractor, "turbulence": Turbulence}
