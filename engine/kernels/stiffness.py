"""How fast a body of masses on springs can swing: a bound that tells explicit integrators how short their steps must be."""

import numpy as np

from engine.kernels.compile import kernel, lean

SHARPER = 6  # steps of Newton: each result is a bound, the next a tighter one
CLOSE = 1e-20  # [m2] as in kernels/spring_force.py


@lean
def _below(sums, first, i, top):
    """Whether all eigenvalues of the symmetric matrix xx, yy, zz, xy, xz, yz in row i, from column `first` on, are below top."""
    a, b, c = top - sums[i, first], top - sums[i, first + 1], top - sums[i, first + 2]
    xy, xz, yz = sums[i, first + 3], sums[i, first + 4], sums[i, first + 5]
    minor = a * b - xy * xy
    return a > 0.0 and minor > 0.0 and c * minor - a * yz * yz - b * xz * xz - 2.0 * xy * xz * yz > 0.0  # Sylvester


@lean
def _greatest(sums, first, i):
    """An upper bound of the greatest eigenvalue of that matrix, exact within a few percent.

    It starts at mean + sqrt(2/3) |A - mean|, which is never below; from above, Newton's method falls towards the greatest root of the
    characteristic polynomial without passing it, as all its roots are real.
    """
    mean = (sums[i, first] + sums[i, first + 1] + sums[i, first + 2]) / 3.0
    a, b, c = sums[i, first] - mean, sums[i, first + 1] - mean, sums[i, first + 2] - mean
    xy, xz, yz = sums[i, first + 3], sums[i, first + 4], sums[i, first + 5]
    square = a * a + b * b + c * c + 2.0 * (xy * xy + xz * xz + yz * yz)
    minors = a * b + b * c + c * a - xy * xy - xz * xz - yz * yz
    det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz)
    top = np.sqrt(2.0 / 3.0 * square)
    for _ in range(SHARPER):
        slope = 3.0 * top * top + minors
        if slope > 1e-9 * square:
            top -= max(((top * top + minors) * top - det) / slope, 0.0)
    return mean + top


@lean
def _most(sums, first, inverse, used):
    """A bound of twice the greatest eigenvalue over the mass, of all masses."""
    most = 0.0
    for i in range(used):
        w = 2.0 * np.float64(inverse[i])
        if w > 0.0 and not _below(sums, first, i, most / w):
            most = w * _greatest(sums, first, i) * (1.0 + 1e-4)  # so that its like need no second look
    return most


@lean
def _add(sums, first, i, along, across, dx, dy, dz, square):
    """Add along n n^T + across (1 - n n^T), n = d / |d|, to the matrix in row i, from column `first` on."""
    inner = (along - across) / square
    sums[i, first] += across + inner * dx * dx
    sums[i, first + 1] += across + inner * dy * dy
    sums[i, first + 2] += across + inner * dz * dz
    sums[i, first + 3] += inner * dx * dy
    sums[i, first + 4] += inner * dx * dz
    sums[i, first + 5] += inner * dy * dz


@kernel
def stiffest(x, inverse, used, ends, rest, stiffness, damping, sums):
    """Bounds (w2 [1/s2], rate [1/s]) of the square of the highest frequency, and of the fastest decay by spring damping.

    x [m] (3, slots), inverse [1/kg] (slots,) of `used` masses; ends (m, 2) int32; rest [m], stiffness [N/m], damping [N s/m] (m,)
    sums  (slots, 12) float64, zeros
    With K_s the stiffness of spring s, sum u^T K_s u over the springs is at most 2 sum_i u_i^T (sum_(s at i) K_s) u_i, so w2 is at most
    twice the greatest eigenvalue of sum_(s at i) K_s / m_i over all masses i (springs to a held mass count half). K_s is k along the spring and,
    where it is stretched to l > D, k (1 - D / l) across; damping c acts along it.
    """
    for s in range(len(rest)):
        a, b = ends[s, 0], ends[s, 1]
        dx, dy, dz = np.float64(x[0, b] - x[0, a]), np.float64(x[1, b] - x[1, a]), np.float64(x[2, b] - x[2, a])
        square = max(dx * dx + dy * dy + dz * dz, CLOSE)
        across = stiffness[s] * max(1.0 - rest[s] / np.sqrt(square), 0.0)
        share_a, share_b = 1.0 if inverse[b] > 0 else 0.5, 1.0 if inverse[a] > 0 else 0.5
        _add(sums, 0, a, share_a * stiffness[s], share_a * across, dx, dy, dz, square)
        _add(sums, 0, b, share_b * stiffness[s], share_b * across, dx, dy, dz, square)
        if damping[s] > 0:
            _add(sums, 6, a, share_a * damping[s], 0.0, dx, dy, dz, square)
            _add(sums, 6, b, share_b * damping[s], 0.0, dx, dy, dz, square)
    return _most(sums, 0, inverse, used), _most(sums, 6, inverse, used)
