"""How a path is played: time, loops, events. The truth is the path's own pose at the simulated time."""

import numpy as np
import pytest
from reference import POSITIONS, way

from engine.assets.keys import Key, Keys
from engine.cameras import playback
from engine.components import Playback

EVENTS = "abcd"


def played(loop="loop", rate=1.0, closed=True, start=0.0, events=EVENTS):
    """A Playback over four keys, a second apart, that have events a, b, c, d."""
    keys = Keys.of([Key((float(i), i % 2, 0.0), event=event) for i, event in enumerate(events)])
    return Playback(way(keys, closed=closed), rate, start=start, time=start)


def run(state, loop, times, begin=0.0):
    """Events of each step between the times, and how often it was said that the path has ended."""
    events, ends = [], 0
    for now in times:
        new, ended = playback.advance(state, loop, begin, now)
        events.append("".join(new))
        ends += ended
    return events, ends


@pytest.mark.parametrize("loop, time, expected", [
    ("loop", 9.5, (1.5, 1)), ("loop", -0.5, (3.5, 1)), ("once", 9.5, (4.0, 1)), ("once", -1, (0.0, 1)),
    ("ping_pong", 3.5, (3.5, 1)), ("ping_pong", 4.5, (3.5, -1)), ("ping_pong", 8.5, (0.5, 1)), ("ping_pong", -0.5, (0.5, -1)),
])  # fmt: skip
def test_time_is_folded_into_the_path(loop, time, expected):
    """Round, to an end, or to and fro; forward and backward."""
    assert playback.folded(time, 4.0, loop) == expected


@pytest.mark.parametrize("loop, rate, closed, start, expected, ends", [
    ("loop", 1, True, 0, "abcdabcda", 0), ("loop", 1, False, 0, "abcdabcdabc", 0), ("loop", -1, True, 0, "adcbadcba", 0),
    ("once", 1, True, 0, "abcda", 1), ("once", 1, False, 0, "abcd", 1), ("once", -1, False, 3, "dcba", 1),
    ("ping_pong", 1, False, 0, "abcdcbabc", 0), ("ping_pong", 1, True, 0, "abcdadcba", 0), ("ping_pong", -1, False, 0, "abcdcbabc", 0),
    ("loop", 0, True, 0, "a", 0),
])  # fmt: skip
def test_each_key_that_is_passed_is_said_once_and_in_order(loop, rate, closed, start, expected, ends):
    """In eight seconds, at 30, 60 and 144 Hz, in ticks that miss all keys, and in one step: the same events; the end once."""
    for count in (1, 7, 240, 480, 1152):
        state = played(loop, rate, closed, start)
        if closed is False and loop == "loop":  # the last key and the first are one moment: 3 seconds a lap
            assert state.path.duration == 3
        events, found = run(state, loop, np.arange(1, count + 1) * 8.0 / count)
        assert "".join(events) == expected, count
        assert found == ends


def test_a_key_at_the_seam_between_two_ticks_is_said_by_one_of_them():
    """The end of a tick belongs to it, its beginning to the tick before."""
    events, _ = run(played(), "loop", [0.5, 1.0, 1.5, 2.0, 3.999999, 4.0, 4.000001])
    assert events == ["a", "b", "", "c", "d", "a", ""]


def test_once_ends_exactly_on_the_last_key():
    """It stands there, plays no more, and begins anew when it is played again; backward it ends on the first."""
    for rate, start, last in ((1.0, 0.0, 3), (-1.0, 3.0, 0), (2.5, 0.0, 3)):
        state = played("once", rate, closed=False, start=start)
        assert run(state, "once", [1, 2.5, 10, 20])[1] == 1
        assert not state.playing and np.array_equal(state.path.pose(playback.place(state, "once")[0]).position, (last, last % 2, 0))
        playback.play(state, "once")
        events, ended = playback.advance(state, "once", 0, 20.25)
        assert state.time == start + rate * 0.25 and events[:1] == [EVENTS[3 - last]] and not ended


def test_play_pause_seek_and_turn():
    """Standing still costs no time, scrubbing passes no key, and another rate goes on from where it is."""
    state = played()
    run(state, "loop", [0.5])
    playback.pause(state)
    assert run(state, "loop", [5.0]) == ([""], 0) and state.time == 0.5
    playback.seek(state, 2.75)
    playback.play(state)
    assert run(state, "loop", [5.5]) == (["d"], 0) and state.time == 3.25
    playback.turn(state, -2)
    assert run(state, "loop", [6.0]) == (["d"], 0) and state.time == 2.25
    playback.seek(state, 1.0)
    assert run(state, "loop", [6.0, 6.25]) == (["b", ""], 0)


def test_what_nobody_reads_does_not_grow():
    """A thousand events are kept, and a tick that passes more says a thousand."""
    state = played(rate=1000.0)
    events, _ = playback.advance(state, "loop", 0.0, 10.0)
    assert len(events) == len(state.passed) == playback.MOST


def test_no_sum_of_steps():
    """After a million ticks of 1/120 s the time is the product, not the sum."""
    state = played(events=" " * 4)
    for tick in (1, 999_999, 1_000_000):
        playback.advance(state, "loop", 0.0, tick / 120)
    assert state.time == 1_000_000 / 120


def test_keys_are_found_from_a_time():
    """The key passed last, the nearest, the next and the one before; a new key belongs behind the one passed last."""
    path, opened = way(), way(closed=False)
    assert path.segment(2.25) == (2, 0.25) and path.segment(9.25) == (2, 0.25)
    assert [path.nearest(t) for t in (0.4, 0.6, 6.7, 13.8)] == [0, 1, 0, 0] and opened.nearest(99) == 6
    assert path.next(2.25) == (3, 3.0) and path.next(2.25, -1) == (2, 2.0) and path.next(3.0) == (4, 4.0) and path.next(3.0, -1) == (2, 2.0)
    assert path.next(6.5) == (0, 7.0) and path.next(0.0, -1) == (6, -1.0) and path.next(16.5) == (3, 17.0)
    assert opened.next(6.0) == (6, 6.0) and opened.next(0.0, -1) == (0, 0.0)


def test_a_key_where_the_camera_is_now_changes_nothing_there():
    """A key added at the present view is that view exactly, in every order and sense of the angles."""
    for order in ("YXZ", "ZXY"):
        for sense in ("camera", "view"):
            path = way(rotation_order=order, rotation_sense=sense)
            seen = path.pose(2.5)
            grown = path.with_keys(path.keys.inserted(3, path.key_of(seen.position, seen.rotation, seen.fov)))
            there = grown.pose(grown.key_times[3])
            np.testing.assert_allclose(there.position, seen.position, rtol=0, atol=1e-12)
            np.testing.assert_allclose(there.rotation, seen.rotation, rtol=0, atol=1e-12)
            assert grown.duration == 8 and len(path.keys) == 7


def test_the_curve_to_be_drawn():
    """Points, speeds and times of the whole way; a closed one ends where it begins."""
    for closed in (True, False):
        path = way(closed=closed)
        points, speeds, times = path.curve(16)
        assert len(points) == len(speeds) == len(times) == 16 * (7 if closed else 6) + 1
        assert np.array_equal(points[:-1:16], POSITIONS[: 7 if closed else 6])
        assert np.array_equal(points[-1], POSITIONS[0 if closed else 6]) and times[-1] == path.duration
        np.testing.assert_allclose(speeds, np.linalg.norm(path.poses(times).velocity, axis=1))
