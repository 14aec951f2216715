"""What a scene itself wants to have said on its picture: labels over bodies, curves in a corner."""

import numpy as np

from game.hud import paste, scale_of
from game.labels import GAP, labels, pill
from game.layers import legend
from game.plots import chart, height_of

MARGIN, GAP_BETWEEN = 14, 8  # [units of the layout]
SHARE = 0.7  # of the picture's height that curves may take


def annotated(overlay, simulation, history, view, size, ratio=1.0, covered=(0, 0), lines=()):
    """The overlay with a scene's labels and curves beneath what it says; the overlay itself where the scene has none.

    overlay  (h, w, 4) uint8 or None, as Hud.draw gives it; never written to
    history  a History that has followed the simulation
    ratio    pixels per unit of the layout on this screen
    lines    (text, colour) of a legend, for the upper right corner
    covered  pixels at the right and at the lower edge that something else stands on
    """
    found = labels(simulation, view, size)
    if not (found or history.curves or lines):
        return overlay
    canvas, scale = np.zeros((size[1], size[0], 4), np.uint8), scale_of(size, ratio)
    for text, frozen, x, y in found:
        sign = pill(text, frozen, scale)
        left, top = round(x - sign.shape[1] / 2), round(y - GAP * scale) - sign.shape[0]
        if -sign.shape[1] < left < size[0] and -sign.shape[0] < top < size[1]:
            paste(canvas, sign, left, top)
    right, bottom = (side - taken - round(MARGIN * scale) for side, taken in zip(size, covered, strict=True))
    if lines:
        panel = legend(lines, scale)
        paste(canvas, panel, right - panel.shape[1], round(MARGIN * scale))
    height = height_of(SHARE * size[1] / scale, len(history.curves))
    for quantity, curves in history.curves.items():
        panel = chart(quantity, curves, height, scale)
        paste(canvas, panel, right - panel.shape[1], bottom - panel.shape[0])
        bottom -= panel.shape[0] + round(GAP_BETWEEN * scale)
    if overlay is not None:
        paste(canvas, overlay, 0, 0)
    return canvas
