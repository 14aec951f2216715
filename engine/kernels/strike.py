"""Masses and triangles that are too near are pushed apart, with friction: one sweep over the hits that kernels/cross.py has listed."""

import numpy as np

from engine.kernels.compile import F, inlined, lean

MASS, CORNER, SIDE = 0, 1, 4  # rows of the hits (5, room)
CALM = F(2.0)  # [m/s] at most with which bodies part that were in each other already: those that are placed so must not fly apart


@inlined
def at(x, i):
    """Vector of slot i of x (3, slots)."""
    return x[0, i], x[1, i], x[2, i]


@inlined
def less(a, b):
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@inlined
def inner(a, b):
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def normal(a, b, c):
    """(b - a) x (c - a): normal of a triangle, as long as twice its area."""
    s, t = less(b, a), less(c, a)
    return s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]


@lean
def nearest(p, a, b, c):
    """Weights of the corners at the point of a triangle nearest to p, and whether it is within.

    source: Ericson, Real-Time Collision Detection, 5.1.5
    """
    ab, ac, ap = less(b, a), less(c, a), less(p, a)
    d1, d2 = inner(ab, ap), inner(ac, ap)
    if d1 <= 0 and d2 <= 0:
        return F(1), F(0), F(0), False
    bp = less(p, b)
    d3, d4 = inner(ab, bp), inner(ac, bp)
    if d3 >= 0 and d4 <= d3:
        return F(0), F(1), F(0), False
    vc = d1 * d4 - d3 * d2
    if vc <= 0 and d1 >= 0 and d3 <= 0:
        v = d1 / (d1 - d3)
        return F(1) - v, v, F(0), False
    cp = less(p, c)
    d5, d6 = inner(ab, cp), inner(ac, cp)
    if d6 >= 0 and d5 <= d6:
        return F(0), F(0), F(1), False
    vb = d5 * d2 - d1 * d6
    if vb <= 0 and d2 >= 0 and d6 <= 0:
        w = d2 / (d2 - d6)
        return F(1) - w, F(0), w, False
    va = d3 * d6 - d5 * d4
    if va <= 0 and d4 - d3 >= 0 and d5 - d6 >= 0:
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        return F(0), F(1) - w, w, False
    whole = F(1) / (va + vb + vc)
    return F(1) - (vb + vc) * whole, vb * whole, vc * whole, True


@inlined
def blend(x, a, b, c, u, v, w):
    """u, v, w times the vectors of slots a, b, c of x (3, slots), added."""
    return (
        u * x[0, a] + v * x[0, b] + w * x[0, c],
        u * x[1, a] + v * x[1, b] + w * x[1, c],
        u * x[2, a] + v * x[2, b] + w * x[2, c],
    )


@lean
def strike(masses, hits, count, reach, friction, h):
    """One sweep over the hits of a substep of h seconds: push masses and triangles apart, with Coulomb's friction, by equal and opposite
    impulses."""
    x, start, inverse = masses.x, masses.start, masses.inverse
    for e in range(count):
        i, a, b, c, side = hits[MASS, e], hits[CORNER, e], hits[CORNER + 1, e], hits[CORNER + 2, e], hits[SIDE, e]
        p, keep = at(x, i), reach[i] + reach[a]
        u, v, w, within = F(1), F(0), F(0), False
        if a != b:
            u, v, w, within = nearest(p, at(x, a), at(x, b), at(x, c))
        d = less(p, blend(x, a, b, c, u, v, w))
        far = np.sqrt(inner(d, d))
        n = d
        if a != b:
            n = normal(at(x, a), at(x, b), at(x, c))
            size = np.sqrt(inner(n, n))
            size = -size if side < 0 else size
            behind = inner(n, d) * size < 0
            if within:
                n, far = (n[0] / size, n[1] / size, n[2] / size), -far if behind else far
            elif behind or not far > 0:  # of another triangle's concern, or beyond the border
                continue
        if not within:
            n = (d[0] / far, d[1] / far, d[2] / far) if far > 0 else (F(0), F(1), F(0))
        wi, wa, wb, wc = inverse[i], u * inverse[a], v * inverse[b], w * inverse[c]
        total = wi + u * wa + v * wb + w * wc
        push = keep - far
        if not (push > 0 and total > 0):
            continue
        q, q0 = blend(x, a, b, c, u, v, w), blend(start, a, b, c, u, v, w)
        way = less(less(p, at(start, i)), less(q, q0))
        across = inner(way, n)
        old = max(push - max(CALM * h - across, F(0)), F(0))  # too near before this substep: no reason to part the faster for it
        slip = way[0] - across * n[0], way[1] - across * n[1], way[2] - across * n[2]
        long = np.sqrt(inner(slip, slip))
        mu = max(friction[i], friction[a])
        cut = min(mu * push / long, F(1)) if long > 0 else F(0)
        for axis in range(3):
            s = (push * n[axis] - cut * slip[axis]) / total
            x[axis, i] += wi * s
            x[axis, a] -= wa * s
            x[axis, b] -= wb * s
            x[axis, c] -= wc * s
            if old > 0:
                s = old * n[axis] / total
                start[axis, i] += wi * s
                start[axis, a] -= wa * s
                start[axis, b] -= wb * s
                start[axis, c] -= wc * s
