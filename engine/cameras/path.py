"""A camera's way through its keys, evaluated exactly at any time.

What a window needs of it:

    path.duration                    [s] of the whole way; path.length [m]
    path.pose(time, target)          where the camera is; beyond its ends a closed path goes round, an open one stands
    path.keys, path.key_times        the keys, and when each is passed [s]
    path.keys.inserted(i, key), .replaced(i, key), .without(i), .rolled(n)     other Keys; nothing is changed in place
    path.with_keys(keys)             the path through them; engine.assets.key_text.written(keys, file) is their text, comments kept
    path.key_of(pose)                the Key that stands where a camera stands now
    path.segment(time)               number of the key passed last, and the share of the way to the next: where a new key belongs is behind it
    path.nearest(time), .next(time, direction)      a key's number, and the time to go to
    path.curve(per_segment)          points, speeds, times: to be drawn; a frustum at each key is path.pose(path.key_times[i])
    path.frames, .frame(time), .time_of(frame)      the grid of frames, for single steps
    path.bake(target)                the whole table of frames

Time is seconds from key 0; how it runs (loop, once, to and fro) is playback.py's, how hand and path hand over to each other blend.py's.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.assets.keys import Key
from engine.cameras.tables import carried, measured, segments, turning
from engine.components.angles import degrees_of
from engine.kernels.spline_ride import ROW, ride

MODES = "euler", "quaternion", "look_at", "tangent"  # in the kernels' order
SLACK = 1e-6  # share of a frame: a time that is one but for rounding is that frame


@dataclass(frozen=True, slots=True)
class Form:
    """How a path leads through its keys; the fields are those of the component `camera_path`. fov [deg] where keys say none."""

    closed: bool = True
    steps: int = 250
    segment_duration: float = 250 / 60  # [s]
    basis: str = "hermite"
    tension: float = 0.0
    continuity: float = 0.0
    bias: float = 0.0
    timing: str = "keys"
    rotation_mode: str = "euler"
    angle_policy: str = "shortest"
    rotation_order: str = "YXZ"
    rotation_sense: str = "camera"
    bank: float = 0.0
    fov: float = 50.0


class Seen(NamedTuple):
    """position [m] (3,), rotation (3, 3) camera to world, fov [deg], velocity [m/s] (3,); float64. Of many times: one axis more in front."""

    position: np.ndarray
    rotation: np.ndarray
    fov: float
    velocity: np.ndarray


class Path:
    """A curve through keys. Immutable; tables are made when they are first needed."""

    def __init__(self, keys, form=None):
        self.keys, self.form = keys, form or Form()
        if not len(keys):
            raise ValueError("a path needs a key")
        form, count = self.form, max(len(keys) if self.form.closed else len(keys) - 1, 1)
        durations = np.where(np.isnan(keys.duration), form.segment_duration, keys.duration)
        self.clock = np.concatenate([[0.0], np.cumsum(durations[:count])])  # [s] when each segment begins, and the end
        self._segments, self._ease = segments(keys, form, durations), keys.ease[:count].copy()
        axes = ["XYZ".index(letter) for letter in form.rotation_order]
        even, view = form.timing == "constant_speed", form.rotation_sense == "view"
        self._how = np.array([form.closed, form.basis == "bezier", even, MODES.index(form.rotation_mode), *axes, view], np.int64)

    def __eq__(self, other):
        return isinstance(other, Path) and self.form == other.form and self.keys == other.keys

    __hash__ = None

    def with_keys(self, keys):
        """The same path through other keys."""
        return Path(keys, self.form)

    def with_form(self, **changes):
        """Another path through the same keys."""
        return Path(self.keys, replace(self.form, **changes))

    @property
    def duration(self):
        """[s] of the whole way."""
        return float(self.clock[-1])

    @cached_property
    def arc(self):
        """[m] (segments, PARTS + 1) way from key 0 to each sixteenth of each segment."""
        return measured(self._segments)

    @property
    def length(self):
        """[m] of the whole way."""
        return float(self.arc[-1, -1])

    @cached_property
    def key_times(self):
        """[s] (n,) when each key is passed."""
        count = len(self.keys)
        if self.form.timing == "keys" or self.length == 0:
            return self.clock[:count]
        return np.append(self.arc[:, 0], self.length)[:count] * (self.duration / self.length)

    @cached_property
    def events(self):
        """(time [s], event) of the keys that have one, in the order in which they are passed."""
        return [(float(self.key_times[i]), self.keys.event[i]) for i in np.flatnonzero(self.keys.event != "")]

    # evaluation

    def pose(self, time, target=(0.0, 0.0, 0.0), toward=1.0):
        """Seen at a time [s]. target: the point [m] (3,) that rotation_mode look_at looks at; toward: -1 where time runs backward."""
        row = self._rows(np.array([time], float), target, toward)[0]
        return Seen(row[:3], row[6:15].reshape(3, 3), float(row[15]), row[3:6])

    def poses(self, times, target=(0.0, 0.0, 0.0)):
        """Seen at many times [s] (k,), arrays with one axis more."""
        rows = self._rows(np.asarray(times, float), target, 1.0)
        return Seen(rows[:, :3], rows[:, 6:15].reshape(-1, 3, 3), rows[:, 15], rows[:, 3:6])

    def _rows(self, times, target, toward):
        out = np.empty((len(times), ROW))
        point = np.array(target, float)
        ride(times, toward, point, self._how, self.form.bank, self.clock, self._ease, self._segments, *self._tables, out)
        return out

    @cached_property
    def _tables(self):
        """What the kernel reads beside the segments, as far as this path asks for it: turns, arc, frames, twist."""
        mode, even = self.form.rotation_mode, self.form.timing == "constant_speed"
        turns = turning(self.keys, self.form) if mode == "quaternion" else np.zeros((0, 4, 4))
        arc = self.arc if even or mode == "tangent" else np.zeros((0, 0))
        return turns, arc, *(carried(self._segments, self.form.closed) if mode == "tangent" else (np.zeros((0, 0, 0)), 0.0))

    # frames

    @property
    def frames(self):
        """How many there are: steps a segment; an open path has one more, at its last key."""
        return len(self.keys) * self.form.steps if self.form.closed else (len(self.keys) - 1) * self.form.steps + 1

    def frame(self, time):
        """The frame shown at a time [s]."""
        i, share = self.segment(time)
        frame = int((i + share) * self.form.steps + SLACK)
        return frame % self.frames if self.form.closed else min(frame, self.frames - 1)

    def time_of(self, frame):
        """[s] at which a frame stands; of many frames, (k,)."""
        i = np.minimum(np.asarray(frame) // self.form.steps, len(self.clock) - 2)
        share = (frame - i * self.form.steps) / self.form.steps
        return self.clock[i] + share * (self.clock[i + 1] - self.clock[i])

    def bake(self, target=(0.0, 0.0, 0.0)):
        """Seen at all frames."""
        return self.poses(self.time_of(np.arange(self.frames)), target)

    # keys

    def segment(self, time):
        """(i, share): number of the segment that a time [s] lies in, and which share of its duration has gone by."""
        time = time % self.duration if self.form.closed and not 0 <= time < self.duration else min(max(time, 0.0), self.duration)
        i = min(int(np.searchsorted(self.clock, time, "right")) - 1, len(self.clock) - 2)
        return i, float((time - self.clock[i]) / (self.clock[i + 1] - self.clock[i]))

    def nearest(self, time):
        """Number of the key that is passed closest to a time [s]."""
        apart = np.abs(self.key_times - (time % self.duration if self.form.closed else time))
        return int(np.argmin(np.minimum(apart, self.duration - apart) if self.form.closed else apart))

    def next(self, time, direction=1):
        """(number, time [s]) of the key after a time, or before it where direction is -1; a closed path goes round, an open one stays at its ends."""
        laps, slack = (time // self.duration if self.form.closed else 0), SLACK * self.duration / len(self.keys)
        times = self.key_times + laps * self.duration
        ahead = np.flatnonzero(times > time + slack) if direction > 0 else np.flatnonzero(times < time - slack)
        if len(ahead):
            i = int(ahead[0 if direction > 0 else -1])
            return i, float(times[i])
        i = 0 if (direction > 0) == self.form.closed else len(self.keys) - 1
        lap = direction * self.duration if self.form.closed else 0.0
        return i, float(times[i] + lap)

    def key_of(self, position, rotation, fov=None):
        """The Key of a camera that stands at a position [m] (3,) with a rotation (3, 3), in this path's angles."""
        degrees = degrees_of(rotation, self.form.rotation_order, self.form.rotation_sense == "view")
        return Key(tuple(map(float, position)), degrees, fov=fov)

    def curve(self, per_segment=32):
        """To be drawn: points [m] (k, 3), speeds [m/s] (k,), times [s] (k,); the ends included."""
        shares = np.arange(per_segment) / per_segment
        starts, lengths = self.clock[:-1], np.diff(self.clock)
        times = np.append((starts[:, None] + lengths[:, None] * shares).ravel(), self.duration)
        seen = self.poses(times)
        if self.form.closed:
            seen.position[-1] = seen.position[0]
        return seen.position, np.linalg.norm(seen.velocity, axis=1), times
