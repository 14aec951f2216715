"""Fields that differ from place to place: what they are, and how free particles go through them."""

import numpy as np
import pytest
from droplets import Droplets, field

from engine.kernels.ballistic import AUTO, CORRECTED, EULER, EXPLICIT, RK4, VERLET
from engine.kernels.fields import ATTRACTOR, TURBULENCE, VORTEX, accelerate, at, row

LEVEL = np.eye(3)
TURNED, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))
TURNED *= np.linalg.det(TURNED)
EDDIES = {
    "everywhere": row(TURBULENCE, 2.0, (0.3, -0.2, 0.1), TURNED, scale=0.7, seed=99),
    "fading": row(TURBULENCE, 2.0, (0.3, -0.2, 0.1), TURNED, 0.8, 3.0, scale=0.7, drift=(0.2, 5.1, -3.3), seed=4_000_000_000),
}
ROWS = [row(ATTRACTOR, 3, (0, 1, 0), LEVEL, 0.5, 2), row(ATTRACTOR, -3, (1, 1, 0), LEVEL, 0.5, 1.5), row(VORTEX, 4, (0, 1, 0), TURNED, 0.5, 1), *EDDIES.values()]  # fmt: skip


def felt(places, *rows, kind=np.float64, inverse=1000.0):
    """Accelerations (3, n) of masses at places (3, n)."""
    total = np.zeros(places.shape, kind)
    accelerate(total, places.astype(kind), np.full(places.shape[1], inverse, kind), places.shape[1], np.array(rows))
    return total


def scattered(n, seed=1, size=4.0):
    """Places (3, n) in a box about the origin."""
    return np.random.default_rng(seed).uniform(-size / 2, size / 2, (3, n))


@pytest.mark.parametrize("kind", [ATTRACTOR, VORTEX])
@pytest.mark.parametrize("falloff", [0, 1, 2, 2.5, 3])
def test_the_strength_is_that_at_the_radius(kind, falloff):
    """Outside strength (radius / r)^falloff, inside strength r / radius, in the middle nothing: toward the centre, or round the axis."""
    one, center = row(kind, 3.0, (1, 2, 3), TURNED, 0.5, falloff), np.array([1.0, 2, 3])
    out, axis = TURNED @ [0.6, 0, 0.8], TURNED @ [0, 1.0, 0]
    way = -out if kind == ATTRACTOR else np.cross(axis, out)
    for r, wanted in ((0.0, 0.0), (0.25, 1.5), (0.5, 3.0), (2.0, 3 * 0.25**falloff)):
        lift = 0.0 if kind == ATTRACTOR else 7.0  # along the axis nothing changes
        place = center + r * out + lift * axis
        np.testing.assert_allclose(felt(place[:, None], one)[:, 0], wanted * way, atol=1e-12)


@pytest.mark.parametrize("name", EDDIES)
def test_curl_noise_has_no_divergence(name):
    """Central differences of second order over 2 e: their error falls as e^2, so the divergence is 0; the gradient is not."""
    places, found = scattered(3000), {}
    for e in (1e-2, 5e-3):
        slopes = np.stack(
            [(felt(places + e * d, EDDIES[name]) - felt(places - e * d, EDDIES[name])) / (2 * e) for d in np.eye(3)[..., None]]
        )
        found[e] = np.abs(np.trace(slopes)).mean() / np.sqrt((slopes**2).sum((0, 1)).mean())
    assert found[1e-2] < 5e-4
    assert found[5e-3] == pytest.approx(found[1e-2] / 4, rel=0.1)


