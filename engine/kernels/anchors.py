"""Which masses hang on which anchors, by how long a tether (kernels/tether.py).

Tethers are for springs that are asked to be stiffer than the step can hold: they must carry what those would, and no more. So a tether is as
long as the springs between the mass and its anchor are at rest under the weight: its length in the rest shape, and their stretch.
"""

import heapq
import itertools

import numpy as np

from engine.kernels.compile import lean

MOST = 4  # tethers of a mass: its nearest anchors
LINE = 1e-3  # of their distance: anchors no farther off a line than that are on it
CLOSE = 1e-3  # of the stretch, relative: more would be lost in what the estimate leaves out
ROUNDS = 2000  # of conjugate gradients, each of which carries a pull from mass to mass; sheets of 256 x 256 masses need 600


def held_stiffness(inverse, ends, h):
    """[N/m] (m,) what a substep of h seconds holds of each spring; inverse (n,) [1/kg], 0 for the held; ends (m, 2)."""
    both = np.asarray(inverse, float)[ends].sum(1)
    return np.divide(2.0, both * h * h, out=np.full(len(ends), np.inf), where=both > 0)


def tethers(rest, is_straight, ends, length, stiffness, own, held, place, h, gravity, max_stretch=None):
    """Anchors and lengths of a body's tethers: (k, slots) int32, -1 for none, and (k, slots) float32 [m]; k = 0 where it needs none.

    rest         [m] (3, slots) undeformed shape; is_straight: no mass is nearer to another than in a straight line through the body
                 (rope, sheet and block), else ways along springs count
    ends, length, stiffness   (m, 2), [m] (m,), [N/m] (m,) of the springs, the stiffness that is asked
    own          [1/kg] (slots,) inverse masses when let go, 0 from the last mass on
    held         indices of the masses that are pinned or grabbed
    place        [m] (3, slots) where the masses are now: looked at only where held
    h            [s] of a substep; gravity [m/s2] its size
    max_stretch  the author's: tethers wherever it is given, 1 + it times as long as at rest
    """
    n, slots = np.count_nonzero(own), len(own)
    held = np.unique(np.asarray(held, np.int64))
    inverse = np.array(own, float)
    inverse[held] = 0
    is_stiff = np.asarray(stiffness) > held_stiffness(inverse, ends, h)
    if not len(held) or max_stretch is None and not is_stiff.any():
        return np.zeros((0, slots), np.int32), np.zeros((0, slots), np.float32)
    anchor, far = _straight(rest[:, :n], held) if is_straight else _along(n, ends, length, held)
    if max_stretch is None:
        weight = np.where(np.isfinite(far).any(0), gravity / own[:n], 0.0)
        u = sag(ends, length, stiffness, inverse[:n] > 0, weight)
        depth = _depth(rest[:, :n], held) if is_straight else 0.0
        far = far + np.maximum(u, _spanned(anchor, far, u, place, depth))
    else:
        far = far * (1 + max_stretch)
    lengths = np.full((len(anchor), slots), np.inf, np.float32)
    anchors = np.full((len(anchor), slots), -1, np.int32)
    anchors[:, :n], lengths[:, :n] = np.where(np.isfinite(far), anchor, -1), far
    return anchors, lengths


