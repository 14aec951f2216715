"""Addresses such as `jet.emitter.rate`, `breeze.wind.velocity.x`, `vars.spread`: in `--set`, keys and reports.

An address names a path in the data: ("entities", "jet", "emitter", "rate"). What may stand at a path is known from the
vocabulary; `annotation_at` walks it.
"""

import re
from copy import deepcopy
from typing import Annotated, Any, Literal, get_args, get_origin

from engine.scene.errors import guess
from engine.scene.later import later
from engine.scene.vocabulary import Entity, SceneSpec
from engine.schema import Shown, Spec

_PART = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)((?:\[\d{1,5}\])*)$")
NAME = re.compile(r"[a-z][a-z0-9_]*")
WHOLE = "entities."  # what the address of a whole entity begins with
NAMED = 8  # keys of a block that a message names
_AXES = {"x": 0, "y": 1, "z": 2}


class AddressError(ValueError):
    """An address that leads to nothing that the scene could say."""


def block(data, *path):
    """The mapping at a path of the data; empty where there is none."""
    for part in path:
        data = data.get(part) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


def locate(address, data):
    """Path in the data of an address, checked against the vocabulary. Raises AddressError with a did-you-mean."""
    path = _split(address)
    entities = block(data, "entities")
    if not (path[0] in SceneSpec.model_fields and not (path[0] in entities and path[1:2] and path[1] in Entity.model_fields)):
        path = ["entities", *_joined(path, entities, address)]
    if path[0] == "vars":
        return _variable(address, path, data)
    annotation, done = SceneSpec, []
    for part in path:
        part = _AXES[part] if part in _AXES and length_of(annotation)[0] else part
        inside = inner(annotation, part)
        if inside is None:
            if said := later(tuple(done), part):
                raise AddressError(f"'{address}': {said}")
            raise AddressError(f"'{address}': nothing is called '{part}' there{guess(str(part), names(annotation))}")
        annotation, done = inside, [*done, part]
    if len(done) < 2 and done[0] in ("entities", "check", "keys", "time"):
        raise AddressError(f"'{address}' is a whole block; name one value in it")
    return tuple(done)


def _split(address):
    path = []
    for part in str(address).split("."):
        found = _PART.match(part)
        if not found:
            raise AddressError(f"'{address}' is no address; write entity.component.field, as in jet.emitter.rate")
        path += [found[1], *(int(i) for i in re.findall(r"\d+", found[2]))]
    return path


def _joined(path, known, address):
    """A path with the first parts made one name, where that is known: ["fountain", "jet", "mass"] is ["fountain.jet", "mass"]."""
    n, word = 1, str(path[0])
    while word not in known and n < len(path) and any(name.startswith(f"{word}.") for name in known):
        word, n = f"{word}.{path[n]}", n + 1
    if word not in known:
        raise AddressError(f"'{address}': no entity '{word}'{guess(word, [*known, 'vars', 'time'])}")
    return [word, *path[n:]]


def _variable(address, path, data):
    variables = block(data, "vars")
    n = next((n for n in range(len(path), 1, -1) if ".".join(map(str, path[1:n])) in variables), 0)
    if not n:
        word = ".".join(str(part) for part in path[1:])
        raise AddressError(f"'{address}': no variable '{word}'{guess(word, sorted(variables))}")
    name = ".".join(path[1:n])
    if path[n:] and path[n:] != ["value"]:
        raise AddressError(f"'{address}': a variable has one value; write vars.{name}")
    return ("vars", name, "value") if isinstance(variables[name], dict) else ("vars", name)


def named(data, overrides):
    """The data, with the entities that are laid over it (`entities.crate_2`), so that addresses can lead into them."""
    added = {each.removeprefix(WHOLE): {} for each in overrides or () if each.startswith(WHOLE) and NAME.fullmatch(each, len(WHOLE))}
    return {**data, "entities": {**added, **block(data, "entities")}} if added else data


def leads_into(address, whole):
    """Whether an address leads into the entity that another one (`entities.crate_2`) is the whole of."""
    return whole.startswith(WHOLE) and address.startswith(f"{whole.removeprefix(WHOLE)}.")


def located(overrides, data, report):
    """List of (address, path, value) of what is to be laid over the data; bad addresses are reported."""
    found, data = [], named(data, overrides)
    for address, value in (overrides or {}).items():
        try:
            path = locate(address, data)
            if path[0] == "include" and path[2:3] not in (("position",), ("rotation",)):
                raise AddressError(f"'{address}': what is included is said by the file itself; lay values over position and rotation")
            found.append((address, path, value))
        except AddressError as error:
            if not report.lost:  # it may lie in a file that cannot be read
                _unlaid(address, value, error, report)
    return found


def lay(data, overrides, report):
    """Lay values over the data, in place, None for nothing; fills report.overrides (path -> address and value) and reports bad addresses."""
    put(data, located(overrides, data, report), report)


def put(data, found, report):
    """Lay what was located over the data, in place; fills report.overrides (path -> address and value)."""
    for address, path, value in found:
        try:
            _put(data, path, deepcopy(value), address)  # a later one may lie inside of it
            report.overrides[path] = (address, value)
        except AddressError as error:
            _unlaid(address, value, error, report)


def _unlaid(address, value, error, report):
    report.overrides[("", address)] = (address, value)
    report.at(("", address), str(error))


