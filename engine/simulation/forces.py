"""What acts on the masses of a body now, kind by kind: from the tables and by the kernels of the tick, so nothing is said twice."""

import esper
import numpy as np

from engine.components import Event, Grip, Hold, Life, Mass, Population, Position, Spring, Touch, Triangles, Velocity
from engine.kernels.ballistic import ACCELERATION, DRAG, FORCE, RATE
from engine.kernels.body import Air, Faces, Masses
from engine.kernels.fields import accelerate
from engine.kernels.spring_force import lay, pull
from engine.kernels.wind import blow
from engine.systems import layout
from engine.systems.accumulate import by_kind

SPRINGS = "springs"


def forces(simulation, name):
    """{kind: (n, 3) float64 [N]} on the living particles of a body, as its next tick will begin.

    The kinds are those of engine.forces that act on it, and "springs", with their damping. By an explicit Euler step of free masses
    m (v' - v) / dt is their sum. A held mass counts as if it were let go. What holds masses off is no kind of these: see `contact`.
    Raises KeyError for an entity that is no body of particles.
    """
    simulation.get(name, Population)  # packs it
    return {kind: force.T for kind, force in on_body(simulation._entity(name), simulation._step()).items()}


def contact(simulation, name):
    """(n, 3) float64 [N] by which solids, other bodies and its own masses have held the living particles of a body off, friction included:
    mean of the last tick, m dv / dt. 0 for what is held, and before the first tick; of droplets also right after a snapshot was restored.
    Raises KeyError as `forces`."""
    simulation.get(name, Population)  # packs it
    return contact_on(simulation._entity(name)).T


def contact_on(entity):
    """The same of a packed body as (3, n)."""
    n, inverse = esper.component_for_entity(entity, Population).used, esper.component_for_entity(entity, Mass).inverse
    mass = np.divide(1.0, inverse[:n], out=np.zeros(n), where=inverse[:n] > 0)
    if touch := esper.try_component(entity, Touch):
        return mass * touch.contact[:, :n]
    found, ids = np.zeros((3, n)), esper.component_for_entity(entity, Life).id[:n]
    event = esper.component_for_entity(entity, Event)
    for lo, *_, touches in event.met:
        some = slice(lo, lo + touches)
        at = np.searchsorted(ids, event.touched[some])  # they rise with the slots
        lives = np.append(ids, np.uint32(2**32 - 1))[at] == event.touched[some]
        found[:, at[lives]] = event.push[:, some][:, lives]
    return mass * found


def on_body(entity, step, x=None, some=None):
    """{kind: (3, n) float64 [N]} on a packed body.

    x     [m] (3, slots) float32 in place of where the masses are
    some  indices of the particles that are asked for; all
    """
    population, position, velocity = esper.try_components(entity, Population, Position, Velocity)
    x, n = position.rows if x is None else x, population.used
    some = np.arange(n) if some is None else some
    inverse = let_go(entity)[some]
    at, speed = np.ascontiguousarray(x[:, some]), velocity.rows[:, some].astype(float)
    mass = np.divide(1.0, inverse, out=np.zeros(len(some)), where=inverse > 0)
    found = {}
    for kind, (push, fields, winds, eddies) in by_kind(entity, step).items():
        force = np.outer(push[ACCELERATION : ACCELERATION + 3], mass) + push[FORCE : FORCE + 3, None]
        force -= (push[RATE] * mass + push[DRAG]) * speed
        if len(fields):
            pulled = np.zeros_like(at)
            accelerate(pulled, at, inverse, len(some), fields)
            force += mass * pulled
        if len(winds):
            force += _blown(entity, x, velocity.rows, n, winds, eddies)[:, some]
        found[kind] = force
    if esper.has_component(entity, Spring):
        found[SPRINGS] = _sprung(entity, x, velocity.rows, n)[:, some].astype(float)
    return found


def let_go(entity):
    """Inverse mass [1/kg] (n,) float32 of a body's particles, were none of them held."""
    used = esper.component_for_entity(entity, Population).used
    own = esper.try_component(entity, Hold) or esper.component_for_entity(entity, Mass)
    inverse = own.inverse[:used].copy()
    if grip := esper.try_component(entity, Grip):
        inverse[esper.component_for_entity(entity, Life).id[:used] == np.uint32(grip.id)] = grip.inverse
    return inverse


def _blown(entity, x, v, n, winds, eddies):
    """Force of winds on triangles, on each mass (3, slots) [N]."""
    own = esper.component_for_entity(entity, Triangles)
    force = np.zeros_like(x)
    masses = Masses(x, v, x[0], x, x, force, force, n, np.array([0, n], np.int32))
    faces = Faces(own.corners, np.full(len(own.corners), own.closed, np.uint8), layout.firsts([len(own.corners)]))
    blow(masses, faces, Air(np.zeros((1, 8)), winds, layout.firsts([len(winds)]), eddies=eddies, eddies_first=layout.firsts([len(eddies)])))
    return force


def _sprung(entity, x, v, n):
    """Force of springs on each mass (3, slots) [N]."""
    made = lay(layout.springs([entity], layout.firsts([n])), x.shape[1])
    pull(x, v, n, made)
    return made.sums[0]
