"""Strain limit: no spring of a hanging sheet stays longer than the load on the sheet can make it.

source: Provot, "Deformation constraints in a mass-spring model to describe rigid cloth behaviour", 1995. One sweep a substep leaves springs
that are stiffer than the step can hold too long wherever something moves fast: every second one of a line, by twice what the line as a whole
is. So every DUE and at the end of a tick the ends of those that are too long are moved together, each pair about its own centre of mass and
along its own line, and what speed they have apart along it is taken; pass by pass, until none is too long or PASSES are over.

How long a spring may be is reckoned with all that pulls at the body: weight, wind and fields, and what its motion needs, and all of it as much
more as it hangs flat. Where that cannot be reckoned there is no limit: in the hand, for who knows how strong it is; while another body or a
solid holds it; and unless the sheet hangs, from a point or from points on one line. A net that is held all round pulls at its pins with far
more than its weight.
"""

import numpy as np

from engine.kernels.ballistic import ACCELERATION
from engine.kernels.body import PUSHED
from engine.kernels.compile import F, lean
from engine.kernels.xpbd import U, give_way

SPARE = 18.0  # [1/s] times the substep: stretch that is borne besides the load's, 1.5 % at 1200 substeps a second
UNEVEN = 1.6  # times their mean: what the springs that bear a body are stretched at most; at two corners 0.27 of the weight, not 1/6
BEYOND = 1.9  # of what a spring is too long is taken off it (successive over-relaxation): 2 / (1 + sin(pi / n)) for a line of n = 64
PASSES = 192  # a torn sheet of 128 x 128 needs them; a whole one none
TAUT = 1.001  # times the length of their tethers: held masses that far apart pull at the sheet themselves
TOUCHED = 0.05  # of its weight: what others push a body with without holding it; what its own masses push its pins with is no more


@lean
def limit(springs, masses, tethers, cells, faces, contacts, air, dt, h):
    """Shorten what is too long, dt seconds after the beginning of a tick of substeps of h. Rows 0 to 2 of masses.spare are scratch."""
    lo = 0
    for b in range(len(masses.first) - 1):
        hi = past(springs, masses, lo, b)
        in_hand = masses.first[b] <= masses.hand < masses.first[b + 1]
        if hi > lo and not in_hand and can_jam(masses, tethers, cells, faces, b):
            most = sag(springs, masses, lo, hi, flatness(masses, tethers, faces, b) * load(masses, tethers, air, b, dt, h))
            passes = 0 if np.isfinite(most) else PASSES
            _copy(masses.x, masses.spare, masses.first[b], masses.first[b + 1])
            while passes < PASSES and shorten(springs, masses.x, masses.v, masses.inverse, lo, hi, most, F(1.0 + SPARE * h)):
                passes += 1
            if passes > 0 and contacts.limit > 0:
                stay_near(masses.x, masses.spare, F(contacts.limit), masses.first[b], masses.first[b + 1])
        lo = hi


@lean
def _copy(x, to, first, last):
    for axis in range(3):
        for i in range(U(first), U(last)):
            to[axis, i] = x[axis, i]


@lean
def stay_near(x, start, most, first, last):
    """Bring masses back that have gone farther than `most` [m] from start: what contact lets them go in a substep, so that none passes another."""
    for i in range(first, last):
        a, b, c = x[0, i] - start[0, i], x[1, i] - start[1, i], x[2, i] - start[2, i]
        square = a * a + b * b + c * c
        if square > most * most:
            f = most / np.sqrt(square)
            x[0, i], x[1, i], x[2, i] = start[0, i] + f * a, start[1, i] + f * b, start[2, i] + f * c


@lean
def can_jam(masses, tethers, cells, faces, body):
    """Whether a body is a surface that hangs on tethers and has no cells: a rope cannot jam, and cells find their way by themselves."""
    first, last = masses.first[body], masses.first[body + 1]
    is_tied, has_cells = False, False
    for i in range(first, last):
        if tethers.anchor[0, i] >= 0:
            is_tied = True
            break
    for q in range(len(cells.volume)):
        has_cells |= first <= cells.corners[q, 0] < last
    return is_tied and not has_cells and faces.first[body + 1] > faces.first[body]


@lean
def past(springs, masses, lo, body):
    """End of the springs of a body, which begin at lo."""
    while lo < len(springs.rest) and springs.ends[lo, 0] < masses.first[body + 1]:
        lo += 1
    return lo


@lean
def weight(masses, air, body):
    """[N] of a body."""
    w, g, mass = masses.inverse, air.field[body, ACCELERATION : ACCELERATION + 3], 0.0
    for i in range(masses.first[body], masses.first[body + 1]):
        mass += 1.0 / w[i] if w[i] > 0 else 0.0
    return mass * np.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2])


@lean
def pushed(masses, body, dt, h):
    """[N] what others have pushed a body with for dt, since the beginning of the tick; what its own masses pushed each other with sums to 0."""
    w, push, a, b, c = masses.inverse, masses.spare[PUSHED:], 0.0, 0.0, 0.0
    for i in range(masses.first[body], masses.first[body + 1]):
        if w[i] > 0:
            a, b, c = a + push[0, i] / w[i], b + push[1, i] / w[i], c + push[2, i] / w[i]
    return np.sqrt(a * a + b * b + c * c) / (h * dt)


