import esper
import numpy as np

from engine.components import Emission, Event, Life, Mass, Name, Population, Position, Solver, Surroundings, Velocity
from engine.kernels.ballistic import AUTO, EULER, coefficients
from engine.kernels.compile import F
from engine.kernels.passage import passage

SOLVERS = {"auto": AUTO, "euler": EULER}


class Integrate(esper.Processor):
    """Move every particle by what acts on it, and let the few that have something in their way meet it.

    Both in one compiled call a body, as a solver that does its contact inside: what is met is left in Event for Collide.
    """

    writes = Position, Velocity, Life, Event

    def process(self, step):
        for entity, parts in esper.get_components(Population, Position, Velocity, Mass, Life, Event, Surroundings, Name):
            population, x, v, mass, life, event, around, name = parts
            solver = solver_of(entity, step)
            # what shares one mass shares one set of coefficients; the newborn move for a time of their own
            alike = 0 if np.isnan(mass.uniform) else population.fresh
            affine = np.zeros(8, np.float32)
            if alike:
                coefficients(affine, solver, around.force, mass.uniform, step.dt)
            state = x.rows, x.previous, v.rows, life.age, life.span, F(life.fade), life.id, life.hits, mass.inverse, event.mark
            field = solver, around.force, F(step.dt), F(step.dt), around.limits, around.waters, around.solids, around.bounces
            fate = np.uint32(step.seed), np.uint32(name.key), esper.has_component(entity, Emission), event.crossed, event.splash
            slices = step.workers.slices(0, population.used)
            found = step.workers.over(
                0,
                population.used,
                lambda lo, hi: passage(*state, lo, hi, alike, affine, *field, *fate),  # noqa: B023
            )
            event.met = [(lo, *met) for (lo, _), met in zip(slices, found, strict=True)]


def solver_of(entity, step):
    """Integer kind of a body's integrator."""
    own = esper.try_component(entity, Solver)
    return SOLVERS[own.name if own else step.solver]
