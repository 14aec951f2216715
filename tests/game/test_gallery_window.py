"""The gallery in a window on a virtual screen: opened, searched, and used by mouse and keys."""

import pytest
from window_told import TEXT

from game.cli import main


@pytest.fixture(scope="module")
def story(told):
    """What gallery_story.py went through, by chapter."""
    another, broken = TEXT.replace("title: Small", "title: Another"), TEXT.replace("rate: 400", "ratee: 400")
    told = told("gallery", zebra=another, broken=broken)
    assert told["console"].count("Traceback") == 1 and "no card" in told["console"], told["console"]  # broken on purpose
    return told


def test_it_opens_over_a_scene_that_waits(story):
    """Ctrl+O: the window shows what the painter drew, to the bit, no tick passes, what is wrong with a file is marked with its line, and the
    scene that runs, which has no thumbnail, lends its picture."""
    told = story["opens"]
    assert told["errors"].keys() == {"broken"} and told["errors"]["broken"].startswith("broken.yaml:11: unknown key 'ratee'")
    assert (told["caption"], told["waits"], told["different"], told["own"]) == ("Scenes - Springvand", True, 0, [True])


def test_typing_searches_and_enter_opens(story):
    """Letters are the search's, not the scene's; Esc clears, Enter opens what is left."""
    assert story["searches"] == {"nothing": 0, "one": ["zebra"], "running": "zebra", "closed": True, "steered": False}


def test_a_click_opens(story):
    """The card under the pointer is lit, and a click on it opens its scene."""
    assert story["clicks"] == {"hovered": 0, "running": "small", "closed": True}


def test_arrows_repeat_the_wheel_scrolls_and_escape_goes_back(story):
    """One press that is held two repeats long leads three cards on; Esc leaves without another scene, which runs on."""
    assert story["moves"] == {"start": 0, "after": 3, "running": "small", "closed": True}


def test_it_leaves_the_picture_as_it_was(story):
    """Held at a tick, the scene's pixels after the gallery are those before it, to the bit: it has touched nothing that the renderer relies on."""
    assert story["restores"] == {"different": 0, "drawn": True}


def test_a_scene_with_mistakes_is_opened_to_be_mended(story):
    """Found by its message and opened, its errors are over the picture; from there the gallery leads on."""
    told = story["mistaken"]
    assert told["running"] == "broken" and told["errors"][0].startswith("unknown key 'ratee'") and told["after"] == "small"


def test_a_mistake_of_ours_shows_the_scene(story):
    """A gallery that cannot be drawn shuts, is said once, and the scene goes on."""
    assert story["breaks"] == {"trouble": ""}


def test_without_a_display_the_command_says_what_there_is(monkeypatch, capsys):
    """The machine lacks a screen: `list` says the same in words."""
    monkeypatch.setattr("game.commands.run.has_display", lambda: False)
    assert main(["gallery"]) == 3
    assert "springvand list" in capsys.readouterr().err
