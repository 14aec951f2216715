"""The strain limit: what is too long for the load is made shorter at the end of a tick, and nothing else is."""

import numpy as np
import pytest
from stable_bodies import QUALITY, G, block, rope, sheet
from test_springs_slack import hanging, pulled_out
from test_springs_stable_rough import apart, blown
from test_springs_stable_tethers import corners, tied

from engine.kernels import limit

N, MIDDLE, H, DT = 20, 8 * 20 + 10, np.float32(1 / QUALITY), 1 / 60
WEIGHT = 0.2 * (1 - 2 / N**2) * G  # [N] of a sheet of 1 m2, less its two held masses
PUSH = H * DT / (0.2 / N**2)  # [m] by which one mass is moved, in all, by 1 N for a tick


def limited(body):
    """The body after the end of a tick that has done nothing else."""
    limit.limit(body.springs, body.masses, body.tethers, body.cells, body.faces, body.contacts, body.air, DT, H)
    return body


def bound(stiffness, load=WEIGHT):
    """Stretch that a load may bring: 1.6 of what it is in the mean on the six springs at two corners, and 18 /s for a substep."""
    return 18 / QUALITY + 1.6 * load / (6 * stiffness) * (N - 1)


@pytest.mark.parametrize("stiffness", [1e5, 1e3])
def test_no_spring_is_longer_than_the_load_can_make_it(stiffness):
    """What is shorter stays as it is, to the bit; what is longer is as long as it may be, or shorter."""
    short = pulled_out(hanging(N, stiffness), MIDDLE, (1 + 0.999 * bound(stiffness)) / (N - 1))
    before = short.x
    assert (limited(short).x == before).all()
    long = limited(pulled_out(hanging(N, stiffness), MIDDLE, 2 / (N - 1)))
    assert long.stretch().max() < bound(stiffness) + 2e-4
    assert long.x[MIDDLE, 2] > 0.01


def test_the_centre_of_mass_stays_and_motion_only_fades():
    """Pairs are moved about their own centres of mass, and slowed along their own lines: momentum is kept, energy of motion is lost."""
    body = pulled_out(hanging(N, 1e5, gravity=0), MIDDLE, 1.5 / (N - 1))
    speed = np.random.default_rng(3).normal(0, 1, body.x.shape) * (body.masses.inverse[: body.n, None] > 0)
    body.put(v=speed)
    (p, spin), centre, energy = body.momentum(), body.x.mean(0), (body.v**2).sum()
    limited(body)
    assert body.x.mean(0) == pytest.approx(centre, abs=1e-7)
    assert body.momentum()[0] == pytest.approx(p, abs=1e-5)
    assert body.momentum()[1] == pytest.approx(spin, abs=2e-3)
    assert 0.9 * energy < (body.v**2).sum() < energy


def test_all_that_pulls_is_reckoned_with():
    """Wind, motion and what has touched it let springs be longer by what they pull: the load is the sum of all."""
    body = hanging(N, 1e5)
    m = body.masses
    load = lambda: limit.load(m, body.tethers, body.air, 0, DT, H)  # noqa: E731
    assert load() == pytest.approx(WEIGHT, rel=1e-5)
    m.force[2, MIDDLE] = -3
    assert load() == pytest.approx(WEIGHT + 3, rel=1e-5)
    m.v[0, MIDDLE] = 2
    inertia = 4 * 0.2 / N**2 / body.tethers.length[0, MIDDLE]
    assert load() == pytest.approx(WEIGHT + 3 + inertia, rel=1e-5)
    m.spare[limit.PUSHED, MIDDLE] = 0.04 * WEIGHT * PUSH
    assert load() == pytest.approx(1.04 * WEIGHT + 3 + inertia, rel=1e-5)
    m.spare[limit.PUSHED, MIDDLE] = 0.06 * WEIGHT * PUSH
    assert load() == np.inf


