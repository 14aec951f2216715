"""Where rays from the eye meet a height map.

All rays in one vertical plane see one profile of the land. Along it the greatest slope up to each distance only grows, so the first
place where a ray meets the land is found by a search in that list: no ray is marched.
"""

import numpy as np

from content.make.sky.air import RADIUS

F = np.float32
NEAR, FAR = 0.25, 170.0  # [km]
GROWTH = 1.0016  # of the distance from sample to sample
NEVER = F(1e9)
BATCH = 256  # planes


def distances(growth=GROWTH):
    """Samples of a profile [km] (k,)."""
    count = int(np.log(FAR / NEAR) / np.log(growth)) + 1
    return (NEAR * growth ** np.arange(count)).astype(F)


class Profiles:
    """Rays with slopes, sorted into vertical planes.

    azimuth  [rad] (c,) of the planes
    plane    (m,) number of each ray's plane
    slope    (m,) rise of each ray per horizontal km
    """

    def __init__(self, azimuth, plane, slope, growth=GROWTH):
        self.t = distances(growth)
        self.x, self.z = np.outer(np.sin(azimuth), self.t).astype(F), np.outer(-np.cos(azimuth), self.t).astype(F)
        self.order = np.argsort(plane, kind="stable")
        self.first = np.searchsorted(plane[self.order], np.arange(len(azimuth) + 1))
        self.slope = slope.astype(F)
        self.drop = (self.t.astype(float) ** 2 / (2 * RADIUS)).astype(F)  # the ground falls away under a straight ray

    def heights(self, function):
        """Heights (c, k) [km] of a map at the samples: function(x, z) of flat arrays."""
        out = np.empty(self.x.shape, F)
        for lo in range(0, len(out), BATCH):  # a few planes at a time, for each sample takes many bytes meanwhile
            some = np.s_[lo : lo + BATCH]
            out[some] = function(self.x[some].ravel(), self.z[some].ravel()).reshape(out[some].shape)
        return out

    def meet(self, height, eye):
        """Horizontal distance [km] (m,) at which each ray from a height `eye` first meets heights (c, k); NEVER where it does not."""
        seen = (height - F(eye) - self.drop) / self.t
        highest = np.maximum.accumulate(seen, axis=1)
        out = np.full(len(self.slope), NEVER, F)
        for c in range(len(height)):
            mine = self.order[self.first[c] : self.first[c + 1]]
            if not len(mine):
                continue
            slope = self.slope[mine]
            k = np.searchsorted(highest[c], slope)
            met = k < len(self.t)
            k = np.minimum(k, len(self.t) - 1)
            before = np.maximum(k - 1, 0)
            rise = seen[c, k] - seen[c, before]
            share = np.clip((slope - seen[c, before]) / np.where(rise > 0, rise, 1), 0, 1)
            out[mine[met]] = (self.t[before] + share * (self.t[k] - self.t[before]))[met]
        return out
