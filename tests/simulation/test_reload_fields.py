"""Every field of every component of the shipped scenes, and of one with what they do not say, edited while the scene runs: the report, and
what its reload class promises."""

import random
from collections import Counter
from pathlib import Path

import esper
import numpy as np
import pytest
from valid_edits import field_edit, places, word_of

from engine.components import Life, Mass, Name, Population, Position, Tint, Velocity, columns
from engine.scene import load, scenes
from engine.simulation import Simulation
from engine.systems.bodies import pack

MADE_ANEW = {"Surroundings", "Event", "Island"}  # from all the others, at the next tick
MOVED_BY = ("position", "rotation", "velocity")  # what the author places, and throws, by hand
HELD_BY = "pin"  # what is pinned stands still
KEPT = {(Position, "rows"), (Velocity, "rows"), (Life, "id"), (Life, "age"), (Life, "span"), (Tint, "rgba")}
WEIGHED = (Mass, "inverse")  # of what lives: no class but live may change it
WALKED = [*scenes(), Path(__file__).with_name("seldom.yaml")]
SCENES = 2  # of which a field is tried, where several have it


def own(scene):
    """Places of the entities that the scene's own file makes; what is included is tried in its own scene."""
    return [place for place in places(scene.spec) if "." not in place.owner]


def shares():
    """Scene file -> the fields that are tried in it, by their words."""
    taken, result = Counter(), {}
    for path in WALKED:
        words = {word_of(place) for place in own(load(path))}
        result[path] = {word for word in words if taken[word] < SCENES}
        taken.update(words)
    return result


SHARES = shares()


def state(simulation):
    """Name -> {(kind, field): copies of declared values}, the living only."""
    esper.switch_world(simulation.world)
    pack()
    return {name.text: dict(_columns(entity)) for entity, name in esper.get_component(Name)}


def _columns(entity):
    population = esper.try_component(entity, Population)
    for component in esper.components_for_entity(entity):
        for name, column in columns(component) if type(component).__name__ not in MADE_ANEW else ():
            value = getattr(component, name)
            if isinstance(value, np.ndarray):
                value = (value[..., : population.used] if column.index == "particle" else value).copy()
            yield (type(component), name), value


def differ(before, after):
    """Which values are no longer the same, to the bit."""
    return [key for key in {**before, **after} if not _same(before.get(key), after.get(key))]


def _same(a, b):
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    return a is b or a == b or (a != a and b != b)


def declared(place, scene, new):
    """What the report must call the change of a field."""
    word = word_of(place)
    entity = scene.spec.entities.get(place.owner)
    if entity and entity.camera and word in ("position", "rotation"):
        return "camera"
    if word == "mass" and (place.value is None) != (new.spec.entities[place.owner].mass is None):
        return "rebuild"
    if word == "lattice.counts" and len(place.value) == 3:  # of a block
        return "rebuild"
    return place.about.reload


@pytest.mark.parametrize("path", WALKED, ids=lambda p: p.stem)
def test_what_the_class_of_a_field_promises_is_so(path):
    """Each field in its turn: the report names it with its class; no other entity is touched; live, birth and camera leave places,
    velocities, ages and ids of all that lives as they are, to the bit, but for what the author moves, throws or holds by this very edit."""
    scene, draw, done = load(path), random.Random(path.stem), {}
    simulation = Simulation(scene, threads=1)
    simulation.step(30)
    liked = {entity.like for entity in scene.spec.entities.values()}  # what they say is said by others too
    for place in own(scene):
        word = word_of(place)
        if word not in SHARES[path] or done.get(word, 0) == 2 or place.owner in liked - {None}:  # tried at two entities, or edited
            continue
        new = field_edit(scene, place, draw)
        done[word] = 2 if new else done.get(word, 0) + 1
        if new is None:
            continue
        before = state(simulation)
        changes = simulation.reload(new)
        after = state(simulation)
        _hold(place, alike(scene, place.owner), declared(place, scene, new), changes, before, after)
        simulation.step()
        simulation.reload(scene)
    simulation.close()
    assert sum(count == 2 for count in done.values()) >= len(SHARES[path]) / 2


def alike(scene, owner):
    """Names of an entity and of all that are like it: what they do not say themselves is edited with it."""
    names = {owner}
    while more := {name for name, entity in scene.data["entities"].items() if entity.get("like") in names} - names:
        names |= more
    return names


def _hold(place, alike, kind, changes, before, after):
    assert {change.entity for change in changes} <= alike
    assert {change.kind for change in changes} == {kind}
    said, path = [str(change) for change in changes if change.entity == place.owner], place.address.split("[")[0]
    assert said and all(path.startswith(text.split(" ")[0].split("[")[0]) or text.startswith(path) for text in said), (place.address, said)
    assert [name for name in before if name not in alike and differ(before[name], after[name])] == [], said
    if kind in ("live", "birth", "camera") and place.owner:
        word = word_of(place)
        kept = {*KEPT, WEIGHED} if kind == "birth" else KEPT
        touched = kept.intersection(differ(before[place.owner], after[place.owner]))
        allowed = (
            {(Velocity, "rows"), (Position, "rows")} if word in MOVED_BY else {(Velocity, "rows")} if word.startswith(HELD_BY) else set()
        )
        assert touched <= allowed, said


def test_fields_that_no_shipped_scene_says_are_walked():
    """Each of them is in the share of the scene that was made for it."""
    seldom = {
        "spring.pairs", "drag.coefficient", "skybox.faces.px", "billboard.textures", "points.masses", "lattice.along.to", "emitter.looping",
        "collider.bounce[0].restitution", "wave_surface.splash.depth", "wave_surface.splash.radius", "surface.texture", "camera.mode",
    }  # fmt: skip
    assert seldom <= set().union(*SHARES.values())
