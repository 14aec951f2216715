"""The gallery without a window: what is found, where the cards lie, where keys and mouse lead, what is seen."""

import dataclasses
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game.gallery.cards import CARD, GROUND, Look, card, ring_of
from game.gallery.gallery import Gallery
from game.gallery.layout import FOOTER, HEADER, NARROWEST, WIDEST, grid
from game.gallery.paint import Painter
from game.gallery.search import found
from game.gallery.shelf import Entry, Shelf, files, read
from game.hud import ACCENT
from game.letters import font, shortened, wrapped
from game.scenes import SCENES, names

SIZES = [(1280, 800, 1.0), (500, 500, 1.0), (2560, 1600, 2.0), (3840, 2160, 1.0), (300, 900, 1.0), (90, 90, 1.0), (1, 1, 1.0)]
ENTRIES = [
    Entry(Path("/s/fountain.yaml"), "Fountain", "A jet in a courtyard.", "F1", read=True),
    Entry(Path("/s/jelly.yaml"), "Jelly", "A block on springs.", read=True),
    Entry(Path("/s/noel.yaml"), "Noël", "Snow over a jet.", read=True),
    Entry(Path("/s/bad.yaml"), "bad", error="bad.yaml:3: unknown key 'ratee'", read=True),
    *(Entry(Path(f"/s/more{i}.yaml"), f"More {i}", read=True) for i in range(6)),
]


class Shelved:
    """A shelf of entries that are there."""

    complete = True

    def __init__(self, entries):
        self.entries = list(entries)

    def poll(self):
        """No news."""


@pytest.fixture
def gallery():
    opened = []
    made = Gallery(Shelved(ENTRIES), ENTRIES[0].path, lambda path: opened.append(path.stem), lambda: opened.append("left"))
    made.advance(0.1, (1000, 700), 1.0)
    made.opened = opened
    return made


@pytest.mark.parametrize(
    "words, stems",
    [
        ("", 10),
        ("JET", ["fountain", "noel"]),
        ("jet snow", ["noel"]),
        ("noel", ["noel"]),
        ("NOËL", ["noel"]),
        ("ratee", ["bad"]),
        ("xyz", []),
        ("  ", 10),
    ],
)
def test_all_words_are_sought_in_all_that_is_said_of_a_scene(words, stems):
    """Title, file, about and message; neither case nor accents count; each word must stand somewhere."""
    names = [entry.path.stem for entry in found(ENTRIES, words)]
    assert len(names) == stems if isinstance(stems, int) else names == stems


@pytest.mark.parametrize("width, height, ratio", SIZES)
@pytest.mark.parametrize("count", [0, 1, 15])
def test_cards_lie_side_by_side_in_any_window(width, height, ratio, count):
    """All within the width, none over another, at least one column; scrolled to the end the last one is above the lower bar."""
    g = grid((width, height), ratio, count)
    assert g.columns >= 1 and min(g.card) >= 1
    places = [g.place(i, g.farthest) for i in range(count)]
    assert len(set(places)) == count
    for i, (x, y) in enumerate(places):
        assert x >= 0 and (x + g.card[0] <= width - g.margin or g.columns == 1)
        assert not i % g.columns or x == places[i - 1][0] + g.card[0] + g.gap and y == places[i - 1][1]
    if count and width > 200:
        assert places[-1][1] + g.card[1] <= g.pane[1]
        assert NARROWEST * g.unit <= g.card[0] + 1
        assert g.card[0] < 2 * WIDEST * g.unit + g.gap


def test_a_screen_of_twice_the_density_has_the_same_grid():
    """Twice the pixels, twice the ratio: the same columns, every measure doubled but for rounding."""
    one, two = grid((1280, 800), 1.0, 15), grid((2560, 1600), 2.0, 15)
    assert (one.columns, two.columns, two.unit) == (4, 4, 2 * one.unit)
    assert np.abs(2 * np.array(one.card) - two.card).max() <= 2 and one.pane == (HEADER, 800 - FOOTER)


@pytest.mark.parametrize("scroll", [0, 37, 5000])
def test_what_is_at_a_pixel_is_what_is_drawn_there(scroll):
    """`at` is the inverse of `place`: every pixel of a card in the pane is its own, every other is nobody's."""
    g = grid((700, 500), 1.0, 11)
    scroll, owner = g.kept(scroll), np.full((500, 700), -1)
    for i in range(g.count):
        x, y = g.place(i, scroll)
        owner[max(y, 0) : max(y + g.card[1], 0), x : x + g.card[0]] = i
    owner[: g.pane[0]] = owner[g.pane[1] :] = -1
    for y in range(0, 500, 7):
        for x in range(0, 700, 7):
            assert g.at(x, y, scroll) == (None if owner[y, x] < 0 else owner[y, x])
    assert set(g.seen(scroll)) == set(np.unique(owner)) - {-1}


