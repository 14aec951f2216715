"""A sheet that starts in pleats: a folded line of equal links, so that its edges stand nearer to each other than it is wide."""

import math

import numpy as np

LEAST = 4  # links that a pleat needs: of two, each would lie where the line is level
STEEPEST = 0.75 * math.pi  # [rad] at which neighbouring pleats nearly touch


def pleats(links, count, width):
    """(links + 1, 2) places [links] along a line and across it, centred on it: unit links that go to and fro `count` times.

    The line is as long from end to end as `width` (a share) of its links. The direction of link i against the line is
    a cos(2 pi count (i + 1/2) / links), the curve that bends least for its width; a is found by halvings.
    source: Langbein, Leopold, River Meanders: Theory of Minimum Variance, 1966
    """
    lean = np.cos(2 * math.pi * count * (np.arange(links) + 0.5) / links)
    least, most = 0.0, STEEPEST / np.abs(lean).max()
    for _ in range(60):
        middle = (least + most) / 2
        least, most = (middle, most) if np.cos(middle * lean).mean() > width else (least, middle)
    angle = least * lean
    places = np.concatenate([np.zeros((1, 2)), np.cumsum(np.stack([np.cos(angle), np.sin(angle)], 1), 0)])
    return places - [places[-1, 0] / 2, 0]
