import numpy as np
import pytest
from droplets import Droplets, G, field

from engine.kernels.ballistic import EULER
from engine.kernels.solids import bounce_row, box_row, plane_row

GROUND = plane_row((0, 0, 0), (0, 1, 0))
RATES = (15, 30, 60, 120, 240)


def tilt(degrees):
    """Rotation about z that lifts +x."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


@pytest.mark.parametrize("rate", RATES)
def test_apexes_of_a_bouncing_droplet(rate):
    """Restitution 1/2: y + v^2 / 2g between hits is 1, 1/4, 1/16 of the drop, within 1 %, at any step."""
    d = Droplets(1, 1 / rate, [GROUND])
    d.x[1] = 1
    apexes = set()
    for _ in range(int(1.3 * rate)):
        d.tick()
        apexes.add(round(float(d.x[1, 0] + d.v[1, 0] ** 2 / (2 * G)), 5))
    for wanted in (1, 1 / 4, 1 / 16):
        assert min(abs(a - wanted) / wanted for a in apexes) < 0.01
    assert all(min(abs(a * 4**n - 1) for n in range(9)) < 0.01 for a in apexes if a > 1 / 300)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("e", [0.3, 0.5, 0.8])
def test_bounces_come_to_an_end(rate, e):
    """The infinitely many bounces take sqrt(2 h / g) (1 + e) / (1 - e), found to within two ticks."""
    d = Droplets(1, 1 / rate, [GROUND], [bounce_row(e)])
    d.x[1] = 1
    end = np.sqrt(2 / G) * (1 + e) / (1 - e)
    ticks = 0
    while d.v[1, 0] != 0 or ticks == 0:
        d.tick()
        ticks += 1
        assert ticks < 20 * rate
    assert abs(ticks / rate - end) < 2 / rate + 0.01


@pytest.mark.parametrize("angle, friction", [(0, 0.0), (0, 0.5), (20, 0.5)])
def test_rest_is_rest(angle, friction):
    """After the last bounce 60 s without drift or jitter: the same bits in place and velocity at every tick."""
    d = Droplets(16, 1 / 60, [box_row((0, 0, 0), tilt(angle), (4, 0.5, 4))], [bounce_row(0.3, 1, 0, friction)])
    d.x[:] = np.random.default_rng(1).uniform(-0.5, 0.5, d.x.shape)
    d.x[1] += 1.5
    for _ in range(300):
        d.tick()
    x, v = d.x.copy(), d.v.copy()
    assert np.abs(v).max() == 0
    for _ in range(3600):
        d.tick()
        assert (d.x == x).all() and (d.v == v).all()
    assert np.abs((tilt(angle).T @ x)[1] - 0.5).max() < 1e-5


def test_no_droplet_passes_a_thin_lid():
    """1,000 droplets at 20 m/s against a tilted lid of 0.05 m at 30 steps/s: none comes out on the other side."""
    lid = box_row((0, 0, 0), tilt(25), (3, 0.025, 3))
    d = Droplets(1000, 1 / 30, [lid])
    rng = np.random.default_rng(2)
    start = np.stack([rng.uniform(-1.5, 1.5, 1000), rng.uniform(0.03, 1.5, 1000), rng.uniform(-1.5, 1.5, 1000)])
    d.x[:] = tilt(25) @ start
    d.v[:] = (tilt(25) @ np.stack([rng.normal(0, 3, 1000), -np.full(1000, 20.0), rng.normal(0, 3, 1000)])).astype(np.float32)
    for _ in range(8):
        d.tick()
        place = tilt(25).T @ d.x
        over = (np.abs(place[0]) < 3) & (np.abs(place[2]) < 3)
        assert (place[1][over] > 0.025 - 1e-5).all() and over.sum() > 500


def test_a_slide_ends_where_coulomb_says():
    """With friction mu a droplet at v0 on a level floor slides v0^2 / (2 mu g), and stays."""
    for rate in (30, 120):
        d = Droplets(4, 1 / rate, [GROUND], [bounce_row(0, 1, 0, 0.3)])
        d.v[0], d.v[2] = np.array([1, 2, 3, 0]), np.array([0, 1, 0, 2])
        speed = np.hypot(d.v[0], d.v[2])
        for _ in range(2 * rate):
            d.tick()
        assert np.hypot(d.x[0], d.x[2]) == pytest.approx(speed**2 / (2 * 0.3 * G), rel=1e-3)
        assert (d.v == 0).all() and np.abs(d.x[1]).max() < 1e-6


@pytest.mark.parametrize("degrees", [10, 20, 30, 40])
def test_an_incline_holds_iff_tan_is_at_most_mu(degrees):
    """On mu = tan(theta) (1 + 1 %) the droplet stays, on (1 - 1 %) it slides at g (sin - mu cos)."""
    for share in (1.01, 0.99, 0.5):
        mu, down = share * np.tan(np.radians(degrees)), tilt(degrees) @ [-1, 0, 0]
        d = Droplets(1, 1 / 60, [plane_row((0, 0, 0), tilt(degrees) @ [0, 1, 0])], [bounce_row(0, 1, 0, mu)])
        for _ in range(60):
            d.tick()
        pull = G * (np.sin(np.radians(degrees)) - mu * np.cos(np.radians(degrees)))
        assert down @ d.x[:, 0] == pytest.approx(max(pull, 0) / 2, rel=2e-3, abs=1e-6)


@pytest.mark.parametrize("solver", [0, EULER])
def test_born_inside_leaves_freely(solver):
    """A droplet thrown up from within a box flies as if the box were not there, and lands on its top."""
    box, free = Droplets(1, 1 / 120, [box_row((0, 0, 0), np.eye(3), (0.5, 0.5, 0.5))], solver=solver), Droplets(1, 1 / 120, solver=solver)
    for d in (box, free):
        d.x[1], d.v[1] = 0.2, 5
    for _ in range(100):
        box.tick()
        free.tick()
        assert (box.x == free.x).all()
    for _ in range(400):
        box.tick()
    assert box.x[1, 0] == pytest.approx(0.5, abs=1e-5)


def test_a_room_holds_what_is_in_it():
    """An inward box: nothing leaves through floor, walls, edges or corners, and thickness keeps its distance."""
    d = Droplets(2000, 1 / 30, [box_row((0, 1, 0), tilt(10), (1, 1, 1), inward=True, thickness=0.1)], [bounce_row(0.9)])
    rng = np.random.default_rng(3)
    d.x[:], d.v[:] = rng.uniform(-0.6, 0.6, d.x.shape), rng.normal(0, 8, d.x.shape)
    d.x[1] += 1
    for _ in range(200):
        d.tick()
        local = tilt(10).T @ (d.x - np.array([[0], [1], [0]]))
        assert np.abs(local).max() < 0.9 + 1e-5


def test_a_quarter_turn_of_everything_commutes_with_the_step():
    """Turning droplets, forces and box about y by 90 degrees before or after the ticks is the same."""
    turn = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    rng = np.random.default_rng(4)
    place, speed = rng.uniform(-1, 1, (3, 500)) + [[0], [1.5], [0]], rng.normal(0, 2, (3, 500))
    ends = []
    for r in (np.eye(3), turn):
        act = field(r @ [0.5, -G, 0.2], drag=1e-4)
        d = Droplets(500, 1 / 60, [box_row(r @ [0.1, 0, 0.2], r @ tilt(15), (1, 0.5, 0.7))], [bounce_row(0.4, 0.9, 0, 0.2)], acts=act)
        d.x[:], d.v[:] = r @ place, r @ speed
        for _ in range(60):
            d.tick()
        ends.append(r.T @ d.x)
    assert np.abs(ends[0] - ends[1]).max() < 2e-4


def test_each_hit_uses_its_entry():
    """Hit n bounces by entry n, later hits by the last; the tangential factor may exceed 1; each hit is counted."""
    d = Droplets(1, 1 / 120, [plane_row((0, 0, 0), (0, 1, 0), bounces=(0, 2), hits_row=2)], [bounce_row(0.2, 1.4), bounce_row(1.0)])
    d.x[1], d.v[0] = 1, 1
    speeds = []
    for _ in range(120):
        before = d.hits[2, 0]
        d.tick()
        if d.hits[2, 0] > before:
            speeds.append((d.v[0, 0], d.x[1, 0] + d.v[1, 0] ** 2 / (2 * G)))
    assert len(speeds) >= 3 and d.hits[[0, 1, 3]].max() == 0
    assert speeds[0] == pytest.approx((1.4, 0.04), rel=1e-3)
    for later in speeds[1:]:
        assert later == pytest.approx((1.4, 0.04), rel=1e-3)


def test_scatter_sprays_in_the_plane_of_the_face():
    """Scatter adds a tangential velocity, uniform over a disc: mean 0, mean square s^2 / 2, at most s; the normal speed is untouched."""
    n = 4000
    d = Droplets(n, 1e-3, [GROUND], [bounce_row(0.5, 1, 0.8)], acts=field((0, 0, 0)))
    d.x[1], d.v[1] = 5e-4, -1
    d.tick()
    speed = np.hypot(d.v[0], d.v[2])
    assert d.v[1] == pytest.approx(0.5) and speed.max() <= 0.8 + 1e-6
    assert (speed**2).mean() == pytest.approx(0.32, rel=0.05) and abs(d.v[0].mean()) < 0.05


def test_friction_at_the_hit():
    """Coulomb takes mu (1 + e) times the normal speed off the tangential one, at most all of it."""
    d = Droplets(2, 1e-3, [GROUND], [bounce_row(0.5, 1, 0, 0.2)], acts=field((0, 0, 0)))
    d.x[1], d.v[1], d.v[0] = 5e-4, -1, [1, 0.2]
    d.tick()
    assert d.v[0] == pytest.approx([1 - 0.2 * 1.5, 0], abs=1e-6)


def test_a_hit_costs_lifetime_or_life():
    """lifetime_loss ages the particle at each hit, kill ends it: dead slots are as the others expect them."""
    for row, died in ((plane_row((0, 0, 0), (0, 1, 0), lifetime_loss=0.7), 0), (plane_row((0, 0, 0), (0, 1, 0), kill=True), 1)):
        d = Droplets(1, 0.1, [row])
        d.x[1], d.v[1] = 0.01, -1
        assert d.tick()[1] == died
        if died:
            assert d.age[0] == -np.inf and d.span[0] == np.inf and d.x[1, 0] == d.previous[1, 0] == np.float32(1e30) and (d.v == 0).all()
            assert d.tick()[:2] == (0, 0)
        else:
            assert d.age[0] == pytest.approx(0.8)


def test_death_by_age_by_height_and_by_not_being_a_number():
    """Too old (span and fade), under the kill height, out of bounds, nan: dead in the same tick, the others live on."""
    d = Droplets(8, 0.1, limits=(-5, -1, -5, 5, 5, 5), acts=field((0, 0, 0)))
    d.fade = np.float32(0.5)
    d.span[0], d.span[1] = 0.2, -0.45  # ends at 0.7 and at 0.05
    d.v[1, 2], d.v[0, 3], d.x[2, 4], d.v[1, 5] = -20, 80, np.nan, np.inf
    assert d.tick()[:2] == (0, 5)
    assert (d.age[[1, 2, 3, 4, 5]] == -np.inf).all() and (d.age[[0, 6, 7]] > 0).all()


def test_lids_that_rise_carry_what_lies_on_them():
    """A box that moves up at 1 m/s lifts a droplet that rests on it, and one that slides sideways drags it by friction."""
    dt = 1 / 60
    d = Droplets(1, dt, [GROUND], [bounce_row(0.0, 1, 0, 2.0)])
    d.x[1] = 0.5
    for tick in range(60):
        center = np.array([0.5, 1.0, 0]) * (tick + 1) * dt
        d.solids = np.array([box_row(center, np.eye(3), (0.5, 0.5, 0.5), velocity=(0.5, 1, 0), dt=dt)])
        d.tick()
    assert d.x[:, 0] == pytest.approx([0.5, 1.5, 0], abs=0.02)
    assert d.v[:, 0] == pytest.approx([0.5, 1, 0], abs=1e-5)


def test_flush_boxes_make_one_floor():
    """A droplet slides over the seams of eight boxes in a row without being stopped, frictionless, at constant speed."""
    row = [box_row((0.3 * k, 0, 0), np.eye(3), (0.15, 0.1, 1)) for k in range(8)]
    d = Droplets(1, 1 / 60, row, [bounce_row(0)])
    d.x[1], d.v[0] = 0.1, 1
    for _ in range(120):
        d.tick()
    assert d.x[:, 0] == pytest.approx([2, 0.1, 0], abs=1e-4) and d.v[0, 0] == pytest.approx(1, abs=1e-5)


def test_a_corner_holds():
    """Wind presses a droplet on the floor against a wall: it stays in the corner, and slides along it when pushed that way."""
    walls = [GROUND, plane_row((1, 0, 0), (-1, 0, 0))]
    d = Droplets(1, 1 / 60, walls, [bounce_row(0.2)], acts=field((3, -G, 1)))
    d.x[1] = 0.5
    for _ in range(240):
        d.tick()
    assert d.x[:2, 0] == pytest.approx([1, 0], abs=1e-5) and d.x[2, 0] == pytest.approx(0.5 * 16, rel=0.01)
