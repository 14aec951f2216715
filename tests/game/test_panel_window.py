"""The panel in a window on a virtual screen: opened, used, and closed by mouse and keys."""

import pytest
from window_told import TEXT


@pytest.fixture(scope="module")
def story(told):
    """What panel_story.py went through, by chapter."""
    told = told("panel")
    assert told["console"].count("Traceback") == 1 and "no head" in told["console"], told["console"]  # broken on purpose
    return told


def test_tab_opens_it_beside_the_picture(story):
    """Until then nothing of it is imported; opened, the picture at its left is what the renderer drew, to the bit."""
    assert story["opens"] == {"imported while closed": False, "same beside it": True, "drawn": True}


def test_a_dragged_slider_changes_what_is_born(story):
    """The variable, and through it the launch of droplets; the camera does not turn; one tweak."""
    told = story["slides"]
    assert told["before"] == 1 and told["after"] == pytest.approx(3, abs=0.1)
    assert told["launched"] == told["after"] and told["camera"] and told["steps"] == 1


def test_the_button_undoes_and_the_key_does_again(story):
    """A whole drag at once."""
    assert story["undoes"] == {"undone": 1, "redone": True}


def test_write_puts_the_value_into_the_file_and_nothing_else(story):
    """The file that is read back differs in one number."""
    expected = TEXT.replace("spread: {value: 1,", f"spread: {{value: {story['writes']['value']:.6g},")
    assert story["writes"]["file"] == expected


def test_the_keyboard_is_the_panels_only_while_something_is_typed(story):
    """Letters in the search box do not steer the scene or the camera; after a click into the picture they do."""
    assert story["types"] == {"words": "so", "steered": True, "camera": True}


def test_a_click_selects_and_a_drag_turns(story):
    """A press and a release in one place select what is there and mark it; a drag turns the eye and selects nothing else."""
    assert story["picks"] == {"clicked": "floor", "marked": True, "dragged": "floor", "wheel": True}


def test_a_mistake_in_the_panel_closes_it_and_the_picture_goes_on(story):
    """It is said once; Tab opens the panel again."""
    assert story["fails"] == {"again": True, "trouble": ""}


def test_tab_closes_it(story):
    """Nothing is marked or covered any more."""
    assert story["closes"] == {"open": False, "marked": None, "covered": 0}
