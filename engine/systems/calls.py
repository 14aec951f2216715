"""What particles call for: births that other emitters give in the next tick, where something happened to them in this one.

So no tick has an end that depends on another's: whatever calls whom, a generation takes a tick, and capacities bound it.
"""

from typing import NamedTuple

import esper
import numpy as np

from engine.components import Emission, Event, Leaving, Life, Name, Population, Position, Velocity
from engine.emitters import Emitter
from engine.kernels.calls import ROWS, along_the_way


class Called(NamedTuple):
    """Births that one entry of somebody's `on` asks for."""

    calls: np.ndarray  # (7, n), kernels/calls.py
    count: int  # births a call
    inherit: float


def emitters():
    """Name -> entity of all that can be called."""
    return {name.text: entity for entity, (_, name) in esper.get_components(Emitter, Name) if not esper.has_component(entity, Leaving)}


def take():
    """Entity -> its Called, in an order that no query decides; they wait no more."""
    found, known = {}, emitters()
    waiting = [(n.key, e, m, spec) for e, (n, m, spec) in esper.get_components(Name, Emission, Emitter) if m.calls.shape[1]]
    for _, _, emission, emitter in sorted(waiting, key=lambda entry: entry[:2]):
        for entry, call in enumerate(emitter.on):
            mine = emission.calls[:ROWS, emission.calls[ROWS] == entry]
            if mine.shape[1] and call.emit in known:
                found.setdefault(known[call.emit], []).append(Called(np.ascontiguousarray(mine), call.count, call.inherit))
        emission.calls = emission.calls[:, :0].copy()
    return found


def born(entity, emitter, emission, lo, dt):
    """Let wait what the birth of the particles from slot lo on calls for."""
    population, x, v, life = esper.try_components(entity, Population, Position, Velocity, Life)
    some = slice(lo, population.used)
    age, speed = life.age[some], v.rows[:, some]
    table = np.concatenate([x.rows[:, some] - speed * np.maximum(age, 0), speed, (age + np.float32(dt))[None]])
    _wait(emission, [(entry, table) for entry, call in enumerate(emitter.on) if call.event == "birth"])


def after(entity, emitter, emission, step):
    """Let wait what the deaths, the bounces and the lives of this tick call for."""
    event, known = esper.component_for_entity(entity, Event), emitters()
    ends = [event.ends[:, lo : lo + died] for lo, _, died, *_ in event.met]
    strokes = [event.strokes[:, lo : lo + bounced] for lo, *_, bounced, _ in event.met]
    tables = []
    for entry, call in enumerate(emitter.on):
        if call.event == "life" and call.emit in known:
            most = esper.component_for_entity(known[call.emit], Emitter).capacity // call.count + 1
            tables.append((entry, _along(entity, call.every, most, step.dt)))
        elif call.event in ("death", "hit"):
            tables += [(entry, table) for table in (ends if call.event == "death" else strokes)]
    _wait(emission, tables)


def _along(entity, every, most, dt):
    population, x, v, life = esper.try_components(entity, Population, Position, Velocity, Life)
    calls = np.empty((ROWS, min(most, population.used * (int(dt / every) + 2))), np.float32)
    return calls[:, : along_the_way(calls, x.rows, v.rows, life.age, 0, population.used, every, dt)]


def _wait(emission, tables):
    tables = [(entry, table) for entry, table in tables if table.shape[1]]
    if tables:
        numbered = [np.concatenate([table, np.full((1, table.shape[1]), entry, np.float32)]) for entry, table in tables]
        emission.calls = np.concatenate([emission.calls, *numbered], axis=1)
