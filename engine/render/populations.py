"""All billboards of a picture in shared buffer textures, and the order they are drawn in.

Arrays go up as they are (places, between two ticks, are reckoned first), unsorted, each row of each body by its own copy; the order
is a list of indices, and the vertex shader pulls. Packing the particles in sorted order on the CPU would cost more than everything
else together.
"""

from ctypes import create_string_buffer

import numpy as np
from pyglet import gl

from engine.render.gl import BufferTexture, StreamBuffer, limit
from engine.render.lives import Lives
from engine.render.order import Order, Places
from engine.render.sprites import Sprites
from engine.schema.limits import BILLBOARDS

MATERIALS = {"plain": 0, "droplet": 1, "mist": 2}
LINE = 3
ORIENTATIONS = {"view_plane": 0, "velocity": 1, "view_point": 2, "axis": 3}
SCALARS = {"f": "<f4", "i": "<i4", "u": "<u4"}
LOOK = np.dtype(
    [
        (name, SCALARS[kind], 4)
        for name, kind in zip(("shape", "light", "kind", "random", "turn", "axis", "fades", "film"), "ffiufffi", strict=True)
    ]
)
LINE_STRETCH = 1 / 60  # [s] of motion that a line shows where the look has no stretch
BLOCK = 1  # binding place of the uniform block Looks

# sampler: what errors call its array, type, rows, internal format
BUFFERS = {
    "positions": ("Position.rows", np.float32, 3, gl.GL_R32F),
    "velocities": ("Velocity.rows", np.float32, 3, gl.GL_R32F),
    "lives": ("Life.age and Life.span", np.float32, 2, gl.GL_R32F),
    "tints": ("Tint.rgba", np.uint32, 1, gl.GL_RGBA8),
    "ids": ("Life.id", np.uint32, 1, gl.GL_R32UI),
    "owners": ("number of the population", np.uint8, 1, gl.GL_R8UI),
    "orders": ("order", np.uint32, 1, gl.GL_R32UI),
}
ROWS = [key for key in BUFFERS if key not in ("owners", "orders")]  # those that hold particles' own arrays


