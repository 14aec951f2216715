"""Glare of a lens: halve six times, add back on the way up. source: Jimenez 2014, as in Call of Duty: Advanced Warfare"""

from pyglet import gl

from engine.render.gl import Program, Target, state

LEVELS = 6  # present.frag divides by it


class Pass:
    def __init__(self, renderer):
        self.first, self.down, self.up = Program("full", "down", ["FIRST"]), Program("full", "down"), Program("full", "up")
        self.levels = []
        self.resize(renderer)

    def resize(self, renderer):
        for level in self.levels:
            level.close()
        sizes = [[max(1, side >> k) for side in renderer.size] for k in range(1, LEVELS + 1)]
        self.levels = [Target(size, gl.GL_R11F_G11F_B10F, depth=False) for size in sizes]
        renderer.shared["bloom"] = self.levels[0].color

    def draw(self, renderer, frame):
        if frame.view.bloom <= 0:
            return
        renderer.empty.bind()
        state(test=False, write=False)
        image = renderer.scene.color
        for k, level in enumerate(self.levels):
            self._pour(self.down if k else self.first, image, level)
            image = level.color
        state(test=False, write=False, blend=(gl.GL_ONE, gl.GL_ONE))
        for small, large in zip(self.levels[:0:-1], self.levels[-2::-1], strict=True):
            self._pour(self.up, small.color, large)

    def close(self):
        for thing in (self.first, self.down, self.up, *self.levels):
            thing.close()

    def _pour(self, program, image, target):
        target.bind()
        program.use(image=image.bind())
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
