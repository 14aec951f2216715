"""One card as pixels: a picture with round corners, the title and a line of text under it, small labels in its corners."""

import zlib
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from game.gallery.layout import ASPECT
from game.hud import ACCENT, DIM, INK, RED
from game.letters import font, plain, shortened, wrapped

GROUND, CARD, LIT, DARK = (10, 14, 19), (19, 26, 34), (33, 44, 56), (8, 11, 16)  # of the window, of a card, of one that is lit, of labels
QUIET = (118, 131, 145)
ROUND, RING, FINE = 10, 3, 4  # [units] radius of the corners, width of the ring; how much finer round edges are drawn
STEPS = 6  # shades between a card at rest and one that is lit
ABOUT_LINES = 2


class Look(NamedTuple):
    """How a card is to be drawn."""

    width: int
    height: int
    unit: float
    chosen: bool = False
    current: bool = False
    shade: int = 0  # of STEPS


@lru_cache(maxsize=96)
def card(entry, look, pictured):
    """(h, w) uint32, see pixels, with ring_of(unit) pixels of ground or ring on every side. pictured: id of entry.picture, which no comparison knows."""
    light = look.shade / STEPS
    ring, radius = ring_of(look.unit), ROUND * look.unit
    size = look.width, look.height
    face = Image.new("RGB", size, _between(CARD, LIT, light))
    picture = _picture(entry, (look.width, round(look.width * ASPECT)))
    face.paste(Image.blend(picture, Image.new("RGB", picture.size, (255, 255, 255)), 0.06 * light), (0, 0))
    _words(ImageDraw.Draw(face), entry, look)
    _labels(face, entry, look)
    whole = Image.new("RGB", (look.width + 2 * ring, look.height + 2 * ring), GROUND)
    border = ACCENT if look.chosen else _between(GROUND, (74, 92, 108), light)
    if look.chosen or light:
        outer = ring if look.chosen else max(round(look.unit), 1)
        edge = rounded_mask((look.width + 2 * outer, look.height + 2 * outer), radius + outer)
        whole.paste(border, (ring - outer, ring - outer), edge)
        gap = max(round(look.unit), 1) if look.chosen else 0  # a hair of ground between ring and card
        if gap:
            whole.paste(GROUND, (ring - gap, ring - gap), rounded_mask((look.width + 2 * gap, look.height + 2 * gap), radius + gap))
    whole.paste(face, (ring, ring), rounded_mask(size, radius))
    return pixels(whole)


def pixels(image):
    """(h, w) of an Image's solid pixels, four bytes in one number: rows are then copied whole, which is several times faster."""
    return np.array(image.convert("RGBA")).view(np.uint32)[..., 0]


def ring_of(unit):
    """Pixels that a card's ring is wide."""
    return max(round(RING * unit), 2)


@lru_cache(maxsize=32)
def rounded_mask(size, radius):
    """An Image of what a rectangle with round corners covers, 0 to 255."""
    width, height = (max(side, 1) for side in size)
    fine = Image.new("L", (width * FINE, height * FINE))
    ImageDraw.Draw(fine).rounded_rectangle((0, 0, fine.width - 1, fine.height - 1), min(radius, width / 2, height / 2) * FINE, fill=255)
    return fine.resize((width, height), Image.BOX)


def _picture(entry, size):
    """The thumbnail, or where there is none a ground in a colour of the scene's own; darker where the scene has errors."""
    size = max(size[0], 1), max(size[1], 1)
    picture = entry.picture.resize(size, Image.HAMMING) if entry.picture else _ground(entry, size)
    return Image.blend(picture, Image.new("RGB", size, (30, 8, 10)), 0.6) if entry.error else picture


def _ground(entry, size):
    """A slope of colour with the title's first letter: the picture of a scene of which none was taken yet."""
    hue = zlib.crc32(entry.path.stem.encode()) % 256
    top, low = (Image.new("HSV", (1, 1), (hue, 120, value)).convert("RGB").getpixel((0, 0)) for value in (92, 40))
    slope = np.linspace(top, low, size[1])[:, None].repeat(size[0], 1)
    picture = Image.fromarray(slope.astype(np.uint8))
    letter = plain(entry.title)[:1].upper() or "?"
    ImageDraw.Draw(picture).text(
        (size[0] / 2, size[1] / 2), letter, font=font(round(size[1] * 0.42)), fill=_between(top, INK, 0.35), anchor="mm"
    )
    return picture


def _words(draw, entry, look):
    """The title and what it is about, or what is wrong."""
    u, pad = look.unit, round(12 * look.unit)
    y, room = look.width * ASPECT + 8 * u, look.width - 2 * pad
    draw.text((pad, y), shortened(plain(entry.title), font(round(16 * u)), room), font=font(round(16 * u)), fill=INK)
    small = font(round(12 * u))
    for number, line in enumerate(wrapped(plain(entry.error or entry.about), small, room, ABOUT_LINES)):
        draw.text((pad, y + (24 + 15 * number) * u), line, font=small, fill=RED if entry.error else DIM)


def _labels(face, entry, look):
    """In the corners of the picture: its key, that it runs, that it has errors."""
    margin, right = round(8 * look.unit), look.width - round(8 * look.unit)
    if entry.key:
        label = _label(entry.key, look.unit, INK)
        _lay(face, label, right - label.width, margin, look.unit)
    left = margin
    for said, text, color in ((entry.error, "error", RED), (look.current, "running", ACCENT)):
        if said:
            label = _label(text, look.unit, color, dot=True)
            _lay(face, label, left, margin, look.unit)
            left += label.width + round(6 * look.unit)


@lru_cache(maxsize=64)
def _label(text, unit, color, dot=False):
    """A word on dark ground, with a dot of its colour before it."""
    letters, pad, high = font(round(12 * unit)), round(8 * unit), round(21 * unit)
    before = round(12 * unit) if dot else 0
    image = Image.new("RGB", (round(letters.getlength(text)) + 2 * pad + before, high), DARK)
    draw = ImageDraw.Draw(image)
    if dot:
        side = round(7 * unit)
        image.paste(color, (pad, (high - side) // 2), rounded_mask((side, side), side / 2))
    draw.text((pad + before, high / 2), text, font=letters, fill=color, anchor="lm")
    return image


def _lay(face, label, x, y, unit):
    """A label on a picture that shines through it a little."""
    face.paste(label, (x, y), rounded_mask(label.size, 6 * unit).point(lambda value: round(value * 0.86)))


def _between(first, last, share):
    return tuple(round(a + share * (b - a)) for a, b in zip(first, last, strict=True))
