"""Words written over bodies: where they land on the picture."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from engine.components import Placement, Population, Position
from engine.render.camera import Camera
from game.hud import GROUND, INK, rounded
from game.letters import font, plain

MAGENTA = (255, 120, 255)
GAP = 10  # [units of the layout] between a body and its words


def labels(simulation, view, size):
    """(text, frozen, x, y) of each label in the picture: x the middle, y the lower edge [pixels from the top left].

    view    the Frame's View
    size    of the picture [pixels]
    """
    found = []
    matrix = Camera.of(view, size).view_projection()
    for name, entity in simulation.scene.spec.entities.items():
        if entity.draw is None or not entity.draw.label or not entity.draw.visible:
            continue
        place, frozen = _top(simulation, name)
        x, y, _, w = matrix @ (*place, 1.0)
        if w > view.near:
            found.append((entity.draw.label, frozen, (x / w + 1) / 2 * size[0], (1 - y / w) / 2 * size[1]))
    return found


def _top(simulation, name):
    """Where a body's words stand [m] (3,), over the middle of it, and whether it is frozen."""
    try:
        xyz, frozen = simulation.get(name, Position).xyz, simulation.get(name, Population).frozen
    except KeyError:
        return simulation.get(name, Placement).position, False
    if not len(xyz) or not np.isfinite(xyz).all():
        return simulation.get(name, Placement).position, frozen
    low, high = xyz.min(axis=0), xyz.max(axis=0)
    return np.array([(low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2], float), frozen


@lru_cache(maxsize=64)
def pill(text, frozen, scale):
    """(h, w, 4) uint8 of a label."""
    letters, pad = font(round(13 * scale)), round(7 * scale)
    text = plain(text) + (" (frozen)" if frozen else "")
    image = Image.new("RGBA", (int(letters.getlength(text)) + 2 * pad, round(22 * scale)), (*GROUND[:3], 255))
    ImageDraw.Draw(image).text((pad, round(3 * scale)), text, font=letters, fill=MAGENTA if frozen else INK)
    return rounded(np.array(image), GROUND[3], 8 * scale)
