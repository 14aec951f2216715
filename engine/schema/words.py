"""What is said of a field, in words: its limits, its default as one would write it, what a change of it does."""

import re
from fractions import Fraction

from engine.schema.spec import OneOf, Spec
from engine.schema.units import UNITS

EFFECTS = {
    "live": "takes effect at the next tick, on everything; nothing is lost",
    "birth": "shows in new particles; those that live go on as they are",
    "resize": "grows or shrinks what is there; what lives is kept",
    "rebuild": "builds this entity anew; all others go on",
    "camera": "the camera glides there in 0.3 s, unless it is in your hand",
}


def limits(form):
    """`0 to 1`, `more than 0`, `-10 or more`; "" where there is no limit."""
    low, high = form.low, form.high
    if form.kind == "color" or (low is None and high is None):
        return ""
    if high is None:
        return f"more than {number(low)}" if form.open_low else f"{number(low)} or more"
    if low is None:
        return f"less than {number(high)}" if form.open_high else f"{number(high)} or less"
    if form.open_low or form.open_high:
        return f"{'more than' * form.open_low or 'from'} {number(low)} {'to less than' if form.open_high else 'to'} {number(high)}"
    return f"{number(low)} to {number(high)}"


def length(form):
    """`1 to 3 entries` of a list; "" where it may have any."""
    least, most = form.length
    if form.kind != "list" or (least is None and most is None):
        return ""
    if least == most:
        return f"{least} entries"
    return f"{least} to {most} entries" if least and most else f"at most {most} entries" if most else f"{least} or more entries"


def number(value):
    """As short as it can be read back: `20,000,000`, `0.05`, `1e+12`."""
    if isinstance(value, int) or (value == int(value) and abs(value) < 1e9):
        return f"{int(value):,}"
    return f"{value:g}" if abs(value) >= 1e-4 else f"{value:.6f}".rstrip("0")


def default(field):
    """The default of a field as it would stand in a scene file; "" for none."""
    value = field.default
    alike = field.form.kind == "range" and value is not None and value[0] == value[1]
    return written(value[0] if alike else value, field.unit)


def written(value, unit=""):
    """A value as it would stand in a scene file; "" for none."""
    if value is None or value == {}:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and float(f"{value:.6g}") != value:
        return f"{Fraction(value).limit_denominator(1000)} {unit}".rstrip()
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else f"{value}"
    if isinstance(value, tuple) and len(value) > 4 and isinstance(value[0], Spec):
        return f"{len(value)} of the program's own"
    if isinstance(value, tuple):
        return f"[{', '.join(written(each, unit) for each in value)}]"
    if isinstance(value, Spec):
        return _block(value)
    return f"{value}"


def _block(spec):
    given = {name: getattr(spec, name) for name in type(spec).model_fields if name in spec.model_fields_set}
    if isinstance(spec, OneOf) and len(given) == 1 and not next(iter(given.values())).model_fields_set:
        return next(iter(given))
    return "{" + ", ".join(f"{name}: {written(value)}" for name, value in given.items()) + "}"


def allowed(field):
    """What may be written for a field, in words: `number, 0 to 1`, `[x, y, z]`, `plain or relative`."""
    return " or ".join(dict.fromkeys(_allowed(form) for form in field.forms))


def _allowed(form):
    if form.kind == "word":
        return ", ".join(map(str, form.words))
    if form.kind == "one of":
        return f"one of {', '.join(form.spec.kinds())}"
    if form.kind == "names":
        return f"name: {' or '.join(map(_allowed, form.items))}"
    if form.kind == "list":
        first = form.items[0] if form.items else None
        inside = "" if first is None or first.kind == "block" else f" of {_allowed(first) if first.kind == 'word' else _plural(first)}"
        return ", ".join(filter(None, [f"list{inside}", length(form), first and limits(first) and f"each {limits(first)}"]))
    return ", ".join(filter(None, [_KINDS.get(form.kind, form.kind), limits(form)]))


_KINDS = {
    "whole": "whole number", "switch": "true or false", "vector": "[x, y, z]", "direction": "[x, y, z], not all 0", "range": "number or [min, max]",
    "color": '"#rrggbb" or [r, g, b] or [r, g, b, a]', "file": "path of a file", "any": "number, text, switch or list",
}  # fmt: skip


def _plural(form):
    return {
        "number": "numbers",
        "whole": "whole numbers",
        "vector": "points [x, y, z]",
        "text": "names",
        "file": "paths",
        "list": "lists",
    }.get(form.kind, "colours" if form.kind == "color" else form.kind)


def units(unit):
    """The units that a number may be written with, the declared one first."""
    return tuple(UNITS.get(unit, {unit: 1.0} if unit else {}))


def meanings(field, words):
    """Word -> what it means, as far as the field's sentence says: `plain: the whole jet bends; relative: as real air does`."""
    found = {}
    for part in re.split(r"; |\. ", field.text):
        word, colon, meaning = part.partition(": ")
        if colon and word.strip() in map(str, words):
            found[word.strip()] = meaning.strip().rstrip(".")
    return found
