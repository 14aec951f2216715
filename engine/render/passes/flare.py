"""The sun in the lens: first where and how much of it is seen (one texel), then its ghosts and rays, then the glare over everything."""

import numpy as np
from pyglet import gl

from engine.assets.images import sprite_maps
from engine.render.gl import OVER, Program, StreamBuffer, Target, Texture, VertexArray, state
from engine.render.sprites import premultiplied, soft_dot
from engine.render.textures import means

SIDE = 256  # texels a side of an element's picture
ADD = (gl.GL_ONE, gl.GL_ONE)
WHITE = 2.0  # radiance that the film shows as nearly white, at exposure 0


class Pass:
    def __init__(self, renderer):
        self.light = {faces: Program("full", "flare_light", ["FACES"] * faces) for faces in (False, True)}
        self.elements, self.glare = Program("flare"), Program("full", "glare")
        self.seen = Target((1, 1), depth=False, minify=gl.GL_NEAREST, magnify=gl.GL_NEAREST)
        self.buffer = StreamBuffer("Frame.flare.rows")
        self.array = VertexArray(self.buffer, (4, 4, 1), divisor=1)
        self.sprites = self._textures = self._told = None

    def upload(self, renderer, frame):
        """The elements and their pictures, when they are others than before."""
        if frame.flare is None:
            return
        if (told := frame.flare.rows.tobytes()) != self._told:
            self._told = told
            self.buffer.write(frame.flare.rows)
        if frame.flare.textures != self._textures:
            self._load(frame.flare.textures)

    def draw(self, renderer, frame):
        flare, sky = frame.flare, renderer.passes.get("sky")
        if flare is None or frame.view.rotation[:, 2] @ frame.sun.direction >= 0:
            return  # the sun is behind the eye
        cube = sky.cube if sky else None
        renderer.empty.bind()
        state(test=False, write=False)
        self.seen.bind()
        faces = {"face_map": cube.bind()} if cube else {}
        self.light[cube is not None].use(depth_map=renderer.scene.depth.bind(), inside=np.radians(flare.inside), **faces)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        renderer.scene.bind()
        self._elements(flare)
        renderer.empty.bind()
        state(test=False, write=False, blend=OVER)
        self.glare.use(light_map=self.seen.color.bind(), strength=flare.strength, white=WHITE / 2.0**frame.view.exposure)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    def _elements(self, flare):
        if not len(flare.rows):
            return
        state(test=False, write=False, blend=ADD)
        self.array.bind()
        falling = flare.fade, flare.shrink, flare.near_fade
        self.elements.use(light_map=self.seen.color.bind(), sprite_map=self.sprites.bind(), falling=falling)
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(flare.rows))

    def read_again(self):
        """Take the pictures as they are now. Raises ValueError, OSError, and keeps the old ones then."""
        if self._textures is not None:
            self._load(self._textures)

    def _load(self, textures):
        """Layer 0 is a soft disc, then the pictures in their order."""
        dot = np.kron(soft_dot(), np.ones((SIDE // len(soft_dot()),) * 2 + (1,), np.float32))
        layers = np.stack([dot, *(premultiplied(sprite_maps(path, SIDE)[0][0]) for path in textures)])
        if self.sprites:
            self.sprites.close()
        size = (SIDE, SIDE, len(layers))
        self.sprites = Texture(gl.GL_RGBA16F, size, gl.GL_TEXTURE_2D_ARRAY, means(layers), minify=gl.GL_LINEAR_MIPMAP_LINEAR)
        self._textures = textures

    def close(self):
        for thing in (*self.light.values(), self.elements, self.glare, self.seen, self.array, self.buffer):
            thing.close()
        if self.sprites:
            self.sprites.close()
