"""Restricted YAML 1.2 -> plain data, and where each value stands. One pass over YAML's events.

A file is data and nothing else: no anchors, aliases, merge keys, tags, directives or second documents, and no null.
"""

import re

from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from engine.scene.errors import Place
from engine.scene.events import events
from engine.scene.syntax import explain_syntax
from engine.schema.limits import DIGITS, FILE_BYTES, NESTING, SCALAR_BYTES, VALUES

_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAB = re.compile(r"(?:^|\r)[^#\r\n]*?(\t)", re.MULTILINE)
_INTEGER = re.compile(r"[-+]?[0-9]+$")
_HEX = re.compile(r"0x[0-9a-fA-F]+$")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$")
_NOT_A_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF|nan|NaN|NAN)$")
_JOINED = re.compile(r"([a-z_][a-z0-9_]+):(?!//)(\S.*)$", re.DOTALL)
_BARE = re.compile(r"([A-Za-z_]\w*) +(\S.*)$")
_WORDS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULL = ("", "~", "null", "Null", "NULL")


class _Stop(Exception):
    """What follows cannot be read."""


def read(raw, report):
    """Data of a scene file: dicts, lists, text, numbers, true and false.

    Fills report.text and report.places (path -> Place); a value that is refused is reported and stands as {}. Raises
    SceneError where nothing sensible is left to check.
    """
    try:
        report.text = _decode(raw, report)
        return _Builder(report).build()
    except MarkedYAMLError as error:
        report.mark(*explain_syntax(error, report))
    except _Stop:
        pass
    report.check()


def value_of(text):
    """One value as a scene file would hold it: `900`, `[1, 0, 0]`, `1/60 s`, `#ff0000`. Raises ValueError.

    For `--set PATH=VALUE` and for `set PATH VALUE` among the scene's keys.
    """
    from engine.scene.errors import Report, SceneError

    if text.startswith("#"):
        return text
    report = Report("--set")
    try:
        data = read(f"value: {text}".encode(), report)
        report.check()
    except SceneError as error:
        raise ValueError(error.diagnostics[0].text) from None
    if set(data) != {"value"}:
        raise ValueError(f"'{text}' is not one value")
    return data["value"]


def _decode(raw, report):
    if len(raw) > FILE_BYTES:
        report.mark(1, 1, f"larger than {FILE_BYTES:,} bytes; keep bulk data in files of its own")
        raise _Stop
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in raw[:4]:
        report.mark(1, 1, "this is UTF-16 text; save as UTF-8")
        raise _Stop
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        head = raw[: error.start].decode("utf-8")
        report.mark(*_place(head, len(head)), f"byte {raw[error.start]:#04x} is not UTF-8; save as UTF-8")
        raise _Stop from None
    bare = text.removeprefix("\ufeff")
    report.text = text
    for found in _UNPRINTABLE.finditer(bare):
        report.mark(*_place(bare, found.start()), f"control character U+{ord(found[0]):04X}; take it out")
        raise _Stop
    if tabs := [found.start(1) for found in _TAB.finditer(bare)]:
        others = f", here and on {len(tabs) - 1:,} other line{'s' * (len(tabs) > 2)}" if tabs[1:] else ""
        report.mark(*_place(bare, tabs[0]), f"a tab; write spaces{others}")
        raise _Stop
    return text


def _place(text, index):
    """Line and column, 1-based, of an offset; lines end as in `Report.line`."""
    lines = re.split(r"\r\n|\n|\r", text[:index])
    return len(lines), len(lines[-1]) + 1


def _tag(event):
    """A tag as it is written."""
    return str(event.ctag).replace("tag:yaml.org,2002:", "!!")


class _Block:
    """A mapping or list that is being read."""

    __slots__ = ("data", "path", "key", "mark")

    def __init__(self, data, path):
        self.data, self.path, self.key, self.mark = data, path, None, None


