"""Knots: which springs let go."""

import numpy as np
import pytest
from stable_bodies import QUALITY, G, sheet
from test_springs_stable_tethers import corners, tied

from engine.kernels import knots, xpbd


def weaker(body):
    """(m,) by how much the springs of the body lose strength as it is."""
    xpbd.prepare(body.springs, body.masses.inverse, np.float32(1 / QUALITY))
    before = body.springs.give.copy()
    knots.loosen(body.springs, body.masses, body.tethers, body.air)
    return (body.springs.give / np.where(before > 0, before, 1))[body.springs.slot]


@pytest.mark.parametrize(("stiffness", "beyond"), [(1e5, 0.0), (1e3, 0.2 * G / 3 / 1e3)])
def test_the_springs_of_a_mass_that_is_held_too_far_let_go(stiffness, beyond):
    """A mass moved so that one spring is 5 % too long, and longer by what a third of the weight stretches it: those at both its ends become weak."""
    n, middle = 20, 8 * 20 + 10
    body, a = tied(sheet(n, stiffness), corners(n)), 1 / 19
    for share, some in ((0.99, False), (1.03, True)):
        x = body.rest.copy()
        x[middle, 2] = np.sqrt((a + share * (0.05 * a + beyond)) ** 2 - a**2)  # out of the sheet: the longest are those along its axes
        loose = weaker(body.put(x)) < 1
        assert loose.any() == some
    assert weaker(body)[loose] == pytest.approx(knots.WEAK)
    near = np.isin(body.springs.ends, [middle, middle - 1, middle + 1, middle - n, middle + n]).any(1)
    assert (loose == near).all()


def test_springs_beside_an_anchor_of_no_tether_and_of_fast_masses_do_not():
    """Where the weight hangs springs are stretched most; without tethers nothing carries in their place; what is hit must hold."""
    n = 20
    body = tied(sheet(n, 1e5), corners(n))
    x = body.rest.copy()
    x[n * n - 2, 2] = 0.1
    assert (weaker(body.put(x)) == 1).all()
    x[8 * n + 10, 2] = 0.1
    assert (weaker(body.put(x)) < 1).any()
    assert (weaker(body.put(v=np.full((n * n, 3), 2.0))) == 1).all()
    body.tethers.length[:] = np.inf
    assert (weaker(body.put(v=np.zeros((n * n, 3)))) == 1).all()
