"""Which key of a list is which key of a file: so that what did not change keeps its line, to the letter."""

from dataclasses import fields
from difflib import SequenceMatcher

import numpy as np

from engine.assets.keys import Keys

DIGITS = 6  # that a value of a scene has


def sourced(keys, file):
    """The same Keys, each that is one of a file's Keys to six digits being exactly that one, with its line; others that stand in the place of
    one that is gone take over its line.
    """
    source = np.full(len(keys), -1)
    exact = np.zeros(len(keys), bool)
    for kind, (a, b), (c, d) in _matches(_spelled(file), _spelled(keys)):
        count = min(b - a, d - c)
        source[c : c + count] = range(a, a + count)
        exact[c : c + count] = kind == "equal"
    columns = {each.name: getattr(keys, each.name).copy() for each in fields(Keys)}
    for name, column in columns.items():
        column[exact] = getattr(file, name)[source[exact]]
    columns["source"] = source
    return Keys(**columns)


def same_to_six_digits(keys, others):
    """Whether two lists of keys are what a scene can say of them the same."""
    return len(keys) == len(others) and _spelled(keys) == _spelled(others)


def _matches(old, new):
    """(kind, range of old, range of new) of pieces that are equal or stand in each other's place; what both begin and end with is found at once."""
    least = min(len(old), len(new))
    head = next((i for i in range(least) if old[i] != new[i]), least)
    tail = next((i for i in range(least - head) if old[-1 - i] != new[-1 - i]), least - head)
    yield "equal", (0, head), (0, head)
    inner = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    for kind, a, b, c, d in inner.get_opcodes():
        if kind in ("equal", "replace"):
            yield kind, (head + a, head + b), (head + c, head + d)
    yield "equal", (len(old) - tail, len(old)), (len(new) - tail, len(new))


def _spelled(keys):
    """Of each key what makes it that key, to six digits; something that can be compared."""
    numbers = np.column_stack([keys.position, keys.rotation, keys.shape, keys.duration, keys.fov, keys.handles.reshape(-1, 6)])
    with np.errstate(divide="ignore", invalid="ignore"):
        power = np.where(numbers == 0, 0.0, np.floor(np.log10(np.abs(numbers))))
        digits = np.round(numbers * 10.0 ** (DIGITS - 1 - power))
    over = np.abs(digits) >= 10**DIGITS  # 9.999999 is 10
    digits, power = np.where(over, np.round(digits / 10), digits), np.where(over, power + 1, power)
    rows = np.nan_to_num(np.stack([digits, power], axis=-1), nan=0.5).reshape(len(keys), -1).astype(float) + 0.0
    return [(row.tobytes(), int(ease), event) for row, ease, event in zip(rows, keys.ease, keys.event, strict=True)]
