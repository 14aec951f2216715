"""Forces and the like as lines over the picture, in the window (G) and in `render --debug`, with a legend."""

from functools import lru_cache

import numpy as np

from game.hud import GROUND, INK, rounded
from game.letters import font, plain

TURNS = (), ("forces",), ("velocities",), ("normals",), ("colliders", "bounds"), ("wind",), ("strain",)  # what G leads through


def laid(simulation, names, view):
    """Rows (n, 2, 7) of Frame.bold of these layers, seen by a View, and their legend: (text, colour) of each line. To be asked before
    `extract`, for it closes the gaps of the dead. Raises UnknownLayer."""
    if not names:
        return np.empty((0, 2, 7), np.float32), ()
    from engine.simulation.layers import layers

    found = layers(simulation, names, view.position).values()
    rows = np.empty((sum(len(layer.segments) for layer in found), 2, 7), np.float32)
    rows[..., :3] = np.concatenate([layer.segments for layer in found])
    rows[..., 3:] = np.concatenate([layer.colors for layer in found])[:, None]
    return rows, tuple(line for layer in found for line in layer.legend)


@lru_cache(maxsize=16)
def legend(lines, scale):
    """(h, w, 4) uint8 of a legend: each line's text behind a dash of its colour."""
    from PIL import Image, ImageDraw

    letters, pad, row, dash = font(round(13 * scale)), round(11 * scale), round(19 * scale), round(20 * scale)
    texts = [plain(text) for text, _ in lines]
    width = max(int(letters.getlength(text)) for text in texts) + dash + round(9 * scale) + 2 * pad
    image = Image.new("RGBA", (width, len(lines) * row + 2 * pad - round(4 * scale)), (*GROUND[:3], 255))
    draw = ImageDraw.Draw(image)
    for i, (text, (_, color)) in enumerate(zip(texts, lines, strict=True)):
        y = pad + i * row
        draw.line((pad, y + 6 * scale, pad + dash, y + 6 * scale), fill=tuple(color), width=max(2, round(3 * scale)))
        draw.text((pad + dash + round(9 * scale), y - round(2 * scale)), text, font=letters, fill=INK)
    return rounded(np.array(image), GROUND[3], 9 * scale)
