"""Vectors of one particle's step: tuples of three float64, which the compiler keeps in registers."""

import numpy as np

from engine.kernels.compile import inlined

ZERO = 0.0, 0.0, 0.0


@inlined
def take(rows, i):
    """Vector of slot i of rows (3, slots)."""
    return np.float64(rows[0, i]), np.float64(rows[1, i]), np.float64(rows[2, i])


@inlined
def put(rows, i, a):
    """Write the vector of slot i."""
    rows[0, i], rows[1, i], rows[2, i] = a


@inlined
def dot(a, b):
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def length(a):
    """Length of a vector."""
    return np.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@inlined
def along(a, f, b):
    """a + f b."""
    return a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2]


@inlined
def mix(f, a, g, b):
    """f a + g b."""
    return f * a[0] + g * b[0], f * a[1] + g * b[1], f * a[2] + g * b[2]


@inlined
def across(a, n, m):
    """What is left of a without its parts along two orthonormal vectors; ZERO takes nothing."""
    f, g = dot(a, n), dot(a, m)
    return a[0] - f * n[0] - g * m[0], a[1] - f * n[1] - g * m[1], a[2] - f * n[2] - g * m[2]
