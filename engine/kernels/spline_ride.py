"""A camera's pose on its path at given times: what the tables of a path (engine/cameras/path.py) say, read at any number of places."""

import math

from engine.kernels.compile import kernel, lean
from engine.kernels.spline import PARTS, STANDING, axis_at, located, pace, paced
from engine.kernels.spline_frame import carried, heading, point
from engine.kernels.spline_turn import ordered, roll, turned, write_turn

ROW = 16  # numbers of a pose: position 0:3 [m], velocity 3:6 [m/s], rotation 6:15 (3, 3), field of view 15 [deg]
CLOSED, BEZIER, EVEN, MODE, AXIS, VIEW = 0, 1, 2, 3, 4, 7  # places in `how`; three axes from AXIS on
EULER, QUATERNION, LOOK_AT, TANGENT = 0, 1, 2, 3  # words of `how[MODE]`
NONE, IN, OUT, IN_OUT = 0, 1, 2, 3  # words of `ease`
GRAVITY = 9.82  # [m/s2] by which a lean is the one of a coordinated turn
GLANCE = 0.25  # [s] before and after, between which the change of velocity is taken for a lean: an acceleration jumps at keys
LEVEL = 1e-7  # share of a line of sight that is level, below which it is straight up or down


@lean
def _eased(kind, s):
    """Where an ease has come to at a share s of the segment's time, and how fast."""
    if kind == IN:
        return s * s, 2.0 * s
    if kind == OUT:
        return s * (2.0 - s), 2.0 - 2.0 * s
    if kind == IN_OUT:
        return s * s * (3.0 - 2.0 * s), 6.0 * s * (1.0 - s)
    return s, 1.0


@lean
def _within(how, clock, time):
    """The time [s] as the path counts it: a closed one goes round, an open one ends."""
    whole = clock[len(clock) - 1]
    if how[CLOSED] and not 0.0 <= time < whole:
        return time - math.floor(time / whole) * whole
    return min(max(time, 0.0), whole)


@lean
def _reached(how, clock, ease, segments, arc, time):
    """(i, s, rate): segment, place in it and ds/dt [1/s] at a time."""
    time = _within(how, clock, time)
    if how[EVEN] and arc[len(arc) - 1, PARTS] > STANDING:
        even = arc[len(arc) - 1, PARTS] / clock[len(clock) - 1]
        i, s = paced(segments, arc, even * time)
        slope = pace(segments, i, s)
        return i, s, even / slope if slope > STANDING else 0.0
    i, share = located(clock, time)
    s, slope = _eased(ease[i], share)
    return i, s, slope / (clock[i + 1] - clock[i])


@lean
def _velocity(how, clock, ease, segments, arc, time):
    i, s, rate = _reached(how, clock, ease, segments, arc, time)
    x, y, z = (
        axis_at(segments, how[BEZIER], i, s, 0)[1],
        axis_at(segments, how[BEZIER], i, s, 1)[1],
        axis_at(segments, how[BEZIER], i, s, 2)[1],
    )
    return rate * x, rate * y, rate * z


@lean
def _lean_angle(how, clock, ease, segments, arc, time, right):
    """Roll [deg] of a coordinated turn at a time: the change of velocity along `right`, against gravity."""
    low, high = time - GLANCE, time + GLANCE
    if not how[CLOSED]:
        low, high = max(low, 0.0), min(high, clock[len(clock) - 1])
    if high <= low:
        return 0.0
    before, after = _velocity(how, clock, ease, segments, arc, low), _velocity(how, clock, ease, segments, arc, high)
    aside = (after[0] - before[0]) * right[0] + (after[1] - before[1]) * right[1] + (after[2] - before[2]) * right[2]
    return -math.degrees(math.atan(aside / (high - low) / GRAVITY))


@lean
def _sight(how, clock, ease, segments, arc, time, target):
    """From the target to the eye at a time [m]: what a camera that looks at it has behind it."""
    i, s, _ = _reached(how, clock, ease, segments, arc, time)
    x, y, z = point(segments, i, s)
    return x - target[0], y - target[1], z - target[2]


@lean
def _look(how, clock, ease, segments, arc, time, toward, target, row):
    """Turn toward the target, world's up upward. Straight up or down keeps the right vector of a moment before."""
    x, y, z = _sight(how, clock, ease, segments, arc, time, target)
    size = math.sqrt(x * x + y * y + z * z)
    if size < STANDING:
        x, y, z = 0.0, 0.0, 1.0
    else:
        x, y, z = x / size, y / size, z / size
    right_x, right_z, back = z, -x, 1e-5 * clock[len(clock) - 1]
    for _ in range(12):
        if math.hypot(right_x, right_z) > LEVEL:
            break
        before_x, before_y, before_z = _sight(how, clock, ease, segments, arc, time - toward * back, target)
        size = math.sqrt(before_x * before_x + before_y * before_y + before_z * before_z)
        if size > STANDING:
            right_x, right_z = before_z / size, -before_x / size
        back *= 2.0
    level = math.hypot(right_x, right_z)
    right_x, right_z = (right_x / level, right_z / level) if level > LEVEL else (1.0, 0.0)
    _axes((right_x, 0.0, right_z), (x, y, z), row)


