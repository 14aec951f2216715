import esper
import numpy as np

from engine.components import Emission, Event, Life, Mass, Name, Placement, Population, Position, Tint, Velocity
from engine.emitters import Emitter
from engine.emitters.schedule import due, sustained
from engine.kernels.births import deliver
from engine.kernels.calls import deliver_called
from engine.kernels.census import retire
from engine.systems import calls
from engine.systems.bodies import name_of, packed

BODY = Position, Velocity, Life, Mass, Tint


class Emit(esper.Processor):
    """Give birth: as many as are due, at their exact times inside the step, and what others called for in the last; into the slots behind
    the living."""

    writes = Emission, Population, *BODY, Event.crossed  # the last as scratch, where slots run out

    def process(self, step):
        for _, population in esper.get_component(Population):
            population.fresh = population.used
        called = calls.take()
        for entity, (emitter, emission, population) in esper.get_components(Emitter, Emission, Population):
            clock = emission.clock
            batches = due(emitter, emission, population.alive, step.dt)
            count = sum(batch.count for batch in batches)
            asked = _fitting(emitter, emission, population, called.get(entity, ()), count)
            more = sum(births for _, _, births in asked)
            if emission.full and not emission.warned:
                emission.warned = True
                step.tell(name_of(entity), _full(emitter, emission))
            if count + more:
                _make_room(entity, emitter, population, count + more)
                first = population.used
                for batch in batches:
                    _bear(entity, emitter, population, batch, clock, step)
                for call, skipped, births in asked:
                    _answer(entity, emitter, population, call, skipped, births, clock, step)
                if emitter.on:
                    calls.born(entity, emitter, emission, first, step.dt)


def _fitting(emitter, emission, population, called, count):
    """(Called, births left out at its beginning, births) of all that is called for, as far as the pool holds them beside `count` others."""
    newest, given = emitter.overflow == "oldest", []
    room = emitter.capacity - count - (0 if newest else population.alive)
    if not emitter.enabled:
        return given
    for call in reversed(called) if newest else called:
        asked = call.calls.shape[1] * call.count
        births = min(asked, room)
        room -= births
        emission.full |= births < asked
        if births:
            given.append((call, asked - births if newest else 0, births))
    return given[::-1] if newest else given


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
    """Births at the entity, at the shares of the step that a batch says."""
    placement = esper.component_for_entity(entity, Placement)
    number = np.arange(batch.count)
    share = np.minimum(batch.first + batch.spacing * number, 1.0)
    x, v, life, lo, hi = _draw(entity, emitter, population, batch.count, clock, step, -share * step.dt)
    before = placement.position if emitter.space == "local" else placement.previous
    deliver(x.rows, x.previous, v.rows, life.age, lo, hi, placement.rotation, before, placement.position, step.dt)
    if emitter.inherit_velocity:
        v.rows[:, lo:hi] += (emitter.inherit_velocity * placement.velocity)[:, None]


def _answer(entity, emitter, population, call, skipped, births, clock, step):
    """Births where the particles of others call for them, the first `skipped` left out."""
    rotation = esper.component_for_entity(entity, Placement).rotation
    n, first = divmod(skipped, call.count)
    x, v, life, lo, hi = _draw(entity, emitter, population, births, clock, step, 0.0)
    where = call.calls[:, n:]
    deliver_called(x.rows, x.previous, v.rows, life.age, lo, hi, rotation, where, call.count, first, float(call.inherit))


def _draw(entity, emitter, population, count, clock, step, age):
    """Fill so many new slots, in the emitter's frame; (Position, Velocity, Life, first slot, end)."""
    x, v, life, mass, tint = esper.try_components(entity, *BODY)
    emission, key = esper.component_for_entity(entity, Emission), np.uint32(esper.component_for_entity(entity, Name).key)
    lo, hi = population.used, population.used + count
    life.id[lo:hi] = population.born + np.arange(count)
    life.age[lo:hi] = age
    life.hits[:, lo:hi] = 0
    emitter.draw(x.rows, v.rows, life, mass, tint, emission.inverse_mass, lo, hi, np.uint32(step.seed), key, clock)
    population.used = hi
    population.born += count
    return x, v, life, lo, hi


def _full(emitter, emission):
    if emitter.overflow == "oldest":
        return f"more are born in one tick than its pool holds; write emitter.capacity: more than {emitter.capacity}"
    asked = max(emitter.rate * emission.lived * 1.1, emitter.capacity * 1.5)
    wanted = int(float(f"{asked:.2g}"))
    thinned = f", births are thinned to {sustained(emitter, emission):.3g}/s" if emitter.rate else ""
    return f"all {emitter.capacity} particles of its pool live{thinned}; write emitter.capacity: {wanted} to have more"
