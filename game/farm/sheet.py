"""The pictures of a sweep on one sheet: rows and columns are its two axes; with more or fewer of them one after another, with captions."""

import math
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.farm.axes import labelled, shown
from game.hud import ACCENT, DIM, INK, font, plain

GROUND, EMPTY = (13, 17, 23), (24, 31, 41)
WARN = (255, 120, 110)
GAP, EDGE = 10, 28  # [pixels] between two pictures, round all of them
LARGEST = 8000  # [pixels] a side of the sheet: beyond it pictures are drawn smaller
LETTERS, TITLE = 15, 22  # [pixels]


class Cell(NamedTuple):
    """What stands at one place.

    values   path -> value
    picture  an Image, or None where there is none
    note     what went wrong, in a word; ""
    """

    values: dict
    picture: object
    note: str


def compose(title, axes, cells, size):
    """The Image of a sheet.

    axes   of the sweep
    cells  one for each variant, in the order of the grid
    size   [pixels] of a picture
    """
    varied, labels = [axis for axis in axes if len(axis.values) > 1], labelled(axes)
    crossed = len(varied) == 2
    columns = len(varied[1].values) if crossed else _columns(len(cells), varied)
    rows = -(-len(cells) // columns)
    size = _fitting(size, columns, rows)
    letters = font(LETTERS)
    below = 0 if crossed else LETTERS + 12
    left = EDGE + (_widest(letters, labels[varied[0].path], varied[0].values) + 16 if crossed else 0)
    top = EDGE + TITLE + 20 + (2 * LETTERS + 20 if crossed else 0)
    step = size[0] + GAP, size[1] + GAP + below
    width = max(left + columns * step[0] - GAP + EDGE, round(font(TITLE).getlength(plain(title))) + 2 * EDGE)
    image = Image.new("RGB", (width, top + rows * step[1] - GAP + EDGE), GROUND)
    draw = ImageDraw.Draw(image)
    _heading(draw, title, [axis for axis in axes if len(axis.values) == 1])
    if crossed:
        _margins(draw, varied, labels, (left, top), step, size)
    for i, cell in enumerate(cells):
        x, y = left + i % columns * step[0], top + i // columns * step[1]
        _cell(image, draw, cell, (x, y), size)
        if not crossed:
            said = "  ".join(f"{labels[axis.path]} {shown(cell.values[axis.path])}" for axis in varied)
            draw.text((x + size[0] // 2, y + size[1] + 14), _cut(plain(said), letters, size[0]), font=letters, fill=INK, anchor="mm")
    return image


def _columns(count, varied):
    """Across: as many as the last axis has values, where that makes a handy sheet; else so that it is about as wide as a screen."""
    last = len(varied[-1].values) if varied else 1
    if len(varied) > 2 and 3 <= last <= 10:
        return last
    return min(count, max(1, round(math.sqrt(count))))


def _fitting(size, columns, rows):
    """[pixels] of a picture with which the sheet is not too large."""
    share = min(1.0, (LARGEST / columns - GAP) / size[0], (LARGEST / rows - 3 * GAP) / size[1])
    return tuple(max(8, int(side * share)) for side in size)


def _widest(letters, label, values):
    return math.ceil(max(letters.getlength(plain(text)) for text in (label, *map(shown, values))))


def _heading(draw, title, fixed):
    draw.text((EDGE, EDGE + TITLE // 2 - 4), plain(title), font=font(TITLE), fill=INK, anchor="lm")
    if fixed:
        at = EDGE + font(TITLE).getlength(plain(title)) + 18
        said = "   ".join(f"{axis.path} {shown(axis.values[0])}" for axis in fixed)
        draw.text((at, EDGE + TITLE // 2 - 3), plain(said), font=font(LETTERS), fill=DIM, anchor="lm")


def _margins(draw, varied, labels, corner, step, size):
    """The names of the two axes, and the value of each row and column."""
    letters, (left, top) = font(LETTERS), corner
    draw.text((left, top - 2 * LETTERS - 18), plain(labels[varied[1].path]), font=letters, fill=ACCENT, anchor="lm")
    draw.text((left - 14, top - LETTERS // 2 - 8), plain(labels[varied[0].path]), font=letters, fill=ACCENT, anchor="rm")
    for i, value in enumerate(varied[1].values):
        middle = left + i * step[0] + size[0] // 2, top - LETTERS // 2 - 8
        draw.text(middle, _cut(plain(shown(value)), letters, size[0]), font=letters, fill=INK, anchor="mm")
    for i, value in enumerate(varied[0].values):
        draw.text((left - 14, top + i * step[1] + size[1] // 2), plain(shown(value)), font=letters, fill=INK, anchor="rm")


def _cell(image, draw, cell, place, size):
    if cell.picture is None:
        draw.rectangle((*place, place[0] + size[0] - 1, place[1] + size[1] - 1), fill=EMPTY)
    else:
        image.paste(cell.picture.convert("RGB").resize(size, Image.LANCZOS), place)
    if cell.note:
        letters = font(LETTERS)
        text = _cut(plain(cell.note), letters, size[0] - 20)
        wide = math.ceil(letters.getlength(text))
        draw.rounded_rectangle((place[0] + 8, place[1] + 8, place[0] + 20 + wide, place[1] + 34), 6, fill=GROUND)
        draw.text((place[0] + 14, place[1] + 21), text, font=letters, fill=WARN, anchor="lm")


def _cut(text, letters, width):
    """A text, or as much of it as there is room for."""
    while len(text) > 4 and letters.getlength(text) > width:
        text = f"{text.removesuffix('...')[:-1]}..."
    return text
