import math

import esper
import numpy as np

from engine.components import Emission, Event, Leaving, Life, Mass, Population, Position, Tint, Velocity
from engine.systems.bodies import WASTE, name_of, packed


class Age(esper.Processor):
    """Pack the dead away now and then; let go of bodies that have lived out their lives; freeze those that were lost."""

    writes = Population, Position, Velocity, Life, Mass, Tint, Event.crossed  # packing moves all but the scratch

    def process(self, step):
        for entity, population in esper.get_component(Population):
            if population.dead * WASTE > population.used:
                packed(entity)
            if not esper.has_component(entity, Emission):
                _freeze_lost(entity, step)
            elif not population.alive and esper.has_component(entity, Leaving):
                esper.delete_entity(entity)


def _freeze_lost(entity, step):
    """Hold a body that is no longer finite or has left all bounds where it was last, and say so (mission A4)."""
    x, v, mass = esper.try_components(entity, Position, Velocity, Mass)
    low, high = step.bounds or ((-math.inf,) * 3, (math.inf,) * 3)
    here = x.xyz
    if not mass.inverse[: len(here)].any() or np.isfinite(here).all() and (here >= low).all() and (here <= high).all():
        return
    x.rows[:] = np.nan_to_num(x.previous)
    v.rows[:] = 0
    mass.inverse[:] = 0
    mass.uniform = math.nan  # each for itself: only then are the held left out
    step.messages.append(f"{name_of(entity)}: left all bounds and is frozen")
