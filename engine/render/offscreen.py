"""An OpenGL context without a visible window."""

import sys

import pyglet

PACKAGES = "libegl1 libgl1 libgl1-mesa-dri"
_window = None


class NoOpenGL(Exception):
    """There is no usable OpenGL here; the message says what to install."""


def context(debug=False):
    """Make a context current: EGL on Linux, a hidden window elsewhere; one for the whole process, later calls return it.

    Must run before pyglet.gl is imported: the options below are read then. Raises NoOpenGL.
    """
    global _window
    if _window is None:
        pyglet.options.headless = sys.platform.startswith("linux")
        pyglet.options.debug_gl = debug
        pyglet.options.shadow_window = False
        try:
            _window = pyglet.window.Window(16, 16, visible=False, config=_config())
        except Exception as error:  # pyglet raises ImportError, its own and ctypes' errors, by platform
            reason = str(error) or type(error).__name__
            raise NoOpenGL(f"no OpenGL 3.3 here ({reason}); on Debian and Ubuntu: apt-get install {PACKAGES}") from error
    _window.switch_to()
    return _window


def _config():
    from pyglet.gl import Config

    return Config(major_version=3, minor_version=3, forward_compatible=True, double_buffer=False)
