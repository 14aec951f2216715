"""Jellies: clear, cloudy bodies that carry light. First the light that they bend, onto the map that others read; then they themselves."""

import numpy as np
from pyglet import gl

from engine.render.camera import sun_axes
from engine.render.current import changes
from engine.render.gl import Program, Target, state
from engine.render.jellies import Jelly

IOR = 1.36  # of gelatine
HAZE = 1.0  # how many times light is scattered on its way through the whole body
ROOM = 1.6  # side of the glow map by the reach of what it covers: bent light lands beside the shadow
ADD = (gl.GL_ONE, gl.GL_ONE)
NONE = (0.0, 0.0, 0.0, -100.0)  # a side that is not there


class Pass:
    """Its targets are made when the first jelly is seen."""

    def __init__(self, renderer):
        self.jellies, self.skins, self.programs, self.targets = [], [], {}, {}

    def upload(self, renderer, frame):
        self.skins = [skin for skin in frame.skins if skin.material.kind == "jelly"]
        while len(self.jellies) > len(self.skins):
            self.jellies.pop().close()
        while len(self.jellies) < len(self.skins):
            self.jellies.append(Jelly())
        for jelly, skin in zip(self.jellies, self.skins, strict=True):
            jelly.follow(skin, frame.blend)
        if self.jellies and not self.programs:
            self._build(renderer)

    def fit(self, renderer):
        """The glow map's frame for the uniform block: middle and reach, and two axes with their half widths; None without jellies."""
        if not self.jellies or not renderer.light.beam.any():
            return None
        right, up, _ = sun_axes(renderer.light.direction)
        middles = np.array([jelly.middle for jelly in self.jellies])
        reach = max(float(np.linalg.norm(jelly.middle - middles.mean(0))) + jelly.reach for jelly in self.jellies)
        middle = middles.mean(0)
        return (*middle, reach), (*right, ROOM * reach), (*up, ROOM * reach)

    def casts(self, frame):
        return any(skin.shadow for skin in self.skins)

    def cast_moving(self, renderer):
        self.programs["shadow"].use()
        for jelly, skin in zip(self.jellies, self.skins, strict=True):
            if skin.shadow:
                jelly.draw()

    def glow(self, renderer, frame):
        """Send the sun's light through all jellies, onto the map."""
        if not self.jellies or renderer.glow is None:
            renderer.shared["glow"] = renderer.plain["glow"]
            return
        front, back, photons, glow = (self.targets[name] for name in ("front", "back", "photons", "glow"))
        photons.bind(clear=(0, 0, 0, 0))
        for jelly, skin in zip(self.jellies, self.skins, strict=True):
            if skin.frozen:
                continue  # lets nothing through
            self._side(self.programs["sun"], front, jelly, farthest=False)
            self._side(self.programs["sun"], back, jelly, farthest=True)
            photons.bind()
            self._send(renderer, jelly, skin)
        glow.bind()
        state(test=False, write=False)
        self.programs["glow"].use(photon_map=photons.color.bind(0))
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        renderer.shared["glow"] = glow.color

    def _send(self, renderer, jelly, skin):
        """Send one photon a texel through a jelly whose sides as the sun sees them are in `front` and `back`."""
        front, back = self.targets["front"], self.targets["back"]
        state(test=False, write=False, blend=ADD)
        gl.glEnable(gl.GL_PROGRAM_POINT_SIZE)
        renderer.empty.bind()
        self.programs["photons"].use(
            front_map=front.color.bind(0),
            back_map=back.color.bind(1),
            still_depth=renderer.passes["shadow"].still.depth.bind(2),
            all_depth=renderer.shared["shadow"].bind(3),
            **looks(jelly, skin),
        )
        gl.glDrawArrays(gl.GL_POINTS, 0, front.size[0] * front.size[1])
        gl.glDisable(gl.GL_PROGRAM_POINT_SIZE)

    def draw(self, renderer, frame):
        """Draw them, the farthest first: each sees those behind it."""
        away = [-np.linalg.norm(jelly.middle - frame.view.position) for jelly in self.jellies]
        for at in np.argsort(away, kind="stable"):
            self._draw_one(renderer, self.jellies[at], self.skins[at])

    def resize(self, renderer):
        if self.targets:
            self._resize(renderer)

    def close(self):
        for thing in (*self.jellies, *self.programs.values(), *self.targets.values()):
            thing.close()

    def _draw_one(self, renderer, jelly, skin):
        far, behind = self.targets["far"], self.targets["behind"]
        scene = renderer.many or renderer.scene
        self._side(self.programs["far"], far, jelly, farthest=True)
        if len(self.jellies) > 1:
            self._side(self.programs["sun"], self.targets["front"], jelly, farthest=False)
        scene.copy_to(behind)
        behind.color.mipmap()
        scene.bind()
        state(cull=True)
        self.programs["jelly"].use(
            back_map=far.color.bind(0),
            back_depth=far.depth.bind(1),
            behind_map=behind.color.bind(2),
            behind_depth=behind.depth.bind(3),
            front_map=self.targets["front"].color.bind(4),
            room_map=renderer.shared["room"].bind(5),
            frozen=float(skin.frozen),
            **looks(jelly, skin),
        )
        renderer.bind_shadow(self.programs["jelly"])
        jelly.draw()

    def _side(self, program, target, jelly, farthest):
        """Draw the nearest or the farthest side of a jelly."""
        gl.glClearDepth(0.0 if farthest else 1.0)
        target.bind(clear=NONE)
        gl.glClearDepth(1.0)
        state()
        program.use()
        if farthest:
            changes("depth function", gl.GL_GEQUAL)
            gl.glDepthFunc(gl.GL_GEQUAL)
        jelly.draw()
        state()

    def _build(self, renderer):
        quality, side = renderer.quality, renderer.quality.glow
        self.programs = {
            "shadow": Program("jelly", "depth", ["SHADOW"]),
            "sun": Program("jelly", "jelly_side", ["SUN"]),
            "far": Program("jelly", "jelly_side"),
            "photons": Program("photons"),
            "glow": Program("full", "glow"),
            "jelly": Program("jelly", "jelly", [f"STEPS {quality.steps}", f"MARCH {quality.steps}"]),
        }
        self.targets = {name: Target((side, side)) for name in ("front", "back")}
        self.targets |= {name: Target((side, side), depth=False) for name in ("photons", "glow")}
        self._resize(renderer)

    def _resize(self, renderer):
        for name in ("far", "behind"):
            if name in self.targets:
                self.targets[name].close()
        size = [max(1, each) for each in renderer.size]
        self.targets["far"] = Target(size)
        self.targets["behind"] = Target(size, levels=True, minify=gl.GL_LINEAR_MIPMAP_LINEAR)


def looks(jelly, skin):
    """Uniforms of a jelly's inside: its colour is what is left of white light that has crossed the whole body."""
    left = np.clip(np.asarray(skin.material.color[:3], float), 0.02, 0.98)
    return {"absorb": -np.log(left) / jelly.side, "haze": HAZE / jelly.side, "ior": IOR, "side": jelly.side}