class _Builder:
    """Turns events into data and places."""

    def __init__(self, report):
        self.report, self.places, self.file = report, report.places, report.within
        self.shift = 1 if report.text.startswith("\ufeff") else 0
        self.stack, self.root, self.count, self.documents = [], None, 0, 0

    def build(self):
        """The data of the file's one document."""
        for event in events(self.report.text[self.shift :]):
            if isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent):
                self._node(event)
            elif isinstance(event, MappingEndEvent | SequenceEndEvent):
                self._end(event)
            elif isinstance(event, AliasEvent):
                self._alias(event)
            elif isinstance(event, DocumentStartEvent):
                self._document(event)
        if self.root is None:
            self.report.mark(1, 1, "the file is empty; a scene starts with 'entities:' and other keys")
            raise _Stop
        if not isinstance(self.root, dict):
            self.report.mark(1, 1, "a scene is made of keys such as 'entities:', not a list or text")
            raise _Stop
        return self.root

    def _alias(self, event):
        self._refuse(event, f"'*{event.anchor}': aliases are not used here; put the value under vars and write $name")
        if self._awaits_key():
            self.stack[-1].key, self.stack[-1].mark = f"*{event.anchor}", event.start_mark
        else:
            self._put({}, event)

    def _awaits_key(self):
        """Whether what comes next is the key of a mapping."""
        return bool(self.stack) and isinstance(self.stack[-1].data, dict) and self.stack[-1].mark is None

    def _document(self, event):
        self.documents += 1
        if event.version or event.tags:
            self.report.mark(1, 1, "lines that start with % are not used here; take them out")
        if self.documents > 1:
            self._refuse(event, "a scene file holds one document; take out this '---'")
            raise _Stop

    def _node(self, event):
        if event.anchor:
            self._refuse(event, f"'&{event.anchor}': anchors are not used here; put the value under vars and write $name")
        if event.ctag:
            self._refuse(event, f"'{_tag(event)}': tags are not used here; take it out")
        if self._awaits_key():
            self._key(self.stack[-1], event)
            return
        self.count += 1
        if self.count > VALUES:
            self._refuse(event, f"more than {VALUES:,} values; keep bulk data in files of its own")
            raise _Stop
        if isinstance(event, ScalarEvent):
            self._put(None, event)
        else:
            self._start(event)

    def _key(self, block, event):
        if not isinstance(event, ScalarEvent):
            self._refuse(event, "a key must be a plain word")
            raise _Stop
        name = event.value
        if name == "<<":
            self._refuse(event, "'<<': merge keys are not used here; put the values under vars and write $name")
        elif name == "":
            self._refuse(event, "a key is missing before ':'")
        elif name in block.data:
            first = self.places[(*block.path, name)].key_line
            self._refuse(event, f"'{name}' is given twice, first on line {first}; take one out")
            name += " (again)"
        block.key, block.mark = name, event.start_mark

    def _start(self, event):
        if len(self.stack) >= NESTING:
            self._refuse(event, f"nested deeper than {NESTING}")
            raise _Stop
        data = {} if isinstance(event, MappingStartEvent) else []
        self.stack.append(_Block(data, self._put(data, event)))

    def _end(self, event):
        path = self.stack.pop().path
        place = self.places[path]
        self.places[path] = Place(
            place.line, place.column, place.start, event.end_mark.index + self.shift, place.key_line, place.key_column, self.file
        )

    def _put(self, value, event):
        """Give a value its place in the block that is being read; returns its path. None: the scalar of the event."""
        mark, block = event.start_mark, self.stack[-1] if self.stack else None
        key = mark
        if block is None:
            path = ()
        elif isinstance(block.data, dict):
            path, key = (*block.path, block.key), block.mark
            if isinstance(event, ScalarEvent) and event.value == "" and not event.style:
                mark = key
        else:
            path = (*block.path, len(block.data))
        end = event.end_mark if mark is event.start_mark else mark
        self.places[path] = Place(
            mark.line + 1, mark.column + 1, mark.index + self.shift, end.index + self.shift, key.line + 1, key.column + 1, self.file
        )
        if value is None:
            value = self._scalar(event, path)
        if block is None:
            self.root = value
        elif isinstance(block.data, dict):
            block.data[block.key] = value
            block.key = block.mark = None
        else:
            block.data.append(value)
        return path

    def _scalar(self, event, path):
        text = event.value
        if len(text.encode()) > SCALAR_BYTES:
            return self._bad(path, f"a text of more than {SCALAR_BYTES:,} bytes; keep bulk data in files of its own")
        if event.style:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text in _NULL:
            return self._empty(event, path)
        if text[0] in "+-.0123456789":
            return self._number(text, path)
        if joined := _JOINED.match(text):
            place = self.places[path]  # what follows on the next line was read as a part of it
            ahead = re.split(r"[\r\n]", self.report.text[place.start : place.end])[0].rstrip()
            joined = _JOINED.match(ahead) or joined
            return self._bad(path, f"put a space after the colon: {joined[1]}: {_short(joined[2])}")
        return text

    def _number(self, text, path):
        if _NOT_A_NUMBER.match(text):
            return self._bad(path, f"{text} is no number that a scene can use; write an ordinary number")
        if not (_INTEGER.match(text) or _HEX.match(text) or _FLOAT.match(text)):
            return text
        digits = sum(c.isalnum() for c in text)
        if digits > DIGITS:
            return self._bad(path, f"a number of {digits:,} digits; write at most {DIGITS}")
        if _HEX.match(text):
            return int(text, 16)
        value = int(text) if _INTEGER.match(text) else float(text)
        return self._bad(path, f"{text} is too large for a number") if value in (float("inf"), float("-inf")) else value

    def _empty(self, event, path):
        """A null is always a slip: an unquoted colour, a missing space, a forgotten block."""
        name = path[-1] if path else ""
        if isinstance(name, str) and (joined := _JOINED.match(name)):
            self.report.failed.add((*path[:-1], joined[1]))
            return self._bad(path, f"put a space after the colon: {joined[1]}: {_short(joined[2])}")
        if event.value:
            return self._bad(path, f"'{event.value}' is not used here; leave the key out")
        place = self.places[path]
        if (found := _BARE.match(name)) and self.report.text[place.start :].removeprefix(name).lstrip()[:1] != ":":
            self.report.failed.add((*path[:-1], found[1]))
            return self._bad(path, f"a key needs a colon; write {found[1]}: {_short(found[2])}")
        if color := re.search(r":\s+(#[0-9a-fA-F]+)", self.report.line(place.line)[place.column - 1 :]):
            return self._bad(path, f"'{name}' is empty, for # starts a comment; put the colour in quotes: \"{color[1]}\"")
        return self._bad(path, f"'{name}' has no value; write one, or {{}} for a block that takes all defaults")

    def _bad(self, path, text):
        self.report.at(path, text)
        return {}

    def _refuse(self, event, text):
        self.report.mark(event.start_mark.line + 1, event.start_mark.column + 1, text)


def _short(text):
    return text if len(text) <= 40 else text[:37] + "..."
