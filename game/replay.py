"""A moment of a run's record, lived through again beside it."""

import time

from engine.scene.scene import Scene
from engine.scene.vocabulary import SceneSpec
from engine.simulation import Simulation
from game.faults import blame

BUDGET = 0.02  # [s] of one picture for ticks that are run again; where pictures take longer than that, as long as one takes


class Replay:
    """A Simulation of its own, that is led along the record of another.

    simulation   what is shown; None before the first moment
    goal         tick that it is on its way to
    fault        what a system died of on the way; it stands still then
    """

    def __init__(self):
        self.simulation = None
        self.goal, self.fault = None, ""
        self._edits = []  # still ahead, in order

    def show(self, snapshot, scene=None):
        """Be as at a moment of the record; as another version of its scene, where one is given."""
        if self.simulation is None:
            self.simulation = Simulation(Scene(snapshot.scene.path, SceneSpec(entities={}), "", {}))
        self.simulation.restore(snapshot, scene)
        self.goal, self.fault, self._edits = snapshot.tick, "", []

    def aim(self, way, tick, keep=False):
        """Go toward a tick, by a way as Record.way gives it; with `keep` from where it is, if that is on the way."""
        snapshot, edits = way
        here = None if self.simulation is None else self.simulation.tick
        if keep and here is not None and snapshot.tick <= here <= tick:
            self._edits = [edit for edit in edits if edit.tick > here or edit in self._edits]
        else:
            self.show(snapshot)
            self._edits = list(edits)
        self.goal = tick

    def run(self, budget):
        """Run ticks again for so many seconds, at least one; whether the goal is reached. Edits are made where they were made."""
        end = time.perf_counter() + budget
        try:
            while not (self.arrived or self.fault):
                self._go()
                if time.perf_counter() > end:
                    break
        except Exception as error:
            self.fault = blame(error)
        self.simulation.messages.clear()  # they have been told when it ran first
        return self.arrived

    def _go(self):
        """The edits that were made at this tick, then one tick."""
        while self._edits and self._edits[0].tick <= self.simulation.tick:
            self.simulation.reload(self._edits.pop(0).scene)
        if self.simulation.tick < self.goal:
            self.simulation.step()

    @property
    def arrived(self):
        """Whether the goal is reached."""
        return self.simulation.tick >= self.goal and not self._edits

    def close(self):
        """Free it."""
        if self.simulation is not None:
            self.simulation.close()
        self.simulation, self._edits = None, []
