"""Which time of a scene, or of a bake, a command line asks for, and what it means where it does not say."""

import contextlib
import os
from fractions import Fraction
from typing import NamedTuple

from game.film.moments import exact
from game.report import USAGE, Stop
from game.scenes import is_bake

STILL_AT = Fraction(4)  # [s] by then the slow things have found their course
SECONDS = Fraction(5)  # of a film whose length is not said


def frames(name, start, length, fps, still, what):
    """(start, count): when the first frame is [s], a Fraction, and how many there are. Stops where there are none.

    name           of the scene, or of a bake
    start, length  [s] as asked for; None: see `span`
    still          one frame; where no start is said, in the midst of it
    what           a frame is called
    """
    if still:
        return _middle(name) if start is None else start, 1
    start, length = span(name, start, length)
    count = round(length * fps)
    if count < 1:
        raise Stop(USAGE, f"--seconds {float(length):g} at --fps {float(fps):g} makes no {what}; write a longer time, as in --seconds 5")
    return start, count


class Told(NamedTuple):
    """What a bake says of itself, Fractions: when it begins [s], how long it is [s], frames a second. Of a scene the last two are None."""

    start: Fraction = Fraction(0)
    length: Fraction | None = None
    fps: Fraction | None = None


def told_by(name):
    """Told of a scene or a bake. What a bake that cannot be read lacks is told where it is opened."""
    if is_bake(name) and os.path.isfile(name):
        import numpy as np

        from engine.exchange import manifest
        from engine.exchange.reading import BROKEN

        with contextlib.suppress(OSError, manifest.Newer, *BROKEN), np.load(name, allow_pickle=False) as arrays:
            told = manifest.read(arrays["manifest"].tobytes())
            fps = exact(told["fps"])
            return Told(exact(told["start"]), told["frames"] / fps, fps)
    return Told()


def span(name, start, length, usual=SECONDS):
    """(start, length) [s], Fractions, of a film: as asked for; None: all of a bake, and of a scene its first `usual` seconds. Stops where the
    bake is over before it begins."""
    whole = told_by(name)
    start = whole.start if start is None else start
    if length is not None or whole.length is None:
        return start, usual if length is None else length
    end = whole.start + whole.length
    if start >= end:
        raise Stop(USAGE, f"{name} is over at {float(end):g} s, and --from {float(start):g} is no earlier; write an earlier one")
    return start, end - start


def _middle(name):
    """The moment of a still [s], a Fraction: STILL_AT, or the middle of a bake that is too short for that."""
    begin, length = span(name, None, None, 2 * STILL_AT)
    return begin + min(STILL_AT, length / 2)
