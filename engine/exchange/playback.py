"""A bake, played: it is drawn like a simulation, and nothing is simulated."""

from fractions import Fraction

import numpy as np

from engine.exchange.reading import BakeError
from engine.scene.errors import Diagnostic, SceneError
from engine.simulation import Simulation
from engine.simulation.drawn import put

FIXED = "a bake stays as it is; change its scene and bake it anew"
FINEST = 10**6  # largest denominator of a number of ticks between two frames
ROUNDING = 1e-6  # [s] that a frame may come early: sums of 1/60 s must not miss one


class Playback(Simulation):
    """A Simulation that shows the frames of a Bake: whatever draws the one draws the other. It owns the Bake.

    bake    the Bake
    frame   number of the frame that is shown
    loops   whether `advance` begins anew at the end; else it stays there
    times   [s] (frames,) at which each is shown
    Raises BakeError where a frame does not fit the scene.
    """

    def __init__(self, bake, threads=None, loops=True):
        self.bake, self.frame, self.loops = bake, 0, loops
        self.times = bake.times + bake.owed
        self._length = float(self.times[-1] - self.times[0]) / (bake.frames - 1) if bake.frames > 1 else bake.manifest["dt"]
        self._told = False
        super().__init__(bake.scene, threads, bake.manifest["seed"])
        self.seek(0)

    def seek(self, frame):
        """Show a frame; the nearest that there is."""
        self.frame = min(max(frame, 0), self.bake.frames - 1)
        self._since = 0.0  # [s] for which it has been shown
        values, clock = self.bake.frame(self.frame)
        try:
            put(self, values, clock)
        except (TypeError, ValueError) as error:
            raise BakeError(f"{self.bake.path} does not fit its scene in frame {self.frame}: {error}; bake the scene anew") from None

    def nearest(self, time):
        """Number of the frame whose time [s] is nearest."""
        return int(np.abs(self.times - time).argmin())

    def step(self, n=1):
        """n frames further; it stays on the last."""
        self.seek(self.frame + n)

    def advance(self, seconds):
        """Let so many seconds of the wall clock pass; the frames gone on."""
        before, end = self.frame, self.times[-1] + self._length
        at = self.times[self.frame] + self._since + max(seconds, 0.0)
        if at >= end and self.loops:
            at = self.times[0] + (at - self.times[0]) % (end - self.times[0])
        found = max(int(np.searchsorted(self.times, at + ROUNDING, "right")) - 1, 0)
        if found != self.frame:
            self.seek(found)
        self._since = max(0.0, min(at, end) - self.times[found])
        return (found - before) % self.bake.frames

    def go_to(self, tick, blend=0.0):
        """Show a tick, seen a share `blend` of a step past it: as simulated, bit for bit, where the bake holds the tick; else the frame before."""
        self.seek(int(np.searchsorted(self.bake.ticks, tick, "right")) - 1)
        if self.tick == tick:
            self.clock.owed = 0.0 if self._by_frame else blend * self.clock.dt
        elif not self._told:
            self._told = True
            first, last = self.times[0], self.times[-1]
            self.messages.append(
                f"{self.bake.path.name} has no frame at {tick * self.clock.dt:.4g} s, so the one before it is shown; it has "
                f"{self.bake.frames} from {first:.4g} s to {last:.4g} s: bake with a higher --fps, or a longer time"
            )

    @property
    def lap(self):
        """(first, length) in ticks, Fractions: where the frames begin, and after how much `advance` begins anew; None where it does not."""
        if not self.loops:
            return None
        return tuple(
            Fraction(float(seconds) / self.clock.dt).limit_denominator(FINEST)
            for seconds in (self.times[0], self._length * self.bake.frames)
        )

    def restart(self):
        """Begin at the first frame."""
        self.seek(0)

    def reload(self, scene):
        """SceneError: a bake stays as it is."""
        raise SceneError([Diagnostic(str(self.bake.path), 1, 1, FIXED)])

    def grab(self, name, index):
        """RuntimeError: a bake cannot be pulled."""
        raise RuntimeError(FIXED)

    def close(self):
        """Free the world, and close the Bake."""
        super().close()
        self.bake.close()
