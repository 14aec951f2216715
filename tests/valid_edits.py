"""Valid edits of a scene file, made from the vocabulary: which fields it has, what else may stand there, what may come and go."""

import json
from dataclasses import replace
from typing import NamedTuple

from valid_pictures import picture

from engine.scene import include
from engine.scene.address import located, put
from engine.scene.errors import Report, SceneError
from engine.scene.load import overridden
from engine.scene.vocabulary import SceneSpec
from engine.schema import OneOf, Spec
from engine.schema.fields import fields

TRIES = 12  # values that are tried at a field before it is left as it is: what else the scene says may forbid them
# Of the scene: they have no part in a run. Where an included file stands moves many entities at once: tests/simulation/test_simulation_include.py.
PASSIVE = ("entities", "vars", "keys", "key", "check", "plot", "format", "include")
MOST = {"count": 300, "capacity": 3000, "cycles": 5, "quality": 1300, "substeps": 12}  # what costs time
COUNTS = {"counts": 9, "nodes": 80}  # most masses or nodes along an axis
BLOCKS = ("block", "one of")
CORNERS = ("top_left", "top_right", "bottom_left", "bottom_right")


class Place(NamedTuple):
    """One field of a scene."""

    address: str
    about: object  # schema.fields.Described
    value: object  # of the spec, None where it is absent
    owner: str  # entity, "" for the scene's own


def places(spec):
    """Every field that a scene could say now, those left at their defaults and those absent included."""
    for name, about in fields(SceneSpec).items():
        if name not in PASSIVE:
            yield from _inside(name, about, getattr(spec, name), "")
    for name, entity in spec.entities.items():
        for part, about in fields(type(entity)).items():
            if getattr(entity, part) is not None or about.form.kind not in BLOCKS:  # components come and go by edits of their own
                yield from _inside(f"{name}.{part}", about, getattr(entity, part), name)


def _inside(address, about, value, owner):
    if isinstance(value, Spec):
        for name, inner in fields(type(value)).items():
            if not isinstance(value, OneOf) or getattr(value, name) is not None:
                yield from _inside(f"{address}.{name}", inner, getattr(value, name), owner)
    elif isinstance(value, tuple) and value and all(isinstance(item, Spec) for item in value):
        for i, item in enumerate(value):
            for name, inner in fields(type(item)).items():
                yield from _inside(f"{address}[{i}].{name}", inner, getattr(item, name), owner)
    else:
        yield Place(address, about, value, owner)


def as_text(scene):
    """What the scene's own file says, as a file: JSON is YAML."""
    return json.dumps(_own(scene)).encode()


def _own(scene):
    """Data of the scene's own file; an edit of what is included is an entity there that lies over it."""
    return scene.root.source.data


def field_edit(scene, place, random):
    """The scene with another valid value at a place; None where none was found."""
    for _ in range(TRIES):
        value = another(place, scene.spec, random)
        if value is not None and (new := _laid(scene, place.address, value)):
            return new
    return None


def any_edit(scene, random):
    """The scene after one edit of any kind: a value, a component, an entity."""
    while True:
        kind = random.choice((*[_value] * 9, _variable, _component, _without, _added, _renamed, _gone))
        if new := kind(scene, random):
            return new


def _laid(scene, address, value):
    data, report = _copy(scene), Report("")
    put(data, located({address: value}, scene.data, report), report)
    return None if report.found else _valid(scene, data)


def _valid(scene, data):
    """The scene of other data, if there is one and it differs: as if they had been read from its file, which takes longer."""
    root = replace(scene.root, source=replace(scene.root.source, data=data))
    try:
        new = overridden(replace(scene, data=include.written(root), root=root), {})
    except SceneError:
        return None
    return new if new.spec != scene.spec else None


def _value(scene, random):
    return field_edit(scene, random.choice(list(places(scene.spec))), random)


def _variable(scene, random):
    names = [name for name, item in scene.spec.vars.items() if isinstance(item, Spec)]
    if not names:
        return None
    name = random.choice(names)
    item = scene.spec.vars[name]
    low, high = (end if end is not None else item.value + way for end, way in ((item.min, -1), (item.max, 1)))
    return _laid(scene, f"vars.{name}", round(random.uniform(low, high), 3))


def _copy(scene):
    return json.loads(json.dumps(_own(scene)))


def _plain(data):
    """Names of the entities that the file itself makes."""
    return [name for name in data["entities"] if "." not in name]


def _without(scene, random):
    """A component, or a field of one, left out."""
    data = _copy(scene)
    node = data["entities"][random.choice(list(data["entities"]))]
    key = random.choice(list(node)) if node else None
    while key and isinstance(node[key], dict) and node[key] and random.random() < 0.6:
        node, key = node[key], random.choice(list(node[key]))
    if key is None:
        return None
    del node[key]
    return _valid(scene, data)


def _component(scene, random):
    """A component more."""
    name = random.choice(list(scene.spec.entities))
    entity = scene.spec.entities[name]
    absent = [part for part, about in fields(type(entity)).items() if about.form.kind in BLOCKS and getattr(entity, part) is None]
    part = random.choice(absent)
    return _laid(scene, f"{name}.{part}", _made(fields(type(entity))[part].form, None, random, part))


def _added(scene, random):
    """A copy of an entity, somewhere else."""
    data = _copy(scene)
    name = random.choice(_plain(data))
    like = json.loads(json.dumps(data["entities"][name]))
    if not {"sun", "skybox", "camera"}.intersection(like):
        x, y, z = scene.spec.entities[name].position
        like["position"] = [round(x + random.uniform(-1, 1), 3), y, z]
        if scene.spec.entities[name].emitter:
            like["emitter"]["capacity"] = 200
    data["entities"][f"more_{random.randrange(10_000)}"] = like
    return _valid(scene, data)


