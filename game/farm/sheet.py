"""The pictures of a sweep on one sheet: columns are its last axis, rows the others; where there is only one, one after another with captions."""

import math
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.farm.axes import labelled, shown
from game.hud import ACCENT, DIM, INK
from game.letters import font, plain, shortened

GROUND, EMPTY = (13, 17, 23), (24, 31, 41)
WARN = (255, 120, 110)
GAP, EDGE = 10, 28  # [pixels] between two pictures, round all of them
LARGEST = 8000  # [pixels] a side of the sheet: beyond it pictures are drawn smaller
LETTERS, SMALL, TITLE = 15, 12, 22  # [pixels]
MARGIN = 16  # [pixels] beside a value


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
    crossed, letters = len(varied) > 1, font(LETTERS)
    columns = len(varied[-1].values) if crossed else max(1, round(math.sqrt(len(cells))))
    rows = -(-len(cells) // columns)
    size = _fitting(size, columns, rows)
    below = 0 if crossed else LETTERS + 12
    widths = [_widest(letters, labels[axis.path], axis.values) + MARGIN for axis in varied[:-1]] if crossed else []
    left, top = EDGE + sum(widths), EDGE + TITLE + 20 + (2 * LETTERS + 16 if crossed else 0)
    step = size[0] + GAP, size[1] + GAP + below
    width = max(left + columns * step[0] - GAP + EDGE, round(font(TITLE).getlength(plain(title))) + 2 * EDGE)
    image = Image.new("RGB", (width, top + rows * step[1] - GAP + EDGE), GROUND)
    draw = ImageDraw.Draw(image)
    _heading(draw, title, [axis for axis in axes if len(axis.values) == 1])
    if crossed:
        _above(draw, varied[-1], labels, (left, top), step, size)
        _beside(draw, varied[:-1], labels, cells[::columns], widths, (top, step[1], size[1]))
    for i, cell in enumerate(cells):
        x, y = left + i % columns * step[0], top + i // columns * step[1]
        _cell(image, draw, cell, (x, y), size)
        if not crossed:
            said = _caption(varied, labels, cell, letters, size[0])
            draw.text((x + size[0] // 2, y + size[1] + 14), said, font=letters, fill=INK, anchor="mm")
    return image


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


def _above(draw, axis, labels, corner, step, size):
    """The name of the last axis, and its value over each column."""
    letters, (left, top) = font(LETTERS), corner
    draw.text((left, top - 2 * LETTERS - 14), plain(labels[axis.path]), font=letters, fill=ACCENT, anchor="lm")
    for i, value in enumerate(axis.values):
        middle = left + i * step[0] + size[0] // 2, top - LETTERS // 2 - 8
        draw.text(middle, shortened(plain(shown(value)), letters, size[0]), font=letters, fill=INK, anchor="mm")


def _beside(draw, axes, labels, firsts, widths, rows):
    """The names of the other axes, and their values at each row; where rows are lower than letters, at some.

    firsts  the first Cell of each row
    rows    [pixels] the first row's upper edge, from row to row, height of one
    """
    letters, (top, step, height), right = font(LETTERS), rows, EDGE
    for axis, width in zip(axes, widths, strict=True):
        right += width
        draw.text((right - MARGIN, top - LETTERS // 2 - 8), plain(labels[axis.path]), font=letters, fill=ACCENT, anchor="rm")
        for i in range(0, len(firsts), math.ceil((LETTERS + 3) / step)):
            text, middle = plain(shown(firsts[i].values[axis.path])), top + i * step + height // 2
            draw.text((right - MARGIN, middle), text, font=letters, fill=INK, anchor="rm")


def _caption(varied, labels, cell, letters, width):
    """What a cell is, with the name of its axis where there is room."""
    for axis in varied:
        value = plain(shown(cell.values[axis.path]))
        whole = f"{plain(labels[axis.path])} {value}"
        return whole if letters.getlength(whole) <= width else shortened(value, letters, width)
    return ""


def _cell(image, draw, cell, place, size):
    if cell.picture is None:
        draw.rectangle((*place, place[0] + size[0] - 1, place[1] + size[1] - 1), fill=EMPTY)
    else:
        image.paste(cell.picture.convert("RGB").resize(size, Image.LANCZOS), place)
    if cell.note and size[0] > 60:
        letters = font(SMALL)
        text = shortened(plain(cell.note), letters, size[0] - 20)
        low, wide = place[1] + size[1] - 6, math.ceil(letters.getlength(text))
        draw.rounded_rectangle((place[0] + 6, low - SMALL - 8, place[0] + 18 + wide, low), 5, fill=GROUND)
        draw.text((place[0] + 12, low - SMALL // 2 - 4), text, font=letters, fill=WARN, anchor="lm")
