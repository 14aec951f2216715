import esper
import numpy as np

from engine.components import Emission, Event, Life, Mass, Name, Population, Position, Surroundings, Velocity, WaveSurface
from engine.emitters import Emitter
from engine.emitters.schedule import learn
from engine.kernels.census import ages
from engine.kernels.compile import F
from engine.kernels.impact import impact
from engine.systems.bodies import freeze, in_order
from engine.systems.integrate import solver_of

MICROSECOND = 1e-6


class Collide(esper.Processor):
    """Look at the marked: bounce, disturb the water, die."""

    writes = Position, Velocity, Mass, Life, Event, Population, Emission, WaveSurface.splashes, WaveSurface.waiting

    def process(self, step):
        for entity in in_order():
            emission = esper.try_component(entity, Emission)
            if emission is None:
                _hold_together(entity, step)
                _meet(entity, step)
            elif emission.full:
                _meet_and_learn(entity, emission, step)
            else:
                _meet(entity, step)


def _hold_together(entity, step):
    """A body that was not emitted does not die when its numbers are lost; it is frozen where it was (mission A4)."""
    if not np.isfinite(esper.component_for_entity(entity, Position).xyz).all():
        freeze(entity, "is no longer finite", step)


def _meet_and_learn(entity, emission, step):
    population, life, emitter = esper.try_components(entity, Population, Life, Emitter)
    before = ages(life.age, 0, population.used)
    deaths = _meet(entity, step)
    learn(emitter, emission, deaths, (before - ages(life.age, 0, population.used)) * MICROSECOND)


def _meet(entity, step):
    """Let the marked particles of a body meet what they meet; how many died."""
    population, x, v, life, mass = esper.try_components(entity, Population, Position, Velocity, Life, Mass)
    event, around = esper.try_components(entity, Event, Surroundings)
    key = np.uint32(step.seed), np.uint32(esper.component_for_entity(entity, Name).key)
    state = x.rows, x.previous, v.rows, life.age, life.span, F(life.fade), life.id, life.hits, mass.inverse, event.mark
    scene = solver_of(entity, step), around.force, F(step.dt), around.limits, around.waters, around.solids, around.bounces
    slices = step.workers.slices(0, population.used)
    found = step.workers.over(0, population.used, lambda lo, hi: impact(*state, lo, hi, *scene, *key, event.crossed, event.splash))
    for (lo, _), (crossings, _) in zip(slices, found, strict=True):
        _pour(event.splash[:, lo : lo + crossings], around.lakes)
    deaths = sum(deaths for _, deaths in found)
    population.dead += deaths
    return deaths


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
