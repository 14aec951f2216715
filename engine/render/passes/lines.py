"""Debug lines over the finished picture, in their own colours; what stands before them lets a quarter through."""

from pyglet import gl

from engine.render.gl import OVER, Program, StreamBuffer, VertexArray, state


class Pass:
    def __init__(self, renderer):
        self.program, self.buffer = Program("lines"), StreamBuffer("Frame.lines")
        self.array = VertexArray(self.buffer, (3, 4, 3, 4), divisor=1)

    def upload(self, renderer, frame):
        if len(frame.lines):
            self.buffer.write(frame.lines)

    def draw(self, renderer, frame):
        if len(frame.lines):
            renderer.shared["screen"].bind()
            state(test=False, write=False, blend=OVER)
            self.program.use(depth_map=renderer.scene.depth.bind())
            self.array.bind()
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(frame.lines))

    def close(self):
        for thing in (self.program, self.array, self.buffer):
            thing.close()
