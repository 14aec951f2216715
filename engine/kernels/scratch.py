"""Vectors of one particle's step: rows of one small float64 array s (ROWS, 3).

Functions take the array and numbers of rows: to slice a row out of it would cost as much as the arithmetic.
"""

import numpy as np

from engine.kernels.compile import kernel

O, U, A = 0, 1, 2  # place, velocity, acceleration at rest
ARC, WAY, LIFT = 3, 4, 5  # of the next piece of path: acceleration, displacement, where the search for hits starts
W, PULL = 6, 7  # relative to a solid: velocity, acceleration at rest
REST = 8  # and 9: normals of the surfaces that the particle rests on
FACE = 10  # normal of the face that was hit
LOCAL = 11  # to 13: place, velocity, acceleration in a solid's frame
SPLASH = 14  # x, z, speed where it fell into water
SIDE = 15  # and 16
ROWS = 17


@kernel
def dot(s, a, b):
    """Scalar product of two rows."""
    return s[a, 0] * s[b, 0] + s[a, 1] * s[b, 1] + s[a, 2] * s[b, 2]


@kernel
def length(s, a):
    """Length of a row."""
    return np.sqrt(dot(s, a, a))


@kernel
def add(s, a, factor, b):
    """a += factor b."""
    for axis in range(3):
        s[a, axis] += factor * s[b, axis]


@kernel
def scale(s, a, factor):
    """a *= factor."""
    for axis in range(3):
        s[a, axis] *= factor


@kernel
def mix(s, a, f, b, g, c):
    """a = f b + g c."""
    for axis in range(3):
        s[a, axis] = f * s[b, axis] + g * s[c, axis]


@kernel
def project(s, a, normal, count):
    """Take the components along `count` orthonormal rows from `normal` on off a."""
    for n in range(normal, normal + count):
        add(s, a, -dot(s, a, n), n)
