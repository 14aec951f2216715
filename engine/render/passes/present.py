"""Glare, white balance, exposure, vignette and film curve: from light to an 8 bit picture."""

import numpy as np
from pyglet import gl

from engine.render.gl import Program, Target, state

TONES = {"agx": 0, "aces": 1}
VIGNETTE = 0.5
LUMA = np.array([0.2126, 0.7152, 0.0722])


class Pass:
    def __init__(self, renderer):
        self.program, self.target = Program("full", "present"), None
        self.resize(renderer)

    def resize(self, renderer):
        if self.target:
            self.target.close()
        self.target = Target([max(1, side) for side in renderer.size], gl.GL_RGBA8, depth=False)
        renderer.shared["screen"] = self.target

    def draw(self, renderer, frame):
        view = frame.view
        self.target.bind()
        state(test=False, write=False)
        renderer.empty.bind()
        self.program.use(
            scene_map=renderer.scene.color.bind(),
            bloom_map=renderer.shared["bloom"].bind(),
            gain=2.0**view.exposure * white_balance(renderer.light.beam, view.warmth),
            bloom=float(view.bloom),
            vignette=VIGNETTE,
            tone=TONES[view.tone],
            clear=float(renderer.transparent),
        )
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    def close(self):
        self.program.close()
        self.target.close()


def white_balance(beam, warmth):
    """Gains (3,) that make sunlight grey but for a share `warmth` of its colour; luminance stays."""
    if not np.all(beam > 0):
        return np.ones(3)
    gain = np.asarray(beam, float) ** (warmth - 1.0)
    return gain / (gain @ LUMA)
