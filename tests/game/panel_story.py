"""Run by test_panel_window.py in a process of its own: the panel in a window, by mouse and keys.

Events are dispatched as pyglet does when they come from the X server; places are counted from the lower left corner.
"""

import sys

from window_story import Story, main, until

SIZE = (640, 360)


class PanelStory(Story):
    """The chapters, and the window they happen in."""

    chapters = "opens slides undoes writes types picks fails closes"

    @property
    def desk(self):
        """What the panel works on."""
        return self.window.dock.panel.desk

    def at(self, widget, share=0.5):
        """A place on a widget, in pixels of the window."""
        left, top, right, bottom = self.desk.where[widget]
        return round(left + share * (right - left)), round(self.window.height - (top + bottom) / 2)

    def mouse_event(self, event, x, y, *more):
        """One event of the mouse."""
        self.window.dispatch_event(f"on_mouse_{event}", x, y, *more)

    def drag_mouse(self, start, end):
        """Press, move, let go, with pictures between."""
        from pyglet.window import mouse

        self.mouse_event("motion", *start, 0, 0)
        yield
        self.mouse_event("press", *start, mouse.LEFT, 0)
        yield
        yield
        if end != start:
            before = start
            for share in (0.5, 1.0):
                there = tuple(round(a + share * (b - a)) for a, b in zip(start, end, strict=True))
                self.mouse_event("drag", *there, there[0] - before[0], there[1] - before[1], mouse.LEFT, 0)
                before = there
                yield
        self.mouse_event("release", *end, mouse.LEFT, 0)
        yield
        yield

    def pose(self):
        """What moves with the camera."""
        return [float(f"{number:.9g}") for number in self.stage.eye.pose.numbers]

    def opens(self):
        yield from until(lambda: self.stage is not None and self.simulation.tick > 3)
        closed = "slimgui" in sys.modules
        self.type("TAB")
        for _ in range(3):
            yield
        self.window.draw_picture()
        bare, after, edge = self.window.renderer.pixels(), self.shown(), SIZE[0] - round(self.window.dock.panel.width)
        same, drawn = (after[:, :edge, :3] == bare[:, :edge, :3]).all(), (after[:, edge:, :3] != bare[:, edge:, :3]).any()
        return {"imported while closed": closed, "same beside it": bool(same), "drawn": bool(drawn)}

    def slides(self):
        pose, spread = self.pose(), self.simulation.scene.spec.vars["spread"].value
        yield from self.drag_mouse(self.at("vars.spread", 0.25), self.at("vars.spread", 0.75))
        value = self.simulation.scene.spec.vars["spread"].value
        launched = self.simulation.scene.spec.entities["jet"].emitter.start_velocity.jet.spread
        return {
            "before": spread,
            "after": value,
            "launched": launched,
            "camera": pose == self.pose(),
            "steps": len(self.stage.tweaks.values),
        }

    def undoes(self):
        from pyglet.window import key

        value = self.simulation.scene.spec.vars["spread"].value
        yield from self.drag_mouse(self.at("Undo"), self.at("Undo"))
        undone = self.simulation.scene.spec.vars["spread"].value
        self.type("Y", key.MOD_CTRL)
        yield
        return {"undone": undone, "redone": self.simulation.scene.spec.vars["spread"].value == value}

    def writes(self):
        value = self.simulation.scene.spec.vars["spread"].value
        yield from self.drag_mouse(self.at("Write"), self.at("Write"))
        yield from until(lambda: not self.stage.tweaks.values)
        return {"value": value, "file": self.scene.read_text()}

    def types(self):
        from pyglet.window import key

        pose, rate = self.pose(), self.simulation.scene.spec.entities["jet"].emitter.enabled
        yield from self.drag_mouse(self.at("search"), self.at("search"))
        for letter in "so":  # S and O would steer the scene
            self.window.dispatch_event("on_key_press", getattr(key, letter.upper()), 0)
            self.window.dispatch_event("on_text", letter)
            self.window.dispatch_event("on_key_release", getattr(key, letter.upper()), 0)
            yield
            yield
        words = self.desk.search
        yield from self.drag_mouse((40, 330), (40, 330))  # into the sky: the box lets go of the keyboard
        self.type("O")
        yield
        off = self.simulation.scene.spec.entities["jet"].emitter.enabled
        self.type("O")
        yield
        return {"words": words, "steered": rate != off, "camera": pose == self.pose()}

    def picks(self):
        from pyglet.window import mouse

        self.desk.select(None)
        yield
        yield from self.drag_mouse((128, 60), (128, 60))
        clicked = self.desk.selected
        yield
        marked = len(self.stage.marked or "")
        pose = self.pose()
        yield from self.drag_mouse((128, 60), (168, 60))
        yield from until(lambda: pose != self.pose())
        self.mouse_event("scroll", 600, 100, 0, 1)
        yield
        yield
        yield from until(lambda: self.still())
        before = self.pose()
        self.mouse_event("scroll", *self.at("search"), 0, 3)
        self.mouse_event("motion", *self.at("search"), 0, 0)
        yield
        yield
        assert mouse
        return {"clicked": clicked, "marked": marked > 0, "dragged": self.desk.selected, "wheel": before == self.pose()}

    def still(self):
        """Whether the eye has come to rest: for some pictures, as a push may be felt only in the next but one."""
        self.seen = [*getattr(self, "seen", []), self.pose()][-6:]
        return len(self.seen) == 6 and all(pose == self.seen[0] for pose in self.seen)

    def fails(self):
        from game.panel import sections

        def fail(desk, fps):
            raise RuntimeError("no head")

        head, sections.head = sections.head, fail
        yield from until(lambda: self.window.dock.panel is None)
        sections.head, tick = head, self.simulation.tick
        yield from until(lambda: self.simulation.tick > tick)
        self.type("TAB")
        yield
        yield
        return {"again": "Undo" in self.desk.where, "trouble": self.window.trouble}

    def closes(self):
        self.type("TAB")
        yield
        yield
        return {"open": self.window.dock.panel is not None, "marked": self.stage.marked, "covered": self.stage.covered}


if __name__ == "__main__":
    sys.exit(main(PanelStory, SIZE))
