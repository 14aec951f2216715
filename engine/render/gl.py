"""The OpenGL layer, in one place to import from. It knows no pass.

programs.py   Program, ProgramError        textures.py   Texture, BufferTexture, CompareSampler
buffers.py    StreamBuffer, VertexArray    targets.py    Target
objects.py    live(): what exists now
"""

from ctypes import byref, c_int

from pyglet import gl

from engine.render.buffers import StreamBuffer, VertexArray
from engine.render.objects import live
from engine.render.programs import Program, ProgramError
from engine.render.targets import Target
from engine.render.textures import BufferTexture, CompareSampler, Texture

__all__ = [
    "OVER", "BufferTexture", "CompareSampler", "Program", "ProgramError", "StreamBuffer", "Target", "Texture", "VertexArray",
    "limit", "live", "state",
]  # fmt: skip

OVER = (gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)  # premultiplied alpha; additive is alpha 0


def state(test=True, write=True, blend=None, cull=False):
    """Set the fixed state that a pass relies on: depth test (less or equal), depth writes, blending, culling of back faces."""
    (gl.glEnable if test else gl.glDisable)(gl.GL_DEPTH_TEST)
    (gl.glEnable if cull else gl.glDisable)(gl.GL_CULL_FACE)
    (gl.glEnable if blend else gl.glDisable)(gl.GL_BLEND)
    gl.glDepthFunc(gl.GL_LEQUAL)
    gl.glDepthMask(write)
    gl.glColorMask(1, 1, 1, 1)
    if blend:
        gl.glBlendFunc(*blend)


def limit(name):
    """A limit of the driver, such as GL_MAX_TEXTURE_BUFFER_SIZE."""
    value = c_int()
    gl.glGetIntegerv(name, byref(value))
    return value.value
