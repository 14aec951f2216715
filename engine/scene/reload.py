"""A running world goes on as another version of its scene: planned whole, then applied, all or nothing."""

from dataclasses import replace
from functools import partial

import esper
import numpy as np

from engine.bodies import BODIES
from engine.bodies.ball import adapted_ball, is_ball
from engine.bodies.edit import rebuilt as asks_for_another
from engine.cameras import CAMERAS
from engine.colliders import COLLIDERS
from engine.components import Affects, Emission, Leaving, Mass, Name, Placement, Population, Position, Surroundings, Velocity
from engine.forces import FORCES
from engine.looks import LOOKS
from engine.scene.difference import difference
from engine.scene.spawn import bonds, built, given, inverse_mass, is_particle, own_velocity, stateful

ACTORS = (*FORCES.values(), *COLLIDERS.values(), *BODIES.values())  # what acts on others
SEEN_BY_ITSELF = (*CAMERAS.values(), *(look for name, look in LOOKS.items() if name not in ("billboard", "draw")))  # not of droplets
SEEN_ONLY = {*LOOKS, *CAMERAS, "title", "about", "key", "camera", "vars", "keys", "plot", "check"}  # no body feels a change of these


def reload(old, new, seed):
    """Turn the current world from one Scene into another, state kept; the list of Changes, none where nothing changed.

    seed: of the new scene's random numbers, uint32; what is there already keeps its own.
    Bodies must be packed: no dead among the slots in use. Everything that can fail, building new state above all, happens
    before the first change.
    """
    changes = difference(old, new)
    renamed = {change.new: change.old for change in changes if change.kind == "renamed"}
    entities = {name.text: entity for entity, name in esper.get_component(Name) if not esper.has_component(entity, Leaving)}
    before, after = old.spec.entities, new.spec.entities
    steps, rebuilt = [], set()
    for name, entity in after.items():
        was = renamed.get(name, name)
        if was not in before:
            steps.append(partial(esper.create_entity, *built(name, entity, seed)))
        elif name == was and before[was] == entity:
            continue
        elif stateful(before[was]) != stateful(entity) or asks_for_another(before[was], entity):
            key = esper.component_for_entity(entities[was], Name).key
            steps += [*_gone(entities, was, before), partial(esper.create_entity, *built(name, entity, seed, key))]
            rebuilt.add(name)
        else:
            steps += _changed(entities[was], was, name, before[was], entity)
    for name in before:
        if name not in after and name not in renamed.values():
            steps += _gone(entities, name, before)
    if any(change.component not in SEEN_ONLY for change in changes):
        steps += [partial(setattr, around, "stale", True) for _, around in esper.get_component(Surroundings)]
    for step in steps if changes else ():
        step()
    return [_as_done(change, rebuilt) for change in changes]


def _changed(entity, old_name, name, was, now):
    """Steps that make an entity of one specification out of another: its specs replaced, its state adapted."""
    state = {type(component): component for component in esper.components_for_entity(entity)}
    before, after = given(was), given(now)
    adapted = [a for spec in after.values() if hasattr(spec, "adapted") for a in spec.adapted(was, now, state)]
    adapted += [*_placed(state[Placement], was, now), (state[Name], "text", name)]
    if is_particle(now):
        adapted += _thrown(state, was, now)
    if is_ball(now):
        adapted += adapted_ball(was, now, state)
    gone = [type(spec) for key, spec in before.items() if key not in after] + [type(bond) for bond in bonds(old_name, was)]
    come = [spec for key, spec in after.items() if spec != before.get(key)] + list(bonds(name, now))
    return [
        *(partial(setattr, *each) for each in adapted),
        *(partial(esper.remove_component, entity, kind) for kind in gone),
        *(partial(esper.add_component, entity, component) for component in come),
    ]


def _placed(placement, was, now):
    """What of a placement the author changed; a new position is a teleport."""
    there = Placement.at(now.position, now.rotation, own_velocity(now))
    if was.position != now.position:
        yield from ((placement, field, there.position) for field in ("position", "previous"))
    if was.rotation != now.rotation:
        yield placement, "rotation", there.rotation
    if was.velocity != now.velocity:
        yield placement, "velocity", there.velocity


def _thrown(state, was, now):
    """What of a free particle the author changed; a frozen one is let go."""
    rows = lambda value, old: np.repeat(np.asarray(value, np.float32)[:, None], old.shape[1], 1)  # noqa: E731
    x, v, mass, population = state[Position], state[Velocity], state[Mass], state[Population]
    thrown = (was.position, was.velocity, was.mass) != (now.position, now.velocity, now.mass)
    if was.position != now.position:
        yield from ((x, field, rows(now.position, x.rows)) for field in ("rows", "previous"))
    if was.velocity != now.velocity:
        yield v, "rows", rows(now.velocity, v.rows)
    if was.mass != now.mass or thrown and population.frozen:
        yield mass, "inverse", np.full_like(mass.inverse, inverse_mass(now))
        yield mass, "uniform", inverse_mass(now)
        yield population, "frozen", False


def _gone(entities, name, before):
    """Steps that take an entity out of the scene. An emitter stops and its droplets live out their lives, in the same field as till now."""
    entity = entities[name]
    population = esper.try_component(entity, Population)
    if not esper.has_component(entity, Emission) or not population.alive:
        return [partial(esper.delete_entity, entity, immediate=True)]
    stopped = before[name].emitter.model_copy(update={"enabled": False})
    acting = [other for other, spec in before.items() if (bond := Affects.of(other, spec.affects)) is None or bond.admits(name)]
    keys = sorted(esper.component_for_entity(entities[other], Name).key for other in acting)
    return [
        partial(esper.add_component, entity, Leaving(np.array(keys, np.uint32))),
        partial(esper.add_component, entity, stopped),
        *(partial(esper.try_remove_component, entity, kind) for kind in (*ACTORS, *SEEN_BY_ITSELF)),
    ]


def _as_done(change, rebuilt):
    """The change as it was carried out: `rebuild` where the entity was built anew, and only there."""
    if change.entity in rebuilt and change.kind != "renamed":
        return replace(change, kind="rebuild")
    return replace(change, kind="live") if change.kind == "rebuild" else change
