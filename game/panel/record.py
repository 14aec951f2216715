"""What the panel has seen lately: times of each picture, and a few times a second how many particles live and how much energy bodies have."""

import math
import time
from collections import deque

import numpy as np

from engine.components import Population

PICTURES, SPAN, EVERY = 240, 30.0, 0.1  # pictures kept; [s] that curves look back; [s] of wall-clock time between two samples


class Record:
    """Series by name.

    frame, tick, picture   [ms] of the latest pictures: in all, simulated, drawn
    systems                name of a system -> [ms] in the last tick before each picture
    counts, energies       name of a body -> deque of (time [s], value)
    """

    def __init__(self):
        self.frame, self.tick, self.picture = (deque(maxlen=PICTURES) for _ in range(3))
        self.systems, self.counts, self.energies = {}, {}, {}
        self._due, self._latest = 0.0, -math.inf

    def follow(self, seconds, simulation, passes):
        """A picture took so many seconds. passes: nanoseconds by name."""
        self.frame.append(1e3 * seconds)
        timings = simulation.timings()
        self.tick.append(sum(timings.values()) / 1e6)
        for name, ns in timings.items():
            self.systems.setdefault(name, deque(maxlen=PICTURES)).append(ns / 1e6)
        self.picture.append(sum(passes.values()) / 1e6)
        now = time.perf_counter()
        if now >= self._due:
            self._due = now + EVERY
            self._sample(simulation)

    def _sample(self, simulation):
        if simulation.time < self._latest:
            self.counts, self.energies = {}, {}
        if simulation.time == self._latest:
            return
        self._latest = simulation.time
        entities = simulation.scene.spec.entities
        self.counts = _grown(self.counts, {name: _alive(simulation, name) for name, each in entities.items() if each.emitter}, self._latest)
        bodies = {name: simulation.energy(name) for name, each in entities.items() if each.has_masses}
        self.energies = _grown(self.energies, bodies, self._latest)


def _alive(simulation, name):
    return simulation.get(name, Population).alive


def _grown(series, values, now):
    """Series with a sample more; of what is gone, none."""
    grown = {}
    for name, value in values.items():
        samples = grown[name] = series.get(name) or deque()
        samples.append((now, float(value)))
        while samples[0][0] < now - SPAN:
            samples.popleft()
    return grown


def curve(samples):
    """(n, 2) float64 of a series; what is not finite is left out."""
    points = np.array(samples, float).reshape(-1, 2)
    return points[np.isfinite(points).all(axis=1)]
