"""A and B: the scene before the last change beside the scene as it is.

B is what runs. A is the same run, had the last change never been made: from the moment before it, with the same seed and what moved then,
under the file (and tweaks) of then, up to the tick that B shows. The last change is a save or a tweak, whichever came last; what was set
in quick succession, as by the drag of a slider, is one change. It is not the whole run from its start under the old file; before the change both are one.
"""

from game.record import told
from game.replay import BUDGET, Replay


class Versions:
    """What is seen while the key for A is held.

    text   what is said on the picture meanwhile, "" for nothing
    """

    def __init__(self):
        self.held, self.text = False, ""
        self._change, self._told = None, ""  # the Edit without which A runs, and what it made of the scene
        self._replay = Replay()

    @property
    def shown(self):
        """The Simulation that is A, as long as it is to be seen; else None."""
        return self._replay.simulation if self.held and self._change is not None and self._replay.arrived else None

    def compare(self):
        """The key goes down."""
        self.held = True

    def compare_no_more(self):
        """The key goes up: B again."""
        self.held, self.text = False, ""

    def follow(self, record, tick, seconds=0.0):
        """Once a picture, which took so many seconds, with a run's Record and the tick that B shows: bring A up to it, as far as time allows."""
        change = record.change()
        if change is not self._change:
            self.close()
        if not self.held:
            return
        lack = _lack(record, change, tick)
        if lack:
            self.close()
            self.text = f"A: {lack}"
            return
        way = record.way(change.tick, change)
        if self._change is None or self._replay.simulation.tick > tick:
            self._replay.aim(way, change.tick)
            self._change, self._told = change, told(change.before, record.edits[-1].scene) or change.text
        self._replay.goal = tick
        if self._replay.run(max(BUDGET, seconds)):
            self.text = f"A: before {change.clock}  {self._told}"
        elif self._replay.fault:
            self.text = f"A: {self._replay.fault}"
        else:
            done = (self._replay.simulation.tick - way[0].tick) / max(tick - way[0].tick, 1)
            self.text = f"A: catching up {100 * done:.0f} %"

    def close(self):
        """Free A."""
        self._change = None
        self._replay.close()


def _lack(record, change, tick):
    """Why there is no A, "" where there is one."""
    if change is None:
        return "nothing has been changed"
    if change.scene.spec.time.step == "frame":
        return "its ticks are as long as they happen to be (time.step: frame), so none can be run again"
    if tick < change.tick or record.way(change.tick, change) is None:
        return "the last change came after this"
    return ""
