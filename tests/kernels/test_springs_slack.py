"""Slack: which springs stop to resist being shorter, and that nothing jams."""

import numpy as np
import pytest
from stable_bodies import QUALITY, G, block, of_links, rope, sheet
from test_springs_stable_rough import apart, blown, most
from test_springs_stable_tethers import corners, tied

from engine.kernels import slack, xpbd


def hanging(n, stiffness, **rest):
    """A sheet at two corners."""
    return blown(tied(sheet(n, stiffness, rate=2.0, **rest), corners(n)), n, 0)


def look(body):
    """(m,) what each spring resists after one look at the body as it is."""
    slack.find(body.springs, body.masses, body.tethers, body.cells, body.faces, body.air)
    return body.springs.firm


def pulled_out(body, i, longest):
    """The sheet with one mass so far out of its plane that its springs along the axes are that long [m]."""
    x = body.rest.copy()
    x[i, 2] = np.sqrt(longest**2 - body.springs.rest.min() ** 2)
    return body.put(x)


@pytest.mark.parametrize("stiffness", [1e5, 1e3])
def test_springs_near_one_that_is_too_long_ease(stiffness):
    """1 % too long, and longer by 1.6 of what the weight stretches the six springs at two corners: those within two of it lose EASE."""
    n, middle = 20, 8 * 20 + 10
    body, a = hanging(n, stiffness), 1 / 19
    beyond = a * 1.01 + 1.6 * 0.2 * (1 - 2 / n**2) * G / (6 * stiffness)
    assert (look(pulled_out(body, middle, 0.9999 * beyond)) == 1).all()
    firm = look(pulled_out(body, middle, 1.0001 * beyond))
    steps = abs(body.springs.ends // n - middle // n), abs(body.springs.ends % n - middle % n)
    away = np.maximum(*steps).min(1)
    assert (firm[away <= 1] < 1).all() and (firm[away > 2] == 1).all()
    assert firm[firm < 1] == pytest.approx(1 - slack.EASE)


def test_what_is_fast_may_be_longer():
    """A cloth that swings at 1 m/s is stretched by 5 % more without being torn."""
    n = 20
    body = pulled_out(hanging(n, 1e5), 8 * n + 10, 1.055 / 19)
    assert (look(body.put(v=np.full((n * n, 3), [1.0, 0, 0]))) == 1).all()
    assert (look(body.put(v=np.full((n * n, 3), [0.8, 0, 0]))) < 1).any()


def test_ropes_blocks_and_what_no_tether_holds_stay_firm():
    """A rope cannot jam, cells put a block right, and a sheet in free fall has no load to compare with."""
    stretched = tied(rope(20, 1e6, 0.2), [0]), tied(block(5, 1e6, held=(0,)), [0]), blown(sheet(10, 1e5, held=()), 10, 0)
    for body in stretched:
        body.put(1.3 * body.rest)
        assert (look(body) == 1).all()


def test_resistance_comes_back_at_the_length_that_the_spring_has():
    """Slack and no longer pulled at, a spring is as firm as it is long and FIRM more; it grows to 1 and stays there."""
    body = hanging(20, 1e5)
    body.put(0.5 * body.rest).springs.firm[:] = 0
    assert look(body) == pytest.approx(0.5 + slack.FIRM, abs=1e-5)
    assert look(body) == pytest.approx(0.5 + 2 * slack.FIRM, abs=1e-5)
    for _ in range(60):
        look(body)
    assert (look(body) == 1).all()


@pytest.mark.parametrize(("length", "firm", "after"), [(0.7, 0.5, 0.7), (0.4, 0.5, 0.5), (1.3, 0.0, 1.0), (0.3, 0.0, 0.3)])
def test_a_slack_spring_pulls_and_resists_as_far_as_it_is_firm(length, firm, after):
    """Stiffer than the step holds, it is after one sweep as long as it should be."""
    body = of_links([[0, 0, 0], [1, 0, 0]], [[0, 1]], 1e9, 1.0, gravity=0)
    body.put([[0, 0, 0], [length, 0, 0]])
    body.masses.start[:], body.masses.v[:], body.springs.firm[:] = body.masses.x, 0, firm
    xpbd.prepare(body.springs, body.masses.inverse, np.float32(1 / QUALITY))
    xpbd.project(body.springs, body.masses.start, body.masses.v, body.masses.inverse)
    assert length + body.masses.v[0, 1] - body.masses.v[0, 0] == pytest.approx(after, abs=1e-3)


def test_momentum_stays():
    """The parting of what has become slack, and its sweeps, give nothing to the whole."""
    body = pulled_out(hanging(20, 1e5, gravity=0), 8 * 20 + 10, 1.5 / 19)
    for _ in range(8):
        look(body)
    assert body.springs.firm.min() == 0
    assert abs(body.v).max() > 0.02
    assert body.momentum()[0] == pytest.approx(0, abs=1e-9)


def yanked(body, i, way, back):
    """The sheet 4 s after a hand has led one mass that way within a tick and let go, or led it back in the next; and the stretch 2 s before."""
    m, n = body.run(0.2).masses, round(np.sqrt(body.n))
    place, own, anchors = m.x[:, i].copy(), m.inverse[i], [*corners(n), i]
    body.masses = m._replace(hand=i)
    m.inverse[i], m.target[:, i] = 0, place + np.float32(way)
    tied(body, anchors).run(1 / 60)
    if back:
        m.target[:, i] = place
        body.run(1 / 60)
    m.inverse[i] = own
    body.masses = m
    early = tied(body, corners(n)).run(2.0).stretch()
    return body.run(2.0), early


IN_ITS_PLANE = [-1.2, 1.6, 0]
OUT_OF_IT = [0.5, -1.3, 1.43]


@pytest.mark.parametrize(
    ("stiffness", "row", "column", "way", "itself"),
    [
        (1e3, 63, 63, IN_ITS_PLANE, False),
        (1e4, 30, 41, IN_ITS_PLANE, False),
        (1e5, 55, 30, OUT_OF_IT, False),
        (1e5, 30, 10, IN_ITS_PLANE, True),
        *(
            pytest.param(stiffness, row, column, way, itself, marks=pytest.mark.long)
            for stiffness in (1e3, 1e4, 1e5)
            for row, column in ((63, 63), (63, 20), (40, 12), (8, 50))
            for way in (IN_ITS_PLANE, OUT_OF_IT)
            for itself in (False, True)
            if not (itself and row == 8)
        ),
    ],
)
def test_a_mass_yanked_two_metres_in_one_tick_leaves_nothing_jammed(stiffness, row, column, way, itself):
    """Whatever has been torn through what: 2 s later every spring is under the target, and 4 s later.

    Where masses keep apart, one that is led through many rows may still be held on their other side: (8, 50) is.
    """
    n, i = 64, row * 64 + column
    body = hanging(n, stiffness)
    body, early = yanked(apart(body, n) if itself else body, i, way, back=i in corners(n))
    assert early.max() < most(n, stiffness)
    assert body.stretch().max() < most(n, stiffness)
    assert abs(body.x).max() < 1.6
