"""What a path's kernels read: its keys as segments of cubic curves, their lengths, and the frames carried along them."""

import numpy as np

from engine.kernels import tangents
from engine.kernels.spline import PARTS, measure
from engine.kernels.spline_frame import carry
from engine.kernels.spline_turn import turns_of


def segments(keys, form, durations):
    """(m, 4, 7) ends and tangents of each segment: position [m], angles [deg], field of view [deg]; a lone key is a segment that stands still."""
    closed = form.closed and len(keys) > 1
    degrees, winding = tangents.unwrapped(keys.rotation, closed) if form.angle_policy == "shortest" else (keys.rotation, np.zeros(3))
    fov = np.where(np.isnan(keys.fov), form.fov, keys.fov)
    value = np.column_stack([keys.position, degrees, fov])
    end = np.roll(value, -1, axis=0)
    end[-1, 3:6] += winding
    arriving, leaving = _tangents(keys, form, durations, end - value)
    before, behind = keys.handles[:, 0], keys.handles[:, 1]
    arriving[:, :3] = np.where(np.isnan(before), arriving[:, :3], -3 * before)
    leaving[:, :3] = np.where(np.isnan(behind), leaving[:, :3], 3 * behind)
    made = np.stack([value, end, leaving, np.roll(arriving, -1, axis=0)], axis=1)
    return made if form.closed or len(keys) == 1 else made[:-1]


def turning(keys, form):
    """(m, 4, 4) control turns of each segment: the same rule, for turning vectors in place of differences."""
    turn = np.empty((len(keys), 4))
    order = np.array(["XYZ".index(letter) for letter in form.rotation_order], np.int64)
    turns_of(order, form.rotation_sense == "view", keys.rotation, turn)
    end = np.roll(turn, -1, axis=0)
    end *= np.where((turn * end).sum(1) < 0, -1.0, 1.0)[:, None]  # the shorter way, over the seam too
    step = tangents.vectors(tangents.after(end, tangents.inverse(turn)))
    durations = np.where(np.isnan(keys.duration), form.segment_duration, keys.duration)
    arriving, leaving = _tangents(keys, form, durations, step)
    first = tangents.after(tangents.turns(leaving / 3), turn)
    second = tangents.after(tangents.turns(-np.roll(arriving, -1, axis=0) / 3), end)
    made = np.stack([turn, first, second, end], axis=1)
    return made if form.closed or len(keys) == 1 else made[:-1]


def _tangents(keys, form, durations, step):
    """Arriving and leaving (n, k) from the steps to the next key, round the ring."""
    shape = np.where(np.isnan(keys.shape), (form.tension, form.continuity, form.bias), keys.shape)
    arriving, leaving = tangents.kochanek_bartels(np.roll(step, 1, axis=0), step, shape)
    arriving, leaving = tangents.adjusted(arriving, leaving, durations)
    if not form.closed:
        tangents.natural(arriving, leaving, step)
    return arriving, leaving


def measured(segments):
    """[m] (m, PARTS + 1) length of the way to each sub-interval."""
    arc = np.empty((len(segments), PARTS + 1))
    measure(segments, arc)
    return arc


def carried(segments, closed):
    """(m, PARTS + 1, 6) heading and up along the way, and the closing twist [rad]."""
    frames = np.empty((len(segments), PARTS + 1, 6))
    return frames, carry(segments, closed, frames)
