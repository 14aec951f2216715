"""Which moment of a scene a picture shows, exactly: picture i is the same alone, in a row, from a bake, and in another process.

Times are fractions. 1/30 s is no binary number, and a sum of thirty of them is not a second; here it is.
"""

import math
from fractions import Fraction
from typing import NamedTuple

FRAME = Fraction(1, 60)  # [s] a tick of scenes whose step is the wall clock's
STRIDE = 30  # ticks after which who waits is told how far it is
FINEST = 10**9  # largest denominator that the written step of a scene may have had


def untold(done, of):
    """For those who need not know how far it is."""


class Moment(NamedTuple):
    """A tick, and the share of a step past it at which it is seen."""

    tick: int
    blend: float


class Plan(NamedTuple):
    """The moments of a row of pictures: picture i shows start + i / fps, and what a shutter gathers from there on.

    start    [s] Fraction
    fps      pictures a second, Fraction
    count    of pictures
    parts    moments that are averaged in one picture
    shutter  [deg] for which it is open, of 360 from one picture to the next
    """

    start: Fraction
    fps: Fraction
    count: int
    parts: int = 1
    shutter: Fraction = Fraction(180)

    def times(self, i):
        """Times [s], Fractions, of the parts of picture i."""
        return [self.start + (i + self.shutter / 360 * Fraction(k, self.parts)) / self.fps for k in range(self.parts)]

    def moments(self, i, step):
        """The Moments of picture i in a scene of such ticks [s], a Fraction; they never go back from one picture to the next."""
        return [moment(time, step) for time in self.times(i)]


def exact(step):
    """A scene's step, a float [s] or "frame", as the Fraction it was written as: 1/120 and not the binary number next to it."""
    if step == "frame":
        return FRAME
    near = Fraction(step).limit_denominator(FINEST)
    return near if float(near) == step else Fraction(step)


def moment(time, step):
    """The Moment of a time [s] in ticks of `step` [s], both Fractions."""
    return place(time / step)


def place(ticks):
    """The Moment after so many ticks, a Fraction."""
    tick = math.floor(ticks)
    return Moment(tick, float(ticks - tick))


def run(simulation, moment, history, told=untold):
    """Have a simulation, or what plays a bake, stand at a moment; `history` sees every tick on the way where its scene has curves. told: see approach."""
    if simulation.scene.spec.plot is not None:
        history.follow(simulation)
        for tick in _ticks(simulation, moment.tick):
            simulation.go_to(tick)
            history.follow(simulation)
    approach(simulation, moment, told)
    history.follow(simulation)


def approach(simulation, moment, told=untold):
    """Have a simulation stand at a moment; where that is far, told(done, of) is called on the way with the ticks that are run and all there are."""
    first = simulation.tick
    for tick in range(first + STRIDE, moment.tick, STRIDE):
        simulation.go_to(tick)
        told(tick - first, moment.tick - first)
    simulation.go_to(*moment)


def _ticks(simulation, last):
    """Ticks that come until one: all, or those that a bake has."""
    first = simulation.tick + 1
    if hasattr(simulation, "bake"):
        return [int(tick) for tick in simulation.bake.ticks if first <= tick <= last]
    return range(first, last + 1)
