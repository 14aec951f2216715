"""Newborn particles: slots lo to hi filled from (seed, body, id) and nothing else.

Places and velocities are first written in the emitter's frame, then `deliver` takes them to the world. All of x, previous, v
are (3, slots), the rest (slots,), float32; seed and body are uint32, other scalars are numbers.
"""

import numpy as np

from engine.kernels.compile import kernel
from engine.kernels.hash import COLOR, LIFETIME, MASS, PLACE, START, uniform


@kernel
def lifetimes(span, id, lo, hi, seed, body, low, high):
    """span [s] uniform from low to high."""
    for i in range(lo, hi):
        span[i] = low + (high - low) * uniform(seed, body, id[i], LIFETIME)


@kernel
def masses(inverse, id, lo, hi, seed, body, low, high):
    """inverse [1/kg] of masses uniform from low to high [kg]."""
    for i in range(lo, hi):
        inverse[i] = 1.0 / (low + (high - low) * uniform(seed, body, id[i], MASS))


@kernel
def colors(rgba, id, lo, hi, seed, body, low, high):
    """rgba uint32, red in the lowest byte; each channel uniform from low (4,) to high (4,), in 0..1."""
    for i in range(lo, hi):
        word = np.uint32(0)
        for c in range(4):
            share = low[c] + (high[c] - low[c]) * uniform(seed, body, id[i], COLOR + c)
            word |= np.uint32(np.uint32(min(max(share, 0.0), 1.0) * 255.0 + 0.5) << np.uint32(8 * c))
        rgba[i] = word


@kernel
def place_point(x, lo, hi):
    """All at the emitter's position."""
    x[:, lo:hi] = 0


@kernel
def place_disc(x, id, lo, hi, seed, body, radius, height):
    """Uniform by area over a disc in x and z, and over the full thickness `height` about the position."""
    for i in range(lo, hi):
        r = radius * np.sqrt(uniform(seed, body, id[i], PLACE))
        turn = 2.0 * np.pi * uniform(seed, body, id[i], PLACE + 1)
        x[0, i], x[2, i] = r * np.cos(turn), r * np.sin(turn)
        x[1, i] = height * (uniform(seed, body, id[i], PLACE + 2) - 0.5)


@kernel
def place_box(x, id, lo, hi, seed, body, size):
    """Uniform in a box of full sides size (3,) about the position."""
    for i in range(lo, hi):
        for axis in range(3):
            x[axis, i] = size[axis] * (uniform(seed, body, id[i], PLACE + axis) - 0.5)


@kernel
def place_line(x, id, lo, hi, seed, body, start, end):
    """Uniform between two points (3,)."""
    for i in range(lo, hi):
        share = uniform(seed, body, id[i], PLACE)
        for axis in range(3):
            x[axis, i] = start[axis] + share * (end[axis] - start[axis])


@kernel
def place_ring(x, id, lo, hi, seed, body, inner, outer):
    """Uniform by area over the ring in x and z between two radii; along the circle where they are one."""
    for i in range(lo, hi):
        r = np.sqrt(inner * inner + (outer * outer - inner * inner) * uniform(seed, body, id[i], PLACE))
        turn = 2.0 * np.pi * uniform(seed, body, id[i], PLACE + 1)
        x[0, i], x[1, i], x[2, i] = r * np.cos(turn), 0.0, r * np.sin(turn)


@kernel
def place_sphere(x, id, lo, hi, seed, body, inner, outer):
    """Uniform by volume between two spheres; by area where they are one."""
    least, most = inner * inner * inner, outer * outer * outer
    for i in range(lo, hi):
        r = np.cbrt(least + (most - least) * uniform(seed, body, id[i], PLACE))
        up, turn = 1.0 - 2.0 * uniform(seed, body, id[i], PLACE + 1), 2.0 * np.pi * uniform(seed, body, id[i], PLACE + 2)
        flat = r * np.sqrt(max(1.0 - up * up, 0.0))
        x[0, i], x[1, i], x[2, i] = flat * np.cos(turn), r * up, flat * np.sin(turn)


@kernel
def place_cone(x, id, lo, hi, seed, body, height, slope):
    """Uniform by volume in a cone with its tip in the position that opens upward; slope: radius over height."""
    for i in range(lo, hi):
        y = height * np.cbrt(np.float64(uniform(seed, body, id[i], PLACE)))
        r = y * slope * np.sqrt(uniform(seed, body, id[i], PLACE + 1))
        turn = 2.0 * np.pi * uniform(seed, body, id[i], PLACE + 2)
        x[0, i], x[1, i], x[2, i] = r * np.cos(turn), y, r * np.sin(turn)


@kernel
def place_mesh(x, id, lo, hi, seed, body, places, corners, areas):
    """Uniform by area over triangles: places (n, 3), corners (t, 3), areas (t,) running sums of the triangles' areas."""
    for i in range(lo, hi):
        t = min(np.searchsorted(areas, uniform(seed, body, id[i], PLACE) * areas[-1], side="right"), len(areas) - 1)
        root, share = np.sqrt(np.float64(uniform(seed, body, id[i], PLACE + 1))), uniform(seed, body, id[i], PLACE + 2)
        a, b, c = corners[t]
        for axis in range(3):
            x[axis, i] = (1.0 - root) * places[a, axis] + root * (1.0 - share) * places[b, axis] + root * share * places[c, axis]


