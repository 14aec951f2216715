"""Ctrl+R in the window: what one sees becomes a film, at exact steps, however long a picture takes.

While it is recorded a picture is 1/60 s of the scene's time, and of the eye's and the keys'. The film shows the scene with its labels and curves;
what one works with is not in it: help, reports, panel, the box round what is selected, the arrow of the wind. It keeps the size that it began with.
"""

import time
from fractions import Fraction
from pathlib import Path

from game.film.moments import exact, place, run
from game.report import Stop

FPS = Fraction(60)
FOLDER = Path("renders")


class Steps:
    """Goes on by exactly 1 / fps a call: call i after one that stood at tick k shows k step + i / fps, to the bit; a bake that begins
    anew at its end does so here, too."""

    def __init__(self, fps):
        self.fps, self._ticks, self._left = fps, None, None

    def __call__(self, simulation, history):
        step = exact(simulation.scene.spec.time.step)
        if self._left == (simulation, simulation.tick, step):
            self._ticks += 1 / (self.fps * step)
        else:  # the first, or it was restarted, edited, brought back on the time line: from the tick where it stands
            self._ticks = Fraction(simulation.tick)
        if lap := getattr(simulation, "lap", None):
            first, length = lap
            self._ticks = first + (self._ticks - first) % length
        run(simulation, place(self._ticks), history)
        self._left = simulation, simulation.tick, step


class Recorder:
    """What a stage shows, into a file.

    on      whether it records
    size    [pixels] of the film; None before its first picture
    encoder makes what writes a film, from (path, size, fps)
    """

    def __init__(self, stage, fps=FPS, folder=FOLDER, encoder=None):
        self.stage, self.fps, self.folder, self.encoder = stage, fps, folder, encoder or _mp4
        self.on, self.size, self.count = False, None, 0
        self._steps = self._behind = self._film = self._renderer = None

    @property
    def period(self):
        """[s] of a picture while it records, else None."""
        return float(1 / self.fps) if self.on else None

    @property
    def text(self):
        """What to read of it in the window."""
        if not self.on:
            return ""
        seconds = int(self.count / self.fps)
        return f"{seconds // 60}:{seconds % 60:02d}"

    def record(self):
        """Begin a film, or end it."""
        if self.on:
            self._end()
            return
        from game.film.mp4 import av
        from game.film.orders import writable

        try:
            av()
            writable(self.folder)
        except Stop as stop:
            self.stage.tell(str(stop), True)
            return
        self.on, self.size, self.count, self._steps = True, None, 0, Steps(self.fps)
        self.stage.tell(f"recording {self.fps} pictures a second; Ctrl+R ends it", True)

    def go_on(self, simulation, history, seconds):
        """Let wall-clock time pass for a simulation, or one picture of the film."""
        if self.on:
            self._steps(simulation, history)
        else:
            simulation.advance(seconds)
            history.follow(simulation)

    def take(self, renderer):
        """Draw the stage as the film sees it, and have it written."""
        if self._behind is None:
            self._begin(renderer)
        self.stage.draw(renderer, bare=True)
        drawn = renderer.pixels(self._behind.lend())
        try:
            self._behind.add(self.count, drawn)
            self.count += 1
        except Exception:  # of the encoder: told, or raised again, as it is closed
            self._end()

    def close(self):
        """End a film that is being recorded."""
        if self.on:
            self._end()

    def _begin(self, renderer):
        import numpy as np

        from game.film.writing import Behind

        self.size, self._renderer, renderer.exact = renderer.size, renderer, True
        even = tuple(side - side % 2 for side in self.size)  # as a film has to be
        self._film = self.encoder(_free(self.folder, self.stage.live.path.stem), even, self.fps)

        def cut(drawn):
            return np.ascontiguousarray(drawn[: even[1], : even[0]])

        self._behind = Behind(self._film, cut, lambda: np.zeros((*self.size[::-1], 4), np.uint8))

    def _end(self):
        """Close the film, and say where it is."""
        behind, film = self._behind, self._film
        self.on, self.size, self._behind = False, None, None
        if behind is None:
            return
        self._renderer.exact = False
        trouble = behind.close(True)
        if trouble is None:
            self.stage.tell(f"recorded {film.told}", True)
        else:
            self.stage.tell(f"cannot write {film.name}: {trouble.strerror or trouble}; {film.done} pictures are finished{film.where}", True)


def _mp4(path, size, fps):
    from game.film.mp4 import Mp4

    return Mp4(path, size, fps, 0)


def _free(folder, name):
    """A path that no film has yet: name and date."""
    date = time.strftime("%Y-%m-%d-%H%M%S")
    paths = (folder / f"{name}-{date}{more}.mp4" for more in ("", *(f"-{i}" for i in range(2, 100))))
    return next(path for path in paths if not path.exists())