@lean
def _axes(right, back, row):
    """Write the matrix with a right vector and one behind the camera; the right one is made square to it."""
    k = right[0] * back[0] + right[1] * back[1] + right[2] * back[2]
    x, y, z = right[0] - k * back[0], right[1] - k * back[1], right[2] - k * back[2]
    size = math.sqrt(x * x + y * y + z * z)
    x, y, z = x / size, y / size, z / size
    row[6], row[7], row[8] = x, back[1] * z - back[2] * y, back[0]
    row[9], row[10], row[11] = y, back[2] * x - back[0] * z, back[1]
    row[12], row[13], row[14] = z, back[0] * y - back[1] * x, back[2]


@lean
def _along(segments, arc, frames, twist, i, s, row):
    """Look along the way, in the frame carried there from the last one that is kept; the closing twist is taken back evenly over the length."""
    j = min(int(s * PARTS), PARTS - 1)
    before, up = (frames[i, j, 0], frames[i, j, 1], frames[i, j, 2]), (frames[i, j, 3], frames[i, j, 4], frames[i, j, 5])
    ahead = heading(segments, i, s)
    if ahead[0] * ahead[0] + ahead[1] * ahead[1] + ahead[2] * ahead[2] == 0.0:
        ahead = before
    up = carried(point(segments, i, j / PARTS), before, up, point(segments, i, s), ahead)
    right = (ahead[1] * up[2] - ahead[2] * up[1], ahead[2] * up[0] - ahead[0] * up[2], ahead[0] * up[1] - ahead[1] * up[0])
    _axes(right, (-ahead[0], -ahead[1], -ahead[2]), row)
    whole = arc[len(arc) - 1, PARTS]
    if twist != 0.0 and whole > STANDING:
        gone = arc[i, j] + (s * PARTS - j) * (arc[i, j + 1] - arc[i, j])
        roll(row, math.degrees(twist * gone / whole))


@kernel
def ride(times, toward, target, how, bank, clock, ease, segments, turns, arc, frames, twist, out):
    """Poses out (n, ROW) at times (n,) [s]; beyond its ends a closed path goes round, an open one stands.

    toward    1 or -1: which way time runs, where straight up or down asks for the moment before
    target    [m] (3,) what LOOK_AT looks at
    how       (8,) CLOSED, BEZIER, EVEN (constant speed), MODE, three AXIS (order of the turns), VIEW (angles are the view's)
    bank      share of the lean of a coordinated turn
    clock     [s] (m + 1,) when each segment begins, and the end
    ease      (m,)
    segments  (m, 4, 7) position, angles about x, y, z [deg], field of view [deg]; see spline.py
    turns     (m, 4, 4) controls of QUATERNION
    arc       (m, PARTS + 1) lengths [m], for EVEN and TANGENT
    frames    (m, PARTS + 1, 6) for TANGENT, and the closing twist [rad]
    """
    for n in range(len(times)):
        row, time = out[n], times[n]
        i, s, rate = _reached(how, clock, ease, segments, arc, time)
        for k in range(3):
            row[k], slope = axis_at(segments, how[BEZIER], i, s, k)
            row[3 + k] = rate * slope
        row[15] = axis_at(segments, how[BEZIER], i, s, 6)[0]
        x, y, z = (
            axis_at(segments, how[BEZIER], i, s, 3)[0],
            axis_at(segments, how[BEZIER], i, s, 4)[0],
            axis_at(segments, how[BEZIER], i, s, 5)[0],
        )
        if how[MODE] == EULER:
            write_turn(ordered(how[AXIS:VIEW], how[VIEW], x, y, z), row)
        elif how[MODE] == QUATERNION:
            write_turn(turned(turns, i, s), row)
        else:
            if how[MODE] == LOOK_AT:
                _look(how, clock, ease, segments, arc, time, toward, target, row)
            else:
                _along(segments, arc, frames, twist, i, s, row)
            roll(row, -z if how[VIEW] else z)
        if bank != 0.0:
            right = (row[6], row[9], row[12])
            roll(row, bank * _lean_angle(how, clock, ease, segments, arc, time, right))
