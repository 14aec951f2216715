"""Which time of a scene, or of a bake, a command line asks for, and what it means where it does not say."""

import contextlib
import json
from fractions import Fraction
from pathlib import Path

from game.film.moments import exact
from game.report import USAGE, Stop
from game.scenes import BAKE

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


def span(name, start, length, usual=SECONDS):
    """(start, length) [s], Fractions, of a film: as asked for; None: all of a bake, and of a scene its first `usual` seconds. What a bake that
    cannot be read lacks is told where it is opened."""
    begin, end = Fraction(0), None
    if Path(name).suffix == BAKE and Path(name).is_file():
        import numpy as np

        from engine.exchange.reading import BROKEN

        with contextlib.suppress(OSError, *BROKEN), np.load(name, allow_pickle=False) as arrays:
            told = json.loads(arrays["manifest"].tobytes())
            begin = exact(told["start"])
            end = begin + told["frames"] / exact(told["fps"])
    start = begin if start is None else start
    if length is None:
        length = usual if end is None else max(end - start, Fraction(0))
    return start, length


def _middle(name):
    """The moment of a still [s], a Fraction: STILL_AT, or the middle of a bake that is too short for that."""
    begin, length = span(name, None, None, 2 * STILL_AT)
    return begin + min(STILL_AT, length / 2)