def _renamed(scene, random):
    data = _copy(scene)
    name = random.choice(_plain(data))
    data["entities"] = {f"other_{random.randrange(10_000)}" if key == name else key: item for key, item in data["entities"].items()}
    return _valid(scene, data)


def _gone(scene, random):
    """An entity that was added is taken out again, so that scenes keep their size; now and then one of its own."""
    data = _copy(scene)
    added = [name for name in data["entities"] if name.startswith("more_")]
    name = random.choice(added) if added else random.choice(list(data["entities"]))
    if not added and random.random() < 0.7:
        return None
    del data["entities"][name]
    return _valid(scene, data)


def another(place, spec, random):
    """Another value as a file may say it; None where the vocabulary does not tell one."""
    name = place.address.rsplit(".", 1)[-1]
    if name in ("target", "camera", "affects") and not isinstance(place.value, Spec):
        return _names(name, spec, random)
    return _made(random.choice(place.about.forms), place.value, random, name)


def _names(name, spec, random):
    bodies = [n for n, entity in spec.entities.items() if entity.emitter or entity.mass]
    eyes = [n for n, entity in spec.entities.items() if entity.camera]
    if name == "affects":
        return random.sample(bodies, random.randint(1, len(bodies))) if bodies else None
    return random.choice(eyes or [""]) if name == "camera" else random.choice(list(spec.entities))


def _made(form, value, random, name):
    if form.kind in BLOCKS:
        return _block(form.spec, random)
    make = _KINDS.get(form.kind)
    return make and make(form, value, random, name)


def _block(spec, random):
    """A block with what it needs, and some of what it may have."""
    made = {}
    kinds = [random.choice([kind for kind in spec.kinds() if kind not in spec.bare])] if issubclass(spec, OneOf) else None
    for name, about in fields(spec).items():
        if kinds is not None and name in spec.kinds():
            if name in kinds:
                made[name] = _block(about.form.spec, random)
        elif about.required or random.random() < 0.3:
            value = _made(random.choice(about.forms), about.default, random, name)
            if value is not None:
                made[name] = value
    return made


def _number(form, value, random, name):
    there = value if isinstance(value, int | float) and not isinstance(value, bool) else None
    low, high = form.low, form.high
    if not there:
        least, most = low if low is not None else 0.0, high if high is not None else 2.0
        found = random.uniform(least, min(most, least + 2.0))
    else:
        found = there * random.uniform(0.7, 1.4)
    found = min(max(found, low if low is not None else found), high if high is not None else found)
    return float(f"{found:.6g}")


def _whole(form, value, random, name):
    there = value if isinstance(value, int) and not isinstance(value, bool) else form.low or 1
    low, high = form.low or 0, min(form.high or 2 * there + 3, MOST.get(name, 2 * there + 3))
    return random.randint(int(low), max(int(high), int(low)))


def _word(form, value, random, name):
    words = [word for word in form.words if word != value]
    return random.choice(words) if words else None


def _color(form, value, random, name):
    return [round(random.random(), 3) for _ in range(3)]


def _vector(form, value, random, name):
    return [round(x + random.uniform(-0.3, 0.3), 4) for x in (value if isinstance(value, tuple) else (0, 0, 0))]


def _range(form, value, random, name):
    low, high = value if isinstance(value, tuple) else (1.0, 1.0)
    scale = random.uniform(0.7, 1.3)
    return sorted(float(f"{x * scale or random.uniform(0.1, 1):.6g}") for x in (low, high * random.uniform(1, 1.3)))


def _pairs(value, random):
    """Other springs between the same masses."""
    masses = range(max(map(max, value)) + 1)
    return [sorted(random.sample(masses, 2)) for _ in range(random.randint(1, len(value) + 1))]


def _list(form, value, random, name):
    item, there = form.items[0], value if isinstance(value, tuple) else (value,)
    if name == "pairs":
        return _pairs(value, random) if value else None
    if name == "textures":
        return [picture(item, None, random, name) for _ in range(random.randint(1, 2))]
    if name == "corners":
        return random.sample(CORNERS, random.randint(1, 3))
    if item.kind == "word":
        return random.sample(item.words, random.randint(1, len(item.words)))
    if item.kind in ("text", "file"):
        return None
    if item.kind in BLOCKS:
        return [_block(item.spec, random) for _ in range(random.randint(1, 3))]
    if name in COUNTS and value:
        return [random.randint(max(4, min(n, COUNTS[name]) - 4), min(n, COUNTS[name]) + 4) for n in value]
    if not value:
        return [_made(item, None, random, name) for _ in range(form.length[0] or 2)]
    items = form.items if len(form.items) == len(there) else [item] * len(there)
    return [_made(one, each, random, name) for one, each in zip(items, there, strict=True)]


_KINDS = {
    "number": _number,
    "whole": _whole,
    "switch": lambda form, value, random, name: not value,
    "word": _word,
    "text": lambda form, value, random, name: f"word {random.randint(0, 99)}",
    "color": _color,
    "vector": _vector,
    "direction": _vector,
    "range": _range,
    "file": picture,
    "list": _list,
}


def word_of(place):
    """`emitter.rate` of a place: what it is in every scene."""
    return place.address.partition(".")[2] if place.owner else place.address
