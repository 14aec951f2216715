"""Surgery on the text of a file: what is asked for changes, and nothing else does."""

import re

import pytest

from engine.scene.surgery import Document, Unwritable, rewritten

TEXT = """# a comment
vars: {a: 1, b: 35 mm}   # at the end of a line
"quoted": 1/120 s
angle: 0.2 rad
entities:
  jet:
    mass: 1 g  # light
    color: "#ff8800"
    single: 'it''s'
    shape: point
    folded: >
      over two
      lines
    plain: over two
      lines
    emitter:
      rate: 600 # r
      life: [1, # one
         2]
      # what hangs below
  other:
    literal: |
      hello  # no comment

    wave:
      size:
      - 1
      - 2
    hits:
      - {a: 1}   # the first
      - b: 2
        c: 3     # the last
  last: {q: {}, w: { a: 1 }, on: true}
"""
JET, OTHER, LAST = ("entities", "jet"), ("entities", "other"), ("entities", "last")

CASES = {  # path and value -> what takes the place of what
    "whole number": ((*JET, "emitter", "rate"), 900, "600 # r", "900 # r"),
    "six digits": ((*JET, "emitter", "rate"), 0.123456789, "600 # r", "0.123457 # r"),
    "small": ((*JET, "emitter", "rate"), 1e-7, "600 # r", "1e-07 # r"),
    "large and whole": ((*JET, "emitter", "rate"), 20000000.0, "600 # r", "20000000 # r"),
    "unit": ((*JET, "mass"), 0.002, "1 g  #", "2 g  #"),
    "small, with a unit": (("vars", "b"), 1e-9, "35 mm", "1e-06 mm"),
    "angle in radians": (("angle",), 20.0, "0.2 rad", "20 deg"),
    "fraction": (("quoted",), 0.01, "1/120 s", "0.01 s"),
    "text with a unit": ((*JET, "mass"), "30 mg", "1 g  #", "30 mg  #"),
    "switch": ((*LAST, "on"), False, "on: true", "on: false"),
    "item of a list over lines": ((*JET, "emitter", "life", 1), 3, "         2]", "         3]"),
    "all items": ((*JET, "emitter", "life"), [3, 2], "[1, # one", "[3, # one"),
    "item of a list of lines": ((*OTHER, "wave", "size", 1), 7.5, "- 2\n", "- 7.5\n"),
    "hex stays hex": ((*JET, "color"), [1, 0, 0], '"#ff8800"', '"#ff0000"'),
    "hex with alpha": ((*JET, "color"), [1, 0, 0, 0.2], '"#ff8800"', '"#ff000033"'),
    "no hex": ((*JET, "color"), [1, 0.3, 0.2, 1], '"#ff8800"', "[1, 0.3, 0.2, 1]"),
    "double quotes stay": ((*JET, "color"), 'a "b" \\', '"#ff8800"', '"a \\"b\\" \\\\"'),
    "single quotes stay": ((*JET, "single"), "we're", "'it''s'", "'we''re'"),
    "bare word": ((*JET, "shape"), "ring", "shape: point", "shape: ring"),
    "what bare would be a number": ((*JET, "shape"), "12", "shape: point", 'shape: "12"'),
    "what others take for no": ((*JET, "shape"), "no", "shape: point", 'shape: "no"'),
    "bare colour": ((*JET, "shape"), "#ff0000", "shape: point", 'shape: "#ff0000"'),
    "word becomes a block": ((*JET, "shape"), {"disc": {"radius": 0.2}}, "shape: point", "shape: {disc: {radius: 0.2}}"),
    "folded text": ((*JET, "folded"), "x: y", ">\n      over two\n      lines\n", '"x: y"\n'),
    "text over two lines": ((*JET, "plain"), "short", "over two\n      lines\n    emitter", "short\n    emitter"),
    "literal text": ((*OTHER, "literal"), "a\nb", "|\n      hello  # no comment\n", '"a\\nb"\n'),
    "list of another length": ((*OTHER, "wave", "size"), [1, 2, 3], "size:\n      - 1\n      - 2\n", "size: [1, 2, 3]\n"),
    "block of another kind": ((*OTHER, "wave"), {"k": 1}, "wave:\n      size:\n      - 1\n      - 2\n", "wave: {k: 1}\n"),
    "new key of a block": ((*JET, "emitter", "fade"), 0.5, "         2]\n", "         2]\n      fade: 0.5\n"),
    "new key above": ((*JET, "drag"), {"rate": 1}, "         2]\n", "         2]\n    drag: {rate: 1}\n"),
    "missing blocks": ((*JET, "wind", "gust", "period"), 2, "         2]\n", "         2]\n    wind: {gust: {period: 2}}\n"),
    "new key behind a comment": ((*OTHER, "hits", 1, "d"), 4, "c: 3     # the last\n", "c: 3     # the last\n        d: 4\n"),
    "new key behind a list": ((*OTHER, "wave", "x"), True, "      - 2\n", "      - 2\n      x: true\n"),
    "new key in braces": (("vars", "c"), [1, 2], "b: 35 mm}", "b: 35 mm, c: [1, 2]}"),
    "new key in roomy braces": ((*LAST, "w", "b"), 2, "{ a: 1 }", "{ a: 1, b: 2 }"),
    "new key in empty braces": ((*LAST, "q", "b"), 2, "q: {}", "q: {b: 2}"),
    "new key at the end": (("entities", "new"), {"a": {}}, "on: true}\n", "on: true}\n  new: {a: {}}\n"),
    "new key of the file": (("time", "step"), 0.01, "on: true}\n", "on: true}\ntime: {step: 0.01}\n"),
}


