import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from lattices import Body, G, grid, interpreted, lattice, listed

from engine.kernels.ballistic import CORRECTED, EULER, PUBLISHED, RK4, VERLET

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "springs.json").read_text())
LINKS = {"structural": ("structural",), "structural+shear": ("structural", "shear"), "all": ("structural", "shear", "bend")}
NAMES = {"basic": VERLET, "dummer": PUBLISHED, "midpoint": CORRECTED}


def two_masses(damping):
    """The reference's two free masses on a spring."""
    i = REFERENCE["two_masses_free"]["inputs"]
    body = Body(np.array([i["p1"], i["p2"]]).T, *listed([(0, 1)]), stiffness=i["k"], mass=[i["m1"], i["m2"]], damping=damping)
    body.springs.rest[:] = i["rest_length"]
    body.speeds[:] = np.array([i["v1"], i["v2"]]).T
    return body


def cloth(case, kind=np.float32):
    """A 3x3 cloth of the reference."""
    i = REFERENCE["cloth_3x3"]["inputs"]
    links = lattice((3, 3), LINKS[case["springs"]])
    places = grid((3, 3), i["h"])[[0, 2, 1]] + np.array([[i["h"]], [0], [i["h"]]])
    body = Body(places, *links, stiffness=i["k"], mass=i["mass_per_particle"], damping=case["spring_c"], kind=kind)
    body.air.field[0, 1], body.air.field[0, 7] = i["gravity"][1], case["drag_c"]
    body.hold(*case["pins"])
    return body


def orders(errors):
    """log2 of the ratios of the errors of steps halved."""
    return np.log2(np.array(errors[:-1]) / errors[1:])


def errors_at(make, solver, time, steps, truth):
    """Greatest errors of place at a time, for so many steps each."""
    found = []
    for n in steps:
        body = make()
        with interpreted():
            body.advance(solver, time, n)
        found.append(abs(body.places.T - truth).max())
    return found


@pytest.mark.parametrize(
    "damping, solver, order", [(0, EULER, 1), (0, VERLET, 2), (0, RK4, 4), (1.5, EULER, 1), (1.5, VERLET, 1), (1.5, RK4, 4)]
)
def test_two_free_masses_converge(damping, solver, order):
    """Euler with order 1, Verlet 2 (1 with damping, which takes the velocity of half a step ago), Runge-Kutta 4."""
    run = next(run for run in REFERENCE["two_masses_free"]["runs"] if run["axial_damping_c"] == damping)
    sample = next(sample for sample in run["samples"] if sample["t"] == 1)
    errors = errors_at(lambda: two_masses(damping), solver, 1.0, (100, 200, 400), [sample["p1"], sample["p2"]])
    assert orders(errors) == pytest.approx(order, abs=0.15)


@pytest.mark.parametrize("case", REFERENCE["damped_spring_1d"]["cases"], ids=lambda case: case["case"])
def test_a_hanging_damped_mass_is_met(case):
    """Gravity, drag and a spring: the closed form, under Runge-Kutta to 1e-7, and Euler and Verlet come nearer with order 1."""
    sample = next(sample for sample in case["samples"] if sample["t"] == 0.5)

    def make():
        body = Body(np.array([[0.0, 0], [0, -1], [0, 0]]), *listed([(0, 1)]), stiffness=case["k"], mass=case["mass"])
        body.hold(0)
        body.air.field[0, 1], body.air.field[0, 7] = -G, case["c"]
        return body

    truth = [[0, 0, 0], [0, sample["y"], 0]]
    assert errors_at(make, RK4, 0.5, (60,), truth)[0] < 1e-6
    for solver in (EULER, VERLET):
        assert orders(errors_at(make, solver, 0.5, (200, 400), truth)) == pytest.approx(1, abs=0.15)


@pytest.mark.parametrize("solver, order", [(EULER, 1), (CORRECTED, 2), (RK4, 4)])
def test_cloth_converges(solver, order):
    """The undamped 3x3 cloth after 0.25 s."""
    case = next(c for c in REFERENCE["cloth_3x3"]["cases"] if c["damping"] == "undamped" and c["springs"] == "structural+shear")
    errors = errors_at(lambda: cloth(case, np.float64), solver, 0.25, (30, 60, 120), case["positions"]["0.25"])
    assert orders(errors)[-1] == pytest.approx(order, abs=0.2)


@pytest.mark.parametrize("case", REFERENCE["cloth_3x3"]["cases"], ids=lambda case: f"{case['springs']}-{case['damping']}")
def test_every_cloth_is_met(case):
    """All 3x3 cloths at 0.25, 0.5 and 1 s, as compiled, in float32: Runge-Kutta to rounding, corrected Verlet at 4,800 steps a second to 3 mm."""
    for solver, near in ((RK4, 3e-4), (CORRECTED, 3e-3)):
        body = cloth(case)
        for time, places in case["positions"].items():
            body.advance(solver, 0.25 if time != "1.0" else 0.5, 1200 if time != "1.0" else 2400)
            assert abs(body.places.T - places).max() < near


def moved(solver, steps, body):
    """Places along the first axis of mass 1, or the height of mass 0 where it is alone, at all steps."""
    which = (0, 1) if body.n == 2 else (1, 0)
    seen = [body.x[which]]
    with interpreted():
        for dt in steps:
            body.advance(solver, dt)
            seen.append(body.x[which])
    return np.array(seen)


def thrown():
    """The reference's mass under gravity."""
    i = REFERENCE["verlet_variable_dt"]["constant_gravity"]
    body = Body(np.array([[0], [i["x0"]], [0]]), *listed([]))
    body.v[1, 0], body.air.field[0, 1] = i["v0"], i["a"]
    return body


def swinging(w2=40.0):
    """The reference's oscillator, 3 m off its anchor where it is at rest."""
    body = Body(np.array([[0.0, 3], [0, 0], [0, 0]]), *listed([(0, 1)]), stiffness=w2)
    body.hold(0)
    body.x[0, 1] = 4
    return body


@pytest.mark.parametrize("name", NAMES)
def test_verlet_of_varying_steps_is_the_reference(name):
    """Plain, published and corrected Verlet, step by step, to 1e-12; the corrected one is exact under gravity."""
    table = REFERENCE["verlet_variable_dt"]
    assert moved(NAMES[name], table["dt"], thrown()) == pytest.approx(table["constant_gravity"][name], abs=1e-12)
    assert moved(NAMES[name], table["dt"], swinging()) - 3 == pytest.approx(table["harmonic_w2_40"][name], abs=1e-12)
    if name == "midpoint":
        assert moved(NAMES[name], table["dt"], thrown()) == pytest.approx(table["constant_gravity"]["exact"], abs=1e-12)


@cache
def jitter(n):
    """n steps of 1 s in all that vary by up to 2.7 to 1."""
    steps = np.exp(np.random.default_rng(8).uniform(-0.5, 0.5, n))
    return steps / steps.sum()


@pytest.mark.parametrize("solver, least, most", [(VERLET, -1, 0.3), (PUBLISHED, 0.7, 1.5), (CORRECTED, 1.8, 2.2)])
def test_orders_on_jittered_steps(solver, least, most):
    """Corrected Verlet keeps order 2, the published factor is of order 1, and plain Verlet does not converge."""
    errors = []
    for n in (400, 1600):
        times = np.concatenate([[0], np.cumsum(jitter(n))])
        errors.append(abs(moved(solver, jitter(n), swinging()) - 3 - np.cos(40**0.5 * times)).max())
    assert least < np.log2(errors[0] / errors[1]) / 2 < most
