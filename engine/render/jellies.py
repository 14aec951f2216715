"""Jellies, ready to draw: a rounded box that a block's lattice carries, or a closed skin's own triangles."""

import numpy as np
from pyglet import gl

from engine.kernels.compile import F
from engine.kernels.embed import carried, embed
from engine.kernels.normals import between, farthest, gather, normals
from engine.render.gl import StreamBuffer, VertexArray

ROUND, FLAT = 5, 9  # steps of the drawn box over a rounded edge and over the flat part between
BUBBLES = 44  # in a block
EDGE = 0.16  # radius of the edges, as a share of the box's shortest side


class Jelly:
    """One skin of a jelly: its rows (place 3, unit normal 3), and what it is drawn with.

    middle (3,), reach  the middle of its masses and the distance of the farthest from it [m], as drawn
    side                the mean side of its box [m]: what thickness is measured by
    bubbles             StreamBuffer of BUBBLES rows: place 3, radius, way through the body to the eye [m]; None but in blocks
    """

    def __init__(self):
        self.array, self.seen, self.count = None, None, 0
        self.buffer, self.index = StreamBuffer("Skin"), None
        self.bubbles, self.specks = None, None

    def follow(self, skin, blend, eye):
        """Take a skin as it stands between two ticks, seen from `eye` (3,) [m], and upload it."""
        if not skin.closed:
            raise ValueError(
                "a jelly must be closed, a block or a closed mesh, for light goes through its inside; choose material: fabric or plain"
            )
        if self.seen is None or self.seen[0] != skin.version or self.seen[1] is not skin.source:
            self._build(skin)
            self.seen = skin.version, skin.source
        between(skin.position, skin.previous, skin.used, F(blend), self.place)
        if self.taps is None:
            normals(self.place, self.corners, skin.used, self.normal)
            gather(self.place, self.normal, skin.source, self.rows)
        else:
            embed(self.place, self.taps, self.weight, self.facing, self.rows)
        low, high = self.place.min(0), self.place.max(0)
        self.middle, self.side = (low + high) / 2, float(np.cbrt(np.prod(np.maximum(high - low, 1e-6))))
        self.reach = float(farthest(self.place, self.middle))
        self.buffer.write(self.rows)
        if self.bubbles:
            self._follow_bubbles(np.asarray(eye, float))

    def draw(self):
        """Draw the triangles with the program at hand: locations 0 place, 1 normal."""
        self.array.bind()
        gl.glDrawElements(gl.GL_TRIANGLES, self.count, gl.GL_UNSIGNED_INT, None)

    def close(self):
        for thing in filter(None, (self.array, self.buffer, self.index, self.bubbles, self.specks)):
            thing.close()

    def draw_bubbles(self):
        """Draw the bubbles, a strip of four corners each: locations 0 place and radius, 1 way to the eye."""
        if self.bubbles:
            self.specks.bind()
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, BUBBLES)

    def _follow_bubbles(self, eye):
        embed(self.place, *self.hung, self.rest, self.floating)
        toward = eye - self.floating[:, :3]
        toward /= np.linalg.norm(toward, axis=1, keepdims=True)
        axes = (self.means @ self.place).astype(float).T  # the body's mean axes: unit box to world
        along = toward @ np.linalg.pinv(axes).T
        with np.errstate(divide="ignore"):
            way = np.where(along > 0, (1 - self.inside) / along, -self.inside / along)
        rows = np.concatenate([self.floating[:, :3], self.radius[:, None] * self.side, way.min(1)[:, None]], 1)
        self.bubbles.write(np.ascontiguousarray(rows, np.float32))

    def _seed(self, skin):
        """Place the bubbles, more of them high up, all well inside."""
        rng = np.random.default_rng(7)
        self.inside = rng.uniform(0.12, 0.88, (BUBBLES, 3))
        self.inside[:, 1] = 0.10 + 0.80 * rng.uniform(size=BUBBLES) ** 0.7
        self.radius = 0.0035 + 0.008 * rng.uniform(size=BUBBLES) ** 3
        self.hung, self.rest = carried(self.inside, skin.counts), np.ones((BUBBLES, 3), np.float32)
        self.floating = np.empty((BUBBLES, 6), np.float32)
        grid = np.meshgrid(*(np.linspace(-0.5, 0.5, n) for n in skin.counts[::-1]), indexing="ij")
        unit = np.stack([grid[2].ravel(), grid[1].ravel(), grid[0].ravel()], 1)
        self.means = np.linalg.pinv(unit).astype(np.float32)  # (3, masses): least squares; its rows sum to 0, so no middle is taken off
        if not self.bubbles:
            self.bubbles = StreamBuffer("bubbles")
            self.specks = VertexArray(self.bubbles, (4, 1), divisor=1)

    def _build(self, skin):
        """Make what holds until the skin's version changes."""
        self.place = np.empty((skin.used, 3), np.float32)
        if len(skin.counts) == 3:
            size = np.array(skin.sides)
            points, facing, corners = rounded_box(size, EDGE * min(size))
            self.taps, self.weight = carried(points, skin.counts)
            self._seed(skin)
            self.facing = (facing * size / (np.array(skin.counts) - 1)).astype(np.float32)
        else:
            self.taps, corners = None, skin.corners
            for thing in filter(None, (self.bubbles, self.specks)):
                thing.close()
            self.bubbles = self.specks = None
            self.corners = skin.source[skin.corners].astype(np.int32)
            self.normal = np.empty_like(self.place)
        self.rows = np.empty((len(skin.source) if self.taps is None else len(self.taps), 6), np.float32)
        for thing in filter(None, (self.array, self.index)):
            thing.close()
        self.array = VertexArray(self.buffer, (3, 3))  # stays bound: the index becomes a part of it
        self.index = StreamBuffer("Skin.corners", np.uint32, gl.GL_ELEMENT_ARRAY_BUFFER)
        self.index.write(np.ascontiguousarray(corners, np.uint32))
        self.count = corners.size


