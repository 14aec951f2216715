"""Draws frames: the passes in their order. All light is linear and unbounded until `present`."""

import importlib
import time

import numpy as np
from pyglet import gl

from engine.assets.images import image
from engine.render import current, programs
from engine.render.block import KEEP_ALL, Block
from engine.render.boxes import BoxRows
from engine.render.cache import BAKED
from engine.render.camera import Camera
from engine.render.gl import CompareSampler, Target, Texture, VertexArray
from engine.render.light import Light
from engine.render.quality import QUALITIES
from engine.render.rounds import RoundRows
from engine.render.skins import halvings, reread

# A step is a module of passes/; after a dot, the method of its Pass that draws (else `draw`).
ORDER = (
    "shadow",
    "spray",
    "caustics",
    "jelly.glow",
    "room",
    "jelly.mirrored",
    "contact",
    "mirror",
    "opaque",
    "rounds",
    "cloth",
    "masses",
    "arrows",
    "foliage",
    "sky",
    "jelly",
    "resolve",
    "billboards.behind",
    "water",
    "billboards.before",
    "sky.taken_out",
    "shutter",
    "bloom",
    "flare",
    "present",
    "lines",
    "overlay",
)
RIPPLE = BAKED.parent / "textures" / "ripple.png"


class Renderer:
    """Draws frames into its own targets; needs a current OpenGL context and says nothing of windows.

    A pass is a class `Pass(renderer)` with `close()`, a drawing method for each of its steps in ORDER, called as
    (renderer, frame), and if it wants: `upload(renderer, frame)`, once a picture, before any drawing; `resize(renderer)`;
    `reflect(renderer, frame)`, draw yourself again, mirrored in the first water; `surround(renderer, frame)`, draw yourself
    into the room's cube map. For these two, target and block are set already. A pass whose things move has `casts(frame)`, whether
    any of them throws a shadow in this picture, and `cast_moving(renderer)`, draw their depth as the sun sees it (`shadow_matrix`).

    size      pixels (w, h); 0 is allowed and draws nothing
    samples   of multisampling; 0 for none
    bake      "background", "wait" or "off": how the baked light of still boxes is come by, see light.py
    order     steps to draw; those left out leave their share of the picture plain
    progress  called with a text and a share 0..1 while a bake is waited for
    exact     a picture depends on its frame alone, and not on those before it: films are drawn like that, which costs six small pictures of the room more
    transparent  without what the sky shows behind all things; the picture's alpha is how much stands before it, its colours are multiplied by it
    clock     nanoseconds, for `timings`
    """

    def __init__(
        self,
        size,
        samples=0,
        quality="full",
        anisotropy=1,
        bake="background",
        order=ORDER,
        progress=None,
        exact=False,
        transparent=False,
        clock=time.perf_counter_ns,
    ):
        self.size, self.samples = tuple(size), samples
        self.quality = QUALITIES[quality]
        self.anisotropy = anisotropy if self.quality.anisotropy else 1
        self.order, self.timings, self.clock = tuple(order), {}, clock
        self.exact, self.transparent, self.share = exact, transparent, (0, 1)
        self.block, self.empty, self.compare = Block(), VertexArray(), CompareSampler()
        self.light, self.boxes, self.rounds = Light(bake, progress), BoxRows(self.anisotropy), RoundRows()
        self.plain = _plain_maps()
        self.shared = {**self.plain, "mirror_depth": self.plain["shadow"]}
        self.many = self.scene = self.copy = self._main = None
        gl.glEnable(gl.GL_TEXTURE_CUBE_MAP_SEAMLESS)
        self._make_targets()
        names = dict.fromkeys(step.partition(".")[0] for step in self.order)
        self.passes = {name: importlib.import_module(f"engine.render.passes.{name}").Pass(self) for name in names}

    def render(self, frame, share=(0, 1)):
        """Draw one picture; `pixels` or `present` give it out. `timings`: step -> (upload, draw) [ns] on this thread.

        share  (k, n): the frame is the k-th of n moments, in their order, whose mean light is the picture; there is one after the last
        """
        if not all(self.size):
            return
        self.share = share
        with current.picture():
            self._draw(frame)

    def _draw(self, frame):
        self.light.follow(frame)
        self.boxes.follow(frame, self.light)
        self.rounds.follow(frame.rounds, self.boxes)
        uploads = {}
        for name, part in self.passes.items():
            if hasattr(part, "upload"):
                uploads[name] = self._timed(part.upload, frame)
        self.shadow_matrix, self.room = self._fitted("shadow", frame), self._fitted("room", frame)
        self.glow = self.passes["jelly"].fit(self) if "jelly" in self.passes else None
        contact = self.passes["contact"].fit(self) if "contact" in self.passes else None
        self.block.scene(frame, self.light, self.shadow_matrix, self.room, self.glow, contact)
        self.block.view(Camera.of(frame.view, self.size), self.size)
        self._main = self.block.values.copy()
        for step in self.order:
            name, _, method = step.partition(".")
            drawn = self._timed(getattr(self.passes[name], method or "draw"), frame)
            self.timings[step] = uploads.pop(name, 0), drawn
            if name == "shutter" and self.share[0] + 1 < self.share[1]:
                return  # a picture is made of the last

    def main_view(self):
        """Set the uniform block to the frame's own view again."""
        self.block.set(self._main)

    def view(self, camera, size, clip=KEEP_ALL):
        """Set the uniform block to another camera; who does so calls `main_view` at the end."""
        self.block.view(camera, size, clip)

    def bind_shadow(self, program):
        """Give a program the maps of shaders/shadow.glsl and glow.glsl."""
        shadow, spray, glow = self.shared["shadow"], self.shared["spray"], self.shared["glow"]
        program.use(shadow_map=shadow.bind(self.compare), shadow_depth=shadow.bind(), spray_map=spray.bind(), glow_map=glow.bind())

    def poll(self):
        """Take over baked light that has become ready; True when the picture changed. Once a picture, on the drawing thread."""
        return self.light.poll()

    def renew(self, shaders):
        """Make the programs anew that are made from these files of shaders/. Raises ProgramError, with file and line; all stay as they were then."""
        programs.renew(shaders)
        self.light.forget()  # what is drawn only now and then is drawn again

    def forget_images(self):
        """Read all images again, for files have changed. Raises ValueError, OSError where one cannot be read; all stay as they were then."""
        cloth = self.passes.get("cloth")
        reread({*self.boxes.paths, *(cloth.fabrics.paths if cloth else ())})
        self.light.forget()
        if "billboards" in self.passes:
            self.passes["billboards"].populations.sprites.read_again()
        if "flare" in self.passes:
            self.passes["flare"].read_again()
        if cloth:
            cloth.fabrics.forget()
        self.boxes.read_again()

    def pixels(self, out=None):
        """The last picture (h, w, 4) uint8, top row first; out: an array to fill, else a new one."""
        width, height = self.size
        out = np.zeros((height, width, 4), np.uint8) if out is None else out
        if width and height:
            rows = np.empty_like(out)
            gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self.shared["screen"].id)
            gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
            gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, rows.ctypes.data)
            out[:] = rows[::-1]
        return out

    def present(self, framebuffer=0, size=None):
        """Show the last picture in a framebuffer of `size` pixels, such as the window's: as large as it fits, on black, where that is another size."""
        size = size or self.size
        if not (all(self.size) and all(size)):
            return
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self.shared["screen"].id)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, framebuffer)
        left, low, right, high = fitted(self.size, size)
        if tuple(size) != self.size:
            gl.glDisable(gl.GL_SCISSOR_TEST)
            gl.glClearColor(0, 0, 0, 1)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        how = gl.GL_NEAREST if tuple(size) == self.size else gl.GL_LINEAR
        gl.glBlitFramebuffer(0, 0, *self.size, left, low, right, high, gl.GL_COLOR_BUFFER_BIT, how)

    def lay(self, image, framebuffer, size):
        """Lay an image (h, w, 4), as Frame.overlay, over a framebuffer of `size` pixels; None: nothing."""
        if image is None or not all(size):
            return
        with current.picture():
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
            gl.glViewport(0, 0, *size)
            self.passes["overlay"].lay(self, image, size)

    def resize(self, size):
        """Change the picture's size; a side of 0 (a minimised window) keeps the old targets and draws nothing."""
        changed, self.size = tuple(size) != self.size, tuple(size)
        if changed and all(self.size):
            self._close_targets()
            self._make_targets()
            for part in self.passes.values():
                if hasattr(part, "resize"):
                    part.resize(self)

    def close(self):
        """Free every OpenGL object and end a bake under way."""
        self.light.close()
        for part in self.passes.values():
            part.close()
        self._close_targets()
        for thing in (self.boxes, self.rounds, self.block, self.empty, self.compare, *self.plain.values()):
            thing.close()
        self.passes = {}

    def _timed(self, function, frame):
        start = self.clock()
        function(self, frame)
        return self.clock() - start

    def _make_targets(self):
        size = tuple(max(1, side) for side in self.size)
        self.many = Target(size, samples=self.samples) if self.samples else None
        self.scene, self.copy = Target(size), Target(size)

    def _close_targets(self):
        for target in (self.many, self.scene, self.copy):
            if target:
                target.close()

    def _fitted(self, name, frame):
        part = self.passes.get(name)
        return part.fit(self, frame) if part else {"shadow": (np.eye(4), (1.0, 1.0, 1.0), 1.0), "room": None}[name]


