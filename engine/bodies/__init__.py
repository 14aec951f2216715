"""Bodies other than emitted particles."""

from engine.bodies.lattice import Lattice
from engine.bodies.pin import Pin
from engine.bodies.points import Points
from engine.bodies.self_collision import SelfCollision
from engine.bodies.spring import Spring
from engine.bodies.wave_surface import WaveSurface

BODIES = {"wave_surface": WaveSurface, "lattice": Lattice, "points": Points, "spring": Spring, "pin": Pin, "self_collision": SelfCollision}
