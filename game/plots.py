"""Curves over time as panels for the picture, drawn with Pillow."""

import math

import numpy as np
from PIL import Image, ImageDraw

from game.history import LONGEST, UNITS
from game.hud import DIM, GROUND, INK, rounded
from game.letters import font, plain

COLORS = (
    (126, 217, 236), (255, 196, 94), (255, 130, 116), (154, 226, 134), (203, 160, 255), (255, 255, 255), (120, 160, 255), (255, 150, 210),
)  # fmt: skip
ROOM = 3.0  # spans of the quieter curves that one which explodes is followed over
WIDTH, TALLEST, SMALLEST, GUTTER = 300, 130, 40, 46  # [units of the layout] of the curves; of the numbers beside them
FRAME = 74  # [units of the layout] that words take above and below the curves
FINE = 3  # the curves are drawn so many times larger and then shrunk


def height_of(room, count):
    """[units of the layout] of the curves of each of `count` charts that share so much room."""
    return min(max(room / max(count, 1) - FRAME, SMALLEST), TALLEST)


def chart(quantity, curves, height, scale):
    """(h, w, 4) uint8 of one quantity's curves.

    curves  name -> samples (time [s], value) as History has them
    height  [units of the layout] of the curves
    scale   pixels per unit of the layout
    """
    spans = [extent(samples) for samples in curves.values()]
    low, high = window([span for span in spans if span])
    latest = max((samples[-1][0] for samples in curves.values() if samples), default=0.0)
    start = max(0.0, latest - LONGEST)
    times = start, max(latest, start + 1.0)
    field = _curves(curves, times, (low, high), (round(WIDTH * scale), round(height * scale)), scale)
    return _framed(field, quantity, list(curves), (low, high), times, scale)


def extent(samples):
    """(first, least, greatest) of the finite values; None without any."""
    values = [value for _, value in samples if math.isfinite(value)]
    return (values[0], min(values), max(values)) if values else None


def window(spans):
    """The values that the chart shows: all of the quieter half of the curves, and ROOM times as much of those that leave it."""
    if not spans:
        return 0.0, 1.0
    extents = sorted(high - low for _, low, high in spans)
    quiet = extents[(len(extents) - 1) // 2]
    reach = ROOM * quiet if quiet > 0 else extents[-1]
    low = min(max(low, first - reach) for first, low, _ in spans)
    high = max(min(high, first + reach) for first, _, high in spans)
    pad = 0.06 * (high - low) or 0.5 * abs(high) or 0.5
    return low - pad, high + pad


def _curves(curves, times, values, size, scale):
    """RGB image of the curves alone, on the panel's ground."""
    w, h = size
    image = Image.new("RGB", (w * FINE, h * FINE), GROUND[:3])
    draw = ImageDraw.Draw(image)
    for i, samples in enumerate(curves.values()):
        points = []
        for time, value in samples:
            value = value if math.isfinite(value) else values[1] + (values[1] - values[0])
            x = (time - times[0]) / (times[1] - times[0]) * w * FINE
            y = (values[1] - value) / (values[1] - values[0]) * h * FINE
            points.append((x, min(max(y, -h * FINE), 2 * h * FINE)))
        if len(points) > 1:
            draw.line(points, fill=COLORS[i % len(COLORS)], width=max(1, round(1.8 * scale * FINE)), joint="curve")
    return image.resize((w, h), Image.LANCZOS)


def _framed(field, quantity, names, values, times, scale):
    """The curves with the scale of values beside them, the times below and the names in their colours."""
    pad, line, small, gutter = round(12 * scale), round(17 * scale), font(round(12 * scale)), round(GUTTER * scale)
    w, h = field.size
    left = pad + gutter
    legend = _rows(names, small, w + gutter, scale)
    image = Image.new("RGBA", (w + left + pad, h + 2 * pad + (2 + len(legend)) * line + round(4 * scale)), (*GROUND[:3], 255))
    draw = ImageDraw.Draw(image)
    unit = f" [{UNITS[quantity]}]" if UNITS[quantity] else ""
    draw.text((pad, pad - round(4 * scale)), quantity + unit, font=font(round(13 * scale)), fill=INK)
    top = pad + line + round(4 * scale)
    image.paste(field, (left, top))
    for share in (0.0, 0.5, 1.0):
        y = top + round(share * (h - 1))
        draw.line((left, y, left + w, y), fill=(46, 58, 70))
        text = _short(values[1] + share * (values[0] - values[1]), values)
        draw.text((left - round(6 * scale) - small.getlength(text), y - round(8 * scale)), text, font=small, fill=DIM)
    y = top + h + round(2 * scale)
    draw.text((left, y), f"{times[0]:.0f} s", font=small, fill=DIM)
    text = f"{times[1]:.1f} s"
    draw.text((left + w - small.getlength(text), y), text, font=small, fill=DIM)
    for r, row in enumerate(legend):
        for x, i, name in row:
            draw.text((pad + x, y + (r + 1) * line), name, font=small, fill=COLORS[i % len(COLORS)])
    return rounded(np.array(image), GROUND[3], 9 * scale)


def _short(value, values):
    """A number with as many digits as its range is worth; a thousand and more in thousands."""
    size = max(abs(values[0]), abs(values[1]))
    power = next((p for p in (9, 6, 3) if size >= 10**p), 0)
    digits = max(0, 2 - math.floor(math.log10(max(values[1] - values[0], 1e-9) / 10**power)))
    return f"{value / 10**power:.{min(digits, 4)}f}{ {0: '', 3: 'k', 6: 'M', 9: 'G'}[power] }"


def _rows(names, small, room, scale):
    """The legend: rows of (x, number of the curve, name), broken where the room ends."""
    rows, x = [[]], 0
    for i, name in enumerate(map(plain, names)):
        length = math.ceil(small.getlength(name))
        if x and x + length > room:
            rows.append([])
            x = 0
        rows[-1].append((x, i, name))
        x += length + round(14 * scale)
    return rows
