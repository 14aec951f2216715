"""Masses on springs and rigid balls against solids: pushed out at the end of a substep, with Coulomb's friction.

A mass keeps reach + thickness away from a solid. The push, over the mass's own way along the surface, is the ratio of normal and
tangential impulse: friction takes at most mu times the push off that way, and what it would turn round stops. So an incline holds iff
tan(theta) <= mu. What was in the solid at the start of the substep already, because the scene begins so or the solid was put there by an edit, is
put out without gaining speed: its start goes along. Masses are searched and moved BLOCK by BLOCK in loops that are turned into vector instructions, one over few arrays
each; balls that bounce, and what may pass through a solid within the substep, one by one (kernels/push.py).
"""

import numpy as np

from engine.kernels.compile import F, inlined, lean
from engine.kernels.nearness import U
from engine.kernels.overlap import AWAY, DEPTH, NORMAL, near, overlap
from engine.kernels.push import push
from engine.kernels.solids import CENTER, FIRST, FRICTION, KIND, ROOM, ROTATION, SAMPLED, SAMPLES, THICKNESS, VELOCITY, in_frame, vector
from engine.kernels.vectors import along, dot, length, mix, put, take

BLOCK = 128  # masses that are searched together
CALM = 20.0  # [m/s2] a ball that comes at less than this in a substep rests: gravity alone makes it that fast
INWARD, SLIP = 4, 5  # rows of spare; SLIP takes the place of AWAY
FLUSH = F(
    1e-6
)  # [m] a start no higher over the surface is on it or within: what friction goes by is the way into the solid, without the rounding of places


@inlined
def to_world(rows, j, a):
    """A vector of the frame of solid j in the world."""
    r = ROTATION
    return dot(a, vector(rows, j, r)), dot(a, vector(rows, j, r + 3)), dot(a, vector(rows, j, r + 6))


@inlined
def _land(way, depth, n, friction, bounce):
    """Way of a mass relative to the solid after a push by depth along n; friction brakes by the impulse of push and bounce.

    A ball that bounces is then as far from the solid as it would have been in it, times e.
    """
    inward = -dot(way, n)
    side = along(way, inward, n)
    impulse = (1.0 + bounce) * max(inward, 0.0) if bounce > 0.0 or depth - inward > -FLUSH else depth
    slip, brake = length(side), friction * impulse
    kept = 1.0 - brake / slip if slip > brake else 0.0
    return mix(kept, side, (1.0 + bounce) * depth - inward, n)


@inlined
def _touch_one(masses, solid, j, wall, i, friction, center, drift, h):
    """Push one mass out of solid j, whose centre is now there, and which moved by drift in the substep."""
    rows = solid.rows
    before, place = take(masses.start, i), take(masses.x, i)
    q = in_frame(rows, j, mix(1.0, place, -1.0, center))
    way = in_frame(rows, j, mix(1.0, mix(1.0, place, -1.0, before), -1.0, drift))  # exact for near places; the difference of p and q is not
    depth, n = push(rows, j, wall, rows[j, THICKNESS] + solid.reach[i], mix(1.0, q, -1.0, way), q)
    if depth > 0.0:
        inward = -dot(way, n)
        bounce = np.float64(solid.restitution[i]) if inward > CALM * h * h else 0.0
        way = _land(way, depth, n, friction, bounce)
        place = along(along(before, 1.0, drift), 1.0, to_world(rows, j, way))
        put(masses.x, i, place)
        if bounce > 0.0 or depth - inward > FLUSH:
            way = along(way, bounce * inward - dot(way, n), n)
            put(masses.start, i, mix(1.0, place, -1.0, along(drift, 1.0, to_world(rows, j, way))))


@lean
def _fast(x, y, z, x0, y0, z0, away, lo, hi, dx, dy, dz, most):
    """Whether a mass came farther than that, or than it is from what is never entered, relative to a solid that moves by d."""
    found = False
    for i in range(U(lo), U(hi)):
        a, b, c = x[i] - x0[i] - dx, y[i] - y0[i] - dy, z[i] - z0[i] - dz
        far = min(away[i], most)
        found |= a * a + b * b + c * c >= far * far
    return found


@lean
def _bounces(restitution, lo, hi):
    found = False
    for i in range(U(lo), U(hi)):
        found |= restitution[i] > 0
    return found


@lean
def _free(depth, inverse, inward, slip, lo, hi):
    """Let go of what is held, and clear the sums."""
    for i in range(U(lo), U(hi)):
        d, w = depth[i], inverse[i]
        depth[i] = d if (d > 0) & (w > 0) else F(0)
        inward[i] = 0
        slip[i] = 0


