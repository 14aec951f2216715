"""A rigid ball: a mass whose shape is a solid sphere."""

import numpy as np

from engine.bodies.body import inverse_masses, rows, uniform
from engine.components import Ball, Hold, Mass, Pace, Population, Position, Rest, Touch, Velocity

RESTITUTION = 0.5  # unless told, as of any collider


def is_ball(entity):
    """Whether an entity is a rigid ball: a mass, and a sphere that is a collider."""
    return entity.mass is not None and entity.collider is not None and getattr(entity.shape, "sphere", None) is not None


def ball(entity):
    """The components of a rigid ball: one mass in its middle, whose reach is its radius."""
    slots = Population.slots(1)
    population, x, inverse = Population(1, 1, born=1), rows(np.array([entity.position], float), slots), np.zeros(slots, np.float32)
    inverse[0] = inverse_masses(entity, 1)[0]
    touch, round = _solid(entity, slots)
    return (
        population, Position(x, x.copy(), population), Velocity(_thrown(entity, slots), population), Mass(inverse, uniform(inverse[:1])),
        Rest(np.zeros((3, slots), np.float32)), Hold(inverse.copy(), np.zeros(slots, np.uint8), x.copy()), touch, round, Pace(),
    )  # fmt: skip


def adapted_ball(old, entity, state):
    """What a change of a ball asks of its state, as (component, field, value); state: components by class. One thrown anew thaws."""
    hold, mass, x, population = state[Hold], state[Mass], state[Position], state[Population]
    slots = len(mass.inverse)
    thawed = population.frozen and (old.position, old.velocity, old.mass) != (entity.position, entity.velocity, entity.mass)
    if thawed:
        yield population, "frozen", False
    if old.mass != entity.mass or thawed:
        own = np.zeros(slots, np.float32)
        own[0] = inverse_masses(entity, 1)[0]
        yield hold, "inverse", own
        if hold.grabbed < 0:
            yield mass, "inverse", own.copy()
            yield mass, "uniform", uniform(own[:1])
    if old.position != entity.position:
        there = rows(np.array([entity.position], float), slots)
        yield from ((x, "rows", there), (x, "previous", there.copy()), (hold, "target", there.copy()))
    if old.velocity != entity.velocity:
        yield state[Velocity], "rows", _thrown(entity, slots)
    for new in _solid(entity, slots) if (old.shape, old.collider) != (entity.shape, entity.collider) else ():
        yield from ((state[type(new)], name, getattr(new, name)) for name in new.__slots__)


def _thrown(entity, slots):
    return rows(np.array([entity.velocity], float), slots)


def _solid(entity, slots):
    """How a ball meets others: Touch and Ball."""
    collider, radius = entity.collider, entity.shape.sphere.radius
    first = collider.bounce[0] if collider.bounce else collider
    restitution = first.restitution if first.restitution is not None else RESTITUTION
    reach, still = np.full(slots, radius, np.float32), np.zeros((3, slots), np.float32)
    return Touch(reach, still, 0.0, collider.friction or 0.0, True), Ball(radius, restitution)
