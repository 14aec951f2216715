"""What is wrong with a scene, where, and what to write instead."""

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

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
    borrowed: str = ""  # why to write here would say something else: the value is of another entity, or moved by an include


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
        start = max(0, min(self.column, len(self.source)) - WIDTH // 2) if len(self.source) > WIDTH else 0
        ahead = min(self.column - 1, len(self.source)) - start
        return f"{place}\n    {self.source[start : start + WIDTH]}\n    {' ' * ahead}^" if self.source else place


class SceneError(Exception):
    """A scene that cannot be used; diagnostics says why, sorted by file and line, at most 20; more counts those left out.

    sought   paths of the files that it includes, found or not, and of what these lack: a change of one may mend it
    """

    def __init__(self, diagnostics, more=0, sought=()):
        self.diagnostics, self.more, self.sought = list(diagnostics), more, sought
        rest = [f"and {more} more"] if more else []
        super().__init__("\n".join([str(d) for d in self.diagnostics] + rest))


class Included(NamedTuple):
    """An included file, as messages show it."""

    shown: str  # its path
    text: str
    note: str  # where it is included


class Report:
    """Collects the mistakes in one scene, each at its place; one cause is reported once.

    file       as shown to the author
    text       of the file
    places     path in the data -> Place
    through    path in the data -> name of the variable whose value stands there
    overrides  path in the data -> (address, value) laid over the file
    included   path of an included file -> Included, in their order
    within     the included file whose own paths in the data these are; None: they are the scene's
    """

    def __init__(self, file, within=None, scene=None):
        self.file, self.text, self.within, self.scene = file, "", within, scene or self
        self.places, self.through, self.overrides = {}, {}, {}
        self.included = scene.included if scene else {}
        self.found = scene.found if scene else {}  # (file, line, column) -> Diagnostic, near, note that comes last
        self.sought = []  # where files would lie that were not found
        self.names = frozenset()  # full names of all entities, where files are included
        self.path, self.allow_outside = None, False  # of the scene's own file; whether it may name files elsewhere
        self.aliases = {}  # how the data name a file that an included file names -> its path
        self.failed = set()  # paths whose value is known to be wrong: what else it causes is not said
        self.grown = 0  # values that variables have put in
        self.lost = False  # whether an included file cannot be read: what lacks because of it is not said
        self._lines = {}  # file -> the text that was split, and its lines

    def inside(self, path):
        """A Report for the own paths of an included file; what it finds is found here."""
        known = self.scene.included[path]
        report = Report(known.shown, path, self.scene)
        report.text = known.text
        return report

    def at(self, path, text, key=False, near=None):
        """A mistake in the value at this path, or in the key that names it.

        near  (word, known words, or a function that lists them) to guess what was meant: asked only of mistakes that are shown
        """
        unknown_key = key and near  # a typo before the colon is a mistake of its own
        if not any(path[:n] in self.failed for n in range(len(path) + (0 if unknown_key else 1))):
            self.failed.add(path)
            self._add(*self._locate(path, key), text, near)

    def elsewhere(self, path, file, faults):
        """Mistakes in a file that the value at this path names; each has line, column, text and source, the line itself."""
        self.failed.add(path)
        for each in faults:
            self._add(file, each.line, each.column, each.source, "", each.text)

    def mark(self, line, column, text):
        """A mistake at a place of the file, both 1-based."""
        self._add(self.file, line, column, self.line(line), "", text)

    def _add(self, file, line, column, source, used, text, near=None):
        self.found.setdefault((file, line, column), (Diagnostic(file, line, column, text, source), near, used))

    def _locate(self, path, key):
        """File, line, column, source line and the note that comes last of a path; of the closest block around it that has a place."""
        for n in range(len(path), -1, -1):
            head, rest = path[:n], path[n:]
            if head in self.overrides:
                address, value = self.overrides[head]
                return "--set", 1, len(address) + 2, f"{address}={value}", ""
            if head in self.through:
                file, line, column, source, _ = self.scene._locate((*self.definition(self.through[head]), *rest), False)
                return file, line, column, source, self._used(self.places.get(head), file)
            if head in self.places:
                place = self.places[head]
                line, column = (place.key_line, place.key_column) if key or rest else (place.line, place.column)
                file, text, note = self._told(place)
                return file, line, column, self.line(line, file, text), note
        return self.file, 1, 1, self.line(1), self.included[self.within].note if self.within else ""

    def definition(self, variable):
        """Path in the scene's data of a variable's value."""
        path = ("vars", variable, "value")
        return path if path in self.scene.places else path[:2]

    def home(self, path, own):
        """Path of the YAML file that the text of a value stands in; own: of the file that these paths are of."""
        if path not in self.through:
            return own
        value = self.definition(self.through[path])
        place = self.scene.places.get(value)
        return self.scene.path if value in self.scene.overrides or place is None else place.file or self.scene.path

    def _used(self, place, defined):
        """The note on a value that is defined elsewhere."""
        if place is None:
            return ""
        file = self._told(place)[0]
        return f" (used at {'' if file == defined else f'{file}:'}{place.line}:{place.column})"

    def _told(self, place):
        """The file that a place counts in, as shown, its text, and where it is included."""
        return self.included.get(place.file) or Included(self.scene.file, self.scene.text, "")

    def line(self, number, file=None, text=None):
        """Text of a line, 1-based; of the file itself unless told."""
        file, text = (file, text) if file else (self.file, self.text)
        if file not in self._lines or self._lines[file][0] is not text:
            self._lines[file] = text, re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
        lines = self._lines[file][1]
        return lines[number - 1].rstrip() if number <= len(lines) else ""

    def written(self, path):
        """What stands in the file for the value at a path; None where it came from elsewhere."""
        if path not in self.places or any(path[:n] in self.overrides or path[:n] in self.through for n in range(len(path) + 1)):
            return None
        place = self.places[path]
        return self._told(place)[1][place.start : place.end]

    def check(self):
        """Raise SceneError if there was any mistake. Guesses take time, so only those that are shown are made."""
        if self.found:
            order = {known.shown: number for number, known in enumerate(self.included.values(), 1)}  # the scene's own file first
            found = sorted(self.found.values(), key=lambda each: (order.get(each[0].file, 0), each[0].line, each[0].column))
            shown = [_readable(each, (guess(*near) if near else "") + note) for each, near, note in found[:ERRORS]]
            raise SceneError(shown, len(found) - len(shown), (*self.included, *self.scene.sought))


def guess(word, known):
    """`; did you mean 'rate'?`, or what is known here where nothing is close."""
    known = list(known() if callable(known) else known)
    close = get_close_matches(word[:LONGEST], known[:COMPARED], 1, 0.65)
    if close:
        return f"; did you mean '{close[0]}'?"
    listed = known[:LISTED] + ["..."] if len(known) > LISTED else known
    return f"; known here: {', '.join(listed)}" if listed else ""


def own_names(names, prefix):
    """Names as a file gives them, all of whose names begin with a prefix in the scene; those of other files left out."""
    return [name.removeprefix(prefix) for name in names if name.startswith(prefix)]


def _readable(found, note):
    """A Diagnostic with a note behind it, its words cut, on one line; what would steer a terminal is spelled out."""
    text = _printable(_short(found.text) + note, lambda c: c.encode("unicode_escape").decode())
    return replace(
        found, text=text, source=_printable(found.source, lambda c: " " if c == "\t" else "\ufffd")
    )  # the caret keeps its column


def _printable(text, spelled):
    return text if text.isprintable() else "".join(c if c.isprintable() else spelled(c) for c in text)


def _short(text):
    return re.sub(rf"\S{{{LONGEST},}}", lambda word: f"{word[0][: LONGEST - 3]}...", text)
