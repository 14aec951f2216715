"""One free particle: position, velocity and mass, and nothing that gives it another body."""

import math

import numpy as np

from engine.components import particles

WHITE = 0xFFFFFFFF


def particle(position, velocity, mass):
    """Components of one particle that never dies of age. position [m], velocity [m/s] (3,), mass [kg]."""
    components = population, x, v, _, life, tint, _ = particles(1, 1 / mass)
    population.used = population.fresh = population.born = 1
    x.rows[:, 0] = x.previous[:, 0] = np.asarray(position, np.float32)
    v.rows[:, 0] = np.asarray(velocity, np.float32)
    life.span[0] = math.inf
    tint.rgba[0] = WHITE
    return components
