"""The schema that editors read says what the loader says: nothing right is marked, and what is marked is wrong."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import jsonschema
import pytest
from spec_walk import ALL, takes

from engine.scene import SceneError, scenes
from engine.scene.editor import printed, scene_schema
from engine.scene.errors import Report
from engine.scene.load import parse
from engine.scene.text import read, value_of
from engine.scene.vocabulary import COMPONENTS, SceneSpec
from engine.schema.fields import fields
from engine.schema.json_schema import definitions, described
from engine.schema.samples import flow, sample
from engine.schema.units import UNITS
from engine.schema.words import default
from game.reference import examples

ROOT = Path(__file__).resolve().parents[2]


@cache
def validator():
    return jsonschema.Draft7Validator(scene_schema())


def data(text):
    """A scene's text as plain data."""
    return read(text.encode(), Report("it.yaml"))


def mistakes(text):
    """Where the schema finds something wrong, as addresses, deepest first within a union of forms."""
    return sorted({".".join(map(str, error.absolute_path)) for error in _deepest(validator().iter_errors(data(text)))})


def _deepest(errors):
    for error in errors:
        inner = [each for each in error.context or () if len(each.absolute_path) > len(error.absolute_path)]
        yield from _deepest(inner) if inner else [error]


def valid_texts():
    """Every scene in a string of the tests, or in the README, that the loader takes."""
    texts = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    for file in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"^entities:", node.value, re.M):
                texts.append(node.value)
    for text in texts:
        try:
            parse(text.encode(), ROOT / "content" / "scenes" / "it.yaml")
        except SceneError:
            continue
        yield text


def test_a_component_begins_with_an_example():
    """What an editor writes behind a component's name is a value that the schema lets in, and changes nothing of what it lets in."""
    bodies = examples.bodies()
    assert set(bodies) == set(COMPONENTS)
    schema = scene_schema(bodies)
    entity = schema["definitions"]["entities"]["properties"]
    for name in COMPONENTS:
        [snippet] = entity[name]["defaultSnippets"]
        one = jsonschema.Draft7Validator({**entity[name], "definitions": schema["definitions"]})
        assert snippet["body"] == flow(bodies[name]) and value_of(snippet["body"]) == bodies[name]
        assert one.is_valid(bodies[name]) and not one.is_valid({"nope": 1})


def test_the_schema_is_a_schema():
    """draft-07, and the printed form is the same data."""
    schema = scene_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    assert json.loads(printed(schema)) == schema


@pytest.mark.parametrize("path", scenes(), ids=lambda path: path.stem)
def test_a_shipped_scene_has_no_false_error(path):
    """Nothing in it is marked."""
    assert mistakes(path.read_text(encoding="utf-8")) == []


def test_what_the_loader_takes_is_not_marked():
    """All scenes of the tests and of the README that are right."""
    texts = list(valid_texts())
    assert len(texts) > 12
    assert [(text, found) for text in texts if (found := mistakes(text))] == []


