"""Triangles whose vertices move."""

import numpy as np
from pyglet import gl

from engine.render.buffers import StreamBuffer, VertexArray


class Mesh:
    """One interleaved vertex buffer that is refilled, `widths` floats an attribute, and the corners of triangles, which stay."""

    def __init__(self, name, widths):
        self.vertices, self.corners, self.count = StreamBuffer(name), StreamBuffer(f"{name}: corners", np.int32), 0
        self.array = VertexArray(self.vertices, widths)
        gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, self.corners.id)  # belongs to the vertex array, which is bound

    def connect(self, corners):
        """Take over triangles (t, 3) int32."""
        self.corners.write(corners)
        self.count = corners.size

    def draw(self):
        """Draw the triangles; a program must be in use."""
        if self.count:
            self.array.bind()
            gl.glDrawElements(gl.GL_TRIANGLES, self.count, gl.GL_UNSIGNED_INT, None)

    def close(self):
        for thing in (self.array, self.corners, self.vertices):
            thing.close()
