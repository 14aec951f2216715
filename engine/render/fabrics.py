"""Textures of cloth, finer than those of boxes: one is spread over a whole sheet."""

from pyglet import gl

from engine.render.skins import skin
from engine.render.textures import Texture

SIDE = 1024  # [texels]


class Fabrics:
    """Colour and shape of each texture that is in use, read when it is first asked for."""

    def __init__(self, anisotropy):
        self.anisotropy, self._made = anisotropy, {}

    def __call__(self, path):
        """(colour, shape) Textures of an image's path; None: white and flat."""
        if path not in self._made:
            side = SIDE if path else 1
            known = skin(path or "", side)
            how = {"wrap": gl.GL_REPEAT, "minify": gl.GL_LINEAR_MIPMAP_LINEAR, "anisotropy": self.anisotropy}
            levels = range(side.bit_length())
            self._made[path] = [
                Texture(internal, (side, side), data=[known[f"{kind}{k}"] for k in levels], **how)
                for internal, kind in ((gl.GL_SRGB8_ALPHA8, "color"), (gl.GL_RGBA8, "shape"))
            ]
        return self._made[path]

    def keep(self, paths):
        """Free those that are not among these paths."""
        for path in self._made.keys() - paths:
            self._free(path)

    @property
    def paths(self):
        """Of the images in use."""
        return [path for path in self._made if path]

    def forget(self):
        """Take the images anew when they are next asked for."""
        self.keep(set())

    close = forget

    def _free(self, path):
        for texture in self._made.pop(path):
            texture.close()
