import numpy as np
import pytest
from lattices import Body, G, grid, interpreted, lattice, listed

from engine.bodies.runs import lattice_runs
from engine.kernels.ballistic import CORRECTED, EULER, RK4, VERLET
from engine.kernels.energy import spring_energy
from engine.kernels.explicit import substeps_needed
from engine.kernels.spring_force import lay, pull


def rope(n, spacing, kind=np.float32, **makes):
    """n masses in a row along x from the origin."""
    places = np.zeros((3, n))
    places[0] = np.arange(n) * spacing
    return Body(places, *lattice((n,), ("structural",)), kind=kind, **makes)


def force(body):
    """Forces (3, n) of its springs."""
    made = lay(body.springs, body.x.shape[1])
    pull(body.x, body.v, body.n, made)
    return made.sums[0, :, : body.n]


def plain_force(body):
    """The same by numpy, in float64."""
    total, (a, b) = np.zeros((3, body.n)), body.ends.T
    d, u = (rows[:, b].astype(float) - rows[:, a] for rows in (body.x, body.v))
    length = np.linalg.norm(d, axis=0)
    s = body.springs
    on_a = (s.stiffness * (length - s.rest) + s.damping * (d * u).sum(0) / length) * d / length
    for axis in range(3):
        np.add.at(total[axis], a, on_a[axis])
        np.add.at(total[axis], b, -on_a[axis])
    return total


@pytest.mark.parametrize("counts", [(5,), (9, 7), (40, 39), (5, 4, 6)])
def test_forces_are_those_of_the_springs(counts):
    """Runs of any stride, lists, and the runs that bodies build, give the sum of k (l - D) and damping along each spring; with a stiffness of each spring's own."""
    links = ("structural", "shear", "bend", "space")[: 1 + len(counts)]
    links = ("structural", "bend") if len(counts) == 1 else links
    built, found = lattice_runs(counts, links), []
    table, ends = lattice(counts, links)
    for table, ends, slot, slots in (  # noqa: B020
        (table, ends, np.arange(len(ends)), len(ends)),
        (*listed(ends), np.arange(len(ends)), len(ends)),
        (built.table, built.ends, built.slot, built.slots),
    ):
        body = Body(grid(counts, 0.1), table, ends, damping=0.2, kind=np.float32)
        scratch = [np.full(slots, np.nan, np.float32) for _ in range(3)]
        body.springs = body.springs._replace(slot=slot.astype(np.int32), length=scratch[0], give=scratch[1], lag=scratch[2])
        body.places[:] += np.random.default_rng(6).normal(0, 0.03, body.places.shape)
        body.speeds[:] = np.random.default_rng(7).normal(0, 1, body.places.shape)
        body.springs.stiffness[:] = 50 + (ends @ [7, 31]) % 100
        found.append(force(body).copy())
        assert found[-1] == pytest.approx(plain_force(body), abs=2e-4)
    assert abs(found[0]).max() > 1 and found[0] == pytest.approx(found[1], abs=2e-4)
    assert found[0] == pytest.approx(found[2], abs=1e-5)


def test_idle_slots_and_long_runs_have_no_strength():
    """A run over whole rows whose last slot in each row is idle is as good as one run a row."""
    body = Body(grid((4, 4), 0.1), *lattice((4, 4), ("structural",)), stiffness=80, kind=np.float32)
    body.places[:] += np.random.default_rng(6).normal(0, 0.03, body.places.shape)
    want = force(body).copy()
    table = np.zeros((3, 10), np.int32)
    table[0] = 0, 1, 8, 2, 0, 0, 0, 0, 0, 0  # even columns
    table[1] = 1, 2, 7, 2, 8, 0, 0, 0, 0, 0  # odd ones: each fourth mass has no right neighbour
    table[2] = 0, 4, 12, 1, 15, 0, 0, 1, 1, 0  # upward
    slots = {(int(a), int(b)): s for r in table for t in range(r[2]) for a, b, s in [(r[0] + t * r[3], r[1] + t * r[3], r[4] + t)]}
    slot = np.array([slots[int(a), int(b)] for a, b in body.ends], np.int32)
    scratch = [np.full(27, np.nan, np.float32) for _ in range(3)]
    body.springs = body.springs._replace(table=table, slot=slot, length=scratch[0], give=scratch[1], lag=scratch[2])
    assert (force(body) == want).all()


