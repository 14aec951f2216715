from functools import partial

import esper
import numpy as np

from engine.components import Ball, Hold, Island, Mass, Pace, Placement, Population, Position, Spring, Tether, Touch, Velocity
from engine.kernels.ballistic import STABLE
from engine.kernels.compile import F
from engine.kernels.explicit import advance
from engine.kernels.stable import relax
from engine.systems import stiffness
from engine.systems.bodies import freeze
from engine.systems.integrate import pace, solver_of
from engine.systems.island import air, gather, islands, press, scatter, solid


class Deform(esper.Processor):
    """Move the masses on springs and the rigid balls: those that may meet each other in one compiled call, an island a thread."""

    writes = Position, Velocity, Mass, Population, Placement, Hold, Spring, Tether, Pace, Island, Touch.contact

    def process(self, step):
        found = islands(step)
        for island in found:
            for entity in island.members:
                _begin(entity, step)
            stiffness.renew(island, step)
        moving = [island for island in found if not all(map(_is_frozen, island.members))]
        step.workers.each([partial(_move, island, step) for island in moving])
        for island in found:
            for entity in island.members:
                _end(entity, step)


def _begin(entity, step):
    """Remember where a body is, hold one that came to harm between two ticks, and carry its pins along with its placement."""
    x, v, hold, placement = esper.try_components(entity, Position, Velocity, Hold, Placement)
    if not (np.isfinite(x.xyz).all() and np.isfinite(v.xyz).all()):
        freeze(entity, "is no longer finite", step)
    x.previous[:] = x.rows
    if not esper.has_component(entity, Ball) and placement.velocity.any():
        carried = np.flatnonzero(hold.pinned)
        carried = carried[carried != hold.grabbed]
        hold.target[:, carried] += (placement.position - placement.previous)[:, None].astype(np.float32)


def _is_frozen(entity):
    return esper.component_for_entity(entity, Population).frozen


def _move(island, step):
    """One tick of an island; it writes the rows of its members and its own, and nothing else."""
    first = island.members[0]
    solver, masses = solver_of(first, step), gather(island)
    around = air(island), solid(island)
    if solver == STABLE:
        bodies = masses, island.springs, island.tethers, island.cells, island.faces, island.contacts
        substeps = stiffness.stable_substeps(step)
        relax(*bodies, *around, step.dt, substeps)
        scatter(island)
        press(island, step.dt / substeps, step.dt)
        for entity in island.members:
            pace(entity, solver, 0.0)
        return
    dt, substeps = stiffness.explicit_substeps(island, step)
    before = pace(first, solver, dt / substeps)
    advance(masses, island.springs, island.faces, island.contacts, *around, solver, dt, before, substeps)
    press(island, dt / substeps, dt)


def _end(entity, step):
    """Give the held mass the hand's velocity, and a ball's entity the ball's place."""
    x, v, hold = esper.try_components(entity, Position, Velocity, Hold)
    if hold.grabbed >= 0:
        v.rows[:, hold.grabbed] = (x.rows[:, hold.grabbed] - x.previous[:, hold.grabbed]) / F(step.dt)
    if esper.has_component(entity, Ball):
        placement = esper.component_for_entity(entity, Placement)
        placement.position, placement.velocity = x.rows[:, 0].astype(float), v.rows[:, 0].astype(float)
