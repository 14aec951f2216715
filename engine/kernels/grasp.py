"""How a mass in the hand is led in a body that does not pass through itself: no faster than the rest can follow.

Masses that keep 0.95 of their spacing close the cells of a sheet until those are 1.34 times as wide. A hand that goes on regardless tears its mass
through the rows around it, and contact then holds them on the wrong side for ever. So it waits while one of its springs is stretched that far,
and goes so slowly that what lies before it can be pushed out of its way. It arrives later, or not at all where the body does not reach.
"""

import numpy as np

from engine.kernels.ballistic import ACCELERATION
from engine.kernels.compile import F, inlined, lean
from engine.kernels.pairs import FIRST, LAST
from engine.kernels.vectors import dot

BEARABLE = F(1.2)  # times its rest length: so long a spring of the mass may become; 1.25 leaves knots, for other springs are stretched more
SHARE = 1.0 / 3.0  # of the weight of a body on one of its springs, at most, at rest
HASTE = 0.25  # of contacts.limit: the most that the mass goes in a substep


@lean
def find(springs, masses, tethers, contacts, air):
    """List in contacts.led the free ends of the springs of the mass in the hand, if it is on its way and its body's masses keep apart, and in
    contacts.bears how long each may become; returns how many.

    Where no tethers carry the weight, a spring bears its share of it besides. Springs that have no room in the list are not heeded.
    """
    count, hand = 0, masses.hand
    if not _is_led(masses, contacts):
        return count
    share = _weight(masses, air, _body_of(masses.first, hand))
    for s in range(len(springs.rest)):
        i, j = springs.ends[s, 0], springs.ends[s, 1]
        if i == hand or j == hand:
            j = i + j - hand
            if masses.inverse[j] > 0 and count < len(contacts.led):
                contacts.led[count] = j
                contacts.bears[count] = BEARABLE * springs.rest[s] + (F(0) if _is_tied(tethers, j) else share / springs.stiffness[s])
                count += 1
    return count


@lean
def _is_led(masses, contacts):
    x, target, hand, keeps = masses.x, masses.target, masses.hand, False
    for m in range(len(contacts.rows)):
        keeps |= contacts.itself[m] > 0 and contacts.rows[m, FIRST] <= hand < contacts.rows[m, LAST]
    return keeps and (x[0, hand] != target[0, hand] or x[1, hand] != target[1, hand] or x[2, hand] != target[2, hand])


@lean
def _body_of(first, i):
    body = 0
    while i >= first[body + 1]:
        body += 1
    return body


@lean
def _weight(masses, air, body):
    """[N] what one spring of a body has to bear at rest."""
    mass, g = 0.0, air.field[body, ACCELERATION : ACCELERATION + 3]
    for i in range(masses.first[body], masses.first[body + 1]):
        mass += 1.0 / masses.inverse[i] if masses.inverse[i] > 0 else 0.0
    return F(SHARE * mass * np.sqrt(dot(g, g)))


@lean
def _is_tied(tethers, i):
    tied = False
    for k in range(len(tethers.anchor)):
        tied |= tethers.anchor[k, i] >= 0
    return tied


@lean
def wait(masses, contacts, count):
    """Bend the way masses.v [m] of the mass in the hand, so that it is not too long, nor any of the `count` listed springs at its end: it may go back."""
    if count == 0:
        return
    u, start, i = masses.v, masses.start, masses.hand
    p0, p1, p2 = _short((u[0, i], u[1, i], u[2, i]), HASTE * contacts.limit)
    for e in range(count):
        j, b = contacts.led[e], contacts.bears[e]
        d = start[0, j] - start[0, i] - p0, start[1, j] - start[1, i] - p1, start[2, j] - start[2, i] - p2
        dd = dot(d, d)
        if dd > b * b:
            s = 1.0 - b / np.sqrt(dd)
            p0, p1, p2 = p0 + s * d[0], p1 + s * d[1], p2 + s * d[2]
    p0, p1, p2 = _short((p0, p1, p2), HASTE * contacts.limit)
    u[0, i], u[1, i], u[2, i] = F(p0), F(p1), F(p2)


@inlined
def _short(p, fast):
    """The way p, or what is fast of it."""
    pp = dot(p, p)
    t = fast / np.sqrt(pp) if pp > fast * fast else 1.0
    return t * p[0], t * p[1], t * p[2]
