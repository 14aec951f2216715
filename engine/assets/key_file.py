"""Key files: one key a line, `p X Y Z r X Y Z`, read with all that is wrong in them.

Tags stand in any case and order: p position [m], r rotation [deg], k tension continuity bias, d seconds to the next key, f field of view [deg],
e ease, n name of an event, h the two handles [m], from the key to its control points. In k and h a dash stands for "as the path says". `#` begins a comment.
"""

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.assets.keys import EASES, SAYS_NOTHING, Key, Keys
from engine.schema.limits import ERRORS, FOV, KEYS

EXAMPLE = "p 0 1.5 4 r 0 0 0"
# tag -> how many words follow it, what they are, and an example
TAGS = {
    "p": (3, "numbers", "p 0 1.5 4"),
    "r": (3, "numbers", "r -10 90 0"),
    "k": (3, "numbers", "k 0.5 0 -0.2"),
    "d": (1, "number", "d 2.5"),
    "f": (1, "number", "f 40"),
    "e": (1, "word", "e in_out"),
    "n": (1, "word", "n splash"),
    "h": (6, "numbers", "h -1 0 0 1 0 0"),
}
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)


class Fault(NamedTuple):
    """One mistake in a key file, or a warning."""

    line: int  # 1-based
    column: int  # 1-based
    text: str
    source: str  # the line


class KeyFileError(ValueError):
    """A key file that cannot be used; faults says why, in order, at most 20."""

    def __init__(self, name, faults, more=0):
        self.name, self.faults = name, faults
        texts = [f"{name}:{fault.line}:{fault.column}: {fault.text}" for fault in faults]
        super().__init__("\n".join(texts + [f"and {more} more"] * (more > 0)))


@dataclass(frozen=True, slots=True)
class KeyFile:
    """What stands in a key file. Two are equal when their keys are."""

    keys: Keys
    lines: tuple = ()  # its lines with their ends; a byte order mark is part of the first
    rows: tuple = ()  # (n,) index of each key's line
    warnings: tuple = ()  # texts for the author

    def __eq__(self, other):
        return isinstance(other, KeyFile) and self.keys == other.keys

    __hash__ = None


def read(path):
    """The KeyFile at a path. Raises KeyFileError, OSError."""
    return parsed(Path(path).read_bytes(), str(path))


def parsed(data, name="keys"):
    """The KeyFile in the bytes of a file. Raises KeyFileError."""
    text = _decoded(data, name)
    lines = tuple(_LINES.findall(text))
    numbers = _uniform(text, lines)
    if numbers is not None:
        keys = Keys.plain(numbers[:, :3], numbers[:, 3:])
        keys.source[:] = range(len(keys))
        return KeyFile(keys, lines, tuple(range(len(lines))))
    reading = _Reading(name)
    for number, line in enumerate(lines):
        reading.take(number, line)
        if len(reading.rows) > KEYS:
            raise KeyFileError(name, [Fault(number + 1, 1, f"more than {KEYS:,} keys; leave some out", line.strip())])
    if not (reading.rows or reading.faults):
        raise KeyFileError(name, [Fault(1, 1, f"no key; write one a line, as in {EXAMPLE}", "")])
    if reading.faults:
        raise KeyFileError(name, reading.faults[:ERRORS], len(reading.faults) - ERRORS)
    keys = reading.made()
    return KeyFile(keys, lines, tuple(reading.rows), tuple(reading.warnings))


def _uniform(text, lines):
    """Position and rotation (n, 6) of a file of which each line is p X Y Z r X Y Z and nothing else, read as a whole; None for any other.

    There may be a million lines. n lines that begin with p, and 8 n words of which each eighth is one: each line has eight.
    """
    words = text.split() if len(lines) <= KEYS and _is_plain(text) else []
    if not words or len(words) != 8 * len(lines) or not all(line.startswith("p") for line in lines):
        return None
    if set(words[::8]) != {"p"} or set(words[4::8]) != {"r"}:
        return None
    del words[::4]
    try:
        numbers = np.array([*map(float, words)]).reshape(-1, 6)
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def _is_plain(text):
    """Whether Python takes nothing in a text for a number that is none to us, as 1_000."""
    return "_" not in text and text.isascii()


def _decoded(data, name):
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise KeyFileError(name, [Fault(1, 1, "this is UTF-16; save it as UTF-8", "")])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise KeyFileError(name, [Fault(line, 1, f"byte {data[error.start]:#04x} is no UTF-8; save it as UTF-8", "")]) from None


class _Wrong(Exception):
    """A mistake at a word: its index in the line, and the text."""


