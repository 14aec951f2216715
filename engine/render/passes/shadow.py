"""Depth from the sun: of still boxes and leaves once, of moving boxes over it in each picture."""

import numpy as np
from pyglet import gl

from engine.render.camera import corners, sun_box
from engine.render.gl import Program, Target, state
from engine.render.reach import Reach

LARGEST = 40.0  # [m] half side of what still gets shadows: beyond, the map's texels grow too coarse to be of use
LAYER = 0.01  # [m] boxes whose tops differ by less are one floor
FEW = np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])  # [m] fitted to, where there is nothing


class Pass:
    def __init__(self, renderer):
        side = renderer.quality.shadow
        self.still, self.both = Target((side, side), None), Target((side, side), None)
        self.program = Program("box", "depth", ["DEPTH_ONLY", "SHADOW"])
        self.fitted = self.drawn = self.seen = None
        self.reach = Reach()
        gl.glPolygonOffset(1.5, 2.0)  # nobody else sets it
        renderer.shared["shadow"] = self.still.depth

    def fit(self, renderer, frame):
        """The sun's matrix, the map's width, height and depth [m], and its texel's side [m]."""
        box = self.reach.follow(frame, renderer.exact)
        seen = renderer.boxes.version, frame.foliage.version, renderer.light.version, None if box is None else box.tobytes()
        if seen != self.seen:
            if box is None:
                matrix, size = sun_box(renderer.light.direction, casters(renderer.boxes))
            else:
                matrix, size = sun_box(renderer.light.direction, *close_casters(renderer.boxes, box, frame.foliage.rows))
            self.fitted, self.seen = (matrix, size, float(max(size[:2]) / renderer.quality.shadow)), seen
        return self.fitted

    def draw(self, renderer, frame):
        boxes = renderer.boxes
        if self.drawn != self.seen or renderer.exact and sways(frame.foliage):
            self.drawn = self.seen
            self.still.bind(clear=(0, 0, 0, 0))
            self._cast(renderer, boxes.still_casting, leaves=True)
        parts = [part for part in renderer.passes.values() if hasattr(part, "casts") and part.casts(frame)]
        moving = boxes.moving_casting[1] > 0 or bool(parts)
        if moving:
            self.still.copy_to(self.both, color=False)
            self.both.bind()
            self._cast(renderer, boxes.moving_casting, parts=parts)
        renderer.shared["shadow"] = (self.both if moving else self.still).depth

    def close(self):
        for thing in (self.still, self.both, self.program):
            thing.close()

    def _cast(self, renderer, subset, leaves=False, parts=()):
        state()
        gl.glEnable(gl.GL_DEPTH_CLAMP)  # what is nearer to the sun than the map reaches still casts
        gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)  # a face must not shade itself
        if subset[1]:
            renderer.empty.bind()
            renderer.boxes.draw(self.program, subset)
        if leaves and "foliage" in renderer.passes:
            renderer.passes["foliage"].cast(renderer)
        for part in parts:
            part.cast_moving(renderer)
        gl.glDisable(gl.GL_DEPTH_CLAMP)
        gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)


def sways(foliage):
    """Whether leaves move: their shadow, drawn once, is as they stood then."""
    return bool((foliage.rows[:, 7] % 1 > 0).any())


def casters(boxes):
    """Places (n, 3) that the shadow map must cover: corners of the still boxes, cut to LARGEST about their middle.

    Leaves and moving boxes need no room in it: what stands over the map, however high, casts into it.
    """
    rows = boxes.rows[: boxes.still[1]]
    return _cut(_corners(rows)) if len(rows) else FEW


def close_casters(boxes, box, leaves):
    """(places, depths), both (n, 3): what the shadow map must cover, and what else must lie in its depth, round a box (2, 3) of what moves.

    leaves  (n, 12) rows of a Foliage
    The lowest layer of still boxes casts on nothing: it only has to lie in the depth. So cloth over a wide floor gets fine shadows.
    """
    moving = _eight(*box)
    if len(leaves):
        moving = np.concatenate([moving, _eight(leaves[:, :3].min(0), leaves[:, :3].max(0))])
    rows = boxes.rows[: boxes.still[1]]
    if not len(rows):
        return moving, moving
    each = _corners(rows).reshape(-1, 8, 3)
    bottom, top = each[:, :, 1].min(1), each[:, :, 1].max(1)
    lowest = top <= top.min() + LAYER
    if not (bottom[~lowest] >= top.min() - LAYER).all():
        lowest[:] = False
    lowest[boxes.still_casting[1] :] = True  # what casts no shadow needs no room either
    high = np.concatenate([moving, each[~lowest].reshape(-1, 3)])
    return _cut(high), _cut(each.reshape(-1, 3))


def _eight(low, high):
    """(8, 3) corners of an upright box."""
    return np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])], float)


def _corners(rows):
    axes = np.stack([rows["x"], rows["y"], rows["z"]], 2).astype(float)
    return corners(rows["center"].astype(float), axes, np.ones((len(rows), 3))).reshape(-1, 3)


def _cut(places):
    middle = np.median(places, axis=0)
    return np.clip(places, middle - LARGEST, middle + LARGEST)
