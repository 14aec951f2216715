"""How red masses and springs are drawn: the root of their energy over that of the 98th in a hundred, so that it reads as a speed."""

import numpy as np

from engine.kernels.compile import F, inlined, kernel

SHARE = 0.98  # of all have no more energy than what is drawn in full red
BINS = 512


@kernel
def of_masses(velocity, inverse, used, least, count, heat):
    """Kinetic: heat (used,) float32 = sqrt(E / E98), E = m v^2 / 2; 0 of the held.

    velocity  [m/s] (3, slots) float32; inverse [1/kg] (slots,) float32
    least     [m/s] float32: a typical mass at this speed is full red even where all others are slower: who rests does not glow
    count     (BINS,) int32 scratch
    """
    total, free = F(0), 0
    for i in range(used):
        heat[i] = F(0)
        if inverse[i] > F(0):
            root = np.sqrt(F(0.5) / inverse[i])
            heat[i] = root * np.sqrt(velocity[0, i] ** 2 + velocity[1, i] ** 2 + velocity[2, i] ** 2)
            total += root
            free += 1
    _over_the_high(heat, used, least * total / F(max(free, 1)), count)


@kernel
def of_springs(place, ends, rest, stiffness, least, count, heat):
    """Potential: heat (m,) float32 = sqrt(E / E98), E = k (l - rest)^2 / 2.

    place  [m] (masses, >= 3) float32; ends (m, 2) int32; rest [m], stiffness [N/m] (m,) float32
    least  float32: a typical spring longer by this share of its rest is full red even where all others are slacker
    count  (BINS,) int32 scratch
    """
    total = F(0)
    for s in range(len(ends)):
        i, j, square = ends[s, 0], ends[s, 1], F(0)
        for axis in range(3):
            way = place[j, axis] - place[i, axis]
            square += way * way
        root = np.sqrt(F(0.5) * stiffness[s])
        heat[s] = root * abs(np.sqrt(square) - rest[s])
        total += root * rest[s]
    _over_the_high(heat, len(ends), least * total / F(max(len(ends), 1)), count)


@inlined
def _over_the_high(heat, used, least, count):
    """Divide by the value that SHARE of all do not exceed, or by `least`; cut to 0..1. What is not a number is 0."""
    top = F(0)
    for i in range(used):
        if not heat[i] < F(1e30):
            heat[i] = F(0)
        top = max(top, heat[i])
    high = top
    if top > F(0):
        count[:] = 0
        for i in range(used):
            count[min(int(heat[i] / top * F(BINS)), BINS - 1)] += 1
        below = 0
        for b in range(BINS):
            below += count[b]
            if below >= SHARE * used:
                high = top * F(b + 1) / F(BINS)
                break
    high = max(high, least)
    if high > F(0):
        for i in range(used):
            heat[i] = min(heat[i] / high, F(1))
