"""Numbers of independent implementations (splines 0.3.3, VTK 9.7.2, SciPy 1.17.1), and the path they are about."""

import json
from pathlib import Path

import numpy as np

from engine.assets.keys import Key, Keys
from engine.cameras.path import Form
from engine.cameras.path import Path as Way

REFERENCE = json.loads((Path(__file__).parent.parent / "reference" / "camera.json").read_text())
UNIFORM = {table["case"]: table for table in REFERENCE["uniform"]}
SHARES = np.array(REFERENCE["uniform"][0]["s"])
POSITIONS, ROTATIONS = (np.array(REFERENCE["keys"][name], float) for name in ("position", "rotation_deg_xyz"))
TOLERANCE = 1e-12


def keys_of(positions=POSITIONS, rotations=None, tcb=None, durations=None):
    """Keys at positions (n, 3) [m]; tcb: three numbers for all, or three for each."""
    count = len(positions)
    rotations = ROTATIONS[:count] if rotations is None else rotations
    shapes = np.broadcast_to((None, None, None) if tcb is None else tcb, (count, 3))
    durations = [None] * count if durations is None else durations
    numbers = zip(positions, rotations, shapes, durations, strict=True)
    return Keys.of([Key(tuple(p), tuple(r), *(None if n is None else float(n) for n in s), d) for p, r, s, d in numbers])


def way(keys=None, **form):
    """A path of segments of one second through the seven keys, unless told."""
    return Way(keys or keys_of(), Form(**{"segment_duration": 1.0, **form}))


def times_of(path):
    """Times (segments, 5) [s] at the shares of each segment for which the tables have values, the last a hair before the next segment."""
    return path.clock[:-1, None] + np.diff(path.clock)[:, None] * SHARES


def at_shares(path):
    """Seen at the shares of each segment: position (m, 5, 3), velocity, rotation (m, 5, 3, 3). A segment's end is read from its own side."""
    times = times_of(path)
    times[:, -1] = np.nextafter(times[:, -1], 0)
    seen = path.poses(times.ravel())
    return tuple(each.reshape(len(times), len(SHARES), *each.shape[1:]) for each in (seen.position, seen.velocity, seen.rotation))
