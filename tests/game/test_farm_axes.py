"""What a sweep is asked for: values, the grid, the table, the sheet. Nothing is simulated here."""

import argparse
import csv
import io

import numpy as np
import pytest
from farm_hands import grid
from PIL import Image

from game.farm import sheet, table, work
from game.farm.axes import Axis, axis, labelled


@pytest.mark.parametrize(
    "said, values",
    [
        ("0,1,2", (0, 1, 2)),
        ("1.5", (1.5,)),
        ("true,false", (True, False)),
        ("plain, relative", ("plain", "relative")),
        ("[0,1,0],[1,0,0]", ([0, 1, 0], [1, 0, 0])),
        ("[0,1,0]", ([0, 1, 0],)),
        ('"a,b","c"', ("a,b", "c")),
        ('{"a": 1, "b": 2}', ({"a": 1, "b": 2},)),
        ("250 ms,1/2 s", ("250 ms", "1/2 s")),
        ("0:10:3", (0, 5, 10)),
        ("10:0:3", (10, 5, 0)),
        ("0:1:5", (0, 0.25, 0.5, 0.75, 1)),
        ("100:2000:8", (100, 371.429, 642.857, 914.286, 1185.714, 1457.143, 1728.571, 2000)),
        ("0:1:4", (0, 0.333333, 0.666667, 1)),
        ("1000000:1000001:11", (1000000, *(1000000 + i / 10 for i in range(1, 10)), 1000001)),
        ("-1:1:3", (-1, 0, 1)),
        ("1e-3:3e-3:3", (0.001, 0.002, 0.003)),
        ("0.123456789:1:2", (0.123456789, 1)),
        ("5,10:20:3", (5, 10, 15, 20)),
        ("a:b:c", ("a:b:c",)),
    ],
)
def test_values_are_read(said, values):
    """Lists part at commas outside brackets and quotes; a range has both its ends, and steps of six digits; whole numbers stay whole."""
    read = axis(f"jet.mass={said}").values
    assert read == values and [type(v) for v in read] == [type(v) for v in values]


def test_a_range_is_even_and_written_short():
    """What is printed is the value itself: the steps of 1900/7 are rounded to six digits, so each is off by at most half a thousandth."""
    values = axis("jet.emitter.rate=100:2000:8").values
    assert [str(v) for v in values] == ["100", "371.429", "642.857", "914.286", "1185.714", "1457.143", "1728.571", "2000"]
    assert np.abs(np.array(values) - np.linspace(100, 2000, 8)).max() <= 0.5e-3


@pytest.mark.parametrize(
    "said, message",
    [
        ("jet.mass", "'jet.mass' sets nothing; write PATH=VALUE"),
        ("jet.mass=", "'jet.mass=' sets nothing; write PATH=VALUE"),
        ("=1,2", "'=1,2' sets nothing"),
        ("a=1,,2", "'a=1,,2' has a comma with nothing beside it; write values as in 0,1,2"),
        ("a=1,2,", "has a comma with nothing beside it"),
        ("a=[0,1", "'a=[0,1' has a bracket or a quote that is not closed; write lists as [0,1,0],[1,0,0]"),
        ('a="b', "has a bracket or a quote that is not closed"),
        ("a=1,2,1", "'a=1,2,1' says 1 twice; write each value once"),
        ("a=3:3:2", "says 3 twice"),
        (
            "a=1:2:1",
            "'a=1:2:1' is no range; write first:last:count, as in 100:2000:8, with a count of 2 to 10,000, or single values: 100,200",
        ),
        ("a=1:2:x", "is no range"),
        ("a=1:b:3", "is no range"),
        ("a=1:2:20000", "is no range"),
        ("a=1:1e999999999:3", "is no range"),
        ("a=1:2:2.5", "is no range"),
    ],
)
def test_values_that_cannot_be_read(said, message):
    """The message says what to write."""
    with pytest.raises(argparse.ArgumentTypeError) as told:
        axis(said)
    assert message in str(told.value)


