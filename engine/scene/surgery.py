"""Surgery on the text of a scene file: exactly the values that change are written anew, all else stays to the letter.

The old data and the wanted data are walked side by side; where they differ, the text of the smallest value that differs is
replaced, or a key is put in or taken out. The result is read again and must say what was wanted, or nothing is written.
"""

import re
from typing import NamedTuple

from engine.scene.cuts import Cut, Unwritable, taken_out
from engine.scene.errors import Report, SceneError
from engine.scene.items import Items, pairs
from engine.scene.spell import lines, number, spelled
from engine.scene.text import read

_COMMENT = re.compile(r"(?:^|[\s,])#")
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)


class Document(NamedTuple):
    """A file's text and what it says."""

    text: str
    data: dict
    places: dict

    @classmethod
    def of(cls, text):
        """Read a text. Raises SceneError."""
        report = Report("")
        data = read(text.encode(), report)
        report.check()
        return cls(report.text, data, report.places)


def rewritten(document, wanted):
    """The text of a file (a Document) with other values in it. Raises Unwritable.

    wanted   path in the file's data -> value, None for nothing; blocks that are missing on the way are put in, too
    """
    goal = _copied(document.data)
    for path, value in wanted.items():
        _put(goal, path, _six_digits(value))
    cuts = sorted(_cuts(document, document.data, goal, ()), key=lambda cut: (cut.start, cut.end, -cut.depth))
    result = _cut(document.text, cuts)
    try:
        again = Document.of(result)
    except SceneError as error:
        raise Unwritable(f"the file could not be read any more ({error.diagnostics[0].text})") from None
    if not same(again.data, goal):
        raise Unwritable("the file would say something else as well")
    return result


def same(a, b):
    """Whether two values of plain data are the same, in the same order; 1 and 1.0 are, 1 and true are not."""
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) == isinstance(b, bool) and a == b


def _copied(value):
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _six_digits(value):
    """A copy of plain data, its numbers as they will be read again."""
    if isinstance(value, dict):
        return {key: _six_digits(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_six_digits(item) for item in value]
    return float(number(value)) if isinstance(value, float) else value


def _put(data, path, value):
    """Set a value, or take it out (None); blocks that are missing on the way are made."""
    for part in path[:-1]:
        data = data.setdefault(part, {}) if isinstance(data, dict) else data[part]
    if value is None:
        data.pop(path[-1], None)
    else:
        data[path[-1]] = value


def _cut(text, cuts):
    parts, at = [], 0
    for cut in cuts:
        parts += [text[at : cut.start], cut.text]
        at = cut.end
    return "".join((*parts, text[at:]))


# where the two differ


def _cuts(document, old, new, path):
    """The Cuts that make one value out of another. A number that is written with a unit stands as this text in the new data, too."""
    if isinstance(old, dict) and isinstance(new, dict) and (kept := _kept(old, new)):
        yield from taken_out(document, path, [key for key in old if key not in new], end_of)
        added = {key: value for key, value in new.items() if key not in old}
        if added:
            yield _put_in(document, path, added)
        inside = {key: key for key in kept}
    elif isinstance(old, list) and isinstance(new, list) and old and new and (len(old) == len(new) or _of_blocks(old, new)):
        inside = yield from _items(document, path, old, new)
    else:
        if not same(old, new):
            yield _replaced(document, path, old, new)
        return
    for part, there in inside.items():
        a, b = old[part], new[there]
        if same(a, b):
            continue
        if isinstance(a, dict | list) and isinstance(b, dict | list):
            yield from _cuts(document, a, b, (*path, part))
        else:
            cut = _replaced(document, (*path, part), a, b)
            if isinstance(a, str) and isinstance(b, int | float | list):
                new[there] = _read_back(cut.text)  # `12 deg` and "#ff0000" are text in the data
            yield cut


def _kept(old, new):
    """Keys that stay in a block, if what comes, comes behind them: so it is with what is put in and taken out, not with one of several kinds."""
    kept = [key for key in old if key in new]
    return kept if list(new)[: len(kept)] == kept else []


def _of_blocks(old, new):
    """Whether a list is one of blocks, as keys of a path are: in it whole items come and go, each with what is said about it."""
    return all(isinstance(item, dict) for item in (*old, *new))


def _items(document, path, old, new):
    """Cuts for the items of a list that have come or gone; gives back which item of the old list is which of the new one."""
    if not _of_blocks(old, new):
        return {i: i for i in range(len(old))}
    kept = pairs(old, new)
    for i, j in kept.items():
        if same(_six_digits(old[i]), new[j]):
            new[j] = old[i]
    items = Items(document, path, old, end_of)
    yield from (Cut(start, end, len(path), text) for start, end, text in items.changed(kept, new))
    return kept


def _read_back(text):
    return Document.of(f"value: {text}").data["value"]


def _replaced(document, path, old, new):
    """A value takes the place of another."""
    text, place = document.text, document.places[path]
    start, end = place.start, end_of(document, path, old)
    there = text[start:end]
    if isinstance(old, dict | list) and old or there[:1] in "|>":
        head = there.splitlines()[0] if there[:1] in "|>" else _QUOTED.sub("", there)
        if _COMMENT.search(head):
            raise Unwritable("comments stand inside of what would be replaced; write it by hand")
    if there[:1] not in "[{" and isinstance(old, dict | list):
        start = _behind_key(text, start)
    gap = " " if start < place.start else ""
    return Cut(start, end, len(path), gap + spelled(new, old, there))


def _behind_key(text, start):
    """Where the key of a block ends, if nothing but room is between the two: a list in brackets stands beside its key."""
    head = text[:start].rstrip(" \r\n")
    return len(head) if head.endswith((":", "-")) else start


def end_of(document, path, value):
    """Offset where the text of a value ends: a block ends with the last thing in it."""
    place = document.places[path]
    first = document.text[place.start : place.start + 1]
    if isinstance(value, dict | list) and value and first not in "[{":
        last = next(reversed(value)) if isinstance(value, dict) else len(value) - 1
        return end_of(document, (*path, last), value[last])
    if first in ("|", ">"):
        return place.start + len(document.text[place.start : place.end].rstrip())
    return place.end


# keys that are not written yet


def _put_in(document, path, added):
    """Keys are put into a block: behind its last value, in its own manner."""
    text, value = document.text, document.data
    for part in path:
        value = value[part]
    last = next(reversed(value))
    end = end_of(document, (*path, last), value[last])
    if text[document.places[path].start] == "{":
        return Cut(end, end, len(path), "".join(f", {spelled({key: item})[1:-1]}" for key, item in added.items()))
    indent = document.places[(*path, last)].key_column - 1
    stop = re.compile(r"\r?\n|$").search(text, _past(document, (*path, last), value[last], end))
    line = stop[0] or ("\r\n" if "\r\n" in text else "\n")
    written = (f"{line}{' ' * indent}{lines(key, item, indent, line)}" for key, item in added.items())
    return Cut(stop.start(), stop.start(), len(path), "".join(written))


def _past(document, path, value, end):
    """A literal text that keeps the empty lines behind it goes on to the last of them."""
    while isinstance(value, dict | list) and value and document.text[document.places[path].start] not in "[{":
        last = next(reversed(value)) if isinstance(value, dict) else len(value) - 1
        path, value = (*path, last), value[last]
    place = document.places[path]
    if document.text[place.start : place.start + 1] in ("|", ">") and "+" in document.text[place.start :].partition("\n")[0]:
        return max(end, len(document.text[: place.end].rstrip(" ").removesuffix("\n").removesuffix("\r")))
    return end
