import numpy as np
import pytest
from lattices import Body, G, grid, interpreted, lattice, listed

from engine.kernels.ballistic import CORRECTED, EULER, EXPLICIT, PUBLISHED, RK4, VERLET
from engine.kernels.contacts import Member, contacts
from engine.kernels.solids import bounce_row, plane_row

ALL = pytest.mark.parametrize("solver", [EULER, EXPLICIT, VERLET, CORRECTED, PUBLISHED, RK4])
LATE = pytest.mark.parametrize("solver", [VERLET, CORRECTED, PUBLISHED])


def oscillator(w, amplitude=0.2, rest=1.0):
    """A mass of 1 kg on a spring of stiffness w^2 to a held one, moved off its rest; its place off rest is `u`."""
    body = Body(np.array([[0.0, rest], [0, 0], [0, 0]]), *listed([(0, 1)]), stiffness=w * w)
    body.hold(0)
    body.x[0, 1] += amplitude
    return body


def swing(body, solver, h, steps, rest=1.0):
    """(place off rest, velocity) before and after each of so many steps, (steps + 1, 2)."""
    seen = [(body.x[0, 1] - rest, body.v[0, 1])]
    with interpreted():
        for _ in range(steps):
            body.advance(solver, h)
            seen.append((body.x[0, 1] - rest, body.v[0, 1]))
    return np.array(seen)


def test_symplectic_euler_conserves_its_own_energy():
    """v^2 + w^2 x^2 - h w^2 x v is the same after any number of steps, to rounding."""
    w, h = 7.0, 0.11
    x, v = swing(oscillator(w), EULER, h, 150).T
    own = v * v + w * w * x * x - h * w * w * x * v
    assert own == pytest.approx(own[0], rel=1e-12)
    assert np.ptp(v * v + w * w * x * x) > 0.5 * own[0]


@LATE
def test_verlet_conserves_its_own_energy(solver):
    """V^2 + w^2 x^2 (1 - w^2 h^2 / 4), V the mean of the velocities half a step before and after."""
    w, h = 7.0, 0.11
    x, late = swing(oscillator(w), solver, h, 150).T
    v = (late[1:-1] + late[2:]) / 2
    own = v * v + w * w * x[1:-1] ** 2 * (1 - w * w * h * h / 4)
    assert own == pytest.approx(w * w * 0.2**2 * (1 - w * w * h * h / 4), rel=1e-12)


def test_explicit_euler_grows():
    """v^2 + w^2 x^2 grows by 1 + w^2 h^2 in each step."""
    w, h = 3.0, 0.02
    x, v = swing(oscillator(w), EXPLICIT, h, 60).T
    energy = v * v + w * w * x * x
    assert energy[1:] / energy[:-1] == pytest.approx(1 + w * w * h * h, rel=1e-12)


@pytest.mark.parametrize("solver", [EULER, VERLET, CORRECTED, PUBLISHED])
@pytest.mark.parametrize("steps", [5, 12, 40])
def test_discrete_period(solver, steps):
    """The period is 2 pi h / arccos(1 - w^2 h^2 / 2): with w h = 2 sin(pi / n) all is back after n steps."""
    w = 2 * np.sin(np.pi / steps) / 0.05
    seen = swing(oscillator(w), solver, 0.05, steps + 1)
    assert seen[steps, 0] == pytest.approx(0.2, abs=1e-13)
    assert seen[steps + 1] == pytest.approx(seen[1], abs=1e-11)


@pytest.mark.parametrize("solver, limit", [(EULER, 2.0), (VERLET, 2.0), (CORRECTED, 2.0), (RK4, 8**0.5)])
def test_limit_of_stability(solver, limit):
    """Stable iff w h < 2, Runge-Kutta iff w h < 2.83."""
    below, above = (swing(oscillator(limit + more, 1e-9), solver, 1.0, 300)[:, 0] for more in (-0.01, 0.01))
    assert abs(below).max() < 1.1e-8 and abs(above[-10:]).max() > 1e-7


def test_free_fall():
    """Symplectic Euler falls by exactly g h^2 n (n + 1) / 2, explicit Euler by n (n - 1) / 2, all others on the parabola; bodies need no springs."""
    h, n = 1 / 60, 30
    fallen = {EULER: n * (n + 1) / 2, EXPLICIT: n * (n - 1) / 2}
    for solver in (EULER, EXPLICIT, VERLET, CORRECTED, PUBLISHED, RK4):
        body = Body(np.zeros((3, 1)), *listed([]))
        body.air.field[0, 1] = -G
        with interpreted():
            body.advance(solver, n * h, n)
        assert body.x[1, 0] == pytest.approx(-G * h * h * fallen.get(solver, n * n / 2), rel=1e-13)


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


