"""State: what an entity is made of."""

from engine.components.declare import BODY, FACE, NODE, PARTICLE, SPRING, Column, columns
from engine.components.emission import Emission, Leaving
from engine.components.grip import Grip
from engine.components.island import Island
from engine.components.particles import Event, Life, Mass, Population, Position, Solver, Tint, Velocity, particles, resized
from engine.components.placement import Name, Placement, rotation_matrix
from engine.components.playback import Playback
from engine.components.springs import LINKS, Ball, Carried, Cells, Hold, Pace, Rest, Runs, Spring, Tether, Touch, Triangles
from engine.components.surroundings import Affects, Surroundings
from engine.components.wave_surface import WaveSurface

__all__ = [
    "BODY",
    "FACE",
    "LINKS",
    "NODE",
    "PARTICLE",
    "SPRING",
    "Affects",
    "Ball",
    "Carried",
    "Cells",
    "Column",
    "columns",
    "Emission",
    "Event",
    "Grip",
    "Hold",
    "Island",
    "Leaving",
    "Life",
    "Mass",
    "Name",
    "Pace",
    "Placement",
    "Playback",
    "Population",
    "Position",
    "Rest",
    "Runs",
    "Solver",
    "Spring",
    "Surroundings",
    "Tether",
    "Tint",
    "Touch",
    "Triangles",
    "Velocity",
    "WaveSurface",
    "particles",
    "resized",
    "rotation_matrix",
]