class _Reading:
    """Keys and faults so far. careful: the line may hold what Python takes for a number and we do not."""

    def __init__(self, name):
        self.name, self.careful = name, False
        self.places, self.said = [], {}  # position and rotation of each key (n, 6); number -> Key, of those that say more
        self.rows, self.faults, self.warnings = [], [], []

    def made(self):
        """The keys."""
        places = np.array(self.places, float)
        keys = Keys.plain(places[:, :3], places[:, 3:])
        keys.fill(self.said)
        keys.source[:] = range(len(keys))
        return keys

    def take(self, number, line):
        """Read one line."""
        said = line.partition("#")[0].removeprefix("\ufeff")
        words = said.split()
        if not words:
            return
        self.careful = not _is_plain(said)
        if not self._plain(words):
            try:
                self._rich(words, number)
            except _Wrong as wrong:
                at, text = wrong.args
                starts = [found.start() + 1 for found in re.finditer(r"\S+", said)] + [len(said.rstrip()) + 1]
                self.faults.append(Fault(number + 1, starts[at], text, line.rstrip("\r\n").removeprefix("\ufeff")))
                return
        self.rows.append(number)

    def _plain(self, words):
        """Take a line that is p X Y Z r X Y Z and nothing else, as most are; False where it is not."""
        if self.careful or len(words) != 8 or words[0] not in "pP" or words[4] not in "rR":
            return False
        try:
            numbers = [float(word) for word in words[1:4]] + [float(word) for word in words[5:]]
        except ValueError:
            return False
        if not math.isfinite(sum(numbers)):
            return False
        self.places.append(numbers)
        return True

    def _rich(self, words, number):
        key = self._key(words)
        if key[2:] != SAYS_NOTHING:
            self.said[len(self.places)] = key
        self.places.append((*key.position, *key.rotation))
        if any(value is not None and abs(value) > 1 for value in key[2:5]):
            self.warnings.append(
                f"{Path(self.name).name}:{number + 1}: k: tension, continuity and bias beyond -1 to 1 make loops and kinks"
            )

    def _key(self, words):
        found, at = {}, 0
        while at < len(words):
            tag = words[at].lower()
            if tag not in TAGS:
                raise _Wrong(at, _no_tag(words, at))
            if tag in found:
                raise _Wrong(at, f"a second '{words[at]}'; each tag stands once in a line")
            found[tag] = self._values(tag, words, at)
            at += 1 + TAGS[tag][0]
        for tag in ("p", "r"):
            if tag not in found:
                raise _Wrong(len(words), f"{tag} is missing; a line needs p and r, as in {EXAMPLE}")
        handles = found.get("h", (None,) * 6)
        own = [_handle(handles[:3], words), _handle(handles[3:], words)]
        event = found.get("n", ("",))[0]
        shape = found.get("k", (None,) * 3)
        return Key(
            found["p"], found["r"], *shape, *found.get("d", (None,)), *found.get("f", (None,)), *found.get("e", ("none",)), event, *own
        )

    def _values(self, tag, words, at):
        """What follows a tag."""
        count, what, example = TAGS[tag]
        values = words[at + 1 : at + 1 + count]
        if what != "word" and len(values) == count and not self.careful:
            try:
                values = [float(word) for word in values]
            except ValueError:  # a dash, or a mistake
                pass
            else:
                if math.isfinite(sum(values)):
                    _check(tag, values, at + 1)
                    return tuple(values)
        values = []
        for i in range(at + 1, at + 1 + count):
            if i >= len(words) or words[i].lower() in TAGS and tag != "n":
                raise _Wrong(min(i, len(words)), f"{tag} takes {count} {what}, found {i - at - 1}; write {example}")
            values.append(words[i] if what == "word" else _number(tag, words[i], i))
        _check(tag, values, at + 1)
        return tuple(values)


def _number(tag, word, at):
    """The number that a word stands for; None for a dash."""
    if word == "-" and tag in "kh":
        return None
    if not _NUMBER.fullmatch(word) or not math.isfinite(float(word)):
        hint = "numbers are parted by spaces" if "," in word else f"write {TAGS[tag][2]}"
        raise _Wrong(at, f"'{word}' is no finite number; {hint}")
    return float(word)


def _check(tag, values, at):
    """Refuse what a tag cannot mean."""
    if tag == "d" and values[0] <= 0:
        raise _Wrong(at, f"d must be more than 0 s, found {values[0]:g}")
    if tag == "f" and not FOV[0] < values[0] < FOV[1]:
        raise _Wrong(at, f"f must be between {FOV[0]:g} and {FOV[1]:g} degrees, found {values[0]:g}")
    if tag == "e" and values[0] not in EASES:
        raise _Wrong(at, f"'{values[0]}' is no ease; write {', '.join(EASES[:-1])} or {EASES[-1]}")


def _handle(numbers, words):
    """A handle, or None where there are three dashes."""
    if numbers.count(None) not in (0, 3):
        raise _Wrong([word.lower() for word in words].index("h"), "a handle has 3 numbers or 3 dashes, as in h - - - 1 0 0")
    return None if None in numbers else numbers


def _no_tag(words, at):
    """What to say of a word that stands where a tag should."""
    before = next((word.lower() for word in reversed(words[:at]) if word.lower() in TAGS), None)
    if before and _NUMBER.fullmatch(words[at]):
        return f"'{words[at]}' is one too many; {before} takes {TAGS[before][0]}, as in {TAGS[before][2]}"
    return f"'{words[at]}' is no tag; a line has p and r, and k, d, f, e, n or h where it needs them, as in {EXAMPLE}"
