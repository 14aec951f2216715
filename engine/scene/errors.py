"""What is wrong with a scene, where, and what to write instead."""

import re
from dataclasses import dataclass
from difflib import get_close_matches

from engine.schema.limits import ERRORS


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands in its file, and where the key that names it."""

    line: int  # 1-based
    column: int  # 1-based
    start: int  # offset in the text
    end: int
    key_line: int
    key_column: int


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
        return f"{place}\n    {self.source}\n    {' ' * (self.column - 1)}^" if self.source else place


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
        self.found = {}  # (file, line, column) -> Diagnostic
        self.failed = set()  # paths whose value is known to be wrong: what else it causes is not said

    def at(self, path, text, key=False):
        """A mistake in the value at this path, or in the key that names it."""
        if not any(path[:n] in self.failed for n in range(len(path) + 1)):
            self.failed.add(path)
            self._add(*self._locate(path, key), text)

    def mark(self, line, column, text):
        """A mistake at a place of the file, both 1-based."""
        self._add(self.file, line, column, self.line(line), "", text)

    def _add(self, file, line, column, source, used, text):
        self.found.setdefault((file, line, column), Diagnostic(file, line, column, text + used, source))

    def _locate(self, path, key):
        """File, line, column, source line and the note "used at" of a path; of the closest block around it that has a place."""
        for n in range(len(path), -1, -1):
            head, rest = path[:n], path[n:]
            if head in self.overrides:
                address, value = self.overrides[head]
                return "--set", 1, len(address) + 2, f"{address}={value}", ""
            if head in self.through:
                name, used = self.through[head], None if head in self.overrides else self.places.get(head)
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
        lines = re.split(r"\r\n|\n|\r", self.text.removeprefix("\ufeff"))
        return lines[number - 1].rstrip() if number <= len(lines) else ""

    def written(self, path):
        """What stands in the file for the value at a path; None where it came from elsewhere."""
        if path not in self.places or any(path[:n] in self.overrides or path[:n] in self.through for n in range(len(path) + 1)):
            return None
        return self.text[self.places[path].start : self.places[path].end]

    def check(self):
        """Raise SceneError if there was any mistake."""
        if self.found:
            found = sorted(self.found.values(), key=lambda d: (d.line, d.column))
            raise SceneError(found[:ERRORS], max(0, len(found) - ERRORS))


def guess(word, known):
    """`; did you mean 'rate'?`, or what is known here where nothing is close."""
    close = get_close_matches(word, known, 1, 0.6)
    if close:
        return f"; did you mean '{close[0]}'?"
    return f"; known here: {', '.join(known)}" if known else ""
