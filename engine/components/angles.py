"""Angles about x, y, z of a rotation matrix."""

import math


def degrees_of(rotation, order="YXZ", as_view=False):
    """Angles [deg] about x, y, z (3,) of a camera's rotation (3, 3), in the order R = R_a R_b R_c of its letters.

    as_view: of the view's rotations, the inverse. Where the middle angle is 90 degrees the last one is 0.
    """
    a, b, c = ("XYZ".index(letter) for letter in order)
    m = [[float(rotation[j][i] if as_view else rotation[i][j]) for j in range(3)] for i in range(3)]
    sign = 1.0 if (b - a) % 3 == 1 else -1.0
    middle = math.asin(max(-1.0, min(1.0, sign * m[a][c])))
    angles = [0.0, 0.0, 0.0]
    angles[b] = math.degrees(middle)
    if math.hypot(m[b][c], m[c][c]) > 1e-9:
        angles[a] = math.degrees(math.atan2(-sign * m[b][c], m[c][c]))
        angles[c] = math.degrees(math.atan2(-sign * m[a][b], m[a][a]))
    else:
        angles[a] = math.degrees(math.atan2(sign * m[c][b], m[b][b]))
    return tuple(angle + 0.0 for angle in angles)