class Populations:
    """The frame's particles on the graphics card. `behind` and `before` are the (first, count) of the two orders."""

    def __init__(self):
        self.sprites, self.lives = Sprites(), Lives()
        self.buffers = {key: StreamBuffer(name, dtype) for key, (name, dtype, _, _) in BUFFERS.items()}
        self.textures = {key: BufferTexture(internal, self.buffers[key]) for key, (_, _, _, internal) in BUFFERS.items()}
        self.looks = StreamBuffer("Looks", LOOK, gl.GL_UNIFORM_BUFFER)
        self.order, self.places = Order(), Places()
        self.limit = limit(gl.GL_MAX_TEXTURE_BUFFER_SIZE)
        self.slots, self._layout, self._stand_ins = 0, None, {}
        self._seen = None
        self.is_soft = False  # whether any of them fades where it meets what is behind it
        self.behind = self.before = (0, 0)

    @property
    def count(self):
        """Particles drawn."""
        return self.behind[1] + self.before[1]

    def upload(self, frame):
        """Send a frame's particles up and sort them; ValueError where they are more than the driver takes."""
        particles = frame.particles
        layout = tuple(len(p.age) for p in particles)
        bases = np.concatenate([[0], np.cumsum(layout)]).astype(np.int64)
        self._check(len(particles), int(bases[-1]))
        self.slots = int(bases[-1])
        self.sprites.follow(frame)
        self.lives.follow(particles)
        self._follow_looks(particles)
        places = self.places.of(frame)
        rows = [_rows(p, place) for p, place in zip(particles, places, strict=True)]
        self._stand_ins = {key: "positions" for key in ROWS if not any(key in own for own in rows)}  # so that samplers read something
        for key in ROWS:
            if key not in self._stand_ins:
                self._send(key, [own.get(key, ()) for own in rows], particles, bases)
        if layout != self._layout:
            self._layout = layout
            self.buffers["owners"].write(np.repeat(np.arange(len(layout), dtype=np.uint8), layout))
        order, behind, before = self.order.sort(frame, places, bases)
        self.buffers["orders"].write(order[: behind + before])
        self.behind, self.before = (0, behind), (behind, before)

    def _check(self, populations, slots):
        if populations > BILLBOARDS:
            raise ValueError(
                f"{populations} bodies with a billboard are more than one picture can show; at most {BILLBOARDS}: take some out"
            )
        if 3 * slots > self.limit:
            raise ValueError(
                f"{slots} droplets are more than this driver's texture buffers hold (GL_MAX_TEXTURE_BUFFER_SIZE is {self.limit}); "
                f"at most {self.limit // 3} in all: lower emitter.capacity"
            )

    def _send(self, key, rows, particles, bases):
        """Send up the slots in use of every population's rows for one buffer."""
        buffer = self.buffers[key]
        if len(particles) == 1 and BUFFERS[key][2] == 1:
            buffer.write(rows[0][0][: particles[0].used])
            return
        buffer.reserve(BUFFERS[key][2] * self.slots * buffer.dtype.itemsize)
        for arrays, population, base in zip(rows, particles, bases, strict=False):
            for row, array in enumerate(arrays):
                if array is not None:
                    buffer.put(buffer.dtype.itemsize * (row * self.slots + int(base)), array[: population.used])

    def _follow_looks(self, particles):
        """Send the looks up, where they are others than before."""
        looks, curves = np.zeros(BILLBOARDS, LOOK), 0
        for row, p in zip(looks, particles, strict=False):
            has_curve = bool(p.sizes or p.colors)
            stretch = (p.stretch or LINE_STRETCH) if p.as_lines else p.stretch
            row["shape"] = *p.size, stretch, p.max_stretch
            row["light"] = p.fade, p.opacity, p.additive, _glow(p)
            row["kind"] = LINE if p.as_lines else MATERIALS[p.material], ORIENTATIONS[p.orientation], *self.sprites.layers(p)
            row["random"] = p.seed, p.key, len(p.sizes) | len(p.colors) << 8, curves
            row["turn"] = np.radians((*p.rotation, *p.spin))
            row["axis"] = *np.divide(p.axis, np.linalg.norm(p.axis)), 0
            row["fades"] = p.soft_fade, p.near_fade, p.film.fps or 0 if p.film else 0, 0
            row["film"] = (p.film.columns * p.film.rows, p.film.random_start, p.film.smooth, 0) if p.film else (1, 0, 0, 0)
            curves += has_curve
        if (told := looks.tobytes()) != self._seen:
            self._seen = told
            self.looks.write(looks)
        self.is_soft = any(p.soft_fade for p in particles)

    def bind(self, program):
        """Give a program everything that shaders/population.glsl names."""
        units = {key: self.textures[self._stand_ins.get(key, key)].bind() for key in BUFFERS}
        program.use(slots=self.slots, curves=self.lives.texture.bind(), **units)
        self.looks.bind_block(BLOCK)

    def close(self):
        for thing in (self.sprites, self.lives, self.looks, *self.textures.values(), *self.buffers.values()):
            thing.close()


def _glow(p):
    """Light of its own: what only adds light, and bends none, must have it from itself."""
    return float(p.additive and (p.as_lines or p.material == "plain")) if p.glow is None else p.glow


def _rows(p, place):
    """The arrays of a population that the shaders read, by buffer; None for a row of it that they do not."""
    rows = {"positions": place, "tints": (p.tint,), "ids": (p.id,)}
    if p.as_lines or p.orientation == "velocity" or p.orientation == "axis" and p.stretch:
        rows["velocities"] = p.velocity
    elif p.stretch:
        rows["velocities"] = (None, p.velocity[1], None)  # stretched along the world's up
    if p.fade or p.material != "plain" or p.sizes or p.colors or p.film or any(p.spin):
        rows["lives"] = (p.age, p.span)
    return rows


def bind_looks(program):
    """Tell a new program where the block Looks is bound."""
    block = gl.glGetUniformBlockIndex(program.id, create_string_buffer(b"Looks"))
    gl.glUniformBlockBinding(program.id, block, BLOCK)