def test_curl_noise_has_mean_zero_and_the_strength_for_its_root_mean_square():
    """Over 400,000 places in 8000 cells; the mean square over a cell, with each corner's vector uniform in a cube, is done by quadrature
    beside (weights W_c, their gradients G_c, distances d_c: the square of 2 W + G . d - d G, times 1/3)."""
    places = scattered(400_000, size=20.0)
    one = felt(places, row(TURBULENCE, 2.0, (0, 0, 0), LEVEL, scale=1.0, seed=3))
    assert np.sqrt((one**2).sum(0).mean()) == pytest.approx(2.0, rel=0.02)
    assert np.abs(one.mean(1)).max() < 0.03
    t, w = np.polynomial.legendre.leggauss(8)
    t, w = (t + 1) / 2, w / 2
    u = np.stack(np.meshgrid(t, t, t, indexing="ij"))
    far, slope = u**3 * (6 * u**2 - 15 * u + 10), 30 * u**2 * (1 - u) ** 2
    square = 0.0
    for corner in np.ndindex(2, 2, 2):
        c = np.array(corner)[:, None, None, None]
        each, rise = np.where(c, far, 1 - far), np.where(c, slope, -slope)
        weight, d = each.prod(0), u - c
        gradient = np.stack([rise[0] * each[1] * each[2], each[0] * rise[1] * each[2], each[0] * each[1] * rise[2]])
        matrix = (2 * weight + (gradient * d).sum(0)) * np.eye(3)[..., None, None, None] - d[:, None] * gradient[None]
        square += ((matrix**2).sum((0, 1)) / 3 * np.einsum("i,j,k->ijk", w, w, w)).sum()
    from engine.kernels.eddies import UNIT

    assert pytest.approx(1 / np.sqrt(square), rel=1e-12) == UNIT


def test_curl_noise_is_its_seed_its_scale_and_its_drift():
    """Another seed is another pattern; twice the scale is the pattern twice as large; a drift is the pattern elsewhere."""
    places, make = scattered(2000), lambda **more: row(TURBULENCE, 1.0, (0, 0, 0), LEVEL, **{"scale": 0.5, "seed": 7, **more})
    one = felt(places, make())
    np.testing.assert_array_equal(one, felt(places, make()))
    other = felt(places, make(seed=8))
    assert abs((one * other).mean()) < 0.03
    np.testing.assert_allclose(one, felt(places * 2, make(scale=1.0)), atol=1e-12)
    np.testing.assert_allclose(one, felt(places + np.array([[0.5], [1.0], [-2.0]]) * 0.5, make(drift=(0.5, 1, -2))), atol=2e-6)


def test_curl_noise_goes_on_over_the_borders_of_its_cells():
    """Across each border the field and its slope are continuous: a step of 1e-6 cells changes it by less than 1e-4."""
    places = np.round(scattered(3000) * 2) / 2
    for nudge in np.eye(3)[..., None] * 5e-7:
        one = row(TURBULENCE, 1.0, (0, 0, 0), LEVEL, scale=0.5, seed=7)
        np.testing.assert_allclose(felt(places + nudge, one), felt(places - nudge, one), atol=1e-4)


def test_fields_add_up_and_a_force_is_shared_by_the_mass():
    """All in one table, or one mass at a time; a weighed row is a force, f / m."""
    places = scattered(500)
    whole = felt(places, *ROWS)
    np.testing.assert_allclose(whole, sum(felt(places, one) for one in ROWS), atol=1e-12)
    np.testing.assert_allclose(whole[:, 7], at(tuple(places[:, 7]), 1000.0, np.array(ROWS)), atol=1e-12)
    force = EDDIES["everywhere"].copy()
    force[1] = 1
    np.testing.assert_allclose(felt(places, force, inverse=4.0), 4 * felt(places, EDDIES["everywhere"]), atol=1e-12)
    np.testing.assert_allclose(felt(places, *ROWS, kind=np.float32), whole, atol=2e-4)


def orbit(solver, dt, end=1.0, acts=None):
    """Where a particle is that goes round an attractor in an ellipse, in a body of float64."""
    d = Droplets(
        1,
        dt,
        fields=[row(ATTRACTOR, 100.0, (0, 0, 0), LEVEL, 0.1, 2.0)],
        solver=solver,
        kind=np.float64,
        acts=field((0, 0, 0)) if acts is None else acts,
    )
    d.x[:, 0], d.v[:, 0] = (1.0, 0, 0), (0, 0.8, 0.3)
    d.age[:] = 0.0 if solver in (VERLET, CORRECTED) else 1.0
    if solver in (VERLET, CORRECTED):
        d.before = 0.0
    for _ in range(round(end / dt)):
        d.passage(0, 1, 1)
        d.before = d.dt
    return d.x[:, 0].copy(), d.v[:, 0].copy()