def fitted(size, room):
    """(left, low, right, high) of the largest rectangle of a shape in the middle of a room; pixels (w, h)."""
    scale = min(room[0] / size[0], room[1] / size[1])
    w, h = (max(1, round(side * scale)) for side in size)
    left, low = (room[0] - w) // 2, (room[1] - h) // 2
    return left, low, left + w, low + h


def _plain_maps():
    """What passes read before, or without, the pass that makes it: full light, flat water, no caustics."""
    white, black = (np.full((1, 1, 4), level, np.uint8) for level in (255, 0))
    flat = {
        name: Texture(gl.GL_RGBA8, (1, 1), data=data)
        for name, data in (
            ("spray", white),
            ("caustics", white),
            ("open", white),
            ("contact", white),
            ("mirror", black),
            ("jellies", black),
        )
    }
    none = np.zeros((1, 1, 4), np.float32)
    maps = {name: Texture(gl.GL_RGBA16F, (1, 1), data=none) for name in ("waves", "sky", "bloom", "glow")}
    depth = Texture(gl.GL_DEPTH_COMPONENT32F, (1, 1), data=np.ones((1, 1), np.float32), minify=gl.GL_NEAREST, magnify=gl.GL_NEAREST)
    return {**flat, **maps, "ripple": _ripple(), "shadow": depth, "room": Texture(gl.GL_RGBA16F, (1, 1), gl.GL_TEXTURE_CUBE_MAP)}


def _ripple():
    """The noise that sky and water share. red, green: slopes of fine waves; blue: clouds and torn froth; alpha: bubbles."""
    levels = list(halvings(image(RIPPLE)[::-1]))
    size = levels[0].shape[1::-1]
    return Texture(gl.GL_RGBA8, size, data=levels, wrap=gl.GL_REPEAT, minify=gl.GL_LINEAR_MIPMAP_LINEAR)
