"""What is seen in place of a picture: pixels on dark ground, copied into the window's framebuffer.

No program draws them, no texture unit and no uniform block is read: the curtain falls wherever the renderer has stopped.
"""

from ctypes import byref

import numpy as np
from pyglet import gl

GROUND = 5, 8, 10


def fall(pixels, size):
    """Cover a window's framebuffer of (w, h) pixels.

    pixels   (h, w, 4) uint8 straight alpha, top row first; None for the ground alone
    """
    cover(_on_ground(pixels, size), size)


def cover(rows, size):
    """Copy solid pixels, (h, w, 4) uint8, top row first, into a window's framebuffer of (w, h) pixels."""
    width, height = size
    texture, framebuffer = gl.GLuint(), gl.GLuint()
    gl.glGenTextures(1, byref(texture))
    gl.glGenFramebuffers(1, byref(framebuffer))
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    gl.glPixelStorei(gl.GL_UNPACK_ROW_LENGTH, 0)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 4)
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, width, height, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, rows.ctypes.data)
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, framebuffer)
    gl.glFramebufferTexture2D(gl.GL_READ_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, texture, 0)
    gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
    gl.glDisable(gl.GL_SCISSOR_TEST)
    gl.glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    gl.glDeleteFramebuffers(1, byref(framebuffer))
    gl.glDeleteTextures(1, byref(texture))


def _on_ground(pixels, size):
    """(h, w, 4) uint8, solid."""
    solid = np.full((size[1], size[0], 4), (*GROUND, 255), np.uint8)
    if pixels is not None:
        alpha = pixels[..., 3:] / 255
        solid[..., :3] = np.rint(alpha * pixels[..., :3] + (1 - alpha) * GROUND)
    return solid
