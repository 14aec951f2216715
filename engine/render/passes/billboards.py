"""Droplets and other billboards, all populations in one sorted draw; two where there is water."""

from pyglet import gl

from engine.render.gl import OVER, Program, state
from engine.render.populations import Populations, bind_looks


class Pass:
    """Premultiplied alpha with additive as alpha 0, so that fire and smoke mix in one draw. Depth is tested, not written."""

    def __init__(self, renderer):
        self.program = Program("billboards")
        bind_looks(self.program)
        self.populations = Populations()

    def upload(self, renderer, frame):
        self.populations.upload(frame)

    def behind(self, renderer, frame):
        """Those on the far side of the water; without water, none."""
        if self.populations.is_soft:
            renderer.scene.copy_to(renderer.copy, color=False)  # a depth that is drawn to is not to be read
        renderer.scene.bind()
        self._quads(renderer, *self.populations.behind, soft=self.populations.is_soft)

    def before(self, renderer, frame):
        """Those on the camera's side of the water."""
        renderer.scene.bind()
        self._quads(renderer, *self.populations.before, soft=self.populations.is_soft)

    def reflect(self, renderer, frame):
        """All, as the water mirrors them: what is under the water is cut away by the clip plane."""
        self._quads(renderer, 0, self.populations.count)

    def _quads(self, renderer, first, count, soft=False):
        if not count:
            return
        state(write=False, blend=OVER)
        sprites, p = self.populations.sprites, self.program
        self.populations.bind(p)
        renderer.bind_shadow(p)
        p.use(
            first=first,
            soft=float(soft),
            depth_map=renderer.copy.depth.bind(),
            sprite_map=sprites.color.bind(),
            sprite_normal_map=sprites.normal.bind(),
            room_map=renderer.shared["room"].bind(),
        )
        renderer.empty.bind()
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, count)

    def close(self):
        self.program.close()
        self.populations.close()
