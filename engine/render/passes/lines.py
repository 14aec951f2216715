"""Debug lines over the finished picture, in their own colours; what stands before them lets a quarter through. Bold ones are wide, with a
dark rim: they can be read on snow and on shade."""

from pyglet import gl

from engine.render.gl import OVER, Program, StreamBuffer, VertexArray, state


class Pass:
    def __init__(self, renderer):
        self.thin, self.bold = Lines("Frame.lines"), None  # bold ones are made when there are any, for most pictures have none

    def upload(self, renderer, frame):
        if len(frame.lines):
            self.thin.buffer.write(frame.lines)
        if len(frame.bold):
            self.bold = self.bold or Lines("Frame.bold", ["BOLD"])
            self.bold.buffer.write(frame.bold)

    def draw(self, renderer, frame):
        for lines, rows in ((self.bold, frame.bold), (self.thin, frame.lines)):
            if len(rows):
                lines.draw(renderer, len(rows))

    def close(self):
        for lines in filter(None, (self.thin, self.bold)):
            lines.close()


class Lines:
    """Lines of one kind. name: what errors call their rows, as Frame.lines; defines: of the shaders."""

    def __init__(self, name, defines=()):
        self.program, self.buffer = Program("lines", defines=defines), StreamBuffer(name)
        self.array = VertexArray(self.buffer, (3, 4, 3, 4), divisor=1)

    def draw(self, renderer, count):
        """Draw the first rows of the buffer."""
        renderer.shared["screen"].bind()
        state(test=False, write=False, blend=OVER)
        self.program.use(depth_map=renderer.scene.depth.bind())
        self.array.bind()
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, count)

    def close(self):
        for thing in (self.program, self.array, self.buffer):
            thing.close()