def test_a_spring_of_no_length_has_no_force():
    """Two masses in one place pull in no direction: 0 and not no number."""
    body = Body(grid((2,)), *lattice((2,), ("structural",)), stiffness=80, kind=np.float32)
    body.places[:] = 0.5
    assert (force(body) == 0).all()


def test_a_hanging_chain_stretches_by_what_hangs_on_it():
    """The i-th of n springs from the top is (n - i + 1) m g / k longer, and the pin carries M g."""
    n, m, k = 12, 0.05, 400.0
    chain = rope(n + 1, 0.1, stiffness=k, mass=m)
    chain.places[:] = -chain.places[[1, 0, 2]]
    chain.hold(0)
    chain.air.field[0, 1], chain.air.field[0, 6] = -G, 6.0
    chain.advance(EULER, 6.0, 2400)
    longer = np.zeros(n, np.float32)
    energy = spring_energy(chain.x, chain.ends, chain.springs.rest, chain.springs.stiffness, longer)
    want = np.arange(n, 0, -1) * m * G / k
    order = np.argsort(chain.ends[:, 0])
    assert longer[order] == pytest.approx(want, abs=2e-6)
    assert energy == pytest.approx((k * want**2 / 2).sum(), rel=1e-4)
    assert force(chain)[1, 0] == pytest.approx(-n * m * G, rel=1e-4)


def test_a_slack_rope_is_a_catenary():
    """y = a cosh(x / a) with L = 2 a sinh(D / 2 a), met to the square of a link's share of the curve, and the stretch of its stiff springs."""
    n, length, width = 81, 2.0, 1.2
    low, high = 0.05, 5.0
    for _ in range(60):
        a = (low + high) / 2
        low, high = (low, a) if 2 * a * np.sinh(width / 2 / a) < length else (a, high)
    chain = rope(n, length / (n - 1), stiffness=2e4, mass=0.001)
    s = np.linspace(-length / 2, length / 2, n)
    x = a * np.arcsinh(s / a)
    chain.places[:] = [x, -np.cosh(2 * x) * 0.2, 0 * x]  # not yet it
    chain.places[1] -= chain.places[1, 0]
    chain.hold(0, n - 1)
    chain.target[:, :n] = chain.places
    chain.air.field[0, 1], chain.air.field[0, 6] = -G, 4.0
    chain.advance(EULER, 5.0, 30000)
    deep = a * np.cosh(chain.places[0] / a) - a * np.cosh(width / 2 / a)
    assert chain.places[1] == pytest.approx(deep, abs=1e-3)
    assert deep.min() < -0.6 and abs(chain.speeds).max() < 0.02


@pytest.mark.parametrize("mode", [1, 3, 8])
def test_standing_waves_along_a_chain(mode):
    """N masses between fixed ends swing with 2 sqrt(k/m) sin(n pi / (2 (N + 1))): back after one discrete period, each mass for itself."""
    masses, steps = 8, 40
    chain = rope(masses + 2, 1.0, np.float64, stiffness=3.0, mass=0.2)
    chain.hold(0, masses + 1)
    w = 2 * np.sqrt(3 / 0.2) * np.sin(mode * np.pi / 2 / (masses + 1))
    shape = 0.02 * np.sin(mode * np.pi * np.arange(masses + 2) / (masses + 1))
    chain.places[0] += shape
    h = 2 * np.sin(np.pi / steps) / w
    with interpreted():
        chain.advance(VERLET, h * steps, steps)
    assert chain.places[0] - np.arange(masses + 2) == pytest.approx(shape, abs=1e-12)


def test_standing_waves_across_a_taut_chain():
    """The tension over the spacing, T / a, in place of k: small waves across are back after their discrete period."""
    masses, steps, k, m, rest = 8, 40, 30.0, 0.2, 0.6
    chain = rope(masses + 2, 1.0, np.float64, stiffness=k, mass=m)
    chain.springs.rest[:] = rest
    chain.hold(0, masses + 1)
    w = 2 * np.sqrt(k * (1 - rest) / m) * np.sin(np.pi / (masses + 1))
    chain.places[1] = 1e-5 * np.sin(2 * np.pi * np.arange(masses + 2) / (masses + 1))
    shape, h = chain.places[1].copy(), 2 * np.sin(np.pi / steps) / w
    with interpreted():
        chain.advance(CORRECTED, h * steps, steps)
    assert chain.places[1] == pytest.approx(shape, abs=1e-10)


