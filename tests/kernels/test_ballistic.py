import json
from pathlib import Path

import numpy as np
import pytest
from droplets import FREE, Droplets, G, field

from engine.kernels.ballistic import AUTO, EULER, STEP, affine, coefficients, move
from engine.kernels.solids import box_row

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "projectile.json").read_text())


def fall(d, steps=1):
    """Steps of free motion in the body's own float type, without looking for anything."""
    step = np.zeros(STEP, d.kind)
    coefficients(step, d.solver, d.field, d.inverse[0], d.dt)
    for _ in range(steps):
        for axis in range(3):
            move(d.x[axis], d.previous[axis], d.v[axis], 0, d.n, step[0], step[1], step[2 + axis], step[5 + axis])


@pytest.mark.parametrize("kind, tolerance", [(np.float64, 1e-12), (np.float32, 2e-6)])
def test_free_fall_under_euler_is_the_discrete_parabola(kind, tolerance):
    """Symplectic Euler falls by exactly g h^2 n (n + 1) / 2."""
    n, h = 120, 1 / 120
    d = Droplets(16, h, solver=EULER, kind=kind)
    fall(d, n)
    assert d.x[1] == pytest.approx(-G * h * h * n * (n + 1) / 2, rel=tolerance)


@pytest.mark.parametrize("steps", [1, 7, 100])
@pytest.mark.parametrize("kind, tolerance", [(np.float64, 1e-10), (np.float32, 2e-5)])
def test_auto_is_exact_for_any_step(kind, tolerance, steps):
    """Gravity and linear drag: every sample of the reference is met, whether by one step or by a hundred."""
    inputs = REFERENCE["inputs"]
    for sample in REFERENCE["samples"]:
        d = Droplets(16, sample["t"] / steps, acts=field(drag=inputs["drag_c"]), kind=kind)
        d.inverse[:] = 1 / inputs["mass"]
        d.x[:], d.v[:] = np.array(inputs["x0"])[:, None], np.array(inputs["v0"])[:, None]
        fall(d, steps)
        assert d.x[:, 3] == pytest.approx(sample["x"], rel=tolerance, abs=tolerance)
        assert d.v[:, 3] == pytest.approx(sample["v"], rel=tolerance, abs=tolerance)


def test_auto_without_drag_is_the_parabola():
    """The limit c -> 0: x0 + v t + g t^2 / 2, and the step's numbers meet at the edge of the series."""
    for sample in REFERENCE["no_drag"]["samples"]:
        d = Droplets(1, sample["t"], kind=np.float64)
        d.x[:, 0], d.v[:, 0] = REFERENCE["inputs"]["x0"], REFERENCE["inputs"]["v0"]
        fall(d)
        assert d.x[:, 0] == pytest.approx(sample["x"], abs=1e-12)
    for r in (1e-12, 1e-4):
        assert affine(AUTO, r, 1.0) == pytest.approx((1 - r + r * r / 2, 1 - r / 2, 1 - r / 2, 0.5 - r / 6), rel=1e-8)
    assert affine(AUTO, 0.0099999999, 1.0) == pytest.approx(affine(AUTO, 0.0100000001, 1.0), rel=1e-9)


@pytest.mark.parametrize("solver", [AUTO, EULER])
def test_terminal_velocity(solver):
    """A long fall with drag ends at v = g m / c, under both solvers."""
    d = Droplets(1, 0.05, acts=field(drag=REFERENCE["inputs"]["drag_c"]), solver=solver)
    d.inverse[:] = 1 / REFERENCE["inputs"]["mass"]
    for _ in range(1500):
        d.drift()
    assert d.v[1, 0] == pytest.approx(REFERENCE["terminal_velocity_y"], rel=1e-5)


