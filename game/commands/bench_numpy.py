"""The rival: the benchmark's jet as one writes it in plain vectorised numpy, float32, one contiguous row per axis.

The same work as the simulation's particle systems, tick for tick: births at random places and speeds, gravity and wind, the
bounce list of a box's lid with its time of impact, water hits, ageing, and the removal of the dead in order. What can be
done in place is done in place; nothing is done twice.
"""

import numpy as np

F = np.float32


class NumpyJet:
    """A jet over a box in a basin. Arrays as in the simulation, started from its living droplets."""

    def __init__(self, position, velocity, age, id, hits, room, jet):
        """position, velocity (3, n); age, id, hits (n,); room: most droplets; jet: what bench.JET says of the scene."""
        self.jet, self.alive, self.owed, self.born = jet, position.shape[1], 0.0, int(id[-1]) + 1 if len(id) else 0
        self.random = np.random.default_rng(1)
        self.x, self.v = np.empty((3, room), F), np.empty((3, room), F)
        self.previous = np.empty((3, room), F)
        self.age, self.id, self.hits = np.empty(room, F), np.empty(room, np.uint32), np.empty(room, np.uint8)
        for mine, given in self._pairs(position, velocity, age, id, hits):
            mine[..., : self.alive] = given
        self.work = np.empty(room, F)

    def _pairs(self, *given):
        return zip((self.x, self.v, self.age, self.id, self.hits), given, strict=True)

    def emit(self, dt):
        """Append the newborn: a disc below the lid, upward at a drawn speed, sideways within the spread."""
        self.owed += self.jet["rate"] * dt
        n = int(self.owed)
        self.owed -= n
        lo, hi = self.alive, self.alive + n
        angle, radius = self.random.random(n, F) * F(2 * np.pi), self.jet["radius"] * np.sqrt(self.random.random(n, F))
        new = slice(lo, hi)
        self.x[0, new], self.x[1, new], self.x[2, new] = radius * np.cos(angle), self.jet["height"], radius * np.sin(angle)
        slow, fast = self.jet["speed"]
        self.v[0, new] = (self.random.random(n, F) - F(0.5)) * F(self.jet["spread"])
        self.v[1, new] = self.random.random(n, F) * F(fast - slow) + F(slow)
        self.v[2, new] = (self.random.random(n, F) - F(0.5)) * F(self.jet["spread"])
        self.age[new], self.hits[new] = -self.random.random(n, F) * F(dt), 0
        self.id[new] = np.arange(self.born, self.born + n, dtype=np.uint32)
        self.alive, self.born = hi, self.born + n

    def integrate(self, dt):
        """x += v dt + a dt^2 / 2, v += a dt."""
        n, work = self.alive, self.work[: self.alive]
        for axis, a in enumerate(self.jet["acceleration"]):
            x, v = self.x[axis, :n], self.v[axis, :n]
            self.previous[axis, :n] = x
            np.multiply(v, F(dt), out=work)
            x += work
            if a:
                x += F(0.5 * a * dt * dt)
                v += F(a * dt)
        self.age[:n] += F(dt)

    def collide(self, dt):
        """Bounce off the lid; the places (2, k) where droplets fell into the water."""
        n, jet = self.alive, self.jet
        x, y, z, before = self.x[0, :n], self.x[1, :n], self.x[2, :n], self.previous[1, :n]
        hit = (before > F(jet["lid"])) & (y <= F(jet["lid"])) & (np.abs(x) < F(jet["half"])) & (np.abs(z) < F(jet["half"]))
        self._bounce(np.flatnonzero(hit), dt)
        fell = np.flatnonzero((before > F(jet["level"])) & (y <= F(jet["level"])))
        return self.x[::2, fell]

    def _bounce(self, i, dt):
        """Time of impact on the parabola, then the first or the later entry of the bounce list."""
        jet, g = self.jet, F(-self.jet["acceleration"][1])
        start = self.v[1, i] + g * F(dt)
        t = (start + np.sqrt(start * start + F(2) * g * (self.previous[1, i] - F(jet["lid"])))) / g
        first = self.hits[i] == 0
        up = (g * t - start) * np.where(first, F(jet["restitution"]), F(1))
        self.v[0, i] *= np.where(first, F(jet["tangential"]), F(1))
        self.v[2, i] *= np.where(first, F(jet["tangential"]), F(1))
        rest = F(dt) - t
        self.x[1, i] = np.maximum(F(jet["lid"]) + up * rest - F(0.5) * g * rest * rest, F(jet["lid"]))
        self.v[1, i] = up - g * rest
        self.hits[i] = np.minimum(self.hits[i], 254) + 1

    def remove(self):
        """Take out the old and the fallen; who lives keeps its order."""
        n = self.alive
        lives = (self.age[:n] < F(self.jet["lifetime"])) & (self.x[1, :n] > F(self.jet["kill"]))
        m = np.count_nonzero(lives)
        if m == n:
            return
        for rows in (*self.x, *self.v, self.age, self.id, self.hits):
            rows[:m] = rows[:n][lives]
        self.alive = m

    def tick(self, dt):
        """One tick; nanoseconds that each part took, under the names of the systems that do the same."""
        from time import perf_counter_ns

        marks = [perf_counter_ns()]
        for part in (lambda: self.emit(dt), lambda: self.integrate(dt), lambda: self.collide(dt), self.remove):
            part()
            marks.append(perf_counter_ns())
        return dict(zip(("emit", "integrate", "collide", "age"), np.diff(marks), strict=True))


def back_to_front(x, axis):
    """Slots by depth along a view axis, farthest first, ties in order: numpy's counting sort on 16-bit keys."""
    depth = x[0] * F(axis[0])
    depth += x[1] * F(axis[1])
    depth += x[2] * F(axis[2])
    low, high = depth.min(), depth.max()
    key = ((high - depth) * F(65535 / max(high - low, 1e-9))).astype(np.uint16)
    return np.argsort(key, kind="stable")
