"""Turns as unit quaternions x, y, z, w (tuples of four), and rotation matrices of them."""

import math

from engine.kernels.compile import inlined, kernel, lean


@lean
def times(a, b):
    """a after b."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


@inlined
def about(axis, degrees):
    """The turn about axis 0, 1 or 2."""
    half = math.radians(degrees) / 2.0
    c, s = math.cos(half), math.sin(half)
    return (s if axis == 0 else 0.0, s if axis == 1 else 0.0, s if axis == 2 else 0.0, c)


@lean
def ordered(order, as_view, x, y, z):
    """The camera's turn from angles [deg] about x, y, z.

    order    (3,) axes of the product R = R_order[0] R_order[1] R_order[2]
    as_view  the angles are those of the view's rotations, the inverse of the camera's
    """
    angles = (x, y, z)
    turn = about(order[0], angles[order[0]])
    turn = times(turn, about(order[1], angles[order[1]]))
    turn = times(turn, about(order[2], angles[order[2]]))
    if as_view:
        return (-turn[0], -turn[1], -turn[2], turn[3])
    return turn


@kernel
def turns_of(order, as_view, degrees, out):
    """Quaternions out (n, 4) of angles about x, y, z (n, 3) [deg]; order and as_view as in `ordered`."""
    for i in range(len(degrees)):
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = ordered(order, as_view, degrees[i, 0], degrees[i, 1], degrees[i, 2])


@lean
def slerp(a, b, s):
    """The turn at a share s of the way from a to b, along the great circle; the angle by its tangent, exact also where it is small."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    apart = math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2 + (aw - bw) ** 2)
    joint = math.sqrt((ax + bx) ** 2 + (ay + by) ** 2 + (az + bz) ** 2 + (aw + bw) ** 2)
    angle = 2.0 * math.atan2(apart, joint)
    below = math.sin(angle)
    if below < 1e-9:
        return a
    u, v = math.sin((1.0 - s) * angle) / below, math.sin(s * angle) / below
    return (u * ax + v * bx, u * ay + v * by, u * az + v * bz, u * aw + v * bw)


@lean
def _control(turns, i, j):
    return (turns[i, j, 0], turns[i, j, 1], turns[i, j, 2], turns[i, j, 3])


@lean
def turned(turns, i, s):
    """The turn at s of segment i from its four controls (m, 4, 4), by De Casteljau's construction with slerp; not quite of length 1.

    source: Shoemake, Animating rotation with quaternion curves, 1985
    """
    p, a, b, q = _control(turns, i, 0), _control(turns, i, 1), _control(turns, i, 2), _control(turns, i, 3)
    u, v, w = slerp(p, a, s), slerp(a, b, s), slerp(b, q, s)
    return slerp(slerp(u, v, s), slerp(v, w, s), s)


@lean
def write_turn(turn, row):
    """Rotation matrix of a turn into row[6:15], line by line."""
    x, y, z, w = turn
    k = 2.0 / (x * x + y * y + z * z + w * w)
    row[6], row[7], row[8] = 1.0 - k * (y * y + z * z), k * (x * y - z * w), k * (x * z + y * w)
    row[9], row[10], row[11] = k * (x * y + z * w), 1.0 - k * (x * x + z * z), k * (y * z - x * w)
    row[12], row[13], row[14] = k * (x * z - y * w), k * (y * z + x * w), 1.0 - k * (x * x + y * y)


@lean
def roll(row, degrees):
    """Turn the matrix in row[6:15] about its own third axis."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for k in (6, 9, 12):
        right, up = row[k], row[k + 1]
        row[k], row[k + 1] = c * right + s * up, c * up - s * right
