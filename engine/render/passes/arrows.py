"""Arrows that stand in the scene: the hand's wind, forces."""

from pyglet import gl

from engine.render.gl import Program, StreamBuffer, VertexArray, state

VERTICES = 4 * 32 * 6  # of one arrow, as shaders/arrows.vert counts


class Pass:
    def __init__(self, renderer):
        self.program = Program("arrows", defines=[f"SHADOW_TAPS {renderer.quality.taps}"])
        self.depth = Program("arrows", "depth", ["SHADOW"])
        self.buffer, self.count = StreamBuffer("Frame.arrows"), 0
        self.array = VertexArray(self.buffer, (3, 3, 3, 1), divisor=1)

    def upload(self, renderer, frame):
        self.count = len(frame.arrows)
        if self.count:
            self.buffer.write(frame.arrows)

    def draw(self, renderer, frame):
        if self.count:
            (renderer.many or renderer.scene).bind()
            self.reflect(renderer, frame)

    def reflect(self, renderer, frame):
        if self.count:
            renderer.bind_shadow(self.program)
            self.program.use(room_map=renderer.shared["room"].bind())
            self._draw(self.program)

    def casts(self, frame):
        return self.count > 0

    def cast_moving(self, renderer):
        self._draw(self.depth)

    def close(self):
        for thing in (self.program, self.depth, self.array, self.buffer):
            thing.close()

    def _draw(self, program):
        state()
        program.use()
        self.array.bind()
        gl.glDrawArraysInstanced(gl.GL_TRIANGLES, 0, VERTICES, self.count)
