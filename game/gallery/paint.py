"""The gallery as one picture: a bar with the search, the cards, a bar that says more of the one in question."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from game.gallery.cards import CARD, GROUND, QUIET, STEPS, Look, card, pixels, ring_of, rounded_mask
from game.gallery.layout import HEADER, MARGIN
from game.hud import ACCENT, DIM, INK, RED
from game.letters import font, plain, shortened, wrapped

BAR, RAIL = (14, 19, 26), (52, 66, 80)
HINTS = "Enter opens    Esc goes back"
SEARCH, FIELD = "type to search", 34  # [units] height of the box


class Painter:
    """Draws a game.gallery.gallery.Gallery; makes a new picture only when there is another one to see."""

    def __init__(self):
        self._drawn = self._picture = None

    def draw(self, gallery):
        """(h, w, 4) uint8, solid, top row first."""
        entries, grid, chosen, hovered = gallery.entries, gallery.grid, gallery.number, gallery.hovered  # each searches anew
        cards = [(i, entries[i], _look(gallery, grid, entries[i], i == chosen)) for i in grid.seen(gallery.scroll)]
        pictures = [id(entry.picture) for _, entry, _ in cards]
        subject = chosen if hovered is None else hovered
        said = entries[subject] if subject is not None else None
        state = grid, round(gallery.scroll), cards, pictures, said, gallery.words, len(gallery.shelf.entries)
        if state != self._drawn:
            self._drawn, self._picture = state, _compose(*state)
        return self._picture


def _look(gallery, grid, entry, is_chosen):
    return Look(*grid.card, grid.unit, is_chosen, entry.path == gallery.current, round(gallery.glow(entry) * STEPS))


def _compose(grid, scroll, cards, pictures, said, words, total):
    width, height = grid.size
    canvas = np.full((height, width), _solid(GROUND), np.uint32)
    ring, (top, bottom) = ring_of(grid.unit), grid.pane
    for (number, entry, look), picture in zip(cards, pictures, strict=True):
        x, y = grid.place(number, scroll)
        _paste(canvas, card(entry, look, picture), x - ring, y - ring)
    _paste(canvas, _header(width, grid.unit, words, grid.count, total), 0, 0)
    _paste(canvas, _footer(width, height - bottom, grid.unit, said), 0, bottom)
    if not cards:
        _paste(canvas, _none(words, width, grid.unit), 0, top + round(60 * grid.unit))
    if grid.farthest:
        _rail(canvas, grid, scroll)
    return canvas.view(np.uint8).reshape(height, width, 4)


def _solid(color):
    """A colour as one number."""
    return np.array([*color, 255], np.uint8).view(np.uint32)[0]


def _paste(canvas, block, x, y):
    """Lay a solid block on the canvas; what does not fit is cut off."""
    left, top = max(-x, 0), max(-y, 0)
    x, y = max(x, 0), max(y, 0)
    here = canvas[y : y + block.shape[0] - top, x : x + block.shape[1] - left] if top < block.shape[0] and left < block.shape[1] else None
    if here is not None and here.size:
        here[:] = block[top : top + here.shape[0], left : left + here.shape[1]]


@lru_cache(maxsize=8)
def _header(width, unit, words, count, total):
    """(h, w): how many scenes there are, and what is searched for."""
    high, margin = round(HEADER * unit), round(MARGIN * unit)
    image = Image.new("RGB", (width, high), BAR)
    draw = ImageDraw.Draw(image)
    title, small = font(round(23 * unit)), font(round(14 * unit))
    draw.text((margin, high / 2), "Scenes", font=title, fill=INK, anchor="lm")
    after = margin + title.getlength("Scenes") + 12 * unit
    number = f"{count} of {total}" if words else str(total)
    draw.text((after, high / 2 + 3 * unit), number, font=small, fill=QUIET, anchor="lm")
    after += small.getlength(number) + 18 * unit
    box = round(min(300 * unit, width - margin - after)), round(FIELD * unit)
    if box[0] > 40 * unit:
        x, y = width - margin - box[0], (high - box[1]) // 2
        image.paste(ACCENT if words else (44, 56, 68), (x - 1, y - 1), rounded_mask((box[0] + 2, box[1] + 2), box[1] / 2 + 1))
        image.paste(CARD, (x, y), rounded_mask(box, box[1] / 2))
        _typed(draw, x, y, box, unit, words, small)
    return pixels(image)


def _typed(draw, x, y, box, unit, words, letters):
    """A glass, and the words with a bar behind them; of long ones the end."""
    middle, r = y + box[1] / 2, 5 * unit
    glass, thick = (x + 18 * unit, middle - unit), max(round(1.6 * unit), 1)
    draw.ellipse((glass[0] - r, glass[1] - r, glass[0] + r, glass[1] + r), outline=DIM, width=thick)
    draw.line((glass[0] + 0.75 * r, glass[1] + 0.75 * r, glass[0] + 1.7 * r, glass[1] + 1.7 * r), fill=DIM, width=thick)
    left, room = x + 34 * unit, box[0] - 50 * unit
    shown = plain(words)
    while letters.getlength(shown) > room:
        shown = shown[1:]
    draw.text((left, middle), shown or SEARCH, font=letters, fill=INK if words else QUIET, anchor="lm")
    if words:
        end = left + letters.getlength(shown) + 2 * unit
        draw.rectangle((end, middle - 8 * unit, end + thick - 1, middle + 8 * unit), fill=ACCENT)


@lru_cache(maxsize=16)
def _footer(width, high, unit, entry):
    """(h, w): all that there is to say of a scene, and what can be done."""
    margin, small = round(MARGIN * unit), font(round(13 * unit))
    image = Image.new("RGB", (width, max(high, 1)), BAR)
    draw = ImageDraw.Draw(image)
    hints = small.getlength(HINTS)
    if width - 2 * margin - hints > 420 * unit:
        draw.text((width - margin, high / 2), HINTS, font=small, fill=QUIET, anchor="rm")
    else:
        hints = 0
    if entry:
        name = shortened(f"{entry.path.name}   ", small, (width - 2 * margin) / 2)
        draw.text((margin, high / 2), name, font=small, fill=INK, anchor="lm")
        left = margin + max(small.getlength(name), 0) + 8 * unit
        room = width - margin - left - (hints + 24 * unit if hints else 0)
        lines = wrapped(plain(entry.error or entry.about), small, room, 2)
        for number, line in enumerate(lines):
            y = high / 2 + (number - (len(lines) - 1) / 2) * 17 * unit
            draw.text((left, y), line, font=small, fill=RED if entry.error else DIM, anchor="lm")
    return pixels(image)


@lru_cache(maxsize=4)
def _none(words, width, unit):
    """(h, w): nothing is found."""
    lines = ((f"no scene matches '{plain(words)}'", INK, 18), ("Esc clears the search", QUIET, 14))
    image = Image.new("RGB", (width, round(70 * unit)), GROUND)
    draw = ImageDraw.Draw(image)
    for number, (text, color, high) in enumerate(lines):
        letters = font(round(high * unit))
        shown = shortened(text, letters, width - 2 * MARGIN * unit)
        draw.text((width / 2, (16 + 30 * number) * unit), shown, font=letters, fill=color, anchor="mm")
    return pixels(image)


def _rail(canvas, grid, scroll):
    """How far it is scrolled: a short bar at the right edge."""
    top, bottom = grid.pane
    high = bottom - top
    length = max(round(high * high / (high + grid.farthest)), 1)
    start = top + round((high - length) * scroll / grid.farthest)
    thick, edge = max(round(4 * grid.unit), 1), max(round(5 * grid.unit), 1)
    canvas[start : start + length, -edge - thick : -edge] = _solid(RAIL)
