"""Rays against oriented boxes, found through a tree of bounding boxes.

Two packed tables, float64, that every kernel here takes:
boxes (n, 16)  center 3, rotation 9 (box frame to world, row by row), half sides 3, 1 for a room seen from within
tree  (m, 8)   corner low 3, corner high 3, row to go on with when the ray misses, box (-1: an inner node).
               Rows are in depth-first order, so a hit goes on with the next row; no stack is needed.
Faces are numbered -x +x -y +y -z +z in the box's frame.
"""

import numpy as np

from engine.kernels.compile import kernel

HALF, INWARD = 12, 15  # columns of boxes
SKIP, BOX = 6, 7  # columns of tree
LEVEL = 1e-12  # a smaller component of a direction counts as this: no division by zero
PAD = 1e-6  # [m] round the bounds, for rounding


def packed(center, rotation, half, inward):
    """Table of boxes and its tree, from (n, 3), (n, 3, 3), (n, 3) and (n,)."""
    n = len(center)
    boxes = np.empty((n, 16))
    boxes[:, :3], boxes[:, 3:HALF], boxes[:, HALF:INWARD], boxes[:, INWARD] = center, np.reshape(rotation, (n, 9)), half, inward
    reach = np.einsum("nij,nj->ni", np.abs(np.asarray(rotation, np.float64).reshape(n, 3, 3)), boxes[:, HALF:INWARD]) + PAD
    return boxes, tree(boxes[:, :3] - reach, boxes[:, :3] + reach)


def tree(low, high):
    """Depth-first table of nodes over bounds (n, 3) each, split at the median of the longest side."""
    nodes = np.empty((max(0, 2 * len(low) - 1), 8))
    middle, row = 0.5 * (low + high), 0
    waiting = [np.arange(len(low))] if len(low) else []
    while waiting:
        part = waiting.pop()
        nodes[row, :3], nodes[row, 3:SKIP] = low[part].min(0), high[part].max(0)
        nodes[row, SKIP], nodes[row, BOX] = row + 2 * len(part) - 1, part[0] if len(part) == 1 else -1
        row += 1
        if len(part) > 1:
            axis = np.argmax(np.ptp(middle[part], axis=0))
            part = part[np.argsort(middle[part, axis], kind="stable")]
            waiting += [part[len(part) // 2 :], part[: len(part) // 2]]
    return nodes


@kernel
def crossing(boxes, b, o, d, far):
    """Distance along o + t d to box b and the face met, or far, -1. Rooms are met where the ray leaves them."""
    enter, leave, front, back = -far, far, -1, -1
    for a in range(3):
        x = v = 0.0
        for k in range(3):
            x += boxes[b, 3 + 3 * k + a] * (o[k] - boxes[b, k])
            v += boxes[b, 3 + 3 * k + a] * d[k]
        if abs(v) < LEVEL:
            v = LEVEL
        near, away, face = (-boxes[b, HALF + a] - x) / v, (boxes[b, HALF + a] - x) / v, 2 * a
        if near > away:
            near, away, face = away, near, 2 * a + 1
        if near > enter:
            enter, front = near, face
        if away < leave:
            leave, back = away, face ^ 1
    if enter > leave:
        return far, -1
    if boxes[b, INWARD] != 0.0:
        return (leave, back) if 0.0 < leave < far else (far, -1)
    return (enter, front) if 0.0 < enter < far else (far, -1)


@kernel
def nearest(boxes, tree, o, d, far, shadow):
    """Distance, box and face of the first hit of the ray o + t d, or far, -1, -1.

    o, d    [m], unit   (3,)
    shadow  true: any hit will do, and rooms cast none
    """
    best, which, side, i = far, -1, -1, 0
    inverse_x = 1.0 / (d[0] if abs(d[0]) > LEVEL else LEVEL)
    inverse_y = 1.0 / (d[1] if abs(d[1]) > LEVEL else LEVEL)
    inverse_z = 1.0 / (d[2] if abs(d[2]) > LEVEL else LEVEL)
    while i < tree.shape[0]:
        x0, x1 = (tree[i, 0] - o[0]) * inverse_x, (tree[i, 3] - o[0]) * inverse_x
        y0, y1 = (tree[i, 1] - o[1]) * inverse_y, (tree[i, 4] - o[1]) * inverse_y
        z0, z1 = (tree[i, 2] - o[2]) * inverse_z, (tree[i, 5] - o[2]) * inverse_z
        enter = max(max(min(x0, x1), min(y0, y1)), max(min(z0, z1), 0.0))
        leave = min(min(max(x0, x1), max(y0, y1)), min(max(z0, z1), best))
        if enter > leave:
            i = int(tree[i, SKIP])
            continue
        b = int(tree[i, BOX])
        i += 1
        if b < 0 or (shadow and boxes[b, INWARD] != 0.0):
            continue
        t, face = crossing(boxes, b, o, d, best)
        if face >= 0:
            best, which, side = t, b, face
            if shadow:
                break
    return best, which, side


@kernel
def buried(boxes, tree, p):
    """Whether the point p (3,) lies inside a box that is no room."""
    i = 0
    while i < tree.shape[0]:
        outside = False
        for a in range(3):
            outside = outside or p[a] < tree[i, a] or p[a] > tree[i, 3 + a]
        if outside:
            i = int(tree[i, SKIP])
            continue
        b = int(tree[i, BOX])
        i += 1
        if b < 0 or boxes[b, INWARD] != 0.0:
            continue
        within = True
        for a in range(3):
            x = 0.0
            for k in range(3):
                x += boxes[b, 3 + 3 * k + a] * (p[k] - boxes[b, k])
            within = within and abs(x) < boxes[b, HALF + a]
        if within:
            return True
    return False
