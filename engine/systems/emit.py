import esper
import numpy as np

from engine.components import Emission, Event, Life, Mass, Name, Placement, Population, Position, Tint, Velocity
from engine.emitters import Emitter
from engine.emitters.schedule import due, sustained
from engine.kernels.births import deliver
from engine.kernels.census import retire
from engine.systems.bodies import name_of, packed

BODY = Position, Velocity, Life, Mass, Tint


class Emit(esper.Processor):
    """Give birth: as many as are due, at their exact times inside the step, into the slots behind the living."""

    writes = Emission, Population, *BODY, Event.crossed  # the last as scratch, where slots run out

    def process(self, step):
        for _, population in esper.get_component(Population):
            population.fresh = population.used
        for entity, (emitter, emission, population) in esper.get_components(Emitter, Emission, Population):
            clock = emission.clock
            batches = due(emitter, emission, population.alive, step.dt)
            if emission.full and not emission.warned:
                emission.warned = True
                step.tell(name_of(entity), _full(emitter, emission))
            count = sum(batch.count for batch in batches)
            if count:
                _make_room(entity, emitter, population, count)
                for batch in batches:
                    _bear(entity, emitter, population, batch, clock, step)


def _make_room(entity, emitter, population, count):
    """Free slots for count births: the oldest die where the pool holds no more, the dead are packed where slots run out."""
    x, v, life, *_ = esper.try_components(entity, *BODY)
    excess = population.alive + count - emitter.capacity
    if excess > 0:
        population.dead += retire(x.rows, x.previous, v.rows, life.age, life.span, population.used, excess)
    if population.used + count > len(life.age):
        packed(entity)
    population.fresh = population.used


def _bear(entity, emitter, population, batch, clock, step):
    x, v, life, mass, tint = esper.try_components(entity, *BODY)
    placement, key = esper.component_for_entity(entity, Placement), np.uint32(esper.component_for_entity(entity, Name).key)
    emission = esper.component_for_entity(entity, Emission)
    lo, hi = population.used, population.used + batch.count
    number = np.arange(batch.count)
    share = np.minimum(batch.first + batch.spacing * number, 1.0)
    life.id[lo:hi] = population.born + number
    life.age[lo:hi] = -share * step.dt
    life.hits[:, lo:hi] = 0
    emitter.draw(x.rows, v.rows, life, mass, tint, emission.inverse_mass, lo, hi, np.uint32(step.seed), key, clock)
    pose = placement.rotation, placement.previous, placement.position
    deliver(x.rows, x.previous, v.rows, life.age, lo, hi, *pose, step.dt)
    if emitter.inherit_velocity:
        v.rows[:, lo:hi] += (emitter.inherit_velocity * placement.velocity)[:, None]
    population.used = hi
    population.born += batch.count


def _full(emitter, emission):
    if emitter.overflow == "oldest":
        return f"more are born in one tick than its pool holds; write emitter.capacity: more than {emitter.capacity}"
    asked = max(emitter.rate * emission.lived * 1.1, emitter.capacity * 1.5)
    wanted = int(float(f"{asked:.2g}"))
    thinned = f", births are thinned to {sustained(emitter, emission):.3g}/s" if emitter.rate else ""
    return f"all {emitter.capacity} particles of its pool live{thinned}; write emitter.capacity: {wanted} to have more"
