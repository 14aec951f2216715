"""The rival: the benchmark's jet as one writes it in plain vectorised numpy, float32, one contiguous row per axis.

The same work as the simulation's particle systems, tick for tick: births with drawn place, velocity, lifetime and colour; motion
that is exact under gravity, wind and linear drag; the bounce list of the block's lid with its time of impact; water hits;
ageing; and the removal, in order, of who is too old, too low or not finite.
"""

import math
from time import perf_counter_ns

import numpy as np

F = np.float32
COLUMNS = "age", "span", "id", "hits", "tint", "inverse"


class NumpyJet:
    """A jet over a block in a basin. Arrays as in the simulation, started from its living droplets."""

    def __init__(self, position, velocity, columns, room, jet):
        """position, velocity (3, n); columns: name -> (n,), all of COLUMNS; room: most droplets; jet: what bench_scene.JET says."""
        self.jet, self.alive, self.owed = jet, position.shape[1], 0.0
        self.born = int(columns["id"][-1]) + 1 if self.alive else 0
        self.random = np.random.default_rng(1)
        self.x, self.v, self.previous = (np.empty((3, room), F) for _ in range(3))
        self.x[:, : self.alive], self.v[:, : self.alive] = position, velocity
        for name in COLUMNS:
            column = np.empty(room, columns[name].dtype)
            column[: self.alive] = columns[name]
            setattr(self, name, column)

    def emit(self, dt):
        """Append the newborn: a disc below the lid, upward at a drawn speed, sideways within the spread."""
        jet = self.jet
        self.owed += jet["rate"] * dt
        n = int(self.owed)
        self.owed -= n
        new = slice(self.alive, self.alive + n)
        angle, radius = 2 * F(np.pi) * self._draw(n), jet["radius"] * np.sqrt(self._draw(n))
        self.x[:, new] = radius * np.cos(angle), np.full(n, jet["height"], F), radius * np.sin(angle)
        (slow, fast), spread = jet["speed"], jet["spread"]
        self.v[:, new] = (self._draw(n) - 0.5) * spread, self._draw(n) * (fast - slow) + slow, (self._draw(n) - 0.5) * spread
        young, old = jet["lifetime"]
        self.age[new], self.span[new] = -dt * self._draw(n), young + (old - young) * self._draw(n)
        self.id[new] = np.arange(self.born, self.born + n)
        red, alpha = 204 + 51 * self._draw(n), 153 + 102 * self._draw(n)
        self.tint[new] = red.astype(np.uint32) | np.uint32(0xFFFF00) | alpha.astype(np.uint32) << np.uint32(24)
        self.hits[new], self.inverse[new] = 0, 1 / F(0.001)
        self.alive, self.born = self.alive + n, self.born + n

    def integrate(self, dt):
        """The exact step under constant force and linear drag (kernels/ballistic.py): x += p v + q a, v = k v + b a."""
        n, z = self.alive, self.jet["drag"] * dt
        k, p, q = F(math.exp(-z)), F(-math.expm1(-z) / self.jet["drag"]), (z + math.expm1(-z)) / self.jet["drag"] ** 2
        a = np.array(self.jet["acceleration"], F)[:, None]
        x, v = self.x[:, :n], self.v[:, :n]
        self.previous[:, :n] = x
        x += p * v + F(q) * a
        v *= k
        v += p * a
        self.age[:n] += F(dt)

    def collide(self, dt):
        """Bounce off the lid; the places (2, k) where droplets fell into the water."""
        n, jet = self.alive, self.jet
        (x, y, z), before = self.x[:, :n], self.previous[1, :n]
        hit = (before > F(jet["lid"])) & (y <= F(jet["lid"])) & (np.abs(x) < F(jet["half"])) & (np.abs(z) < F(jet["half"]))
        self._bounce(np.flatnonzero(hit), dt)
        fell = np.flatnonzero((before > F(jet["level"])) & (y <= F(jet["level"])) & (np.abs(x) < 4) & (np.abs(z) < 4))
        return self.x[::2, fell]

    def _bounce(self, i, dt):
        """Time of impact on the parabola, then the first or the later entry of the bounce list."""
        jet, g = self.jet, F(-self.jet["acceleration"][1])
        start = (self.v[1, i] + g * F(dt)) * F(math.exp(jet["drag"] * dt))
        t = (start + np.sqrt(start * start + 2 * g * (self.previous[1, i] - F(jet["lid"])))) / g
        first = self.hits[i] == 0
        up = (g * t - start) * np.where(first, F(jet["restitution"]), F(1))
        self.v[::2, i] *= np.where(first, F(jet["tangential"]), F(1))
        rest = F(dt) - t
        self.x[1, i] = np.maximum(F(jet["lid"]) + up * rest - F(0.5) * g * rest * rest, F(jet["lid"]))
        self.v[1, i] = up - g * rest
        self.hits[i] = np.minimum(self.hits[i], 254) + 1

    def remove(self):
        """Take out the old, the fallen and what is not finite; who lives keeps its order."""
        n = self.alive
        lives = (self.age[:n] < self.span[:n]) & (self.x[1, :n] > F(self.jet["kill"])) & np.isfinite(self.x[:, :n]).all(0)
        self.alive = m = np.count_nonzero(lives)
        for rows in (*self.x, *self.v, *(getattr(self, name) for name in COLUMNS)):
            rows[:m] = rows[:n][lives]

    def tick(self, dt):
        """One tick; nanoseconds that each part took, under the names of the systems that do the same."""
        marks = [perf_counter_ns()]
        for part in (lambda: self.emit(dt), lambda: self.integrate(dt), lambda: self.collide(dt), self.remove):
            part()
            marks.append(perf_counter_ns())
        return dict(zip(("emit", "integrate", "collide", "age"), np.diff(marks), strict=True))

    def _draw(self, n):
        return self.random.random(n, F)


def back_to_front(x, axis):
    """Slots by depth along a view axis, farthest first, ties in order: numpy's counting sort on 16-bit keys."""
    depth = x[0] * F(axis[0])
    depth += x[1] * F(axis[1])
    depth += x[2] * F(axis[2])
    low, high = depth.min(), depth.max()
    key = ((high - depth) * F(65535 / max(high - low, 1e-9))).astype(np.uint16)
    return np.argsort(key, kind="stable")
