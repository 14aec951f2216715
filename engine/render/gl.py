"""The OpenGL layer, in one place to import from. It knows no pass.

programs.py   Program, ProgramError        textures.py   Texture, BufferTexture, CompareSampler
buffers.py    StreamBuffer, VertexArray    targets.py    Target
objects.py    live(): what exists now      current.py    state(): what a pass relies on
"""

from ctypes import byref, c_int

from pyglet import gl

from engine.render.buffers import StreamBuffer, VertexArray
from engine.render.current import state
from engine.render.objects import live
from engine.render.programs import Program, ProgramError
from engine.render.targets import Target
from engine.render.textures import BufferTexture, CompareSampler, Texture

__all__ = [
    "OVER", "BufferTexture", "CompareSampler", "Program", "ProgramError", "StreamBuffer", "Target", "Texture", "VertexArray",
    "limit", "live", "state",
]  # fmt: skip

OVER = (gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)  # premultiplied alpha; additive is alpha 0


def limit(name):
    """A limit of the driver, such as GL_MAX_TEXTURE_BUFFER_SIZE."""
    value = c_int()
    gl.glGetIntegerv(name, byref(value))
    return value.value
