"""The time line: a run's past under the pointer.

While it is dragged another simulation is shown, a replay; the one that runs waits at the present, so edits and tweaks have it as it is.
What is seen is what was, under the file of then. An edit that comes meanwhile is made to what is seen. Going on takes what is seen
over and goes on with the present file; what came after it is forgotten. What the hand pulled is in the moments that were kept; where ticks
between them are run again it holds still.
"""

import numpy as np

from game.record import Record
from game.replay import BUDGET, Replay
from game.strip import Strip, layout

REST = 0.12  # [s] the pointer rests before the exact tick is run up to
EDGE, LINGER = 80, 2.5  # [units of the layout] from the lower edge in which the pointer shows the line; [s] that it is seen after that


class Timeline:
    """Where in its past a run is shown, and the pointer on the line.

    record   what the run was
    goal     tick that is asked for; None: the present
    room     share of the picture's width that the line has
    """

    def __init__(self, record=None):
        self.record = record or Record()
        self.goal, self.room = None, 1.0
        self._replay = Replay()
        self._dragged, self._near = False, 0.0  # near: [s] for which it is still seen since the pointer was at the lower edge
        self._rest = 0.0  # [s] since the pointer moved
        self._scene = None  # of the present, as far as it is known here

    @property
    def away(self):
        """Whether the past is shown."""
        return self.goal is not None

    @property
    def past(self):
        """The Simulation that is shown in place of the present, None where there is none."""
        return self._replay.simulation if self.away else None

    @property
    def arrived(self):
        """Whether what is shown is the tick that is asked for."""
        return not self.away or self._replay.arrived and self._replay.simulation.tick == self.goal

    def close(self):
        """Free what it holds."""
        self.goal = None
        self.record.clear()
        self._replay.close()

    # once a picture

    def follow(self, simulation, seconds):
        """Once a picture, which took so many seconds: keep the record; or bring what is shown nearer to what is asked for."""
        self._near = max(0.0, self._near - seconds)
        if simulation is not self.record.simulation:  # the first load of a file that was broken
            self.goal = None
        if not self.away:
            self.record.follow(simulation, seconds)
            return
        if simulation.scene is not self._scene:  # an edit: it is made to what is seen
            self._scene = simulation.scene
            self._replay.show(self.past.snapshot(), simulation.scene)
            self.goal = self.past.tick
        self._rest += seconds
        if self._rest >= REST and not self.arrived:
            self._replay.aim(self.record.way(self.goal), self.goal, keep=True)
            self._replay.run(max(BUDGET, seconds))
            if self._replay.fault:  # no farther than this
                self.goal = self.past.tick

    def strip(self, simulation, is_paused):
        """What to draw (Strip), None where the line is hidden: it is seen while time is held or the pointer is near the lower edge."""
        if not (is_paused or self.away or self._near) or not self.record.moments:
            return None
        start, end = self._span(simulation)
        end = end if is_paused or self.away else round(end, 1)  # running, it is drawn anew ten times a second
        at = end if not self.away else self.past.time if self.arrived else self._time_of(self.goal, simulation)
        return Strip(
            (round(start, 3), round(end, 3)),
            round(at, 3),
            self.away,
            tuple(round(moment.time, 2) for moment in self.record.moments),
            tuple((round(edit.time, 2), edit.clock) for edit in self.record.edits),
        )

    # the pointer, at a pixel from the lower left of a picture of `size`

    def hover(self, x, y, size):
        """The pointer is here, with no button down; whether that is on the line."""
        place = self._layout(size)
        near = y < EDGE * place.scale
        self._near = LINGER if near else 0.0
        return near and place.holds(x, size[1] - y)

    def press(self, simulation, x, y, size):
        """The pointer goes down; whether the line takes it."""
        if not self.record.moments or not self._layout(size).holds(x, size[1] - y):
            return False
        self._dragged = True
        self.seek(simulation, self._under(simulation, x, size))
        return True

    def drag(self, simulation, x, size):
        """The pointer moves with the button down; whether the line has it."""
        if self._dragged:
            self.seek(simulation, self._under(simulation, x, size))
        return self._dragged

    def release(self):
        """The pointer goes up; whether the line had it."""
        had, self._dragged = self._dragged, False
        self._rest = REST
        return had

    # through time

    def seek(self, simulation, tick):
        """Show a tick of the past: the nearest moment at once, the tick itself when the pointer rests. The last tick is the present."""
        tick = max(tick, self.record.moments[0].tick)
        if tick >= simulation.tick:
            self.goal = None
            return
        if not self.away:
            self.record.keep(simulation)
            self._scene = simulation.scene
        if tick == self.goal:
            return
        if self.goal is None or abs(self._nearest(tick).tick - tick) < abs(self.past.tick - tick):
            self._replay.show(self._nearest(tick))
        self.goal, self._rest = tick, 0.0
        if simulation.scene.spec.time.step == "frame":  # its ticks are as long as they happened to be: none can be run again
            self.goal = self._replay.simulation.tick

    def step(self, simulation, ticks=1):
        """So many ticks further through the past."""
        self.seek(simulation, self.goal + ticks)
        self._rest = REST

    def go_on(self, simulation):
        """Go on from what is shown, with the present file; what came after it is forgotten."""
        scene, past = simulation.scene, self.past
        snapshot = past.snapshot()
        simulation.restore(snapshot, None if snapshot.scene is scene else scene)
        simulation.release()  # what the hand held then, it holds no more
        self.record.cut(snapshot.tick, snapshot.scene)
        self.goal = None

    def restart(self):
        """The run begins anew: what was is forgotten."""
        self.record.clear()
        self.goal = None

    # how

    def _layout(self, size):
        return layout((round(size[0] * self.room), size[1]))

    def _nearest(self, tick):
        return min(self.record.moments, key=lambda moment: abs(moment.tick - tick))

    def _span(self, simulation):
        return self.record.moments[0].time, max(simulation.time, self.record.moments[0].time)

    def _under(self, simulation, x, size):
        """Tick under a pixel."""
        start, end = self._span(simulation)
        time = start + self._layout(size).share(x) * (end - start)
        ticks, times = zip(*[(m.tick, m.time) for m in self.record.moments], (simulation.tick, simulation.time), strict=True)
        return round(float(np.interp(time, times, ticks)))

    def _time_of(self, tick, simulation):
        ticks, times = zip(*[(m.tick, m.time) for m in self.record.moments], (simulation.tick, simulation.time), strict=True)
        return float(np.interp(tick, ticks, times))
