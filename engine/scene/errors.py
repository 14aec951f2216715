"""What is wrong with a scene, where, and what to write instead."""

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from engine.schema.limits import ERRORS

LISTED = 30  # known words that a message lists
COMPARED = 1000  # known words that a slip is compared with
LONGEST = 200  # characters of a word in a message
WIDTH = 160  # characters of a line of the file under a message


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands in its file, and where the key that names it."""

    line: int  # 1-based
    column: int  # 1-based
    start: int  # offset in the text
    end: int
    key_line: int
    key_column: int
    file: Path | None = None  # the included file in which it stands; None: the scene's own


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake of the author."""

    file: str
    line: int  # 1-based
    column: int  # 1-based
    text: str  # what is wrong; what to write instead
    source: str = ""  # the line of the file, for the caret

    def __str__(self):
        place = f"{self.file}:{self.line}:{self.column}: error: {self.text}"
        start = max(0, self.column - WIDTH // 2) if len(self.source) > WIDTH else 0
        return f"{place}\n    {self.source[start : start + WIDTH]}\n    {' ' * (self.column - 1 - start)}^" if self.source else place


class SceneError(Exception):
    """A scene that cannot be used; diagnostics says why, sorted by line, at most 20; more counts those left out."""

    def __init__(self, diagnostics, more=0):
        self.diagnostics, self.more = list(diagnostics), more
        rest = [f"and {more} more"] if more else []
        super().__init__("\n".join([str(d) for d in self.diagnostics] + rest))


class Report:
    """Collects the mistakes in one scene, each at its place; one cause is reported once.

    file       as shown to the author
    text       of the file
    places     path in the data -> Place
    through    path in the data -> name of the variable whose value stands there
    overrides  path in the data -> (address, value) laid over the file
    """

    def __init__(self, file):
        self.file, self.text = file, ""
        self.places, self.through, self.overrides = {}, {}, {}
        self._lines = None  # the text that was split, and its lines
        self.found = {}  # (file, line, column) -> Diagnostic, near, note that comes last
        self.failed = set()  # paths whose value is known to be wrong: what else it causes is not said

    def at(self, path, text, key=False, near=None):
        """A mistake in the value at this path, or in the key that names it; near: (word, known words) to guess what was meant."""
        unknown_key = key and near  # a typo before the colon is a mistake of its own
        if not any(path[:n] in self.failed for n in range(len(path) + (0 if unknown_key else 1))):
            self.failed.add(path)
            self._add(*self._locate(path, key), text, near)

    def mark(self, line, column, text):
        """A mistake at a place of the file, both 1-based."""
        self._add(self.file, line, column, self.line(line), "", text)

    def _add(self, file, line, column, source, used, text, near=None):
        self.found.setdefault((file, line, column), (Diagnostic(file, line, column, text, source), near, used))

    def _locate(self, path, key):
        """File, line, column, source line and the note "used at" of a path; of the closest block around it that has a place."""
        for n in range(len(path), -1, -1):
            head, rest = path[:n], path[n:]
            if head in self.overrides:
                address, value = self.overrides[head]
                return "--set", 1, len(address) + 2, f"{address}={value}", ""
            if head in self.through:
                name, used = self.through[head], self.places.get(head)
                defined = ("vars", name, "value") if ("vars", name, "value") in self.places else ("vars", name)
                file, line, column, source, _ = self._locate((*defined, *rest), False)
                return file, line, column, source, f" (used at {used.line}:{used.column})" if used else ""
            if head in self.places:
                place = self.places[head]
                line, column = (place.key_line, place.key_column) if key or rest else (place.line, place.column)
                return self.file, line, column, self.line(line), ""
        return self.file, 1, 1, self.line(1), ""

    def line(self, number):
        """Text of a line, 1-based."""
        if self._lines is None or self._lines[0] is not self.text:
            self._lines = self.text, re.split(r"\r\n|\n|\r", self.text.removeprefix("\ufeff"))
        lines = self._lines[1]
        return lines[number - 1].rstrip() if number <= len(lines) else ""

    def written(self, path):
        """What stands in the file for the value at a path; None where it came from elsewhere."""
        if path not in self.places or any(path[:n] in self.overrides or path[:n] in self.through for n in range(len(path) + 1)):
            return None
        return self.text[self.places[path].start : self.places[path].end]

    def check(self):
        """Raise SceneError if there was any mistake. Guesses take time, so only those that are shown are made."""
        if self.found:
            found = sorted(self.found.values(), key=lambda each: (each[0].line, each[0].column))
            shown = [replace(each, text=_short(each.text) + (guess(*near) if near else "") + note) for each, near, note in found[:ERRORS]]
            raise SceneError(shown, len(found) - len(shown))


def guess(word, known):
    """`; did you mean 'rate'?`, or what is known here where nothing is close."""
    known = list(known)
    close = get_close_matches(word[:LONGEST], known[:COMPARED], 1, 0.65)
    if close:
        return f"; did you mean '{close[0]}'?"
    listed = known[:LISTED] + ["..."] if len(known) > LISTED else known
    return f"; known here: {', '.join(listed)}" if listed else ""


def _short(text):
    return re.sub(rf"\S{{{LONGEST},}}", lambda word: f"{word[0][: LONGEST - 3]}...", text)
