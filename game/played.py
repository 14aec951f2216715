"""A bake on the stage, in place of a scene that follows its file; and its time line, which is all of it."""

from pathlib import Path

from game.live import Live
from game.record import Record
from game.scenes import is_bake
from game.strip import Strip
from game.timeline import Timeline


def opened(path, overrides, seed, allow_outside):
    """(what gives the stage its simulation, its time line): of a scene file, or of a bake. Raises what Bake does."""
    if not is_bake(path):
        return Live(path, overrides, seed, allow_outside), Timeline()
    return Played(path, allow_outside), Reel()


class Played:
    """A bake, with the face of a Live: nothing of it changes, so there is no news.

    simulation   the Playback
    """

    fixed = True
    errors = ()

    def __init__(self, path, allow_outside=False):
        from engine.exchange.playback import Playback
        from engine.exchange.reading import Bake

        self.path, self.textures, self.shaders = Path(path), [], []
        self.simulation = Playback(Bake(path, allow_outside))

    def poll(self):
        """No news."""
        return []

    def close(self):
        """End it."""
        self.simulation.close()


class Nothing(Record):
    """The record of a run that needs none: any moment of it is in the bake."""

    def follow(self, simulation, seconds=0.0):
        """Keep nothing."""

    def keep(self, simulation):
        """Keep nothing."""


class Reel(Timeline):
    """The time line over a Playback: its frames are there at once, so the past is never apart from the present."""

    def __init__(self):
        super().__init__(Nothing())

    def follow(self, simulation, seconds):
        """Once a picture, which took so many seconds."""
        self._near = max(0.0, self._near - seconds)

    def strip(self, simulation, is_paused):
        """What to draw, None where it is hidden: it is seen while time is held or the pointer is near the lower edge."""
        if not (is_paused or self._near):
            return None
        start, end = self._span(simulation)
        return Strip((round(start, 3), round(end, 3)), round(float(simulation.times[simulation.frame]), 3), False, (), ())

    def press(self, simulation, x, y, size):
        """The pointer goes down; whether the line takes it."""
        self._dragged = bool(self._layout(size).holds(x, size[1] - y))
        self.drag(simulation, x, size)
        return self._dragged

    def seek(self, simulation, frame):
        """Show a frame."""
        if frame != simulation.frame:
            simulation.seek(frame)

    def _span(self, simulation):
        return float(simulation.times[0]), float(simulation.times[-1])

    def _under(self, simulation, x, size):
        """Frame under a pixel."""
        start, end = self._span(simulation)
        return simulation.nearest(start + self._layout(size).share(x) * (end - start))
