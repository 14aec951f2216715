"""The window on a virtual screen: one process lives through everything a user may do to it."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest
from window_everything import everything, twin
from window_told import KEYS, ROOT, TEXT

from engine.render import offscreen


@pytest.fixture(scope="module")
def alone():
    """What EGL shows of everything without a window, (picture, frame); None where there is no EGL. First of all: it compiles what the window needs, too."""
    try:
        offscreen.context(debug=True)
    except offscreen.NoOpenGL:
        if os.environ.get("REQUIRE_GL") == "1":
            raise
        return None
    renderer, frame = everything()
    picture = renderer.pixels()
    renderer.close()
    return picture, frame


@pytest.fixture
def egl(alone):
    """A picture of everything and its frame, from EGL."""
    if alone is None:
        pytest.skip("no OpenGL without a window")
    return alone


@pytest.fixture(scope="module")
def story(told, alone):
    """What the window of window_story.py went through, by chapter."""
    return told("window")


def test_it_opens_runs_and_closes_with_status_0(story):
    """The scene is there and time passes; Esc ends the program well, and only what was broken on purpose left a trace."""
    assert story["runs"]["ticks"] > 0 and story["runs"]["caption"] == "Small - Springvand"
    assert story["console"].count("Traceback") == 2
    assert "too heavy" in story["console"] and "no picture" in story["console"]


def test_window_and_offscreen_show_the_same_pixels(story, egl):
    """The 60th tick of the scene, drawn into a window and drawn through EGL in another process: equal to the bit, and a picture."""
    first = story["scene"].with_name("first.yaml")
    first.write_text(TEXT)
    renderer, fingerprint = twin(first)
    here, there = renderer.pixels(), np.load(story["scene"].with_suffix(".npy"))
    renderer.close()
    assert fingerprint == story["pixels"]["fingerprint"]
    assert len(np.unique(here[..., :3])) > 50
    np.testing.assert_array_equal(here[..., :3], there[..., :3])
    assert story["pixels"]["different"] == 0  # nor does what the window's own renderer gives out differ from what is in the window


def test_every_pass_gives_a_window_the_same_pixels(story, egl):
    """One frame with something for each pass, multisampled, the mean of two moments: in a window as offscreen."""
    here, frame = egl
    parts = {"boxes": frame.boxes.center, "foliage": frame.foliage.rows, "rounds": frame.rounds.center, "flare": frame.flare.rows}
    names = "waters", "particles", "skins", "masses", "arrows", "lines", "overlay", "lamps"
    assert all(len(part) for part in [*parts.values(), *(getattr(frame, name) for name in names)])
    assert {skin.closed for skin in frame.skins} == {True, False} and frame.view.bloom > 0
    np.testing.assert_array_equal(here[..., :3], np.load(story["scene"].with_name("everything.npy"))[..., :3])


def test_space_holds_time_and_full_stop_steps(story):
    """Paused, no tick passes in a second of pictures; `.` passes exactly one."""
    assert story["pause"] == {"paused": 0, "step": 1}


def test_help_is_shown(story):
    """H brings a panel with the scene's own keys and their present values."""
    assert {"A  Q", "spread", "1"} <= set(story["help"])


def test_a_key_of_the_scene_steers_it(story):
    """Q raises the spread by its step while the simulation goes on; O turns the jet off and on."""
    assert story["keys"] == {"spread": 1.5, "off": False, "on": True}


def test_the_mouse_turns_the_camera_and_restart_leaves_it(story):
    """A drag of 100 pixels to the right turns the eye by -30 degrees; R brings time back to the start and not the eye."""
    assert story["mouse"]["turned"] == pytest.approx(-30, abs=1e-6)
    assert story["mouse"]["time"] < 0.5 < story["mouse"]["before"]
    assert story["mouse"]["after restart"] == pytest.approx(-30, abs=1e-6)


def test_cameras_are_chosen_by_number(story):
    """Shift+2 looks from the second camera."""
    assert story["camera"] == pytest.approx([3, 1, 0])


