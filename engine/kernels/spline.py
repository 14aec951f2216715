"""Cubic curves: one axis of a segment, the speed along it, and its length.

segments  (m, 4, k) float64: of segment i and axis j the ends, P_i and P_i+1, and the tangents, TD_i where it leaves and TS_i+1 where it
          arrives, per unit of s. Axes 0, 1, 2 are the position [m].
s         place in a segment, 0 to 1
"""

import math

from engine.kernels.compile import inlined, kernel, lean

PARTS = 16  # sub-intervals of a segment of which the length is kept
STANDING = 1e-9  # [m] per unit of s: below this a curve stands still
# points and weights of 5-point Gauss quadrature on -1..1
_G0, _G1, _G2 = 0.0, 0.5384693101056831, 0.9061798459386640
_W0, _W1, _W2 = 0.5688888888888889, 0.4786286704993665, 0.2369268850561891


@inlined
def hermite(p, q, d, e, s):
    """Value and slope d/ds at s of the cubic from p to q that leaves with d and arrives with e; exact at both ends."""
    r = 1.0 - s
    value = p * ((1.0 + 2.0 * s) * r * r) + q * (s * s * (3.0 - 2.0 * s)) + d * (s * r * r) - e * (s * s * r)
    return value, 6.0 * s * r * (q - p) + d * (r * (1.0 - 3.0 * s)) + e * (s * (3.0 * s - 2.0))


@inlined
def bezier(p, q, d, e, s):
    """The same curve as `hermite`, from its control points p, p + d/3, q - e/3, q by De Casteljau's halving."""
    r, a, b = 1.0 - s, p + d / 3.0, q - e / 3.0
    u, v, w = r * p + s * a, r * a + s * b, r * b + s * q
    u, v = r * u + s * v, r * v + s * w
    return r * u + s * v, 3.0 * (v - u)


@lean
def axis_at(segments, as_bezier, i, s, axis):
    """Value and slope d/ds of one axis at s of segment i."""
    p, q, d, e = segments[i, 0, axis], segments[i, 1, axis], segments[i, 2, axis], segments[i, 3, axis]
    if as_bezier:
        return bezier(p, q, d, e, s)
    return hermite(p, q, d, e, s)


@lean
def bend(segments, i, s, axis):
    """Second derivative d2/ds2 of one axis."""
    p, q, d, e = segments[i, 0, axis], segments[i, 1, axis], segments[i, 2, axis], segments[i, 3, axis]
    return 6.0 * (q - p) * (1.0 - 2.0 * s) + d * (6.0 * s - 4.0) + e * (6.0 * s - 2.0)


@lean
def pace(segments, i, s):
    """Length [m] of the position's slope d/ds."""
    _, x = hermite(segments[i, 0, 0], segments[i, 1, 0], segments[i, 2, 0], segments[i, 3, 0], s)
    _, y = hermite(segments[i, 0, 1], segments[i, 1, 1], segments[i, 2, 1], segments[i, 3, 1], s)
    _, z = hermite(segments[i, 0, 2], segments[i, 1, 2], segments[i, 2, 2], segments[i, 3, 2], s)
    return math.sqrt(x * x + y * y + z * z)


@lean
def length(segments, i, low, high):
    """Length [m] of segment i from s = low to high, by 5-point Gauss quadrature."""
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    sides = _W1 * (pace(segments, i, middle - half * _G1) + pace(segments, i, middle + half * _G1))
    sides += _W2 * (pace(segments, i, middle - half * _G2) + pace(segments, i, middle + half * _G2))
    return half * (_W0 * pace(segments, i, middle) + sides)


@kernel
def measure(segments, arc):
    """Fill arc (m, PARTS + 1) with the length [m] of the way from the first key to each sub-interval's start, and to the end."""
    total = 0.0
    for i in range(len(segments)):
        arc[i, 0] = total
        for j in range(PARTS):
            total += length(segments, i, j / PARTS, (j + 1) / PARTS)
            arc[i, j + 1] = total


@lean
def located(marks, x):
    """(i, share): which interval between the m + 1 rising marks holds x, and how far it is through it; an empty one is at its start."""
    low, high = 0, len(marks) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if marks[middle] <= x:
            low = middle
        else:
            high = middle
    width = marks[low + 1] - marks[low]
    return low, min(max((x - marks[low]) / width, 0.0), 1.0) if width > 0.0 else 0.0


@lean
def paced(segments, arc, distance):
    """(i, s) at a distance [m] along the way: linear within a sub-interval, then Newton's steps on its length, halving where they leave it.

    Two steps do, but for sub-intervals in which the curve comes to a stop.
    """
    low, high = 0, len(arc)
    while high - low > 1:
        middle = (low + high) // 2
        if arc[middle, 0] <= distance:
            low = middle
        else:
            high = middle
    i = low
    j, share = located(arc[i], distance)
    start, beyond, near = j / PARTS, distance - arc[i, j], 1e-13 * arc[len(arc) - 1, PARTS]
    s, least, most = (j + share) / PARTS, start, (j + 1) / PARTS
    for _ in range(40):
        over = length(segments, i, start, s) - beyond
        if abs(over) <= near:
            break
        if over > 0.0:
            most = s
        else:
            least = s
        speed = pace(segments, i, s)
        s = s - over / speed if speed > STANDING else least - 1.0
        if not least <= s <= most:
            s = 0.5 * (least + most)
    return i, s
