"""Every message that a scene can provoke, provoked: text, line, column, words."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from scene_cases import CASES, DOWN, RATE, SCENE
from scene_cases_include import FILES as INCLUDED
from scene_cases_include import OVERRIDES as OVERRIDES_INCLUDED

from engine.scene import SceneError, load, parse, value_of
from engine.scene import text as yaml_text
from engine.scene.explain import LIMITS
from engine.scene.syntax import PROBLEMS
from engine.schema import limits

ROOT = Path(__file__).parents[2]


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


@pytest.mark.parametrize("text", ["[1, 2", "1\nb: 2", ".nan"])
def test_a_value_from_the_command_line_is_one_value(text):
    """What is no single value raises ValueError with the scene file's own words."""
    with pytest.raises(ValueError):
        value_of(text)


# Every template of a message in the code is met by a case above.

REPORTS = {"at", "mark", "_bad", "_refuse", "PathError", "AddressError", "UnitError", "PydanticCustomError"}
ELSEWHERE = {  # provoked by tests that need more than a text
    "no scene '.*'.*": "test_paths", "'.*' is not one value": "above", "cannot be read: .*": "test_load", "'.*' cannot be read: .*": "test_load",
    "there is no such file": "above", "this is not a file": "above",
    "larger than .* bytes; keep bulk data in files of its own": "above", ".*": "passed on", r"\{message\}": "passed on",
    "the pictures show a sun, the scene has none; write an entity with .*": "test_skies",
    "the faces show the sun elsewhere; write .*, or another skybox": "test_skies",
}  # fmt: skip


def _patterns(node):
    """Regular expressions of the texts that an expression can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [re.sub(r"\\\{\w+\\\}", ".*", re.escape(node.value))]
    if isinstance(node, ast.JoinedStr):
        return ["".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in node.values)]
    if isinstance(node, ast.IfExp):
        return _patterns(node.body) + _patterns(node.orelse)
    return []


def _templates():
    """Every text that is given to a report or to an error of a scene, as a regular expression with the place of its call."""
    for folder in ("scene", "schema", "emitters", "forces", "colliders", "bodies", "looks", "cameras"):
        for path in sorted((ROOT / "engine" / folder).glob("*.py")):
            tree = ast.parse(path.read_text())
            texts = {t.id: n.value for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
            for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
                name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                if name in REPORTS:
                    for argument in call.args:
                        argument = texts.get(argument.id, argument) if isinstance(argument, ast.Name) else argument
                        for pattern in _patterns(argument):
                            if " " in pattern or "\\ " in pattern:
                                yield pattern.replace("\\ ", " "), f"{path.name}:{call.lineno}"


def test_every_message_in_the_code_has_a_case(folder):
    """The texts given to reports and errors, read from the syntax trees; a new message without a case fails here."""
    full = [d.text for name in CASES for d in found_in(name, folder)]
    full += [d.text for address, (value, _) in OVERRIDES.items() for d in errors(SCENE, folder, overrides={address: value})]
    included = SCENE + "include: [{file: part.yaml}]\n"
    full += [d.text for address, (value, _) in OVERRIDES_INCLUDED.items() for d in errors(included, folder, overrides={address: value})]
    templates = list(_templates())
    assert len(templates) > 80
    missing = [
        f"{place}: {pattern}"
        for pattern, place in templates
        if pattern not in ELSEWHERE and not any(re.search(pattern, text, re.DOTALL) for text in full)
    ]
    assert missing == []


def test_every_word_for_syntax_and_limits_has_a_case():
    """The two tables of translations are covered too."""
    said = [words for *_, words in CASES.values()]
    for _, text in PROBLEMS:
        assert any(re.search(re.escape(text).replace(r"\{0\}", ".+"), words) for words in said), text
    for text in LIMITS.values():
        assert any(re.search(text.format(".+"), words) for words in said), text
    assert yaml_text.NESTING == 32
