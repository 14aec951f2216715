"""Numbers written as text: `12 deg`, `250 ms`, `1/120 s`, `20 g`, `0.5 g/s`, `1/3`."""

import re
from decimal import Decimal
from math import isfinite

# What one of the unit is in the unit that a field is declared in. Keys: declared unit, then written unit.
_TIME = {"s": 1.0, "ms": 1e-3, "min": 60.0}
_LENGTH = {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "km": 1e3}
_MASS = {"kg": 1.0, "g": 1e-3, "mg": 1e-6, "t": 1e3}
UNITS = {
    "s": _TIME,
    "m": _LENGTH,
    "kg": _MASS,
    "deg": {"deg": 1.0, "rad": 57.29577951308232, "turn": 360.0},
    "deg/s": {"deg/s": 1.0, "rad/s": 57.29577951308232, "turn/s": 360.0, "1/min": 6.0},
    "1/s": {"1/s": 1.0, "/s": 1.0, "Hz": 1.0, "1/min": 1 / 60, "1/ms": 1e3},
    "m/s": {"m/s": 1.0, "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6},
    "m/s2": {"m/s2": 1.0, "m/s^2": 1.0, "cm/s2": 1e-2},
    "kg/s": {"kg/s": 1.0, "g/s": 1e-3, "mg/s": 1e-6},
    "kg/(m2 s)": {"kg/(m2 s)": 1.0, "g/(m2 s)": 1e-3},
    "N/m": {"N/m": 1.0, "kN/m": 1e3},
    "1": {},
}
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?"
_TEXT = re.compile(rf"^\s*({_NUMBER})\s*(?:/\s*({_NUMBER}))?\s*([A-Za-z/%].*?|1/\w+)?\s*$")


class UnitError(ValueError):
    """Text that is no number with a unit; the message says what would be."""


def parse(text, unit):
    """The number that text stands for, in the declared unit. Raises UnitError."""
    found = _TEXT.match(text)
    if not found:
        raise UnitError(
            f"'{text}' is not a number; write a number"
            + (f", or one with a unit as in '2 {unit}'" if unit and not unit.startswith("1") else ", as in 2.5")
        )
    value = _value(text, found, unit)
    if not isfinite(value):
        raise UnitError(f"'{text}' is too large for a number")
    return value


def _value(text, found, unit):
    value, below, written = float(found[1]), found[2], found[3]
    if below is not None:
        if float(below) == 0:
            raise UnitError(f"'{text}' divides by zero")
        value /= float(below)
    if written is None:
        if below is None:
            raise UnitError(f"'{text}' is text; write the number without quotes: {text.strip()}")
        return value
    known = UNITS.get(unit, {unit: 1.0})
    if written not in known:
        expected = ", ".join(known) or "none"
        raise UnitError(f"unknown unit '{written}' in '{text}'; units here: {expected}")
    return _times(value, found[1], known[written]) if below is None else value * known[written]


def _times(value, digits, factor):
    """The number times the factor; by a power of ten what the digits say, so that `35 mm` is just 0.035."""
    tens = Decimal(repr(factor))
    return float(Decimal(digits) * tens) if tens.normalize().as_tuple().digits == (1,) else value * factor


def respelled(value, text):
    """A number as text in the unit of another text: 0.04, where `35 mm` stood, is `40 mm`. None where that text has no unit.

    A unit in which six digits do not hold the number gives way to the declared one.
    """
    found = _TEXT.match(text)
    if not found or found[3] is None:
        return None
    declared = next((unit for unit, known in UNITS.items() if found[3] in known), found[3])
    for unit in (found[3], declared):
        factor = UNITS.get(declared, {}).get(unit, 1.0)
        number = f"{value / factor:.6g}"
        if _times(float(number), number, factor) == value:
            return f"{number} {unit}"
    return None
