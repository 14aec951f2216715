"""State: what an entity is made of."""

from engine.components.declare import BODY, NODE, PARTICLE, Column, columns
from engine.components.emission import Emission
from engine.components.particles import Event, Life, Mass, Population, Position, Tint, Velocity
from engine.components.placement import Name, Placement
from engine.components.wave_surface import WaveSurface

__all__ = [
    "BODY",
    "NODE",
    "PARTICLE",
    "Column",
    "columns",
    "Emission",
    "Event",
    "Life",
    "Mass",
    "Name",
    "Placement",
    "Population",
    "Position",
    "Tint",
    "Velocity",
    "WaveSurface",
]
