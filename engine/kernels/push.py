"""How deep a mass is in a solid, and which way out is right for where it came from. float64; the rare path of kernels/touch.py."""

import numpy as np

from engine.kernels.compile import inlined
from engine.kernels.sampled import sampled_push
from engine.kernels.solids import AXIS, BOX, HALF, HOLLOW, KIND, PLANE, RADIUS, ROOM, SAMPLED, vector
from engine.kernels.vectors import ZERO, along, dot, length, mix

HALVINGS = 24  # of a way that passes through something round, to find where it enters
FREE = -1.0, ZERO


@inlined
def _slab(p, q, half):
    """When the way from p to q enters and leaves |x| < half, in shares of it: -1 where p is inside, in > out where it stays outside."""
    if p < 0.0:
        p, q = -p, -q
    enter, leave = -1.0, 2.0
    if p >= half:
        if q >= half:
            return 3.0, leave
        enter = (p - half) / (p - q)
    if q > half:
        leave = (half - p) / (q - p)
    elif q < -half:
        leave = (p + half) / (p - q)
    return enter, leave


@inlined
def _box(half, keep, p, q):
    """Push out of a box with rounded edges, for the way from p to q: (depth, normal), in its frame.

    A way through its core comes out of the face where it went in, else of the one that its start was nearest to.
    """
    a, b, c = _slab(p[0], q[0], half[0]), _slab(p[1], q[1], half[1]), _slab(p[2], q[2], half[2])
    enter, leave = max(a[0], b[0], c[0]), min(a[1], b[1], c[1])
    inside = abs(q[0]) < half[0] and abs(q[1]) < half[1] and abs(q[2]) < half[2]
    if enter <= leave and (enter >= 0.0 or inside):
        if enter < 0.0:  # from within: deep inside the core, or on its surface but for rounding
            a0, b0, c0 = abs(p[0]) - half[0], abs(p[1]) - half[1], abs(p[2]) - half[2]
            enter = max(a0, b0, c0)
        else:
            a0, b0, c0 = a[0], b[0], c[0]
        if a0 == enter:
            n = 1.0 if p[0] > 0.0 else -1.0, 0.0, 0.0
            return half[0] + keep - n[0] * q[0], n
        if b0 == enter:
            n = 0.0, 1.0 if p[1] > 0.0 else -1.0, 0.0
            return half[1] + keep - n[1] * q[1], n
        n = 0.0, 0.0, 1.0 if p[2] > 0.0 else -1.0
        return half[2] + keep - n[2] * q[2], n
    away = (
        q[0] - min(max(q[0], -half[0]), half[0]),
        q[1] - min(max(q[1], -half[1]), half[1]),
        q[2] - min(max(q[2], -half[2]), half[2]),
    )
    d = length(away)
    if d >= keep or d == 0.0:
        return FREE
    return keep - d, mix(1.0 / d, away, 0.0, away)


@inlined
def _from_line(q, axis):
    """From the nearest point of a capsule's line to q; the line of a sphere is a point."""
    return q[0], q[1] - min(max(q[1], -axis), axis), q[2]


@inlined
def _outward(q, axis):
    """Unit vector away from the line, upward on it."""
    away = _from_line(q, axis)
    d = length(away)
    return mix(1.0 / d, away, 0.0, away) if d > 0.0 else (0.0, 1.0, 0.0)


@inlined
def _entry(radius, axis, p, q):
    """Share of the way from p, outside, to q, at which it enters something round; 2 where it does not. Its distance is convex along it."""
    way = mix(1.0, q, -1.0, p)
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):  # to where it is nearest
        t = 0.5 * (low + high)
        if dot(_from_line(along(p, t, way), axis), way) < 0.0:
            low = t
        else:
            high = t
    near, low = high, 0.0
    if length(_from_line(along(p, near, way), axis)) > radius:
        return 2.0
    for _ in range(HALVINGS):
        t = 0.5 * (low + near)
        if length(_from_line(along(p, t, way), axis)) > radius:
            low = t
        else:
            near = t
    return near


@inlined
def _round(radius, axis, p, q):
    """Push out of a sphere or capsule, reach included, for the way from p to q: (depth, normal), in its frame."""
    away, way = _from_line(q, axis), mix(1.0, q, -1.0, p)
    d = dot(away, away)
    if dot(way, way) > 0.25 * radius * radius and length(_from_line(p, axis)) > radius:  # it may come out on the other side
        t = _entry(radius, axis, p, q)
        if t > 1.0:
            return FREE
        at = along(p, t, way)
        n = _outward(at, axis)
        return -(1.0 - t) * dot(way, n), n
    if d >= radius * radius:
        return FREE
    return radius - np.sqrt(d), _outward(q if d > 0.0 else p, axis)


@inlined
def push(rows, j, wall, keep, p, q):
    """(depth, normal) in the frame of solid j for a mass that keeps `keep` away and went from p to q; depth <= 0: none. A room has 3 walls."""
    kind = rows[j, KIND]
    if kind == PLANE:
        return keep - q[1], (0.0, 1.0, 0.0)
    if kind == ROOM:
        n = -np.sign(q[0]) * (wall == 0), -np.sign(q[1]) * (wall == 1), -np.sign(q[2]) * (wall == 2)
        return keep - rows[j, HALF + wall] - dot(q, n), n
    if kind == HOLLOW:
        n = _outward(q, rows[j, AXIS])
        return dot(_from_line(q, rows[j, AXIS]), n) + keep - rows[j, RADIUS], mix(-1.0, n, 0.0, n)
    if kind == SAMPLED:
        return sampled_push(rows, j, keep, p, q)
    if kind == BOX:
        return _box(vector(rows, j, HALF), keep, p, q)
    return _round(rows[j, RADIUS] + keep, rows[j, AXIS], p, q)
