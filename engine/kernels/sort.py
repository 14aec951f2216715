"""Back to front, for drawing."""

import numpy as np

from engine.kernels.compile import F, kernel

BINS = 65536
UNSEEN = F(1e29)  # heights above are those of the dead
U = np.uint64  # counting without a sign lets the compiler use vector instructions
MAGNITUDE = np.int32(0x7FFFFFFF)  # all bits of a float but its sign
INFINITE, BELOW_ALL = np.int32(0x7F800000), np.int32(-0x7F800001)  # inf and -inf as _range compares them


@kernel
def places_between(x, previous, used, blend, place):
    """Where particles are drawn between two ticks: previous + blend (x - previous).

    x, previous, place  [m] (3, slots) float32; slots 0 to used of place are written; blend float32
    """
    for row in range(3):
        now, before, between = x[row], previous[row], place[row]
        for i in range(U(used)):
            between[i] = before[i] + blend * (now[i] - before[i])


@kernel
def _depths(x, used, axis, depth):
    """Depth along axis of every slot; of the dead too."""
    x0, x1, x2 = x[0], x[1], x[2]
    a0, a1, a2 = axis[0], axis[1], axis[2]
    for i in range(U(used)):
        depth[i] = x0[i] * a0 + x1[i] * a1 + x2[i] * a2


@kernel
def _range(depth, height, used):
    """Least and greatest depth of the living, (2,) float32; where nobody lives, inf and -inf.

    Compared as whole numbers, which the compiler does eight at a time: the bits of a float, all but the sign turned over where
    it is negative, are in its order.
    """
    bits, ends = depth.view(np.int32), np.empty(2, np.int32)
    least, most = INFINITE, BELOW_ALL
    for i in range(U(used)):
        ordered = np.int32(bits[i] ^ (np.int32(bits[i] >> 31) & MAGNITUDE))
        lives = height[i] < UNSEEN
        least, most = min(least, ordered if lives else INFINITE), max(most, ordered if lives else BELOW_ALL)
    ends[0], ends[1] = least ^ ((least >> 31) & MAGNITUDE), most ^ ((most >> 31) & MAGNITUDE)
    return ends.view(np.float32)


@kernel
def sort_back_to_front(x, used, axis, level, above, depth, key, count, order):
    """Slots of the living among 0 to used by depth along the view axis, farthest first, ties in the order of their slots.

    One counting pass over 65,536 steps of depth between the nearest and the farthest.
    x      [m] (3, slots) float32   where they are drawn
    axis   (3,) float32   the camera's view direction
    level, above          float32 height of a water plane, and whether the camera stands above it; -inf, True where there is none
    depth float32 (slots,), key uint32 (slots,), count uint32 (2 BINS + 1,): scratch
    order  uint32 (slots,) receives first the slots on the other side of the water, then those on the camera's side
    Returns (behind, before): how many of each.
    """
    _depths(x, used, axis, depth)
    y = x[1]
    least, most = _range(depth, y, used)
    scale = F(BINS - 1) / max(most - least, F(1e-20))
    count[:] = 0
    for i in range(U(used)):
        step = np.uint32((most - depth[i]) * scale) if y[i] < UNSEEN else np.uint32(0)
        near = (y[i] > level) == above
        key[i] = (step + (np.uint32(BINS) if near else np.uint32(0))) if y[i] < UNSEEN else np.uint32(2 * BINS)
    for i in range(U(used)):
        count[key[i]] += np.uint32(1)
    total, behind = np.uint32(0), np.uint32(0)
    for b in range(2 * BINS):
        if b == BINS:
            behind = total
        here = count[b]
        count[b] = total
        total += here
    count[2 * BINS] = total
    order[:used] = np.uint32(0)  # a walk that fetches what another core has read since: by leaps it would take three times as long
    for i in range(U(used)):
        at = count[key[i]]
        order[at] = i
        count[key[i]] = at + np.uint32(1)
    return np.int64(behind), np.int64(total) - np.int64(behind)
