import esper

from engine.components import Emission, Event, Leaving, Life, Mass, Population, Position, Tint, Velocity
from engine.systems.bodies import WASTE, freeze, packed


class Age(esper.Processor):
    """Pack the dead away now and then; let go of bodies that have lived out their lives; freeze those that left."""

    writes = Population, Position, Velocity, Life, Mass, Tint, Event.crossed  # packing moves all but the scratch

    def process(self, step):
        for entity, population in esper.get_component(Population):
            if population.dead * WASTE > population.used:
                packed(entity)
            if not esper.has_component(entity, Emission):
                _freeze_outside(entity, step)
            elif not population.alive and esper.has_component(entity, Leaving):
                esper.delete_entity(entity)


def _freeze_outside(entity, step):
    """A body that was not emitted does not die when it leaves the bounds; it is frozen where it was last (mission A4)."""
    here = esper.component_for_entity(entity, Position).xyz
    if step.bounds is not None and ((here < step.bounds[0]) | (here > step.bounds[1])).any():
        freeze(entity, "has left all bounds", step)
