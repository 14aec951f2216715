"""Sunlight gathered by the first water's waves: red on the floor, green what it mirrors onto walls above it."""

from pyglet import gl

from engine.render.gl import Program, Target, state

SIDE = 512  # texels of the map
ADD = (gl.GL_ONE, gl.GL_ONE)


class Pass:
    """The map is stored by place on the surface, so one serves every depth: a floor point looks along its ray of light."""

    def __init__(self, renderer):
        self.program = Program("caustics")
        self.rays = renderer.quality.caustics
        self.target = Target((SIDE, SIDE), gl.GL_RGBA16F, depth=False)

    def draw(self, renderer, frame):
        renderer.shared["caustics"] = self.target.color
        waves = bool(frame.waters) and frame.waters[0].as_surface
        self.target.bind(clear=(0, 0, 0, 0) if waves else (1, 0, 0, 0))  # without a surface light falls in as it comes
        if not waves:
            return
        state(test=False, write=False, blend=ADD)
        renderer.empty.bind()
        self.program.use(wave_map=renderer.shared["waves"].bind(), rays=self.rays)
        gl.glDrawArraysInstanced(gl.GL_TRIANGLES, 0, 6 * self.rays**2, 2)  # refracted, mirrored

    def close(self):
        self.program.close()
        self.target.close()
