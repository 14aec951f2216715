"""The hand in a body that does not pass through itself: it tears nothing."""

import numpy as np
import pytest
from stable_bodies import of_links, sheet
from test_springs_stable_rough import apart, most
from test_springs_stable_tethers import corners, tied

from engine.kernels.contacts import Member, contacts
from engine.kernels.crossings import crossings, sheet_surface
from engine.kernels.grasp import BEARABLE, HASTE


def rests(body, n, stiffness):
    """Two seconds later the sheet is nowhere through itself and no spring is above the target."""
    body.run(2.0)
    assert crossings(body.x.T, *sheet_surface(n, n)) == 0
    assert body.stretch().max() < most(n, stiffness)


def hanging(n, stiffness):
    """A sheet at two corners whose masses keep apart."""
    return apart(tied(sheet(n, stiffness, rate=2.0), corners(n)), n)


def in_hand(body, i):
    """The body with a mass in the hand."""
    body.masses = body.masses._replace(hand=i)
    return body


@pytest.mark.parametrize("n", [32, 64])
@pytest.mark.parametrize("hold", [0.2, 0.5])
def test_a_corner_torn_away_comes_back(n, hold):
    """More than three metres, and put back from one tick to the next: the sheet rests as before."""
    body = in_hand(hanging(n, 1e4), n * n - 1)
    for way in (2.0, -2.0):
        body.masses.target[:, n * n - 1] += np.float32(way)
        body.run(hold)
    body.run(0.8)
    assert body.x[n * n - 1] == pytest.approx([0.5, 0.5, 0], abs=0.01)
    rests(body, n, 1e4)


@pytest.mark.parametrize(("n", "stiffness"), [(64, 1e3), (64, 1e5), (128, 1e3)])
@pytest.mark.parametrize("hold", [1 / 60, 0.5])
def test_a_mass_yanked_a_metre_in_one_tick_leaves_no_knot(n, stiffness, hold):
    """One from the middle, let go at once or held beyond what the sheet reaches."""
    body, i = hanging(n, stiffness).run(0.2), n * (n // 2) + n // 2
    m, own = in_hand(body, i).masses, body.own[i]
    m.inverse[i], m.target[:, i] = 0, m.x[:, i] + np.float32([0.3, 0.8, 0.5])
    body.run(hold)
    m.inverse[i] = own
    in_hand(body, -1)
    rests(body, n, stiffness)


def pair(itself):
    """A held mass and a free one of great weight 1 m apart, which keep a distance from each other."""
    body = of_links([[0.0, 0, 0], [1.0, 0, 0]], [[0, 1]], 1e-3, [1.0, 1e9], held=(0,), gravity=0)
    body.contacts = contacts(
        [Member(0, 2, np.zeros(2), itself, 0.0, body.rest.T, np.arange(2), np.zeros((0, 3), int), False, 0.0, False)], len(body.own)
    )
    return in_hand(body, 0)


@pytest.mark.parametrize("way", [(-3.0, 0, 0), (-0.3, 2.0, 0), (0.1, 0, -5.0)])
def test_the_hand_waits_where_its_spring_is_as_long_as_it_bears(way):
    """It stops on the way to its target, where that is 1.2 times the rest length from a mass that does not follow."""
    body = pair(0.9)
    body.masses.target[:, 0] = way
    body.run(1.0)
    at, line = body.x[0], np.array(way) / np.linalg.norm(way)
    assert np.linalg.norm(body.x[1] - at) == pytest.approx(BEARABLE, abs=1e-4)
    assert at @ line > 0.1


def test_the_hand_goes_an_eighth_of_the_distance_in_a_substep_and_arrives():
    """Half of it is the limit of all masses; a quarter of that is the hand's. Without self-collision it is there at the end of the tick."""
    body = pair(0.9)
    body.masses.target[1, 0] = 0.5
    body.run(2 / 1200, dt=1 / 1200)
    assert body.x[0, 1] == pytest.approx(2 * HASTE * 0.5 * 0.9, rel=1e-4)
    assert body.run(1 / 60).x[0] == pytest.approx([0, 0.5, 0], abs=1e-6)
    free = pair(0.0)
    free.masses.target[1, 0] = 5
    assert free.run(1 / 1200, dt=1 / 1200).x[0] == pytest.approx([0, 5, 0], abs=1e-6)


def test_a_body_that_is_carried_keeps_up():
    """Two corners that nobody has in the hand are where they should be at the end of every tick, at 10 m/s."""
    n = 16
    body = hanging(n, 1e4)
    corner = corners(n)[0]
    for _ in range(3):
        body.masses.target[2, list(corners(n))] += 10 / 60
        body.run(1 / 60)
        assert body.x[corner, 2] == pytest.approx(body.masses.target[2, corner], abs=1e-6)


def test_a_soft_sheet_can_be_lifted():
    """Stretched by its own weight to far more than 1.2, and tied by nothing, it still follows its corner up."""
    n = 16
    body = apart(sheet(n, 2.0, rate=2.0), n).run(3)
    assert body.stretch().max() > 0.3 and len(body.tethers.anchor) == 0
    in_hand(body, n * n - 1).masses.target[1, n * n - 1] += 0.2
    body.run(2)
    assert body.x[n * n - 1, 1] == pytest.approx(0.7, abs=1e-3)
