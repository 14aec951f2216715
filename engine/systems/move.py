import esper

from engine.components import Placement


class Move(esper.Processor):
    """Carry on the placements that have a velocity of their own; remember where all stood before."""

    writes = (Placement,)

    def process(self, step):
        for _, placement in esper.get_component(Placement):
            placement.previous = placement.position
            if placement.velocity.any():
                placement.position = placement.position + step.dt * placement.velocity
