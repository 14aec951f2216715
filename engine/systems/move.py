import esper

from engine.cameras import CameraPath, playback
from engine.components import Grip, Mass, Name, Placement, Playback, Population, Position, Velocity
from engine.emitters import Emitter
from engine.systems import hand


class Move(esper.Processor):
    """Carry on the placements that have a velocity of their own, with the particles that live in their frame; remember where all stood before;
    go on along the paths of cameras; lead the particle in the user's hand."""

    writes = Placement, Position, Velocity, Mass, Grip, Playback

    def process(self, step):
        for _, placement in esper.get_component(Placement):
            placement.previous = placement.position
            if placement.velocity.any():
                placement.position = placement.position + step.dt * placement.velocity
        for entity, (emitter, placement, population) in esper.get_components(Emitter, Placement, Population):
            if emitter.space == "local" and placement.velocity.any():
                esper.component_for_entity(entity, Position).rows[:, : population.used] += placement.way
        for _, (name, played, path) in sorted(esper.get_components(Name, Playback, CameraPath), key=lambda found: found[1][0].text):
            _play(name.text, played, path, step)
        for entity, grip in list(esper.get_component(Grip)):
            hand.lead(entity, grip, step.dt)


def _play(name, played, path, step):
    """Carry a camera on along its path, and tell the author what it meets."""
    events, ended = playback.advance(played, path.loop, step.time, step.time + step.dt)
    for text in (*played.news, *(f"passes {event}" for event in events), *["the path has ended"] * ended):
        step.tell(name, text)
    played.news = ()
