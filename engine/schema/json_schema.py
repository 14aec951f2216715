"""The JSON schema (draft-07) of a block of a scene file, for the editors that complete and check while one types.

A number is a number or text with a unit, `$name` may stand for any value, and every block knows all its keys. What only the whole
file can tell (names of others, components that need each other, limits of text with units) is left to `springvand check`: an editor
must never mark as wrong what is right.
"""

import re
from itertools import combinations

from engine.schema.fields import fields
from engine.schema.spec import OneOf, Spec
from engine.schema.words import EFFECTS, limits, meanings, number, units, written

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


def one_line(text):
    """A docstring's first paragraph in one line."""
    return re.sub(r"\s+", " ", (text or "").strip().split("\n\n")[0])


def described(field, spec, names):
    """A field: what may stand there, and what an editor says of it."""
    schema = value(field.forms, field.unit, names, meanings_of(field))
    pattern = next((m.pattern for m in spec.model_fields[field.name].metadata if getattr(m, "pattern", None)), None)
    if pattern:
        schema["pattern"] = f"{pattern}|^{VARIABLE}$"
    schema["description"], schema["markdownDescription"] = _sentence(field), _markdown(field)
    default = default_of(field)
    return schema if default is None else {**schema, "default": default}


def meanings_of(field):
    """Word -> what it means, of a field with words."""
    return meanings(field, [word for form in field.forms for word in form.words])


def default_of(field):
    """The default as JSON has it; None where there is none."""
    if field.default in (None, {}, ()):
        return None
    if isinstance(field.default, bool | int | str):
        return field.default
    text = written(field.default, field.unit)
    if isinstance(field.default, float):
        return field.default if "/" not in text else text
    if isinstance(field.default, tuple):
        return field.default[0] if isinstance(field.default[0], float) and not text.startswith("[") else _plain(field.default)
    return {} if text.startswith("{") else text


def _plain(value):
    """A value as JSON has it: of blocks what is given in them."""
    if isinstance(value, Spec):
        return {name: _plain(getattr(value, name)) for name in type(value).model_fields if name in value.model_fields_set}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def facts(field):
    """Unit, limits and default of a field: `1/s`, `0 or more`, `default 100`; as far as there are any."""
    unit = "" if field.unit in ("", "1") else field.unit
    default = written(field.default, field.unit)
    return [
        each
        for each in (unit, limits(field.form), f"default {default}" if default not in ("", "{}") else "", "required" * field.required)
        if each
    ]


def _sentence(field):
    said = facts(field)
    return f"{field.text} {('[' + '; '.join(said) + '] ') if said else ''}A change {EFFECTS[field.reload]}."


def _markdown(field):
    said = " · ".join(facts(field))
    return f"{field.text}\n\n{said + chr(10) * 2 if said else ''}*{field.reload}*: a change {EFFECTS[field.reload]}."


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
        return {"allOf": parts} if "$ref" in parts[0] else parts[0]
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
    bare = [kind for kind in form.spec.kinds() if not _required(next(f.spec for f in fields(form.spec)[kind].forms if f.spec))]
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
