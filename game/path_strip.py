"""The time line of a camera's path, as it is drawn: its keys, where it is, which frame that is, and what its colours mean."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from game.hud import ACCENT, AMBER, DIM, GROUND, INK, rounded
from game.letters import font
from game.path_lines import SLOW_TO_FAST
from game.strip import FINE, PAD, RAIL, Layout
from game.strip import layout as run_layout

HEIGHT, LINE, GAP = 58, 38, 8  # [units of the layout] of the panel, where its bar lies below its top, from the time line below
BAR = 90  # [units of the layout] of the colours of speed


class PathStrip(NamedTuple):
    """What the line shows. Times in s."""

    name: str  # of the camera
    duration: float
    at: float
    frame: int
    frames: int
    key: int  # at hand
    keys: tuple  # times, where the line is whole
    count: int  # of keys
    speeds: tuple  # [m/s] least and greatest
    whole: bool = True  # else no more than the words

    @property
    def words(self):
        """What is said: which frame, which key."""
        return f"{self.name}   frame {self.frame} of {self.frames}   key {self.key + 1} of {self.count}"

    def panel(self, size, ratio=1.0):
        """(h, w, 4) uint8 of the line on a picture of (w, h) pixels, `ratio` of them per unit of the layout."""
        place = layout(size, ratio)
        return panel(self, place.width, place.height, place.scale) if self.whole else label(self.words, place.scale)


def layout(size, ratio=1.0, above=True):
    """Layout on a picture of (w, h) pixels; above: over the time line of the run."""
    below = run_layout(size, ratio)
    height = round(HEIGHT * below.scale)
    bottom = below.top - round(GAP * below.scale) if above else below.top + below.height
    return Layout(below.scale, below.left, bottom - height, below.width, height)


def taken(run, path, size, ratio=1.0):
    """[pixels] at the lower edge of a picture that the time lines stand on, of the run (Strip or None) and of the path (PathStrip or None)."""
    place = layout(size, ratio)
    return (run_layout(size, ratio).taken if run else 0) + (place.taken if path and path.whole else 0)


@lru_cache(maxsize=4)
def label(words, scale):
    """(h, w, 4) uint8 of the words alone."""
    letters = font(round(13 * scale))
    pad, high = round(12 * scale), round(28 * scale)
    image = Image.new("RGBA", (round(letters.getlength(words)) + 2 * pad, high), (*GROUND[:3], 255))
    ImageDraw.Draw(image).text((pad, 6 * scale), words, font=letters, fill=INK)
    return rounded(np.array(image), GROUND[3], 9 * scale)


def panel(strip, width, height, scale):
    """(h, w, 4) uint8 of the line: what stays while the path plays, with the words and the head on it."""
    image = _still(strip.duration, strip.keys, strip.key, strip.speeds, width, height, scale).copy()
    draw, y = ImageDraw.Draw(image), LINE * scale
    draw.text((PAD * scale, 7 * scale), strip.words, font=font(round(13 * scale)), fill=INK)
    at = round(_places(strip.duration, width, scale)(strip.at))
    for half, tall, color in ((max(round(1.6 * scale), 1) + 1, 12, (*GROUND[:3], 255)), (max(round(1.6 * scale), 1), 11, INK)):
        draw.rectangle((at - half, round(y - tall * scale), at + half, round(y + tall * scale)), fill=color)
    return rounded(np.array(image), GROUND[3], 9 * scale)


@lru_cache(maxsize=4)
def _still(duration, keys, key, speeds, width, height, scale):
    """The Image of bar, keys and colours."""
    image = _shapes(duration, keys, key, width, height, scale).resize((width, height), Image.LANCZOS).convert("RGBA")
    if width > 520 * scale:
        _legend(ImageDraw.Draw(image), speeds, width - PAD * scale, 7 * scale, scale, font(round(12 * scale)))
    return image


def _places(duration, width, scale):
    """Where a time lies on the panel [pixels]."""
    left, right = PAD * scale, width - PAD * scale
    return lambda time: left + (right - left) * min(max(time / max(duration, 1e-9), 0.0), 1.0)


def _legend(draw, speeds, right, top, scale, small):
    """What the colours mean: the slowest at one end, the fastest at the other."""
    low, high = (f"{speed:.2g}" for speed in speeds)
    unit = small.getlength(" m/s")
    draw.text((right - unit, top), " m/s", font=small, fill=DIM)
    right -= unit + small.getlength(high)
    draw.text((right, top), high, font=small, fill=DIM)
    right -= 8 * scale
    left, stops = right - BAR * scale, np.linspace(0, 1, len(SLOW_TO_FAST))
    for x in range(round(left), round(right)):
        share = (x - left) / (right - left)
        color = tuple(round(255 * np.interp(share, stops, channel)) for channel in SLOW_TO_FAST.T)
        draw.line((x, top + 4 * scale, x, top + 11 * scale), fill=color)
    draw.text((left - 8 * scale - small.getlength(low), top), low, font=small, fill=DIM)


def _shapes(duration, keys, at_hand, width, height, scale):
    """The bar with its keys, FINE times as large."""
    image = Image.new("RGB", (width * FINE, height * FINE), GROUND[:3])
    draw, u, y, place = ImageDraw.Draw(image), scale * FINE, LINE * scale * FINE, _places(duration, width, scale)
    draw.rounded_rectangle((PAD * u - 2 * u, y - 1.7 * u, (width - PAD * scale) * FINE + 2 * u, y + 1.7 * u), 1.7 * u, fill=RAIL)
    for number, time in enumerate(keys):
        side, color = (6.5, AMBER) if number == at_hand else (4.5, ACCENT)
        draw.polygon([(place(time) * FINE + dx * side * u, y + dy * side * u) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))], fill=color)
    return image
