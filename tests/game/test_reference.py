"""The reference: made from the declarations, nothing missing, nothing stale, every example works."""

import re
from pathlib import Path

import pytest

from content.make.reference.__main__ import files
from engine.scene.later import LATER
from engine.scene.load import parse
from engine.scene.vocabulary import COMPONENTS
from engine.schema import limits
from engine.simulation import Simulation
from game.keys import TABLE
from game.reference import examples, page, tables, terminal
from game.reference.blocks import GROUPS, OTHERS, all_rows, groups

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("path, text", files().items(), ids=lambda each: getattr(each, "name", ""))
def test_the_files_are_as_the_declarations_say(path, text):
    """What is committed is what the generator makes now."""
    assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale; make it anew: {page.MAKE}"


@pytest.mark.parametrize("name", COMPONENTS)
def test_an_example_works(name):
    """Each component has one, it names the component, and a simulation of it runs two ticks."""
    assert examples.example(name), f"write a short example of {name} into game/reference/examples.py, then {page.MAKE}"
    scene = parse(examples.scene(name).encode(), ROOT / "content" / "scenes" / "example.yaml")
    assert any(getattr(entity, name) is not None for entity in scene.spec.entities.values())
    Simulation(scene).step(2)


def test_every_component_stands_in_one_group():
    """None is lost, none is there twice; a new one comes last until it is put where people look for it."""
    listed = [name for names in groups().values() for name in names]
    assert sorted(listed) == sorted(COMPONENTS)
    assert OTHERS not in groups(), f"put {groups()[OTHERS]} into GROUPS of game/reference/blocks.py"
    assert set(GROUPS) == set(groups())


def test_the_page_has_every_field_key_command_and_limit():
    """Each stands in it, and each line of its contents leads to a heading."""
    text = page.reference()
    for row in all_rows():
        assert f"| `{row.address}` | {row.field.text.replace('|', chr(92) + '|')} |" in text
    for key in TABLE:
        assert not key.method or f"| {key.text} |" in text
    assert {name for name in vars(limits) if name.isupper()} == set(tables.LIMITS), (
        "say in LIMITS of game/reference/tables.py what it limits"
    )
    headings = {page.anchor(title) for title in re.findall(r"^#+ (.+)$", text, re.M)}
    assert set(re.findall(r"\(#(.+?)\)", text)) <= headings
    from game.cli import COMMANDS

    assert all(f"### springvand {name}\n" in text for name in COMMANDS)


@pytest.mark.parametrize(
    "word, told",
    [
        ("emitter.rate", ["emitter.rate: Births per second.", "1/s (or /s, Hz", "default   100", "shows in new particles"]),
        ("jet.emitter.rate", ["emitter.rate: Births per second."]),
        ("breeze.wind.velocity.x", ["wind.velocity: Velocity of the air."]),
        ("overflow", ["emitter.overflow:", "skip      births follow the mean rate of deaths"]),
        ("wind", ["wind: Moving air.", "  breeze: {wind:", "wind.gust.strength"]),
        ("shape.box", ["shape.box: A box.", "shape.box.bevel"]),
        ("bevel", ["shape.box.bevel: ", "shape.frame.bevel: "]),
        ("time.step", ["time.step: Length of a tick", "1/120 s", "frame     the wall-clock step itself"]),
        ("vars", ["vars: Named values.", "vars.NAME.min"]),
        ("units", ["km/h"]),
        ("limits", ["20,000,000"]),
        ("keys", ["F1 to F12", "pause"]),
        ("file", ["seed"]),
        ("entity", ["rotation"]),
    ],
)
def test_a_word_is_explained(word, told):
    """Components, fields with or without what stands before them, topics."""
    text = terminal.about(word, 100)
    for part in told:
        assert part in text
    assert max(map(len, text.splitlines())) <= 100


def test_an_unknown_word_is_guessed():
    """A did-you-mean, or where to look."""
    with pytest.raises(terminal.Unknown, match="did you mean 'emitter.rate'"):
        terminal.about("emiter.rate", 80)
    with pytest.raises(terminal.Unknown, match="springvand docs lists"):
        terminal.about("xyzzy", 80)
    for words in LATER.values():
        for word in words:
            if word not in COMPONENTS and not any(row.address.split(".")[-1] == word for row in all_rows()):
                with pytest.raises(terminal.Unknown, match=f"'{word}' is not there yet in this version; "):
                    terminal.about(word, 80)


def test_the_overview_has_every_component():
    """All components and topics."""
    text = terminal.overview(80)
    assert all(re.search(rf"^  {word} ", text, re.M) for word in (*COMPONENTS, *terminal.TOPICS))