@kernel
def start_rest(v, lo, hi):
    """At rest."""
    v[:, lo:hi] = 0


@kernel
def start_jet(v, id, lo, hi, seed, body, spread, low, high, core, lean_x, lean_z):
    """A jet: ((r() - 1/2) spread, r() (high - low) + low, (r() - 1/2) spread) [m/s].

    low, high: speeds, times the strength and the pump's pressure now; core gathers the jet: sideways velocity times
    1 - core (1 - r()^2); lean_x, lean_z [m/s]: how far the nozzle leans now, added to all alike.
    """
    for i in range(lo, hi):
        gather = uniform(seed, body, id[i], START + 3)
        side = spread * (1.0 - core * (1.0 - gather * gather))
        v[0, i] = side * (uniform(seed, body, id[i], START) - 0.5) + lean_x
        v[1, i] = low + (high - low) * uniform(seed, body, id[i], START + 1)
        v[2, i] = side * (uniform(seed, body, id[i], START + 2) - 0.5) + lean_z


@kernel
def start_box(v, id, lo, hi, seed, body, low, high):
    """Each axis uniform from low (3,) to high (3,)."""
    for i in range(lo, hi):
        for axis in range(3):
            v[axis, i] = low[axis] + (high[axis] - low[axis]) * uniform(seed, body, id[i], START + axis)


@kernel
def start_cone(v, id, lo, hi, seed, body, direction, spread, low, high):
    """Uniform in solid angle within spread [rad] (half angle) of direction (3,) (any length), speed uniform from low to high."""
    along = direction / np.sqrt(np.sum(direction * direction))
    side = np.zeros(3)
    side[np.argmin(np.abs(along))] = 1.0
    side -= np.sum(side * along) * along
    side /= np.sqrt(np.sum(side * side))
    other = np.cross(along, side)
    for i in range(lo, hi):
        speed = low + (high - low) * uniform(seed, body, id[i], START)
        cosine = 1.0 - (1.0 - np.cos(spread)) * uniform(seed, body, id[i], START + 1)
        sine, turn = np.sqrt(max(1.0 - cosine * cosine, 0.0)), 2.0 * np.pi * uniform(seed, body, id[i], START + 2)
        for axis in range(3):
            v[axis, i] = speed * (cosine * along[axis] + sine * (np.cos(turn) * side[axis] + np.sin(turn) * other[axis]))


@kernel
def start_radial(v, x, id, lo, hi, seed, body, low, high):
    """Away from the emitter's position (x still in its frame); at the position itself in any direction."""
    for i in range(lo, hi):
        a, b, c = np.float64(x[0, i]), np.float64(x[1, i]), np.float64(x[2, i])
        length = np.sqrt(a * a + b * b + c * c)
        if length < 1e-9:
            b = 1.0 - 2.0 * uniform(seed, body, id[i], START + 1)
            turn, flat = 2.0 * np.pi * uniform(seed, body, id[i], START + 2), np.sqrt(1.0 - b * b)
            a, c, length = flat * np.cos(turn), flat * np.sin(turn), 1.0
        speed = (low + (high - low) * uniform(seed, body, id[i], START)) / length
        v[0, i], v[1, i], v[2, i] = speed * a, speed * b, speed * c


@kernel
def start_around(v, x, id, lo, hi, seed, body, low, high, radius):
    """Round the frame's y axis by the right hand (x still in its frame); within `radius` as slow as a wheel, on the axis at rest."""
    for i in range(lo, hi):
        a, c = np.float64(x[0, i]), np.float64(x[2, i])
        far = max(np.sqrt(a * a + c * c), radius, 1e-9)
        speed = (low + (high - low) * uniform(seed, body, id[i], START)) / far
        v[0, i], v[1, i], v[2, i] = speed * c, 0.0, -speed * a


@kernel
def deliver(x, previous, v, age, lo, hi, rotation, before, after, dt):
    """From the emitter's frame to the world: rotation (3, 3); age = -f dt is set already.

    A particle born at the share f of the step stands at before + f (after - before): a moving emitter leaves no beads, and
    one that was teleported (before = after) draws no line. previous becomes the place of birth.
    """
    for i in range(lo, hi):
        share = -age[i] / dt
        a, b, c = np.float64(x[0, i]), np.float64(x[1, i]), np.float64(x[2, i])
        d, e, f = np.float64(v[0, i]), np.float64(v[1, i]), np.float64(v[2, i])
        for axis in range(3):
            r0, r1, r2 = rotation[axis, 0], rotation[axis, 1], rotation[axis, 2]
            x[axis, i] = before[axis] + share * (after[axis] - before[axis]) + (r0 * a + r1 * b + r2 * c)
            v[axis, i] = r0 * d + r1 * e + r2 * f
            previous[axis, i] = x[axis, i]
