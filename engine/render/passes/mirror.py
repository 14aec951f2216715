"""What the first water mirrors toward the eye: all that is on the eye's side of its level, upside down, smaller than the picture."""

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
        renderer.shared["mirror"], renderer.shared["mirror_depth"] = self.target.color, self.target.depth

    def draw(self, renderer, frame):
        water = frame.waters[0] if frame.waters else None
        if water is None or not water.as_surface:
            return
        level = float(water.position[1])
        side = 1.0 if frame.view.position[1] > level else -1.0  # from below it mirrors what is under it
        lowest = water.height.min() if side > 0 else -water.height.max()  # without a copy of them
        trough = max(0.0, -float(lowest))  # where the water is lower than its level, a wall is mirrored from there on
        self.target.bind(clear=(0, 0, 0, 0))
        clip = (0, side, 0, trough - side * level)
        renderer.view(Camera.of(frame.view, renderer.size, flip=level), self.target.size, clip)
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
