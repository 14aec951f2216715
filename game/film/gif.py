"""Films as GIF: one palette for the whole film, so that what stands still is still, and a dither that does not crawl.

The palette is made of pictures from all over the film, so the pictures wait in a file, packed, until the last has come. Where a pixel
is as it was, nothing is written.

source: Bayer 1973, "An optimum method for two-level rendition of continuous-tone pictures"
"""

import contextlib
import tempfile
import zlib
from fractions import Fraction

import numpy as np

from engine.exchange.whole import Raw
from game.film.encoders import Film

COLORS = 255  # and one that means: as before
SAME = 255
SAMPLES = 16  # pictures that the palette is made of
LARGEST = 60_000  # [pixels] of one of them
ROUNDS = 2  # of means
BITS = 6  # of a channel, in the table from colours to the palette
LEAST = 2  # [1/100 s] shorter delays are taken for 10 by many programs


def delay_of(fps):
    """[1/100 s] of one picture: GIF counts in hundredths."""
    return max(LEAST, round(100 / fps))


def fps_of(fps):
    """Pictures a second, a Fraction, that a GIF can have, next to what is asked for."""
    return Fraction(100, delay_of(fps))


class Gif(Film):
    """A GIF file that plays again and again."""

    def __init__(self, path, size, fps, count):
        super().__init__(path, size, fps, count)
        self.waiting, self.places, self.is_full = None, [], False

    @property
    def told(self):
        """With what is between two pictures."""
        return f"{super().told}, {delay_of(self.fps)}/100 s a picture"

    def begin(self):
        """Open the file, and one beside it for pictures that wait."""
        self.file = Raw(self.part, "w")
        self.waiting = tempfile.TemporaryFile(dir=self.path.parent)

    def add(self, i, pixels):
        """Keep a picture."""
        packed = zlib.compress(np.ascontiguousarray(pixels[..., :3]), 1)
        try:
            self.waiting.write(packed)
            self.waiting.flush()
        except OSError:
            self.is_full = True
            raise
        self.places.append(len(packed))

    def end(self, whole):
        """Make the palette, and write all pictures that wait; a picture that does not fit on the disk any more is left out with all after it."""
        if self.is_full:  # the last quarter makes room: a GIF is much smaller than what waits for it
            self.places = self.places[: 3 * len(self.places) // 4]
            self.waiting.truncate(sum(self.places))
        trouble = self._write() if self.places else None
        self.waiting.close()
        with contextlib.suppress(OSError):
            self.file.close()
        self.settle(whole and not trouble)
        return trouble

    def _write(self):
        """All that waits, or as much as there is room for; the OSError that there was then."""
        picked = np.unique(np.linspace(0, len(self.places) - 1, SAMPLES).round().astype(int))
        colors = palette(self._pictures(picked))
        table, spread = nearest(colors), roughness(self._pictures(picked), colors)
        before, bias, end, trouble = None, bayer(self.size) * spread, 0, None
        try:
            self.file.write(header(self.size, colors))
            for picture in self._pictures():
                now = table[index_of(picture + bias)]
                self.file.write(image(now, before, delay_of(self.fps)))
                before, end, self.done = now, self.file.tell(), self.done + 1
            self.file.write(b";")
        except OSError as error:
            trouble = error
            self.file.truncate(end)
            self.file.seek(end)
            self.file.write(b";")
        return trouble

    def _pictures(self, picked=None):
        """Pictures (h, w, 3) uint8 that wait: all, or those with these numbers."""
        starts = np.concatenate([[0], np.cumsum(self.places)])
        for i in range(len(self.places)) if picked is None else picked:
            self.waiting.seek(starts[i])
            yield np.frombuffer(zlib.decompress(self.waiting.read(self.places[i])), np.uint8).reshape(*self.size[::-1], 3)


def palette(pictures):
    """(255, 3) uint8: colours that are near to those of the pictures. A colour counts by the root of how often it comes: a night sky leaves
    something for the fireworks in it.

    source: Heckbert 1982, "Color image quantization for frame buffer display": median cut, then means of what is nearest to each
    """
    from PIL import Image

    rows = []
    for picture in pictures:
        every = max(1, round((picture.shape[0] * picture.shape[1] / LARGEST) ** 0.5))
        rows.append(picture[::every, ::every].reshape(-1, 3))
    seen, count = _kinds(np.concatenate(rows))
    weight = np.ceil(np.sqrt(count)).astype(int)
    made = Image.fromarray(np.repeat(seen, weight, 0)[None]).quantize(COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    colors = np.array(made.getpalette()[: 3 * COLORS], np.uint8).reshape(-1, 3)
    colors = np.concatenate([colors, np.repeat(colors[-1:], COLORS - len(colors), 0)])
    for _ in range(ROUNDS):
        belongs = nearest(colors)[index_of(seen)]
        whole = np.bincount(belongs, weight, COLORS)[:, None]
        sums = np.stack([np.bincount(belongs, channel * weight, COLORS) for channel in seen.T.astype(np.float64)], 1)
        colors = np.where(whole > 0, np.rint(sums / np.maximum(whole, 1)), colors).astype(np.uint8)
    return colors


def _kinds(colors):
    """Colours (k, 3) uint8 that differ, each the mean of those in a cell of the table; how many (k,) each stands for."""
    cell = index_of(colors)
    count = np.bincount(cell, minlength=1 << 3 * BITS)
    there = count > 0
    sums = np.stack([np.bincount(cell, channel, len(count))[there] for channel in colors.T.astype(np.float64)], 1)
    return np.rint(sums / count[there, None]).astype(np.uint8), count[there]


def nearest(colors):
    """(2^18,) uint8: which of the colours is next to each of 64 x 64 x 64."""
    side = 1 << BITS
    level = (np.arange(side, dtype=np.float32) + 0.5) * (256 / side)
    green, blue = np.meshgrid(level, level, indexing="ij")
    plane, wanted = np.stack([green.ravel(), blue.ravel()], 1), colors.astype(np.float32)
    away = ((plane[:, None] - wanted[None, :, 1:]) ** 2).sum(2)
    return np.concatenate([(away + (red - wanted[:, 0]) ** 2).argmin(1) for red in level]).astype(np.uint8)


def index_of(colors):
    """Place (h, w) in that table of colours (h, w, 3), numbers of 0 to 255 and a little beyond."""
    level = np.clip(colors, 0, 255).astype(np.uint8).astype(np.int32) >> (8 - BITS)
    return (level[..., 0] << 2 * BITS) | (level[..., 1] << BITS) | level[..., 2]


def roughness(pictures, colors):
    """How far [levels] the dither has to reach: the width of an even error as large as that of the palette."""
    table, errors = nearest(colors), []
    for picture in pictures:
        errors.append(np.mean((picture - colors[table[index_of(picture)]].astype(np.float32)) ** 2))
    return np.float32(np.sqrt(12 * np.mean(errors)))


def bayer(size):
    """(h, w, 1) float32 in [-0.5, 0.5): thresholds of an ordered dither, the same in every picture."""
    tile = np.zeros((1, 1))
    for _ in range(3):
        tile = np.block([[4 * tile, 4 * tile + 2], [4 * tile + 3, 4 * tile + 1]])
    tile = (tile + 0.5) / tile.size - 0.5
    w, h = size
    return np.tile(tile, (-(-h // 8), -(-w // 8)))[:h, :w, None].astype(np.float32)


def header(size, colors):
    """Signature, size, palette, and the extension that says: again and again. source: GIF89a specification"""
    table = np.zeros((256, 3), np.uint8)
    table[: len(colors)] = colors
    sides = np.array(size, "<u2").tobytes()
    return b"GIF89a" + sides + b"\xf7\0\0" + table.tobytes() + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def image(now, before, delay):
    """One picture as it stands in the file: (h, w) numbers of colours, those of the picture before it (None: none), [1/100 s] shown."""
    from PIL import Image
    from PIL.GifImagePlugin import getdata

    top, left, shown = 0, 0, now
    if before is not None:
        changed = now != before
        rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
        top, bottom, left, right = (rows[0], rows[-1] + 1, columns[0], columns[-1] + 1) if len(rows) else (0, 1, 0, 1)
        shown = np.where(changed, now, SAME)[top:bottom, left:right]
    control = b"!\xf9\x04\x05" + np.array(delay, "<u2").tobytes() + bytes([SAME, 0])
    return control + b"".join(getdata(Image.fromarray(np.ascontiguousarray(shown)), (int(left), int(top))))