def test_the_cameras_path_is_played_stepped_dragged_edited_and_saved(story):
    """Enter, brackets, < and >, the line, K, Delete and Ctrl+S with real events: two frames on, a lap of three keys with 30 frames each, the
    file with one line that is another."""
    told = story["ride"]
    first, second, third = told.pop("file")
    assert [first, second] == KEYS.splitlines()[:2] and third.startswith("p ") and third not in KEYS
    assert told.pop("plays").startswith("rider   frame ") and told.pop("lines") > 1000
    assert told.pop("after") == (told.pop("before") + 30) % 90
    assert told == {"held": False, "middle": 45, "keys": 4}


def test_an_edit_of_the_file_reaches_the_running_scene(story):
    """Saved at 400 a second, seen at 800 while droplets fly on; a broken save is an error on the picture and no more."""
    assert story["edit"]["rate"] == 800
    assert story["edit"]["alive"] > 0
    assert story["edit"]["error"] == "unknown key 'ratee'"
    assert story["edit"]["ticks while broken"] > 0
    assert story["edit"]["errors after"] == 0


def test_the_pointer_drags_the_time_line_and_b_shows_the_version_before(story):
    """Half of the line is half of the time, the present waits there, Space goes on; B, held, shows the rate before the save."""
    past = story["past"]
    assert past["share"] == pytest.approx(0.5, abs=0.02)
    assert (past["shown"], past["present"], past["on"]) == (0, 0, 0)
    assert (past["a"], past["b"]) == (800, 300) and past["text"].endswith("jet.emitter.rate 800 -> 300")


def test_an_edited_image_is_seen_and_a_broken_one_is_not(story):
    """The floor's texture turns blue while it runs; a file that is no image leaves it blue; mended it is red."""
    assert story["images"] == {"broken": "blue"}


def test_no_size_harms_it(story):
    """Resized to a pixel, minimised, back again: pictures go on in the new size."""
    assert story["sizes"] == {"tiny": [1, 1], "back": [90, 160, 4], "hidden": True}


def test_clock_jumps_and_stalls_harm_nothing(story):
    """A clock an hour ahead or behind passes at most a tenth of a second of simulated time."""
    assert 0 <= story["clock"]["ahead"] <= 0.11
    assert 0 <= story["clock"]["behind"] <= 0.11


def test_what_a_picture_cannot_hold_is_left_out_and_said(story):
    """A renderer that refuses the droplets draws the rest, with its reason over the picture, until it takes them again."""
    assert story["limit"] == {"said": ["too much; the picture goes on without droplets"], "trouble": ""}


def test_an_error_in_a_system_is_named_and_the_window_goes_on(story):
    """The system, the entity and what it said are on the picture, pictures go on, and R mends it."""
    assert re.fullmatch(r"RuntimeError: too heavy; in Integrate of the tick at [\d.]+ s, on jet", story["fault"]["text"])
    assert story["fault"]["pictures"] > 0
    assert story["fault"]["after"] == ""


def test_an_error_in_the_picture_does_not_end_it(story):
    """A renderer that fails is said once, and the next picture is drawn as before."""
    assert story["picture fault"] == {"said": 1, "after": ""}


@pytest.mark.skipif(sys.platform != "linux", reason="displays are named by DISPLAY on Linux")
def test_a_display_that_is_not_there_is_status_3():
    """The machine lacks something: the message names the display that cannot be reached, and what happens without one."""
    environment = {**os.environ, "DISPLAY": ":4999"}
    done = subprocess.run([sys.executable, "-m", "game", "fountain"], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 3
    assert "DISPLAY=:4999" in done.stderr and "./renders/" in done.stderr


def test_kernels_that_a_page_or_an_edit_needs_first_are_told_of(story):
    """Compiled between two pictures, each puts how far it has come before the author's eyes: on dark ground, in place of a frozen picture;
    amid a picture nothing is touched. The console says so once."""
    assert story["compiling"]["curtains"] == 1
    assert story["compiling"]["dark"] < 20 and story["compiling"]["words"] > 150
    assert story["console"].count("compiling kernels, once on this machine") == 1
