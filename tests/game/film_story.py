"""Run by test_film_window.py in a process of its own: films what a window shows, while hand and eye do this and that."""

import os
import sys
from pathlib import Path

import numpy as np
from window_story import Story, main

SIZE = (161, 91)


class FilmStory(Story):
    """The chapters. Pictures of a film are numbered PNGs, so that they can be compared to the bit."""

    chapters = "begins exact held sizes mp4 lacks full ends"

    def begins(self):
        """Films lie in the present folder."""
        os.chdir(self.scene.parent)
        yield from self.runs()

    @property
    def ctrl(self):
        from pyglet.window import key

        return key.MOD_CTRL

    @property
    def recorder(self):
        return self.stage.recorder

    def stills(self, folder):
        """Films go into numbered pictures of a folder."""
        from game.film.encoders import Stills

        os.makedirs(folder)
        self.recorder.encoder = lambda path, size, fps: Stills([Path(folder, f"{i}.png") for i in range(200)])

    def until_count(self, count):
        while self.recorder.count < count:
            yield

    def film(self, count, meanwhile=lambda: None):
        """Record so many pictures; the tick at which the first was taken."""
        self.type("R", self.ctrl)
        begin = self.simulation.tick
        yield from self.until_count(2)
        meanwhile()
        yield from self.until_count(count)
        seen = self.recorder.text, self.window.reading.board(self.stage).recording
        self.type("R", self.ctrl)
        return begin, seen, self.recorder.on

    def exact(self):
        """With help, profile and a report over it; each picture takes as long as it takes."""
        import time

        self.stills("exact")
        self.type("H")
        begin, seen, on = yield from self.film(9, lambda: time.sleep(0.3))
        self.type("H")
        yield
        left = self.simulation.tick
        yield
        yield
        return {"begin": begin, "seen": seen, "on": on, "runs": self.simulation.tick > left, "exact": self.window.renderer.exact}

    def held(self):
        """Space holds the scene's time, not the film's; R begins the scene anew."""
        self.stills("held")
        ticks = []

        def hold():
            self.type("SPACE")
            ticks.append(self.simulation.tick)

        yield from self.film(6, hold)
        ticks.append(self.simulation.tick)
        self.type("SPACE")
        self.stills("anew")
        yield from self.film(6, lambda: self.type("R"))
        return {"passed": ticks[1] - ticks[0], "tick": self.simulation.tick}

    def sizes(self):
        """The window becomes wider: the film does not, and stands in the middle of it on black, with the red dot over it."""
        self.stills("sizes")
        self.type("R", self.ctrl)
        yield from self.until_count(2)
        self.window.set_size(300, 91)
        for _ in range(4):
            yield
        self.window.draw_picture()
        shown = self.shown()
        self.type("R", self.ctrl)
        yield
        yield
        size = self.window.renderer.size
        np.save("shown.npy", shown)
        self.window.set_size(*SIZE)
        yield
        yield
        return {"shown": shown.shape, "after": size}

    def mp4(self):
        """As a user has it."""
        from game.film.recording import _mp4

        self.recorder.encoder = _mp4
        begin, _, _ = yield from self.film(12)
        return {"begin": begin, "files": os.listdir("renders"), "report": self.window.reading._report}

    def lacks(self):
        """Without the package."""
        sys.modules["av"], kept = None, sys.modules["av"]
        self.type("R", self.ctrl)
        sys.modules["av"] = kept
        yield
        return {"on": self.recorder.on, "report": self.window.reading._report}

    def full(self):
        """The disk is full at the third picture."""
        from game.film.encoders import Stills

        class Full(Stills):
            def add(self, i, pixels):
                if i == 2:
                    self.name = self.paths[i]
                    raise OSError(28, "No space left on device")
                super().add(i, pixels)

        os.makedirs("full")
        self.recorder.encoder = lambda path, size, fps: Full([Path("full", f"{i}.png") for i in range(200)])
        self.type("R", self.ctrl)
        while self.recorder.on:
            yield
        return {"report": self.window.reading._report, "files": sorted(os.listdir("full"))}

    def ends(self):
        """In the midst of another film, which Esc ends, too."""
        from game.film.recording import _mp4

        self.recorder.encoder = _mp4
        self.type("R", self.ctrl)
        for _ in range(4):
            yield


if __name__ == "__main__":
    sys.exit(main(FilmStory, SIZE))
