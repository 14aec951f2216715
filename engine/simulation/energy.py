"""Energy of a body."""

import esper
import numpy as np

from engine.components import Mass, Population, Position, Surroundings, Velocity
from engine.kernels.ballistic import ACCELERATION, FORCE


def energy(entity):
    """Sum of m v^2 / 2 - (m a + f) . x over a body's particles [J], a and f the constant fields of its last tick.

    In float64. Raises KeyError for an entity that is no body of particles.
    """
    if not esper.has_component(entity, Population):
        raise KeyError("only bodies of particles have an energy")
    x, v, mass, around = esper.try_components(entity, Position, Velocity, Mass, Surroundings)
    inverse = mass.inverse[: len(x.xyz)].astype(float)
    weight = np.divide(1.0, inverse, out=np.zeros_like(inverse), where=inverse > 0)
    place, speed2 = x.xyz.astype(float), (v.xyz.astype(float) ** 2).sum(1)
    acceleration, force = (around.force[i : i + 3] for i in (ACCELERATION, FORCE))
    return float((weight * speed2 / 2).sum() - (weight * (place @ acceleration)).sum() - (place @ force).sum())
