"""What the first water mirrors: the scene upside down under its level, smaller than the picture."""

from pyglet import gl

from engine.render.camera import Camera
from engine.render.gl import Target


class Pass:
    def __init__(self, renderer):
        self.target = None
        self.resize(renderer)

    def resize(self, renderer):
        if self.target:
            self.target.close()
        self.target = Target([max(1, side // renderer.quality.mirror) for side in renderer.size])
        renderer.shared["mirror"] = self.target.color

    def draw(self, renderer, frame):
        water = frame.waters[0] if frame.waters else None
        if water is None or not water.as_surface or frame.view.position[1] <= water.position[1]:
            return  # nothing mirrors, or it is seen from below
        level = float(water.position[1])
        self.target.bind(clear=(0, 0, 0, 0))
        renderer.view(Camera.of(frame.view, renderer.size, flip=level), self.target.size, clip=(0, 1, 0, -level))
        gl.glEnable(gl.GL_CLIP_DISTANCE0)
        gl.glFrontFace(gl.GL_CW)  # a mirror image turns the other way round
        for part in renderer.passes.values():
            if hasattr(part, "reflect"):
                part.reflect(renderer, frame)
        gl.glFrontFace(gl.GL_CCW)
        gl.glDisable(gl.GL_CLIP_DISTANCE0)
        renderer.main_view()

    def close(self):
        self.target.close()
