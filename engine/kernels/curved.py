"""Spheres, capsules and hollows, and what is sampled: how far a path is from them, when it enters, and what their curve does to what slides on it."""

import numpy as np

from engine.kernels.compile import inlined
from engine.kernels.sampled import distance, outward, sampled_hit, spacing_of
from engine.kernels.solids import (
    AXIS,
    CENTER,
    HOLLOW,
    KIND,
    NEVER,
    RADIUS,
    ROTATION,
    SAMPLED,
    SKIN,
    SPHERE,
    THICKNESS,
    VELOCITY,
    fall_through,
    in_frame,
    vector,
)
from engine.kernels.vectors import ZERO, along, dot, length, mix

NEAR = 1e-9  # [m] from the surface is on it
STEPS = 100  # towards a hit
LEAST = 1e-4  # of a step: progress of a path that only touches
ARC = 0.25  # [rad] that one straight piece of a slide may stand for


@inlined
def _from_line(solids, j, o):
    """From the nearest point of the line of solid j, in its frame."""
    half = solids[j, AXIS]
    return o[0], o[1] - min(max(o[1], -half), half), o[2]


@inlined
def _across_line(solids, j, o, u):
    """The part of a velocity that turns round the line of solid j: all of it beyond the line's ends."""
    return (u[0], 0.0, u[2]) if abs(o[1]) < solids[j, AXIS] else u


@inlined
def gap_of(solids, j, o, u, a):
    """Distance from solid j of a path in its frame, and the first and second derivative of it."""
    if solids[j, KIND] == SAMPLED:
        d, g = distance(solids, j, o)
        return d - solids[j, THICKNESS], dot(u, g), dot(a, g)
    q, sign = _from_line(solids, j, o), -1.0 if solids[j, KIND] == HOLLOW else 1.0
    d = length(q)
    n = mix(1.0 / d, q, 0.0, q) if d > 0.0 else (0.0, 1.0, 0.0)
    side = along(_across_line(solids, j, o, u), -dot(u, n), n)
    bend = dot(side, side) / d if d > 0.0 else 0.0
    return sign * (d - solids[j, RADIUS]) - solids[j, THICKNESS], sign * dot(u, n), sign * (dot(a, n) + bend)


@inlined
def curved_hit(solids, j, o, u, a, end):
    """First time in [0, end] at which a path in the frame of solid j, from outside, enters it; else NEVER.

    Newton's steps that never go too far: the distance from something convex, along a line, is convex, and a parabola leaves the line by
    |a| t^2 / 2; within a hollow of radius r the line bends away from its wall by at most |u|^2 t^2 / 2 q, q its distance from the middle.
    """
    if solids[j, KIND] == SAMPLED:
        return sampled_hit(solids, j, o, u, a, end, solids[j, THICKNESS])
    d, speed, bend = gap_of(solids, j, o, u, a)
    if d < -SKIN:
        return NEVER
    t, pull, is_hollow = 0.0, length(a), solids[j, KIND] == HOLLOW
    for _ in range(STEPS):
        if d <= NEAR and (speed < 0.0 or (speed == 0.0 and bend < 0.0)):
            return t
        curve = pull
        if is_hollow:
            far, fast = solids[j, RADIUS] - solids[j, THICKNESS] - d, length(u)
            if far > 0.5 * solids[j, RADIUS]:
                curve += fast * fast / far
            else:
                speed = -fast
        if curve == 0.0 and speed >= 0.0:
            return NEVER
        step = fall_through(d, speed, -curve, NEVER)
        if d <= NEAR:
            step = max(step, LEAST * end)
        t += step
        if t > end:
            return NEVER
        o, u = along(along(o, step, u), 0.5 * step * step, a), along(u, step, a)
        d, speed, bend = gap_of(solids, j, o, u, a)
    return t if speed < 0.0 and d < SKIN else NEVER


@inlined
def in_world(solids, j, a):
    """A vector of the frame of solid j in the world."""
    r = ROTATION
    return dot(a, vector(solids, j, r)), dot(a, vector(solids, j, r + 3)), dot(a, vector(solids, j, r + 6))


@inlined
def seen_at(solids, j, o, rest):
    """A place in the frame of solid j, `rest` seconds before the tick's end."""
    return in_frame(solids, j, mix(1.0, o, -1.0, along(vector(solids, j, CENTER), -rest, vector(solids, j, VELOCITY))))


@inlined
def curved_normal(solids, j, o, rest):
    """Direction to the free side of solid j at the place o, in the world."""
    place = seen_at(solids, j, o, rest)
    if solids[j, KIND] == SAMPLED:
        return in_world(solids, j, outward(solids, j, place))
    q = _from_line(solids, j, place)
    d, sign = length(q), -1.0 if solids[j, KIND] == HOLLOW else 1.0
    return in_world(solids, j, mix(sign / d, q, 0.0, q) if d > 0.0 else (0.0, 1.0, 0.0))


@inlined
def bend_of(solids, j, o, w, rest):
    """Acceleration away from solid j that keeps what slides on it with the relative velocity w from leaving its curve [m/s2]; < 0 in a hollow."""
    if solids[j, KIND] < SPHERE:
        return 0.0
    place = seen_at(solids, j, o, rest)
    _, _, bend = gap_of(solids, j, place, in_frame(solids, j, w), ZERO)
    return bend


@inlined
def piece_of(solids, j, w, rest, h):
    """How long a slide may be taken as straight [s]: `rest` on what is flat."""
    if solids[j, KIND] < SPHERE:
        return rest
    turn = 0.5 * spacing_of(solids, j) if solids[j, KIND] == SAMPLED else ARC * solids[j, RADIUS]
    return min(rest, max(turn / (length(w) + 1e-9), h / 6.0))


@inlined
def back_on(solids, j, o, w, pull, rest):
    """Put what slid off a curve straight on back to it: (place, relative velocity). The way back works: |w|^2 grows by 2 pull . way."""
    n = curved_normal(solids, j, o, rest)
    d, _, _ = gap_of(solids, j, seen_at(solids, j, o, rest), ZERO, ZERO)
    side, before = along(w, -dot(w, n), n), length(w)
    speed, slip = np.sqrt(max(before * before - 2.0 * d * dot(pull, n), 0.0)), length(side)
    return along(o, -d, n), mix(speed / slip, side, 0.0, side) if slip > 0.0 else ZERO