def test_each_by_itself_equals_all_alike():
    """The variant for different masses gives the same bits where masses are the same, marks included."""
    box = [box_row((0, -0.5, 0), np.eye(3), (1, 0.5, 1))]
    a, b = (Droplets(5000, 1 / 120, solids=box, waters=[(0.3, 0, 0, 1, 1)], acts=field(force=(1e-4, 0, 0), drag=1e-3)) for _ in range(2))
    rng = np.random.default_rng(2)
    a.x[:], a.v[:] = rng.normal(0, 1, a.x.shape), rng.normal(0, 3, a.x.shape)
    b.x[:], b.v[:] = a.x, a.v
    a.drift()
    b.drift(each=True)
    assert (a.x == b.x).all() and (a.v == b.v).all() and (a.age == b.age).all()
    assert 0 < (a.mark <= 0).sum() < 3000


def test_newborns_move_for_their_own_age():
    """Born at the share f of a step, a particle falls for (1 - f) dt only, and is that old."""
    d = Droplets(5, 0.1)
    d.age[:] = -np.array([0, 0.25, 0.5, 0.75, 1], np.float32) * d.dt
    d.drift(each=True)
    h = 0.1 * (1 - np.array([0, 0.25, 0.5, 0.75, 1]))
    assert d.x[1] == pytest.approx(-G * h * h / 2, abs=1e-8) and d.age == pytest.approx(h, abs=1e-8)


def test_held_particles_do_not_move():
    """Inverse mass 0 holds, whatever acts."""
    d = Droplets(3, 0.1, acts=field(force=(1, 1, 1)))
    d.inverse[1] = 0
    d.v[:] = 3
    d.drift(each=True)
    assert (d.x[:, 1] == 0).all() and (d.x[:, [0, 2]] != 0).all()


def test_the_dead_are_never_marked():
    """A dead slot lies outside every limit and solid, and still asks for nothing."""
    d = Droplets(40, 1 / 60, solids=[box_row((0, 0, 0), np.eye(3), (1, 1, 1), inward=True)], limits=(-1, -1, -1, 1, 1, 1))
    d.age[::2], d.span[::2], d.x[1, ::2] = -np.inf, np.inf, 1e30
    for _ in range(200):
        d.x[:, 1::2] = 0
        d.v[:, 1::2] = 0
        d.drift()
        assert (d.mark[::2] > 0).all()


def test_what_is_not_finite_or_out_of_the_limits_is_marked():
    """nan, both infinities, and a step over each limit."""
    d = Droplets(16, 1e-9, limits=(-1, -2, -3, 1, 2, 3))
    d.x[:, 0], d.x[0, 1], d.x[1, 2], d.x[2, 3], d.v[0, 4] = 0, np.nan, np.inf, -np.inf, np.nan
    d.x[0, 5], d.x[0, 6], d.x[1, 7], d.x[1, 8], d.x[2, 9], d.x[2, 10] = -1.1, 1.1, -2.1, 2.1, -3.1, 3.1
    d.drift()
    assert (d.mark[1:11] <= 0).all() and d.mark[0] > 0 and (d.mark[11:] > 0).all()
    assert Droplets(1, 1.0, limits=FREE).tick() == (0, 0, 0)


@pytest.mark.parametrize("inward", [False, True])
def test_nothing_that_hits_goes_unmarked(inward):
    """5,000 random paths at a turned box: whatever has its velocity changed when all are looked at is marked by drift."""
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    box = [box_row((0.1, 0.2, 0.3), turn, (0.4, 0.3, 0.5), inward=inward, thickness=0.02)]
    d = Droplets(5000, 1 / 20, solids=box, acts=field(drag=5e-3))
    rng = np.random.default_rng(4)
    d.x[:], d.v[:] = rng.normal(0, 0.6, d.x.shape), rng.normal(0, 5, d.x.shape)
    d.drift()
    marked, free = d.mark <= 0, d.v.copy()
    d.mark[:] = -1
    d.impact()
    struck = (d.v != free).any(0)
    assert struck.sum() > 100 and not (struck & ~marked).any()
