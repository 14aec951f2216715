"""The sky behind everything: panorama, the sun's disc, thin high clouds."""

from pyglet import gl

from engine.render.gl import Program, Texture, state


class Pass:
    def __init__(self, renderer):
        self.program = Program("sky")
        self.map, self.version = None, None

    def upload(self, renderer, frame):
        light = renderer.light
        if self.version != light.version:
            if self.map:
                self.map.close()
            self.map = Texture(gl.GL_RGB16F, light.sky.shape[1::-1], data=light.sky, wrap=gl.GL_REPEAT)
            self.version = light.version
            renderer.shared["sky"] = self.map

    def draw(self, renderer, frame):
        (renderer.many or renderer.scene).bind()
        self.background(renderer, frame)

    def background(self, renderer, frame):
        """Fill what nothing stands before, in the target at hand."""
        state(write=False)
        clouds = frame.sun.clouds if frame.sun.sky else 0.0
        self.program.use(sky_map=self.map.bind(0), ripple_map=renderer.shared["ripple"].bind(1), clouds=clouds, disc=float(frame.sun.sky))
        renderer.empty.bind()
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    reflect = surround = background

    def close(self):
        for thing in (self.program, *filter(None, [self.map])):
            thing.close()
