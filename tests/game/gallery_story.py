"""Run by test_gallery_window.py in a process of its own: the gallery in a window, by mouse and keys.

Beside the scene lie `zebra.yaml` and `broken.yaml`. Events are dispatched as pyglet does when they come from the X server.
"""

import sys
from unittest.mock import patch

from window_story import Story, main, until

SIZE = (480, 360)


class GalleryStory(Story):
    """The chapters, and the window they happen in."""

    chapters = "opens searches clicks moves restores mistaken breaks"

    @property
    def door(self):
        """What opens and shuts it."""
        return next(target for target in self.window.controls._targets if hasattr(target, "open_gallery"))

    @property
    def gallery(self):
        """What is open; None while nothing is."""
        return self.door.gallery

    @property
    def running(self):
        """Name of the scene that runs."""
        return self.stage.live.path.stem

    def open(self):
        from pyglet.window import key

        self.type("O", key.MOD_CTRL)
        yield
        yield

    def write(self, words):
        """Type a text: a key, its letter, up again."""
        from pyglet.window import key

        for letter in words:
            self.window.dispatch_event("on_key_press", getattr(key, letter.upper()), 0)
            self.window.dispatch_event("on_text", letter)
            self.window.dispatch_event("on_key_release", getattr(key, letter.upper()), 0)

    def middle(self, stem):
        """A place on a scene's card, in pixels of the window counted from the lower left."""
        gallery = self.gallery
        [number] = [i for i, entry in enumerate(gallery.entries) if entry.path.stem == stem]
        x, y = gallery.grid.place(number, gallery.scroll)
        return x + gallery.grid.card[0] // 2, self.window.height - 1 - (y + gallery.grid.card[1] // 2)

    def opens(self):
        yield from until(lambda: self.stage is not None and self.simulation.tick > 3)
        yield from self.open()
        ticks, caption = self.simulation.tick, self.window.caption
        yield from until(lambda: all(entry.read for entry in self.gallery.shelf.entries))
        yield
        drawn = (self.door._painter.draw(self.gallery) != self.shown())[..., :3].sum()
        errors = {entry.path.stem: entry.error for entry in self.gallery.entries if entry.error}
        own = [entry.picture is not None for entry in self.gallery.entries if entry.path == self.gallery.current]
        return {"caption": caption, "waits": self.simulation.tick == ticks, "different": int(drawn), "errors": errors, "own": own}

    def searches(self):
        pose, spread = list(self.stage.eye.pose.numbers), self.simulation.scene.spec.vars["spread"].value
        self.write("qzebra")
        yield
        nothing = len(self.gallery.entries)
        self.type("ESCAPE")
        self.write("ZEBRA")
        yield
        one = [entry.path.stem for entry in self.gallery.entries]
        self.type("ENTER")
        yield from until(lambda: self.simulation.tick > 3)
        steered = self.simulation.scene.spec.vars["spread"].value != spread or pose != list(self.stage.eye.pose.numbers)
        return {"nothing": nothing, "one": one, "running": self.running, "closed": self.gallery is None, "steered": steered}

    def clicks(self):
        from pyglet.window import mouse

        yield from self.open()
        self.write("small")
        yield
        there = self.middle("small")
        self.window.dispatch_event("on_mouse_motion", *there, 1, 1)
        yield
        yield
        hovered = self.gallery.hovered
        for event in ("press", "release"):
            self.window.dispatch_event(f"on_mouse_{event}", *there, mouse.LEFT, 0)
            yield
        yield from until(lambda: self.simulation.tick > 3)
        return {"hovered": hovered, "running": self.running, "closed": self.gallery is None}

    def moves(self):
        from pyglet.window import key

        yield from self.open()
        self.type("HOME")
        start = self.gallery.number
        self.window.dispatch_event("on_key_press", key.RIGHT, 0)
        for _ in range(3):  # once for the press, twice since it is held
            self.window.dispatch_event("on_text_motion", key.MOTION_RIGHT)
        after, tick = self.gallery.number, self.simulation.tick
        self.window.dispatch_event("on_mouse_scroll", 200, 100, 0, -3)
        yield from until(lambda: self.gallery.scroll > 20)
        self.window.set_size(300, 240)
        yield
        yield
        self.window.set_size(*SIZE)
        self.type("ESCAPE")
        yield from until(lambda: self.simulation.tick > tick)
        return {"start": start, "after": after, "running": self.running, "closed": self.gallery is None}

    def restores(self):
        self.type("SPACE")
        yield
        pictures = []
        for _ in range(2):
            self.stage.draw(self.window.renderer)  # without the numbers over it, which change
            pictures.append(self.window.renderer.pixels()[..., :3].copy())
            yield from self.open()
            self.type("ESCAPE")
            yield
        self.type("SPACE")
        return {"different": int((pictures[0] != pictures[1]).sum()), "drawn": int(pictures[0].max()) > 100}

    def mistaken(self):
        yield from self.open()
        self.write("ratee")
        self.type("ENTER")
        yield
        yield
        told = {"running": self.running, "errors": [error.text for error in self.stage.errors]}
        yield from self.open()
        self.write("small")
        self.type("ENTER")
        yield from until(lambda: self.simulation.tick > 3)
        return {**told, "after": self.running}

    def breaks(self):
        yield from self.open()
        with patch.object(type(self.door._painter), "draw", side_effect=RuntimeError("no card")):
            yield from until(lambda: self.gallery is None)
        tick = self.simulation.tick
        yield from until(lambda: self.simulation.tick > tick)
        return {"trouble": self.window.trouble}


if __name__ == "__main__":
    sys.exit(main(GalleryStory, SIZE))
