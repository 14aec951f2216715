"""Frames that turn no more about a curve than it bends: where a camera looks along its way."""

import math

from engine.kernels.compile import kernel, lean
from engine.kernels.spline import PARTS, STANDING, axis_at, bend


@lean
def _unit(x, y, z, least):
    size = math.sqrt(x * x + y * y + z * z)
    return (x / size, y / size, z / size) if size > least else (0.0, 0.0, 0.0)


@lean
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@lean
def _less(a, k, b):
    """a - k b."""
    return (a[0] - k * b[0], a[1] - k * b[1], a[2] - k * b[2])


@lean
def heading(segments, i, s):
    """Direction of travel (unit). Where the curve stands still, the one it comes with or leaves with; where all of it stands still, 0, 0, 0."""
    found = _unit(
        axis_at(segments, False, i, s, 0)[1], axis_at(segments, False, i, s, 1)[1], axis_at(segments, False, i, s, 2)[1], STANDING
    )
    if _dot(found, found) == 0.0:
        sign = 1.0 if s < 0.5 else -1.0
        found = _unit(sign * bend(segments, i, s, 0), sign * bend(segments, i, s, 1), sign * bend(segments, i, s, 2), STANDING)
    if _dot(found, found) == 0.0:
        p, q = segments[i, 0], segments[i, 1]
        found = _unit(q[0] - p[0], q[1] - p[1], q[2] - p[2], STANDING)
    return found


@lean
def point(segments, i, s):
    """Position [m] at s of segment i."""
    return (axis_at(segments, False, i, s, 0)[0], axis_at(segments, False, i, s, 1)[0], axis_at(segments, False, i, s, 2)[0])


@lean
def upright(ahead):
    """World's up as far as it is square to a direction; straight up or down -z or z, as of a camera that was tipped there from level."""
    up = _unit(-ahead[1] * ahead[0], 1.0 - ahead[1] * ahead[1], -ahead[1] * ahead[2], 1e-9)
    return up if _dot(up, up) > 0.0 else (0.0, 0.0, 1.0 if ahead[1] > 0.0 else -1.0)


@lean
def swung(up, before, ahead):
    """An up vector after the least turn from one heading to another; a turn by half a circle keeps it."""
    along = 1.0 + _dot(before, ahead)
    if along < 1e-12:
        return up
    k = _dot(up, ahead) / along
    return _less(_less(up, k, before), k, ahead)


@lean
def carried(start, before, up, end, ahead):
    """The up vector at `end` with heading `ahead` of a frame that was (before, up) at `start`, by double reflection.

    source: Wang, Juettler, Zheng, Liu, Computation of rotation minimizing frames, 2008
    """
    way = _less(end, 1.0, start)
    size = _dot(way, way)
    if size < STANDING * STANDING:
        moved = swung(up, before, ahead)
    else:
        moved, mirrored = _less(up, 2.0 / size * _dot(way, up), way), _less(before, 2.0 / size * _dot(way, before), way)
        across = _less(ahead, 1.0, mirrored)
        size = _dot(across, across)
        if size > 1e-24:
            moved = _less(moved, 2.0 / size * _dot(across, moved), across)
    moved = _less(moved, _dot(moved, ahead), ahead)  # what rounding has left over
    return _unit(moved[0], moved[1], moved[2], 0.0)


@kernel
def carry(segments, closed, frames):
    """Fill frames (m, PARTS + 1, 6) with heading and up along the whole path, least turned about it; the twist [rad] left at the closing key.

    A corner or a stop at a key has one frame before it and one behind it. What stands still keeps the heading it came with; -z at first.
    """
    ahead, up, place = (0.0, 0.0, -1.0), (0.0, 1.0, 0.0), point(segments, 0, 0.0)
    begun = False
    for i in range(len(segments)):
        for j in range(PARTS + 1):
            s = j / PARTS
            there, new = point(segments, i, s), heading(segments, i, s)
            if _dot(new, new) > 0.0:
                up = carried(place, ahead, up, there, new) if begun else upright(new)
                ahead, begun = new, True
            place = there
            for k in range(3):
                frames[i, j, k], frames[i, j, 3 + k] = ahead[k], up[k]
    if not (closed and begun):
        return 0.0
    first = (frames[0, 0, 0], frames[0, 0, 1], frames[0, 0, 2])
    up = swung(up, ahead, first)
    x, y, z = frames[0, 0, 3], frames[0, 0, 4], frames[0, 0, 5]
    side = (first[1] * z - first[2] * y, first[2] * x - first[0] * z, first[0] * y - first[1] * x)  # first x its up
    return math.atan2(_dot(up, side), _dot(up, (x, y, z)))
