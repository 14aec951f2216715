import json
from pathlib import Path

import numpy as np
import pytest
from droplets import Droplets, G, field

from engine.kernels.ballistic import AUTO, CORRECTED, EULER, EXPLICIT, PUBLISHED, RK4, STABLE, VERLET, affine
from engine.kernels.solids import bounce_row, plane_row

TABLE = json.loads((Path(__file__).parents[1] / "reference" / "springs.json").read_text())["verlet_variable_dt"]
LATE = pytest.mark.parametrize("solver", [VERLET, CORRECTED, PUBLISHED])
FLOOR = [plane_row((0, 0, 0), (0, 1, 0))]


def tick(d, dt):
    """One tick of another length than the one before."""
    d.before, d.dt = d.dt if d.age[0] > 0 else d.kind(0), d.kind(dt)
    d.drift(each=True)


@pytest.mark.parametrize("solver, falls", [(EULER, 1), (EXPLICIT, -1), (VERLET, 0), (CORRECTED, 0), (PUBLISHED, 0), (RK4, 0), (STABLE, 0)])
def test_free_fall_of_particles(solver, falls):
    """g h^2 n (n + 1) / 2 under symplectic Euler, n (n - 1) / 2 under explicit, the parabola under all others."""
    n, h = 60, 1 / 120
    d = Droplets(8, h, solver=solver)
    for _ in range(n):
        d.drift(each=True)
    assert d.x[1] == pytest.approx(-G * h * h * n * (n + falls) / 2, rel=4e-6)


@pytest.mark.parametrize("name, solver", [("basic", VERLET), ("dummer", PUBLISHED), ("midpoint", CORRECTED)])
def test_verlet_of_varying_ticks(name, solver):
    """A particle thrown up under steps of varying length is where the reference has it, float32."""
    i = TABLE["constant_gravity"]
    d = Droplets(4, 1, solver=solver, acts=field((0, i["a"], 0)))
    d.x[1], d.v[1] = i["x0"], i["v0"]
    for dt, place in zip(TABLE["dt"], i[name][1:], strict=True):
        tick(d, dt)
        assert d.x[1] == pytest.approx(place, abs=2e-6)


@LATE
def test_newborns_under_verlet(solver):
    """The second step of a particle born within a tick is after one as long as it is old: plain Verlet alone minds."""
    d = Droplets(3, 0.1, solver=solver)
    d.age[:] = -np.array([0, 0.25, 0.75], np.float32) * d.dt
    d.v[1] = 2
    for _ in range(3):
        d.drift(each=True)
    first, h = 0.1 * (1 - np.array([0, 0.25, 0.75])), 0.1
    if solver == CORRECTED:
        gains = first / 2, (h + first) / 2, h
        keeps = 1, 1, 1
    else:
        gains, keeps = (first / 2, h, h), (1, first / h if solver == VERLET else 1, 1)
    v, x = 2.0, 0.0
    for gain, keep, step in zip(gains, keeps, (first, h, h), strict=True):
        v = v * keep - G * gain
        x = x + v * step
    assert d.x[1] == pytest.approx(x, abs=1e-6) and d.v[1] == pytest.approx(v, abs=1e-6)


@pytest.mark.parametrize("solver, order", [(EULER, 1), (EXPLICIT, 1), (RK4, 4)])
def test_orders_with_drag(solver, order):
    """One step of order n is off by h^(n + 1), against the exact step; Runge-Kutta's is exactly its series."""
    off = []
    for h in (0.2, 0.1, 0.05):
        off.append([abs(a - b) for a, b in zip(affine(solver, 1.5, h), affine(AUTO, 1.5, h), strict=True)])
    ratio = np.log2(np.array(off[1]) / np.array(off[2]))
    assert ratio[[0, 2]] == pytest.approx(order + 1, abs=0.15)  # velocity; place may be better by one
    z = 0.3
    assert affine(RK4, 1.5, 0.2)[0] == pytest.approx(1 - z + z**2 / 2 - z**3 / 6 + z**4 / 24, rel=1e-14)
    assert affine(STABLE, 1.5, 0.2) == affine(AUTO, 1.5, 0.2)


@pytest.mark.parametrize("solver", [AUTO, EULER, RK4, VERLET, CORRECTED, PUBLISHED])
def test_bounces_under_every_solver(solver):
    """Dropped from h0 with restitution 0.5 it rises to h0 / 4 and lies still after sqrt(2 h0 / g) (1 + e) / (1 - e)."""
    dt = 1 / 240
    d = Droplets(1, dt, FLOOR, [bounce_row(0.5, friction=0.5)], solver=solver)
    d.x[1] = 1.0
    high = []
    for _ in range(int(2 * (2 / G) ** 0.5 * 3 / dt)):
        d.tick(each=True)
        high.append(float(d.x[1, 0]))
    high = np.array(high)
    touched = int(high.argmin()) if high[:150].min() < 1e-3 else int(high[:150].argmin())
    assert high[touched : touched + 120].max() == pytest.approx(0.25, abs=0.02)
    assert abs(high[-20:]).max() < 1e-5
    late = 0.5 * dt * G if solver in (VERLET, CORRECTED, PUBLISHED) else 0
    assert d.v[1, 0] == pytest.approx(late, abs=1e-5)


def test_explicit_euler_stays_near_the_floor():
    """It gains a little at each touch, and never falls through."""
    d = Droplets(1, 1 / 240, FLOOR, [bounce_row(0.3)], solver=EXPLICIT)
    d.x[1] = 0.3
    for _ in range(960):
        d.tick(each=True)
        assert d.x[1, 0] > -1e-5
    assert d.x[1, 0] < 0.01
