"""Surfaces do not pass through themselves or each other."""

import numpy as np

from engine.kernels.crossings import crossings, edges_of, sheet_surface


def test_crossings_are_counted():
    """Two squares that cross along a line: each edge that pierces a triangle counts once; side by side or flat none do."""
    edges, triangles = sheet_surface(2, 2)
    square = np.array([[0.0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0]])
    other = np.array([[0.31, 0.31, 0.31, 0.31], [-0.3, 0.47, -0.3, 0.47], [-0.5, -0.5, 0.52, 0.52]])  # an edge of each pierces the other
    both = np.concatenate([triangles, triangles + 4])
    assert len(edges) == 5
    # the square's lower edge and its diagonal pierce the other; the other's front edge and its diagonal pierce the square
    assert crossings(np.concatenate([square, other], axis=1), edges_of(both), both) == 4
    assert crossings(np.concatenate([square, other + 2], axis=1), edges_of(both), both) == 0


def test_crossings_agree_with_every_pair():
    """A random heap: the search finds what trying each edge with each triangle finds."""
    edges, triangles = sheet_surface(12, 12)
    x = np.random.default_rng(0).uniform(0, 1, (3, 144))
    count = 0
    for a, b, c in triangles:
        e = edges[~np.isin(edges, [a, b, c]).any(axis=1)]
        p, d = x[:, e[:, 0]], x[:, e[:, 1]] - x[:, e[:, 0]]
        m = np.linalg.solve(
            np.stack(
                [np.broadcast_to((x[:, b] - x[:, a])[:, None], d.shape), np.broadcast_to((x[:, c] - x[:, a])[:, None], d.shape), -d], 1
            ).transpose(2, 0, 1),
            (p - x[:, [a]]).T[:, :, None],
        )[:, :, 0]
        count += ((m > 0).all(axis=1) & (m[:, 0] + m[:, 1] < 1) & (m[:, 2] < 1)).sum()
    assert crossings(x, edges, triangles) == count > 1000
