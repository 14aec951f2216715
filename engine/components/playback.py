"""How far a camera is on its path."""

from dataclasses import dataclass
from typing import Any

from engine.components.declare import per_body


@dataclass(slots=True)
class Playback:
    """time = start + rate (now - since) while it plays: no sum of steps, so no drift. What a camera sees decides nothing, so it is no state."""

    path: Any = per_body("1", "engine.cameras.path.Path", state=False)
    rate: float = per_body("1", "seconds of the path in a second; negative: backward", 1.0, state=False, drawn=True)
    playing: bool = per_body("1", "whether time runs", True, state=False)
    on: bool = per_body("1", "whether the camera is on its path; else it stands where the entity is placed", True, state=False, drawn=True)
    start: float = per_body("s", "time of the path at `since`", 0.0, state=False)
    since: float = per_body(
        "s", "simulated time from which on it has gone on like this; not a number before the first tick", float("nan"), state=False
    )
    now: float = per_body("s", "simulated time of the last tick", float("nan"), state=False)
    time: float = per_body("s", "time of the path at the last tick; laps are not taken off", 0.0, state=False, drawn=True)
    before: float = per_body("s", "the same one tick ago: pictures show what is between; equal after a leap", 0.0, state=False, drawn=True)
    fresh: bool = per_body("1", "whether the key that it stands on is still to be passed", True, state=False)
    passed: tuple = per_body("1", "events of the keys that were passed, the last ones; whoever reads them empties it", (), state=False)
    news: tuple = per_body("1", "texts for the author, told at the next tick", (), state=False)
