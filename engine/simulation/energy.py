"""Energy of a body, and how far its springs are stretched."""

import esper
import numpy as np

from engine.components import Grip, Hold, Life, Mass, Name, Population, Position, Spring, Surroundings, Velocity
from engine.kernels.ballistic import ACCELERATION, FORCE
from engine.kernels.energy import potential, spring_energy


def energy(entity):
    """Sum of m v^2 / 2 - (m a + f) . x + m phi over a body's particles and of k (l - L)^2 / 2 over its springs [J].

    a and f are the constant fields of its last tick; attractors count too, vortices, eddies and drag have no potential; held masses count
    as if they were let go, a frozen free particle as nothing. In float64. Raises KeyError for an entity that is no body of particles.
    """
    if not esper.has_component(entity, Population):
        raise KeyError("only bodies of particles have an energy")
    x, v, around = esper.try_components(entity, Position, Velocity, Surroundings)
    own = esper.try_component(entity, Hold) or esper.component_for_entity(entity, Mass)
    inverse = own.inverse[: len(x.xyz)].astype(float)
    if grip := esper.try_component(entity, Grip):
        inverse[esper.component_for_entity(entity, Life).id[: len(inverse)] == np.uint32(grip.id)] = grip.inverse
    weight = np.divide(1.0, inverse, out=np.zeros_like(inverse), where=inverse > 0)
    place, speed2 = x.xyz.astype(float), (v.xyz.astype(float) ** 2).sum(1)
    acceleration, force = (around.force[i : i + 3] for i in (ACCELERATION, FORCE))
    falling = (weight * potential(place, around.fields)).sum()
    free = falling + (weight * speed2 / 2).sum() - (weight * (place @ acceleration)).sum() - (place @ force).sum()
    return float(free + _elastic(entity)[0])


def stretch(entity):
    """Greatest (l - L) / L over a body's springs, L the rest length; those of no length left out. Raises KeyError where there are none."""
    spring = esper.try_component(entity, Spring)
    if spring is None:
        raise KeyError(f"'{esper.component_for_entity(entity, Name).text}' has no springs")
    long = spring.rest > 0
    return float((_elastic(entity)[1][long] / spring.rest[long]).max(initial=-1.0))


def _elastic(entity):
    """Elastic energy of a body's springs [J], and by how much each is longer than at rest [m]; 0 and () without springs."""
    spring, x = esper.try_component(entity, Spring), esper.component_for_entity(entity, Position)
    if spring is None:
        return 0.0, ()
    longer = np.empty_like(spring.rest)
    return spring_energy(x.rows, spring.ends, spring.rest, spring.stiffness, longer), longer
