"""The plain reader changes no event."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import StreamEndEvent, StreamStartEvent
from scene_cases import CASES, SCENE

from engine.scene.events import events
from engine.scene.paths import scenes


def seen(stream):
    """What of each event matters, and how it ended; not those of the stream, which hold nothing."""
    found = []
    try:
        for e in stream:
            if isinstance(e, StreamStartEvent | StreamEndEvent):
                continue
            marks = (e.start_mark.index, e.start_mark.line, e.start_mark.column, e.end_mark.index)
            found.append((type(e).__name__, getattr(e, "value", None), getattr(e, "style", None), str(getattr(e, "ctag", None)), marks))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        found.append((error.problem, mark.line, mark.column))
    return found


def same(text):
    """Whether ruamel's own reading gives the same."""
    theirs, ours = seen(YAML(typ="safe", pure=True).parse(text)), seen(events(text))
    assert ours == theirs
    return True


TEXTS = [new for _, new, *_ in CASES.values() if isinstance(new, str) and len(new) < 5000 and new.isprintable()]
BLOCKS = ["a: b\n c\n", "%YAML 1.1\n---\na: 1\n", "%TAG ! x:\n---\na: !y 1\n", "a: b\n\n  c d\ne: f", "a:\n  b c # d\n  e: f", "- a\n- b c\n-\n  - d", "a: b\n---\n", "a: |\n  b\n c", "a: [b c , d e]",
          "a: b\r\nc: d\r\n", "a: b\rc: d", "a b", "a b\n c", "a:b: c", "a: 'b'\n", "? a\n: b", "a: b #c\n  d", "a: b\n  # c\n  d", "[a\n b, c]",
          "a: -\n", "a: b  \n\n\nc:   d   # e\n", "a: é ü\n", "a\u2028: b", "{a: b, c: d e: f}", "a: - b", "a:\n- b\n- c: d\n  e: f"]  # fmt: skip


@pytest.mark.parametrize("text", [SCENE, SCENE.replace("\n", "\r\n"), *TEXTS, *BLOCKS, *(p.read_text() for p in scenes())])
def test_events_are_those_of_ruamel(text):
    """Kinds, values, places, and the error where there is one."""
    assert same(text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(
        st.sampled_from(
            [
                "a",
                "b c",
                "a:",
                "b: c",
                "c: ",
                ":",
                "- ",
                "#",
                " #",
                "\n",
                "\r\n",
                "\n  ",
                "\n    ",
                " ",
                "[",
                "]",
                "{",
                "}",
                ", ",
                "'",
                '"',
                "$x",
                "|",
                "a'",
                "?",
            ]
        ),
        max_size=14,
    )
)
def test_events_of_any_text_are_those_of_ruamel(pieces):
    """Random texts of the pieces that YAML is made of."""
    assert same("".join(pieces))
