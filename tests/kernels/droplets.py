"""A body of droplets for the tests of kernels: the arrays, and one call per tick."""

import numpy as np

from engine.kernels.ballistic import ACCELERATION, AUTO, BLOCK, DRAG, FORCE, RATE, STEP, coefficients, drift, drift_each
from engine.kernels.fields import WIDTH as FIELD
from engine.kernels.impact import impact
from engine.kernels.passage import passage
from engine.kernels.pulled import ROWS
from engine.kernels.solids import WIDTH, bounce_row

G = 9.82
FREE = (-np.inf, -np.inf, -np.inf, np.inf, np.inf, np.inf)


def field(acceleration=(0, -G, 0), force=(0, 0, 0), rate=0.0, drag=0.0):
    """What acts on a body, as the kernels take it."""
    made = np.zeros(8)
    made[ACCELERATION : ACCELERATION + 3], made[FORCE : FORCE + 3], made[RATE], made[DRAG] = acceleration, force, rate, drag
    return made


class Droplets:
    """n droplets of one gram at the origin, at rest, that live for ever; every array may be written."""

    def __init__(self, n, dt, solids=(), bounces=None, waters=(), limits=FREE, acts=None, solver=AUTO, kind=np.float32, fields=()):
        self.n, self.dt, self.before, self.kind, self.solver = n, kind(dt), kind(dt), kind, solver
        self.x, self.previous, self.v = (np.zeros((3, n), kind) for _ in range(3))
        self.age, self.span, self.mark = np.zeros(n, kind), np.full(n, 1e6, kind), np.zeros(n, kind)
        self.inverse, self.id = np.full(n, 1000, kind), np.arange(n, dtype=np.uint32)
        self.hits, self.fade = np.zeros((4, n), np.uint8), kind(0)
        self.crossed, self.splash = np.full(n, -1, np.int32), np.zeros((4, n), np.float32)
        self.solids = np.array(solids, float).reshape(-1, WIDTH)
        self.bounces = np.array([bounce_row()] if bounces is None else bounces)
        self.waters, self.limits = np.array(waters, float).reshape(-1, 5), np.array(limits, kind)
        self.field = field() if acts is None else acts
        self.fields, self.scratch = np.array(fields, float).reshape(-1, FIELD), np.zeros((ROWS, BLOCK), kind)
        self.calls = np.zeros((7, 0), np.float32), np.zeros((7, 0), np.float32)
        self.touches = np.zeros(n, np.uint32), np.zeros((3, n), np.float32)

    def drift(self, lo=0, hi=None, each=False):
        """Free motion of slots lo to hi."""
        hi = self.n if hi is None else hi
        moved = (self.x, self.previous, self.v, self.age, self.span, self.fade)
        if each:
            around = self.field, self.dt, self.before, self.limits, self.waters, self.solids
            drift_each(*moved, self.inverse, self.mark, lo, hi, self.solver, *around)
        else:
            step = np.zeros(STEP, self.kind)
            coefficients(step, self.solver, self.field, self.inverse[0], self.dt)
            drift(*moved, self.mark, lo, hi, step, self.dt, self.limits, self.waters, self.solids)

    def impact(self, lo=0, hi=None):
        """What the marked ones meet; returns (crossings, deaths, microseconds lived)."""
        hi = self.n if hi is None else hi
        return impact(
            self.x, self.previous, self.v, self.age, self.span, self.fade, self.id, self.hits, self.inverse, self.mark, lo, hi, self.solver,
            self.field, self.dt, self.before, self.limits, self.waters, self.solids, self.bounces, np.uint32(7), np.uint32(9), True,
            self.crossed, self.splash, lo, np.zeros((0, 1), self.kind), *self.calls, lo, lo, *self.touches, lo,
        )[:3]  # fmt: skip

    def passage(self, lo, hi, alike):
        """Move slots lo to hi and let them meet what they meet, those below `alike` by one set of coefficients; as impact."""
        step = np.zeros(STEP, self.kind)
        coefficients(step, self.solver, self.field, self.inverse[0], self.dt)
        return passage(
            self.x, self.previous, self.v, self.age, self.span, self.fade, self.id, self.hits, self.inverse, self.mark, lo, hi, alike, step,
            self.solver, self.field, self.dt, self.before, self.limits, self.waters, self.solids, self.bounces,
            np.uint32(7), np.uint32(9), True, self.crossed, self.splash, self.fields, self.scratch, *self.calls, *self.touches,
        )[:3]  # fmt: skip

    def tick(self, each=False):
        """One tick; returns (crossings, deaths, microseconds lived)."""
        self.drift(each=each)
        return self.impact()
