"""Where a surface is smooth: corners of triangles that share a normal, parted along its sharp edges."""

import numpy as np

from engine.kernels.compile import kernel


@kernel
def _unite(root, pairs):
    """Join the sets of each pair of numbers; root (n,): a number of the same set, at the end the set's least one."""
    for p in range(len(pairs)):
        a, b = pairs[p, 0], pairs[p, 1]
        while root[a] != a:
            root[a] = root[root[a]]
            a = root[a]
        while root[b] != b:
            root[b] = root[root[b]]
            b = root[b]
        if a < b:
            root[b] = a
        else:
            root[a] = b
    for i in range(len(root)):  # a root is never greater than its members
        root[i] = root[root[i]]


def smooth_groups(places, corners, sharp):
    """(t, 3) int: which corners of triangles are one, each number that of a corner (3 t + c) of the group.

    places [m] (n, 3); corners (t, 3) points of each triangle; sharp: cosine of the angle between two triangles beyond which their
    common side is an edge. Two corners at a point are one where sides that are no edges lead from triangle to triangle between them.
    """
    a, b, c = (places[corners[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    start, end = corners.ravel().astype(np.int64), np.roll(corners, -1, 1).ravel().astype(np.int64)
    index = np.arange(len(start))
    following = index - index % 3 + (index + 1) % 3
    key = np.minimum(start, end) << 32 | np.maximum(start, end)
    order = np.argsort(key, kind="stable")
    one, other = order[:-1], order[1:]
    joined = (key[one] == key[other]) & (np.einsum("ij,ij->i", normal[one // 3], normal[other // 3]) > sharp)
    one, other = one[joined], other[joined]
    same_way = start[one] == start[other]
    at_start = np.where(same_way, other, following[other])
    at_end = np.where(same_way, following[other], other)
    root = index.copy()
    _unite(root, np.concatenate([np.stack([one, at_start], 1), np.stack([following[one], at_end], 1)]))
    return root.reshape(corners.shape)
