"""A small scene to film, and pictures without OpenGL, for tests of films."""

import numpy as np

SCENE = """
format: 1
entities:
  drops:
    position: [0, 2, 0]
    mass: 1 g
    emitter: {rate: 240, capacity: 100, lifetime: 0.25, shape: {box: {size: [1, 1, 0.1]}}}
    billboard: {size: 0.2}
  weight: {gravity: {}}
  sun: {sun: {}}
  eye: {position: [0, 2, 4], camera: {target: [0, 2, 0]}}
"""
SHEET = "  sheet: {position: [0, 1, 0], mass: {total: 0.1}, lattice: {counts: [5, 5], size: 1}, spring: {stiffness: 100}, surface: {}}\n"  # one entity more


class Painted:
    """Pictures without OpenGL: each shows the tenths of its seconds as a grey; what happens at the n-th drawn is given by `events`."""

    events = {}
    log = []

    def __init__(self, read, seed, look, camera=None, bake="wait"):
        read()
        self.look, self.n = look, 0
        self.log[:] = [(look, camera, seed, bake)]

    def draw(self, plan, i, out=None, told=None):
        """Picture i of a plan."""
        self.n += 1
        if self.n in self.events:
            raise self.events[self.n]
        out[:] = round(float(plan.times(i)[0]) * 10)
        out[..., 3] = 255
        return out

    def develop(self, pixels):
        """As it is."""
        return pixels

    def buffer(self):
        """Room for it."""
        return np.empty((*self.look.size[::-1], 4), np.uint8)

    def close(self):
        """Say so."""
        self.log.append("closed")
