"""Run by test_window.py in a process of its own: opens the window on a scene and does to it what a user may do.

Each chapter is a generator that yields once a picture; what it returns is printed as JSON at the end.
"""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np
from PIL import Image
from window_curtain import compiling
from window_everything import everything, twin
from window_past import past
from window_ride import ride

from game.launcher import open_window

LONGEST = 60.0  # [s] for the whole story, once the scene is there


def until(condition):
    """Let pictures be drawn until something holds."""
    while not condition():
        yield


def seconds(length):
    """Let pictures be drawn for so long."""
    end = time.monotonic() + length
    yield from until(lambda: time.monotonic() > end)


def paint(path, color):
    """Save an image of one colour, the way editors do: beside, then renamed."""
    Image.new("RGB", (8, 8), color).save(path.with_suffix(".tmp"), "PNG")
    os.replace(path.with_suffix(".tmp"), path)


class Story:
    """The chapters, and the window they happen in."""

    chapters = "runs pixels pause help keys mouse camera ride edit past images sizes clock fault limit picture_fault compiling"

    def __init__(self, window, scene):
        self.window, self.scene = window, scene

    def save(self, old, new):
        """Edit the scene's file."""
        self.scene.write_text(self.scene.read_text().replace(old, new))

    @property
    def stage(self):
        """What the window shows."""
        return self.window.stage

    @property
    def simulation(self):
        """What runs."""
        return self.stage.simulation

    def type(self, name, modifiers=0):
        """Press and let go a key, by pyglet's name."""
        from pyglet.window import key

        for event in ("on_key_press", "on_key_release"):
            self.window.dispatch_event(event, getattr(key, name), modifiers)

    def shown(self):
        """Pixels of the window's own framebuffer, top row first."""
        from pyglet import gl

        width, height = self.window.get_framebuffer_size()
        pixels = np.zeros((height, width, 4), np.uint8)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, 0)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels.ctypes.data)
        return pixels[::-1]

    def runs(self):
        yield from until(lambda: self.stage is not None)
        yield from until(lambda: self.simulation.tick > 3)
        return {"ticks": self.simulation.tick, "caption": self.window.caption}

    def pixels(self):
        yield
        self.window.draw_picture()
        different = (self.shown() != self.window.renderer.pixels())[..., :3].sum()
        renderer, fingerprint = twin(self.scene)
        renderer.present(0)
        np.save(self.scene.with_suffix(".npy"), self.shown())
        renderer.close()
        renderer, _ = everything()
        renderer.present(0)
        np.save(self.scene.with_name("everything.npy"), self.shown())
        renderer.close()
        return {"different": int(different), "fingerprint": fingerprint}

    def pause(self):
        self.type("SPACE")
        held = self.simulation.tick
        yield from seconds(0.3)
        paused = self.simulation.tick - held
        self.type("PERIOD")
        yield
        step = self.simulation.tick - held - paused
        self.type("SPACE")
        return {"paused": paused, "step": step}

    def help(self):
        self.type("H")
        yield
        board = self.window.reading.board(self.stage)
        self.type("H")
        return [cell.text for rows in board.help for row in rows for cell in row]

    def keys(self):
        self.type("Q")
        spread = self.simulation.scene.spec.vars["spread"].value
        self.type("O")
        yield
        off = self.simulation.scene.spec.entities["jet"].emitter.enabled
        self.type("O")
        yield
        return {"spread": spread, "off": off, "on": self.simulation.scene.spec.entities["jet"].emitter.enabled}

    def mouse(self):
        from pyglet.window import mouse

        home = self.stage.eye.pose.yaw
        self.window.dispatch_event("on_mouse_press", 10, 100, mouse.LEFT, 0)
        self.window.dispatch_event("on_mouse_drag", 110, 100, 100, 0, mouse.LEFT, 0)
        self.window.dispatch_event("on_mouse_release", 110, 100, mouse.LEFT, 0)
        self.simulation.step(100)
        yield from until(lambda: abs(self.stage.eye.pose.yaw - home + 30) < 1e-7)
        turned, before = self.stage.eye.pose.yaw - home, self.simulation.time
        self.type("R")
        at_start = self.simulation.time
        yield
        return {"turned": turned, "before": before, "time": at_start, "after restart": self.stage.eye.pose.yaw - home}

    def camera(self):
        from pyglet.window import key

        self.type("_2", key.MOD_SHIFT)
        yield
        return self.stage.frame().view.position.tolist()

    def edit(self):
        rate = lambda: self.simulation.scene.spec.entities["jet"].emitter.rate  # noqa: E731
        self.save("rate: 400", "rate: 800")
        yield from until(lambda: rate() == 800)
        alive = self.simulation.timings() and self.stage.frame().particles[0].used
        self.save("rate: 800", "ratee: 800")
        yield from until(lambda: self.stage.errors)
        [error], tick = self.stage.errors, self.simulation.tick
        yield from until(lambda: self.simulation.tick > tick + 3)
        ran = self.simulation.tick - tick
        self.save("ratee: 800", "rate: 800")
        yield from until(lambda: not self.stage.errors)
        result = {"rate": rate(), "alive": alive, "error": error.text.partition(";")[0]}
        return {**result, "ticks while broken": ran, "errors after": len(self.stage.errors)}

    past, ride, compiling = past, ride, compiling

    def images(self):
        floor = self.scene.with_name("floor.png")
        paint(floor, "blue")
        yield from until(lambda: self._tint() == "blue")
        floor.write_bytes(b"no picture")
        yield from seconds(0.6)
        broken = self._tint()
        paint(floor, "red")
        yield from until(lambda: self._tint() == "red")
        return {"broken": broken}

    def _tint(self):
        """Which of red and blue there is more of in the lower half of the window, where the floor is."""
        self.window.draw_picture()
        red, _, blue, _ = self.shown()[90:].mean((0, 1))
        return "red" if red > blue else "blue"

    def sizes(self):
        window = self.window
        window.set_size(1, 1)
        yield from until(lambda: window.get_framebuffer_size() == (1, 1))
        yield
        tiny = list(window.renderer.size)
        window.minimize()
        window.dispatch_event("on_hide")
        hidden = self.simulation.tick
        yield from seconds(0.3)
        ran = self.simulation.tick > hidden
        window.dispatch_event("on_show")
        window.set_size(160, 90)
        yield from until(lambda: window.get_framebuffer_size() == (160, 90))
        yield
        return {"tiny": tiny, "hidden": ran, "back": list(self.window.renderer.pixels().shape)}

    def clock(self):
        jumps = {}
        for name, jump in (("ahead", -3600.0), ("behind", 3600.0)):
            before = self.simulation.time
            self.window._last += jump
            self.window.on_draw()
            jumps[name] = self.simulation.time - before
            yield
        return jumps

    def fault(self):
        from engine.systems import integrate

        def fail(entity, step):
            raise RuntimeError("too heavy")

        found, integrate.solver_of = integrate.solver_of, fail
        yield from until(lambda: self.stage.errors)
        integrate.solver_of, text = found, self.stage.errors[0]
        pictures = 0
        for _ in range(3):
            yield
            pictures += 1
        self.type("R")
        tick = self.simulation.tick
        yield from until(lambda: self.simulation.tick > tick)
        return {"text": text, "pictures": pictures, "after": self.stage.fault}

    def picture_fault(self):
        said, renderer = [], self.window.renderer

        def fail(frame):
            raise RuntimeError("no picture")

        renderer.render = fail
        complain = self.window.complain
        self.window.complain = lambda error: (said.append(error), complain(error)) if not said else None
        yield
        yield
        del renderer.render, self.window.complain
        yield
        yield
        return {"said": len(said), "after": self.window.trouble}

    def limit(self):
        renderer = self.window.renderer

        def refuse(frame):
            if frame.particles:
                raise ValueError("too much")
            type(renderer).render(renderer, frame)

        renderer.render = refuse
        yield from until(lambda: self.stage.errors)
        said, tick = self.stage.errors, self.simulation.tick
        yield from until(lambda: self.simulation.tick > tick + 3)
        del renderer.render
        yield from until(lambda: not self.stage.errors)
        return {"said": said, "trouble": self.window.trouble}

    def tell(self):
        """The whole story; closes the window at its end."""
        told = {}
        for name in self.chapters.split():
            told[name.replace("_", " ")] = yield from getattr(self, name)()
        self.type("ESCAPE")
        print(json.dumps(told))


def main(kind=Story, size=(320, 180)):
    """Open a window of a size, tell a kind of story."""
    import pyglet

    scene = Path(sys.argv[1])
    window = open_window(scene, size)
    story, began = kind(window, scene).tell(), time.monotonic()

    def turn_page(_):
        nonlocal began
        if not window.stage and not window.trouble:  # kernels may have to be compiled first
            began = time.monotonic()
        if time.monotonic() > began + LONGEST:
            raise TimeoutError(f"the story did not come to its end; {window.trouble}")
        next(story, None)

    pyglet.clock.schedule(turn_page)
    return window.run()


if __name__ == "__main__":
    sys.exit(main())
