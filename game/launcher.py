"""Opens the window on a scene and stays until it is closed."""

import os

from game.report import MACHINE, Stop
from game.scenes import find, is_bake, opened

SIZE = (1280, 720)
BEST, LEAST = (4, 1), (3, 3)  # versions of OpenGL: what all systems have by now, and what is needed


def launch(arguments):
    """Show what the command line asks for; the exit status."""
    check(arguments)
    return start(arguments.scene, arguments.size, dict(arguments.overrides), arguments.seed, arguments.allow_outside)


def check(arguments):
    """Stop where a bake is asked for and cannot be played, before there is a window: it has no file that could be mended meanwhile."""
    path = find(arguments.scene, bakes=True)
    if is_bake(path):
        opened(path, arguments).close()


def start(scene, size=None, overrides=None, seed=None, allow_outside=False, gallery=False):
    """Show a scene, by name or path, in a window; the exit status. Stops (game.report.Stop) where no window can be opened."""
    return open_window(find(scene, bakes=True), size or SIZE, overrides, seed, allow_outside, gallery).run()


def open_window(path, size, overrides=None, seed=None, allow_outside=False, gallery=False):
    """A window that will show a scene file once it runs; gallery: with all scenes before it. Stops where none can be opened."""
    import pyglet

    pyglet.options.debug_gl = False  # it doubles the time of every call, and must be set before pyglet.gl is there
    pyglet.options.shadow_window = False

    def prepare(tell):
        from game.stage import Stage

        stage = Stage(path, tell, overrides, seed, allow_outside)
        stage.warm(_sorted)
        return stage

    try:
        from pyglet.gl import ContextException
        from pyglet.window import NoSuchConfigException

        from game.window import Window

        try:
            return Window(prepare, size, _config(BEST), gallery)
        except (ContextException, NoSuchConfigException):
            return Window(prepare, size, _config(LEAST), gallery)
    except Exception as error:  # pyglet raises ImportError, its own and ctypes' errors, by platform
        why = f"{type(error).__name__}: {error}".rstrip(": ")
        raise Stop(MACHINE, f"no window can be opened ({why}); {_cure(error)}") from None


def _config(version):
    """A core context of OpenGL, with nothing in the window's own framebuffer but colours."""
    from pyglet import gl

    major, minor = version
    only_colors = {"red_size": 8, "green_size": 8, "blue_size": 8, "depth_size": 0, "stencil_size": 0, "sample_buffers": 0}
    return gl.Config(major_version=major, minor_version=minor, forward_compatible=True, double_buffer=True, **only_colors)


def _sorted(frame):
    """Put the droplets of a frame between two ticks and in order, as the renderer will: it has kernels of its own."""
    from dataclasses import replace

    import numpy as np

    from engine.render.order import Order, Places

    between = replace(frame, blend=0.5)
    bases = np.cumsum([0, *(len(population.age) for population in frame.particles)])
    Order().sort(between, Places().of(between), bases)


def _cure(error):
    if type(error).__name__ == "NoSuchDisplayException":
        return f"is the X server of DISPLAY={os.environ.get('DISPLAY')} running? Without DISPLAY pictures are rendered into ./renders/"
    return "on Debian: apt-get install libgl1 libgl1-mesa-dri"
