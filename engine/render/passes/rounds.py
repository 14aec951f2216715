"""Balls and capsules, shaded as boxes are."""

from pyglet import gl

from engine.render.gl import Program, state
from engine.render.passes.opaque import maps

FINE, FEW, COARSE = 24, 64, 8  # squares along a patch of up to FEW balls, and of more


class Pass:
    def __init__(self, renderer):
        self.program = Program("round", "opaque", [f"SHADOW_TAPS {renderer.quality.taps}", "ROUND"])
        self.depth = Program("round", "depth", ["DEPTH_ONLY", "SHADOW"])
        self.casting = 0

    def draw(self, renderer, frame):
        if renderer.rounds.count:
            (renderer.many or renderer.scene).bind()
            self._rounds(renderer)

    def reflect(self, renderer, frame):
        if renderer.rounds.count:
            self._rounds(renderer)

    def casts(self, frame):
        return bool(frame.rounds.shadow.any())

    def cast_moving(self, renderer):
        state(cull=True)
        self._draw(renderer, self.depth, renderer.rounds.casting)

    def close(self):
        self.program.close()
        self.depth.close()

    def _rounds(self, renderer):
        state(cull=True)
        self.program.use(**maps(renderer), **renderer.boxes.shade(), mirror=1.0, jellies=0.0)
        renderer.bind_shadow(self.program)
        self._draw(renderer, self.program, renderer.rounds.count)

    def _draw(self, renderer, program, count):
        if count:
            side = FINE if count <= FEW else COARSE
            renderer.empty.bind()
            program.use(side=side, **renderer.rounds.uniforms())
            gl.glDrawArraysInstanced(gl.GL_TRIANGLES, 0, 36 * side * (side + 1), count)