def test_the_grid_is_the_product_in_order():
    """The last axis goes fastest; a single value is in all variants and in no name; names are fit for files, and no two are the same."""
    axes, variants = grid("jet.emitter.rate=100:300:3", "vars.wide=2", "breeze.wind.velocity.x=0,1")
    assert [v.overrides for v in variants] == [
        {"jet.emitter.rate": rate, "vars.wide": 2, "breeze.wind.velocity.x": x} for rate in (100, 200, 300) for x in (0, 1)
    ]
    assert [v.name for v in variants][:2] == ["0-rate=100-velocity.x=0", "1-rate=100-velocity.x=1"]
    _, odd = grid("a.b=../c,[1 2]", "a.c=" + ",".join(f"{'x' * 50}{i}" for i in range(6)))
    assert odd[0].name.startswith("00-b=.._c-c=xxx") and all(len(v.name) <= 63 and "/" not in v.name for v in odd)
    assert len({v.name for v in odd}) == 12 and odd[11].name.startswith("11-b=_1_2_-")


def test_labels_are_as_short_as_they_can_be():
    """The last word; more of them where two axes end alike, or where it is a letter."""
    axes = [Axis(path, (1, 2)) for path in ("jet.emitter.rate", "spray.emitter.rate", "breeze.wind.velocity.x", "vars.wide")]
    assert labelled(axes) == {
        "jet.emitter.rate": "jet.emitter.rate",
        "spray.emitter.rate": "spray.emitter.rate",
        "breeze.wind.velocity.x": "velocity.x",
        "vars.wide": "wide",
    }


def outcome(**more):
    """An Outcome of nothing."""
    return work.failed("")._replace(**more)


def test_the_table_is_csv_of_rfc_4180():
    """Rows end in CRLF, what holds commas or quotes is quoted, lists are a column a number, what a variant lacks is empty."""
    axes, variants = grid("jet.colors=[1,2],[3,4]", "jet.word=plain")
    rows = [
        outcome(figures={"ticks": 3, "jet inside": [[0.5, 1.0, 2.0], [1.0, 2.0, 3.0]], "finite": True}, fingerprint="ab", took=0.25),
        outcome(
            figures={"ticks": 3, "pool height": [-0.1, 0.1]},
            failed=['jet: "few", 2 alive', "more"],
            fingerprint="cd",
            messages=["so", "and so"],
        ),
    ]
    text = table.text(axes, list(zip(variants, rows, strict=True)))
    assert text.count("\r\n") == text.count("\n") == 3 and text.endswith("\r\n")
    assert '"[1, 2]",plain,true,3,0.5,1.0,2.0,1.0,2.0,3.0,true,,,ab,0.250,,,' in text
    read = list(csv.DictReader(io.StringIO(text, newline="")))
    assert read[1]["broken promises"] == 'jet: "few", 2 alive; more' and read[1]["passed"] == "false"
    assert read[1]["messages"] == "so; and so"
    assert (read[1]["pool height low"], read[1]["jet inside high z"], read[0]["jet inside high z"]) == ("-0.1", "", "3.0")
    failed = table.text(axes, [(variants[0], work.failed("no such thing"))])
    assert list(csv.DictReader(io.StringIO(failed)))[0] | {"variant": ""} == {
        "variant": "", "jet.colors": "[1, 2]", "jet.word": "plain", "passed": "", "fingerprint": "", "took [s]": "0.000",
        "broken promises": "", "messages": "", "error": "no such thing",
    }  # fmt: skip


def test_a_table_that_is_not_whole_leaves_one_that_is(tmp_path):
    """It takes the name only where nothing has it."""
    axes, variants = grid("a=1,2")
    rows, path = [(variants[0], outcome())], tmp_path / "figures.csv"
    assert table.save(path, axes, rows, False) == path
    whole = [(variant, outcome()) for variant in variants]
    assert table.save(path, axes, whole, True) == path and path.read_bytes() == table.text(axes, whole).encode()
    assert table.save(path, axes, rows, False) == tmp_path / "figures.part.csv"
    assert path.read_bytes() == table.text(axes, whole).encode()


