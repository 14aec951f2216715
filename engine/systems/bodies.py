"""What several systems do with a body of particles."""

import math
from dataclasses import replace

import esper

from engine.components import PARTICLE, Event, Hold, Life, Mass, Name, Population, Position, Touch, Velocity, columns
from engine.kernels.compact import compact_row, compact_rows, survivors

WASTE = 16  # one dead in so many slots: time to pack


def packed(entity):
    """Close the gaps that the dead leave in a body, in order of birth; any other entity is left as it is."""
    population = esper.try_component(entity, Population)
    if population is None or not population.dead:
        return
    life, index = esper.component_for_entity(entity, Life), esper.component_for_entity(entity, Event).crossed
    first, count = survivors(life.age, population.used, index)
    for component in esper.components_for_entity(entity):
        for name, column in columns(component):
            if column.index == PARTICLE and not column.scratch:
                rows = getattr(component, name)
                (compact_row if rows.ndim == 1 else compact_rows)(rows, index, first, count)
    population.used = population.fresh = count
    population.dead = 0


def pack():
    """Close the gaps in all bodies of the current world."""
    for entity, _ in esper.get_component(Population):
        packed(entity)


def living(entity, component):
    """A packed body's component with its arrays cut to the living, as views; Position and Velocity have .xyz for that."""
    if isinstance(component, Position | Velocity):
        return component
    used = getattr(esper.try_component(entity, Population), "used", 0)
    cut = {name: getattr(component, name)[..., :used] for name, column in columns(component) if column.index == PARTICLE}
    return replace(component, **cut) if cut else component


def in_order():
    """The bodies of the current world, in an order that no query decides: where they meet in a sum, it counts."""
    return [entity for _, entity in sorted((name.key, entity) for entity, (_, name) in esper.get_components(Population, Name))]


def freeze(entity, why, step):
    """Hold a body where it was at the start of the tick, and tell the author why; once."""
    population, x, v, mass = esper.try_components(entity, Population, Position, Velocity, Mass)
    if population.frozen:
        return
    population.frozen = True
    x.rows[:] = x.previous
    v.rows[:] = 0
    mass.inverse[:] = 0
    mass.uniform = math.nan  # each for itself: only so are the held left out
    hold = esper.try_component(entity, Hold)
    if hold:
        hold.target[:] = x.rows
        hold.grabbed = -1
        esper.component_for_entity(entity, Touch).contact[:] = 0
    step.tell(name_of(entity), f"{why}; it is frozen where it was, in magenta; restart the scene to revive it")


def name_of(entity):
    """What the author calls an entity."""
    return esper.component_for_entity(entity, Name).text
