import esper
import numpy as np

from engine.components import Emission, Event, Hold, Life, Mass, Name, Pace, Placement, Population, Position, Solver, Surroundings, Velocity
from engine.emitters import Emitter
from engine.kernels.ballistic import AUTO, BLOCK, CORRECTED, EULER, EXPLICIT, PUBLISHED, RK4, STABLE, STEP, VERLET, coefficients
from engine.kernels.compile import F
from engine.kernels.passage import passage
from engine.kernels.pulled import ROWS

SOLVERS = {
    "auto": AUTO,
    "euler": EULER,
    "explicit-euler": EXPLICIT,
    "verlet": VERLET,
    "verlet-corrected": CORRECTED,
    "verlet-corrected-published": PUBLISHED,
    "rk4": RK4,
    "stable": STABLE,
}
LATE = VERLET, CORRECTED, PUBLISHED  # what keeps the velocity of half a step ago


class Integrate(esper.Processor):
    """Move every particle by what acts on it, and let the few that have something in their way meet it.

    Both in one compiled call a body, as a solver that does its contact inside: what is met is left in Event for Collide.
    """

    writes = Position, Velocity, Life, Event, Pace

    def process(self, step):
        for entity, parts in list(esper.get_components(Population, Position, Velocity, Mass, Life, Event, Surroundings, Name)):
            population, x, v, mass, life, event, around, name = parts
            solver = solver_of(entity, step)
            # what shares one mass shares one set of coefficients; the newborn move for a time of their own
            alike = 0 if np.isnan(mass.uniform) else population.fresh
            affine = np.zeros(STEP, np.float32)
            if alike:
                coefficients(affine, solver, around.force, mass.uniform, step.dt)
            state = x.rows, x.previous, v.rows, life.age, life.span, F(life.fade), life.id, life.hits, mass.inverse, event.mark
            last = F(pace(entity, solver, step.dt))
            field = solver, around.force, F(step.dt), last, around.limits, around.waters, around.solids, around.bounces
            fate = np.uint32(step.seed), np.uint32(name.key), esper.has_component(entity, Emission), event.crossed, event.splash
            emitter = esper.try_component(entity, Emitter)
            told = *_asked(emitter, event, len(life.age)), event.touched, event.push
            scratch = (ROWS, BLOCK if len(around.fields) else 0)
            slices = step.workers.slices(0, population.used)
            found = step.workers.over(
                0,
                population.used,
                lambda lo, hi: passage(*state, lo, hi, alike, affine, *field, *fate, around.fields, np.empty(scratch, np.float32), *told),  # noqa: B023
            )
            if emitter and emitter.space == "local":  # the picture before this tick had it where the emitter was then
                x.previous[:, : population.used] -= esper.component_for_entity(entity, Placement).way
            event.met = [(lo, *met) for (lo, _), met in zip(slices, found, strict=True)]


def _asked(emitter, event, slots):
    """Where the kernels are to write what died and what bounced: tables without slots where no other entity is to know."""
    asked = {call.event for call in emitter.on} if emitter else ()
    event.ends, event.strokes = (
        rows if rows.shape[1] == wanted else np.zeros((len(rows), wanted), np.float32)
        for rows, wanted in ((event.ends, slots if "death" in asked else 0), (event.strokes, slots if "hit" in asked else 0))
    )
    return event.ends, event.strokes


def pace(entity, solver, dt):
    """Length [s] of a body's last step, 0 before its first; dt is remembered for the next. Only Verlet methods go on from where they were."""
    known = esper.try_component(entity, Pace)
    if solver not in LATE:
        if known:
            known.before = 0.0
        return 0.0
    if known is None:
        known = Pace()
        esper.add_component(entity, known)
    before, known.before = known.before, dt
    return before


def solver_of(entity, step):
    """Integer kind of a body's integrator: `auto` is the stable one for masses on springs, and the exact one for all others, as is `stable`."""
    own = esper.try_component(entity, Solver)
    kind = SOLVERS[own.name if own else step.solver]
    if kind in (AUTO, STABLE):
        return STABLE if esper.has_component(entity, Hold) else AUTO
    return kind
