"""What a particle calls for: births of others at the place and with the velocity of what happened to it.

A call is a column of a table (7, n) float32: place [m] 0 to 2, velocity [m/s] 3 to 5, and the time [s] from then to the end of the tick.
"""

import numpy as np

from engine.kernels.compile import F, inlined, kernel
from engine.kernels.nearness import DEAD

LATE = 6
ROWS = 7


@inlined
def write_call(calls, n, place, velocity, late):
    """Write column n."""
    for axis in range(3):
        calls[axis, n], calls[3 + axis, n] = place[axis], velocity[axis]
    calls[LATE, n] = late


@kernel
def along_the_way(calls, x, v, age, lo, hi, every, dt):
    """Write a call for each time in the last dt seconds at which a particle of lo to hi had an age of a whole number of `every` [s].

    At most as many as calls has columns; returns how many. Places are on the tangent of the path's end, at most one tick back.
    """
    n = 0
    for i in range(lo, hi):
        if age[i] < DEAD or not age[i] >= every:
            continue
        k, before = np.floor(np.float64(age[i]) / every), np.float64(age[i]) - min(np.float64(dt), np.float64(age[i]))
        while k >= 1.0 and k * every > before and n < calls.shape[1]:
            late = np.float64(age[i]) - k * every
            for axis in range(3):
                calls[axis, n], calls[3 + axis, n] = x[axis, i] - F(late) * v[axis, i], v[axis, i]
            calls[LATE, n] = late
            n, k = n + 1, k - 1.0
    return n


@kernel
def deliver_called(x, previous, v, age, lo, hi, rotation, calls, count, skipped, inherit):
    """As births.deliver, but where the calls (7, n) say: particle lo + c count + j - skipped is the j-th of call c.

    Drawn in the emitter's frame, turned by rotation (3, 3), put where the call was and given `inherit` of its velocity; then it flies on
    by that for as long as has passed since: so trails have no steps. age becomes that time.
    """
    for i in range(lo, hi):
        c = (i - lo + skipped) // count
        late = np.float64(calls[LATE, c])
        a, b, d = np.float64(x[0, i]), np.float64(x[1, i]), np.float64(x[2, i])
        p, q, r = np.float64(v[0, i]), np.float64(v[1, i]), np.float64(v[2, i])
        for axis in range(3):
            r0, r1, r2 = rotation[axis, 0], rotation[axis, 1], rotation[axis, 2]
            speed = inherit * calls[3 + axis, c] + (r0 * p + r1 * q + r2 * r)
            x[axis, i] = calls[axis, c] + (r0 * a + r1 * b + r2 * d) + speed * late
            v[axis, i] = speed
            previous[axis, i] = x[axis, i]
        age[i] = late
