"""The JSON schema (draft-07) of a block of a scene file, for the editors that complete and check while one types.

A number is a number or text with a unit, `$name` may stand for any value, and every block knows all its keys. What only the whole
file can tell (names of others, components that need each other, limits of text with units) is left to `springvand check`: an editor
must never mark as wrong what is right.
"""

import re
from itertools import combinations

from engine.schema.fields import fields
from engine.schema.samples import sample
from engine.schema.spec import OneOf
from engine.schema.told import default_of, markdown, meanings_of, one_line, sentence
from engine.schema.words import limits, number, units

VARIABLE = r"\$[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*"
HEX = r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
_DIGITS = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?"
_ARRAYS = ("vector", "direction", "range", "list", "color")
_SCALARS = {"number": "number", "whole": "integer", "switch": "boolean", "range": "number"}


def definitions(spec, name):
    """Name -> schema of a block and of every block that may stand in it. A nested one is named by its address: `emitter.shape.disc`."""
    names = {}
    _collect(spec, name, name, names)
    return {found: _block(each, names) for each, found in names.items()}, names


def _collect(spec, name, root, names):
    if spec in names:
        return
    names[spec] = name
    for field in fields(spec).values():
        inside = field.name if name == root else f"{name}.{field.name}"
        for form in _deep(field.forms):
            if form.spec:
                _collect(form.spec, inside, root, names)


def _deep(forms):
    for form in forms:
        yield form
        yield from _deep(form.items)


def _block(spec, names):
    schema = {
        "type": "object",
        "description": one_line(spec.__doc__),
        "properties": {field.name: described(field, spec, names) for field in fields(spec).values()},
        "additionalProperties": False,
    }
    if issubclass(spec, OneOf):
        schema.update(_at_most_one(spec))
    return schema


def _at_most_one(spec):
    """Of the kinds of a block; at least one is asked for by `complete`."""
    if len(spec.kinds()) == len(spec.model_fields):
        return {"maxProperties": 1}
    return {"not": {"anyOf": [{"required": list(pair)} for pair in combinations(spec.kinds(), 2)]}}


def described(field, spec, names):
    """A field: what may stand there, and what an editor says of it."""
    schema = value(field.forms, field.unit, names, meanings_of(field))
    pattern = next((m.pattern for m in spec.model_fields[field.name].metadata if getattr(m, "pattern", None)), None)
    if pattern:
        schema["pattern"] = f"{pattern}|^{VARIABLE}$"
    if (known := default_of(field)) is not None:
        schema["default"] = known
    if "items" in schema or "properties" in schema:
        schema = begun(schema, sample(field))
    return {**schema, "description": sentence(field), "markdownDescription": markdown(field)}


def begun(schema, text):
    """A value that an editor begins with a text; else it writes lists over several lines, and all defaults of a block.

    It begins with neither where a default stands beside the text, so that is inside.
    """
    return {"allOf": [schema], "defaultSnippets": [{"label": text, "body": text}]}


# What may stand at a place


def value(forms, unit, names, words=None):
    """The schema of a value of any of these forms; or of a variable."""
    parts = []
    plain = [form for form in forms if form.kind in (*_SCALARS, *_ARRAYS, "text", "file")]
    for form in forms:
        if form.kind == "word":
            parts.append(_word(form, words or {}))
        elif form.kind == "block" and plain:
            continue
        elif form.kind in ("block", "one of"):
            parts += _spec(form, names)
        elif form.kind == "names":
            parts.append({"type": "object", "additionalProperties": value(form.items, "", names)})
        elif form.kind == "any":
            parts.append({"type": ["number", "string", "boolean", "array"]})
    if plain:
        blocks = [form.spec for form in forms if form.kind == "block"]
        parts.append(_with(blocks, _plainly(plain, unit, names), names))
    elif any(form.kind in ("word", "one of") for form in forms):
        parts.append({"$ref": "#/definitions/variable"})
    if len(parts) == 1:
        return parts[0]  # what stands beside a $ref says nothing of values; editors show it
    return {"anyOf": parts}


def _with(specs, schema, names):
    """A schema of plain values that lets blocks in too: what it says of objects says nothing of other values."""
    for spec in specs:
        inside = _block(spec, names)
        told = f"{schema['errorMessage']}; or a block with {', '.join(inside['properties'])}"
        own = {"properties": inside["properties"], "additionalProperties": False}
        schema = {**schema, **own, "type": [*schema["type"], "object"], "errorMessage": told, "patternErrorMessage": told}
    return schema


def _word(form, words):
    schema = {"enum": list(form.words)}
    return {**schema, "enumDescriptions": [words.get(str(word), "") for word in form.words]} if words else schema


def _spec(form, names):
    block = {"$ref": f"#/definitions/{names[form.spec]}"}
    if form.kind == "block":
        return [block]
    blocks = {
        kind: next(f.spec for f in fields(form.spec)[kind].forms if f.spec) for kind in form.spec.kinds() if kind not in form.spec.bare
    }
    bare = [kind for kind, spec in blocks.items() if not _required(spec)]
    said = [fields(form.spec)[kind].text for kind in bare]
    return [{"enum": bare, "enumDescriptions": said}, block] if bare else [block]


