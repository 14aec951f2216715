"""Time: ticks of a fixed length, and what the wall clock still owes."""

from dataclasses import dataclass

LONGEST = 0.1  # [s] most wall-clock time taken up at once: after a stall the scene goes on where it was
SHORTEST = 1e-5  # [s] least tick, also where the wall clock says how long it is: less is kept for the next
ROUNDING = 1e-6  # share of a step: sums of 1/30, 1/60, 1/144 s must not lose a tick to rounding


@dataclass(slots=True)
class Clock:
    """time = base + (tick - base_tick) dt, rebased when the step changes: no sum of steps, so no drift."""

    dt: float  # [s]
    base: float = 0.0  # [s]
    base_tick: int = 0
    tick: int = 0
    owed: float = 0.0  # [s] wall-clock time that is less than a tick

    @property
    def time(self):
        """Simulated time [s]."""
        return self.base + (self.tick - self.base_tick) * self.dt

    @property
    def blend(self):
        """Share of a step that has gone by since the last tick, 0 to 1."""
        return min(self.owed / self.dt, 1.0)

    def change(self, dt):
        """From now on a tick lasts dt seconds."""
        if dt != self.dt:
            self.owed = self.blend * dt
            self.base, self.base_tick, self.dt = self.time, self.tick, dt

    def due(self, seconds):
        """Whole ticks due after so much wall-clock time; clocks that jump or stall count as 0 to LONGEST."""
        self.owed += clamped(seconds)
        ticks = int(self.owed / self.dt + ROUNDING)
        self.owed = max(0.0, self.owed - ticks * self.dt)
        return ticks

    def frame(self, seconds):
        """Length [s] of the one tick due after so much wall-clock time, where a tick is as long as that; 0: none yet."""
        self.owed += clamped(seconds)
        taken = self.owed if self.owed >= SHORTEST else 0.0
        self.owed -= taken
        return taken


def clamped(seconds):
    """Wall-clock seconds as far as they are believed; not a number counts as none."""
    return min(seconds, LONGEST) if seconds > 0 else 0.0
