"""The time line as it is drawn: a thin bar over the lower edge, with seconds, kept moments, edits and the head."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from game.hud import ACCENT, AMBER, DIM, GROUND, INK, rounded, scale_of
from game.letters import font

RAIL, FAR, MARK = (44, 57, 70), (52, 92, 106), (84, 100, 116)
MARGIN, GAP, PAD, HEIGHT, LINE = 14, 8, 16, 64, 32  # [units of the layout] of the panel; where its bar lies below its top
FINE = 3  # what has round edges is drawn so many times larger and then shrunk
STEPS = [n * 10**power for power in range(-1, 5) for n in (1, 2, 5)]  # [s] between numbers
APART, CLOSE = 70, 9  # [units of the layout] least between numbers, and between their small marks


class Strip(NamedTuple):
    """What the line shows. Times in s."""

    span: tuple  # of the first moment and of the present
    at: float  # what is seen
    away: bool  # which is the past
    moments: tuple  # times
    edits: tuple  # (time, clock on the wall)

    def panel(self, size, ratio=1.0):
        """(h, w, 4) uint8 of the line on a picture of (w, h) pixels, `ratio` of them per unit of the layout."""
        place = layout(size, ratio)
        return panel(self, place.width, place.height, place.scale)


class Layout(NamedTuple):
    """Where the line lies on a picture [pixels from the top left]."""

    scale: float
    left: int
    top: int
    width: int
    height: int

    @property
    def rail(self):
        """(left, right) of the bar."""
        pad = PAD * self.scale
        return self.left + pad, self.left + self.width - pad

    @property
    def taken(self):
        """[pixels] at the lower edge that nothing else stands on, besides the margin."""
        return self.height + round(GAP * self.scale)

    def holds(self, x, y):
        """Whether a pixel is on the panel, or between it and the picture's edge: there it is hit without aiming."""
        return x < 2 * self.left + self.width and y >= self.top

    def share(self, x):
        """How far along the bar a pixel is, 0 to 1."""
        left, right = self.rail
        return min(max((x - left) / max(right - left, 1), 0.0), 1.0)


def layout(size, ratio=1.0):
    """Layout on a picture of (w, h) pixels; of the window's own pixels where no ratio is given."""
    scale = scale_of(size, ratio)
    margin, height = round(MARGIN * scale), round(HEIGHT * scale)
    return Layout(scale, margin, size[1] - margin - height, max(size[0] - 2 * margin, 1), height)


def text(strip):
    """What is said beside the head."""
    start, end = strip.span
    if strip.away:
        return f"{strip.at:.2f} s of {end:.2f} s; Space goes on from here"
    return f"{strip.at:.2f} s of {end:.2f} s" if strip.at < end else f"{end:.2f} s"


@lru_cache(maxsize=4)
def panel(strip, width, height, scale):
    """(h, w, 4) uint8 of the line."""
    image = _shapes(strip, width, height, scale).resize((width, height), Image.LANCZOS).convert("RGBA")
    draw, small = ImageDraw.Draw(image), font(round(12 * scale))
    x = _places(strip, width, scale)
    line, low = LINE * scale, (LINE + 10) * scale
    for second, label in _numbers(strip.span, width, scale):
        length = small.getlength(label)
        draw.text((min(max(x(second) - length / 2, PAD * scale / 2), width - PAD * scale / 2 - length), low), label, font=small, fill=DIM)
    words, letters = text(strip), font(round(13 * scale))
    length = letters.getlength(words)
    flags = [(x(second) - scale, x(second) + 8 * scale) for second, _ in strip.edits]
    left = _beside(x(strip.at), length, PAD * scale, width - PAD * scale, flags, 4 * scale)
    draw.rectangle((left - 4 * scale, line - 27 * scale, left + length + 4 * scale, line - 9 * scale), fill=(*GROUND[:3], 255))
    draw.text((left, line - 27 * scale), words, font=letters, fill=INK)
    taken, gap = [(left, left + length)], 8 * scale
    for second, clock in reversed(strip.edits):  # the newest first: where they would meet, it is that which is read
        place = x(second) + 11 * scale
        end = place + small.getlength(clock)
        others = [flag for flag in flags if flag[1] < place - 4 * scale or flag[0] > place - 8 * scale]
        if end < width - PAD * scale / 2 and all(end + gap / 2 < a or b + gap / 2 < place for a, b in (*taken, *others)):
            draw.text((place, line - 26 * scale), clock, font=small, fill=AMBER)
            taken.append((place - 11 * scale, end))
    return rounded(np.array(image), GROUND[3], 9 * scale)