def test_symplectic_euler_keeps_angular_momentum():
    """Sum of x cross v of a free crumpled sheet is constant, to rounding, spring damping or not."""
    body = Body(grid((4, 3), 0.1), *lattice((4, 3)), stiffness=100, mass=0.01, damping=0.01)
    rng = np.random.default_rng(3)
    body.places[:] += rng.normal(0, 0.02, body.places.shape)
    body.speeds[:] = rng.normal(0, 1, body.places.shape)
    before = np.cross(body.places.T, body.speeds.T).sum(0)
    with interpreted():
        body.advance(EULER, 1 / 60, 12)
    assert np.cross(body.places.T, body.speeds.T).sum(0) == pytest.approx(before, abs=1e-13)


@ALL
@pytest.mark.parametrize("counts, axes", [((8, 7), (0, 1)), ((5, 4, 4), (0, 1, 2))])
def test_mirrored_bodies_stay_mirrored(solver, counts, axes):
    """A lattice in a mirror of any of its axes does the same in the mirror, bit for bit, with all kinds of links."""
    links = ("structural", "shear", "bend", "space")[: 3 if len(counts) == 2 else 4]
    rng = np.random.default_rng(5)
    state = rng.normal(0, 0.03, (2, 3, np.prod(counts))).astype(np.float32)
    shape = (3, *counts[::-1])
    for axis in axes:
        results = []
        for mirrored in (False, True):
            body = Body(grid(counts, 0.1), *lattice(counts, links), stiffness=90, mass=0.01, damping=0.003, kind=np.float32)
            body.air.field[0, 6] = 0.1
            place = (grid(counts, 0.1).astype(np.float32) + state[0]).reshape(shape)
            speed = state[1].reshape(shape)
            body.places[:] = mirror(place, axis, mirrored).reshape(3, -1)
            body.speeds[:] = mirror(speed, axis, mirrored).reshape(3, -1)
            body.advance(solver, 1 / 120, 4)
            results.append(mirror(body.places.reshape(shape).copy(), axis, mirrored))
        assert (results[0] == results[1]).all() and np.isfinite(results[0]).all()


def mirror(rows, axis, do):
    """Rows (3, ...) with the masses in the opposite order along an axis and that coordinate's sign changed."""
    if not do:
        return rows
    rows = np.flip(rows, 3 - axis if rows.ndim == 4 else 2 - axis).copy()
    rows[axis] *= -1
    return rows


@ALL
def test_held_masses_are_led_to_their_target_in_a_straight_line(solver):
    """A held mass ends on its target to the bit, moves evenly on its way, and pulls what hangs on it."""
    body = Body(grid((3, 3)), *lattice((3, 3)), stiffness=100, kind=np.float32)
    body.hold(4)
    body.target[:, 4] = 0.3, -0.1, 0.7
    body.advance(solver, 0.1, 7)
    assert body.x[:, 4] == pytest.approx(body.target[:, 4], abs=0) and body.v[:, 4] == pytest.approx([3, -1, 7], rel=1e-5)
    assert body.x[2, 1] > 0


@pytest.mark.parametrize("solver", [EULER, VERLET, CORRECTED, PUBLISHED, RK4])
def test_contact_counts_as_velocity(solver):
    """What falls on a plane stops there: it is neither thrown up nor does speed build up inside it."""
    body = Body(grid((4, 4), 0.1), *lattice((4, 4)), stiffness=300, mass=0.01, kind=np.float32)
    body.air.field[0, 1] = -G
    body.places[:] = body.places[0], np.full(16, 0.3), body.places[1].copy()
    floor = np.array([plane_row((0, 0, 0), (0, 1, 0))])
    body.solid = body.solid._replace(rows=floor, bounces=np.array([bounce_row(friction=0.5)]), first=np.array([0, 1], np.int32))
    for _ in range(120):
        body.advance(solver, 1 / 120, 8)
    assert body.places[1] == pytest.approx(0, abs=1e-5)
    assert abs(body.speeds).max() < G / 120 / 8


def test_masses_of_one_body_push_each_other_away():
    """Two masses that fly at each other keep their distance, their momentum, and lose the speed at which they met."""
    body = Body(np.array([[-0.3, 0.3], [0, 0], [0, 0]]), *listed([]), mass=[1, 3], kind=np.float32)
    body.v[0, :2] = 4, -2
    nobody = np.zeros((0, 3), np.int32)
    member = Member(0, 2, np.zeros(2, np.float32), 0.1, 0.0, body.places.copy(), np.arange(2), nobody, False, 0.0, False)
    body.contacts = contacts([member], body.x.shape[1])
    body.advance(EULER, 0.5, 200)
    assert body.x[0, 1] - body.x[0, 0] == pytest.approx(0.1, abs=1e-5)
    assert body.v[0, :2] == pytest.approx([-0.5, -0.5], abs=1e-5)
