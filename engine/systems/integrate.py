import esper
import numpy as np

from engine.components import Event, Life, Mass, Population, Position, Solver, Surroundings, Velocity
from engine.kernels.ballistic import AUTO, EULER, coefficients, drift, drift_each
from engine.kernels.compile import F

SOLVERS = {"auto": AUTO, "euler": EULER}


class Integrate(esper.Processor):
    """Move every particle by what acts on it, and mark the few to which something may have happened."""

    writes = Position, Velocity, Life.age, Event.mark

    def process(self, step):
        for entity, parts in esper.get_components(Population, Position, Velocity, Mass, Life, Event, Surroundings):
            population, x, v, mass, life, event, around = parts
            state = x.rows, x.previous, v.rows, life.age, life.span, F(life.fade)
            scene = F(step.dt), around.limits, around.waters, around.solids
            solver = solver_of(entity, step)
            # what shares one mass shares one set of coefficients; the newborn move for a time of their own
            alike = 0 if np.isnan(mass.uniform) else population.fresh
            if alike:
                affine = np.empty(8, np.float32)
                coefficients(affine, solver, around.force, mass.uniform, step.dt)
                step.workers.over(0, alike, lambda lo, hi: drift(*state, event.mark, lo, hi, affine, *scene))  # noqa: B023
            step.workers.over(
                alike,
                population.used,
                lambda lo, hi: drift_each(*state, mass.inverse, event.mark, lo, hi, solver, around.force, *scene),  # noqa: B023
            )


def solver_of(entity, step):
    """Integer kind of a body's integrator."""
    own = esper.try_component(entity, Solver)
    return SOLVERS[own.name if own else step.solver]
