"""The images of all billboards, in one array texture: one draw cannot choose among several samplers."""

import numpy as np
from pyglet import gl

from engine.assets.images import sprite_maps
from engine.render.gl import Texture, limit
from engine.render.textures import means

SIDE = 64  # texels a side of a layer


class Sprites:
    """Layer 0 is a soft round dot; the layers of a population's images stand together, those of a film one after the other."""

    def __init__(self):
        self._first = {}  # a population's images, and columns and rows of the films in them -> its first layer
        self.color = self.normal = None

    def follow(self, frame):
        """Load the images of a frame's populations, when they are others than before."""
        wanted = dict.fromkeys(_wanted(population) for population in frame.particles if population.textures)
        if self.color is None or list(wanted) != list(self._first):
            self._load(list(wanted))

    def read_again(self):
        """Take the images as they are now. Raises ValueError, OSError, and keeps the old ones then."""
        if self.color is not None:
            self._load(list(self._first))

    def layers(self, population):
        """First layer and number of a population's images."""
        return (self._first[_wanted(population)], len(population.textures)) if population.textures else (0, 1)

    def _load(self, groups):
        colors, normals = [soft_dot()], [ball()]
        first = {}
        for group in groups:
            first[group] = len(colors)
            textures, cells = group
            for path in textures:
                color, normal, _ = sprite_maps(path, SIDE, cells)
                colors += map(premultiplied, color)
                normals += map(upward, normal)
        most = limit(gl.GL_MAX_ARRAY_TEXTURE_LAYERS)
        if len(colors) > most:
            raise ValueError(
                f"billboards with {len(colors)} pictures are more than this driver shows at once; at most {most}: take some out"
            )
        self.close()
        self._first = first
        self.color = _array(gl.GL_RGBA16F, np.stack(colors))
        self.normal = _array(gl.GL_RGBA8, np.stack(normals))

    def close(self):
        for texture in (self.color, self.normal):
            if texture:
                texture.close()
        self.color = self.normal = None


def _wanted(population):
    """What a population asks of the sprites: its images, and how many columns and rows of pictures each holds."""
    film = population.film
    return population.textures, (film.columns, film.rows) if film else (1, 1)


def _array(internal, data):
    size = (SIDE, SIDE, len(data))
    return Texture(internal, size, gl.GL_TEXTURE_2D_ARRAY, means(data), minify=gl.GL_LINEAR_MIPMAP_LINEAR)


def premultiplied(color):
    """(n, n, 4) float32 linear light times coverage, bottom row first, from sRGB bytes with straight alpha, top row first."""
    c = color[::-1].astype(np.float32) / 255
    linear = np.where(c[..., :3] <= 0.04045, c[..., :3] / 12.92, ((c[..., :3] + 0.055) / 1.055) ** 2.4)
    return np.dstack([linear * c[..., 3:], c[..., 3]]).astype(np.float32)


def upward(normal):
    """Bottom row first, and y upward, from a normal map whose rows and y go down."""
    turned = normal[::-1].copy()
    turned[..., 1] = 255 - turned[..., 1]
    return turned


def _disc():
    """Coordinates -1 to 1 (n, n) twice, and the squared distance from the middle."""
    x = (np.arange(SIDE) + 0.5) * 2 / SIDE - 1
    x, y = np.meshgrid(x, x)
    return x, y, x * x + y * y


def soft_dot():
    """(n, n, 4) float32: white, thinning out to the rim."""
    _, _, r2 = _disc()
    return np.repeat((np.clip(1 - r2, 0, None) ** 2)[..., None], 4, 2).astype(np.float32)


def ball():
    """(n, n, 4) uint8: the normals of a ball, and its thickness."""
    x, y, r2 = _disc()
    height = np.sqrt(np.clip(1 - r2, 0, None))
    shape = np.dstack([0.5 + 0.5 * x, 0.5 + 0.5 * y, height, np.ones_like(x)])
    return (np.clip(shape, 0, 1) * 255 + 0.5).astype(np.uint8)
