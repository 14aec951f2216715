import esper
import numpy as np

from engine.components import Emission, Event, Life, Mass, Name, Population, Position, Surroundings, Velocity, WaveSurface
from engine.emitters import Emitter
from engine.emitters.schedule import learn
from engine.kernels.census import ages
from engine.kernels.compile import F
from engine.kernels.impact import impact
from engine.systems.integrate import solver_of

MICROSECOND = 1e-6


class Collide(esper.Processor):
    """Look at the marked: bounce, disturb the water, die."""

    writes = Position, Velocity, Life, Event, Population, Emission, WaveSurface.splashes, WaveSurface.waiting

    def process(self, step):
        for entity, (population, emission) in esper.get_components(Population, Emission):
            if not emission.full:
                population.dead += _meet(entity, step)
                continue
            life, emitter = esper.try_components(entity, Life, Emitter)
            before = ages(life.age, 0, population.used)
            deaths = _meet(entity, step)
            population.dead += deaths
            learn(emitter, emission, deaths, (before - ages(life.age, 0, population.used)) * MICROSECOND)
        for entity, _ in esper.get_component(Population):
            if not esper.has_component(entity, Emission):
                _meet(entity, step)


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
    return sum(deaths for _, deaths in found)


def _pour(splashes, lakes):
    """Append splashes (4, n), in order, to the queues of the waters that they fell into."""
    for row, lake in enumerate(lakes):
        mine = splashes[:3, splashes[3] == row]
        water, count = esper.component_for_entity(lake, WaveSurface), mine.shape[1]
        if water.waiting + count > water.splashes.shape[1]:
            more = np.zeros((3, 2 * (water.waiting + count)), np.float32)
            more[:, : water.waiting] = water.splashes[:, : water.waiting]
            water.splashes = more
        water.splashes[:, water.waiting : water.waiting + count] = mine
        water.waiting += count
