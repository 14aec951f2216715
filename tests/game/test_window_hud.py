"""Text over the picture."""

from dataclasses import replace

import numpy as np
import pytest

from engine.scene import load, scenes
from engine.scene.errors import Diagnostic
from game import panels
from game.hud import ACCENT, GROUND, Board, Cell, Hud, scale_of, side_by_side
from game.keys import bindings
from game.letters import plain

LONG = "needs 3 numbers, found 2; write [x, y, z], " * 6
BOARD = Board(
    status=((Cell("Fountain"), Cell("12.5 s", right=True)),),
    paused=True,
    report="reloaded fountain.yaml: jet.emitter.rate 600 -> 900 (birth)",
    errors=tuple(Diagnostic("fountain.yaml", i, 7, LONG, "  ratee: 600") for i in range(1, 6)),
    help=(((Cell("H"), Cell("keys")),), ((Cell("Q"), Cell("spread")),)),
    profile=((Cell("emit"), Cell("0.50", right=True), Cell(bar=0.5, color=ACCENT)),),
)


def rows(image):
    """Runs of rows that hold anything, as (first, last)."""
    filled = np.flatnonzero(image[..., 3].any(axis=1))
    breaks = np.flatnonzero(np.diff(filled) > 1)
    return list(zip(filled[np.r_[0, breaks + 1]], filled[np.r_[breaks, -1]], strict=True))


def test_nothing_to_say_is_no_image():
    """An empty board costs no upload."""
    assert Hud().draw(Board(), (320, 180)) is None


def test_the_same_board_is_not_drawn_twice():
    """The very same array comes back until a text, the size or the scale changes."""
    hud = Hud()
    first = hud.draw(BOARD, (640, 360))
    assert hud.draw(replace(BOARD), (640, 360)) is first
    assert hud.draw(replace(BOARD, paused=False), (640, 360)) is not first


@pytest.mark.parametrize("size", [(1280, 720), (320, 180), (40, 30), (1, 1), (3, 500)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_board_fits_any_picture(size, scale):
    """The image is as large as the picture, however small that is; what does not fit is cut off."""
    image = Hud().draw(BOARD, size, scale)
    assert image.shape == (size[1], size[0], 4)
    assert image.dtype == np.uint8


def test_three_errors_at_most_are_shown():
    """Five errors are three panels and a line that says how many more there are: four panels, like four errors of one line."""
    image = Hud().draw(Board(errors=BOARD.errors), (1280, 1000))
    assert len(rows(image)) == 4
    assert len(rows(Hud().draw(Board(errors=BOARD.errors[:2]), (1280, 1000)))) == 2


def test_long_texts_are_broken_to_the_width():
    """A text wider than the picture takes more rows and stays inside; the right margin is empty."""
    narrow = Hud().draw(Board(errors=BOARD.errors[:1]), (400, 600))
    wide = Hud().draw(Board(errors=BOARD.errors[:1]), (4000, 600))
    assert rows(narrow)[0][1] > rows(wide)[0][1]
    assert not narrow[:, -10:, 3].any()


def test_corners_are_round_and_the_ground_is_seen_through():
    """The corner pixel of a panel is empty, its edge has the ground's alpha, and text is more solid than its ground."""
    image = Hud().draw(Board(status=((Cell("HHH"),),)), (320, 180))
    y, x = (np.flatnonzero(image[..., 3].any(axis=axis))[0] for axis in (1, 0))
    assert image[y, x, 3] == 0
    assert image[y + 2, x + 12, 3] == GROUND[3]
    assert image[..., 3].max() == 255


def test_a_report_fades():
    """At half its strength no pixel is more than half solid."""
    image = Hud().draw(Board(report="saved, no change", report_strength=0.5), (320, 180))
    assert 0 < image[..., 3].max() <= 128


@pytest.mark.parametrize("size", [(480, 360), (500, 500), (500, 800), (640, 360), (640, 480), (800, 500), (1280, 720)])
def test_all_keys_are_seen_in_a_small_window(size):
    """Each scene's tables of keys: inside of the picture, below the line on top, no panel over another."""
    top = rows(Hud().draw(Board(status=BOARD.status), size))[0][1] + 1
    for path in scenes():
        scene = load(path)
        tables = panels.help(scene, bindings(scene.spec)[1])
        placed = side_by_side(tables, scale_of(size), size, top)
        taken = np.zeros((size[1], size[0]), int)
        for panel, x, y in placed:
            assert y >= top and y + panel.shape[0] <= size[1] and x + panel.shape[1] <= size[0], path.stem
            taken[y : y + panel.shape[0], x : x + panel.shape[1]] += 1
        assert taken.max() == 1


def test_a_wide_report_and_the_sign_of_the_pause_stand_one_above_the_other():
    """Between them is a gap; beside a short report the sign stands at the bottom."""
    assert len(rows(Hud().draw(Board(report="wide " * 12, paused=True), (500, 360)))) == 2
    assert len(rows(Hud().draw(Board(report="short", paused=True), (500, 360)))) == 1


def test_a_bar_is_as_long_as_its_share():
    """Half of the bar's pixels have its colour, to one in twenty."""
    image = Hud().draw(Board(profile=((Cell("x"), Cell(bar=0.5, color=ACCENT)),)), (640, 360))
    row = image[np.flatnonzero((image[..., :3] == ACCENT).all(-1).any(1))[3], :, :3]
    filled, empty = (row == ACCENT).all(-1).sum(), (row == (40, 52, 64)).all(-1).sum()
    assert filled / (filled + empty) == pytest.approx(0.5, abs=0.05)


def test_letters_the_font_lacks_are_replaced():
    """Accents fall off, what is left over becomes a question mark, and nothing is drawn as an empty box."""
    assert plain("Springvand på Øen, naïve 水") == "Springvand pa Oen, naive ?"
