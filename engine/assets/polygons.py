"""Polygons cut into triangles."""

import numpy as np


def triangulated(places, polygons):
    """Triangles of polygons, in the polygons' order.

    places    [m] (n, 3)
    polygons  lists of 3 or more point numbers each
    returns corners (t, 3) int32; owner (t,) polygon of each; chosen (t, 3) which corners of its polygon
    """
    size = np.array([len(points) for points in polygons])
    first = np.cumsum(size) - size
    flat = np.concatenate([np.asarray(points, int) for points in polygons])
    owner, chosen = [], []
    for n in np.unique(size):
        which = np.flatnonzero(size == n)
        if n == 3:
            cut = np.broadcast_to(np.arange(3), (len(which), 1, 3))
        elif n == 4:
            cut = _quads(places[flat[first[which][:, None] + np.arange(4)]])
        else:
            cut = np.array([_ears(places[flat[first[p] : first[p] + n]]) for p in which])
        owner.append(np.repeat(which, n - 2))
        chosen.append(cut.reshape(-1, 3))
    owner, chosen = np.concatenate(owner), np.concatenate(chosen)
    order = np.argsort(owner, kind="stable")
    owner, chosen = owner[order], chosen[order]
    return flat[first[owner][:, None] + chosen].astype(np.int32), owner, chosen


def _quads(x):
    """(q, 2, 3) the two triangles of quads x (q, 4, 3): by the shorter diagonal of the two that lie inside."""
    area = np.cross(x[:, 2] - x[:, 0], x[:, 3] - x[:, 1])

    def inside(a, b, c, d):  # whether the diagonal from a to c parts the quad
        left = np.einsum("qi,qi->q", np.cross(x[:, b] - x[:, a], x[:, c] - x[:, a]), area)
        right = np.einsum("qi,qi->q", np.cross(x[:, c] - x[:, a], x[:, d] - x[:, a]), area)
        return (left > 0) & (right > 0)

    lengths = [np.linalg.norm(x[:, a + 2] - x[:, a], axis=1) for a in (0, 1)]
    first, second = inside(0, 1, 2, 3), inside(1, 2, 3, 0)
    other = second & (~first | (lengths[1] < lengths[0] * (1 - 1e-9)))
    return np.where(other[:, None, None], [[1, 2, 3], [1, 3, 0]], [[0, 1, 2], [0, 2, 3]])


def _ears(x):
    """(n - 2, 3) triangles of a polygon x (n, 3) that may be concave: ears cut off, in the plane of its area vector."""
    normal = np.cross(x - x[0], np.roll(x, -1, 0) - x[0]).sum(0)
    axis = int(np.abs(normal).argmax())
    u, v = x[:, (axis + 1) % 3], x[:, (axis + 2) % 3]
    sign = np.sign(normal[axis]) or 1.0
    turn = lambda a, b, c: sign * ((u[b] - u[a]) * (v[c] - v[a]) - (u[c] - u[a]) * (v[b] - v[a]))  # noqa: E731
    left, found = list(range(len(x))), []
    while len(left) > 3:
        for i in range(len(left)):
            a, b, c = left[i - 1], left[i], left[(i + 1) % len(left)]
            others = [p for p in left if p not in (a, b, c)]
            if turn(a, b, c) > 0 and not any(turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0 for p in others):
                break
        else:
            i, a, b, c = 1, left[0], left[1], left[2]  # it crosses itself, or has no area: the caller says so
        found.append((a, b, c))
        left.pop(i)
    return [*found, tuple(left)]
