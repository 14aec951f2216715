"""Ours, as the others are measured."""

NEEDS, PIP = "engine", "springvand"
VARIANTS = {"stable, 20 substeps a frame of 1/60 s": 20, "stable, 10 substeps a frame of 1/60 s": 10}


class Cloth:
    """The sheet as a scene, whole with everything that a tick does."""

    def __init__(self, settings, sheet, dt, drag):
        from engine.simulation import Simulation
        from game.commands import bench_springs_scene as scenes

        scene = scenes.cloth(sheet.n, settings, sheet.stiffness, drag=drag, step=dt)
        self.simulation = Simulation(scene, threads=1)
        self.simulation.get("cloth", _position()).xyz[:] = sheet.places

    def frame(self):
        """Move through dt."""
        self.simulation.step()

    def places(self):
        """(n * n, 3) [m]."""
        return self.simulation.get("cloth", _position()).xyz.copy()


def _position():
    from engine.components import Position

    return Position
