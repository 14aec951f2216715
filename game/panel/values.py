"""What a widget needs to know of a value: how far a slider goes, how a number is rounded, how a colour is written."""

import math

from engine.schema import OneOf
from engine.schema.fields import fields

STEPS = 400  # of a slider whose ends are not declared
WIDE = 100.0  # times a value: limits beyond it are no ends of a slider
FULL = {"deg": 180.0}  # reach of a value of which nothing else is known, by unit; 1 where the unit is not listed


def reach(form, value, default=None, unit=""):
    """(low, high) of a slider for a number: its limits, and where they are open or far away, 0 to 4 times what it is."""
    size = max(abs(float(v)) for v in (value, default, 0.0) if _number(v))
    if not size and None not in (form.low, form.high) and form.high - form.low <= WIDE:
        return float(form.low), float(form.high)
    size = 4 * size or FULL.get(unit, 1.0)
    signed = form.low is None and (unit == "deg" or not value or value < 0)
    low = form.low if form.low is not None and abs(form.low) <= WIDE * size else -size if signed else 0.0
    high = form.high if form.high is not None and form.high <= WIDE * size / 4 else size if size > low else low + size
    if form.high is not None:
        high = min(high, form.high)
    return (float(low), float(high)) if low < high else (float(low) - 1.0, float(low) + 1.0)


def held(form, value):
    """A number within the limits that a form declares, a little inside of one that is not allowed itself."""
    for limit, is_open, side in ((form.low, form.open_low, 1), (form.high, form.open_high, -1)):
        if limit is not None and (value - limit) * side <= 0:
            value = limit + side * (max(abs(limit), 1.0) * 1e-6 if is_open else 0.0)
    return value


def step_of(low, high):
    """A round step, 1, 2 or 5 times a power of ten, of which about STEPS lie between two ends."""
    raw = (high - low) / STEPS
    power = 10.0 ** math.floor(math.log10(raw))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= raw * 0.999)


def rounded(value, step):
    """The multiple of a step that is nearest, as a person writes it."""
    digits = max(0, math.ceil(-math.log10(step)) + 1)
    return float(f"{round(value / step) * step:.{min(digits, 12)}f}")


def speed_of(values, default=()):
    """A step for numbers that are dragged, by how large they are."""
    size = max([abs(float(v)) for v in (*values, *(default or ())) if _number(v)] or [0.0]) or 1.0
    return 10.0 ** math.floor(math.log10(size)) / 100


def _number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


# Colours: a list of numbers in the file is linear light, hex digits are sRGB, and so is what a screen shows


def to_screen(linear):
    """sRGB 0..1 of a linear colour; alpha stays."""
    return (*(12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in linear[:3]), *linear[3:])


def to_light(screen):
    """The linear colour of an sRGB one; alpha stays."""
    return (*(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in screen[:3]), *screen[3:])


def hex_of(screen):
    """`#rrggbb` of an sRGB colour, with two digits more where it is not opaque."""
    digits = [f"{round(255 * min(max(c, 0.0), 1.0)):02x}" for c in screen]
    return "#" + "".join(digits[: 3 if len(digits) < 4 or digits[3] == "ff" else 4])


# Blocks to begin with


def least(spec):
    """The smallest block that says all a Spec needs: what a new item or another kind begins with."""
    if issubclass(spec, OneOf):
        kind = spec.kinds()[0]
        return {kind: least(_inner(spec, kind))}
    return {name: start(d.form, name) for name, d in fields(spec).items() if d.required}


def _inner(spec, kind):
    return next(form.spec for form in fields(spec)[kind].forms if form.spec)


def kind_of(spec, kind):
    """A block of one of several kinds, as small as it may be."""
    return {kind: least(_inner(spec, kind))}


def beginnings(spec):
    """Kinds of a block with one of several that can begin without a file."""
    kinds = [kind for kind in spec.kinds() if kind not in spec.bare]
    return [kind for kind in kinds if not any(d.required and d.form.kind == "file" for d in fields(_inner(spec, kind)).values())]


def start(form, name=""):
    """A value to begin with, where a form has none yet."""
    match form.kind:
        case "number" | "whole":
            one = 1.0 if form.kind == "number" else 1
            return one if held(form, one) == one else held(form, one)
        case "switch":
            return True
        case "word":
            return form.words[0]
        case "color":
            return [1.0, 1.0, 1.0, 1.0]
        case "vector" | "direction":
            return [0.0, 1.0, 0.0]
        case "range":
            return [1.0, 1.0]
        case "list":
            one = form.items if len(form.items) > 1 else form.items * max(form.length[0] or 0, 1)
            sides = [start(item[0] if isinstance(item, tuple) else item) for item in one]
            return [side / 2 for side in sides] if name == "inner" else sides  # the hole of a frame is smaller than the whole
        case "block" | "one of":
            return least(form.spec)
    return ""
