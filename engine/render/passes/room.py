"""Cube map of the still scene round its middle: for shine on boxes and for what droplets show.

Taken again when they change; in films each time, for shadows and flickering light are in it as they are then.
"""

import numpy as np
from pyglet import gl

from engine.render.camera import Camera, corners
from engine.render.gl import Target, Texture
from engine.render.textures import means

# ahead and up of the six faces, as OpenGL orders and turns them
FACES = (
    ((1, 0, 0), (0, -1, 0)), ((-1, 0, 0), (0, -1, 0)), ((0, 1, 0), (0, 0, 1)),
    ((0, -1, 0), (0, 0, -1)), ((0, 0, 1), (0, -1, 0)), ((0, 0, -1), (0, -1, 0)),
)  # fmt: skip
OPEN = np.full(3, 1e4)  # [m] half sides of the room where there are no boxes


class Pass:
    def __init__(self, renderer):
        side = renderer.quality.room
        self.faces = np.zeros((6, side, side, 4), np.float32)
        self.cube, self.face = None, Target((side, side))
        self.seen = self.taken = self.place = None
        self._build(renderer)

    def fit(self, renderer, frame):
        """Low and high corner of the room, where its cube map is taken, and its coarsest level."""
        water = frame.waters[0] if frame.waters else None
        seen = renderer.boxes.version, renderer.light.version, frame.foliage.version, water and tuple(water.position)
        if seen != self.seen:
            self.place, self.seen = (*middle(renderer.boxes, water), float(np.log2(renderer.quality.room))), seen
        return self.place

    def draw(self, renderer, frame):
        if self.taken == self.seen and not renderer.exact:
            return
        self.taken = self.seen
        for face, (ahead, up) in enumerate(FACES):
            camera = Camera.looking(self.place[2], ahead, up)
            renderer.view(camera, self.face.size)
            self.face.bind(clear=(0, 0, 0, 0))
            for part in renderer.passes.values():
                if hasattr(part, "surround"):
                    part.surround(renderer, frame)
            gl.glReadPixels(0, 0, *self.face.size, gl.GL_RGBA, gl.GL_FLOAT, self.faces[face].ctypes.data)
        self._build(renderer)
        renderer.main_view()

    def _build(self, renderer):
        """Make the cube map of the faces as they are."""
        if self.cube:
            self.cube.close()
        kind, how = gl.GL_TEXTURE_CUBE_MAP, {"minify": gl.GL_LINEAR_MIPMAP_LINEAR}
        self.cube = renderer.shared["room"] = Texture(gl.GL_RGBA16F, self.face.size, kind, means(self.faces), **how)

    def close(self):
        self.cube.close()
        self.face.close()


def middle(boxes, water):
    """Low and high corner of the still boxes, and a place in the open inside: over the water, else over what fills the middle.

    The low corner lies at the top of the widest box, which is the ground in most scenes.
    """
    rows = boxes.rows[: boxes.still[1]]
    if not len(rows):
        return -OPEN, OPEN, np.zeros(3)
    axes = np.stack([rows["x"], rows["y"], rows["z"]], 2).astype(float)
    places = corners(rows["center"].astype(float), axes, np.ones((len(rows), 3)))
    low, high = places.min(1), places.max(1)
    room_low, room_high = low.min(0), high.max(0)
    probe = (room_low + room_high) / 2
    if water:
        probe = np.asarray(water.position) + [0.3 * water.size[0], 1.2, 0.3 * water.size[1]]
    filled = rows["inward"] == 0
    above = filled & (low[:, 0] < probe[0]) & (high[:, 0] > probe[0]) & (low[:, 2] < probe[2]) & (high[:, 2] > probe[2])
    if (above & (low[:, 1] < probe[1]) & (high[:, 1] > probe[1])).any():
        probe[1] = high[above, 1].max() + 1.0
    ground = filled & (high[:, 1] < probe[1])
    if ground.any():
        widest = np.argmax(np.where(ground, np.prod((high - low)[:, [0, 2]], axis=1), 0))
        room_low[1] = high[widest, 1]
    return room_low, np.maximum(room_high, probe + 1.0), probe
