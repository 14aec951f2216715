"""Bullet's soft body, through Panda3D.

Its links have no stiffness in N/m but a share, 1 for as stiff as the sweeps make them; there is no spring softer on purpose here.
"""

import math

from game.commands.peers import GRAVITY

NEEDS, PIP = "panda3d", "panda3d"
VARIANTS = {"4 substeps x 10 sweeps": (4, 10), "20 substeps x 10 sweeps": (20, 10)}
THIRD, FOURTH = 4, 8  # bits of the corners that makePatch holds


class Cloth:
    """A patch held at its last two corners."""

    def __init__(self, settings, sheet, dt, drag):
        from panda3d.bullet import BulletSoftBodyNode, BulletWorld
        from panda3d.core import Point3, Vec3

        self.substeps, sweeps = settings
        self.dt, self.world = dt, BulletWorld()
        self.world.setGravity(Vec3(0, -GRAVITY, 0))
        info = self.world.getWorldInfo()
        info.setGravity(Vec3(0, -GRAVITY, 0))
        info.setAirDensity(0)
        corners = [Point3(*map(float, sheet.places[i])) for i in (0, sheet.n - 1, sheet.n * (sheet.n - 1), sheet.n**2 - 1)]
        self.body = BulletSoftBodyNode.makePatch(info, *corners, sheet.n, sheet.n, THIRD + FOURTH, True)
        self.body.getMaterial(0).setLinearStiffness(1)
        self.body.getCfg().setPositionsSolverIterations(sweeps)
        self.body.getCfg().setDampingCoefficient(-math.expm1(-drag * dt / self.substeps))
        self.body.setTotalMass(sheet.mass)
        self.world.attachSoftBody(self.body)

    def frame(self):
        """Move through dt."""
        self.world.doPhysics(self.dt, self.substeps, self.dt / self.substeps)

    def places(self):
        """(n * n, 3) [m]."""
        import numpy as np

        return np.array([tuple(node.getPos()) for node in self.body.getNodes()])
