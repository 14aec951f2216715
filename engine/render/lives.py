"""Curves over life, as shaders/population.glsl reads them: all of a picture in one small buffer texture."""

import numpy as np
from pyglet import gl

from engine.render.gl import BufferTexture, StreamBuffer

KNOTS = 16  # most of one curve


class Lives:
    """A row of 2 KNOTS texels (rgba, float32) for each population that has a curve.

    texel k          u and factor on the size of knot k, u of the colour's knot k
    texel KNOTS + k  colour of knot k, linear
    """

    def __init__(self):
        self.buffer = StreamBuffer("curves over life")
        self.texture = BufferTexture(gl.GL_RGBA32F, self.buffer)
        self._seen = None

    def follow(self, particles):
        """Send the curves up, where they are others than before."""
        curves = tuple((p.sizes, p.colors) for p in particles if p.sizes or p.colors)
        if curves != self._seen:
            self._seen = curves
            self.buffer.write(rows(curves))

    def close(self):
        self.texture.close()
        self.buffer.close()


def rows(curves):
    """(n, 2 KNOTS, 4) float32 of n pairs (sizes, colors); one row of zeros where there are none, so that there is something to read."""
    made = np.zeros((max(len(curves), 1), 2 * KNOTS, 4), np.float32)
    for row, (sizes, colors) in zip(made, curves, strict=False):
        if sizes:
            row[: len(sizes), :2] = sizes
        if colors:
            row[: len(colors), 2] = [u for u, _ in colors]
            row[KNOTS : KNOTS + len(colors)] = [color for _, color in colors]
    return made