@pytest.mark.parametrize("solver, order", [(AUTO, 2), (EULER, 1), (EXPLICIT, 1), (VERLET, 2), (CORRECTED, 2), (RK4, 4)])
@pytest.mark.parametrize("drag", [0.0, 0.1])
def test_the_order_of_a_method_in_a_field(solver, order, drag):
    """Half the step, 2^order less error, against Runge-Kutta with steps of 1/4000 s; the drag has its own exact way. (Verlet methods use the
    velocity of half a step before for the drag, so with it they are of first order.)"""
    acts = field((0, -0.3, 0), rate=drag)
    truth, _ = orbit(RK4, 1 / 4000, acts=acts)
    errors = [np.linalg.norm(orbit(solver, dt, acts=acts)[0] - truth) for dt in (1 / 100, 1 / 200)]
    if solver in (VERLET, CORRECTED) and drag:
        order = 1
    assert 2 ** (order - 0.35) < errors[0] / errors[1] < 2 ** (order + 0.5)


def test_the_default_keeps_energy_for_ever_and_runs_backward():
    """The leapfrog: over 300 rounds of an ellipse the energy swings, and does not drift; with the velocity turned round it comes back."""
    one = [row(ATTRACTOR, 100.0, (0, 0, 0), LEVEL, 0.1, 2.0)]
    d = Droplets(1, 1 / 60, fields=one, kind=np.float64, acts=field((0, 0, 0)))
    d.x[:, 0], d.v[:, 0], d.age[:] = (1.0, 0, 0), (0, 0.8, 0.3), 1.0
    energy = lambda: (d.v**2).sum() / 2 - 1.0 / np.sqrt((d.x**2).sum())  # noqa: E731
    found = []
    for _ in range(60 * 1200):
        d.passage(0, 1, 1)
        found.append(energy())
    first, last = np.array(found[:6000]), np.array(found[-6000:])
    assert abs(first.mean() - last.mean()) < 0.03 * first.std()
    d.v[:] *= -1
    for _ in range(600):
        d.passage(0, 1, 1)
    d.v[:] *= -1
    for _ in range(600):
        d.passage(0, 1, 1)
    assert energy() == pytest.approx(found[-1], abs=1e-9)


def test_each_for_itself_is_as_all_alike():
    """The loops for particles that share a mass and for those that do not give the same, in slices too."""
    runs = []
    for alike, cut in ((0, 500), (500, 500), (500, 208)):
        d = Droplets(500, 1 / 60, fields=ROWS)
        d.x[:], d.v[:], d.age[:] = scattered(500), scattered(500, 2), 1.0
        for _ in range(5):
            d.passage(0, cut, min(alike, cut))
            d.passage(cut, 500, alike)
        runs.append((d.x.copy(), d.v.copy()))
    np.testing.assert_allclose(runs[0], runs[1], atol=2e-6)
    np.testing.assert_array_equal(runs[1], runs[2])


def test_what_is_held_stays_and_the_newborn_go_their_share():
    """An inverse mass of 0 moves nowhere; a particle that is born at the middle of the tick falls for its half of it."""
    d = Droplets(3, 0.02, fields=[row(ATTRACTOR, 5.0, (9, 0, 0), LEVEL, 0.1, 0.0)], acts=field((0, 0, 0)))
    d.inverse[0], d.age[:] = 0, (1, -0.01, 1)
    d.passage(0, 3, 0)
    np.testing.assert_allclose(d.x[0], [0, 5 * 0.01**2 / 2, 5 * 0.02**2 / 2], rtol=1e-5)


def test_a_hit_is_where_the_curved_path_meets_the_solid():
    """Pulled down by an attractor far below, of falloff 0, a particle bounces off a floor as under gravity of the same strength."""
    from engine.kernels.solids import bounce_row, plane_row

    ways = []
    for fields, acts in (([row(ATTRACTOR, 9.82, (0, -1e6, 0), LEVEL, 1.0, 0.0)], field((0, 0, 0))), ([], field())):
        d = Droplets(1, 1 / 60, [plane_row((0, 0, 0), (0, 1, 0))], [bounce_row(0.8)], acts=acts, fields=fields)
        d.x[:, 0], d.v[:, 0], d.age[:] = (0, 1, 0), (1, 0, 0), 1
        path = []
        for _ in range(120):
            d.passage(0, 1, 1)
            path.append(d.x[:, 0].copy())
        ways.append(path)
    np.testing.assert_allclose(ways[0], ways[1], atol=2e-4)
