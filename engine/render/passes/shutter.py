"""The light that falls on the film while the shutter is open: the mean of several moments, before the lens and the film's own curve."""

from pyglet import gl

from engine.render.gl import Program, Target, state

ADD = (gl.GL_ONE, gl.GL_ONE)


class Pass:
    """Adds up the scenes of a picture's moments, in 32 bits; the last is replaced by their mean."""

    def __init__(self, renderer):
        self.program, self.sum = Program("full", "gather"), None

    def draw(self, renderer, frame):
        part, of = renderer.share
        if of == 1:
            return
        if self.sum is None:
            self.sum = Target(renderer.size, gl.GL_RGBA32F, depth=False)
        renderer.empty.bind()
        self.sum.bind(clear=(0, 0, 0, 0) if part == 0 else None)
        state(test=False, write=False, blend=ADD)
        self._pour(renderer.scene, 1.0)
        if part + 1 == of:
            renderer.scene.bind()
            state(test=False, write=False)
            self._pour(self.sum, 1.0 / of)

    def resize(self, renderer):
        if self.sum:
            self.sum.close()
        self.sum = None

    def close(self):
        for thing in filter(None, (self.program, self.sum)):
            thing.close()

    def _pour(self, target, gain):
        self.program.use(image=target.color.bind(), gain=gain)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
