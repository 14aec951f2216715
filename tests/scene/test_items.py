"""Items of a list of blocks come and go in the text of a file."""

import random

import pytest

from engine.scene.surgery import Document, rewritten

LINES = """way:
  keys:
  # above
  - {at: [0, 1.5 m, 4]}   # first
  - at: [1, 2.123456789, 3]
    d: 2   # inside
  # between
  - {at: [2, 2, 2]}  # third
  other: 1
"""
ROWS = """way:
  keys: [
    {at: [0, 1.5 m, 4]},   # first
    {at: [1, 2.123456789, 3],
     d: 2},   # inside
    # between
    {at: [2, 2, 2]}  # third
  ]
  other: 1
"""
INLINE = "way: {keys: [{at: [0, 1.5 m, 4]}, {at: [1, 2.123456789, 3], d: 2}, {at: [2, 2, 2]}], other: 1}\n"
COMMA = ROWS.replace("{at: [2, 2, 2]}  #", "{at: [2, 2, 2]},  #")
NEW = {"at": [9, 9, 9]}


def keys(text):
    """What the text says the list is."""
    return Document.of(text).data["way"]["keys"]


def edited(text, edit):
    """The text with its list changed by a function."""
    found = keys(text)
    edit(found)
    return rewritten(Document.of(text), {("way", "keys"): found})


@pytest.mark.parametrize("text, at, after", [
    (LINES, 0, "  # above\n  - {at: [9, 9, 9]}\n  - {at: [0, 1.5 m, 4]}   # first\n"),
    (LINES, 1, "   # first\n  - {at: [9, 9, 9]}\n  - at: [1, 2.123456789, 3]\n"),
    (LINES, 2, "  # inside\n  - {at: [9, 9, 9]}\n  # between\n"),
    (LINES, 3, "  # third\n  - {at: [9, 9, 9]}\n  other"),
    (ROWS, 0, "keys: [\n    {at: [9, 9, 9]},\n    {at: [0, 1.5 m, 4]},   # first\n"),
    (ROWS, 2, "    # between\n    {at: [9, 9, 9]},\n    {at: [2, 2, 2]}  # third\n"),
    (ROWS, 3, "    {at: [2, 2, 2]},  # third\n    {at: [9, 9, 9]}\n  ]"),
    (COMMA, 3, "    {at: [2, 2, 2]},  # third\n    {at: [9, 9, 9]},\n  ]"),
    (INLINE, 0, "[{at: [9, 9, 9]}, {at: [0,"),
    (INLINE, 3, "{at: [2, 2, 2]}, {at: [9, 9, 9]}], other"),
])  # fmt: skip
@pytest.mark.parametrize("line", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_new_item_stands_in_the_manner_of_the_others(text, at, after, line):
    """All that stood there stands there still, and the new item where it belongs; taken out again the old text comes back."""
    text, after = text.replace("\n", line), after.replace("\n", line)
    result = edited(text, lambda found: found.insert(at, NEW))
    assert after in result
    back = edited(result, lambda found: found.pop(at))
    assert back == text or back.replace("]},  # third", "]}  # third") == text  # a comma behind the last item may stay


@pytest.mark.parametrize("text, at, after", [
    (LINES, 0, "  # above\n  - at: [1,"),
    (LINES, 1, "# first\n  # between\n"),
    (LINES, 2, "  # between\n  other"),
    (ROWS, 0, "keys: [\n    {at: [1, 2.123456789, 3],\n"),
    (ROWS, 1, "# first\n    # between\n    {at: [2"),
    (ROWS, 2, "d: 2},   # inside\n    # between\n  ]"),
    (INLINE, 1, "{at: [0, 1.5 m, 4]}, {at: [2, 2, 2]}],"),
    (INLINE, 2, "d: 2}], other"),
])  # fmt: skip
def test_an_item_goes_with_what_is_said_behind_it(text, at, after):
    """The comments of the others, and those on lines of their own, stay."""
    assert after in edited(text, lambda found: found.pop(at))


@pytest.mark.parametrize("text", [LINES, ROWS, INLINE, COMMA], ids=["lines", "rows", "inline", "comma"])
def test_any_edits_say_what_was_wanted(text):
    """Random items come, go and change at once; what stays keeps its unit and its digits."""
    for seed in range(60):
        chance = random.Random(seed)
        wanted = [item for item in keys(text) if chance.random() < 0.6]
        for n in range(chance.randrange(3)):
            wanted.insert(chance.randrange(len(wanted) + 1), {"at": [n, -1, 0.5]})
        if wanted and chance.random() < 0.5:
            wanted[-1] = {**wanted[-1], "d": 5}
        wanted = wanted or [NEW]
        result = rewritten(Document.of(text), {("way", "keys"): wanted})
        assert [item["at"][0] for item in keys(result)] == [item["at"][0] for item in wanted]
        assert ("1.5 m" in result) == any(item["at"][0] == 0 and item["at"][1] == "1.5 m" for item in wanted)
        assert ("2.123456789" in result) == (wanted.count({"at": [1, 2.123456789, 3], "d": 2}) == 1) or "d: 5" in result
