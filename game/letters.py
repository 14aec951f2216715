"""Letters in pictures, and texts that fit into a width of pixels."""

import unicodedata
from bisect import bisect_right
from functools import lru_cache

from PIL import ImageFont


@lru_cache(maxsize=16)
def font(size):
    """Pillow's own font, so many pixels high."""
    return ImageFont.load_default(max(size, 6))


def plain(text):
    """The text in the letters that Pillow's own font has: accents fall off, what is left over becomes a question mark."""
    if text.isascii():
        return text
    text = text.replace("æ", "ae").replace("Æ", "AE").replace("ø", "o").replace("Ø", "O").replace("ß", "ss")
    letters = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return "".join(c if c.isascii() else "?" for c in letters)


def shortened(text, letters, room):
    """The text, or as much of it as there is room for, with dots."""
    if letters.getlength(text) <= room:
        return text

    def cut(length):
        return f"{text[:length].rstrip()}..."

    return cut(bisect_right(range(1, len(text)), room, key=lambda length: letters.getlength(cut(length))))


def wrapped(text, letters, room, most):
    """At most so many lines, broken between words; the last one is cut where there is more."""
    lines, words = [], text.split()
    while words and len(lines) < most:
        taken = 1
        while taken < len(words) and letters.getlength(" ".join(words[: taken + 1])) <= room:
            taken += 1
        if len(lines) == most - 1:
            taken = len(words)
        lines.append(shortened(" ".join(words[:taken]), letters, room))
        words = words[taken:]
    return lines