def stiffness_matrix(body):
    """M^-1/2 K M^-1/2 of the springs, (3 n, 3 n)."""
    n = body.n
    made, root = np.zeros((n, 3, n, 3)), np.sqrt(body.inverse[:n])
    for (a, b), rest, k in zip(body.ends, body.springs.rest, body.springs.stiffness, strict=True):
        d = (body.x[:, b] - body.x[:, a]).astype(float)
        length = np.linalg.norm(d)
        along = np.outer(d, d) / length**2
        own = k * along + k * max(0, 1 - rest / length) * (np.eye(3) - along)
        for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            made[i, :, j] += sign * own * root[i] * root[j]
    return made.reshape(3 * n, 3 * n)


@pytest.mark.parametrize("counts, crumple", [((6,), 0.3), ((6, 5), 0), ((6, 5), 0.3), ((4, 4, 3), 0), ((4, 4, 3), 0.4)])
def test_substeps_are_bound_by_the_highest_frequency(counts, crumple):
    """w h never exceeds 1.8 (Runge-Kutta 2.5), with the true highest frequency; and few substeps too many are taken."""
    body = Body(
        grid(counts), *lattice(counts, ("structural",) if len(counts) == 1 else ("structural", "shear")), stiffness=100, kind=np.float32
    )
    rng = np.random.default_rng(5)
    body.places[:] += crumple * rng.normal(size=body.places.shape)
    body.inverse[: body.n] *= rng.uniform(0.5, 2, body.n)
    body.hold(0)
    w = np.sqrt(np.linalg.eigvalsh(stiffness_matrix(body)).max())
    for solver, most in ((EULER, 1.8), (RK4, 2.5)):
        needed = substeps_needed(body.springs, body.masses, 2.0, solver, body.air)
        assert w * 2.0 / needed <= most * (1 + 1e-5)
        assert w * 2.0 / needed > most * 0.7


def test_substeps_of_a_sheet():
    """A 64x64 sheet of 0.2 kg/m2 with shear has w2 = 8 k / m: 119 substeps in 1/60 s; drag and spring damping ask for more, no springs for one."""
    make = lambda **makes: Body(grid((64, 64), 1 / 64), *lattice((64, 64)), mass=0.2 / 4096, kind=np.float32, **makes)  # noqa: E731
    sheet = make(stiffness=1e3)
    assert substeps_needed(sheet.springs, sheet.masses, 1 / 60, EULER, sheet.air) == 119
    damped = make(stiffness=1e3, damping=0.1)
    assert substeps_needed(damped.springs, damped.masses, 1 / 60, EULER, damped.air) > 190
    sheet.air.field[0, 6] = 10_000
    assert substeps_needed(sheet.springs, sheet.masses, 1 / 60, EULER, sheet.air) > 170
    mass = Body(np.zeros((3, 1)), *listed([]))
    assert substeps_needed(mass.springs, mass.masses, 1.0, EULER, mass.air) == 1


@pytest.mark.parametrize("solver", [EULER, VERLET, CORRECTED, RK4])
def test_what_substeps_are_asked_for_holds(solver):
    """A stiff, damped sheet that is shaken keeps within its bounds with the substeps asked for, and not with two thirds of them."""
    for share in (1.0, 0.6):
        body = Body(grid((8, 8), 0.1), *lattice((8, 8)), stiffness=2000, mass=0.01, damping=0.5, kind=np.float32)
        body.hold(0, 7)
        body.speeds[:] = np.random.default_rng(2).normal(0, 0.01, body.places.shape)
        needed = substeps_needed(body.springs, body.masses, 1 / 30, solver, body.air)
        for _ in range(30):
            body.advance(solver, 1 / 30, int(needed * share))
        assert (np.isfinite(body.places).all() and abs(body.places).max() < 1) == (share == 1)
