"""Slack: where a sheet has been torn through itself, springs stop to resist being shorter until nothing there is held stretched any more.

Springs that only pull have one least energy and no other place to rest: what they tie together cannot jam, however it lies. Springs that push too
can: cells that are folded or inside out hold their neighbours stretched, and no number of sweeps frees them. So each spring has a share of its
length, `firm`, below which it resists to become shorter: 1, but near springs that are longer than weight and motion make them. There it falls to
0, and all comes apart. When nothing near is too long any more it is as much as the spring has of its length, and grows, never above that by more than
FIRM seconds bring: so resistance comes back without a push, and where it would hold something stretched again, it does not come.

A slack spring stays in its run and is swept in its turn, with a length that it does not resist (`least` of kernels/xpbd.py): swept apart from
its neighbours it would leave all that is to be shortened to them. A body of which none is slack pays one look every DUE.
"""

import numpy as np

from engine.kernels.compile import F, lean
from engine.kernels.limit import can_jam, past, sag, weight
from engine.kernels.wind import DUE

SPARE = 0.01  # stretch that is borne besides the weight's
MOTION = 0.05  # [s/m] what of it each m/s brings: a cloth that swings is stretched by up to 5 %, most where it is fast
EASE = F(8.0 * DUE)  # what `firm` loses between two looks
FIRM = F(0.5 * DUE)  # what it gains; at 2 per second some are held stretched again and again
NUDGE = F(0.1)  # [m/s] by which the ends of a spring part when it has become slack: out of its own plane a flat sheet finds no way without
TORN = 0  # row of masses.spare: 1 where a spring of a mass is too long, 2 beside those


@lean
def find(springs, masses, tethers, cells, faces, air):
    """Let springs near those that are too long ease, and the other slack ones become firm. The row TORN of masses.spare is scratch."""
    if not _mark(springs, masses, tethers, cells, faces, air):
        return
    torn, firm, body, first = masses.spare[TORN], springs.firm, 0, 0
    for s in range(len(firm)):
        i, j = springs.ends[s, 0], springs.ends[s, 1]
        while i >= masses.first[body + 1]:
            body, first = body + 1, s
        if torn[i] + torn[j] > 0:
            if 0 < firm[s] <= EASE:
                _nudge(masses.v[(s - first) % 3], masses.inverse, i, j, NUDGE if (s - first) // 3 % 2 == 0 else -NUDGE)
            firm[s] = max(firm[s] - EASE, F(0))
        elif firm[s] < 1:
            firm[s] = min(max(firm[s], _length(masses.x, i, j) / springs.rest[s]) + FIRM, F(1))


@lean
def _mark(springs, masses, tethers, cells, faces, air):
    """Fill the row TORN of masses.spare; whether any spring is too long or slack."""
    torn, body, most, any_slack, any_torn = masses.spare[TORN], -1, F(0), False, False
    torn[:] = 0
    for s in range(len(springs.rest)):
        i, j, rest = springs.ends[s, 0], springs.ends[s, 1], springs.rest[s]
        while i >= masses.first[body + 1]:
            body, most = body + 1, F(np.inf)
            if can_jam(masses, tethers, cells, faces, body):
                most = sag(springs, masses, s, past(springs, masses, s, body), weight(masses, air, body))
        any_slack |= springs.firm[s] < 1
        over = _length(masses.x, i, j) - most - rest * F(1.0 + SPARE)
        if over > 0 and over > F(MOTION) * rest * np.sqrt(max(_square(masses.v, i), _square(masses.v, j))):
            torn[i], torn[j], any_torn = 1, 1, True
    for s in range(len(springs.rest) if any_torn else 0):
        i, j = springs.ends[s, 0], springs.ends[s, 1]
        if torn[i] == 1 and torn[j] == 0:
            torn[j] = 2
        elif torn[j] == 1 and torn[i] == 0:
            torn[i] = 2
    return any_slack or any_torn


@lean
def _length(x, i, j):
    a, b, c = x[0, j] - x[0, i], x[1, j] - x[1, i], x[2, j] - x[2, i]
    return np.sqrt(a * a + b * b + c * c)


@lean
def _square(v, i):
    return v[0, i] * v[0, i] + v[1, i] * v[1, i] + v[2, i] * v[2, i]


@lean
def _nudge(v, w, i, j, speed):
    """Part two masses along one axis by so much [m/s]; their momentum stays."""
    if w[i] + w[j] > 0:
        kick = speed / (w[i] + w[j])
        v[i] -= w[i] * kick
        v[j] += w[j] * kick
