"""What changed between two scenes, as the author reads it, and that every field says what its change does."""

import pytest
from scene_cases import SCENE

from engine.scene import difference, parse
from engine.scene.address import specs
from engine.scene.difference import reload_class
from engine.scene.vocabulary import SceneSpec
from engine.schema import RELOAD


def changes(old, new, text=SCENE):
    """The texts of the changes when one piece of a scene becomes another."""
    assert old in text
    return [str(c) for c in difference(parse(text.encode(), "a.yaml"), parse(text.replace(old, new, 1).encode(), "a.yaml"))]


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("rate: $rate", "rate: 900", ["jet.emitter.rate 600 -> 900 (birth)"]),
        ("value: 600", "value: 700", ["vars.rate.value 600 -> 700 (live)", "jet.emitter.rate 600 -> 700 (birth)"]),
        ("shape: point", "shape: {disc: {radius: 0.2}}", ["jet.emitter.shape point -> disc (birth)"]),
        ("lifetime: [2, 3]", "lifetime: [2, 4]", ["jet.emitter.lifetime [2, 3] -> [2, 4] (birth)"]),
        ("lifetime: [2, 3]", "lifetime: [2, 3]\n      capacity: 500", ["jet.emitter.capacity 10000 -> 500 (resize)"]),
        ("step: 1/120 s", "step: 1/60 s", ["time.step 0.00833333 -> 0.0166667 (live)"]),
        ("title: Test", "title: " + "x" * 60, [f"title Test -> {'x' * 37}... (live)"]),
        ("camera: eye\n", "", ["camera eye -> none (camera)"]),
        ("size: [1, 0.1, 1]", "size: [1, 0.2, 1]", ["lid.shape.box.size [1, 0.1, 1] -> [1, 0.2, 1] (live)"]),
        ("collider: {restitution: 0.4}", "position: [0, 1, 0]",
         ["lid.position [0, 0, 0] -> [0, 1, 0] (live)", "lid.collider removed (live)"]),
        ("eye: {camera: {fov: 50", "eye: {position: [1, 2, 3], camera: {fov: 40",
         ["eye.position [0, 0, 0] -> [1, 2, 3] (camera)", "eye.camera.fov 50 -> 40 (camera)"]),
        ("nothing", "", []),
        ("O: toggle", "N: toggle", ["keys.O toggle jet.emitter.enabled -> none (live)", "keys.N none -> toggle jet.emitter.enabled (live)"]),
        ("on: true}", "on: true, off: {value: 1}}", ["vars.off added (live)"]),
        (", on: true}", "}", ["vars.on removed (live)"]),
        ("down: {gravity: {}}", "weight: {gravity: {}}", ["down renamed to weight"]),
        ("down: {gravity: {}}", "weight: {gravity: {acceleration: [0, 1, 0]}}", ["weight added", "down removed"]),
        ("0.5 g", "1 g", ["jet.mass 0.0005 -> 0.001 (live)"]),
    ],
)  # fmt: skip
def test_a_change_names_its_field_its_values_and_what_it_does(old, new, said):
    """The innermost field that differs, old and new, and its reload class."""
    text = SCENE + "# nothing\n"
    assert changes(old, new, text) == said


def test_entries_of_a_list_are_compared_one_by_one():
    """The second bounce changed, not "the bounces"; another number of them is a change of the whole list."""
    text = SCENE.replace("restitution: 0.4", "bounce: [{restitution: 0.2}, {restitution: 0.5}]")
    assert changes("restitution: 0.5", "restitution: 0.6", text) == ["lid.collider.bounce[1].restitution 0.5 -> 0.6 (live)"]
    assert changes(", {restitution: 0.5}", "", text) == [
        "lid.collider.bounce [{restitution: 0.2}, {restitution: 0.5}] -> [{restitution: 0.2}] (live)"
    ]


def test_a_body_that_comes_or_goes_is_built_anew():
    """An emitter taken out of an entity, or a mass: its particles cannot stay."""
    text = SCENE.replace("O: toggle jet.emitter.enabled", "")
    emitter = text[text.index("    emitter:") : text.index("  down:")]
    assert changes(emitter, "", text) == ["jet.emitter removed (rebuild)"]


def test_the_same_scene_has_no_changes():
    """Comments and order of entities are no change."""
    assert changes("title: Test", "title: Test  # a comment") == []


def fields(spec, path=(), seen=()):
    """Every field of the vocabulary, with its path."""
    for name, field in spec.model_fields.items():
        yield (*path, name), field
        for inside in _inside(field.annotation):
            if inside not in seen:
                yield from fields(inside, (*path, name), (*seen, inside))


def _inside(annotation):
    found = list(specs(annotation))
    for part in getattr(annotation, "__args__", ()):
        found += [each for each in _inside(part) if each not in found]
    return found


ALL = dict(fields(SceneSpec))


@pytest.mark.parametrize("path", ALL, ids=".".join)
def test_every_field_declares_unit_text_and_reload_class(path):
    """A field without a class could not be reloaded; one without a text could not be explained."""
    field = ALL[path]
    assert field.description and field.json_schema_extra is not None
    assert reload_class(field) in RELOAD and "unit" in field.json_schema_extra


def test_the_vocabulary_is_walked_to_its_leaves():
    """The test above sees fields deep inside."""
    assert ("entities", "emitter", "start_velocity", "cone", "speed") in ALL and ("vars", "min") in ALL
