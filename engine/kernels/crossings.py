"""Count where a surface passes through itself: edges against triangles."""

import numpy as np

from engine.kernels.compile import kernel
from engine.kernels.solids import vector
from engine.kernels.vectors import dot, mix


def sheet_surface(rows, columns):
    """Edges (m, 2) and triangles (t, 3) of a sheet whose masses are numbered row by row; the diagonal alternates."""
    at = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, :-1].ravel(), at[1:, 1:].ravel()
    odd = np.add.outer(np.arange(rows - 1), np.arange(columns - 1)).ravel() % 2 == 1
    first = np.where(odd[:, None], np.stack([a, b, c], 1), np.stack([a, b, d], 1))
    second = np.where(odd[:, None], np.stack([b, d, c], 1), np.stack([a, d, c], 1))
    triangles = np.concatenate([first, second])
    return edges_of(triangles), triangles


def edges_of(triangles):
    """Edges (m, 2) of triangles, each once."""
    ends = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    return np.unique(ends, axis=0)


def crossings(x, edges, triangles):
    """How many times an edge passes through a triangle with which it shares no end; x (3, n)."""
    p = np.ascontiguousarray(np.asarray(x, np.float64).T)
    corners = p[triangles]
    low, high = corners.min(axis=1), corners.max(axis=1)
    order = np.argsort(low[:, 0], kind="stable")
    wide = (high[:, 0] - low[:, 0]).max(initial=0.0)
    return _count(p, edges, triangles[order], low[order], high[order], wide)


@kernel
def _count(p, edges, triangles, low, high, wide):
    found, firsts = 0, low[:, 0].copy()
    for e in range(len(edges)):
        i, j = edges[e]
        left, right = min(p[i, 0], p[j, 0]), max(p[i, 0], p[j, 0])
        for t in range(np.searchsorted(firsts, left - wide), np.searchsorted(firsts, right, side="right")):
            meets = high[t, 0] >= left
            for axis in range(1, 3):
                meets = meets and low[t, axis] <= max(p[i, axis], p[j, axis]) and high[t, axis] >= min(p[i, axis], p[j, axis])
            a, b, c = triangles[t]
            if meets and a != i and a != j and b != i and b != j and c != i and c != j:
                found += _pierces(vector(p, i, 0), vector(p, j, 0), vector(p, a, 0), vector(p, b, 0), vector(p, c, 0))
    return found


@kernel
def _pierces(p, q, a, b, c):
    """Whether the segment from p to q passes through the triangle a b c (Moller and Trumbore, 1997)."""
    d, s, t, o = mix(1.0, q, -1.0, p), mix(1.0, b, -1.0, a), mix(1.0, c, -1.0, a), mix(1.0, p, -1.0, a)
    n, m = _cross(d, t), _cross(o, s)
    size = dot(s, n)
    if size == 0.0:
        return False
    u, v, w = dot(o, n) / size, dot(d, m) / size, dot(t, m) / size
    return 0.0 < u and 0.0 < v and u + v < 1.0 and 0.0 < w < 1.0


@kernel
def _cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
