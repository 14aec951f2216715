"""The strain limit: what is too long for the load is made shorter at the end of a tick, and nothing else is."""

import numpy as np
import pytest
from stable_bodies import QUALITY, G, block, rope, sheet
from test_springs_slack import hanging, pulled_out
from test_springs_stable_rough import blown
from test_springs_stable_tethers import corners, tied

from engine.kernels import limit

N, MIDDLE, H, DT = 20, 8 * 20 + 10, np.float32(1 / QUALITY), 1 / 60
WEIGHT = 0.2 * (1 - 2 / N**2) * G  # [N] of a sheet of 1 m2, less its two held masses


def limited(body):
    """The body after the end of a tick that has done nothing else."""
    limit.limit(body.springs, body.masses, body.tethers, body.cells, body.faces, body.air, DT, H)
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
    """Wind and motion let springs be longer by what they pull: the load is the sum of all."""
    body = hanging(N, 1e5)
    m = body.masses
    load = lambda: limit.load(m, body.tethers, body.air, 0)  # noqa: E731
    assert load() == pytest.approx(WEIGHT, rel=1e-5)
    m.force[2, MIDDLE] = -3
    assert load() == pytest.approx(WEIGHT + 3, rel=1e-5)
    m.v[0, MIDDLE] = 2
    assert load() == pytest.approx(WEIGHT + 3 + 4 * 0.2 / N**2 / body.tethers.length[0, MIDDLE], rel=1e-5)


def test_what_no_load_is_known_of_has_no_limit():
    """A sheet in free fall, one in the hand, one that is pushed, one at three corners, a rope, and what its cells keep in shape."""
    held, touched = hanging(N, 1e5), hanging(N, 1e5)
    held.masses = held.masses._replace(hand=0)
    touched.masses.spare[limit.PUSHED + 1, MIDDLE] = 0.011 * WEIGHT * H * DT / (0.2 / N**2)
    net = tied(blown(sheet(N, 1e5, held=(0, *corners(N))), N, 0), [0, *corners(N)])
    for body in (
        held,
        touched,
        net,
        blown(sheet(N, 1e5, held=()), N, 0),
        tied(rope(20, 1e6, 0.2), [0]),
        tied(block(5, 1e6, held=(0,)), [0]),
    ):
        body.put(1.3 * body.rest)
        before = body.x
        assert (limited(body).x == before).all()


def test_masses_that_push_each_other_are_no_load_from_outside():
    """Equal and opposite pushes leave the limit; what hangs at two corners hangs, and far less deep than wide it does not."""
    body = pulled_out(hanging(N, 1e5), MIDDLE, 2 / (N - 1))
    body.masses.spare[limit.PUSHED, MIDDLE : MIDDLE + 2] = 1e-3, -1e-3
    assert limited(body).stretch().max() < bound(1e5) + 2e-4
    assert limit.hangs(body.masses, 0)
    body.put(body.rest * [1, 0.3, 1] + [0, 0.35, 0])  # a row under the pins' line for each of them, at a third of the depth
    assert not limit.hangs(body.masses, 0)


def test_a_soft_sheet_hangs_as_deep_as_without():
    """At rest nothing is as long as it may be: the limit changes no bit of a sheet that hangs."""
    one, other = (tied(blown(sheet(N, 500, rate=4.0), N, 0), corners(N)).run(4) for _ in range(2))
    other.faces = other.faces._replace(first=np.zeros(2, np.int32))  # no surface, no limit
    assert (one.run(0.5).x == other.run(0.5).x).all()
