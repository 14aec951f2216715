"""Ctrl+R on a virtual screen: the film of a window is, picture for picture, what `render` makes of the same moments."""

import os
from fractions import Fraction

import numpy as np
import pytest
from film_hands import SCENE
from PIL import Image

from engine.scene import load
from game.film.moments import Plan
from game.film.pictures import Look, Pictures

av = pytest.importorskip("av")
EVEN = (160, 90)


@pytest.fixture(scope="module")
def story(told):
    """What film_story.py went through, by chapter; the folder it was in."""
    told = told("film", text=SCENE.replace("billboard: {size: 0.2}", "billboard: {size: 0.2}\n    draw: {label: drops}"))
    assert "Traceback" not in told["console"], told["console"]
    return {**told, "folder": told["scene"].parent}


def stills(folder):
    """Pictures of a folder, in their order."""
    return [np.asarray(Image.open(folder / f"{i}.png")) for i in range(len(os.listdir(folder)))]


def rendered(story, begin, count, context):
    """The same moments without a window: pictures of a plan that begins at a tick."""
    pictures = Pictures(lambda: load(story["scene"]), None, Look((161, 91), 0, "test"))
    plan = Plan(Fraction(begin, 120), Fraction(60), count)
    drawn = [pictures.picture(plan, i)[:90, :160, :3] for i in range(count)]
    pictures.close()
    return drawn


def test_the_film_of_a_window_is_the_film_of_the_command(story, context):
    """However long a picture took, with help and reports over it: pictures k/120 + i/60 s, equal to the bit, the odd edge cut off; no dot."""
    told, film = story["exact"], stills(story["folder"] / "exact")
    assert len(film) == 9 and told["seen"] == ["0:00", "0:00"] and told["on"] is False
    assert told["runs"] and told["exact"] is False  # afterwards the window goes on by the clock
    for one, other in zip(film, rendered(story, told["begin"], 9, context), strict=True):
        np.testing.assert_array_equal(one, other)
    assert len(np.unique(film[0])) > 30 and (film[0] != film[8]).any()


def test_time_that_is_held_is_held_in_the_film(story):
    """Space: the film goes on and shows the same; R: it goes on from the first tick."""
    film = stills(story["folder"] / "held")
    assert story["held"]["passed"] == 0 and len(film) == 6
    assert (film[0] != film[1]).any() and all((film[-1] == each).all() for each in film[2:])
    assert 0 < story["held"]["tick"] <= 2 * 6 and len(stills(story["folder"] / "anew")) == 6


def test_a_window_of_another_size_shows_the_film_in_its_middle(story):
    """161 x 91 in a window of 300 x 91: black beside it, the picture as it is in the middle, the red dot over it; then all of it again."""
    shown = np.load(story["folder"] / "shown.npy")
    assert story["sizes"] == {"shown": [91, 300, 4], "after": [300, 91]}
    assert {picture.shape for picture in stills(story["folder"] / "sizes")} == {(90, 160, 3)}
    assert shown[35:55, :69, :3].max() == 0 and shown[35:55, 231:, :3].max() == 0 and shown[45, 72:228, :3].min() > 0
    red = (shown[..., 0] > 200) & (shown[..., 1] < 90)
    assert 10 < red.sum() < 200 and red[:30, 100:200].sum() == red.sum()


def test_a_film_lies_in_renders_under_name_and_date(story):
    """12 pictures at 60 a second, which the report says; Ctrl+R in the middle of a film, then Esc: that one is whole, too."""
    (name,) = story["mp4"]["files"]
    assert name.startswith("small-20") and story["mp4"]["report"].startswith(f"recorded renders/{name}: 12 pictures, 0.2 s, ")
    first, last = sorted((story["folder"] / "renders").iterdir(), key=lambda path: path.stat().st_mtime)
    assert first.name == name
    for path, least in ((first, 12), (last, 2)):
        with av.open(str(path)) as film:
            stream = film.streams.video[0]
            assert stream.frames >= least and stream.average_rate == 60 and (stream.width, stream.height) == EVEN
            assert len(list(film.decode(stream))) == stream.frames


def test_what_goes_wrong_is_said_in_the_window(story):
    """Without av: what to type. A full disk: why, and what is finished; the window goes on."""
    assert story["lacks"] == {"on": False, "report": "an MP4 needs the package av; write: pip install 'springvand[video]'"}
    assert story["full"]["report"] == "cannot write full/2.png: No space left on device; 2 pictures are finished, the last is full/1.png"
    assert story["full"]["files"] == ["0.png", "1.png"]