@lean
def _sum_inward(x, old, n, inward, lo, hi, drift):
    """One axis of the way into the solid."""
    for i in range(U(lo), U(hi)):
        inward[i] -= (x[i] - old[i] - drift) * n[i]


@lean
def _sum_slip(x, old, n, inward, slip, lo, hi, drift):
    """One axis of the square of the way along the surface."""
    for i in range(U(lo), U(hi)):
        a = x[i] - old[i] - drift + inward[i] * n[i]
        slip[i] += a * a


@lean
def _keep(depth, inward, slip, lo, hi, friction):
    """The share of the way along the surface that friction leaves, in place of its square."""
    for i in range(U(lo), U(hi)):
        push, way, side = depth[i], inward[i], np.sqrt(slip[i])
        push = max(way, F(0)) if push - way > -FLUSH else push
        brake = friction * push
        left = side - brake
        slip[i] = left / side if left > 0 else F(0)


@lean
def _move(x, old, n, depth, inward, kept, lo, hi, drift):
    """One axis of where the mass is put, and its start with it as far as that was within."""
    for i in range(U(lo), U(hi)):
        place, start, d, way = x[i], old[i], depth[i], inward[i]
        side = place - start - drift + way * n[i]
        there = start + (drift + (kept[i] * side + (d - way) * n[i]))
        x[i] = there if d > 0 else place
        old[i] = start + (d - way) * n[i] if (d > 0) & (d - way > FLUSH) else start


@inlined
def _land_all(masses, friction, drift, lo, hi):
    """Put the masses lo to hi out of a solid that moves by drift in the substep, by what overlap found."""
    x, old, spare = masses.x, masses.start, masses.spare
    depth, inward, slip = spare[DEPTH], spare[INWARD], spare[SLIP]
    _free(depth, masses.inverse, inward, slip, lo, hi)
    for axis in range(3):
        _sum_inward(x[axis], old[axis], spare[NORMAL + axis], inward, lo, hi, F(drift[axis]))
    for axis in range(3):
        _sum_slip(x[axis], old[axis], spare[NORMAL + axis], inward, slip, lo, hi, F(drift[axis]))
    _keep(depth, inward, slip, lo, hi, F(friction))
    for axis in range(3):
        _move(x[axis], old[axis], spare[NORMAL + axis], depth, inward, slip, lo, hi, F(drift[axis]))


@inlined
def _touch_block(masses, solid, j, friction, center, drift, h, lo, hi):
    """Push the masses lo to hi out of solid j."""
    x, old, spare, rows = masses.x, masses.start, masses.spare, solid.rows
    one_by_one = rows[j, KIND] == SAMPLED or _bounces(solid.restitution, lo, hi)
    for wall in range(3 if rows[j, KIND] == ROOM else 1):
        if not one_by_one:
            most, enters = overlap(x, spare, solid.reach, rows, j, wall, center, lo, hi)
            if enters:
                d0, d1, d2 = F(drift[0]), F(drift[1]), F(drift[2])
                one_by_one = _fast(x[0], x[1], x[2], old[0], old[1], old[2], spare[AWAY], lo, hi, d0, d1, d2, F(most))
        if one_by_one:
            for i in range(lo, hi):
                if masses.inverse[i] > 0:
                    _touch_one(masses, solid, j, wall, i, friction, center, drift, h)
        else:
            _land_all(masses, friction, drift, lo, hi)


@lean
def touch(masses, solid, later, h):
    """Push the masses of each body out of its solids, at the end of a substep of h seconds that ends `later` seconds before the tick.

    masses  start (3, slots) is where they were at its start, x where they are now: changed. What is held is left alone. spare is used.
    solid   restitution > 0 (balls): where one bounces, start is moved too, so that (x - start) / h is its velocity after the hit
    The normal velocity of all others ends at the surface: it is inelastic. The solid's own restitution is for droplets.
    """
    for b in range(len(solid.first) - 1):
        for j in range(solid.first[b], solid.first[b + 1]):
            if solid.rows[j, KIND] == SAMPLES:
                break
            friction, drive = solid.bounces[int(solid.rows[j, FIRST]), FRICTION], vector(solid.rows, j, VELOCITY)
            center, drift = along(vector(solid.rows, j, CENTER), -later, drive), mix(h, drive, 0.0, drive)
            for lo in range(masses.first[b], masses.first[b + 1], BLOCK):
                hi = min(lo + BLOCK, masses.first[b + 1])
                if near(masses, solid.reach, solid.rows, j, center, lo, hi):
                    _touch_block(masses, solid, j, friction, center, drift, h, lo, hi)
