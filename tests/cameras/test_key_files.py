"""Key files: what they may say, what is wrong with them, and that they come back as they were."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import POSITIONS, REFERENCE, ROTATIONS

from engine.assets import key_file
from engine.assets.key_file import KeyFileError, parsed
from engine.assets.key_text import line_of, written
from engine.assets.keys import EASES, Key, Keys

DEMO = REFERENCE["keyfile_text"].encode()
GOOD = "p 0 0 0 r 0 0 0"
TAGS = "a line has p and r, and k, d, f, e, n or h where it needs them, as in p 0 1.5 4 r 0 0 0"

# text -> line:column: message
WRONG = {
    "": "1:1: no key; write one a line, as in p 0 1.5 4 r 0 0 0",
    "# nothing\n\n": "1:1: no key; write one a line, as in p 0 1.5 4 r 0 0 0",
    f"{GOOD}\n\nq 1 2 3": f"3:1: 'q' is no tag; {TAGS}",
    "1 2 3": f"1:1: '1' is no tag; {TAGS}",
    "p1 2 3": f"1:1: 'p1' is no tag; {TAGS}",
    f"  {GOOD} 7": "1:19: '7' is one too many; r takes 3, as in r -10 90 0",
    f"{GOOD} p 1 2 3": "1:17: a second 'p'; each tag stands once in a line",
    "p 0 0 0": "1:8: r is missing; a line needs p and r, as in p 0 1.5 4 r 0 0 0",
    "r 0 0 0  # only this": "1:8: p is missing; a line needs p and r, as in p 0 1.5 4 r 0 0 0",
    "p 0 0 r 0 0 0": "1:7: p takes 3 numbers, found 2; write p 0 1.5 4",
    "r 0 0 0 p 0 0": "1:14: p takes 3 numbers, found 2; write p 0 1.5 4",
    "p 0 zero 0 r 0 0 0": "1:5: 'zero' is no finite number; write p 0 1.5 4",
    "p 0, 1, 2 r 0 0 0": "1:3: '0,' is no finite number; numbers are parted by spaces",
    "p 0 0 0 r 0 nan 0": "1:13: 'nan' is no finite number; write r -10 90 0",
    "p 0 0 0 r 0 inf 0": "1:13: 'inf' is no finite number; write r -10 90 0",
    "p 0 0 1e999 r 0 0 0": "1:7: '1e999' is no finite number; write p 0 1.5 4",
    "p 0 0 1_000 r 0 0 0": "1:7: '1_000' is no finite number; write p 0 1.5 4",
    "p 0 0 \u0663 r 0 0 0": "1:7: '\u0663' is no finite number; write p 0 1.5 4",
    "p 0 0 - r 0 0 0": "1:7: '-' is no finite number; write p 0 1.5 4",
    f"{GOOD} d 0": "1:19: d must be more than 0 s, found 0",
    f"{GOOD} d -1.5": "1:19: d must be more than 0 s, found -1.5",
    f"{GOOD} d nan": "1:19: 'nan' is no finite number; write d 2.5",
    f"{GOOD} d": "1:18: d takes 1 number, found 0; write d 2.5",
    f"{GOOD} f 1": "1:19: f must be between 1 and 179 degrees, found 1",
    f"{GOOD} f 180": "1:19: f must be between 1 and 179 degrees, found 180",
    f"{GOOD} e fast": "1:19: 'fast' is no ease; write none, in, out or in_out",
    f"{GOOD} e": "1:18: e takes 1 word, found 0; write e in_out",
    f"{GOOD} n": "1:18: n takes 1 word, found 0; write n splash",
    f"{GOOD} k 1 2": "1:22: k takes 3 numbers, found 2; write k 0.5 0 -0.2",
    f"{GOOD} h 1 2 3": "1:24: h takes 6 numbers, found 3; write h -1 0 0 1 0 0",
    f"{GOOD} h 1 - 3 0 0 0": "1:17: a handle has 3 numbers or 3 dashes, as in h - - - 1 0 0",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_with_line_and_column(text):
    """One message for each mistake, at the word that is wrong."""
    with pytest.raises(KeyFileError) as caught:
        parsed(text.encode(), "tour.keys")
    assert str(caught.value) == f"tour.keys:{WRONG[text]}"


def test_bytes_that_are_no_text():
    """UTF-16 and broken UTF-8 have messages of their own."""
    for data, text in (
        (GOOD.encode("utf-16"), "1:1: this is UTF-16; save it as UTF-8"),
        (b"\n#\xff", "2:1: byte 0xff is no UTF-8; save it as UTF-8"),
    ):
        with pytest.raises(KeyFileError, match=text):
            parsed(data)


def test_all_mistakes_come_at_once_twenty_at_most():
    """Each line has its own; the rest are counted."""
    with pytest.raises(KeyFileError) as caught:
        parsed(b"x\n" * 23)
    assert [fault.line for fault in caught.value.faults] == list(range(1, 21)) and str(caught.value).endswith("and 3 more")


def test_there_is_a_limit(monkeypatch):
    """A million keys; the message names it."""
    monkeypatch.setattr(key_file, "KEYS", 2)
    assert len(parsed(f"{GOOD}\n{GOOD}\n".encode()).keys) == 2
    with pytest.raises(KeyFileError, match="3:1: more than 2 keys; leave some out"):
        parsed(f"{GOOD}\n{GOOD}\n{GOOD}\n".encode())


def test_the_demo_path_is_read_and_comes_back_byte_for_byte():
    """Positions and rotations of the reference; as text they are the same file, with and without it at hand."""
    file = parsed(DEMO)
    assert np.array_equal(file.keys.position, POSITIONS) and np.array_equal(file.keys.rotation, ROTATIONS)
    assert written(file.keys) == DEMO and written(file.keys, file) == DEMO


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", [True, False])
def test_a_file_comes_back_as_it_was(end, mark, last):
    """Tags in any case and order, blank lines, comments, CRLF, a byte order mark, exponents, no end of the last line: nothing changes."""
    lines = [
        "# the tour \u00e9",
        "",
        "  R 0 90. 0\tP 1.2e1 3 -.0   # first",
        GOOD,
        "\t",
        "p 1 +2 3e-1 r 0 0 0 f 40 K 0 - 0.5 d 2 e IN_OUT n a".replace("IN_OUT", "in_out"),
    ]
    data = (mark + end.join(lines) + end * last).encode()
    file = parsed(data)
    assert written(file.keys, file) == data
    assert file.keys[0] == Key((12, 3, 0), (0, 90, 0))
    assert file.keys[2] == Key((1, 2, 0.3), (0, 0, 0), 0.0, None, 0.5, 2.0, 40.0, "in_out", "a")


def test_an_edit_changes_its_own_line_only():
    """A moved key keeps its indentation and comment, a new one stands behind the key before it, a removed one takes its line along."""
    file = parsed(b"\xef\xbb\xbf# tour\r\n p 0 0 0 r 0 0 0 # start\r\n\r\n# middle\r\np 1.50 0 0 r 0 0 0\r\np 2 0 0 r 0 0 0")
    moved = file.keys.replaced(0, file.keys[0]._replace(position=(0.0, 0.25, 0.0), duration=2.0))
    assert (
        written(moved, file)
        == b"\xef\xbb\xbf# tour\r\n p 0 0.25 0 r 0 0 0 d 2 # start\r\n\r\n# middle\r\np 1.50 0 0 r 0 0 0\r\np 2 0 0 r 0 0 0"
    )
    added = moved.inserted(3, Key((9, 9, 9))).inserted(1, Key((0.5, 0, 0)))
    text = written(added, file).decode("utf-8-sig").rstrip().split("\r\n")
    assert text == [
        "# tour",
        " p 0 0.25 0 r 0 0 0 d 2 # start",
        "p 0.5 0 0 r 0 0 0",
        "",
        "# middle",
        "p 1.50 0 0 r 0 0 0",
        "p 2 0 0 r 0 0 0",
        "p 9 9 9 r 0 0 0",
    ]
    assert written(file.keys.without(1), file) == b"\xef\xbb\xbf# tour\r\n p 0 0 0 r 0 0 0 # start\r\n\r\n# middle\r\np 2 0 0 r 0 0 0"
    front = file.keys.inserted(0, Key((7, 7, 7)))
    assert parsed(written(front, file)).keys == front
    turned = file.keys.rolled(1)
    assert parsed(written(turned, file)).keys == turned and b"# middle" in written(turned, file)


numbers = st.floats(-1e6, 1e6)
unsure = st.none() | st.floats(-1, 1)
vectors = st.tuples(numbers, numbers, numbers)
words = st.text("abcxyz_019", min_size=1, max_size=8)
keys = st.builds(
    Key, vectors, vectors, unsure, unsure, unsure, st.none() | st.floats(1e-3, 1e3), st.none() | st.floats(2, 170),
    st.sampled_from(EASES), words | st.just(""), st.none() | vectors, st.none() | vectors,
)  # fmt: skip


@given(st.lists(keys, min_size=1, max_size=5))
@settings(max_examples=100, deadline=None)
def test_any_keys_come_back_from_their_text(some):
    """Each number exactly, and what is left to the path stays left to it."""
    made = Keys.of(some)
    assert parsed(written(made)).keys == made
    assert [parsed(line_of(made, i).encode()).keys[0] for i in range(len(made))] == [made[i] for i in range(len(made))]


def test_wild_shapes_are_warned_of():
    """t, c, b outside -1 to 1 are taken, and told."""
    file = parsed(f"{GOOD}\n{GOOD} k 0 1.5 0\n".encode(), "tour.keys")
    assert file.warnings == ("tour.keys:2: k: tension, continuity and bias beyond -1 to 1 make loops and kinks",)


def test_edits_leave_the_keys_as_they_were():
    """Each edit is another list; the last key cannot go."""
    before = parsed(DEMO).keys
    copy = parsed(DEMO).keys
    assert len(before.inserted(3, Key((0, 0, 0)))) == 8 and len(before.without(-1)) == 6
    assert before.replaced(2, Key((0, 0, 0)))[2] == Key((0, 0, 0)) and before.rolled(2)[0] == before[2]
    assert before == copy
    with pytest.raises(ValueError, match="a path needs a key"):
        Keys.of([Key((0, 0, 0))]).without(0)
    with pytest.raises(IndexError):
        before.without(7)


@given(
    st.lists(st.tuples(vectors, vectors), min_size=1, max_size=6),
    st.booleans(),
    st.sampled_from(["p", "r", "p 1", "q", "1", "\t", "p 1 2 3 4 r 1 2 3"]),
)
@settings(max_examples=60, deadline=None)
def test_a_uniform_file_is_read_as_a_whole_and_the_same(some, last, spoilt):
    """Line by line, as a comment makes it be read, gives the same keys; one spoilt line is found in both."""
    text = written(Keys.of([Key(*each) for each in some])).decode()
    text = text if last else text.removesuffix("\n")
    whole, lines = parsed(text.encode()), parsed(f"{text}\n#".encode())
    assert whole.keys == lines.keys and whole.rows == lines.rows == tuple(range(len(some)))
    assert np.array_equal(whole.keys.source, lines.keys.source)
    for tail in ("", "\n#"):
        if spoilt.strip():
            with pytest.raises(KeyFileError) as caught:
                parsed(f"{text.rstrip()}\n{spoilt}{tail}".encode())
            assert caught.value.faults[0].line == len(some) + 1
