"""The user's hand: one mass that is held and led to a point, while all else goes on."""

import math

import esper
import numpy as np

from engine.components import Grip, Hold, Life, Mass, Population, Position, Touch, Velocity
from engine.systems.bodies import name_of, packed


def grab(entity, index):
    """Hold a mass of a body where it is. Raises KeyError, IndexError, RuntimeError."""
    packed(entity)
    name, population = name_of(entity), esper.try_component(entity, Population)
    if population is None:
        raise KeyError(f"'{name}' has no masses; grab one of a body with mass")
    if not 0 <= index < population.used:
        there = f"write an index from 0 to {population.used - 1}" if population.used else "wait until one is born"
        raise IndexError(f"'{name}' has {population.used} masses and none of number {index}; {there}")
    if population.frozen:
        raise RuntimeError(f"'{name}' is frozen; restart the scene to move it again")
    x, mass, hold = (esper.try_component(entity, kind) for kind in (Position, Mass, Hold))
    if hold:
        hold.grabbed = index
        hold.target[:, index] = x.rows[:, index]
    else:
        life = esper.component_for_entity(entity, Life)
        place = x.rows[:, index].astype(float)
        esper.add_component(entity, Grip(int(life.id[index]), float(mass.inverse[index]), mass.uniform, place))
        mass.uniform = math.nan  # each for itself: only so is the held one left out
    mass.inverse[index] = 0


def drag(entity, point):
    """Lead the held mass to a point [m] (3,) within the next tick; whether it is still held."""
    if not is_held(entity):
        return False
    hold = esper.try_component(entity, Hold)
    if hold:
        hold.target[:, hold.grabbed] = point
    else:
        esper.component_for_entity(entity, Grip).target = np.array(point, float)
    return True


def release(entity):
    """Let the held mass go, with the velocity that the hand gave it; a pinned one stays where it was led."""
    if not is_held(entity):
        return
    mass, hold = esper.component_for_entity(entity, Mass), esper.try_component(entity, Hold)
    if hold:
        if not hold.pinned[hold.grabbed]:
            mass.inverse[hold.grabbed] = hold.inverse[hold.grabbed]
        elif esper.component_for_entity(entity, Touch).itself > 0:  # it may be on its way still, and nobody leads it on (kernels/grasp.py)
            hold.target[:, hold.grabbed] = esper.component_for_entity(entity, Position).rows[:, hold.grabbed]
        hold.grabbed = -1
        return
    grip = esper.component_for_entity(entity, Grip)
    mass.inverse[_slot(entity, grip)] = grip.inverse
    mass.uniform = grip.uniform
    esper.remove_component(entity, Grip)


def is_held(entity):
    """Whether a mass of this entity is in the hand: a droplet that dies, and a body that is frozen or made anew, slips out of it."""
    if not esper.entity_exists(entity):
        return False
    hold = esper.try_component(entity, Hold)
    if hold:
        return hold.grabbed >= 0
    grip = esper.try_component(entity, Grip)
    return grip is not None and _slot(entity, grip) is not None


def lead(entity, grip, dt):
    """Put a particle where the hand leads it, at the start of a tick; the hand lets go of one that has died."""
    x, v, mass = esper.try_components(entity, Position, Velocity, Mass)
    slot = _slot(entity, grip)
    if slot is None or esper.component_for_entity(entity, Population).frozen:
        mass.uniform = grip.uniform if slot is None else mass.uniform
        esper.remove_component(entity, Grip)
        return
    if mass.inverse[slot]:  # an edit gave it another mass meanwhile
        grip.inverse, grip.uniform = float(mass.inverse[slot]), mass.uniform
    mass.inverse[slot], mass.uniform = 0, math.nan
    v.rows[:, slot] = (grip.target - x.rows[:, slot]) / dt
    x.rows[:, slot] = grip.target


def _slot(entity, grip):
    """Where the held particle lies, None when it no longer lives."""
    population, life = esper.try_components(entity, Population, Life)
    found = np.flatnonzero((life.id[: population.used] == np.uint32(grip.id)) & (life.age[: population.used] > -math.inf))
    return int(found[0]) if len(found) else None
