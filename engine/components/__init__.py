"""State: what an entity is made of."""

from engine.components.declare import BODY, NODE, PARTICLE, Column, columns
from engine.components.emission import Emission, Leaving
from engine.components.particles import Event, Life, Mass, Population, Position, Solver, Tint, Velocity, particles, resized
from engine.components.placement import Name, Placement, rotation_matrix
from engine.components.surroundings import Affects, Surroundings
from engine.components.wave_surface import WaveSurface

__all__ = [
    "BODY",
    "NODE",
    "PARTICLE",
    "Affects",
    "Column",
    "columns",
    "Emission",
    "Event",
    "Leaving",
    "Life",
    "Mass",
    "Name",
    "Placement",
    "Population",
    "Position",
    "Solver",
    "Surroundings",
    "Tint",
    "Velocity",
    "WaveSurface",
    "particles",
    "resized",
    "rotation_matrix",
]
