"""One number for the whole state: two runs that agree in it agree in every bit that matters for the future."""

import hashlib

import esper
import numpy as np

from engine.components import PARTICLE, Name, Population, columns


def fingerprint(clock):
    """Hash (hex) of time and of all declared state in the current world; dead slots must be packed away before.

    Bodies come in order of their key, so the order of spawning and of esper's queries does not matter.
    """
    digest = hashlib.blake2b(np.array([clock.tick, clock.time]).tobytes(), digest_size=16)
    for _, entity in sorted((name.key, entity) for entity, name in esper.get_component(Name)):
        for component in sorted(esper.components_for_entity(entity), key=lambda c: type(c).__name__):
            for text, value in _state(component, esper.try_component(entity, Population)):
                digest.update(text.encode())
                digest.update(np.ascontiguousarray(value).tobytes())
    return digest.hexdigest()


def _state(component, population):
    """Name and value of each field of a component that influences the future, particles as far as slots are in use."""
    for name, column in columns(component):
        if column.state:
            value = getattr(component, name)
            yield name, value[..., : population.used] if column.index == PARTICLE else value
