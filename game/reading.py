"""What is to be read over the picture now: reports that fade, frames per second, the panels that are open."""

import time

from game import panels
from game.hud import Board
from game.report import say

SHOWN, FADE = 5.0, 0.8  # [s] a report is shown, the last part of it fading
REFRESH = 0.25  # [s] between new numbers
SMOOTH = 0.1  # weight of the newest number in an average


class Reading:
    """Gathers texts and numbers, and makes the Board of them.

    systems, passes   name -> nanoseconds lately, smoothed
    """

    def __init__(self):
        self.help = self.profile = False
        self._report, self._since = "", 0.0
        self._frame, self.systems, self.passes = 1 / 60, {}, {}
        self._board, self._made, self._state = ((), (), ()), 0.0, None

    def toggle_help(self):
        """Show the keys, or not."""
        self.help, self._made = not self.help, 0.0

    def toggle_profile(self):
        """Show what takes how long, or not."""
        self.profile, self._made = not self.profile, 0.0

    def tell(self, text, screen=True):
        """Say something on the console and, its first line, on the picture."""
        say(text)
        if screen:
            self._report, self._since = text.partition("\n")[0], time.monotonic()

    def measure(self, seconds, systems, passes):
        """A picture took so many seconds. systems, passes: nanoseconds by name."""
        self._frame += SMOOTH * (seconds - self._frame)
        self.systems, self.passes = _blended(self.systems, systems), _blended(self.passes, passes)

    def board(self, stage):
        """The Board of this moment; its numbers change a few times a second, all else at once."""
        now = time.monotonic()
        strength = round(min(max((SHOWN - (now - self._since)) / FADE, 0.0), 1.0), 1)
        state = stage.paused and stage.shown.tick, stage.shown.scene  # what is to be seen at once
        if state != self._state or now - self._made > REFRESH:
            self._state, self._made = state, now
            read = self.help or self.profile or stage.paused
            self._board = (
                panels.status(stage.shown, 1 / max(self._frame, 1e-3)) if read else (),
                panels.help(stage.shown.scene, stage.lines) if self.help else (),
                panels.profile(self.systems, self.passes) if self.profile else (),
            )
        status, help, profile = self._board
        report = self._report if strength else ""
        return Board(
            status, stage.paused, report, strength, stage.errors, help, profile,
            stage.strip, stage.path.strip, stage.versions.text, stage.recorder.text,
        )  # fmt: skip


def _blended(old, new):
    return {name: (1 - SMOOTH) * old.get(name, ns) + SMOOTH * ns for name, ns in new.items()}
