"""How a path is played: loops, play and pause, events of the keys that are passed.

All functions work on the entity's Playback (engine/components/playback.py), which `simulation.get(name, Playback)` gives; the tick
moves it, and `simulation.pose(name)` looks it up. Between two ticks one may `play`, `pause`, `seek`, `turn` it.
"""

import math
from itertools import islice

MOST = 1000  # events of one tick, and events that are kept until somebody reads them


def folded(time, duration, loop):
    """(time within the path, direction 1 or -1 in which it is gone through there) of a time that runs on."""
    if loop == "once":
        return min(max(time, 0.0), duration), 1.0
    if loop == "loop":
        return time - math.floor(time / duration) * duration, 1.0
    time -= math.floor(time / (2 * duration)) * 2 * duration
    return (time, 1.0) if time <= duration else (2 * duration - time, -1.0)


def place(playback, loop, blend=1.0):
    """(time [s] within the path, direction in which it moves there) of a camera; blend: 0 one tick ago, 1 now."""
    time, direction = folded(playback.before + blend * (playback.time - playback.before), playback.path.duration, loop)
    return time, direction if playback.rate >= 0 else -direction


def advance(playback, loop, begin, now):
    """Let simulated time go on from `begin` to `now` [s]: the events of the keys passed, in order; whether the path has just ended."""
    if math.isnan(playback.since):
        playback.since = begin
    playback.now, playback.before = now, playback.time
    if not playback.playing:
        return [], False
    first = playback.fresh
    time = playback.start + playback.rate * (now - playback.since)
    ended = loop == "once" and playback.rate != 0 and not 0 < time < playback.path.duration and (time >= 0) == (playback.rate > 0)
    playback.time, playback.fresh = folded(time, playback.path.duration, loop)[0] if ended else time, False
    if ended:
        pause(playback)
    events = list(islice(_passed(playback.path, loop, playback.before, playback.time, first), MOST))
    playback.passed = (*playback.passed, *events)[-MOST:]
    return events, ended


def play(playback, loop="loop"):
    """Go on from where it is; a path of `once` that has ended begins anew."""
    if not playback.playing:
        end = playback.path.duration if playback.rate >= 0 else 0.0
        if loop == "once" and playback.time == end:
            seek(playback, playback.path.duration - end)
        playback.playing = True
        _rebase(playback)


def pause(playback):
    """Stand still where it is."""
    playback.playing = False
    _rebase(playback)


def seek(playback, time):
    """Be at a time [s] of the path; no key is passed on the way, but the one that it stands on then is when it goes on."""
    playback.time = playback.before = float(time)
    playback.fresh = True
    _rebase(playback)


def turn(playback, rate):
    """Go on at another rate; negative: backward."""
    playback.rate = float(rate)
    _rebase(playback)


def _rebase(playback):
    playback.start, playback.since = playback.time, playback.now


def _passed(path, loop, before, after, first):
    """Events of the keys between two times that run on, in the order in which they are met; that at `before` itself where it is the first."""
    marks, period = _marks(path, loop)
    if not marks or (before == after and not first):
        return
    forward = after >= before
    for lap in _laps(before, after, period, forward):
        for time, event in marks if forward else reversed(marks):
            at = time + lap * period
            begins = first and at == before and not (forward and 0 < time == period)  # the end of a lap is behind it
            if begins or (before < at <= after if forward else after <= at < before):
                yield event


def _marks(path, loop):
    """Times in one period, with the events there, in order; and how long a period lasts: 0 where nothing comes again."""
    marks = path.events
    if loop == "loop":
        return marks, path.duration
    if path.form.closed and marks and marks[0][0] == 0:  # the end is the first key once more
        marks = [*marks, (path.duration, marks[0][1])]
    if loop == "once":
        return marks, 0.0
    back = [(2 * path.duration - time, event) for time, event in reversed(marks) if 0 < time < path.duration]
    return [*marks, *back], 2 * path.duration


def _laps(before, after, period, forward):
    if not period:
        return (0,)
    low, high = (math.floor(time / period) for time in sorted((before, after)))
    return range(low - 1, high + 1) if forward else range(high, low - 2, -1)  # a mark at the period's end is of the lap before
