"""Leaves and blossoms: cut-out quads lit from both sides."""

import numpy as np
from pyglet import gl

from engine.render.gl import Program, StreamBuffer, VertexArray, state


class Pass:
    def __init__(self, renderer):
        self.program, self.depth = Program("foliage"), Program("foliage", "foliage", ["SHADOW"])
        self.buffer = StreamBuffer("Foliage.rows")
        self.array = VertexArray(self.buffer, (4, 4, 4), divisor=1)
        self.count, self.grown, self.version = 0, None, None

    def upload(self, renderer, frame):
        if self.grown is not frame.foliage or self.version != frame.foliage.version:
            rows = np.ascontiguousarray(frame.foliage.rows[:: renderer.quality.leaves])
            self.buffer.write(rows)
            self.count, self.grown, self.version = len(rows), frame.foliage, frame.foliage.version

    def draw(self, renderer, frame):
        (renderer.many or renderer.scene).bind()
        self.leaves(renderer, frame)

    def leaves(self, renderer, frame):
        """Draw into the target at hand."""
        self.program.use()
        renderer.bind_shadow(self.program)
        self._quads(self.program)

    reflect = surround = leaves

    def cast(self, renderer):
        """Draw depth as the sun sees it."""
        self._quads(self.depth)

    def close(self):
        for thing in (self.program, self.depth, self.array, self.buffer):
            thing.close()

    def _quads(self, program):
        if self.count:
            state()
            program.use()
            self.array.bind()
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, self.count)