def _straight(rest, held):
    """The nearest anchors of each mass, a row each, and how far they are, (k, n); of few anchors each has a row of its own."""
    n, k = rest.shape[1], min(MOST, len(held))
    anchor, far = np.empty((k, n), np.int64), np.empty((k, n))
    block = max(1, 4_000_000 // len(held))
    for lo in range(0, n, block):
        part = rest[:, None, lo : lo + block].astype(float) - rest[:, held, None]
        distance = np.sqrt((part**2).sum(0))
        nearest = np.arange(k)[:, None] if len(held) <= MOST else np.argsort(distance, 0, kind="stable")[:k]
        anchor[:, lo : lo + block] = held[np.broadcast_to(nearest, (k, distance.shape[1]))]
        far[:, lo : lo + block] = np.take_along_axis(distance, np.broadcast_to(nearest, (k, distance.shape[1])), 0)
    return anchor, far


def _along(n, ends, length, held):
    """As _straight, by the shortest way along springs (Dijkstra 1959, from all anchors at once); inf where there is none."""
    k = min(MOST, len(held))
    anchor, far = np.full((k, n), -1), np.full((k, n), np.inf)
    near = [[] for _ in range(n)]
    for (a, b), l in zip(np.asarray(ends).tolist(), np.asarray(length, float).tolist(), strict=True):
        near[a].append((b, l))
        near[b].append((a, l))
    found = [[] for _ in range(n)]
    waiting = [(0.0, int(p), int(p)) for p in held]
    while waiting:
        distance, i, source = heapq.heappop(waiting)
        if len(found[i]) < k and source not in found[i]:
            row = len(found[i])
            anchor[row, i], far[row, i] = source, distance
            found[i].append(source)
            for j, l in near[i]:
                if len(found[j]) < k and source not in found[j]:
                    heapq.heappush(waiting, (distance + l, j, source))
    if len(held) <= MOST:  # a row for each anchor, so that all masses of a row share it
        order = np.argsort(np.where(anchor < 0, n, anchor), 0, kind="stable")
        anchor, far = np.take_along_axis(anchor, order, 0), np.take_along_axis(far, order, 0)
    return anchor, far


def _depth(rest, held):
    """[m] how far the masses are from the line on which the anchors are, at most; 0 where they are on none: then the body cannot hang below it."""
    ways = (rest - rest[:, held[:1]]).astype(float)
    along = ways[:, held[np.argmax((ways[:, held] ** 2).sum(0))]]
    long = np.linalg.norm(along)
    if long == 0:
        return 0.0
    off = np.linalg.norm(ways - np.outer(along / long, along / long @ ways), axis=0)
    return 0.0 if off[held].max() > LINE * long else float(off.max())


def _spanned(anchor, far, u, place, depth):
    """[m] (k, n) what a tether needs besides its length at rest where the mass is strung between two anchors.

    A rope of weight W and stiffness E A over its full length D stretches by (W / (E A))^(2/3) / 24^(1/3), far more than its weight alone would make
    it. With the sag u = W D / (8 E A) that weight would give in its middle, that is (8/3 (u / D)^2)^(1/3). The upper edge of a sheet or block that
    hangs below it bears its part as the chord of a beam, which stretches by W D / (8 depth E A) = u / depth. A mass farther along has more of it.
    """
    wider = np.zeros_like(far)
    for p, q in itertools.combinations(range(len(anchor)), 2):
        span = np.sqrt(((place[:, anchor[p]].astype(float) - place[:, anchor[q]]) ** 2).sum(0))
        span, both = np.maximum(span, 1e-9), np.maximum(far[p] + far[q], 1e-9)
        stretch = np.minimum(np.cbrt(8 / 3 * (u / span) ** 2), u / max(depth, 1e-9))
        strung = both <= span * (1 + stretch)
        stretch = np.where(strung, stretch[strung].max(initial=0.0), stretch)
        more = np.maximum(span * (1 + stretch) / both - 1, 0)
        wider[p], wider[q] = np.fmax(wider[p], more * far[p]), np.fmax(wider[q], more * far[q])
    return wider


def sag(ends, length, stiffness, free, weight):
    """[m] (n,) how much the springs between the anchors and each mass have stretched in all, at rest under the weight.

    ends, length, stiffness   (m, 2), [m] (m,), [N/m] (m,) of the springs
    free, weight              (n,) bool, [N] (n,): 0 for what hangs on nothing
    The weight is taken to flow to the anchors as a current does: sum_j g_ij (u_i - u_j) = weight_i, u = 0 at the anchors, with
    g = k (least rest length / rest length)^2, for a diagonal bears only its share of a pull along the lattice. Exact for a rope; of a sheet of
    weight W held at P pins it gives W / (P k theta) ln(1 + d / a), theta the angle of the sheet at the pin.
    """
    length = np.maximum(np.asarray(length, float), 1e-9)
    conductance = np.asarray(stiffness, float) * (length.min(initial=np.inf) / length) ** 2
    u = np.zeros(len(weight))
    _settle(u, np.zeros((4, len(u))), np.ascontiguousarray(ends), conductance, free, np.where(free, weight, 0.0))
    return u


@lean
def _settle(u, rows, ends, conductance, free, weight):
    """Solve the network by conjugate gradients over its diagonal, from u = 0. rows (4, n) scratch, free (n,) bool."""
    left, way, flow, over = rows[0], rows[1], rows[2], rows[3]
    for s in range(len(ends)):
        over[ends[s, 0]] += conductance[s]
        over[ends[s, 1]] += conductance[s]
    size = 0.0
    for i in range(len(u)):
        over[i] = 1.0 / over[i] if free[i] and over[i] > 0.0 else 0.0
        left[i] = weight[i]
        way[i] = over[i] * left[i]
        size += left[i] * way[i]
    end = size * CLOSE * CLOSE
    for _ in range(ROUNDS):
        if not size > end:
            return
        flow[:] = 0.0
        for s in range(len(ends)):
            a, b = ends[s, 0], ends[s, 1]
            f = conductance[s] * (way[a] - way[b])
            flow[a] += f
            flow[b] -= f
        along = 0.0
        for i in range(len(u)):
            along += way[i] * flow[i]
        step, before, size = size / along, size, 0.0
        for i in range(len(u)):
            u[i] += step * way[i]
            left[i] -= step * flow[i] if free[i] else 0.0
            size += over[i] * left[i] * left[i]
        for i in range(len(u)):
            way[i] = over[i] * left[i] + size / before * way[i]
