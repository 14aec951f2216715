"""Back to front, for drawing."""

import numpy as np

from engine.kernels.compile import F, kernel

BINS = 65536


@kernel
def sort_back_to_front(x, previous, used, blend, axis, level, above, depth, key, count, order):
    """Slots of the living among 0 to used by depth along the view axis, farthest first, ties in the order of their slots.

    x, previous  [m] (3, slots) float32; a particle is drawn at previous + blend (x - previous), blend float32
    axis   (3,) float32   the camera's view direction
    level, above          height of a water plane, and whether the camera stands above it; -inf, True where there is none
    depth float32 (slots,), key uint32 (slots,), count uint32 (2 BINS,): scratch
    order  uint32 (slots,) receives first the slots on the other side of the water, then those on the camera's side
    Returns (behind, before): how many of each.
    """
