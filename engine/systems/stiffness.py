"""What a body's springs ask of the step: how stiff they are now, what the step can hold of it, and what tethers have to carry."""

import math
from zlib import crc32

import esper
import numpy as np

from engine.bodies.spring import Spring as Springs
from engine.components import Hold, Position, Rest, Spring, Surroundings, Tether
from engine.kernels.anchors import held_stiffness, tethers
from engine.kernels.ballistic import ACCELERATION, STABLE
from engine.kernels.explicit import substeps_needed
from engine.systems import layout
from engine.systems.bodies import name_of
from engine.systems.integrate import solver_of
from engine.systems.island import air, gather

MOST = 1024  # substeps of a tick that explicit solvers take by themselves: a body that needs more lives slower, and a message says so
FINEST = 100_000  # [1/s] quality that a scene may ask for
LEAST = 1e-5  # [s] step that a scene may ask for
ROUNDING = 1e-6  # share of a substep


def stable_substeps(step):
    """Substeps of a tick of the stable solver."""
    return max(1, math.ceil(step.dt * step.quality - ROUNDING))


def explicit_substeps(island, step):
    """(seconds, substeps) of a tick of an explicit solver: fewer seconds than the tick has where the springs ask for more than MOST."""
    if step.substeps is not None:
        return step.dt, step.substeps
    needed = island.needed[1]
    return (step.dt, needed) if needed <= MOST else (step.dt * MOST / needed, MOST)


def renew(island, step):
    """Before a tick: let stiffness go toward its goal, count substeps anew, tell the author what the step cannot hold, make tethers anew."""
    changed = [_blend(entity, step.dt) for entity in island.members]
    if island.rows and any(changed):
        own = [esper.component_for_entity(e, Spring).stiffness for e in island.members if esper.has_component(e, Spring)]
        np.concatenate(own, out=island.springs.stiffness)
    solver = solver_of(island.members[0], step)
    if solver != STABLE:
        _count(island, solver, any(changed), step)
        return
    h = step.dt / stable_substeps(step)
    asked = h, *(esper.component_for_entity(entity, Hold).grabbed for entity in island.members)
    if island.needed[0] != asked:
        island.needed = asked, 0
        if any([_tether(entity, h) for entity in island.members]):
            island.tethers = layout.tethers(island.members, island.first, len(island.reach))
        for entity in island.members:
            _tell_limit(entity, h, step)


def _blend(entity, dt):
    """Take a body's stiffness one tick nearer to its goal; whether it changed."""
    spring = esper.try_component(entity, Spring)
    if spring is None or spring.left <= 0:
        return False
    share = np.float32(min(dt / spring.left, 1.0))
    spring.stiffness += share * (spring.goal - spring.stiffness)
    spring.left = max(spring.left - dt, 0.0)
    if spring.left == 0.0:
        spring.stiffness[:] = spring.goal
    return True


def _count(island, solver, changed, step):
    """Count the substeps that an explicit solver needs, where something changed; tell the author, once, of more than it gets."""
    asked = step.dt, solver, esper.component_for_entity(island.members[0], Hold).grabbed
    if step.substeps is None and (changed or island.needed[0] != asked):
        island.needed = asked, int(substeps_needed(island.springs, gather(island), step.dt, solver, air(island)))
    entity = island.members[0]
    spring = esper.try_component(entity, Spring)
    if step.substeps is None and spring and island.needed[1] > MOST and not spring.told:
        spring.told = True
        step.tell(name_of(entity), _slow(island.needed[1], step.dt))


def _slow(needed, dt):
    share = MOST / needed
    way = f"time.step: {dt * share:.2g}, or solver: stable" if dt * share >= LEAST else "solver: stable"
    return f"its springs need {needed:,} substeps a tick and get {MOST}, so it moves at {share:.2g} of the scene's speed; write {way}"


def _tell_limit(entity, h, step):
    """Say once what stiffness the stable solver can hold with substeps of h seconds, where more is asked."""
    spring, hold = esper.try_component(entity, Spring), esper.component_for_entity(entity, Hold)
    if spring is None or spring.told or not len(spring.goal):
        return
    excess = spring.goal / held_stiffness(np.where(hold.pinned, 0, hold.inverse), spring.ends, h)
    worst = int(excess.argmax())
    if excess[worst] > 1:
        spring.told = True
        asked = float(spring.goal[worst])
        step.tell(name_of(entity), _soft(asked / excess[worst], asked, math.sqrt(excess[worst]) / h, bool(hold.pinned.any())))


def _soft(held, asked, quality, is_pinned):
    quality = math.ceil(quality / 100) * 100
    rest = "tethers carry the rest where it hangs" if is_pinned else "it is softer than written"
    way = f"write time.quality: {quality} to hold all" if quality <= FINEST else "no quality holds all; write spring.stiffness: less"
    return f"its step holds {held:.3g} N/m of the {asked:g} asked; {rest}; {way}"


def _tether(entity, h):
    """Make a body's tethers anew where what holds it, its springs, its weight or the step are no longer those they were made for; whether so."""
    tether, spring, hold = (esper.try_component(entity, kind) for kind in (Tether, Spring, Hold))
    if tether is None:
        return False
    held = np.flatnonzero(hold.pinned)
    if hold.grabbed >= 0:
        held = np.union1d(held, hold.grabbed)
    rest, x, around = (esper.component_for_entity(entity, kind) for kind in (Rest, Position, Surroundings))
    gravity = float(np.linalg.norm(around.force[ACCELERATION : ACCELERATION + 3]))
    most = esper.component_for_entity(entity, Springs).max_stretch
    place = np.where(hold.pinned > 0, hold.target, x.rows) if len(held) else x.rows
    made_of = (
        spring.goal,
        spring.rest,
        hold.inverse,
        held,
        hold.target[:, hold.pinned > 0],
        np.array([h, gravity, -1.0 if most is None else most]),
    )
    tied = crc32(b"".join(each.tobytes() for each in made_of)) or 1
    if tied == hold.tied:
        return False
    hold.tied = tied
    is_straight = bool(rest.counts)
    tether.anchor, tether.length = tethers(
        rest.rows, is_straight, spring.ends, spring.rest, spring.goal, hold.inverse, held, place, h, gravity, most
    )
    return True