GOOD = """\
format: 1
vars: {rate: 600}
entities:
  jet:
    mass: 1 g
    emitter:
      rate: $rate
      lifetime: [1, 2]
      shape: point
  lid: {shape: {box: {size: [1, 1, 1]}}, surface: {color: "#88ccff"}}
  pool: {wave_surface: {size: [2, 2]}}
"""
# what is replaced, by what, where the schema marks it
WRONG = [
    ("format: 1", "format: 2", "format"),
    ("format: 1", "formt: 1", ""),
    ("format: 1", "time: {step: fast}", "time.step"),
    ("format: 1", "time: {step: 2}", "time.step"),
    ("format: 1", "key: F13", "key"),
    ("format: 1", "keys: {O: jump jet.emitter.rate}", "keys.O"),
    ("format: 1", "keys: {H: toggle jet.emitter.enabled}", "keys"),
    ("format: 1", "include: [{as: fountain}]", "include.0"),
    ("format: 1", "check: {energy: {jet: {}}}", "check.energy.jet"),
    ("format: 1", "bounds: [[0, 0], [1, 1, 1]]", "bounds.0"),
    ("{rate: 600}", "{rate: {min: 3}}", "vars.rate"),
    ("{rate: 600}", "{ra-te: 3}", "vars"),
    ("mass: 1 g", "mass: 1 gg", "entities.jet.mass"),
    ("mass: 1 g", "mass: -1", "entities.jet.mass"),
    ("mass: 1 g", "mass: -1 g", "entities.jet.mass"),
    ("mass: 1 g", "mass: true", "entities.jet.mass"),
    ("mass: 1 g", "mass: {totl: 1}", "entities.jet.mass"),
    ("$rate", "$ra te", "entities.jet.emitter.rate"),
    ("$rate", "fast", "entities.jet.emitter.rate"),
    ("$rate", "600 m", "entities.jet.emitter.rate"),
    ("rate: $rate", "ratee: 3", "entities.jet.emitter"),
    ("rate: $rate", "capacity: 1.5", "entities.jet.emitter.capacity"),
    ("rate: $rate", "enabled: yes", "entities.jet.emitter.enabled"),
    ("rate: $rate", "overflow: never", "entities.jet.emitter.overflow"),
    ("rate: $rate", "bursts: [{time: 1}]", "entities.jet.emitter.bursts.0"),
    ("rate: $rate", "start_velocity: {jet: {}, box: {}}", "entities.jet.emitter.start_velocity"),
    ("rate: $rate", "start_velocity: {cone: {direction: [0, 0, 0]}}", "entities.jet.emitter.start_velocity.cone.direction"),
    ("rate: $rate", "start_velocity: {cone: {speed: [1, 2, 3]}}", "entities.jet.emitter.start_velocity.cone.speed"),
    ("rate: $rate", "start_color: {min: red}", "entities.jet.emitter.start_color.min"),
    ("rate: $rate", "start_color: {min: [1, 2, 0]}", "entities.jet.emitter.start_color.min.1"),
    ("[1, 2]", "[0, 2]", "entities.jet.emitter.lifetime.0"),
    ("point", "poimt", "entities.jet.emitter.shape"),
    ("shape: point", "shape: {}", "entities.jet.emitter.shape"),
    ("size: [1, 1, 1]", "size: [1, 1]", "entities.lid.shape.box.size"),
    ("{size: [1, 1, 1]}", "{}", "entities.lid.shape.box"),
    ("{box: {size: [1, 1, 1]}}", "{inward: true}", "entities.lid.shape"),
    ("{box: {size: [1, 1, 1]}}", "{sphere: {radius: 1}, capsule: {radius: 1, height: 3}}", "entities.lid.shape"),
    ("{box: {size: [1, 1, 1]}}", "sphere", "entities.lid.shape"),
    ('"#88ccff"', '"#88ccf"', "entities.lid.surface.color"),
    ('"#88ccff"', "[1, 1]", "entities.lid.surface.color"),
    ("{size: [2, 2]}", "{speed: 1}", "entities.pool.wave_surface"),
    ("pool:", "Pool:", "entities"),
    ("wave_surface", "wave_surfce", "entities.pool"),
]


@pytest.mark.parametrize("old, new, place", WRONG, ids=[new for _, new, _ in WRONG])
def test_a_mistake_is_marked_at_its_place(old, new, place):
    """Typos, wrong kinds, wrong types: one place is marked, and the loader refuses the scene too."""
    assert mistakes(GOOD) == []
    text = GOOD.replace(old, new, 1)
    assert mistakes(text) == [place]
    with pytest.raises(SceneError):
        parse(text.encode(), ROOT / "it.yaml")


