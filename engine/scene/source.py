"""The files that a scene includes, and those that these include: found, read, each once."""

import os
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from engine.scene import text
from engine.scene.errors import Included, Report, SceneError
from engine.scene.paths import PathError, candidates, resolve
from engine.scene.vocabulary import SceneSpec
from engine.schema.limits import FILE_BYTES, INCLUDES, VALUES

NAME = re.compile(r"[a-z][a-z0-9_]*$")
KEPT = 32  # files whose data are kept: what includes them is edited more often than they are


@dataclass(frozen=True, slots=True)
class Source:
    """One YAML file, read. Nothing in it is to be changed."""

    path: Path
    text: str
    data: dict
    places: dict  # path in its own data -> Place
    failed: frozenset = frozenset()  # paths in its own data whose value is known to be wrong
    found: tuple = ()  # mistakes: as in Report.found


@dataclass(frozen=True, slots=True)
class Part:
    """A file where it is included; the scene's own file is the root of the tree.

    prefix  what the names of its entities and variables begin with in the scene: "", "fountain.", "park.fountain."
    index   of its entry in the `include` of the file above it
    included, memo  of the root: as in Report; what was last put together, see include.py
    """

    source: Source
    prefix: str = ""
    index: int = 0
    parts: tuple = ()
    included: dict = field(default_factory=dict)
    memo: dict = field(default_factory=dict)

    @property
    def name(self):
        """What the file that includes it calls it."""
        return self.prefix.split(".")[-2]

    def all(self):
        """It, and all that is included in it."""
        yield self
        for part in self.parts:
            yield from part.all()


def gather(source, report, instead):
    """The tree of files of which a scene is made: a Part. Mistakes are reported, and what cannot be read is left out of the tree.

    instead  path -> bytes that stand for what is on the disk
    """
    return Part(source, parts=_Gatherer(source, report, instead).parts(source, report, "", [source.path]), included=report.included)


@lru_cache(maxsize=KEPT)
def _parsed(raw, path):
    """The Source that the bytes of an included file are."""
    report, data = Report("", within=path), None
    try:
        data = text.read(raw, report)
    except SceneError:
        pass
    return Source(path, report.text, data, report.places, frozenset(report.failed), tuple(report.found.values()))


def _start(path):
    """Bytes of a file, as far as a file may go."""
    with open(path, "rb") as opened:
        return opened.read(FILE_BYTES + 1)


class _Gatherer:
    """Reads from the scene's own file downward."""

    def __init__(self, source, report, instead):
        self.scene, self.instead = report, instead
        self.count = len(source.places)  # values, of each file as often as it is included

    def parts(self, source, report, prefix, chain):
        """Parts of all files that a file includes. chain: paths from the scene's own file to it."""
        entries = source.data.get("include")
        parts, names = [], set()
        for i, entry in enumerate(entries if isinstance(entries, list) else []):
            if isinstance(entry, dict) and isinstance(entry.get("file"), str):
                name = self._name(entry, i, source, names, report)
                part = self._part(entry["file"], i, f"{prefix}{name}.", source, chain, report) if name else None
                parts += [part] if part else []
                self.scene.lost |= part is None
        return tuple(parts)

    def _name(self, entry, i, source, names, report):
        """What the entities' names are to begin with; None where that cannot be."""
        name, path = entry.get("as", Path(entry["file"]).stem), ("include", i, "as" if "as" in entry else "file")
        entities = source.data.get("entities")
        if not isinstance(name, str):
            return None  # said by the schema
        if entry["file"].startswith("$"):
            path, text = ("include", i, "file"), f"'{entry['file']}': which file is included cannot depend on a variable; write its path"
        elif not NAME.match(name):
            text = f"'{name}' cannot be the first part of a name; write as: and a lower-case letter, then letters, digits and _"
        elif name in SceneSpec.model_fields:
            text = f"'{name}' is a word of the format; write another name, as in as: my_{name}"
        elif name in names:
            text = f"'{name}' is included already; write another name, as in as: {name}_2"
        elif isinstance(entities, dict) and name in entities:
            text = f"'{name}' is an entity of this file; write another name, as in as: {name}_2"
        else:
            names.add(name)
            return name
        report.at(path, text)
        return None

    def _part(self, file, i, prefix, source, chain, report):
        """The Part of one entry; None where it cannot be read."""
        place = ("include", i, "file")
        try:
            path = resolve(file, source.path, self.scene.allow_outside)
            raw = self.instead[path] if path in self.instead else _start(path)
        except PathError as error:
            self.scene.sought += candidates(file, source.path)
            report.at(place, str(error))
            return None
        except OSError as error:
            report.at(place, f"'{file}' cannot be read: {error.strerror or error}")
            return None
        ways = [*chain, path]
        if any(os.path.realpath(path) == os.path.realpath(above) for above in chain):
            report.at(place, f"{' -> '.join(way.name for way in ways)}: a file cannot include itself; take out one of these")
            return None
        if len(ways) > INCLUDES:
            report.at(place, f"{' -> '.join(way.name for way in ways)}: more than {INCLUDES} files, one in the other")
            return None
        return self._read(raw, path, i, prefix, ways, report)

    def _read(self, raw, path, i, prefix, ways, report):
        place = ("include", i, "file")
        found = _parsed(raw, path)
        if path not in self.scene.included:
            at = report.places[place]
            self.scene.included[path] = Included(self._shown(path), found.text, f" (included at {report.file}:{at.line}:{at.column})")
        known = self.scene.included[path]
        for mistake, near, note in found.found:
            mistake = replace(mistake, file=known.shown)
            self.scene.found.setdefault((known.shown, mistake.line, mistake.column), (mistake, near, note + known.note))
        if found.data is None:
            return None
        self.count += len(found.places)
        if self.count > VALUES:
            report.at(place, f"more than {VALUES:,} values in all files together; keep bulk data in files of its own")
            return None
        inside = report.inside(path)
        inside.places = found.places
        return Part(found, prefix, i, self.parts(found, inside, prefix, ways))

    def _shown(self, path):
        """A path as messages show it: beside the scene's own, as that was given."""
        own = Path(self.scene.file).parent
        here = Path(os.path.abspath(own))
        return str(own / path.relative_to(here)) if path.is_relative_to(here) else str(path)
