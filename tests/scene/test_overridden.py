"""Values laid over a scene that is known: as quick as what they change, and the same as if the file were read anew."""

import random
import re
from pathlib import Path

import pytest

from engine.scene import SceneError, load, scenes
from engine.scene.load import overridden, parse
from engine.scene.validated import same

SCENE = """
vars: {flow: 100}
entities:
  jet: {mass: 1 g, emitter: {rate: $flow, enabled: true, lifetime: [1, 2]}}
  air: {drag: {rate: 1}}
"""


def afresh(scene, overrides):
    """The scene as its text says, with values laid over it; or the texts of what is wrong."""
    return _outcome(lambda: parse(scene.text.encode(), scene.path, overrides, scene.allow_outside))


def _outcome(make):
    try:
        return make().spec
    except SceneError as error:
        return [str(each) for each in error.diagnostics]


@pytest.mark.parametrize("address, value", [
    ("jet.emitter.rate", 5), ("jet.emitter.rate", "3 1/s"), ("vars.flow", 7), ("air.drag.rate", -1), ("jet.emitter.enabled", 1),
    ("jet.emitter.enabled", 0), ("jet.emitter.rate", True), ("jet.emitter.lifetime.x", 3), ("jet.emitter.lifetime[0]", 0.5),
    ("air.affects", ["jet"]), ("air.affects", ["jett"]), ("jet.emitter.ratee", 1), ("air.drag.coefficient", 1), ("seed", 3),
])  # fmt: skip
def test_one_value_over_a_known_scene_is_as_if_read_anew(address, value):
    """Right or wrong: the same spec, or the same words; 1 is not true although Python holds them equal."""
    scene = parse(SCENE.encode(), Path("a.yaml"))
    assert _outcome(lambda: overridden(scene, {address: value})) == afresh(scene, {address: value})


@pytest.mark.parametrize("path", scenes(), ids=lambda p: p.stem)
def test_values_over_values_are_as_if_read_anew(path):
    """One after the other laid over each shipped scene, each upon the one before, and all of them dropped again."""
    scene, over, draw = load(path), {}, random.Random(path.stem)
    copied = re.findall(r"like: (\w+)", scene.text)  # what others are like changes those too
    names = [name for name, entity in scene.spec.entities.items() if (entity.draw or entity.shape) and name not in copied]
    here, touched = scene, draw.sample(names, min(3, len(names)))
    for name in touched:
        over |= {f"{name}.position.y": round(draw.random(), 3), f"{name}.draw.cast_shadow": draw.random() < 0.5}
        here = overridden(here, over)
    assert here.spec == afresh(scene, over) != scene.spec
    assert overridden(here, {}).spec == scene.spec
    kept = [name for name in scene.spec.entities if here.spec.entities[name] is scene.spec.entities[name]]
    assert set(kept) == scene.spec.entities.keys() - set(touched)


def test_a_mistake_elsewhere_is_found_although_the_rest_is_known():
    """What one entity says of another is checked for all of them."""
    scene = parse(b"entities: {a: {mass: 1}, eye: {camera: {target: a}}}", Path("a.yaml"))
    assert "'a' has no camera" in _outcome(lambda: overridden(scene, {"camera": "a"}))[0]
    assert "no entity 'b'" in _outcome(lambda: overridden(scene, {"eye.camera.target": "b"}))[0]


def test_a_value_in_a_list_that_is_not_written_leaves_the_rest_of_it():
    """The elements of a flare that the file does not name are those it has by default, and one of their numbers can be laid over."""
    scene = parse(b"entities: {earth: {gravity: {}}, sun: {sun: {}, lens_flare: {}}}", Path("a.yaml"))
    before, after = (
        s.spec.entities["sun"].lens_flare.elements for s in (scene, overridden(scene, {"sun.lens_flare.elements[0].size": 0.5}))
    )
    assert after == (before[0].model_copy(update={"size": 0.5}), *before[1:]) and before[0].size != 0.5


@pytest.mark.parametrize("a, b, equal", [
    (1, 1.0, False), (1, True, False), ([1], [1], True), ([1], [1, 2], False), ({"a": [0]}, {"a": [False]}, False), ({"a": 1}, {"b": 1}, False),
    ({"a": {"b": "x"}}, {"a": {"b": "x"}}, True), (None, None, True),
])  # fmt: skip
def test_data_are_the_same_when_every_word_is(a, b, equal):
    """Kinds of numbers count."""
    assert same(a, b) == equal
