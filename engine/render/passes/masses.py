"""Masses as balls, springs as rods between them, redder with energy. A ball is one square whose fragments find the sphere."""

import numpy as np
from pyglet import gl

from engine.kernels import heat, normals
from engine.render.gl import BufferTexture, Program, StreamBuffer, state

LEAST_SPEED = 0.3  # [m/s] slower ones are not full red, even where all others are slower still
LEAST_STRAIN = 0.004  # springs longer or shorter by less than this share are not full red, even where all others are slacker
ROD = 0.42  # diameter of a rod over that of its balls
THIN, LONG = 0.45, 1.2  # springs longer than LONG times the shortest (diagonals, over two steps) are thinner
PLAIN, ENERGY, FROZEN = range(3)  # as shaders/energy.glsl counts


class Body:
    """One body's masses and springs on the graphics card."""

    def __init__(self):
        self.buffers = [
            StreamBuffer(f"Masses.{name}", dtype) for name, dtype in (("position", "f4"), ("ends", "i4"), ("energy", "f4"), ("rest", "f4"))
        ]
        forms = gl.GL_RGBA32F, gl.GL_RG32I, gl.GL_R32F, gl.GL_R32F
        self.textures = [BufferTexture(form, buffer) for form, buffer in zip(forms, self.buffers, strict=True)]
        self.made_of, self.bins = None, np.zeros(heat.BINS, np.int32)

    def follow(self, masses, blend):
        """Take over a frame's Masses as they are at this blend between two ticks."""
        made_of = masses.version, masses.ends.ctypes.data, len(masses.ends), masses.used
        places, ends, energies, thickness = self.buffers
        if made_of != self.made_of:
            self.made_of = made_of
            self.rows, self.hot = np.zeros((masses.used, 4), np.float32), np.zeros(masses.used, np.float32)
            self.held = np.zeros(masses.used, bool)
            self.strained = np.zeros(len(masses.ends), np.float32)
            ends.write(np.ascontiguousarray(masses.ends, np.int32))
            thickness.write(thickness_of(masses.rest))
        self.masses, blend = masses, np.float32(blend)
        normals.between(masses.position, masses.previous, masses.used, blend, self.rows)
        if masses.show_energy:
            heat.of_masses(masses.velocity, masses.inverse, masses.used, np.float32(LEAST_SPEED), self.bins, self.hot)
            heat.of_springs(self.rows, masses.ends, masses.rest, masses.stiffness, np.float32(LEAST_STRAIN), self.bins, self.strained)
        self.rows[:, 3] = self.hot
        np.less_equal(masses.inverse[: masses.used], 0, out=self.held)
        np.copyto(self.rows[:, 3], -1, where=self.held)
        places.write(self.rows)
        energies.write(self.strained)

    def bind(self, program):
        """Give a program this body's buffers."""
        names = "masses", "ends", "heats", "thickness"
        m = self.masses
        tinted = FROZEN if m.frozen else ENERGY if m.show_energy else PLAIN
        units = {name: texture.bind() for name, texture in zip(names, self.textures, strict=True)}
        program.use(radius=float(m.radius), width=float(2 * ROD * m.radius), tinted=tinted, **units)

    def close(self):
        for thing in (*self.textures, *self.buffers):
            thing.close()


class Pass:
    def __init__(self, renderer):
        taps = [f"SHADOW_TAPS {renderer.quality.taps}"]
        self.balls, self.rods = Program("masses", defines=taps), Program("springs", defines=taps)
        self.discs, self.ribbons = Program("masses", "disc", ["SHADOW"]), Program("springs", "depth", ["SHADOW"])
        self.bodies = []

    def upload(self, renderer, frame):
        while len(self.bodies) < len(frame.masses):
            self.bodies.append(Body())
        while len(self.bodies) > len(frame.masses):
            self.bodies.pop().close()
        for body, masses in zip(self.bodies, frame.masses, strict=True):
            body.follow(masses, frame.blend)

    def draw(self, renderer, frame):
        if self.bodies:
            (renderer.many or renderer.scene).bind()
            self._shown(renderer, covering=bool(renderer.many))

    def reflect(self, renderer, frame):
        if self.bodies:
            self._shown(renderer, covering=False)

    def casts(self, frame):
        return any(masses.shadow for masses in frame.masses)

    def cast_moving(self, renderer):
        state()
        renderer.empty.bind()
        self._all(self.discs, self.ribbons, only_casting=True)

    def close(self):
        for thing in (self.balls, self.rods, self.discs, self.ribbons, *self.bodies):
            thing.close()

    def _shown(self, renderer, covering):
        state()
        renderer.empty.bind()
        for program in (self.rods, self.balls):
            renderer.bind_shadow(program)
            program.use(room_map=renderer.shared["room"].bind(), covering=float(covering))
        if covering:
            gl.glEnable(gl.GL_SAMPLE_ALPHA_TO_COVERAGE)
            gl.glEnable(gl.GL_SAMPLE_ALPHA_TO_ONE)  # a sample that is covered is so wholly
        self._all(self.balls, self.rods)
        if covering:
            gl.glDisable(gl.GL_SAMPLE_ALPHA_TO_COVERAGE)
            gl.glDisable(gl.GL_SAMPLE_ALPHA_TO_ONE)

    def _all(self, balls, rods, only_casting=False):
        shown = [body for body in self.bodies if body.masses.shadow or not only_casting]
        for program, counts in ((rods, [len(b.masses.ends) for b in shown]), (balls, [b.masses.used for b in shown])):
            for body, count in zip(shown, counts, strict=True):
                if count:
                    body.bind(program)
                    gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6 * count)


def thickness_of(rest):
    """Share of the full width (m,) of springs with these rest lengths [m]."""
    shortest = rest.min() if len(rest) else 1.0
    return np.where(rest > LONG * shortest, THIN, 1.0).astype(np.float32)
