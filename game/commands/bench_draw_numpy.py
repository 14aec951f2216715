"""What drawing takes in plain numpy: vertex normals as textbooks add them up, and droplets sorted and packed for the driver."""

import numpy as np

STEPS = 65535  # of depth, as the kernel sorts


def normals(place, corners):
    """Unit normals (n, 3) of places (n, 3): sums of the triangles' (t, 3) normals, each as long as twice its area."""
    a, b, c = (place[corners[:, k]] for k in range(3))
    each, sums = np.cross(b - a, c - a), np.zeros_like(place)
    for k in range(3):
        np.add.at(sums, corners[:, k], each)
    return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-15)


def packed(p, blend, axis, level):
    """One row of a Particles for each living droplet, (n, 10) float32: place, velocity, age, span, tint and id as they are; and how many lie behind.

    Those below `level` first, on each side back to front along `axis`, equal depths by slot.
    """
    alive = np.flatnonzero(p.age[: p.used] >= 0)
    now, before = p.position[:, alive], p.previous[:, alive]
    place = np.ascontiguousarray((before + np.float32(blend) * (now - before)).T)
    depth = place @ axis
    low, high = depth.min(), depth.max()
    key = ((high - depth) * np.float32(STEPS / max(high - low, 1e-12))).astype(np.uint16)
    order = np.argsort(key, kind="stable")
    below = place[order, 1] <= level
    order = np.concatenate([order[below], order[~below]])
    slot, rows = alive[order], np.empty((len(order), 10), np.float32)
    rows[:, :3], rows[:, 3:6] = place[order], p.velocity.T[slot]
    rows[:, 6], rows[:, 7] = p.age[slot], p.span[slot]
    rows[:, 8].view(np.uint32)[:], rows[:, 9].view(np.uint32)[:] = p.tint[slot], p.id[slot]
    return rows, int(below.sum())