def cells(variants, missing=()):
    """A cell a variant, each of a colour of its own."""
    return [
        sheet.Cell(v.overrides, None if i in missing else Image.new("RGB", (32, 18), (250 - i, 40, 10 + i)), "")
        for i, v in enumerate(variants)
    ]


def found(image, variants):
    """(row, column) in pixels of the left upper corner of each picture on a sheet."""
    pixels = np.asarray(image)
    return [tuple(np.argwhere((pixels == (250 - i, 40, 10 + i)).all(-1))[0]) for i in range(len(variants))]


def test_two_axes_are_rows_and_columns():
    """Each picture is there once, whole, in its row and its column; the names and values of the axes are in the margins."""
    axes, variants = grid("a.rate=1,2,3", "b=7", "a.wide=4,5,6,8")
    image = sheet.compose("Drops", axes, cells(variants), (32, 18))
    corners = np.array(found(image, variants)).reshape(3, 4, 2)
    assert (np.ptp(corners[..., 0], axis=1) == 0).all() and (np.ptp(corners[..., 1], axis=0) == 0).all()
    assert (np.diff(corners[..., 1], axis=1) == 32 + sheet.GAP).all() and (np.diff(corners[..., 0], axis=0) == 18 + sheet.GAP).all()
    pixels = np.asarray(image)
    assert all((pixels == (250 - i, 40, 10 + i)).all(-1).sum() == 32 * 18 for i in range(12))
    top, left = corners[0, 0]
    for margin in (pixels[:top, left:], pixels[top:, :left]):  # something is written there
        assert (margin.max(axis=-1) > 150).sum() > 20


def test_more_axes_are_rows():
    """All but the last stand in the margin, a column each: a row of the sheet is a combination of them."""
    axes, variants = grid("a=1,2", "b=1,2", "c=1,2,3")
    corners = np.array(found(sheet.compose("Drops", axes, cells(variants), (32, 18)), variants)).reshape(4, 3, 2)
    assert (np.ptp(corners[..., 0], axis=1) == 0).all() and (np.ptp(corners[..., 1], axis=0) == 0).all()
    less, fewer = grid("b=1,2", "c=1,2,3")
    assert corners[0, 0, 1] > found(sheet.compose("Drops", less, cells(fewer), (32, 18)), fewer)[0][1]


def test_one_axis_wraps():
    """One axis: pictures one after another, each with a caption below; what is missing stays dark, a note is written on it."""
    for words in (("a.b=1:5:5",), ("a.longer_than_its_pictures=1,2",)):
        axes, variants = grid(*words)
        image = sheet.compose("Drops", axes, cells(variants), (32, 18))
        corners = found(image, variants)
        assert len(set(corners)) == len(variants)
        pixels = np.asarray(image)
        assert all((pixels[y + 18 : y + 18 + 20, x : x + 32].max(axis=-1) > 150).any() for y, x in corners)
    axes, variants = grid("a=1,2,3")
    dark = cells(variants, {1})
    dark[1] = dark[1]._replace(note="failed")
    pixels = np.asarray(sheet.compose("Drops", axes, dark, (64, 36)))
    assert (pixels == sheet.EMPTY).all(-1).sum() > 500 and (pixels == sheet.WARN).all(-1).any()


def test_a_large_sheet_is_drawn_smaller():
    """At most LARGEST pixels and its margins, however many variants there are."""
    axes, variants = grid("a=1:200:200", "b=1,2")
    image = sheet.compose("Drops", axes, [sheet.Cell(v.overrides, None, "") for v in variants], (320, 180))
    assert max(image.size) <= sheet.LARGEST + 300
