"""Balls and capsules as rows that shaders pull: to draw them, and for the shade that they lay on what is near."""

import numpy as np
from pyglet import gl

from engine.render.boxes import skin_row
from engine.render.gl import BufferTexture, StreamBuffer

SHADING = 16  # the first of them take light from others
ROW = np.dtype(
    [
        ("center", "<f4", 3), ("radius", "<f4"),
        ("x", "<f4", 3), ("half", "<f4"),  # axes in the world; half the length of a capsule's axis
        ("y", "<f4", 3), ("tile", "<f4"),
        ("z", "<f4", 3), ("rough", "<f4"),  # below 0: the texture's own
        ("color", "<f4", 3), ("wet", "<f4"),
        ("kind", "<f4"), ("layer", "<f4"), ("spare", "<f4", 2),
    ]
)  # fmt: skip


class RoundRows:
    """One row (ROW, 6 texels of RGBA32F) a ball or capsule, those that cast shadows first. `casting` of `count` do."""

    def __init__(self):
        self.buffer = StreamBuffer("Rounds", ROW)
        self.texture = BufferTexture(gl.GL_RGBA32F, self.buffer)
        self.rows, self.order, self.casting, self._made_of = np.zeros(0, ROW), np.zeros(0, int), 0, None

    @property
    def count(self):
        """How many there are."""
        return len(self.rows)

    def follow(self, rounds, boxes):
        """Take over a frame's Rounds; boxes: BoxRows, which hold the textures of both."""
        made_of = rounds.version, len(rounds.center), rounds.materials, boxes.paths
        if made_of != self._made_of:
            self._made_of = made_of
            self.order = np.argsort(~rounds.shadow, kind="stable")
            self.rows, self.casting = rows_of(rounds, boxes.paths)[self.order], int(rounds.shadow.sum())
        if self.count:
            self.rows["center"] = rounds.center[self.order]
            self.buffer.write(self.rows)

    def uniforms(self):
        """What shaders/rounds.glsl takes."""
        return {"round_rows": self.texture.bind(), "rounds": min(self.count, SHADING)}

    def close(self):
        self.texture.close()
        self.buffer.close()


def rows_of(rounds, paths):
    """(n,) ROW in the rounds' own order; paths: what texture each layer holds."""
    rows = np.zeros(len(rounds.center), ROW)
    rows["center"], rows["radius"], rows["half"] = rounds.center, rounds.radius, rounds.half
    for axis, name in enumerate("xyz"):
        rows[name] = rounds.rotation[:, :, axis]
    skins = np.array([skin_row(material, paths) for material in rounds.materials], np.float32).reshape(-1, 8)[rounds.material]
    rows["layer"], rows["tile"], rows["rough"], rows["wet"], rows["kind"] = skins[:, :5].T
    rows["color"] = skins[:, 5:]
    return rows
