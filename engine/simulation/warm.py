"""Emitters that have run for a while when a scene begins."""

import math
from dataclasses import replace

import esper

from engine.components import Emission, Population, WaveSurface
from engine.emitters import Emitter
from engine.systems import Accumulate, Age, Collide, Emit, Integrate
from engine.systems.calls import emitters

FOREVER = 1e9  # [s] until then an emitter that waits gives no birth of its own
RUNNING = Emit, Accumulate, Integrate, Collide, Age  # placements stand, waters and masses on springs rest


def warm(step):
    """Run the emitters that ask for it (`prewarm`), and those that their particles call, for that long before the first tick of `step`.

    Each is then as if it had been started so long before the scene, in the forces and among the solids as they are at its start, with
    all else at rest: in whole ticks, and the time of gusts and eddies runs from before 0 to 0.
    """
    asked = {entity: math.ceil(spec.prewarm / step.dt - 1e-9) for entity, spec in esper.get_component(Emitter)}
    most = max(asked.values(), default=0)
    if not most:
        return
    running = _called({entity for entity, ticks in asked.items() if ticks})
    resting = {entity: population for entity, population in esper.get_component(Population) if entity not in running}
    for entity in resting:
        esper.remove_component(entity, Population)
    for n in range(most):
        for entity in running:
            if n == 0 or n == most - asked[entity]:
                esper.component_for_entity(entity, Emission).clock = 0.0 if n == most - asked[entity] else -FOREVER
        for kind in RUNNING:
            esper.get_processor(kind).process(replace(step, time=step.time + (n - most) * step.dt))
    for entity in running:
        if not asked[entity]:
            esper.component_for_entity(entity, Emission).clock = 0.0
    for entity, population in resting.items():
        esper.add_component(entity, population)
    for _, water in esper.get_component(WaveSurface):
        water.waiting = 0


def _called(running):
    """With all emitters that they call, directly or through others."""
    known, found = emitters(), list(running)
    for entity in found:
        named = {known[call.emit] for call in esper.component_for_entity(entity, Emitter).on if call.emit in known}
        found += sorted(named.difference(found))
    return found
