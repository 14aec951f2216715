"""Every message that a scene can provoke, provoked: text, line, column, words."""

import re
from functools import cache
from pathlib import Path

import pytest
from message_texts import templates
from scene_cases import CASES, DOWN, RATE, SCENE
from scene_cases_include import FILES as INCLUDED
from scene_cases_include import OVERRIDES as OVERRIDES_INCLUDED
from scene_cases_include import WITHIN

from engine.scene import SceneError, load, parse, value_of
from engine.scene import text as yaml_text
from engine.scene.explain import LIMITS
from engine.scene.syntax import PROBLEMS
from engine.schema import limits


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a scene's files: an image, a folder, a text called an image, and a link that leaves."""
    outside, folder = tmp_path_factory.mktemp("outside"), tmp_path_factory.mktemp("scene")
    from PIL import Image

    Image.new("RGB", (2, 2)).save(folder / "green.png")
    Image.new("RGB", (2, 2)).save(outside / "far.png")
    (folder / "folder").mkdir()
    (folder / "text.png").write_text("no image")
    (folder / "tent.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (folder / "wedge.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    (folder / "lone.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\n")
    for name, text in INCLUDED.items():
        (folder / name).write_text(text)
    (folder / "link.png").symlink_to(outside / "far.png")
    return folder


@cache
def found_in(name, folder):
    """Diagnostics of a case."""
    old, new, *_ = CASES[name]
    assert old in SCENE
    return errors(new if isinstance(new, bytes) else SCENE.replace(old, new, 1), folder)


def errors(raw, folder, **more):
    """Diagnostics of a scene that must not load."""
    with pytest.raises(SceneError) as caught:
        parse(raw if isinstance(raw, bytes) else raw.encode(), folder / "test.yaml", **more)
    return caught.value.diagnostics


@pytest.mark.parametrize("name", CASES)
def test_each_mistake_is_said_once_at_its_place(name, folder):
    """One mistake, one error: at the line and column of the cause, with what to write instead."""
    _, _, line, column, words = CASES[name]
    found = found_in(name, folder)
    assert len(found) == 1, [d.text for d in found]
    assert words in found[0].text
    assert (found[0].line, found[0].column) == (line, column)
    assert found[0].file == str(folder / WITHIN.get(name, "test.yaml"))


OVERRIDES = {
    "jet.emitter.rate": (-1, "--set:1:18: error: rate: must be 0 or more, found -1"),
    "jet.emitter.rat": (1, "--set:1:17: error: 'jet.emitter.rat': nothing is called 'rat' there; did you mean 'rate'?"),
    "vars.rate": (1000, "--set:1:11: error: 1000 is outside the range of 'rate'; write 0 to 900"),
    "jet.emitter.lifetime[2]": (1, "--set:1:25: error: 'jet.emitter.lifetime[2]': nothing is called '2' there"),
    "pool.wave_surface.splash.depth": ("deep", "--set:1:32: error: depth: 'deep' is not a number; write a number, or one with a unit as in '2 m'"),
    "jet.emitter.bursts[0].count": (1, "--set:1:29: error: 'jet.emitter.bursts[0].count': there are only 0 there"),
    "jet.emitter.start_mass[0]": (1, "--set:1:27: error: 'jet.emitter.start_mass[0]': there is no list there; name the whole value"),
}  # fmt: skip


@pytest.mark.parametrize("address", OVERRIDES_INCLUDED)
def test_an_override_of_what_is_included_is_named_as_such(address, folder):
    """The error stands at the option's text, not in the included file."""
    value, words = OVERRIDES_INCLUDED[address]
    found = errors(SCENE + "include: [{file: part.yaml}]\n", folder, overrides={address: value})
    assert [str(d).split("\n")[0] for d in found] == [words]


@pytest.mark.parametrize("address", OVERRIDES)
def test_an_override_that_is_wrong_is_named_as_such(address, folder):
    """The error stands at the option's text, not at a line of the file that is right."""
    value, words = OVERRIDES[address]
    found = errors(SCENE, folder, overrides={address: value})
    assert [str(d).split("\n")[0] for d in found] == [words]
    assert found[0].source == f"{address}={value}"


def test_a_diagnostic_reads_as_the_house_prints_it(folder):
    """File, line, column, what is wrong, what to write; the line; a caret under the column."""
    found = errors(SCENE.replace(RATE, "      ratee: 3\n"), folder)
    path = folder / "test.yaml"
    assert str(found[0]) == f"{path}:11:7: error: unknown key 'ratee'; did you mean 'rate'?\n          ratee: 3\n          ^"


def test_all_mistakes_come_at_once_in_the_order_of_their_lines(folder):
    """Text, fields, references and files are checked in one go."""
    wrong = {"title: Test": "title: [1]", RATE: "      rate: .nan\n", DOWN: "  down: {gravity: {}, affects: [jett]}\n", "fov: 50": "fov: 0"}
    text = SCENE + "  floor: {shape: {plane: {}}, surface: {texture: gone.png}}\n"
    for old, new in wrong.items():
        text = text.replace(old, new)
    assert [d.line for d in errors(text, folder)] == [2, 11, 14, 17, 18]


def test_a_wrong_key_and_its_wrong_value_are_two_mistakes(folder):
    """`ratee: $rat` has a typo before and one behind the colon; `rate: $rat` and what lacks because of it is one."""
    found = errors(SCENE.replace(RATE, "      ratee: $rat\n"), folder)
    assert [(d.column, d.text.split(";")[1]) for d in found] == [(7, " did you mean 'rate'?"), (14, " did you mean 'rate'?")]


def test_twenty_at_most_and_the_number_of_the_others(folder):
    """25 mistakes: 20 are listed, 5 are counted."""
    with pytest.raises(SceneError, match="and 5 more$") as caught:
        parse((SCENE + "".join(f"  e{i}: {{gravty: {{}}}}\n" for i in range(25))).encode(), folder / "test.yaml")
    assert len(caught.value.diagnostics) == limits.ERRORS == 20 and caught.value.more == 5


def test_a_message_stays_readable_whatever_the_file_holds(folder):
    """A word of 900 letters on a line of 9,000: both are cut, and the caret still stands under its column."""
    text = SCENE.replace(DOWN, f"  down: {{about: '{'a ' * 4000}', {'x' * 900}: 1}}\n")
    head, source, caret = str(errors(text, folder)[-1]).split("\n")
    assert len(head) < 2000 and len(source) <= 164
    assert source[caret.index("^") :].startswith("xxx") and source[caret.index("^") - 1] == " "


FILES = {"gone.yaml": "there is no such file", "folder": "this is not a file"}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_scene_is_an_error_of_its_own(name, folder):
    """What cannot be opened is said before anything is read."""
    with pytest.raises(SceneError) as caught:
        load(folder / name)
    assert [d.text for d in caught.value.diagnostics] == [FILES[name]]


VALUES = {
    "[1, 2": "the '[' of line 1, column 8 needs a ',' or ']' before this",
    "1\nb: 2": "'1\nb: 2' is not one value",
    ".nan": ".nan is no number that a scene can use; write an ordinary number",
}


@pytest.mark.parametrize("text", VALUES)
def test_a_value_from_the_command_line_is_one_value(text):
    """What is no single value raises ValueError with the scene file's own words."""
    with pytest.raises(ValueError) as caught:
        value_of(text)
    assert str(caught.value) == VALUES[text]


# Messages that need more than a text -> the test file that tells them
ELSEWHERE = {
    r"no scene '.*'.*": "test_paths.py",
    "there is no such file": "test_messages.py",
    "this is not a file": "test_messages.py",
    "cannot be read: .*": "test_load.py",
    "'.*' cannot be read: .*": "test_load.py",
    "'.*' is not one value": "test_messages.py",
    ".* is larger than .* MiB; make it smaller": "test_messages_files.py",
    "the pictures show a sun, the scene has none; write an entity with .*": "test_messages_files.py",
    "the pictures show the sun elsewhere; write .*, or another skybox": "scene_cases_files.py",
    "a path needs a key": "../cameras/test_key_files.py",
}


def test_every_message_in_the_code_has_a_case():
    """The texts given to reports and errors, read from the syntax trees; some case tells each whole, with what to write instead."""
    said = [words for *_, words in CASES.values()]
    said += [words for table in (OVERRIDES, OVERRIDES_INCLUDED) for _, words in table.values()]
    known = [(text, place) for text, place in templates() if not place.startswith("assets/")]  # those: test_messages_files.py
    assert len(known) > 150
    missing = [
        (place, text) for text, place in known if text not in ELSEWHERE and not any(re.search(text, each, re.DOTALL) for each in said)
    ]
    assert missing == []


@pytest.mark.parametrize("text", ELSEWHERE)
def test_messages_that_are_told_elsewhere_are(text):
    """The words stand in a test of that file, and the code still has them."""
    assert text in [known for known, _ in templates()]
    told = (Path(__file__).parent / ELSEWHERE[text]).read_text()
    for part in text.split(".*"):
        assert part.strip("'; ,").partition(";")[0] in told


def test_every_word_for_syntax_and_limits_has_a_case():
    """The two tables of translations are covered too."""
    said = [words for *_, words in CASES.values()]
    for _, text in PROBLEMS:
        assert any(re.search(re.escape(text).replace(r"\{0\}", ".+"), words) for words in said), text
    for text in LIMITS.values():
        assert any(re.search(text.format(".+"), words) for words in said), text
    assert yaml_text.NESTING == 32
