"""Newton, on the processor, where it runs its kernels one element after the other: its times say nothing about a graphics card."""

import math
from typing import NamedTuple

from game.commands.peers import GRAVITY

NEEDS, PIP = "newton", "newton"


class Settings(NamedTuple):
    """Which solver, and what its own example of a hanging cloth gives it, but for the substeps of the explicit one."""

    solver: str
    substeps: int
    more: dict


VARIANTS = {
    "semi-implicit, 120 substeps": Settings("SolverSemiImplicit", 120, {"enable_tri_contact": False}),  # the fewest, in tens, that hold
    "XPBD, 10 substeps x 10 sweeps": Settings("SolverXPBD", 10, {"iterations": 10}),
    "VBD, 10 substeps x 10 sweeps": Settings("SolverVBD", 10, {"iterations": 10, "particle_enable_self_contact": False}),
}


class Cloth:
    """Particles and springs."""

    def __init__(self, settings, sheet, dt, drag):
        import newton
        import warp as wp

        wp.config.quiet = True
        builder = newton.ModelBuilder(up_axis=newton.Axis.Y, gravity=(0, -GRAVITY, 0))
        cell = sheet.side / (sheet.n - 1)
        level = wp.quat_from_axis_angle(wp.vec3(1, 0, 0), wp.pi / 2)
        builder.add_cloth_grid(  # its triangles colour the masses for VBD, without force
            pos=wp.vec3(*sheet.places[0]), rot=level, vel=wp.vec3(0, 0, 0), dim_x=sheet.n - 1, dim_y=sheet.n - 1, cell_x=cell, cell_y=cell,
            mass=sheet.mass / sheet.n**2, tri_ke=0, tri_ka=0, tri_kd=0, edge_ke=0, edge_kd=0, particle_radius=1e-4,
        )  # fmt: skip
        for i in sheet.held.tolist():
            builder.particle_mass[i] = 0
            builder.particle_flags[i] = int(builder.particle_flags[i]) & ~int(newton.ParticleFlags.ACTIVE)
        for i, j in sheet.ends.tolist():
            builder.add_spring(i, j, sheet.stiffness, 0, 0)
        builder.color(include_bending=True)
        model = builder.finalize(device="cpu")
        model.particle_grid, model.particle_max_radius = None, 0.0  # no contact
        self.solver = getattr(newton.solvers, settings.solver)(model, **settings.more)
        self.states, self.control = [model.state(), model.state()], model.control()
        self.substeps, self.dt, self.keep = settings.substeps, dt, math.exp(-drag * dt)

    def frame(self):
        """Move through dt."""
        for _ in range(self.substeps):
            now, then = self.states
            now.clear_forces()
            self.solver.step(now, then, self.control, None, self.dt / self.substeps)
            self.states = [then, now]
        if self.keep < 1:
            self.states[0].particle_qd.assign(self.states[0].particle_qd.numpy() * self.keep)

    def places(self):
        """(n * n, 3) [m]."""
        return self.states[0].particle_q.numpy()