def _put(data, path, value, address):
    node = data
    for n, (part, following) in enumerate(zip(path[:-1], path[1:], strict=True)):
        there = node.get(part) if isinstance(node, dict) else node[part] if part < len(node) else None
        if there is None and path[0] == "entities" and isinstance(following, int):
            there = deepcopy(inherited(data["entities"], path[1], path[2 : n + 1]))
        if isinstance(there, str) and there.startswith("$"):
            there = _of_variable(data, there[1:])
        if isinstance(following, int):
            there = _listed(there, path[: n + 1], address)
            if following >= len(there):
                raise AddressError(f"'{address}': there are only {len(there)} there")
        elif isinstance(there, str):
            there = {there: {}}  # the bare word of a block with one of several kinds
        elif not isinstance(there, dict):
            there = {}
        node[part] = there
        node = there
    if value is None and isinstance(node, dict):
        node.pop(path[-1], None)
    else:
        node[path[-1]] = value


def inherited(entities, name, path):
    """What an entity has at a path within it from those that it is like; None where they say nothing."""
    met = set()
    while isinstance(entity := entities.get(name), dict) and name not in met:
        met.add(name)
        node = entity
        for part in path:
            node = node.get(part) if isinstance(node, dict) else None
        if node is not None:
            return node
        name = entity.get("like")
    return None


def _of_variable(data, name):
    value = block(data, "vars").get(name)
    return value.get("value") if isinstance(value, dict) else list(value) if isinstance(value, list) else value


def _listed(there, path, address):
    """The list at a path, so that one number of it can be replaced: as it stands, or the default."""
    if isinstance(there, list):
        return there
    holder = next(iter(specs(annotation_at(path[:-1]))), None)
    default = holder.model_fields[path[-1]].default if holder and path[-1] in holder.model_fields else None
    if there is None and isinstance(default, tuple):
        return [item.model_dump(mode="json", exclude_unset=True) if isinstance(item, Spec) else item for item in default]
    raise AddressError(f"'{address}': there is no list there; name the whole value")


# The vocabulary, walked


def annotation_at(path):
    """Annotation of what may stand at a path of the data; None where nothing may."""
    annotation = SceneSpec
    for part in path:
        annotation = inner(annotation, part)
        if annotation is None:
            return None
    return annotation


def alternatives(annotation):
    """The types that an annotation lets in, unwrapped from Annotated, None and unions."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return alternatives(get_args(annotation)[0])
    if origin is Literal or origin is tuple or origin is dict or not get_args(annotation):
        return [] if annotation is type(None) else [annotation]
    return [each for part in get_args(annotation) for each in alternatives(part)]


def specs(annotation):
    """The spec classes among the alternatives."""
    return [a for a in alternatives(annotation) if isinstance(a, type) and issubclass(a, Spec)]


def inner(annotation, part):
    """Annotation of what stands under a key or an index; None where nothing may."""
    for each in alternatives(annotation):
        if isinstance(each, type) and issubclass(each, Spec):
            field = each.model_fields.get(part)
            if field is not None:
                return Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        elif get_origin(each) is dict and isinstance(part, str):
            return get_args(each)[1]
        elif get_origin(each) is tuple and isinstance(part, int):
            inside = get_args(each)
            if inside[-1] is Ellipsis:
                return inside[0]
            if part < len(inside):
                return inside[part]
    return None


def names(annotation):
    """The keys that a block of this annotation knows."""
    return sorted({name for spec in specs(annotation) for name in spec.model_fields})


def kinds(annotation):
    """The kinds of a block with one of several: name -> annotation."""
    return {kind: inner(spec, kind) for spec in specs(annotation) if hasattr(spec, "kinds") for kind in spec.kinds()}


def words(annotation):
    """The bare words that may stand there: those of a choice, and kinds of a block that need nothing else."""
    choices = [word for each in alternatives(annotation) if get_origin(each) is Literal for word in get_args(each) if isinstance(word, str)]
    needy = (any(f.is_required() for each in specs(own) for f in each.model_fields.values()) for own in kinds(annotation).values())
    return choices + [kind for kind, needs in zip(kinds(annotation), needy, strict=True) if not needs]


def length_of(annotation):
    """Number of entries of a list of fixed length and the annotation of one; None, None where there is no such list."""
    for each in alternatives(annotation):
        if get_origin(each) is tuple and Ellipsis not in get_args(each):
            return len(get_args(each)), alternatives(get_args(each)[0])[0] if alternatives(get_args(each)[0]) else None
    return None, None


def shown(annotation):
    """What an error calls the values of an annotation: "a number", "'plain' or 'relative'"."""
    origin = get_origin(annotation)
    if origin is Annotated:
        named = [m.text for m in annotation.__metadata__ if isinstance(m, Shown)]
        return named[0] if named else shown(get_args(annotation)[0])
    if origin is Literal:
        return _either([f"'{word}'" if isinstance(word, str) else str(word) for word in get_args(annotation)])
    if origin is tuple:
        return "a list"
    if origin is dict:
        return "a block of names"
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        several = kinds(annotation)
        known = f"one of {', '.join(several)}" if several else _some(list(annotation.model_fields))
        return f"a block with {known or 'nothing, {}'}"
    simple = {float: "a number", int: "a whole number", bool: "true or false", str: "text", Any: "a value"}
    if annotation in simple:
        return simple[annotation]
    return _either([shown(part) for part in get_args(annotation) if part is not type(None)])


def _some(parts):
    """The first few of many names, and how many there are besides."""
    return ", ".join(parts) if len(parts) <= NAMED else f"{', '.join(parts[: NAMED - 2])} and {len(parts) - NAMED + 2} more"


def _either(parts):
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"
