import math

import esper
import numpy as np

from engine.bodies import WaveSurface as Water
from engine.colliders import Collider, Shape
from engine.components import Affects, Emission, Hold, Leaving, Life, Name, Placement, Surroundings, Triangles, WaveSurface
from engine.emitters import Emitter
from engine.forces import FORCES
from engine.kernels.ballistic import STABLE
from engine.kernels.fields import STRENGTH
from engine.kernels.fields import WIDTH as FIELD
from engine.kernels.fields import WIND as PART_OF
from engine.systems import solids
from engine.systems.bodies import name_of
from engine.systems.integrate import solver_of

WIND = 6  # columns of Surroundings.winds


class Accumulate(esper.Processor):
    """Pack what acts on each body into flat tables: fields anew each tick, solids and waters when they changed."""

    writes = Surroundings, Life.hits

    def process(self, step):
        forces = _forces(step)
        for entity, around in esper.get_component(Surroundings):
            _blow(entity, around, forces)
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


def _forces(step):
    """(entity, what it does now) of every force, in an order that no query decides: sums of floats depend on theirs."""
    found = [(n.key, entity, kind, force) for kind, spec in FORCES.items() for entity, (force, n) in esper.get_components(spec, Name)]
    return [(entity, _Acting(entity, kind, force, step, key)) for key, entity, kind, force in sorted(found, key=lambda entry: entry[:2])]


class _Acting:
    """What one force does in this tick: see engine/forces. blow is None of a force that takes triangles for so many particles."""

    def __init__(self, entity, kind, force, step, key):
        self.kind = kind
        now, middle = (step.time, step.seed, key), (step.time + step.dt / 2, step.seed, key)
        placement = esper.component_for_entity(entity, Placement)
        pose = (placement.position + placement.previous) / 2, placement.rotation  # in the middle of the tick, where the fields are felt
        self.push = force.push(*now) if hasattr(force, "push") else np.zeros(8)
        self.blow = force.blow(*now) if hasattr(force, "blow") else None
        self.fields = force.fields(*middle, *pose) if hasattr(force, "fields") else []
        self.eddies = force.eddies(*middle, *pose) if hasattr(force, "eddies") else []


def _blow(entity, around, forces):
    """Sum up what pushes a body's particles and what blows on its triangles."""
    tables = _packed(entity, _felt(entity, forces))
    around.force[:], around.fields, around.winds, around.eddies = tables


def _felt(entity, forces):
    """What of all forces a body feels: no body the field that it carries."""
    return [force for source, force in forces if acts(source, entity) and not (force.fields and source == entity)]


def _packed(entity, acting):
    """Tables force, fields, winds, eddies of Surroundings; what blows on a body's triangles, if it has any, does not push it as particles."""
    has_faces = esper.has_component(entity, Triangles)
    pushing = [force for force in acting if force.blow is None or not has_faces]
    blowing = [force for force in acting if force.blow is not None and has_faces]
    push = sum((force.push for force in pushing), np.zeros(8))
    fields = np.array([row for force in pushing for row in force.fields if row[STRENGTH]]).reshape(-1, FIELD)
    winds = np.array([force.blow for force in blowing], float).reshape(-1, WIND)
    eddies = np.array([row for force in blowing for row in force.eddies]).reshape(-1, FIELD)
    eddies[:, PART_OF] = np.repeat(np.arange(len(blowing)), [len(force.eddies) for force in blowing])
    return push, fields, winds, eddies


def by_kind(entity, step):
    """{kind: (force, fields, winds, eddies)} of what acts on a body in a tick: the tables that Surroundings has of all kinds together."""
    acting = _felt(entity, _forces(step))
    return {kind: _packed(entity, some) for kind in FORCES if (some := [force for force in acting if force.kind == kind])}


def air(step):
    """Velocity of the air in a tick: what it is everywhere [m/s] (3,), and rows of kernels/fields.py for what comes to that from place to place."""
    blowing = [force for _, force in _forces(step) if force.blow is not None]
    rows = np.array([row for force in blowing for row in force.eddies]).reshape(-1, FIELD)
    return sum((force.blow[:3] for force in blowing), np.zeros(3)), rows


def _survey(entity, around, step):
    """Find the solids and waters that act on a body, and where it may be."""
    # stable bodies meet each other as bodies (island.py), and no body meets itself
    is_body = lambda one: esper.has_component(one, Hold) and solver_of(one, step) == STABLE  # noqa: E731
    apart = is_body(entity)
    others = [a for a in _acting(entity, Collider, Shape) if a[0] != entity and solids.is_rigid(a[0])]
    actors = [a for a in others if not (apart and is_body(a[0]))]
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