def _required(spec):
    return [field.name for field in fields(spec).values() if field.required]


def _plainly(forms, unit, names):
    """Numbers, texts and lists in one schema: limits of one kind of value say nothing of another."""
    types = [_SCALARS[form.kind] for form in forms if form.kind in _SCALARS]
    types += ["array" for form in forms if form.kind in _ARRAYS]
    texts = [text for form in forms for text in _texts(form, unit)]
    schema = {"type": list(dict.fromkeys([*types, "string"]))}
    for form in forms:
        if form.kind in _SCALARS:
            schema.update(_limits(form))
        if form.kind in _ARRAYS:
            schema.update(_array(form, unit, names))
    said = _said(forms, unit)
    return {**schema, "pattern": "|".join(f"^{text}$" for text in [*texts, VARIABLE]), "errorMessage": said, "patternErrorMessage": said}


def _limits(form):
    found = {}
    if form.low is not None:
        found["exclusiveMinimum" if form.open_low else "minimum"] = form.low
    if form.high is not None:
        found["exclusiveMaximum" if form.open_high else "maximum"] = form.high
    return found


def _array(form, unit, names):
    if form.kind == "color":
        return {"items": _item("number", unit, {"minimum": 0, "maximum": 1}), "minItems": 3, "maxItems": 4}
    if form.kind == "range":
        return {"items": _item("number", unit, _limits(form)), "minItems": 2, "maxItems": 2}
    if form.kind in ("vector", "direction"):
        some = {"contains": {"not": {"const": 0}}} if form.kind == "direction" else {}
        return {"items": _item("number", unit, {}), "minItems": 3, "maxItems": 3, **some}
    least, most = form.length
    count = {**({} if least is None else {"minItems": least}), **({} if most is None else {"maxItems": most})}
    items = [value((each,) if not isinstance(each, tuple) else each, unit, names) for each in form.items]
    alike = len(items) == 1 or least is None or least != most
    inside = {"items": items[0] if len(items) == 1 else {"anyOf": items}} if alike else {"items": items, "additionalItems": False}
    return {**inside, **count}


def _item(kind, unit, bounds):
    texts = _numbers(unit, bounds.get("minimum", bounds.get("exclusiveMinimum")))
    return {"type": [kind, "string"], **bounds, "pattern": "|".join(f"^{text}$" for text in [*texts, VARIABLE])}


def _texts(form, unit):
    """Patterns of the text that a form may be."""
    if form.kind in ("number", "range"):
        yield from _numbers(unit, form.low)
    elif form.kind == "color":
        yield HEX
    elif form.kind in ("text", "file"):
        least, most = form.length
        yield "[^$]*" if least is None and most is None else f"[^$]{{{least or 0},{'' if most is None else most}}}"


def _numbers(unit, low):
    """Patterns of a number with a unit, or of a fraction; where no number may be less than 0, without a minus."""
    if not unit:
        return
    sign = r"\+?" if low is not None and low >= 0 else "[-+]?"
    known = "|".join(re.escape(each).replace("\\ ", " ") for each in units(unit) if unit != "1")
    over = rf" */ *\+?{_DIGITS}"
    yield rf" *{sign}{_DIGITS}(?:{over} *(?:{known})?|(?:{over})? *(?:{known})) *" if known else rf" *{sign}{_DIGITS}{over} *"


def _said(forms, unit):
    """What an editor says of a value that is none of these."""
    return f"must be {', or '.join(dict.fromkeys(_called(form, unit) for form in forms))}; or a variable, as in $name"


def _called(form, unit):
    if form.shown:
        return form.shown
    if form.kind == "number":
        bounds, known = limits(form), units(unit)
        return f"a number{' ' * bool(bounds)}{bounds}" + (f", or text with a unit ({', '.join(known)}), as in 2 {unit}" if known else "")
    if form.kind == "whole":
        return f"a whole number {limits(form)}".rstrip()
    most = form.length[1]
    return {
        "switch": "true or false",
        "text": "text" + (f" of at most {number(most)} letters" if most else ""),
        "file": "the path of a file",
    }.get(form.kind, "a list")


# What a block must have, where nothing else gives it


def complete(spec, seen=()):
    """The schema that only says which keys are needed, in a block and in those in it; None where none is."""
    inside, own = {}, {"required": _required(spec)} if _required(spec) else {}
    if issubclass(spec, OneOf):
        own["anyOf"] = [{"required": [kind]} for kind in spec.kinds()]
    for field in fields(spec).values():
        for form in field.forms:
            needed = _needed(form, (*seen, spec))
            if needed:
                inside[field.name] = {"doNotSuggest": True, **needed}  # else editors would offer the key twice
    return {**own, **({"properties": inside} if inside else {})} or None


def _needed(form, seen):
    if form.spec:
        return None if form.spec in seen else complete(form.spec, seen)
    found = next((needed for each in form.items if each.spec and (needed := _needed(each, seen))), None)
    return found and ({"additionalProperties": found} if form.kind == "names" else {"items": found})