def comments(text):
    """All that stands behind a # outside of quotes and literal texts, in this file."""
    return re.findall(r"(?<![\"'])# (?!no comment)[^\r\n]*", text)


@pytest.mark.parametrize("line", ["\n", "\r\n", "\ufeff"], ids=["LF", "CRLF", "BOM"])
@pytest.mark.parametrize("case", CASES)
def test_one_value_changes(case, line):
    """Just what the table says, whatever the lines end with; comments stay; what stood there is asked for again and comes back."""
    path, value, old, new = CASES[case]
    assert TEXT.count(old) == 1
    ending = (
        (lambda text: text) if line == "\n" else (lambda text: text.replace("\n", "\r\n")) if line == "\r\n" else (lambda text: line + text)
    )
    before = ending(TEXT)
    inner = (lambda text: text.replace("\n", "\r\n")) if line == "\r\n" else (lambda text: text)
    after = rewritten(Document.of(before), {path: value})
    assert after == before.replace(inner(old), inner(new))
    assert comments(after) == comments(before)


def test_several_values_at_once():
    """Also of blocks that end at one place: the inner key stands first."""
    wanted = {(*LAST, "w", "a"): 2, ("entities", "z"): 1, ("top",): 2, (*LAST, "w", "b"): 3, ("vars", "a"): 4}
    after = rewritten(Document.of(TEXT), wanted)
    assert "w: { a: 2, b: 3 }, on: true}\n  z: 1\ntop: 2\n" in after and "{a: 4," in after


def test_the_last_line_needs_no_end():
    """A file whose last line does not end gets a new line, and again no end."""
    document = Document.of("a:\n  b: 1")
    assert rewritten(document, {("a", "c"): 2}) == "a:\n  b: 1\n  c: 2"
    assert rewritten(document, {("a", "b"): 2}) == "a:\n  b: 2"


def test_empty_lines_that_a_text_keeps_are_not_lost():
    """`|+` holds the empty lines behind it: a new key stands behind them."""
    after = rewritten(Document.of("a:\n  b: |+\n    text\n\n\n"), {("a", "c"): 1})
    assert Document.of(after).data == {"a": {"b": "text\n\n\n", "c": 1}}


@pytest.mark.parametrize(
    "text, path, value",
    [
        (TEXT, JET, {"a": 1}),
        (TEXT, (*JET, "emitter", "life"), [1, 2, 3]),
        (TEXT, (*OTHER, "hits"), []),
        ("a: |  # why\n  text\n", ("a",), "x"),
    ],
)
def test_comments_are_never_lost(text, path, value):
    """What would take comments away with it is refused."""
    with pytest.raises(Unwritable, match="comments"):
        rewritten(Document.of(text), {path: value})


def test_what_cannot_be_read_again_is_refused():
    """A text that no scene file may hold."""
    with pytest.raises(Unwritable, match="could not be read"):
        rewritten(Document.of(TEXT), {(*JET, "shape"): "a\x7f"})


def test_a_truth_value_is_no_number():
    """1 in the place of true is a change."""
    assert "on: 1}" in rewritten(Document.of(TEXT), {(*LAST, "on"): 1})
