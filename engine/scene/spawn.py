"""Specs become entities. Nothing here knows one kind of component from another: what needs state builds it itself."""

import zlib

import esper
import numpy as np

from engine.bodies.ball import ball, is_ball
from engine.bodies.particle import particle
from engine.components import Affects, Name, Placement, Population, Solver, Surroundings
from engine.scene.vocabulary import COMPONENTS


def spawn(name, entity, seed):
    """Make the entity in the current world; its esper id. The arguments are those of `built`."""
    return esper.create_entity(*built(name, entity, seed))


def built(name, entity, seed, key=None):
    """All components of an entity of the scene, ready to be attached. Whatever can fail, fails here.

    seed  of the scene, uint32
    key   of its random numbers, uint32; crc32 of the name unless told
    """
    specs = given(entity)
    state = [component for spec in specs.values() if hasattr(spec, "build") for component in spec.build(entity)]
    if is_particle(entity):
        state += particle(entity.position, entity.velocity, 1 / inverse_mass(entity))
    if is_ball(entity):
        state += ball(entity)
    if any(isinstance(component, Population) for component in state):
        state.append(Surroundings())
    placement = Placement.at(entity.position, entity.rotation, own_velocity(entity))
    known = Name(name, zlib.crc32(name.encode()) if key is None else key, seed)
    return [known, placement, *bonds(name, entity), *state, *specs.values()]


def given(entity):
    """The component specs that an entity has, by the author's names."""
    return {name: spec for name in COMPONENTS if (spec := getattr(entity, name)) is not None}


def bonds(name, entity):
    """What an entity says beside its components: which bodies it acts on, and by what it is integrated."""
    if (affects := Affects.of(name, entity.affects)) is not None:
        yield affects
    if entity.solver is not None:
        yield Solver(entity.solver)


def stateful(entity):
    """What of an entity is more than its specs: when this changes, its state begins anew."""
    named = {name for name, spec in given(entity).items() if hasattr(spec, "build")}
    return named | {name for name, holds in (("particle", is_particle), ("ball", is_ball)) if holds(entity)}


def is_particle(entity):
    """Whether position, velocity and mass stand for one free particle: nothing else gives the mass a body."""
    return entity.mass is not None and entity.shape is None and not any(hasattr(spec, "build") for spec in given(entity).values())


def own_velocity(entity):
    """Velocity [m/s] of the placement itself (3,): that of a body of masses is its masses' at the start."""
    return np.zeros(3) if entity.has_masses else np.array(entity.velocity, float)


def inverse_mass(entity):
    """[1/kg] of a free particle."""
    return 1 / getattr(entity.mass, "total", entity.mass)
