"""How much sunlight the droplets let through, seen from the sun: a small map that softens the light behind the jet."""

from pyglet import gl

from engine.render.gl import Program, Target, state
from engine.render.populations import bind_looks

SIDE = 512  # texels of the map
DIM = (gl.GL_ZERO, gl.GL_SRC_COLOR)  # what is there times what comes: the order does not matter


class Pass:
    def __init__(self, renderer):
        self.program = Program("spray")
        bind_looks(self.program)
        self.target = Target((SIDE, SIDE), gl.GL_R8, depth=False)

    def draw(self, renderer, frame):
        renderer.shared["spray"] = self.target.color
        self.target.bind(clear=(1, 1, 1, 1))
        billboards = renderer.passes.get("billboards")
        if billboards is None or not billboards.populations.count:
            return
        state(test=False, write=False, blend=DIM)
        billboards.populations.bind(self.program)
        self.program.use(first=0)
        renderer.empty.bind()
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, billboards.populations.count)

    def close(self):
        self.program.close()
        self.target.close()
