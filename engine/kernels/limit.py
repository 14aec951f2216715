"""Strain limit: no spring of a hanging sheet stays longer than the load on the sheet can make it.

source: Provot, "Deformation constraints in a mass-spring model to describe rigid cloth behaviour", 1995. One sweep a substep leaves springs
that are stiffer than the step can hold too long wherever something moves fast: every second one of a line, by twice what the line as a whole
is. So at the end of a tick the ends of those that are too long are moved together, each pair about its own centre of mass and along its own
line, and what speed they have apart along it is taken; pass by pass, until none is too long or PASSES are over.

How long a spring may be is reckoned with all that pulls at the body: weight, wind and fields, and what its motion needs. Where that cannot be
reckoned there is no limit: in the hand, for who knows how strong it is; while another body or a solid holds or pushes it; and unless the sheet
hangs: from a point, or from points on one line that are no farther apart than WIDE times its depth. A net that is held all round pulls at its
pins with far more than its weight.
"""

import numpy as np

from engine.kernels.ballistic import ACCELERATION
from engine.kernels.body import PUSHED
from engine.kernels.compile import F, lean
from engine.kernels.xpbd import give_way

SPARE = 18.0  # [1/s] times the substep: stretch that is borne besides the load's, 1.5 % at 1200 substeps a second
UNEVEN = 1.6  # times their mean: what the springs that bear a body are stretched at most; at two corners 0.27 of the weight, not 1/6
BEYOND = 1.5  # of what a spring is too long is taken off it: a pass carries that farther, and 48 do more than 96 with 1
PASSES = 48
WIDE = 3.0  # times the mean distance of the masses from the line of the pins: a square at two corners hangs at 2
TOUCHED = 0.01  # of its weight: what others push a body with without holding it


@lean
def limit(springs, masses, tethers, cells, faces, air, dt, h):
    """Shorten what is too long at the end of a tick of dt seconds, in substeps of h."""
    lo = 0
    for b in range(len(masses.first) - 1):
        hi = past(springs, masses, lo, b)
        if hi > lo and can_jam(masses, tethers, cells, faces, b) and _is_known(masses, air, b, dt, h):
            most = sag(springs, masses, lo, hi, load(masses, tethers, air, b))
            passes = 0
            while passes < PASSES and shorten(springs, masses.x, masses.v, masses.inverse, lo, hi, most, F(1.0 + SPARE * h)):
                passes += 1
        lo = hi


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
def _is_known(masses, air, body, dt, h):
    """Whether the load on a body can be reckoned."""
    in_hand = masses.first[body] <= masses.hand < masses.first[body + 1]
    return not in_hand and hangs(masses, body) and pushed(masses, body, dt, h) <= TOUCHED * weight(masses, air, body)


@lean
def pushed(masses, body, dt, h):
    """[N] what others pushed a body with in a tick; what its own masses pushed each other with sums to 0."""
    w, push, a, b, c = masses.inverse, masses.spare[PUSHED:], 0.0, 0.0, 0.0
    for i in range(masses.first[body], masses.first[body + 1]):
        if w[i] > 0:
            a, b, c = a + push[0, i] / w[i], b + push[1, i] / w[i], c + push[2, i] / w[i]
    return np.sqrt(a * a + b * b + c * c) / (h * dt)


@lean
def hangs(masses, body):
    """Whether what holds a body is a point, or lies on one line and no farther apart than WIDE times the mean distance of the masses from it."""
    x, w, lo, hi = masses.x, masses.inverse, masses.first[body], masses.first[body + 1]
    pin, end, span = -1, -1, 0.0
    for i in range(lo, hi):
        if w[i] == 0:
            pin = i if pin < 0 else pin
            away = (x[0, i] - x[0, pin]) ** 2 + (x[1, i] - x[1, pin]) ** 2 + (x[2, i] - x[2, pin]) ** 2
            end, span = (i, away) if away > span else (end, span)
    if pin < 0:
        return False
    if end < 0:
        return True
    span = np.sqrt(span)
    a, b, c = (x[0, end] - x[0, pin]) / span, (x[1, end] - x[1, pin]) / span, (x[2, end] - x[2, pin]) / span
    depth, free = 0.0, 0
    for i in range(lo, hi):
        p, q, r = x[0, i] - x[0, pin], x[1, i] - x[1, pin], x[2, i] - x[2, pin]
        along = a * p + b * q + c * r
        away = np.sqrt(max(p * p + q * q + r * r - along * along, 0.0))
        if w[i] == 0 and away > 0.01 * span:
            return False
        if w[i] > 0:
            depth, free = depth + away, free + 1
    return span * free <= WIDE * depth


@lean
def load(masses, tethers, air, body):
    """[N] what pulls at a body in a tick, at most: weight, wind and fields, and what it takes to lead its masses round their anchors."""
    w, v, total, force = masses.inverse, masses.v, weight(masses, air, body), masses.force
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
