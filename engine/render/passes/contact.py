"""What sheets hide of the sky from the ground that they lie on or hang over: where they touch it, it is dark. Jelly sees to its own."""

import numpy as np
from pyglet import gl

from engine.render.gl import Program, Target, state
from engine.render.passes.jelly import NOWHERE, ground_under

SIDE = 128  # texels along a side of the map
TAPS = 32
MARGIN = 1.5  # half side of the map over the reach of what it covers: shade grows weak with the height that throws it
# heights over the map's half side between which shade fades out: this is for contact, not for awnings
LOW = np.array([0.25, 0.45], np.float32)
NOTHING = 1e4  # [m] height where there is no sheet


class Pass:
    """Its targets are made when the first sheet comes near the ground."""

    def __init__(self, renderer):
        self.programs, self.targets, self.here = {}, {}, None

    def fit(self, renderer):
        """Middle x, height of the ground, z and half side [m] of the map for the uniform block; None where no sheet is near the ground."""
        cloth = renderer.passes.get("cloth")
        places = [drape.place for drape in cloth.drapes if np.isfinite(drape.place).all()] if cloth else []
        self.here = _frame(renderer.boxes, places) if places else None
        return self.here

    def draw(self, renderer, frame):
        renderer.shared["contact"] = renderer.plain["contact"]
        if self.here is None:
            return
        if not self.programs:
            self._build()
        under, sky = self.targets["under"], self.targets["sky"]
        under.bind(clear=(NOTHING, 0, 0, 0))
        state()
        self.programs["under"].use()
        for drape in renderer.passes["cloth"].drapes:
            drape.mesh.draw()
        sky.bind()
        state(test=False, write=False)
        self.programs["sky"].use(under_map=under.color.bind(), taps=TAPS, low=LOW)
        renderer.empty.bind()
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        renderer.shared["contact"] = sky.color

    def close(self):
        for thing in (*self.programs.values(), *self.targets.values()):
            thing.close()

    def _build(self):
        self.programs = {"under": Program("cloth", "contact_under", ["UNDER"]), "sky": Program("full", "contact")}
        self.targets = {"under": Target((SIDE, SIDE), gl.GL_R32F), "sky": Target((SIDE, SIDE), gl.GL_R8, depth=False)}


def _frame(boxes, places):
    """Middle x, ground, z and half side round all of places [(n, 3)]; None where all of them is too high over the ground."""
    low, high = np.min([each.min(0) for each in places], 0), np.max([each.max(0) for each in places], 0)
    middle, reach = (low + high) / 2, float((high - low).max()) / 2
    ground = ground_under(boxes, middle)
    if ground == NOWHERE or low[1] - ground >= LOW[1] * MARGIN * reach:
        return None
    return float(middle[0]), ground, float(middle[2]), MARGIN * reach