def rounded_box(size, radius):
    """A box of sides `size` [m] with round edges, welded.

    Returns places (v, 3) in its unit box, 0 to 1; unit normals (v, 3); triangles (t, 3), counter-clockwise from outside.
    Each face is a grid, in equal angles over the edges; its places lie where lines from an inner box's nearest place meet the surface.
    """
    half = np.asarray(size, float) / 2
    inner = half - radius
    axes = [_steps(h, radius) for h in inner]
    places, corners, start = [], [], 0
    for axis in range(3):
        u, v = (np.asarray(each) for each in np.meshgrid(axes[(axis + 1) % 3], axes[(axis + 2) % 3], indexing="ij"))
        for sign in (-1.0, 1.0):
            p = np.empty((u.size, 3))
            p[:, axis], p[:, (axis + 1) % 3], p[:, (axis + 2) % 3] = sign * half[axis], u.ravel(), v.ravel()
            places.append(p)
            corners.append(_quads(*u.shape, turned=sign < 0) + start)
            start += u.size
    keys, inverse = np.unique(np.round(np.concatenate(places), 7), axis=0, return_inverse=True)
    nearest = np.clip(keys, -inner, inner)
    out = keys - nearest
    normal = out / np.linalg.norm(out, axis=1, keepdims=True)
    return (nearest + radius * normal) / (2 * half) + 0.5, normal, inverse.reshape(-1)[np.concatenate(corners)]


def _steps(inner, radius):
    """Coordinates along a face: the flat part evenly, each edge in equal angles up to 45 degrees."""
    edge = inner + radius * np.tan(np.linspace(0, np.pi / 4, ROUND + 1))[1:]
    return np.concatenate([-edge[::-1], np.linspace(-inner, inner, FLAT + 1), edge])


def _quads(rows, columns, turned):
    """Two triangles for each cell of a grid (t, 3)."""
    q = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = q[:-1, :-1], q[1:, :-1], q[1:, 1:], q[:-1, 1:]
    triangles = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    return triangles[:, ::-1] if turned else triangles
