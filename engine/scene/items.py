"""Items come into a list of a scene's text, and go, each with what is said about it on its lines; all others stay to the letter."""

import json
import re
from difflib import SequenceMatcher
from itertools import groupby

from engine.scene.spell import number, spelled

_REST = re.compile(r"[ \t]*,?[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)")  # what may stand behind an item on its line
_COMMA = re.compile(r"\s*,")


def pairs(old, new):
    """Which item of one list of plain data is which of another: {index: index}; where as many went as came, they took each other's place."""
    found = {}
    matcher = SequenceMatcher(None, [*map(_key, old)], [*map(_key, new)], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind in ("equal", "replace"):
            found.update(zip(range(a, b), range(c, d), strict=False))
    return found


def _key(item):
    """Text that two items share when they are the same to six digits."""
    return json.dumps(_numbers(item), sort_keys=True, default=str)


def _numbers(item):
    if isinstance(item, dict):
        return {key: _numbers(value) for key, value in item.items()}
    if isinstance(item, list):
        return [_numbers(value) for value in item]
    return number(float(item)) if isinstance(item, int | float) and not isinstance(item, bool) else [item]


class Items:
    """The items of one list, where they stand.

    end_of   as surgery.end_of
    """

    def __init__(self, document, path, old, end_of):
        self.text, self.flow = document.text, document.text[document.places[path].start] == "["
        self.starts = [document.places[*path, i].start for i in range(len(old))]
        self.ends = [end_of(document, (*path, i), item) for i, item in enumerate(old)]
        self.line = "\r\n" if "\r\n" in self.text else "\n"
        if not self.flow:  # an item begins with its dash
            self.starts = [self.text.rindex("-", 0, start) for start in self.starts]

    def changed(self, kept, new):
        """(start, end, text) of pieces that are replaced, so that only the items in `kept` (old index -> new index) and new ones are there."""
        gone = [i for i in range(len(self.starts)) if i not in kept]
        for _, run in groupby(enumerate(gone), lambda pair: pair[1] - pair[0]):
            run = [i for _, i in run]
            yield (*(self._gone_inside if self.flow else self._gone_lines)(run[0], run[-1]), "")
        self.kept, where = sorted(kept), {j: i for i, j in kept.items()}
        come = [j for j in range(len(new)) if j not in where]
        for _, run in groupby(enumerate(come), lambda pair: pair[1] - pair[0]):
            run = [j for _, j in run]
            before = where.get(run[0] - 1)  # the old item behind which they stand; None: in front of all
            yield from (self._come_inside if self.flow else self._come_lines)(before, [spelled(new[j]) for j in run])

    # blocks: a dash and an item, on lines of their own

    def _gone_lines(self, first, last):
        return self._line_start(self.starts[first]), self._next_line(self.ends[last])

    def _come_lines(self, before, texts):
        at = self.starts[0 if before is None else before]
        indent = " " * (at - self._line_start(at))
        if before is None:
            head = self._line_start(at)
            yield head, head, "".join(f"{indent}- {text}{self.line}" for text in texts)
            return
        stop = self._line_stop(self.ends[before])
        yield stop, stop, "".join(f"{self.line}{indent}- {text}" for text in texts)

    # in brackets, on one line or on many

    def _gone_inside(self, first, last):
        start, end = self.starts[first], self.ends[last]
        own = not self.text[self._line_start(start) : start].strip()
        if own and (rest := _REST.match(self.text, end)):
            return self._line_start(start), self._next_line(rest.end())
        if last + 1 < len(self.starts):
            return start, self.starts[last + 1]
        before = self.ends[first - 1] if first else start
        return (start if "#" in self.text[before:start] else before), end

    def _come_inside(self, before, texts):
        follows = next((i for i in self.kept if before is None or i > before), None)
        if follows is not None or before is None:
            at, gap = self.starts[follows or 0], self._gap(follows or 0)
            yield at, at, "".join(f"{text},{gap}" for text in texts)
            return
        end, gap = self.ends[before], self._gap(before)
        if gap == " ":
            yield end, end, "".join(f", {text}" for text in texts)
            return
        comma = _COMMA.match(self.text, end)
        stop = self._line_stop(end)
        yield from [] if comma else [(end, end, ",")]
        yield stop, stop, ",".join(f"{gap}{text}" for text in texts) + "," * bool(comma)

    def _gap(self, i):
        """What parts items: the end of a line and the room before the next where each item, or the first, has a line of its own."""
        start = self.starts[i]
        indent = self.text[self._line_start(start) : start]
        return " " if indent.strip() else f"{self.line}{indent}"

    # lines

    def _line_start(self, at):
        return self.text.rfind("\n", 0, at) + 1

    def _line_stop(self, at):
        """Where the line ends, before the end of line."""
        stop = self.text.find("\n", at)
        stop = len(self.text) if stop < 0 else stop
        return stop - 1 if self.text[stop - 1 : stop] == "\r" else stop

    def _next_line(self, at):
        stop = self.text.find("\n", at)
        return len(self.text) if stop < 0 else stop + 1
