"""What `--set` says of a sweep: PATH=a,b,c or PATH=first:last:count; each value is written as the other commands take it."""

import argparse
import itertools
import json
import math
import re
from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from game.scenes import override

NUMBER = re.compile(r"[-+]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})([eE][-+]?\d{1,2})?")
DIGITS = 6  # of the step of a range: what is printed is the value itself
LONGEST = 60  # characters of a name that say what a variant is
MANY = 10_000  # values of one range


class Axis(NamedTuple):
    """What one `--set` lays over the scene.

    path     as `jet.emitter.rate`
    values   one for all variants, or several
    """

    path: str
    values: tuple


class Variant(NamedTuple):
    """One of the grid.

    name       of its files and its row
    overrides  path -> value
    """

    name: str
    overrides: dict


def axis(text):
    """`jet.emitter.rate=100:2000:8` as an Axis."""
    path, _ = override(text)
    said = text.partition("=")[2]
    values = [value for piece in _pieces(said, text) for value in _spread(path, piece, text)]
    shown_ones = [shown(value) for value in values]
    twice = next((value for value, times in Counter(shown_ones).items() if times > 1), None)
    if twice is not None:
        raise argparse.ArgumentTypeError(f"'{text}' says {twice} twice; write each value once")
    return Axis(path, tuple(values))


def _pieces(said, text):
    """Text between the commas; those within brackets, braces and quotes part nothing."""
    found, depth, quoted, start = [], 0, False, 0
    for i, c in enumerate(said):
        if quoted:
            quoted = c != '"' or said[i - 1] == "\\"
        elif c == '"':
            quoted = True
        elif c in "[]{}":
            depth += 1 if c in "[{" else -1
        elif c == "," and not depth:
            found.append(said[start:i])
            start = i + 1
    if depth or quoted:
        raise argparse.ArgumentTypeError(f"'{text}' has a bracket or a quote that is not closed; write lists as [0,1,0],[1,0,0]")
    found.append(said[start:])
    if len(found) > 1 and not all(piece.strip() for piece in found):
        raise argparse.ArgumentTypeError(f"'{text}' has a comma with nothing beside it; write values as in 0,1,2")
    return found


def _spread(path, piece, text):
    """The values of a piece: one, or those of a range, evenly spaced, both ends as they are written."""
    parts = piece.split(":")
    if len(parts) != 3 or not any(NUMBER.fullmatch(part.strip()) for part in parts):
        return [override(f"{path}={piece.strip()}")[1]]
    ends, count = [part.strip() for part in parts[:2]], parts[2].strip()
    if not all(map(NUMBER.fullmatch, ends)) or not (count.isdecimal() and 2 <= int(count) <= MANY):
        raise argparse.ArgumentTypeError(
            f"'{text}' is no range; write first:last:count, as in 100:2000:8, with a count of 2 to {MANY:,}, or single values: 100,200"
        )
    first, last = map(Fraction, ends)
    step = (last - first) / (int(count) - 1)
    decimals = max(DIGITS - 1 - math.floor(math.log10(abs(step))), 0) if step else 0
    return [_short(value) for value in (first, *(round(first + step * i, decimals) for i in range(1, int(count) - 1)), last)]


def _short(value):
    """A Fraction as JSON would have it: whole numbers without a point."""
    return int(value) if value.denominator == 1 else float(value)


def shown(value):
    """A value as it is written."""
    return value if isinstance(value, str) else json.dumps(value)


def count(axes):
    """How many variants there are."""
    return math.prod(len(axis.values) for axis in axes)


def grid(axes):
    """All Variants; the last axis goes fastest."""
    labels, total = labelled(axes), count(axes)
    digits = len(str(total - 1))
    for i, values in enumerate(itertools.product(*(axis.values for axis in axes))):
        said = "-".join(f"{labels[a.path]}={shown(v)}" for a, v in zip(axes, values, strict=True) if len(a.values) > 1)
        safe = re.sub(r"[^\w.=+-]+", "_", said, flags=re.ASCII)[:LONGEST]
        yield Variant(f"{i:0{digits}}{'-' if safe else ''}{safe}", {a.path: v for a, v in zip(axes, values, strict=True)})


def labelled(axes):
    """path -> what it is called where there is little room: its last words, as many as tell it from the others."""
    paths = [axis.path for axis in axes]
    return {path: _label(path, [other for other in paths if other != path]) for path in paths}


def _label(path, others):
    parts = path.split(".")
    least = 2 if parts[-1] in ("x", "y", "z", "value") else 1
    for n in range(least, len(parts)):
        tail = ".".join(parts[-n:])
        if not any(other == tail or other.endswith(f".{tail}") for other in others):
            return tail
    return path