def test_a_card_is_revealed_by_the_least_scroll():
    """What is wholly seen does not move; below the pane a card comes to its lower edge, above it to its upper."""
    g = grid((700, 500), 1.0, 20)
    assert g.revealing(0, 0) == 0
    down = g.revealing(12, 0)
    assert 0 < g.pane[1] - (g.place(12, down)[1] + g.card[1]) <= g.gap
    up = g.revealing(2, down + 200)
    assert g.place(2, up)[1] - g.pane[0] == g.gap
    assert g.revealing(19, 0) == g.farthest and g.kept(1e9) == g.farthest and g.kept(-1) == 0


def test_keys_lead_from_card_to_card():
    """Three columns, ten cards: rows below each other, the last row shorter."""
    g = grid((1000, 700), 1.0, 10)._replace(columns=3)
    leads = lambda *caps: [g.moved(4, cap) for cap in caps]  # noqa: E731
    assert leads("Left", "Right", "Up", "Down", "Home", "End", "Enter") == [3, 5, 1, 7, 0, 9, None]
    assert (g.moved(0, "Left"), g.moved(1, "Up"), g.moved(9, "Right"), g.moved(9, "Down")) == (0, 1, 9, 9)
    assert g.moved(7, "Down") == 9  # there is a row below, only no card straight below
    assert g.moved(0, "Page Down") > 3 and g.moved(9, "Page Up") < 7


def test_typing_searches_and_enter_opens(gallery):
    """The ring goes to the first that is found, back to where it was once the search is empty."""
    assert gallery.number == 0
    for letter in "JEL":
        gallery.text(letter)
    assert [entry.title for entry in gallery.entries] == ["Jelly"] and gallery.number == 0
    gallery.key("Enter")
    assert gallery.opened == ["jelly"]
    gallery.key("Backspace")
    assert gallery.words == "JE"
    gallery.key("Esc")
    assert gallery.words == "" and gallery.opened == ["jelly"]
    gallery.key("Esc")
    assert gallery.opened == ["jelly", "left"]


def test_what_is_not_found_opens_nothing(gallery):
    """No card, no ring, Enter and arrows do nothing; neither line ends nor spaces begin a search."""
    gallery.text("\r"), gallery.text(" ")
    assert gallery.words == ""
    for letter in "xyz":
        gallery.text(letter)
    for cap in ("Enter", "Down", "Home"):
        gallery.key(cap)
    assert gallery.number is None and gallery.opened == []
    gallery.text("a" * 100)
    assert len(gallery.words) == 40


def test_a_click_opens_the_card_under_it(gallery):
    """Press and release on one card; let go elsewhere it is only chosen."""
    x, y = gallery.grid.place(1)
    gallery.point(x + 5, y + 5)
    gallery.press()
    gallery.point(2, 2)
    gallery.release()
    assert gallery.opened == [] and gallery.number == 1
    gallery.point(x + 5, y + 5)
    gallery.press(), gallery.release()
    assert gallery.opened == ["jelly"]


def test_the_pointer_lights_a_card_and_arrows_take_it_over(gallery):
    """Softly, up and down again; a pointer that rests says nothing once a key was used."""
    gallery.point(*(place + 5 for place in gallery.grid.place(2)))
    gallery.advance(0.05, gallery.size, 1.0)
    assert 0 < gallery.glow(ENTRIES[2]) < 1
    gallery.advance(0.2, gallery.size, 1.0)
    assert gallery.glow(ENTRIES[2]) == 1 and gallery.hovered == 2
    gallery.key("Right")
    gallery.advance(0.2, gallery.size, 1.0)
    assert gallery.hovered is None and gallery.number == 1 and gallery.glow(ENTRIES[2]) == 0


def test_wheel_and_arrows_scroll_and_a_new_size_keeps_the_chosen_in_sight(gallery):
    """The wheel is followed within a second, never past an end; End brings the last card in."""
    gallery.advance(0.1, (600, 360), 1.0)
    gallery.wheel(-1)
    for _ in range(20):
        gallery.advance(0.05, (600, 360), 1.0)
    assert gallery.scroll == pytest.approx(90 * gallery.grid.unit)
    gallery.wheel(1000)
    gallery.advance(5.0, (600, 360), 1.0)
    assert gallery.scroll == 0
    gallery.key("End")
    gallery.advance(5.0, (600, 360), 1.0)
    assert gallery.scroll == gallery.grid.farthest > 0
    gallery.advance(0.0, (400, 250), 1.0)
    assert gallery.number in gallery.grid.seen(gallery.scroll)