@lean
def flatness(masses, tethers, faces, body):
    """How many times more than a square at two corners a body pulls at what holds it, at least 1: inf where that cannot be said.

    A chain that is loaded evenly between its ends, `span` apart, pulls with sqrt(1 + (span / 4f)^2) of its load, f how deep it hangs in the middle:
    a parabola, so 3/2 of its mean depth. What is as wide as it is held has area / 2 span of that, however it is folded. For a square it is half the
    span: sqrt(1 + 1/9), and UNEVEN has that in it. It cannot be said where pins are not on one line, or farther apart than the sheet lets them.
    """
    x, w, lo, hi, pin, end, square, area = masses.x, masses.inverse, masses.first[body], masses.first[body + 1], -1, -1, 0.0, 0.0
    for i in range(lo, hi):
        if w[i] == 0:
            pin = i if pin < 0 else pin
            end, square = (i, _apart(x, i, pin)) if _apart(x, i, pin) > square else (end, square)
            for k in range(len(tethers.anchor)):
                anchor, length = tethers.anchor[k, i], tethers.length[k, i]
                if anchor >= 0 and length > 0 and _apart(x, i, anchor) > (TAUT * length) ** 2:
                    return np.inf
    if pin < 0 or end < 0:
        return np.inf if pin < 0 else 1.0
    for i in range(lo, hi):
        if w[i] == 0 and twice_area(x, pin, end, i) > 0.01 * square:
            return np.inf
    for f in range(faces.first[body], faces.first[body + 1]):
        area += twice_area(x, faces.corners[f, 0], faces.corners[f, 1], faces.corners[f, 2]) / 2.0
    return np.sqrt(max(0.9 + 0.1 * (square / area) ** 2, 1.0)) if area > 0 else np.inf


@lean
def _apart(x, i, j):
    """[m2] the square of the distance of two masses."""
    a, b, c = x[0, j] - x[0, i], x[1, j] - x[1, i], x[2, j] - x[2, i]
    return a * a + b * b + c * c


@lean
def twice_area(x, i, j, k):
    """[m2] of the triangle of three masses."""
    a, b, c = x[0, j] - x[0, i], x[1, j] - x[1, i], x[2, j] - x[2, i]
    p, q, r = x[0, k] - x[0, i], x[1, k] - x[1, i], x[2, k] - x[2, i]
    return np.sqrt((b * r - c * q) ** 2 + (c * p - a * r) ** 2 + (a * q - b * p) ** 2)


@lean
def load(masses, tethers, air, body, dt, h):
    """[N] what pulls at a body, at most: weight, wind and fields, what has touched it, and what it takes to lead its masses round their anchors.

    inf where another body or a solid holds it.
    """
    w, v, total, force = masses.inverse, masses.v, weight(masses, air, body), masses.force
    push = pushed(masses, body, dt, h)
    total += push if push <= TOUCHED * total else np.inf
    for i in range(masses.first[body], masses.first[body + 1]):
        if w[i] > 0:
            total += np.sqrt(force[0, i] ** 2 + force[1, i] ** 2 + force[2, i] ** 2)
            if tethers.anchor[0, i] >= 0:
                total += (v[0, i] ** 2 + v[1, i] ** 2 + v[2, i] ** 2) / (w[i] * tethers.length[0, i])
    return total


@lean
def sag(springs, masses, lo, hi, load):
    """[m] how much a load [N] stretches the springs lo to hi between what is held and what is not, at most; inf where nothing is held."""
    w, bear = masses.inverse, 0.0
    for s in range(lo, hi):
        if (w[springs.ends[s, 0]] > 0) != (w[springs.ends[s, 1]] > 0):
            bear += springs.stiffness[s]
    return F(UNEVEN * load / bear) if bear > 0 else F(np.inf)


@lean
def shorten(springs, x, v, w, lo, hi, most, spare):
    """One pass: whether a spring was longer than `most` and SPARE let it be."""
    found = False
    for s in range(lo, hi):
        i, j = springs.ends[s, 0], springs.ends[s, 1]
        bound = most + springs.rest[s] * spare
        a, b, c = x[0, j] - x[0, i], x[1, j] - x[1, i], x[2, j] - x[2, i]
        square, both = a * a + b * b + c * c, w[i] + w[j]
        if square > bound * bound * F(1.0001) and both > 0:
            found, f = True, F(BEYOND) * (F(1) - bound / np.sqrt(square)) / both
            parting = a * (v[0, j] - v[0, i]) + b * (v[1, j] - v[1, i]) + c * (v[2, j] - v[2, i])
            if parting > 0:
                g = parting / (square * both)
                give_way(v, w, i, j, -g * a, -g * b, -g * c)
            p, q = f * w[i], f * w[j]
            x[0, i], x[0, j] = x[0, i] + p * a, x[0, j] - q * a
            x[1, i], x[1, j] = x[1, i] + p * b, x[1, j] - q * b
            x[2, i], x[2, j] = x[2, i] + p * c, x[2, j] - q * c
    return found
