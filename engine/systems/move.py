import esper

from engine.components import Grip, Mass, Placement, Position, Velocity
from engine.systems import hand


class Move(esper.Processor):
    """Carry on the placements that have a velocity of their own, remember where all stood before; lead the particle in the user's hand."""

    writes = Placement, Position, Velocity, Mass, Grip

    def process(self, step):
        for _, placement in esper.get_component(Placement):
            placement.previous = placement.position
            if placement.velocity.any():
                placement.position = placement.position + step.dt * placement.velocity
        for entity, grip in list(esper.get_component(Grip)):
            hand.lead(entity, grip, step.dt)
