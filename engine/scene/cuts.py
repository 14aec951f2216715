"""Pieces of a scene's text that give way to others, and how a key is taken out of a block with all that it says."""

import re
from typing import NamedTuple

_END = re.compile(r"\r?\n|$")


class Unwritable(ValueError):
    """Why a value cannot be put into the text."""


class Cut(NamedTuple):
    """What takes the place of text[start:end]; of two at one place the deeper stands first."""

    start: int
    end: int
    depth: int
    text: str


def taken_out(document, path, gone, end_of):
    """Cuts that take some keys out of a block in which others stay: whole lines, or what stands between commas. Raises Unwritable.

    end_of   as surgery.end_of
    """
    keys = list(_at(document.data, path))
    flow = path and document.text[document.places[path].start] == "{"
    for key in gone:
        yield _from_commas(document, path, keys, gone, key, end_of) if flow else _lines(document, path, key, end_of)


def _lines(document, path, key, end_of):
    """From the end of the line before to the end of its own last line: also where the file ends without one."""
    text, inside = document.text, (*path, key)
    start = _offset(text, document.places[inside].key_line)
    if start == 0 or text[start : _key(document, inside)].strip():
        raise Unwritable(f"'{key}' shares its line with something else; take it out by hand")
    end = _END.search(text, end_of(document, inside, _at(document.data, inside))).start()
    before = start - 2 if text[start - 2 : start] == "\r\n" else start - 1
    return Cut(before, end, len(path), "")


def _from_commas(document, path, keys, gone, key, end_of):
    """From the end of what stands before it; where nothing before it stays, up to what stands behind."""
    n = keys.index(key)
    if all(each in gone for each in keys[:n]):
        return Cut(_key(document, (*path, key)), _key(document, (*path, keys[n + 1])), len(path), "")
    before, own = (*path, keys[n - 1]), (*path, key)
    start, end = (end_of(document, each, _at(document.data, each)) for each in (before, own))
    return Cut(start, end, len(path), "")


def _at(data, path):
    for part in path:
        data = data[part]
    return data


def _key(document, path):
    """Offset of the key that names a place."""
    place = document.places[path]
    return _offset(document.text, place.key_line) + place.key_column - 1


def _offset(text, line):
    """Where a line begins."""
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at
