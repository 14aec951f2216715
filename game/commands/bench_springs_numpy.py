"""The rival: the solver of cloth as one writes it in plain numpy, float32, all springs of a colour at once by their indices.

The same substeps, the same springs in the same order, the same tethers, the same exact drag; no contact. Also the force of all springs at
once, as explicit solvers need it.
"""

import math

import numpy as np

from engine.kernels.xpbd import STRAINED, TURNED

F = np.float32


class NumpyCloth:
    """A body of masses on springs; arrays as the simulation has them, of which it takes copies."""

    def __init__(self, x, v, inverse, spring, slot, tether, gravity, drag):
        """x, v (3, n); inverse (n,); spring: components.Spring; slot (m,): its order; tether: components.Tether or None.

        gravity [m/s2] downward; drag [1/s]
        """
        n = x.shape[1]
        self.x, self.v, self.inverse = x.copy(), v.copy(), inverse[:n].copy()
        self.before = self.x.copy()
        self.gravity, self.drag = gravity, drag
        order = np.argsort(slot, kind="stable")
        ends, rest, stiffness = spring.ends[order], spring.rest[order], spring.stiffness[order]
        edges = np.flatnonzero(np.diff(colours(ends, n))) + 1
        self.springs = [
            (i[:, 0].copy(), i[:, 1].copy(), length, k, self.inverse[i[:, 0]], self.inverse[i[:, 1]])
            for i, length, k in zip(*(np.split(each, edges) for each in (ends, rest, stiffness)), strict=True)
        ]
        self.tethers = []
        for anchor, length in zip(tether.anchor, tether.length, strict=True) if tether else ():
            held = np.flatnonzero((anchor[:n] >= 0) & (self.inverse > 0))
            self.tethers.append((held, anchor[held], length[held]))

    def frame(self, dt, substeps):
        """Move through dt seconds in so many substeps."""
        h = dt / substeps
        keep = math.exp(-self.drag * h)
        gain = -math.expm1(-self.drag * h) / self.drag if self.drag else h
        free = self.inverse > 0
        gives = [F(1) / np.maximum(wi + wj, F(1) / (k * F(h * h)) + F(0.5) * (wi + wj)) for _, _, _, k, wi, wj in self.springs]
        for _ in range(substeps):
            self.before = self.x.copy()
            self.v *= F(keep)
            self.v[1] -= F(gain * self.gravity)
            self.x += F(h) * self.v * free
            self._tether()
            self._project(gives)
            self.v = (self.x - self.before) / F(h)

    def _tether(self):
        for held, anchor, length in self.tethers:
            d, s = (x[:, anchor] - x[:, held] for x in (self.x, self.before))
            dd, ds, ss = (d * d).sum(0), (d * s).sum(0), (s * s).sum(0)
            far = dd - length * length
            root = ds * ds - ss * far
            is_turned = (((d - s) ** 2).sum(0) > TURNED * dd) | (root < 0)
            radial = F(1) - length / np.sqrt(np.maximum(dd, F(1e-20)))
            share = np.where(is_turned, radial, far / (ds + np.sqrt(np.maximum(root, F(0)))))
            self.x[:, held] += np.where(far > 0, share, F(0)) * np.where(is_turned, d, s)

    def _project(self, gives):
        x = self.x
        for (i, j, length, _, wi, wj), give in zip(self.springs, gives, strict=True):
            d, s = x[:, j] - x[:, i], self.before[:, j] - self.before[:, i]
            square = (d * d).sum(0)
            off = length / np.sqrt(square) - F(1)
            is_turned = (((d - s) ** 2).sum(0) > TURNED * square) | (off * off > STRAINED)
            d = give * off * np.where(is_turned, d, s * (square / (s * d).sum(0)))
            x[:, i] -= wi * d
            x[:, j] += wj * d

    def force(self):
        """(3, n) [N] of all springs."""
        total = np.zeros_like(self.x)
        for i, j, length, k, _, _ in self.springs:
            d = self.x[:, j] - self.x[:, i]
            d *= k * (F(1) - length / np.sqrt((d * d).sum(0)))
            total[:, i] += d
            total[:, j] -= d
        return total


def colours(ends, n):
    """(m,) rising: a number for each spring, in their order; none of those with the same number share one of the n masses."""
    last, colour, found = [-1] * n, 0, []
    for i, j in ends.tolist():
        if last[i] == colour or last[j] == colour:
            colour += 1
        last[i] = last[j] = colour
        found.append(colour)
    return np.array(found)
