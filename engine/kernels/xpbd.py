"""Springs by position: one sweep a substep over all runs, in their order.

source: Macklin, Mueller, Chentanez, "XPBD: position-based simulation of compliant constrained dynamics", 2016; one sweep for each of many
substeps: Macklin et al., "Small steps in physics simulation", 2019. A spring of length l is projected by

    x_i -= w_i f d,   x_j += w_j f d,   d = x_j - x_i,   f = give (rest / l - 1),   give = 1 / (w_i + w_j + alpha)

One sweep from the predicted place leaves the equilibrium of a spring softer, by h^2 (w_i + w_j) / 2 on average over the colours; so that
much is taken off its compliance: alpha = max(0, 1 / (k h^2) - (w_i + w_j) / 2). What is stiffer acts as k = 2 / (h^2 (w_i + w_j)), which
is m / h^2 between equal masses.

A spring pulls along the line on which its ends were at the start of the substep, s, not on which they are, d: instead of d it moves them by
s (d . d) / (s . d). So no angular momentum is lost, and what swings or turns comes back as high (Ryckaert, Ciccotti, Berendsen 1977, SHAKE): along d, a
turn by the angle a in a substep takes a^2 of the speed, at 600 substeps a second a tenth of the height of a cloth that swings. Where the
ends have moved against each other by more than half their distance, or the spring is a fifth off its length, s is no direction any more, and d
is; and in bodies that have cells, which squeezed flat must find their way out of the plane.
"""

import numpy as np

from engine.kernels.compile import F, inlined, lean
from engine.kernels.runs import COUNT, FIRST, FORM, LISTED, PROGRESSION, SLOT, STRIDE, A, B

U = np.uint64  # an index that cannot mean "from the end", so that loops become vector instructions
TILE = 512  # slots whose moves wait in the scratch rows before they are made
NOWHERE = F(1e-20)  # [m2] squared length under which a spring has no direction: it exerts nothing
TURNED = F(0.25)  # square of the share of their distance by which two ends have moved, from which on where they were is no direction
STRAINED = F(0.04)  # the same of what a spring is off its length


@lean
def prepare(springs, inverse, h):
    """Fill length, least, give and lag by slot for substeps of h seconds; idle slots have no strength."""
    springs.length[:], springs.least[:], springs.give[:], springs.lag[:] = 0, 0, 0, 0
    for s in range(len(springs.rest)):
        w = inverse[springs.ends[s, 0]] + inverse[springs.ends[s, 1]]
        if w > 0:
            slot = springs.slot[s]
            springs.length[slot], springs.least[slot] = springs.rest[s], springs.firm[s] * springs.rest[s]
            springs.give[slot] = give(springs.stiffness[s], w, h)
            if springs.damped:
                springs.lag[slot] = -np.expm1(-springs.damping[s] * h * w) / w


@lean
def mark(springs, cells, first, within):
    """Make `give` negative of the springs of bodies that have cells: they pull along d always. first: of the masses; within (slots,) is scratch."""
    if len(cells.volume) == 0:
        return
    within[:] = 0
    for q in range(len(cells.volume)):
        within[cells.corners[q, 0]] = 1
    for b in range(len(first) - 1):
        for i in range(first[b], first[b + 1]):
            if within[i] > 0:
                within[first[b] : first[b + 1]] = 1
                break
    for s in range(len(springs.rest)):
        if within[springs.ends[s, 0]] > 0:
            springs.give[springs.slot[s]] *= F(-1)


@inlined
def give(stiffness, w, h):
    """Mass [kg] by which a spring between inverse masses of sum w moves them toward its rest length: 1 / (w + alpha)."""
    return F(1) / max(w, F(1) / (stiffness * h * h) + F(0.5) * w)


@lean
def project(springs, x, u, inverse):
    """Move the ends of every spring toward its rest length.

    x [m] (3, slots) where the masses were at the start of the substep
    u [m] (3, slots) how far they have moved since, changed. Apart from x, for its small numbers keep what x would round away: at
                     4800 substeps a second float32 x alone gives a mass 1 m from the origin a false 1 cm/s in a second.
    """
    work, length, least, strength = springs.work, springs.length, springs.least, springs.give
    for r in range(len(springs.table)):
        row = springs.table[r]
        a, b, count, stride, slot = row[A], row[B], row[COUNT], row[STRIDE], row[SLOT]
        if row[FORM] == PROGRESSION and stride == 1:
            for t in range(0, count, TILE):
                n = min(TILE, count - t)
                _pulls(x[0], x[1], x[2], u[0], u[1], u[2], length, least, strength, work[0], work[1], work[2], a + t, b + t, slot + t, n)
                for axis in range(3):
                    move_ends(u[axis], inverse, work[axis], a + t, b + t, n)
        else:
            for t in range(count):
                i, j = ends_of(springs, row, t)
                _project_one(x, u, inverse, i, j, length[slot + t], least[slot + t], strength[slot + t])


@inlined
def ends_of(springs, row, t):
    """The two masses of spring t of a run."""
    if row[FORM] == LISTED:
        return springs.ends[row[FIRST] + t, 0], springs.ends[row[FIRST] + t, 1]
    return np.int32(row[A] + t * row[STRIDE]), np.int32(row[B] + t * row[STRIDE])