@pytest.mark.parametrize("width, height, ratio", SIZES)
def test_it_is_drawn_in_any_window(gallery, width, height, ratio):
    """Solid pixels of the window's size; the ring round the chosen card has the accent's colour, where there is room for it."""
    gallery.advance(0.1, (width, height), ratio)
    picture = Painter().draw(gallery)
    assert picture.shape == (height, width, 4) and (picture[..., 3] == 255).all()
    if width >= 300:
        x, y = gallery.grid.place(0)
        middle = picture[y + gallery.grid.card[1] // 2, x - ring_of(gallery.grid.unit)]
        assert tuple(middle[:3]) == ACCENT


def test_nothing_new_is_drawn_while_nothing_changes(gallery):
    """The same array comes back until something is another."""
    painter = Painter()
    first = painter.draw(gallery)
    assert painter.draw(gallery) is first
    gallery.key("Right")
    assert painter.draw(gallery) is not first


def test_nothing_found_is_said(gallery):
    """Where cards would lie there are words."""
    for letter in "xyz":
        gallery.text(letter)
    pane = Painter().draw(gallery)[slice(*gallery.grid.pane), :, :3]
    assert (pane.astype(int) - GROUND).max() > 150


def test_a_card_shows_picture_error_and_key():
    """The thumbnail's colour in the middle; with an error it is darker and red words are under it; a key is a label in the corner."""
    green = Image.new("RGB", (32, 18), (20, 200, 20))
    entry = dataclasses.replace(ENTRIES[1], picture=green)
    face = lambda entry: card(entry, Look(240, 205, 1.0), 0).view(np.uint8).reshape(211, 246, 4)[..., :3].astype(int)  # noqa: E731
    plain_card = face(entry)
    assert tuple(plain_card[70, 120]) == (20, 200, 20) and tuple(plain_card[-8, 120]) == CARD and tuple(plain_card[0, 0]) == GROUND
    wrong = face(dataclasses.replace(entry, error="line 3: no"))
    assert wrong[70, 120, 1] < 120
    reddish = lambda pixels: int(((pixels[..., 0] - pixels[..., 2]) > 60).sum())  # noqa: E731
    assert reddish(wrong[150:]) > 30 > reddish(plain_card[150:])
    keyed = face(dataclasses.replace(entry, key="F4"))
    assert (keyed != plain_card).any(2).nonzero()[1].min() > 180


def test_words_are_broken_and_cut_to_their_room():
    """No line is wider than there is room; what is left out is shown by dots."""
    letters, text = font(13), "a cloth of 2304 masses falls on a ball, drapes and rests"
    lines = wrapped(text, letters, 120, 2)
    assert len(lines) == 2 and lines[1].endswith("...") and all(letters.getlength(line) <= 120 for line in lines)
    assert wrapped(text, letters, 1e4, 2) == [text] and wrapped("", letters, 100, 2) == [] and shortened("abc", letters, 1) == "..."


def test_the_shelf_has_shipped_and_own_scenes_and_marks_errors(tmp_path):
    """Read in a thread: shipped scenes with title, line and thumbnail; of one's own folder what is a scene, with its first mistake."""
    (tmp_path / "mine.yaml").write_text("title: Mine\nabout: Of my own.\nentities: {weight: {gravity: {}}}\n")
    (tmp_path / "broken.yaml").write_text("title: Broken\nentities:\n  jet: {emiter: {}}\n")
    (tmp_path / "compose.yaml").write_text("services: {}\n")
    (tmp_path / "folder.yaml").mkdir()
    shelf = Shelf()
    shelf.fill([tmp_path, SCENES])
    assert [entry.path for entry in shelf.entries] == files([tmp_path, SCENES])
    assert [entry.title for entry in shelf.entries] == [*names(), "broken", "mine"] and not shelf.complete
    end = time.monotonic() + 60
    while not shelf.complete:
        assert time.monotonic() < end
        shelf.poll()
        time.sleep(0.01)
    *shipped, broken, mine = shelf.entries
    assert all(entry.about and not entry.error and entry.picture for entry in shipped)
    assert (mine.title, mine.about, mine.picture, mine.error) == ("Mine", "Of my own.", None, "")
    assert broken.error.startswith("broken.yaml:3: unknown key 'emiter'")
    mine.path.unlink()
    assert read(mine.path).error


def test_closed_it_reads_no_further(tmp_path):
    """Its thread ends with the file that it has in hand: what is in compiled code when Python ends takes the process down with it."""
    shelf = Shelf()
    shelf.fill([tmp_path, SCENES])
    shelf.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "gallery"]
    shelf.poll()
    assert not shelf.complete