def test_what_no_load_is_known_of_has_no_limit():
    """A sheet in free fall, in the hand, pushed, pulled apart by its pins, at three corners, a rope, and what its cells keep in shape."""
    held, touched, taut = hanging(N, 1e5), hanging(N, 1e5), hanging(N, 1e5)
    held.masses = held.masses._replace(hand=0)
    touched.masses.spare[limit.PUSHED + 1, MIDDLE] = 0.06 * WEIGHT * PUSH
    net = tied(blown(sheet(N, 1e5, held=(0, *corners(N))), N, 0), [0, *corners(N)])
    for body in (
        held,
        touched,
        taut,
        net,
        blown(sheet(N, 1e5, held=()), N, 0),
        tied(rope(20, 1e6, 0.2), [0]),
        tied(block(5, 1e6, held=(0,)), [0]),
    ):
        body.put(1.3 * body.rest)
        before = body.x
        assert (limited(body).x == before).all()


def test_masses_that_push_each_other_are_no_load_from_outside():
    """Equal and opposite pushes leave the limit."""
    body = pulled_out(hanging(N, 1e5), MIDDLE, 2 / (N - 1))
    body.masses.spare[limit.PUSHED, MIDDLE : MIDDLE + 2] = 1e-3, -1e-3
    assert limited(body).stretch().max() < bound(1e5) + 2e-4


def end_pull(high, loads=10_000):
    """How many times their sum evenly spread loads pull at the ends of a chain 1 m wide, whose mean depth is half of high: by its polygon of forces."""
    slopes = 0.5 - (np.arange(loads) + 0.5) / loads  # times the sum, over the level pull
    level = np.cumsum(slopes).mean() / loads / (high / 2)
    return 2 * np.hypot(0.5, level)


@pytest.mark.parametrize("high", [0.9, 0.5, 0.1])
def test_what_hangs_flat_pulls_at_its_pins_with_more_than_its_load(high):
    """As much more than a square as the chain does, and when it is folded, too; no less than a square where it is higher than wide."""
    body = hanging(N, 1e5)
    flatness = lambda: limit.flatness(body.masses, body.tethers, body.faces, 0)  # noqa: E731
    x = body.rest * [1, high, 1]
    body.put(x)
    assert flatness() == pytest.approx(end_pull(high) / end_pull(1), rel=1e-3)
    x[:, 1] = abs(x[:, 1] - x[8 * N, 1])
    body.put(x)
    assert flatness() == pytest.approx(end_pull(high) / end_pull(1), rel=1e-3)
    body.put(body.rest * [1, 2, 1])
    assert flatness() == 1


def test_what_keeps_keptis_moved_no_farther_than_in_a_substep():
    """Half of what the masses keep, so that none passes another; without contact the same springs move it farther."""
    free, kept = (pulled_out(hanging(N, 1e5), MIDDLE, 4 / (N - 1)) for _ in range(2))
    most = apart(kept, N).contacts.limit
    assert most == pytest.approx(0.5 * 0.95 / (N - 1))
    way = lambda body, before: np.linalg.norm(limited(body).x - before, axis=1).max()  # noqa: E731
    assert way(free, free.x) > 2 * most
    assert way(kept, kept.x) == pytest.approx(most, rel=1e-5)


@pytest.mark.parametrize("dt", [1 / 30, 1 / 10])
def test_a_longer_step_changes_no_bit_of_a_torn_sheet(dt):
    """What is too long is looked for every 1/60 s, however long a tick is."""
    short, long = (pulled_out(hanging(N, 1e5), MIDDLE, 20 / (N - 1)) for _ in range(2))
    assert (short.run(0.2).x == long.run(0.2, dt=dt).x).all()


def test_a_soft_sheet_hangs_as_deep_as_without():
    """At rest nothing is as long as it may be: the limit changes no bit of a sheet that hangs."""
    one, other = (tied(blown(sheet(N, 500, rate=4.0), N, 0), corners(N)).run(4) for _ in range(2))
    other.faces = other.faces._replace(first=np.zeros(2, np.int32))  # no surface, no limit
    assert (one.run(0.5).x == other.run(0.5).x).all()
