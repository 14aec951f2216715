"""Buffers refilled from numpy, and vertex arrays."""

import numpy as np
from pyglet import gl

from engine.render.current import changes
from engine.render.objects import delete, generate


class StreamBuffer:
    """A buffer that is refilled: orphan, then copy, so that the driver never waits for the last picture.

    name is what errors call it (the component and field whose array goes up); dtype is what it must hold.
    """

    def __init__(self, name, dtype=np.float32, target=gl.GL_ARRAY_BUFFER):
        self.id = generate("buffer", gl.glGenBuffers)
        self.name, self.dtype, self.target, self.size = name, np.dtype(dtype), target, 0
        gl.glBindBuffer(target, self.id)  # a name becomes a buffer at its first binding

    def write(self, array):
        """Replace the contents by a whole array: orphan and copy in one call."""
        if not array.nbytes:
            self.reserve(0)
            return
        self._check(array)
        self._bind()
        self.size = array.nbytes
        gl.glBufferData(self.target, array.nbytes, array.ctypes.data, gl.GL_STREAM_DRAW)

    def reserve(self, size):
        """Orphan: `size` bytes of undefined contents."""
        self._bind()
        gl.glBufferData(self.target, max(16, size), None, gl.GL_STREAM_DRAW)
        self.size = size

    def put(self, offset, array):
        """Copy a contiguous array to a place [bytes] in the reserved room."""
        self._check(array)
        if offset + array.nbytes > self.size:
            raise ValueError(f"{self.name}: {array.nbytes} bytes at {offset} do not fit into {self.size}")
        if array.nbytes:
            self._bind()
            gl.glBufferSubData(self.target, offset, array.nbytes, array.ctypes.data)

    def _check(self, array):
        if array.dtype != self.dtype:
            raise TypeError(f"{self.name}: must be {self.dtype}, found {array.dtype}")
        if not array.flags.c_contiguous:
            raise TypeError(f"{self.name}: must be contiguous, has strides {array.strides}")

    def bind_block(self, place):
        """Bind as the uniform block of a place."""
        if changes(("block", place), self.id):
            gl.glBindBufferBase(self.target, place, self.id)
            changes(self.target, self.id)

    def _bind(self):
        if changes(self.target, self.id):
            gl.glBindBuffer(self.target, self.id)

    def close(self):
        delete("buffer", gl.glDeleteBuffers, self.id)


class VertexArray:
    """Attribute layout: `widths` floats each, every `step`-th row of one interleaved buffer; without a buffer: for shaders that pull."""

    def __init__(self, buffer=None, widths=(), divisor=0, step=1):
        self.id = generate("vertex array", gl.glGenVertexArrays)
        self.bind()
        if buffer:
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer.id)
        offset = 0
        for place, width in enumerate(widths):
            gl.glEnableVertexAttribArray(place)
            gl.glVertexAttribPointer(place, width, gl.GL_FLOAT, gl.GL_FALSE, 4 * sum(widths) * step, 4 * offset)
            gl.glVertexAttribDivisor(place, divisor)
            offset += width

    def bind(self):
        """What is drawn next has these attributes."""
        if changes("vertices", self.id):
            gl.glBindVertexArray(self.id)

    def close(self):
        delete("vertex array", gl.glDeleteVertexArrays, self.id)