@inlined
def _project_one(x, u, w, i, j, length, least, strength):
    s = x[0, j] - x[0, i], x[1, j] - x[1, i], x[2, j] - x[2, i]
    p = u[0, j] - u[0, i], u[1, j] - u[1, i], u[2, j] - u[2, i]
    d0, d1, d2 = _pull(s[0], s[1], s[2], p[0], p[1], p[2], length, least, strength)
    give_way(u, w, i, j, d0, d1, d2)


@inlined
def _pull(s0, s1, s2, p0, p1, p2, length, least, strength):
    """f d of a spring whose ends were apart by s and have moved by p against each other, along s."""
    d0, d1, d2 = s0 + p0, s1 + p1, s2 + p2
    square, moved, along = max(d0 * d0 + d1 * d1 + d2 * d2, NOWHERE), p0 * p0 + p1 * p1 + p2 * p2, s0 * d0 + s1 * d1 + s2 * d2
    apart = np.sqrt(square)  # slack springs (kernels/slack.py): their length is right from `least` on
    f = min(max(apart, least), length) / apart - F(1)
    is_turned = (strength < 0) | (moved > TURNED * square) | (f * f > STRAINED)
    f *= abs(strength) * (F(1) if is_turned else square / along)
    return f * (d0 if is_turned else s0), f * (d1 if is_turned else s1), f * (d2 if is_turned else s2)


@inlined
def give_way(u, w, i, j, d0, d1, d2):
    """u_i -= w_i d, u_j += w_j d."""
    p, q = w[i], w[j]
    u[0, i], u[0, j] = u[0, i] - p * d0, u[0, j] + q * d0
    u[1, i], u[1, j] = u[1, i] - p * d1, u[1, j] + q * d1
    u[2, i], u[2, j] = u[2, i] - p * d2, u[2, j] + q * d2


@inlined
def _pulls(x0, x1, x2, u0, u1, u2, length, least, strength, d0, d1, d2, a, b, slot, count):
    """f d of each slot, an axis a row; the moves come after, so that idle slots may name masses of other springs."""
    for t in range(U(count)):
        i, j, s = U(a) + t, U(b) + t, U(slot) + t
        p, q, r = u0[j] - u0[i], u1[j] - u1[i], u2[j] - u2[i]
        d0[t], d1[t], d2[t] = _pull(x0[j] - x0[i], x1[j] - x1[i], x2[j] - x2[i], p, q, r, length[s], least[s], strength[s])


@inlined
def move_ends(x, w, d, a, b, count):
    """One axis: x_i -= w_i d, x_j += w_j d; a loop each, which the compiler turns into vectors where their masses overlap too."""
    for t in range(U(count)):
        i = U(a) + t
        x[i] -= w[i] * d[t]
    for t in range(U(count)):
        j = U(b) + t
        x[j] += w[j] * d[t]


@lean
def resist(springs, x, v, inverse):
    """Damping: slow the ends of every spring along it, as exp(-c (w_i + w_j) h) does to two masses; v [m/s] (3, slots) is changed.

    An impulse along the line between the ends keeps momentum and angular momentum, and as no sweep speeds any pair up, no
    coefficient c is too great.
    """
    work = springs.work
    for r in range(len(springs.table)):
        row = springs.table[r]
        a, b, count, stride, slot = row[A], row[B], row[COUNT], row[STRIDE], row[SLOT]
        if row[FORM] == PROGRESSION and stride == 1:
            for t in range(0, count, TILE):
                n = min(TILE, count - t)
                _drags(x[0], x[1], x[2], v[0], v[1], v[2], springs.lag, work[0], work[1], work[2], a + t, b + t, slot + t, n)
                for axis in range(3):
                    move_ends(v[axis], inverse, work[axis], a + t, b + t, n)
        else:
            for t in range(count):
                i, j = ends_of(springs, row, t)
                _resist_one(x, v, inverse, i, j, springs.lag[slot + t])


@inlined
def _resist_one(x, v, w, i, j, lag):
    d0, d1, d2 = x[0, j] - x[0, i], x[1, j] - x[1, i], x[2, j] - x[2, i]
    along = d0 * (v[0, j] - v[0, i]) + d1 * (v[1, j] - v[1, i]) + d2 * (v[2, j] - v[2, i])
    f = -lag * along / max(d0 * d0 + d1 * d1 + d2 * d2, NOWHERE)
    give_way(v, w, i, j, f * d0, f * d1, f * d2)


@inlined
def _drags(x0, x1, x2, v0, v1, v2, lag, d0, d1, d2, a, b, slot, count):
    """-f d of each slot, an axis a row."""
    for t in range(U(count)):
        i, j, s = U(a) + t, U(b) + t, U(slot) + t
        x, y, z = x0[j] - x0[i], x1[j] - x1[i], x2[j] - x2[i]
        along = x * (v0[j] - v0[i]) + y * (v1[j] - v1[i]) + z * (v2[j] - v2[i])
        f = -lag[s] * along / max(x * x + y * y + z * z, NOWHERE)
        d0[t], d1[t], d2[t] = f * x, f * y, f * z
