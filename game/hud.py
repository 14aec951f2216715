"""Text over the picture: rounded panels drawn with Pillow, laid out on one RGBA image for Frame.overlay.

A panel is a table of rows of cells. Panels are kept by what they say, and the whole image is made anew only when that changes.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from game.letters import font, plain

INK, DIM, ACCENT = (238, 243, 247), (158, 172, 186), (126, 217, 236)
RED, AMBER, GROUND = (255, 158, 146), (255, 196, 94), (11, 17, 25, 196)
ALARM, DOT = (44, 12, 14, 214), (255, 60, 50)
SHOWN_ERRORS = 3
COLUMNS, SHRUNK = 4, (1.0, 0.9, 0.8, 0.7)  # of the table of keys in a low window: columns at most, and how its text shrinks
COMFORT, SMALLEST = 640, 0.65  # height of a picture below which the text shrinks, and how far


class Cell(NamedTuple):
    """Text in one colour, or a bar of a share from 0 to 1."""

    text: str = ""
    color: tuple = INK
    right: bool = False  # against the right edge of its column
    bar: float | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """All that is to be read. Rows are tuples of Cells."""

    status: tuple = ()
    paused: bool = False
    report: str = ""
    report_strength: float = 1.0  # fades to 0
    errors: tuple = ()  # engine.scene.errors.Diagnostic or plain text
    help: tuple = ()  # several panels
    profile: tuple = ()
    strip: Any = None  # the time line, game.strip.Strip
    path: Any = None  # that of the camera's path, game.path_strip.PathStrip
    notice: str = ""  # what is seen instead of what runs
    recording: str = ""  # of the film that is being recorded


class Hud:
    """Draws a board; `image` is what was drawn last."""

    def __init__(self):
        self.image = None
        self._drawn = None

    def draw(self, board, size, scale=1.0):
        """(h, w, 4) uint8 straight alpha, top row first, for a picture of (w, h) pixels; None where there is nothing to read.

        scale   pixels per unit of the layout: 2 on a screen of twice the density
        """
        asked = board, tuple(size), scale
        if asked != self._drawn:
            self._drawn, self.image = asked, _compose(board, size, scale)
        return self.image


def scale_of(size, ratio=1.0):
    """Pixels per unit of the layout of a picture of (w, h) pixels, `ratio` on a screen of that density: small pictures have smaller text."""
    return ratio * min(max(size[1] / ratio / COMFORT, SMALLEST), 1.0)


def _compose(board, size, scale):
    lines = [strip.panel(size, scale) for strip in (board.strip, board.path) if strip]
    scale = scale_of(size, scale)
    left = [_panel(board.status, scale, size[0])] if board.status else []
    left += [_panel(rows, scale, size[0], ALARM) for rows in _errors(board.errors)]
    right = [_panel(board.profile, scale, size[0])] if board.profile else []
    low = [_faded(_panel(((Cell(board.report),),), scale, size[0]), board.report_strength)] if board.report else []
    top = [_panel(((Cell(board.notice, AMBER),),), scale, size[0])] if board.notice else []
    top += [_record_sign(board.recording, scale)] if board.recording else []
    if not (left or right or low or board.help or lines or board.paused or top):
        return None
    canvas = np.zeros((size[1], size[0], 4), np.uint8)
    margin, gap = spaces(scale)
    y = margin
    for panel in left:
        paste(canvas, panel, margin, y)
        y += panel.shape[0] + gap
    for panel, x, down in side_by_side(board.help, scale, size, y):
        paste(canvas, panel, x, down)
    for panel in right:
        paste(canvas, panel, size[0] - margin - panel.shape[1], margin)
    y = margin
    for panel in top:
        paste(canvas, panel, (size[0] - panel.shape[1]) // 2, y)
        y += panel.shape[0] + gap
    bottom = size[1] - margin
    for line in lines:
        paste(canvas, line, margin, bottom - line.shape[0])
        bottom -= line.shape[0] + gap
    for panel in low:
        paste(canvas, panel, margin, bottom - panel.shape[0])
    if board.paused:
        sign = _pause_sign(scale)
        left = (size[0] - sign.shape[1]) // 2
        bottom -= sum(panel.shape[0] + gap for panel in low if margin + panel.shape[1] > left)
        paste(canvas, sign, left, bottom - sign.shape[0])
    return canvas


def spaces(scale):
    """Pixels from the edges to the panels, and between two."""
    return round(14 * scale), round(8 * scale)


def side_by_side(tables, scale, size, top):
    """(panel, x, y) of tables below `top` of a picture of (w, h) pixels. The longest is broken into as many columns as it takes for all
    to stay in the picture; where no number does, the text shrinks; where that does not help, the least is left outside."""
    if not tables:
        return []
    tries, longest = [], max(range(len(tables)), key=lambda i: len(tables[i]))
    for smaller in SHRUNK:
        for columns in range(1, COLUMNS + 1):
            broken = [*tables[:longest], *_broken(tables[longest], columns), *tables[longest + 1 :]]
            placed = _placed(broken, smaller * scale, size, top)
            tries.append((_outside(placed, spaces(scale)[0], size), placed))
            if not tries[-1][0]:
                return placed
    return min(tries, key=lambda found: found[0])[1]  # of equals the first


def _broken(rows, columns):
    """A table as several of the same height."""
    height = -(-len(rows) // columns)
    return [rows[start : start + height] for start in range(0, len(rows), height)]


def _placed(tables, scale, size, top):
    """Panels one after another, each in the highest gap that it fits into without leaving the width, of equally high ones the leftmost."""
    margin, gap = spaces(scale)
    placed, taken = [], []  # taken: (left, upper, right, lower) of each, with the gap that comes after it
    for rows in tables:
        panel = _panel(rows, scale, size[0])
        high, wide = panel.shape[:2]
        for y, x in product(sorted({top, *(low for *_, low in taken)}), sorted({margin, *(right for *_, right, _ in taken)})):
            room = x, y, x + wide + gap, y + high + gap
            if (x == margin or x + wide <= size[0] - margin) and not any(_meet(room, other) for other in taken):
                break  # below all there is always room
        taken.append(room)
        placed.append((panel, x, y))
    return placed


def _meet(one, other):
    """Whether two rectangles (left, upper, right, lower) have something in common."""
    return all(one[k] < other[k + 2] and other[k] < one[k + 2] for k in (0, 1))


def _outside(placed, margin, size):
    """Pixels by which panels reach over the margins of the picture."""
    return sum(max(x + panel.shape[1] + margin - size[0], 0) + max(y + panel.shape[0] + margin - size[1], 0) for panel, x, y in placed)


def paste(canvas, panel, x, y):
    """Lay a panel on the canvas; what does not fit is cut off."""
    x, y = max(x, 0), max(y, 0)
    here = canvas[y : y + panel.shape[0], x : x + panel.shape[1]]
    panel = panel[: here.shape[0], : here.shape[1]]
    np.copyto(here, panel, where=panel[..., 3:] > 0)


def _errors(errors):
    """One table for each of the first errors: where, what, and the line it is about."""
    for error in errors[:SHOWN_ERRORS]:
        if isinstance(error, str):
            yield ((Cell(error, RED),),)
        else:
            rows = [(Cell(f"{Path(error.file).name}:{error.line}:{error.column}", DIM),), (Cell(error.text, RED),)]
            yield (*rows, (Cell(error.source.strip(), INK),)) if error.source.strip() else tuple(rows)
    if len(errors) > SHOWN_ERRORS:
        yield ((Cell(f"and {len(errors) - SHOWN_ERRORS} more", RED),),)


@lru_cache(maxsize=64)
def _panel(rows, scale, room, ground=GROUND):
    """(h, w, 4) uint8 of a table on rounded ground, at most as wide as the picture has room for."""
    pad, between, line = round(12 * scale), round(18 * scale), round(20 * scale)
    letters = font(round(14 * scale))
    rows = [tuple(cell._replace(text=plain(cell.text)) for cell in row) for row in rows]
    rows = _wrapped(rows, letters, room - 2 * pad - round(28 * scale))
    columns = max(len(row) for row in rows)
    widths = [max((_width(row[i], letters, scale) for row in rows if i < len(row) > 1), default=0) for i in range(columns)]
    alone = max((_width(row[0], letters, scale) for row in rows if len(row) == 1), default=0)
    inner = max(sum(widths) + between * (columns - 1), alone)
    image = Image.new("RGBA", (inner + 2 * pad, len(rows) * line + 2 * pad - round(4 * scale)), (*ground[:3], 255))
    draw = ImageDraw.Draw(image)
    for r, row in enumerate(rows):
        x, y = pad, pad + r * line - round(2 * scale)
        for cell, width in zip(row, widths, strict=False):
            _cell(draw, cell, x, y, width if len(row) > 1 else inner, letters, scale)
            x += width + between
    return rounded(np.array(image), ground[3], 9 * scale)


def _cell(draw, cell, x, y, width, letters, scale):
    if cell.bar is not None:
        top, bottom = y + round(5 * scale), y + round(13 * scale)
        draw.rounded_rectangle((x, top, x + width, bottom), 3 * scale, fill=(40, 52, 64))
        filled = round(width * min(max(cell.bar, 0.0), 1.0))
        if filled:
            filled = max(filled, round(6 * scale))  # as long as its round ends
            draw.rounded_rectangle((x, top, x + filled, bottom), 3 * scale, fill=cell.color)
        return
    draw.text((x + (width - letters.getlength(cell.text) if cell.right else 0), y), cell.text, font=letters, fill=cell.color)


def _width(cell, letters, scale):
    return round(110 * scale) if cell.bar is not None else int(np.ceil(letters.getlength(cell.text)))


def _wrapped(rows, letters, room):
    """Rows of one cell broken between words into as many rows as they need."""
    broken = []
    for row in rows:
        if len(row) > 1 or letters.getlength(row[0].text) <= room:
            broken.append(row)
            continue
        text = ""
        for word in row[0].text.split():
            longer = f"{text} {word}".lstrip()
            if text and letters.getlength(longer) > room:
                broken.append((row[0]._replace(text=text),))
                longer = "  " + word
            text = longer
        broken.append((row[0]._replace(text=text),))
    return broken


def rounded(pixels, alpha, radius):
    """Give a rectangle round corners and a see-through ground; what is brighter than the ground (the text) stays solid."""
    h, w, _ = pixels.shape
    x, y = np.abs(np.arange(w) + 0.5 - w / 2), np.abs(np.arange(h) + 0.5 - h / 2)
    dx, dy = np.maximum(x - w / 2 + radius, 0), np.maximum(y - h / 2 + radius, 0)
    inside = np.clip(radius - np.hypot(dx[None, :], dy[:, None]) + 0.5, 0, 1)
    text = np.clip(np.abs(pixels[..., :3].astype(np.int16) - pixels[0, 0, :3]).max(-1) / 90, 0, 1)
    pixels[..., 3] = (alpha + (255 - alpha) * text) * inside
    return pixels


def _faded(panel, strength):
    faded = panel.copy()
    faded[..., 3] = panel[..., 3] * strength
    return faded


@lru_cache(maxsize=4)
def _record_sign(text, scale):
    """A red dot and a text on a round ground."""
    high, letters = round(32 * scale), font(round(14 * scale))
    image = Image.new("RGBA", (round(44 * scale) + math.ceil(letters.getlength(text)), high), (*GROUND[:3], 255))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0.35 * high, 0.32 * high, 0.71 * high, 0.68 * high), fill=DOT)
    draw.text((round(30 * scale), round(7 * scale)), text, font=letters, fill=INK)
    return rounded(np.array(image), GROUND[3], high / 2)


@lru_cache(maxsize=4)
def _pause_sign(scale):
    """Two bars on a round ground."""
    side = round(44 * scale)
    image = Image.new("RGBA", (side, side), (*GROUND[:3], 255))
    draw = ImageDraw.Draw(image)
    for left in (0.34, 0.55):
        draw.rounded_rectangle((left * side, 0.3 * side, (left + 0.11) * side, 0.7 * side), 2 * scale, fill=INK)
    return rounded(np.array(image), GROUND[3], side / 2)
