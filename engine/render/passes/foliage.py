"""Leaves and blossoms: cut-out quads lit from both sides. Mirrored in water and all around, fewer of them do."""

import numpy as np
from pyglet import gl

from engine.render.gl import Program, StreamBuffer, VertexArray, state

ALL, MIRRORED, AROUND = 1, 2, 8  # every how-manieth leaf is drawn


class Pass:
    def __init__(self, renderer):
        self.program, self.depth = Program("foliage"), Program("foliage", "foliage", ["SHADOW"])
        self.buffer = StreamBuffer("Foliage.rows")
        self.arrays = {step: VertexArray(self.buffer, (4, 4, 4), divisor=1, step=step) for step in (ALL, MIRRORED, AROUND)}
        self.count, self.grown, self.version = 0, None, None

    def upload(self, renderer, frame):
        if self.grown is not frame.foliage or self.version != frame.foliage.version:
            rows = np.ascontiguousarray(frame.foliage.rows[:: renderer.quality.leaves])
            self.buffer.write(rows)
            self.count, self.grown, self.version = len(rows), frame.foliage, frame.foliage.version

    def draw(self, renderer, frame):
        (renderer.many or renderer.scene).bind()
        self._leaves(renderer, ALL)

    def reflect(self, renderer, frame):
        self._leaves(renderer, MIRRORED)

    def surround(self, renderer, frame):
        self._leaves(renderer, AROUND)

    def cast(self, renderer):
        """Draw depth as the sun sees it."""
        self._quads(self.depth, ALL)

    def close(self):
        for thing in (self.program, self.depth, *self.arrays.values(), self.buffer):
            thing.close()

    def _leaves(self, renderer, step):
        if self.count >= step:
            renderer.bind_shadow(self.program)
            self._quads(self.program, step)

    def _quads(self, program, step):
        if self.count >= step:
            state()
            program.use()
            self.arrays[step].bind()
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, self.count // step)
