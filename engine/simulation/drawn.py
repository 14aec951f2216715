"""What pictures are made from, taken out of a simulation and put back: the fields that are declared as `drawn`, and no others."""

import re
from functools import cache
from operator import itemgetter
from typing import NamedTuple

import esper
import numpy as np

from engine.components import PARTICLE, Column, Leaving, Life, Name, Population, columns
from engine.simulation.clock import Clock
from engine.systems.bodies import pack

COUNT = "population.used"  # of a body whose particles are born and die: how many rows a frame has


class Value(NamedTuple):
    """One field of one entity now.

    value   array or number. What each particle has: particles along the first axis, the living only
    column  its declaration
    ragged  particles are born and die: as many rows as there are now
    """

    value: np.ndarray
    column: Column
    ragged: bool


def drawn(simulation):
    """{entity: {"position.rows": Value}} of a simulation now. Arrays are views, good until the next tick."""
    esper.switch_world(simulation.world)
    pack()
    found = {}
    for entity, name in _named():
        population, lives = esper.try_component(entity, Population), esper.has_component(entity, Life)
        found[name.text] = {
            told: Value(_out(getattr(component, field), column, population), column, lives and (column.index == PARTICLE or told == COUNT))
            for component in esper.components_for_entity(entity)
            for field, column, told in fields(type(component))
        }
    return found


def put(simulation, values, clock):
    """Have a simulation of the same scene show what was taken out of another.

    values  {entity: {"position.rows": array or number}}; what is not told stays as it is
    clock   dt, time [s], tick, owed [s]
    Raises ValueError for what does not fit, and then some of it may have been put.
    """
    esper.switch_world(simulation.world)
    for entity, name in _named():
        told = values.get(name.text, {})
        population = esper.try_component(entity, Population)
        if population is not None:
            _count(population, told)
        for component in esper.components_for_entity(entity):
            for field, column, full in fields(type(component)):
                if full in told:
                    _into(component, field, column, population, told[full], f"{name.text}/{full}")
    dt, time, tick, owed = clock
    simulation.clock = Clock(dt, time, tick, tick, owed)


@cache
def fields(kind):
    """(field, Column, "position.rows") of what is drawn of a class of components."""
    return [(field, column, f"{_snake(kind.__name__)}.{field}") for field, column in columns(kind) if column.drawn]


def _named():
    found = sorted(esper.get_component(Name), key=itemgetter(0))
    return [(entity, name) for entity, name in found if not esper.has_component(entity, Leaving)]


def _snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _out(value, column, population):
    return np.moveaxis(value[..., : population.used], -1, 0) if column.index == PARTICLE else value


def _count(population, told):
    used = int(told.get(COUNT, population.used))
    if not 0 <= used <= Population.slots(population.capacity):
        raise ValueError(f"{used} particles where there is room for {population.capacity}")
    population.used, population.dead, population.fresh = used, 0, used


def _into(component, field, column, population, value, told):
    """Put one value where it belongs: into the array that is there, which pictures and caches know."""
    there, new = getattr(component, field), np.asarray(value)
    if not isinstance(there, np.ndarray):
        setattr(component, field, type(there)(new.item()))
        return
    if column.index == PARTICLE:
        there, new = there[..., : population.used], np.moveaxis(new, 0, -1)
    if there.shape != new.shape or there.dtype != new.dtype:
        raise ValueError(f"{told} is {new.dtype} {new.shape} where the scene has {there.dtype} {there.shape}")
    if not np.array_equal(there, new):  # what is still stays as it is
        there[...] = new
