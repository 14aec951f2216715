"""Sheets and meshes that masses carry: both sides, the sun through them, shade in their folds. Jelly has a pass of its own."""

import numpy as np

from engine.render.drapes import Drape
from engine.render.fabrics import Fabrics
from engine.render.gl import Program, state

THREAD = 0.004  # [m] width of one in fabric without a texture


class Pass:
    def __init__(self, renderer):
        self.program = Program("cloth", "cloth", [f"SHADOW_TAPS {renderer.quality.taps}"])
        self.depth = Program("cloth", "depth", ["SHADOW"])
        self.fabrics, self.drapes, self.skins = Fabrics(renderer.anisotropy), [], ()

    def upload(self, renderer, frame):
        self.skins = [skin for skin in frame.skins if skin.material.kind != "jelly"]
        while len(self.drapes) < len(self.skins):
            self.drapes.append(Drape())
        while len(self.drapes) > len(self.skins):
            self.drapes.pop().close()
        for drape, skin in zip(self.drapes, self.skins, strict=True):
            drape.follow(skin, frame.blend, renderer.quality.finer)
        self.fabrics.keep({skin.material.texture for skin in self.skins})

    def draw(self, renderer, frame):
        if self.skins:
            (renderer.many or renderer.scene).bind()
            self._sheets(renderer)

    def reflect(self, renderer, frame):
        if self.skins:
            self._sheets(renderer)

    def casts(self, frame):
        return any(skin.shadow for skin in self.skins)

    def cast_moving(self, renderer):
        state()
        self.depth.use()
        for drape, skin in zip(self.drapes, self.skins, strict=True):
            if skin.shadow:
                drape.mesh.draw()

    def close(self):
        for thing in (self.program, self.depth, self.fabrics, *self.drapes):
            thing.close()

    def _sheets(self, renderer):
        renderer.bind_shadow(self.program)
        for drape, skin in zip(self.drapes, self.skins, strict=True):
            material = skin.material
            color, shape = self.fabrics(material.texture)
            state(cull=not skin.two_sided)
            self.program.use(
                color_map=color.bind(),
                normal_map=shape.bind(),
                room_map=renderer.shared["room"].bind(),
                paint=np.asarray(material.color[:3], np.float32),
                rough=-1.0 if material.roughness is None else float(material.roughness),
                translucency=float(skin.translucency),
                fabric=material.kind == "fabric",
                thread=0.0 if material.texture or material.kind != "fabric" else THREAD / material.tile,
                frozen=float(skin.frozen),
                **renderer.rounds.uniforms(),
            )
            drape.mesh.draw()
