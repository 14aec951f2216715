"""The plain part of YAML, which nearly every scene is written in, read at a stroke.

Blocks and flow collections of words, numbers and quoted texts that end on their line. A word is one regular expression here,
where ruamel looks at every character: the fountain takes 10 ms in place of 110. What is not plain is left to ruamel whole, and so
is every mistake; the events are the same (a test compares them).
"""

import re

from ruamel.yaml.events import (
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

DEEPEST = 40  # more than a scene may nest; each level is a call

_UNUSUAL = re.compile(r"[\t\x85\u2028\u2029\ufeff]|\r(?!\n)|^(?:---|\.\.\.|%)", re.MULTILINE)
_BLANK = re.compile(r"(?:\r?\n| |#[^\0\r\n]*)*")
_KEY = re.compile(r"(\w[\w.]{0,199}):(?=[ \r\n])")
_ENTRY = re.compile(r"-(?=[ \r\n])")
_FIRST = r"(?!-[ \r\n])[\w.+$/-]"  # of a plain text
_BLOCK_TEXT = re.compile(rf"{_FIRST}[^\s:#]*(?: +[^\s:#]+)*(?= *\r?\n| +#)")
_FLOW_TEXT = re.compile(rf"{_FIRST}[^\s:#,\[\]{{}}?]*(?: +[^\s:#,\[\]{{}}?]+)*(?=[ \r\n,\]}}])")
_QUOTED = re.compile(r"'([^'\r\n]*)'(?!')|\"([^\"\\\r\n]*)\"")
_END_OF_LINE = re.compile(r" *\r?\n| +#|\0")


class Unusual(Exception):
    """The text is not plain, or not YAML."""


class Mark:
    """A place in the text: offset, and 0-based line and column."""

    __slots__ = ("index", "line", "column")

    def __init__(self, index, line, column):
        self.index, self.line, self.column = index, line, column


def plain_events(text):
    """List of the events of one document. Raises Unusual."""
    if _UNUSUAL.search(text):
        raise Unusual
    return _Plain(text).events


class _Plain:
    """Reads from `at` on, and appends to `events`."""

    def __init__(self, text):
        self.text, self.at, self.line, self.start = text + "\0", 0, 0, 0  # start: offset of the line
        self.events, self.depth = [], 0
        self._skip()
        here = self._mark()
        self.events.append(DocumentStartEvent(here, here, explicit=False))
        self._block(-1)
        if self.at != len(text):
            raise Unusual
        here = self._mark()
        self.events.append(DocumentEndEvent(here, here, explicit=False))

    def _mark(self, ahead=0):
        at = self.at + ahead
        return Mark(at, self.line, at - self.start)

    def _skip(self):
        """Go to the next thing to read; whether it stands on another line."""
        end = _BLANK.match(self.text, self.at).end()
        lines = self.text.count("\n", self.at, end)
        if lines:
            self.line += lines
            self.start = self.text.rfind("\n", self.at, end) + 1
        self.at = end
        return lines > 0

    def _deeper(self):
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unusual

    # blocks

    def _block(self, indent, key=False):
        """What stands deeper than an indent, or, under a key, a list as deep; the next thing is then less deep."""
        column = self.at - self.start
        entry = _ENTRY.match(self.text, self.at)
        if column <= indent and not (key and entry and column == indent):
            raise Unusual  # nothing: a mistake, in a scene
        self._deeper()
        if entry:
            self._entries(column, column == indent)
        elif _KEY.match(self.text, self.at):
            self._mapping(column)
        else:
            self._value(indent)
        self.depth -= 1

    def _mapping(self, column):
        here = self._mark()
        self.events.append(MappingStartEvent(None, None, True, here, here, flow_style=False))
        while self.at - self.start == column and (key := _KEY.match(self.text, self.at)):
            self._scalar(key[1], key.end() - 1)
            self.at += 1
            if self._skip():
                self._block(column, key=True)
            else:
                self._value(column)
        self._close(MappingEndEvent, column)

    def _entries(self, column, under_key):
        here = self._mark()
        self.events.append(SequenceStartEvent(None, None, True, here, self._mark(1) if under_key else here, flow_style=False))
        while self.at - self.start == column and _ENTRY.match(self.text, self.at):
            self.at += 1
            self._skip()
            self._block(column)
        self._close(SequenceEndEvent, -1 if under_key else column)

    def _close(self, kind, column):
        here = self._mark()
        if here.column >= column >= 0 and self.text[self.at] != "\0":
            raise Unusual
        self.events.append(kind(here, here))

    def _value(self, indent):
        """A text or a flow collection in a block: the last thing on its line."""
        if self.text[self.at] in "[{":
            self._flow(indent)
        else:
            self._text(_BLOCK_TEXT)
        if not _END_OF_LINE.match(self.text, self.at):
            raise Unusual
        self._skip()
        if self.at - self.start > indent and self.text[self.at] != "\0":
            raise Unusual  # goes on on the next line

    # flow collections

    def _flow(self, indent):
        self._deeper()
        mapping = self.text[self.at] == "{"
        begin, end, close = (MappingStartEvent, MappingEndEvent, "}") if mapping else (SequenceStartEvent, SequenceEndEvent, "]")
        self.events.append(begin(None, None, True, self._mark(), self._mark(1), flow_style=True))
        self.at += 1
        self._next(indent)
        while self.text[self.at] != close:
            if mapping:
                self._flow_key(indent)
            if self.text[self.at] in "[{":
                self._flow(indent)
            else:
                self._text(_FLOW_TEXT)
            self._next(indent)
            if self.text[self.at] == ",":
                self.at += 1
                self._next(indent)
            elif self.text[self.at] != close:
                raise Unusual
        self.events.append(end(self._mark(), self._mark(1)))
        self.at += 1
        self.depth -= 1

    def _flow_key(self, indent):
        key = _KEY.match(self.text, self.at)
        if not key:
            raise Unusual
        self._scalar(key[1], key.end() - 1)
        self.at += 1
        self._next(indent)

    def _next(self, indent):
        """Go to the next thing in a flow collection, which must stand deeper than the block around."""
        if self._skip() and self.at - self.start <= indent:
            raise Unusual

    # texts

    def _text(self, pattern):
        if word := pattern.match(self.text, self.at):
            self._scalar(word[0], word.end())
        elif quoted := _QUOTED.match(self.text, self.at):
            single = quoted[1] is not None
            self._scalar(quoted[1] if single else quoted[2], quoted.end(), "'" if single else '"')
        else:
            raise Unusual

    def _scalar(self, value, end, style=None):
        here = self._mark()
        self.at = end
        self.events.append(ScalarEvent(None, None, (style is None, style is not None), value, here, self._mark(), style=style))
