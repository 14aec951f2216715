"""Values as an author would write them, in the manner of what stands there: quotes, units, hex digits of colours."""

import json
import re

from engine.scene.text import value_of
from engine.schema.spec import hex_color
from engine.schema.units import respelled

LONGEST, STEP = 120, 2  # characters of a line; of an indent
_PLAIN = re.compile(r"[A-Za-z_$./0-9+-][\w$./+%-]*(?: [\w$./+%()-]+)*", re.ASCII)  # what needs no quotes, if it is read as text
_TRAPS = {"yes", "no", "on", "off", "y", "n"}  # texts that other readers of YAML take for truth values
_HEX = re.compile(r"#(?:[0-9a-fA-F]{2}){3,4}")


def spelled(value, was=None, text=""):
    """The text of a value of plain data, on one line.

    was, text   the value that stands there now, and its text in the file
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return (isinstance(was, str) and respelled(value, was)) or number(value)
    if isinstance(value, str):
        return _words(value, text)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {spelled(item)}" for key, item in value.items()) + "}"
    digits = _digits(value) if isinstance(was, str) and _HEX.fullmatch(was) else None
    return _words(digits, text) if digits else f"[{', '.join(spelled(item) for item in value)}]"


def lines(key, value, indent, line):
    """The text of a key with its value in a block, without the indent of its first line: on one line where that is not too long.

    line   what a line ends with
    """
    flow = f"{_key(key)}: {spelled(value)}"
    if not (isinstance(value, dict) and value) or indent + len(flow) <= LONGEST:
        return flow
    inside = " " * (indent + STEP)
    return "".join((f"{_key(key)}:", *(f"{line}{inside}{lines(each, item, indent + STEP, line)}" for each, item in value.items())))


def number(value):
    """`%.6g`; whole numbers with all their digits."""
    if isinstance(value, int):
        return str(value)
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.6g}"


def _digits(value):
    """A list of numbers as the hex digits of a colour; None where they are none."""
    numbers = len(value) in (3, 4) and all(isinstance(c, int | float) and not isinstance(c, bool) and 0 <= c <= 1 for c in value)
    return hex_color(value[:3] if value[3:] == [1] else value) if numbers else None


def _words(value, text):
    """A text, in the quotes of the one that stands there, else in none where it needs none."""
    if text.startswith("'") and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if not text.startswith('"') and _PLAIN.fullmatch(value) and _is_text(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_text(value):
    """Whether YAML reads bare words as text, not as a number or a truth value."""
    try:
        return value.lower() not in _TRAPS and value_of(value) == value
    except ValueError:
        return False


def _key(key):
    return key if re.fullmatch(r"[A-Za-z_][\w.]*", key) else json.dumps(key, ensure_ascii=False)
