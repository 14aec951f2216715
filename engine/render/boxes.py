"""The boxes as rows that the vertex shader pulls, and the textures of their skins."""

import numpy as np
from pyglet import gl

from engine.render.gl import BufferTexture, StreamBuffer, Texture
from engine.render.skins import LEVELS, SIDE, skins

SHADING = 16  # the first that move take light from others
KINDS = {"plain": 0, "stone": 1, "tile": 2, "wood": 3, "fabric": 0, "jelly": 0}
ROW = np.dtype(
    [
        ("center", "<f4", 3), ("bevel", "<f4"),
        ("x", "<f4", 3), ("layer", "<f4"),  # half axes in the world
        ("y", "<f4", 3), ("tile", "<f4"),
        ("z", "<f4", 3), ("rough", "<f4"),  # below 0: the texture's own
        ("color", "<f4", 3), ("wet", "<f4"),
        ("kind", "<f4"), ("inward", "<f4"), ("moving", "<f4"), ("spare", "<f4"),
        ("chart", "<f4", (6, 4)),  # of each face: first and last texel's middle, as texture coordinates; all 0: no baked light
    ]
)  # fmt: skip


class BoxRows:
    """One row (ROW, 12 texels of RGBA32F) a box, and its skin's layer in two array textures.

    Rows are sorted so that what is drawn together lies together: `still_casting`, `moving_casting`, `still` and `all` are
    (first, count). `version` grows when still boxes change.
    """

    def __init__(self, anisotropy):
        self.anisotropy = anisotropy
        self.buffer = StreamBuffer("boxes", ROW)
        self.texture = BufferTexture(gl.GL_RGBA32F, self.buffer)
        self.skins, self.paths = [], []
        self.still_casting = self.moving_casting = self.still = self.all = (0, 0)
        self.version, self._boxes, self._seen = 0, None, None
        self.rows = np.zeros(0, ROW)

    def follow(self, frame, light):
        """Take over a frame's boxes; uploads when they or their light changed, and whenever some move. Balls share the textures."""
        boxes, seen = frame.boxes, (frame.boxes.version, light.version, frame.rounds.materials)
        changed = boxes is not self._boxes or seen != self._seen
        if changed:
            self._follow_skins((*boxes.materials, *frame.rounds.materials))
            self._boxes, self._seen = boxes, seen
            self.version += 1
        if changed or boxes.moving.any():
            self._write(boxes, light)

    def draw(self, program, subset):
        """Draw a subset with a program whose vertex shader is box.vert; an empty vertex array must be bound."""
        first, count = subset
        if count:
            program.use(box_rows=self.texture.bind(), first=first)
            gl.glDrawArraysInstanced(gl.GL_TRIANGLES, 0, 36, count)

    def shade(self, most=SHADING):
        """What shaders/movers.glsl takes: those that move and cast shadows, `most` of them at most."""
        first, count = self.moving_casting
        return {"box_rows": self.texture.bind(), "movers": (float(first), float(min(count, most)))}

    def close(self):
        for thing in (*self.skins, self.texture, self.buffer):
            thing.close()

    def _follow_skins(self, materials):
        paths = sorted({material.texture or "" for material in materials}) or [""]
        if paths != self.paths:
            self._load(paths)

    def read_again(self):
        """Take the images as skins.reread has found them."""
        if self.paths:
            self._load(self.paths)
            self.version += 1

    def _load(self, paths):
        known = skins(paths)
        color, shape = ([np.stack([skin[f"{kind}{k}"] for skin in known]) for k in LEVELS] for kind in ("color", "shape"))
        for texture in self.skins:
            texture.close()
        self.paths = paths
        how = {"wrap": gl.GL_REPEAT, "minify": gl.GL_LINEAR_MIPMAP_LINEAR, "anisotropy": self.anisotropy}
        size, kind = (SIDE, SIDE, len(paths)), gl.GL_TEXTURE_2D_ARRAY
        self.skins = [Texture(internal, size, kind, data, **how) for internal, data in ((gl.GL_SRGB8_ALPHA8, color), (gl.GL_RGBA8, shape))]

    def _write(self, boxes, light):
        group = np.where(boxes.moving, 2, 0) + np.where(boxes.shadow, 0, 1)
        order = np.argsort(group, kind="stable")
        first = np.searchsorted(group[order], [0, 1, 2, 3, 4])
        self.still_casting, self.still = (0, int(first[1])), (0, int(first[2]))
        self.moving_casting, self.all = (int(first[2]), int(first[3] - first[2])), (0, len(order))
        self.rows = rows_of(boxes, light, self.paths)[order]
        self.buffer.write(self.rows)


def rows_of(boxes, light, paths):
    """(n,) ROW in the boxes' own order; paths: what texture each layer holds."""
    rows = np.zeros(len(boxes.center), ROW)
    for name in ("center", "bevel", "inward", "moving"):
        rows[name] = getattr(boxes, name)
    for axis, name in enumerate("xyz"):
        rows[name] = boxes.rotation[:, :, axis] * boxes.half[:, axis, None]
    skins = np.array([skin_row(material, paths) for material in boxes.materials], np.float32).reshape(-1, 8)[boxes.material]
    rows["layer"], rows["tile"], rows["rough"], rows["wet"], rows["kind"] = skins[:, :5].T
    rows["color"] = skins[:, 5:]
    if light.map is not None:
        x, y, w, h = np.moveaxis(light.chart.astype(np.float32), -1, 0)
        size = np.array([light.map.shape[1], light.map.shape[0]] * 2, np.float32)
        rows["chart"][light.still] = np.stack([x + 0.5, y + 0.5, x + w - 0.5, y + h - 0.5], -1) / size
    return rows


def skin_row(material, paths):
    """Layer, tile [m], roughness or below 0, wet, kind and colour of a material; paths: what texture each layer holds."""
    rough = -1.0 if material.roughness is None else material.roughness
    return (paths.index(material.texture or ""), material.tile, rough, material.wet, KINDS[material.kind], *material.color[:3])
