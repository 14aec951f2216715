"""Debug lines over the finished picture, in their own colours; what stands before them lets a quarter through. Bold ones are wide, with a
dark rim: they can be read on snow and on shade."""

from pyglet import gl

from engine.render.gl import OVER, Program, StreamBuffer, VertexArray, state


class Pass:
    def __init__(self, renderer):
        self.program, self.buffer = Program("lines"), StreamBuffer("Frame.lines")
        self.array = VertexArray(self.buffer, (3, 4, 3, 4), divisor=1)
        self.bold = None  # made when there are any, for most pictures have none

    def upload(self, renderer, frame):
        if len(frame.lines):
            self.buffer.write(frame.lines)
        if len(frame.bold):
            self.bold = self.bold or _Bold()
            self.bold.buffer.write(frame.bold)

    def draw(self, renderer, frame):
        if len(frame.bold):
            _draw(renderer, self.bold, len(frame.bold))
        if len(frame.lines):
            _draw(renderer, self, len(frame.lines))

    def close(self):
        for each in filter(None, (self, self.bold)):
            for thing in (each.program, each.array, each.buffer):
                thing.close()


class _Bold:
    def __init__(self):
        self.program, self.buffer = Program("lines", defines=["BOLD"]), StreamBuffer("Frame.bold")
        self.array = VertexArray(self.buffer, (3, 4, 3, 4), divisor=1)


def _draw(renderer, lines, count):
    renderer.shared["screen"].bind()
    state(test=False, write=False, blend=OVER)
    lines.program.use(depth_map=renderer.scene.depth.bind())
    lines.array.bind()
    gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, count)
