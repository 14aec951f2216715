"""When a parabola enters a solid first, and on which one it starts."""

from engine.kernels.compile import inlined
from engine.kernels.curved import curved_hit, curved_normal, gap_of
from engine.kernels.solids import (
    HALF,
    KIND,
    NEVER,
    PLANE,
    ROOM,
    SAMPLES,
    SEAM,
    SKIN,
    SPHERE,
    THICKNESS,
    TOUCH,
    apart,
    fall_through,
    normal_of,
    reach,
    seen_from,
    vector,
)


@inlined
def within(o, u, a, half, over, t):
    """Whether a path is inside a rectangle across the first axis at the time t."""
    y, z = o[1] + (u[1] + 0.5 * a[1] * t) * t, o[2] + (u[2] + 0.5 * a[2] * t) * t
    return abs(y) <= half[1] + over and abs(z) <= half[2] + over


@inlined
def next_first(a):
    """A vector with its axes turned round, so that each in turn comes first."""
    return a[1], a[2], a[0]


@inlined
def first_face(solids, j, o, u, a, end):
    """First face of solid j that a path in its frame enters within `end` seconds: (time, face), or (NEVER, -1).

    Face 2 k + s lies across axis k, on its positive (s = 0) or negative side. Only from outside: a start deeper than SKIN
    under a face cannot hit that face, so what is born inside leaves freely. Of a box only faces before the start count.
    """
    thickness, half, best, which = solids[j, THICKNESS], vector(solids, j, HALF), NEVER, -1
    if solids[j, KIND] >= SPHERE:
        return curved_hit(solids, j, o, u, a, end), 0
    if solids[j, KIND] == PLANE:
        if o[1] - thickness >= -SKIN:
            best, which = fall_through(o[1] - thickness, u[1], a[1], end), 2
        return best, which
    is_room = solids[j, KIND] == ROOM
    over = SKIN if is_room else SEAM + thickness
    for axis in range(3):
        offset = thickness - half[0] if is_room else thickness + half[0]
        for side in range(2):
            sign = 1.0 - 2.0 * side
            d, speed, pull = sign * o[0] - offset, sign * u[0], sign * a[0]
            if d >= -SKIN and (speed < 0.0 or pull < 0.0):
                t = fall_through(d, speed, pull, end)
                if t < best and within(o, u, a, half, over, t):
                    best, which = t, 2 * axis + side
        o, u, a, half = next_first(o), next_first(u), next_first(a), next_first(half)
    return best, which


@inlined
def first_hit(solids, o, u, a, end, rest, on):
    """First solid that the path o + u t + a t^2 / 2 enters within `end` seconds: (time, solid, face), or (NEVER, -1, -1).

    What it glides on is `on`: where that is curved it is passed over. The path starts `rest` >= end seconds before the tick's end, which says where moving solids are. The first of the table wins a tie.
    """
    best, which, where = NEVER, -1, -1
    low, high = reach(o, u, a, end)
    for j in range(len(solids)):
        if solids[j, KIND] == SAMPLES:
            break
        if not (apart(solids, j, low, high) or (j == on and solids[j, KIND] >= SPHERE)):
            d, v, g = seen_from(solids, j, o, u, a, rest)
            t, face = first_face(solids, j, d, v, g, end)
            if t < best:
                best, which, where = t, j, face
    return best, which, where


@inlined
def held_by(solids, j, o, u, a, gentle):
    """The face of solid j that a path in its frame starts on, as in `support`: (face, distance), or (-1, 0)."""
    if solids[j, KIND] >= SPHERE:
        d, speed, pull = gap_of(solids, j, o, u, a)
        held = -SKIN <= d <= TOUCH and pull < 0.0 and abs(speed) <= gentle * -pull
        return 0 if held else -1, d
    thickness, half = solids[j, THICKNESS], vector(solids, j, HALF)
    is_plane, is_room = solids[j, KIND] == PLANE, solids[j, KIND] == ROOM
    over = NEVER if is_plane else SKIN if is_room else SEAM + thickness
    for axis in range(3):
        offset = thickness - half[0] if is_room else thickness + half[0]
        for side in range(2):
            sign = 1.0 - 2.0 * side
            d, speed, pressure = sign * o[0] - offset, sign * u[0], -sign * a[0]
            if -SKIN <= d <= TOUCH and pressure > 0.0 and abs(speed) <= gentle * pressure and within(o, u, a, half, over, 0.0):
                if not is_plane or (axis == 1 and side == 0):
                    return 2 * axis + side, d
        o, u, a, half = next_first(o), next_first(u), next_first(a), next_first(half)
    return -1, 0.0


@inlined
def support(solids, o, u, a, rest, gentle):
    """The face that a path starts on, pressed to it and slower than gentle * pressure across: (solid, face, distance), or (-1, -1, 0)."""
    for j in range(len(solids)):
        if solids[j, KIND] == SAMPLES:
            break
        if not apart(solids, j, o, o):
            d, v, g = seen_from(solids, j, o, u, a, rest)
            face, distance = held_by(solids, j, d, v, g, gentle)
            if face >= 0:
                return j, face, distance
    return -1, -1, 0.0


@inlined
def normal_at(solids, j, face, o, rest):
    """Direction to the free side of a face of solid j, in the world, at the place o, `rest` seconds before the tick's end."""
    if solids[j, KIND] >= SPHERE:
        return curved_normal(solids, j, o, rest)
    return normal_of(solids, j, face)