def test_what_lies_over_an_included_entity_may_leave_out_what_that_has():
    """A name with dots needs nothing; a typo in it is still one."""
    over = (
        GOOD.replace("vars: {", "vars: {fountain.spread: 2, fountain.lean_x: {min: 0}, ")
        + "  fountain.pool: {wave_surface: {speed: 2}}\n  fountain.lid: {shape: {inward: true}}\n"
    )
    assert mistakes(over) == []
    assert mistakes(over.replace("speed: 2", "spede: 2")) == ["entities.fountain.pool.wave_surface"]
    assert mistakes(over.replace("2, fountain", "$fountain.lean_x, fountain").replace("$rate", "$fountain.spread")) == []


def test_what_is_like_another_may_leave_out_what_that_has():
    """`like` gives what is needed; without it that is missing."""
    like = GOOD + "  puddle: {like: pool, wave_surface: {speed: 2}}\n"
    assert mistakes(like) == []
    assert mistakes(like.replace("like: pool, ", "")) == ["entities.puddle.wave_surface"]


# Field by field


@cache
def blocks():
    return definitions(SceneSpec, "scene")


def validator_of(spec, field):
    """The schema of one field, ready to look at values."""
    found, names = blocks()
    variable = {"type": "string", "pattern": r"^\$[A-Za-z_][A-Za-z0-9_]*$"}
    whole = {**described(field, spec, names), "definitions": {**found, "variable": variable}}
    return jsonschema.Draft7Validator(whole)


JUNK = [
    True,
    "two words",
    "#12",
    "5 parsecs",
    "",
    [],
    ["a", "b", 3],
    [[1]],
    [[1, 2, 3]],
    {"nope": 1},
    -1e13,
    1.5,
    0,
    7,
    [1, 2],
    [1, 2, 3],
    [0.5] * 4,
]


def samples(form, unit):
    """Values at and beside the limits of a form; those with a unit are well within them."""
    if form.kind in ("number", "whole", "range"):
        ends = [each for end in (form.low, form.high) if end is not None for each in (end, end - 1, end + 1)]
        yield from map(int, ends) if form.kind == "whole" else ends
        yield from ([end, end] for end in ends if form.kind == "range")
        if unit and form.kind != "whole":
            middle = ((form.low if form.low is not None else -1) + (form.high if form.high is not None else (form.low or 0) + 1000)) / 2
            for known, factor in UNITS.get(unit, {unit: 1.0}).items():
                yield f"{middle / factor:.9f} {known}"
    elif form.kind == "word":
        yield from form.words
    elif form.kind == "color":
        yield from ("#102030", "#10203040", "#1020304", "102030", [0, 1, 0.5], [0, 1, 0.5, 1], [0, 1, 1.5], [0, 1])
    elif form.kind in ("vector", "direction"):
        yield from (
            [1, 2, 3],
            [0, 0, 0],
            [1, 2],
            [1, 2, 3, 4],
            [1, "2", 3],
            [f"1 {unit}", 2, 3] if unit in UNITS and len(UNITS[unit]) > 1 else [1, 0, 0],
        )
    elif form.kind == "list":
        for count in {0, 1, 2, 3, (form.length[0] or 0), (form.length[1] or 0) + 1}:
            yield from ([each] * count for item in form.items if isinstance(item, type(form)) for each in samples(item, unit))


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: f"{spec.__module__}.{spec.__name__}")
def test_schema_and_loader_agree_on_every_field(spec):
    """At each limit, one beside it, in every unit, of every wrong kind: both take a value, or neither does."""
    for field in fields(spec).values():
        if any(form.kind in ("names", "any") for form in field.forms) or field.name == "format":
            continue
        schema = validator_of(spec, field)
        for value in [*JUNK, *(each for form in field.forms for each in samples(form, field.unit))]:
            assert schema.is_valid(value) == takes(spec, field.name, value), (field.name, value)
        if (text := default(field)) and "own" not in text:
            assert takes(spec, field.name, value_of(text)), (field.name, text)
        if "defaultSnippets" in described(field, spec, blocks()[1]):
            assert takes(spec, field.name, value_of(sample(field))), (field.name, sample(field))
        if all(form.kind not in ("block",) for form in field.forms) and field.name not in ("title", "about"):
            assert schema.is_valid("$name") and not schema.is_valid("2 $name")
