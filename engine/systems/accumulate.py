import math

import esper
import numpy as np

from engine.bodies import WaveSurface as Water
from engine.colliders import Collider, Shape
from engine.components import Affects, Emission, Hold, Leaving, Life, Name, Placement, Surroundings, Triangles, WaveSurface
from engine.emitters import Emitter
from engine.forces import FORCES
from engine.kernels.ballistic import STABLE
from engine.systems import solids
from engine.systems.bodies import name_of
from engine.systems.integrate import solver_of

WIND = 6  # columns of Surroundings.winds


class Accumulate(esper.Processor):
    """Pack what acts on each body into flat tables: fields anew each tick, solids and waters when they changed."""

    writes = Surroundings, Life.hits

    def process(self, step):
        fields = _fields(step)
        for entity, around in esper.get_component(Surroundings):
            _blow(entity, around, fields)
            if around.stale:
                _survey(entity, around, step)
            for collider, first in around.moving:
                rows = solids.moved(collider, around, first, step.dt)
                around.solids[first : first + len(rows)] = rows


def survey(step):
    """Pack what acts on the bodies where nothing has been packed since the scene began or changed: who asks before the next tick must know."""
    if any(around.stale for _, around in esper.get_component(Surroundings)):
        esper.get_processor(Accumulate).process(step)


def acts(source, body):
    """Whether a force, collider or water acts on a body (scene files, 2.1)."""
    affects = esper.try_component(source, Affects)
    if affects is None:
        return True
    leaving = esper.try_component(body, Leaving)
    if leaving is None:
        return affects.admits(name_of(body))
    return esper.component_for_entity(source, Name).key in leaving.acted


def _fields(step):
    """(entity, push, blow) of every force, in an order that no query decides: sums of floats depend on theirs.

    blow is what it does to triangles; None of a force that takes them for so many particles.
    """
    found = [(name.key, entity, force) for kind in FORCES.values() for entity, (force, name) in esper.get_components(kind, Name)]
    found.sort(key=lambda entry: entry[:2])
    now = step.time, step.seed
    return [(entity, force.push(*now, key), force.blow(*now, key) if hasattr(force, "blow") else None) for key, entity, force in found]


def _blow(entity, around, fields):
    """Sum up what pushes a body's particles; what blows on its triangles, if it has any, does not push them as particles."""
    has_faces = esper.has_component(entity, Triangles)
    acting = [(push, blow) for source, push, blow in fields if acts(source, entity)]
    around.force[:] = sum((push for push, blow in acting if blow is None or not has_faces), np.zeros(8))
    around.winds = np.array([blow for _, blow in acting if blow is not None] if has_faces else [], float).reshape(-1, WIND)


def _survey(entity, around, step):
    """Find the solids and waters that act on a body, and where it may be."""
    # stable bodies meet each other as bodies (island.py), and no body meets itself
    is_body = lambda one: esper.has_component(one, Hold) and solver_of(one, step) == STABLE  # noqa: E731
    apart = is_body(entity)
    actors = [a for a in _acting(entity, Collider, Shape) if a[0] != entity and not (apart and is_body(a[0]))]
    _keep_count(entity, around, [e for e, (collider, _) in actors if solids.is_counted(collider)])
    solids.fill(around, actors, step.dt)
    waters = _acting(entity, Water, Placement, WaveSurface)
    around.lakes = tuple(e for e, _ in waters)
    rows = [[p.position[1], p.position[0], p.position[2], w.size[0] / 2, w.size[1] / 2] for _, (w, p, _) in waters]
    around.waters = np.array(rows, float).reshape(-1, 5)
    around.limits = _limits(entity, step.bounds)
    around.stale = False
    around.surveys += 1


def _acting(body, *kinds):
    """(entity, components) of all that act on a body, by their keys."""
    found = [(e, parts) for e, parts in esper.get_components(*kinds) if acts(e, body)]
    return sorted(found, key=lambda entry: (esper.component_for_entity(entry[0], Name).key, entry[0]))


def _keep_count(entity, around, counted):
    """Give Life.hits a row for each collider that counts; hits on those that stay are kept. Masses on springs do not count."""
    life = esper.try_component(entity, Life)
    if life is None:
        around.counted = ()
        return
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
