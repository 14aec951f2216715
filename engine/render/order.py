"""Where droplets are drawn, and in which order."""

import numpy as np

from engine.kernels.merge import merge_back_to_front
from engine.kernels.sort import BINS, places_between, sort_back_to_front


class Places:
    """Where each population is drawn, between two ticks in scratch of its own: three rows go up in place of six."""

    def __init__(self):
        self._scratch = {}

    def of(self, frame):
        """An array (3, slots) float32 for each population."""
        if frame.blend >= 1:
            return [p.position for p in frame.particles]
        if frame.blend <= 0:
            return [p.previous for p in frame.particles]
        return [self._between(row, p, np.float32(frame.blend)) for row, p in enumerate(frame.particles)]

    def _between(self, row, p, blend):
        if not p.used:
            return p.position
        place = self._scratch.get(row)
        if place is None or place.shape != p.position.shape:
            place = self._scratch[row] = np.empty_like(p.position)
        places_between(p.position, p.previous, p.used, blend, place)
        return place


class Order:
    """Sorts every population back to front and merges them. Keeps its scratch; grows it when a body grows."""

    def __init__(self):
        self.depth = np.empty(0, np.float32)
        self.order = self.merged = self.key = np.empty(0, np.uint32)
        self.count = np.empty(2 * BINS + 1, np.uint32)

    def sort(self, frame, places, bases):
        """Indices into the shared buffers, those on the far side of the first water first.

        places an array (3, slots) float32 for each population
        bases  int64 (k + 1,) where each population begins
        returns order uint32 (slots,), number behind, number before
        """
        slots = int(bases[-1])
        if len(self.depth) < slots:
            self.depth = np.empty(slots, np.float32)
            self.order, self.merged, self.key = (np.empty(slots, np.uint32) for _ in range(3))
        axis = -np.ascontiguousarray(frame.view.rotation[:, 2], np.float32)
        level, above = water_side(frame)
        counts = []
        for p, place, base, end in zip(frame.particles, places, bases[:-1], bases[1:], strict=True):
            if not p.used:
                counts.append((0, 0))
                continue
            scratch = [array[base:end] for array in (self.depth, self.key)]
            counts.append(sort_back_to_front(place, p.used, axis, level, above, *scratch, self.count, self.order[base:end]))
        if not np.any(counts):
            return self.order, 0, 0
        if len(counts) == 1:
            return self.order, int(counts[0][0]), int(counts[0][1])
        return self._merge(frame.particles, bases[:-1], np.array(counts, np.int64).reshape(-1, 2))

    def _merge(self, particles, bases, counts):
        """On each side of the water, those of one `Particles.order` after those of the next lower one."""
        starts = bases + np.array([0 * counts[:, 0], counts[:, 0]])
        ends = starts + counts.T
        bias, group = np.array([p.bias for p in particles], np.float32), np.array([p.order for p in particles])
        written = [0]
        for start, end in zip(starts, ends, strict=True):
            at = written[-1]
            for each in np.unique(group):
                runs = np.flatnonzero(group == each)
                at = merge_back_to_front(self.order, start[runs], end[runs], bases[runs], bias[runs], self.depth, self.merged, at)
            written.append(at)
        return self.merged, written[1], written[2] - written[1]


def water_side(frame):
    """Level of the first water that is drawn, and whether the eye is above it; -inf and True without one."""
    for water in frame.waters:
        if water.as_surface or water.as_spheres:
            level = np.float32(water.position[1])
            return level, bool(frame.view.position[1] > level)
    return np.float32(-np.inf), True
