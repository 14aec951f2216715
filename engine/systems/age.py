import esper

from engine.components import Emission, Event, Hold, Leaving, Life, Mass, Population, Position, Tint, Velocity
from engine.systems.bodies import WASTE, freeze, packed

FAR = (-1e5,) * 3, (1e5,) * 3  # [m] bounds of masses on springs where the scene names none: floats have no millimetres left out there


class Age(esper.Processor):
    """Pack the dead away now and then; let go of bodies that have lived out their lives; freeze those that left."""

    writes = Population, Position, Velocity, Life, Mass, Tint, Hold, Event.crossed  # packing moves all but the scratch

    def process(self, step):
        for entity, population in esper.get_component(Population):
            if population.dead * WASTE > population.used:
                packed(entity)
            if not esper.has_component(entity, Emission):
                _freeze_outside(entity, step)
            elif not population.alive and esper.has_component(entity, Leaving):
                esper.delete_entity(entity)


def _freeze_outside(entity, step):
    """A body that was not emitted does not die when it leaves the bounds; it is frozen where it was last."""
    bounds = step.bounds or (FAR if esper.has_component(entity, Hold) else None)
    here = esper.component_for_entity(entity, Position).xyz
    if bounds is not None and len(here) and ((here.min(0) < bounds[0]) | (here.max(0) > bounds[1])).any():
        freeze(entity, "has left all bounds", step)
