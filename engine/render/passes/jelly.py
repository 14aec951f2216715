"""Jellies: clear, cloudy bodies that carry light. First the light that they bend, onto the map that others read; then they themselves."""

import numpy as np
from pyglet import gl

from engine.render.camera import Camera, sun_axes
from engine.render.gl import OVER, Program, Target, state
from engine.render.jellies import Jelly

OPEN = 128  # texels along a side of the map of open sky
ROOM = 1.6  # side of the glow map by the reach of what it covers: bent light lands beside the shadow
AROUND = 2.2  # half side of the map of open sky by that reach
NOWHERE = -1e6  # [m] level of the ground where there is none
ADD = (gl.GL_ONE, gl.GL_ONE)
NONE = (0.0, 0.0, 0.0, -100.0)  # a side that is not there


class Pass:
    """Its targets are made when the first jelly is seen."""

    def __init__(self, renderer):
        self.jellies, self.skins, self.programs, self.targets = [], [], {}, {}
        self.sides = []  # of each jelly: its nearest and its farthest side as the sun sees them, drawn once a picture

    def upload(self, renderer, frame):
        self.skins = [skin for skin in frame.skins if skin.material.kind == "jelly"]
        while len(self.jellies) > len(self.skins):
            for thing in (self.jellies.pop(), *self.sides.pop()):
                thing.close()
        while len(self.jellies) < len(self.skins):
            self.jellies.append(Jelly())
            self.sides.append([Target(2 * (renderer.quality.glow,)) for _ in range(2)])
        for jelly, skin in zip(self.jellies, self.skins, strict=True):
            jelly.follow(skin, frame.blend, frame.view.position)
        if self.jellies and not self.programs:
            self._build(renderer)

    def fit(self, renderer):
        """Frame of their maps for the uniform block: middle and reach, two axes with half widths, ground; None without jellies."""
        if not self.jellies:
            return None
        right, up, _ = sun_axes(renderer.light.direction)
        middles = np.array([jelly.middle for jelly in self.jellies])
        reach = max(float(np.linalg.norm(jelly.middle - middles.mean(0))) + jelly.reach for jelly in self.jellies)
        middle = middles.mean(0)
        self.level = ground_under(renderer.boxes, middle)
        return (*middle, reach), (*right, ROOM * reach), (*up, ROOM * reach), (self.level, AROUND * reach, 0.0, 0.0)

    def casts(self, frame):
        return any(skin.shadow for skin in self.skins)

    def cast_moving(self, renderer):
        self.programs["shadow"].use()
        for jelly, skin in zip(self.jellies, self.skins, strict=True):
            if skin.shadow:
                jelly.draw()

    def glow(self, renderer, frame):
        """Send the sun's light through all jellies, onto the map."""
        for name in ("glow", "open", "jellies"):
            renderer.shared[name] = renderer.plain[name]
        if renderer.glow is None:
            return
        self._shine(renderer)

    def mirrored(self, renderer, frame):
        """What the ground under them shows of them, with the room as it is now in them."""
        if renderer.glow is not None and self.level > NOWHERE:
            self._open(renderer)
            self._mirror(renderer, frame)
            renderer.shared["open"], renderer.shared["jellies"] = self.targets["open"].color, self.targets["mirror"].color

    def _shine(self, renderer):
        """Light that goes through the jellies, onto the map."""
        photons, glow, sun = self.targets["photons"], self.targets["glow"], self.programs["sun"]
        clear = [each for each, skin in enumerate(self.skins) if not skin.frozen]  # the others let nothing through
        for jelly, (front, _) in zip(self.jellies, self.sides, strict=True):
            self._side(sun, front, jelly, farthest=False)
        for each in clear:
            self._side(sun, self.sides[each][1], self.jellies[each], farthest=True)
        photons.bind(clear=(0, 0, 0, 0))
        if "shadow" in renderer.passes:
            state(test=False, write=False, blend=ADD)
            renderer.empty.bind()
            for each in clear:
                self._send(renderer, each)
        glow.bind()
        state(test=False, write=False)
        self.programs["glow"].use(photon_map=photons.color.bind())
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        renderer.shared["glow"] = glow.color

    def _send(self, renderer, each):
        """Send one photon a texel through a jelly, by its number."""
        front, back = self.sides[each]
        self.programs["photons"].use(
            front_map=front.color.bind(),
            back_map=back.color.bind(),
            still_depth=renderer.passes["shadow"].still.depth.bind(),
            all_depth=renderer.shared["shadow"].bind(),
            **looks(self.jellies[each], self.skins[each]),
        )
        gl.glDrawArrays(gl.GL_POINTS, 0, front.size[0] * front.size[1])

    def draw(self, renderer, frame):
        """Draw them, the farthest first: each sees those behind it."""
        away = [-np.linalg.norm(jelly.middle - frame.view.position) for jelly in self.jellies]
        for at in np.argsort(away, kind="stable"):
            self._draw_one(renderer, self.jellies[at], self.skins[at], self.sides[at][0])

    def resize(self, renderer):
        if self.targets:
            self._resize(renderer)

    def close(self):
        for thing in (*self.jellies, *sum(self.sides, []), *self.programs.values(), *self.targets.values()):
            thing.close()

    def _draw_one(self, renderer, jelly, skin, front):
        far, behind = self.targets["far"], self.targets["behind"]
        scene = renderer.many or renderer.scene
        self._side(self.programs["far"], far, jelly, farthest=True)
        far.color.mipmap()
        scene.copy_to(behind)
        behind.color.mipmap()
        scene.bind()
        state(cull=True)
        self.programs["jelly"].use(
            back_map=far.color.bind(),
            back_depth=far.depth.bind(),
            behind_map=behind.color.bind(),
            behind_depth=behind.depth.bind(),
            front_map=front.color.bind(),
            room_map=renderer.shared["room"].bind(),
            frozen=float(skin.frozen),
            **looks(jelly, skin),
        )
        renderer.bind_shadow(self.programs["jelly"])
        jelly.draw()
        if not skin.frozen:
            state(test=False, write=False, blend=OVER)
            self.programs["bubbles"].use(behind_depth=behind.depth.bind(), **looks(jelly, skin))
            jelly.draw_bubbles()

    def _mirror(self, renderer, frame):
        """Draw them as the ground under them mirrors them, roughly: nobody sees more of it on stone."""
        target, program = self.targets["mirror"], self.programs["mirror"]
        target.bind(clear=(0, 0, 0, 0))
        renderer.view(Camera.of(frame.view, renderer.size, flip=self.level), target.size, clip=(0, 1, 0, -self.level))
        gl.glEnable(gl.GL_CLIP_DISTANCE0)
        gl.glFrontFace(gl.GL_CW)
        state(cull=True)
        for jelly, skin, (front, _) in zip(self.jellies, self.skins, self.sides, strict=True):
            program.use(
                front_map=front.color.bind(),
                room_map=renderer.shared["room"].bind(),
                frozen=float(skin.frozen),
                **looks(jelly, skin),
            )
            renderer.bind_shadow(program)
            jelly.draw()
        gl.glFrontFace(gl.GL_CCW)
        gl.glDisable(gl.GL_CLIP_DISTANCE0)
        target.color.mipmap()
        renderer.main_view()

    def _open(self, renderer):
        """How much of the sky the ground sees past them."""
        under, sky = self.targets["under"], self.targets["open"]
        under.bind(clear=(1e4, 0, 0, 0))
        state()
        self.programs["under"].use()
        for jelly in self.jellies:
            jelly.draw()
        sky.bind()
        state(test=False, write=False)
        self.programs["open"].use(under_map=under.color.bind())
        renderer.empty.bind()
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    def _side(self, program, target, jelly, farthest):
        """Draw the nearest or the farthest side of a jelly."""
        target.bind(clear=NONE, depth=0.0 if farthest else 1.0)
        state(compare=gl.GL_GEQUAL if farthest else gl.GL_LEQUAL)
        program.use()
        jelly.draw()

    def _build(self, renderer):
        quality, side = renderer.quality, renderer.quality.glow
        gl.glEnable(gl.GL_PROGRAM_POINT_SIZE)  # nothing else draws points
        self.programs = {
            "shadow": Program("jelly", "depth", ["SHADOW"]),
            "sun": Program("jelly", "jelly_side", ["SUN"]),
            "far": Program("jelly", "jelly_side"),
            "photons": Program("photons"),
            "glow": Program("full", "glow"),
            "mirror": Program("jelly", "jelly", ["MIRRORED", "STEPS 4"]),
            "under": Program("jelly", "jelly_under", ["UNDER"]),
            "open": Program("full", "jelly_open"),
            "bubbles": Program("bubbles"),
            "jelly": Program("jelly", "jelly", [f"STEPS {quality.steps}", f"MARCH {quality.steps}"]),
        }
        self.targets = {name: Target((side, side), depth=False) for name in ("photons", "glow")}
        self.targets["under"] = Target((OPEN, OPEN), gl.GL_R32F)
        self.targets["open"] = Target((OPEN, OPEN), gl.GL_R8, depth=False)
        self._resize(renderer)

    def _resize(self, renderer):
        for name in ("far", "behind", "mirror"):
            if name in self.targets:
                self.targets[name].close()
        size = [max(1, each) for each in renderer.size]
        self.targets["far"] = Target(size, levels=True, minify=gl.GL_LINEAR_MIPMAP_LINEAR)
        self.targets["mirror"] = Target([(each + 1) // 2 for each in size], levels=True, minify=gl.GL_LINEAR_MIPMAP_LINEAR)
        self.targets["behind"] = Target(size, levels=True, minify=gl.GL_LINEAR_MIPMAP_LINEAR)


def ground_under(boxes, place):
    """Height [m] of the highest still box that lies under a place (3,) and not above it; NOWHERE without one."""
    rows = boxes.rows[: boxes.still[1]]
    reach = np.abs(rows["x"]) + np.abs(rows["y"]) + np.abs(rows["z"])
    top = rows["center"][:, 1] + reach[:, 1]
    under = (np.abs(place[[0, 2]] - rows["center"][:, ::2]) < reach[:, ::2]).all(1) & (top < place[1]) & (rows["inward"] == 0)
    return float(top[under].max()) if under.any() else NOWHERE


def looks(jelly, skin):
    """The uniform of shaders/inside.glsl: a jelly's colour is what is left of white light that has crossed the whole body."""
    left = np.clip(np.asarray(skin.material.color[:3], float), 0.02, 0.98)
    return {"inside": np.array([*(-np.log(left) / jelly.side), jelly.side])}
