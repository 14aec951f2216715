"""A moment of a simulation, kept whole: what decides the future, and what decides the picture."""

from dataclasses import astuple, dataclass, field
from operator import is_
from typing import NamedTuple

import esper

from engine.components import Life, Name, Population
from engine.scene.scene import Scene
from engine.simulation.clock import Clock
from engine.simulation.freeze import Freezer, Thawer, size_of


class Kept(NamedTuple):
    """One entity: its number, whether it goes at the next tick, and its components by their class."""

    entity: int
    is_dead: bool
    parts: dict


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """What Simulation.snapshot gives and Simulation.restore takes; nothing in it changes any more.

    nbytes   of all that it holds, of what it shares with another snapshot too
    pieces   that it holds: arrays, and the Parts that they are in
    """

    scene: Scene
    tick: int
    time: float  # [s]
    nbytes: int
    pieces: tuple = field(repr=False)
    clock: tuple = field(repr=False)
    held: int | None = field(repr=False)  # entity of the mass in the user's hand
    seed: int | None = field(repr=False)  # in place of the scene's
    entities: tuple = field(repr=False)


def take(scene, clock, held, seed, like=None):
    """A Snapshot of the current world. like: an earlier one; what is still the same is shared with it."""
    freezer, entities = Freezer(), []
    earlier = {} if like is None else {kept.entity: kept for kept in like.entities}
    for entity, _ in sorted(esper.get_component(Name), key=lambda found: found[0]):
        before = earlier.get(entity)
        population = esper.try_component(entity, Population)
        used = population.used if esper.has_component(entity, Life) else None
        known = before.parts if before else {}
        parts = {type(c): freezer.component(c, used, known.get(type(c))) for c in esper.components_for_entity(entity)}
        kept, same = Kept(entity, not esper.entity_exists(entity), parts), list(parts) == list(known)
        same = same and before.is_dead == kept.is_dead and all(map(is_, parts.values(), known.values()))
        entities.append(before if same else kept)
    pieces = tuple(freezer.pieces.values())
    size = sum(map(size_of, pieces))
    return Snapshot(scene, clock.tick, clock.time, size, pieces, astuple(clock), held, seed, tuple(entities))


def put(snapshot):
    """Make the current world what it was; its Clock. All that can fail is done before the first change.

    Entities keep their numbers: components name each other by them, and pictures are drawn in their order.
    """
    thawer = Thawer()
    there = {entity: {type(c): c for c in esper.components_for_entity(entity)} for entity, _ in esper.get_component(Name)}
    made = {
        kept.entity: [thawer.component(part, there.get(kept.entity, {}).get(kind)) for kind, part in kept.parts.items()]
        for kept in snapshot.entities
    }
    clock = Clock(*snapshot.clock)
    for component, name, value in thawer.steps:
        setattr(component, name, value)
    esper.clear_database()
    for number in range(1, max(made, default=0) + 1):
        entity = esper.create_entity(*made.get(number, ()))
        if number not in made:
            esper.delete_entity(entity, immediate=True)
    for kept in snapshot.entities:
        if kept.is_dead:
            esper.delete_entity(kept.entity)
    return clock