def _beside(at, length, low, high, flags, gap):
    """Where words begin: over the head, else to the left or the right of it where no flag stands; in the room from low to high."""
    lefts = [min(max(at - share * length, low), high - length) for share in (0.5, 1.0, 0.0)]
    free = (left for left in lefts if all(b + gap < left or left + length + gap < a for a, b in flags))
    return next(free, lefts[0])


def _places(strip, width, scale):
    """Where a time lies on the panel [pixels]."""
    start, end = strip.span
    pad = PAD * scale
    return lambda second: pad + (width - 2 * pad) * min(max((second - start) / max(end - start, 1e-9), 0.0), 1.0)


def _numbers(span, width, scale):
    """(time, what is written there) of round times along the bar."""
    start, end = span
    room = (width - 2 * PAD * scale) / max(end - start, 1e-9)  # pixels a second
    step = next((step for step in STEPS if step * room >= APART * scale), STEPS[-1])
    first = int(np.ceil(start / step - 1e-9))
    return [(n * step, f"{n * step:g} s") for n in range(first, int(end / step + 1e-9) + 1)]


def _shapes(strip, width, height, scale):
    """The bar with its marks, flags and head, FINE times as large."""
    image = Image.new("RGB", (width * FINE, height * FINE), GROUND[:3])
    draw, u = ImageDraw.Draw(image), scale * FINE
    place, y = _places(strip, width, scale), LINE * u
    x = lambda second: place(second) * FINE  # noqa: E731
    start, end = strip.span
    bar = lambda a, b, color: draw.rounded_rectangle((x(a) - 2 * u, y - 1.7 * u, x(b) + 2 * u, y + 1.7 * u), 1.7 * u, fill=color)  # noqa: E731
    bar(start, end, FAR if strip.away else RAIL)
    bar(start, strip.at, ACCENT)
    _ticks(draw, strip, x, y, u)
    for second in strip.moments:
        draw.ellipse((x(second) - 1.1 * u, y - 1.1 * u, x(second) + 1.1 * u, y + 1.1 * u), fill=GROUND[:3])
    for second, _ in strip.edits:
        left, top = x(second), y - 20 * u
        draw.rectangle((left - 0.7 * u, top, left + 0.7 * u, y), fill=AMBER)
        draw.polygon(((left, top), (left + 8 * u, top + 3.5 * u), (left, top + 7 * u)), fill=AMBER)
    at = x(strip.at)
    draw.ellipse((at - 7.5 * u, y - 7.5 * u, at + 7.5 * u, y + 7.5 * u), fill=GROUND[:3])
    draw.ellipse((at - 6 * u, y - 6 * u, at + 6 * u, y + 6 * u), fill=INK)
    return image


def _ticks(draw, strip, x, y, u):
    """Small marks below the bar, one a second where there is room."""
    start, end = strip.span
    step = next((step for step in STEPS if x(start + step) - x(start) >= CLOSE * u or step >= end - start), STEPS[-1])
    for n in range(int(np.ceil(start / step - 1e-9)), int(end / step + 1e-9) + 1):
        draw.rectangle((x(n * step) - 0.5 * u, y + 5 * u, x(n * step) + 0.5 * u, y + 8 * u), fill=MARK)
