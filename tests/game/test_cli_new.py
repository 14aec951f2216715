"""Scenes of one's own: `springvand new`, and what editors find in their first line."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from engine.scene import load, scenes
from game.cli import main
from game.commands import new
from game.commands.check import hold
from game.report import CONTENT, FINE, USAGE, Stop
from game.scenes import find

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "content" / "scene.schema.json"


def schema_of(path):
    """The file that the first line of a scene names."""
    named = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", path.read_text(encoding="utf-8").splitlines()[0])[1]
    return Path(unquote(urlparse(named).path)) if named.startswith("file:") else (path.parent / named).resolve()


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, whose name has a space, as the present one."""
    folder = tmp_path / "my scenes"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("SPRINGVAND_CALLED", raising=False)
    return folder


@pytest.mark.parametrize("path", [*scenes(), new.TEMPLATE], ids=lambda path: path.stem)
def test_a_shipped_scene_names_the_schema_in_its_first_line(path):
    """So that any editor with a YAML language server finds it."""
    assert schema_of(path) == SCHEMA and SCHEMA.is_file()


def test_vs_code_knows_the_schema_and_offers_the_extension():
    """Its settings name the schema for shipped scenes, and the extension that reads it."""
    settings = json.loads((ROOT / ".vscode" / "settings.json").read_text())
    [(schema, patterns)] = settings["yaml.schemas"].items()
    assert (ROOT / schema).resolve() == SCHEMA
    assert {path for pattern in patterns for path in ROOT.glob(pattern)} == {*scenes(), new.TEMPLATE}
    assert json.loads((ROOT / ".vscode" / "extensions.json").read_text()) == {"recommendations": ["redhat.vscode-yaml"]}


def test_new_writes_a_scene_that_teaches_and_keeps_its_promises(here, capsys):
    """About forty lines, commented, right, and with a check that it holds; what to do next is said."""
    assert main(["new", "first"]) == FINE
    said = capsys.readouterr()
    assert said.out == "first.yaml\n" and "springvand first.yaml" in said.err
    path = here / "first.yaml"
    text = path.read_text()
    assert len(text.splitlines()) < 50 and text.count(" try ") >= 5 and "\ntitle: First\n" in text
    assert schema_of(path) == SCHEMA
    assert hold(load(path)) == []
    assert find("first") == Path("first.yaml")


@pytest.mark.parametrize("source", [path.stem for path in scenes()])
def test_a_copy_of_a_shipped_scene_is_that_scene(here, source):
    """The same entities and comments from another place, pictures included; its own title, and no key of the gallery."""
    assert main(["new", "deep/my_own.yaml", "--from", source]) == FINE
    old, copy = load(find(source)), load(here / "deep" / "my_own.yaml")
    assert copy.spec.entities == old.spec.entities and copy.spec.vars == old.spec.vars
    assert (copy.spec.title, copy.spec.key) == ("My own", None)
    assert set(copy.images.values()) == set(old.images.values())
    kept = [line for line in old.text.splitlines() if "#" in line and "$schema" not in line]
    assert kept and all(line in copy.text.splitlines() for line in kept)


def test_nothing_is_overwritten(here, capsys):
    """A second time is status 2, and the file is as it was; also by --from, also through a link that leads nowhere."""
    (here / "mine.yaml").write_text("mine")
    (here / "link.yaml").symlink_to("nowhere")
    for words in (["mine"], ["mine.yaml", "--from", "rain"], ["link"]):
        assert main(["new", *words]) == USAGE
        assert "is there already and stays as it is" in capsys.readouterr().err
    assert (here / "mine.yaml").read_text() == "mine" and not (here / "nowhere").exists()


def test_a_copy_that_would_not_load_is_not_written(here, capsys):
    """A source with a mistake, or with a texture beside it that the copy would not find, is named; nothing is left behind."""
    (here / "own.png").write_bytes((ROOT / "content" / "textures" / "mist.png").read_bytes())
    for text, told in [
        (b"format: 1\nentities: {a: {gravty: {}}}\n", "bad.yaml:2:16: error: unknown key 'gravty'; did you mean 'gravity'?"),
        (b"title: \xe5\nentities: {a: {gravity: {}}}\n", "byte 0xe5 is not UTF-8"),
        (b"entities: {a: {mass: 1, billboard: {textures: [own.png]}}}\n", "no file 'own.png'"),
    ]:
        (here / "bad.yaml").write_bytes(text)
        assert main(["new", "sub/copy", "--from", "bad.yaml"]) == CONTENT
        assert told in capsys.readouterr().err and not (here / "sub").exists()
    assert main(["new", "beside", "--from", "bad.yaml"]) == FINE


@pytest.mark.parametrize("name", ["", ".", "sub/", ".."])
def test_a_name_that_is_none(here, name, capsys):
    """Status 2, with what to write."""
    assert main(["new", name]) == USAGE
    assert "springvand new first" in capsys.readouterr().err


def test_a_copy_keeps_line_ends_and_odd_titles_are_quoted(here):
    """CRLF stays CRLF, also in the line that is new; a name that YAML would misread is still a title."""
    (here / "dos.yaml").write_bytes(b"format: 1\r\ntitle: x\r\nentities: {a: {gravity: {}}}\r\n")
    assert main(["new", "2", "--from", "dos.yaml"]) == FINE
    raw = (here / "2.yaml").read_bytes()
    assert raw.count(b"\n") == raw.count(b"\r\n") == 4
    assert load(here / "2.yaml").spec.title == "2"


def test_what_to_do_next_is_said_as_it_can_be_typed(here, capsys, monkeypatch):
    """Who starts it through run.py has no `springvand` on the path."""
    monkeypatch.setenv("SPRINGVAND_CALLED", "python3 ../run.py")
    assert main(["new", "first"]) == FINE
    assert "springvand: now: python3 ../run.py first.yaml\n" in capsys.readouterr().err


def test_a_file_whose_name_is_mistyped_is_named(here):
    """What stands beside it counts as well as what comes with the program."""
    assert main(["new", "first"]) == FINE
    with pytest.raises(Stop, match="no scene 'frist.yaml'; did you mean 'first.yaml'?"):
        find("frist.yaml")
