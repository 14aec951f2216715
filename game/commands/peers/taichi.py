"""Taichi: masses on springs as its own cloth example writes them, symplectic Euler, each mass gathering from its neighbours."""

import math

from game.commands.peers import GRAVITY

NEEDS, PIP = "taichi", "taichi"
VARIANTS = {"symplectic Euler, 120 substeps": 120}  # the fewest, in tens, with which these springs hold at 1/60 s
NEIGHBOURS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]


class Cloth:
    """Fields of n x n masses."""

    def __init__(self, settings, sheet, dt, drag):
        import numpy as np
        import taichi as ti

        ti.init(arch=ti.cpu, cpu_max_num_threads=1, log_level=ti.ERROR)
        n, k, m, gap = sheet.n, sheet.stiffness, sheet.mass / sheet.n**2, sheet.side / (sheet.n - 1)
        self.substeps, self.sync = settings, ti.sync
        x, v = (ti.Vector.field(3, ti.f32, (n, n)) for _ in range(2))
        self.x = x
        h, keep = dt / settings, math.exp(-drag * dt / settings)

        @ti.kernel
        def substep():
            for i in ti.grouped(x):
                force = ti.Vector([0.0, -m * GRAVITY, 0.0])
                for offset in ti.static(NEIGHBOURS):
                    j = i + ti.Vector([offset[0], offset[1]])
                    if 0 <= j[0] < n and 0 <= j[1] < n:
                        d = x[j] - x[i]
                        length = d.norm()
                        force += k * (length - gap * (offset[0] ** 2 + offset[1] ** 2) ** 0.5) * d / length
                if i[0] < n - 1 or 0 < i[1] < n - 1:
                    v[i] = (v[i] + h * force / m) * keep
            for i in ti.grouped(x):
                x[i] += h * v[i]

        self.substep = substep
        x.from_numpy(sheet.places.reshape(n, n, 3).astype(np.float32))

    def frame(self):
        """Move through dt."""
        for _ in range(self.substeps):
            self.substep()
        self.sync()

    def places(self):
        """(n * n, 3) [m]."""
        return self.x.to_numpy().reshape(-1, 3)
