import math

import esper
import numpy as np

from engine.bodies import WaveSurface as Water
from engine.colliders import Collider, Shape
from engine.components import Affects, Emission, Leaving, Life, Name, Placement, Surroundings, WaveSurface
from engine.emitters import Emitter
from engine.forces import FORCES
from engine.systems import solids
from engine.systems.bodies import name_of


class Accumulate(esper.Processor):
    """Pack what acts on each body into flat tables: fields anew each tick, solids and waters when they changed."""

    writes = Surroundings, Life.hits

    def process(self, step):
        fields = _fields(step)
        for entity, around in esper.get_component(Surroundings):
            around.force[:] = sum((push for source, push in fields if acts(source, entity)), np.zeros(8))
            if around.stale:
                _survey(entity, around, step)
            for collider, first in around.moving:
                rows = solids.moved(collider, around, first, step.dt)
                around.solids[first : first + len(rows)] = rows


def acts(source, body):
    """Whether a force, collider or water acts on a body (scene files, 2.1)."""
    affects = esper.try_component(source, Affects)
    if affects is None:
        return True
    leaving = esper.try_component(body, Leaving)
    if leaving is None:
        return name_of(body) in affects.names
    return esper.component_for_entity(source, Name).key in leaving.acted


def _fields(step):
    """(entity, push) of every force, in an order that no query decides: sums of floats depend on theirs."""
    found = [(name.key, entity, force) for kind in FORCES.values() for entity, (force, name) in esper.get_components(kind, Name)]
    found.sort(key=lambda entry: entry[:2])
    return [(entity, force.push(step.time, step.seed, key)) for key, entity, force in found]


def _survey(entity, around, step):
    """Find the solids and waters that act on a body, and where it may be."""
    actors = _acting(entity, Collider, Shape)
    _keep_count(entity, around, [e for e, (collider, _) in actors if solids.is_counted(collider)])
    solids.fill(around, actors, step.dt)
    waters = _acting(entity, Water, Placement, WaveSurface)
    around.lakes = tuple(e for e, _ in waters)
    rows = [[p.position[1], p.position[0], p.position[2], w.size[0] / 2, w.size[1] / 2] for _, (w, p, _) in waters]
    around.waters = np.array(rows, float).reshape(-1, 5)
    around.limits = _limits(entity, step.bounds)
    around.stale = False


def _acting(body, *kinds):
    """(entity, components) of all that act on a body, by their keys."""
    found = [(e, parts) for e, parts in esper.get_components(*kinds) if acts(e, body)]
    return sorted(found, key=lambda entry: (esper.component_for_entity(entry[0], Name).key, entry[0]))


def _keep_count(entity, around, counted):
    """Give Life.hits a row for each collider that counts; hits on those that stay are kept."""
    life = esper.component_for_entity(entity, Life)
    hits = np.zeros((len(counted), len(life.age)), np.uint8)
    for row, collider in enumerate(counted):
        if collider in around.counted:
            hits[row] = life.hits[around.counted.index(collider)]
    life.hits, around.counted = hits, tuple(counted)


def _limits(entity, bounds):
    """Corners of the box (6,) in which a body's particles may be; emitted ones die outside, others are frozen (see Collide)."""
    emitter = esper.try_component(entity, Emitter)
    limits = np.array([-math.inf] * 3 + [math.inf] * 3, np.float32)
    if esper.has_component(entity, Emission):
        if bounds is not None:
            limits[:] = np.ravel(bounds)
        if emitter.kill_below is not None:
            limits[1] = max(limits[1], emitter.kill_below)
    return limits
