import esper
import numpy as np

from engine.components import Emission, Event, Hold, Mass, Population, Position, Surroundings, Touch, Velocity, WaveSurface
from engine.emitters import Emitter
from engine.emitters.schedule import learn
from engine.systems import calls
from engine.systems.bodies import freeze, in_order

MICROSECOND = 1e-6


class Collide(esper.Processor):
    """Hand on what the particles met in this tick: splashes to the waters, deaths to their body's account, and what others are to emit for it."""

    writes = Position, Velocity, Mass, Population, Hold, Touch.contact, Emission, WaveSurface.splashes, WaveSurface.waiting

    def process(self, step):
        for entity in in_order():
            if esper.has_component(entity, Event):
                _hand_on(entity, step)
            if not esper.has_component(entity, Emission):
                _hold_together(entity, step)


def _hand_on(entity, step):
    population, event, around = esper.try_components(entity, Population, Event, Surroundings)
    for lo, crossings, *_ in event.met:
        _pour(event.splash[:, lo : lo + crossings], around.lakes)
    deaths = sum(died for _, _, died, *_ in event.met)
    population.dead += deaths
    emission, emitter = esper.try_component(entity, Emission), esper.try_component(entity, Emitter)
    if emission and emitter.on:
        calls.after(entity, emitter, emission, step)
    if emission and emission.full:
        learn(emitter, emission, deaths, sum(lived for *_, lived, _, _ in event.met) * MICROSECOND)


def _hold_together(entity, step):
    """A body that was not emitted does not die when its numbers are lost; it is frozen where it was."""
    if not np.isfinite(esper.component_for_entity(entity, Position).xyz).all():
        freeze(entity, "is no longer finite", step)


def _pour(splashes, lakes):
    """Append splashes (4, n), in order, to the queues of the waters that they fell into."""
    for row, lake in enumerate(lakes):
        mine = splashes[:3] if len(lakes) == 1 else splashes[:3, splashes[3] == row]
        water, count = esper.component_for_entity(lake, WaveSurface), mine.shape[1]
        if water.waiting + count > water.splashes.shape[1]:
            more = np.zeros((3, 2 * (water.waiting + count)), np.float32)
            more[:, : water.waiting] = water.splashes[:, : water.waiting]
            water.splashes = more
        water.splashes[:, water.waiting : water.waiting + count] = mine
        water.waiting += count
