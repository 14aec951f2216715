import numpy as np
import pytest
from lattices import Body, grid, lattice

from engine.kernels.ballistic import CORRECTED, EULER, EXPLICIT, PUBLISHED, RK4, VERLET

ALL = pytest.mark.parametrize("solver", [EULER, EXPLICIT, VERLET, CORRECTED, PUBLISHED, RK4])


@ALL
def test_internal_forces_sum_to_zero(solver):
    """A crumpled free sheet keeps its momentum; with spring damping too."""
    body = Body(grid((9, 8), 0.1), *lattice((9, 8)), stiffness=100, mass=0.01, damping=0.01, kind=np.float32)
    rng = np.random.default_rng(3)
    body.places[:] += rng.normal(0, 0.02, body.places.shape)
    body.speeds[:] = rng.normal(0, 1, body.places.shape)
    before = body.speeds.sum(1)
    for _ in range(20):
        body.advance(solver, 1 / 600)
    assert body.speeds.sum(1) == pytest.approx(before, abs=2e-5)
    assert abs(body.speeds).max() > 0.1
