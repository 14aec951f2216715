"""Text -> data and places: nothing of the file is lost, each place leads back to its text."""

import pytest

from engine.scene import SceneError, parse, value_of
from engine.scene.errors import Report
from engine.scene.text import read

SCENE = """\
# a scene
format: 1
title: "Spring: one"
entities:
  down:
    gravity: {acceleration: [0, -9.82, 0]}   # weight
  jet:
    mass: 0.5 g
    emitter:
      bursts:
        - {count: 3}
        - time: 1 s
          count: 40
"""


def read_text(text):
    """Data and places of a text that is right."""
    report = Report("test.yaml")
    data = read(text.encode() if isinstance(text, str) else text, report)
    report.check()
    return data, report


def scalars(data, path=()):
    """Path and value of each scalar."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if items is None:
        yield path, data
    else:
        for key, item in items:
            yield from scalars(item, (*path, key))


@pytest.mark.parametrize("form", [SCENE, SCENE.replace("\n", "\r\n"), "\ufeff" + SCENE, "\ufeff" + SCENE.replace("\n", "\r\n")])
def test_the_text_at_a_place_is_the_value(form):
    """text[start:end] of each scalar, read as a value, is that scalar; with a byte order mark and CRLF too."""
    data, report = read_text(form)
    assert report.text == form
    found = list(scalars(data))
    assert len(found) == 9
    for path, value in found:
        place = report.places[path]
        assert value_of(report.text[place.start : place.end]) == value
        line = report.line(place.line)
        assert line[place.column - 1 :].startswith(report.text[place.start : place.end])


def test_a_byte_order_mark_and_crlf_change_no_data():
    """The same scene however the editor ends its lines."""
    data = read_text(SCENE)[0]
    assert read_text("\ufeff" + SCENE.replace("\n", "\r\n"))[0] == data


def test_blocks_have_places_too():
    """A block's place is its first key, and its key's place the name."""
    _, report = read_text(SCENE)
    place = report.places["entities", "jet", "emitter"]
    assert (place.line, place.column, place.key_line, place.key_column) == (10, 7, 9, 5)


@pytest.mark.parametrize(
    "written, value",
    [("no", "no"), ("yes", "yes"), ("on", "on"), ("0x10", 16), ("012", 12), ("0o7", "0o7"), ("1e3", 1000.0), (".5", 0.5), ("-3", -3),
     ("1_000", "1_000"), ("true", True), ("False", False), ("2024-01-01", "2024-01-01"), ("1:30", "1:30"), ("'1'", "1"), ("#ff0000", "#ff0000"),
     ("1/60 s", "1/60 s"), ("[1, 0, 0]", [1, 0, 0]), ("{a: 1}", {"a": 1}), ("12 deg", "12 deg")],
)  # fmt: skip
def test_plain_words_are_read_as_yaml_1_2_reads_them(written, value):
    """no, yes, on, dates and sexagesimals are text; numbers are decimal or 0x."""
    found = value_of(written)
    assert found == value and type(found) is type(value)


def test_keys_are_text():
    """`1: x` has the key "1"."""
    assert read_text("1: 2")[0] == {"1": 2}


def test_a_scene_keeps_its_text(tmp_path):
    """Scene.text is what was read, mark and line ends included: what a change is written back into."""
    raw = ("\ufeff" + SCENE.replace("\n", "\r\n")).encode()
    assert parse(raw, tmp_path / "test.yaml").text.encode() == raw


@pytest.mark.parametrize("rest", ["", "      fade: 2\n", "\n      fade: 2\n"])
def test_a_missing_space_is_mended_with_its_own_line_alone(rest):
    """What stands on the next line is no part of what is to be written, though YAML reads the two as one text."""
    with pytest.raises(SceneError) as caught:
        parse(f"entities:\n  jet:\n    emitter:\n      rate:3000\n{rest}".encode(), "test.yaml")
    assert [(d.line, d.column, d.text) for d in caught.value.diagnostics] == [(4, 7, "put a space after the colon: rate: 3000")]
