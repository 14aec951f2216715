"""What a run was: moments that it can be taken back to, and the edits between them."""

import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from engine.scene.difference import difference
from engine.simulation.freeze import size_of
from engine.simulation.snapshot import Snapshot

LIMIT = (
    256 << 20
)  # [bytes] of all moments: an hour of a cloth or a fountain, some seconds of a million droplets, and small beside the graphics
SPACING = 0.25  # [s] of simulated time between moments: what lies between is run again in a picture or two
QUICK, SHARE = 0.004, 0.02  # [s] that no picture misses; what takes longer gets this share of the time
BEHIND, PATIENCE = 0.1, 1.0  # [s] a picture after which time is lost already; how long moments wait for a better one
BURST = 0.6  # [s] between edits that are one: the steps of a slider, a key that is held
EDITS = 200  # kept; each holds a scene


@dataclass(slots=True, eq=False)
class Edit:
    """The scene became another."""

    tick: int
    time: float  # [s]
    clock: str  # of the wall, as 14:03
    before: Any  # Scene
    scene: Any  # Scene from then on
    text: str  # what changed
    when: float  # [s] monotonic, of the last of those that are one

    @classmethod
    def of(cls, before, simulation):
        """The edit that has just made a simulation's scene another one; None where both say the same."""
        text = told(before, simulation.scene)
        if text:
            return cls(simulation.tick, simulation.time, time.strftime("%H:%M"), before, simulation.scene, text, time.monotonic())
        return None


class Record:
    """Moments (Snapshots) and Edits of one run, in the order in which they came to be.

    Moments are at most LIMIT bytes together, what several share counted once: the older they are, the farther apart. The first, the
    last, and the one before the last change are kept.

    simulation  whose run it is; another begins a new record
    """

    def __init__(self, limit=LIMIT):
        self.entries, self.simulation = [], None
        self.limit, self.nbytes = limit, 0
        self._users = {}  # id of a piece -> how many moments hold it
        self._scene, self._costs, self._taken = None, deque([0.0], maxlen=3), 0.0

    @property
    def moments(self):
        """The Snapshots."""
        return [entry for entry in self.entries if isinstance(entry, Snapshot)]

    @property
    def edits(self):
        """The Edits."""
        return [entry for entry in self.entries if isinstance(entry, Edit)]

    def follow(self, simulation, seconds=0.0):
        """Once a picture, which took so many seconds: note an edit, keep a moment where one is due and no picture is late by it."""
        if simulation is not self.simulation:
            self.clear()
            self.simulation = simulation
        last = next((entry for entry in reversed(self.entries) if isinstance(entry, Snapshot)), None)
        if last is not None and simulation.tick < last.tick:
            self.clear()
            last = None
        self._note(simulation)
        if last is None or (simulation.time - last.time >= SPACING - 1e-9 and self._is_time(simulation.time - last.time, seconds)):
            self.keep(simulation)

    def keep(self, simulation):
        """Keep this moment, unless it is kept already; its Snapshot."""
        self._note(simulation)
        moments = self.moments
        last = moments[-1] if moments else None
        if last is not None and last is self.entries[-1] and (last.tick, last.scene) == (simulation.tick, simulation.scene):
            self._remove(last)  # something may have been moved by hand meanwhile
        start = time.perf_counter()
        snapshot = simulation.snapshot(last)
        self._taken = time.perf_counter()
        self._costs.append(self._taken - start)
        self._add(snapshot)
        self._thin()
        return snapshot

    def cut(self, tick, scene):
        """Forget what came after a tick; the run goes on from there, as of this scene."""
        for entry in [entry for entry in self.entries if entry.tick > tick]:
            self._remove(entry)
        self._scene = scene

    def clear(self):
        """Forget all that was."""
        self.entries.clear()
        self._users.clear()
        self.nbytes, self._scene = 0, None

    def way(self, tick, change=None):
        """(Snapshot, Edits after it) from which a tick is reached; None where the record does not reach so far back.

        change  the first of the edits that are left out, with all that follow
        """
        entries = self.entries if change is None else self.entries[: self.entries.index(change)]
        found = None
        for entry in entries:
            if entry.tick <= tick:
                if isinstance(entry, Snapshot):
                    found = entry, []
                elif found:
                    found[1].append(entry)
        return found

    def change(self):
        """The first of the Edits that were made at one go at last, None where there is none."""
        first = None
        for edit in reversed(self.edits):
            if first is not None and first.when - edit.when > BURST:
                break
            first = edit
        return first

    def _note(self, simulation):
        """Note that the scene has become another one."""
        before, self._scene = self._scene, simulation.scene
        edit = Edit.of(before, simulation) if before not in (None, simulation.scene) else None
        if edit is None:
            return
        last = self.entries[-1] if self.entries else None
        if isinstance(last, Edit) and edit.when - last.when < BURST:
            last.scene, last.when, last.text = edit.scene, edit.when, told(last.before, edit.scene) or edit.text
        else:
            self.entries.append(edit)
            if len(self.edits) > EDITS:
                oldest = self.edits[0]
                for entry in self.entries[: self.entries.index(oldest) + 1]:
                    self._remove(entry)

    def _is_time(self, gap, seconds):
        """Whether a picture has time to keep a moment, `gap` after the last one [s]."""
        if seconds >= BEHIND and gap < PATIENCE:
            return False
        cost = min(self._costs)  # the least of the last: other programs make it longer now and then
        return cost <= QUICK or time.perf_counter() - self._taken >= cost / SHARE

    def _add(self, snapshot):
        self.entries.append(snapshot)
        for piece in snapshot.pieces:
            self._users[id(piece)] = self._users.get(id(piece), 0) + 1
            if self._users[id(piece)] == 1:
                self.nbytes += size_of(piece)

    def _remove(self, entry):
        self.entries.remove(entry)
        for piece in entry.pieces if isinstance(entry, Snapshot) else ():
            self._users[id(piece)] -= 1
            if not self._users[id(piece)]:
                del self._users[id(piece)]
                self.nbytes -= size_of(piece)

    def _thin(self):
        """Give up moments until all fit: each time the one that leaves the smallest gap, measured by how long ago that is."""
        while self.nbytes > self.limit:
            moments, change = self.moments, self.change()
            pinned = self.way(change.tick, change)[0] if change and self.way(change.tick, change) else None
            now = moments[-1].time
            gaps = [
                ((after.time - before.time) / (now - moment.time), moment)
                for before, moment, after in zip(moments, moments[1:], moments[2:], strict=False)
                if moment is not pinned and now > moment.time
            ]
            if not gaps:
                return
            self._remove(min(gaps, key=lambda gap: gap[0])[1])


def told(before, scene):
    """`jet.emitter.rate 600 -> 900; and 2 more`: what changed between two scenes, "" for nothing."""
    changes = [str(change).rpartition(" (")[0] or str(change) for change in difference(before, scene)]
    more = f"; and {len(changes) - 1} more" if len(changes) > 1 else ""
    return f"{changes[0]}{more}" if changes else ""
