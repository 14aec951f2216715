"""A picture is a function of scene, plan and number: the same alone, in a row, at another rate, from the window."""

from fractions import Fraction

import numpy as np
import pytest
from film_hands import SCENE
from hypothesis import given
from hypothesis import strategies as st

from engine.scene import load
from engine.simulation import Simulation
from game.film import light, moments
from game.film.moments import Moment, Plan, approach
from game.film.pictures import Look, Pictures
from game.history import History
from game.scenes import find, names

RATES = st.fractions(1, 240, max_denominator=1001)
STEPS = st.sampled_from([1 / 120, 1 / 60, 0.02, 0.1 / 3, 1e-3, 0.0123, 2**-7])
PLOTTED = """
format: 1
plot: {energy: [bob], speed: [bob]}
entities:
  bob:
    position: [0, 1, 0]
    lattice: {counts: [4, 4, 4], size: [0.5, 0.5, 0.5]}
    mass: 1 kg
    spring: {stiffness: 500}
    surface: {material: jelly}
    draw: {label: bob}
  floor: {shape: {box: {size: [4, 0.2, 4]}}, surface: {}, collider: {}}
  weight: {gravity: {}}
  sky: {skybox: {computed: {}}}
  sun: {sun: {}}
  eye: {position: [0, 1, 3], camera: {target: bob}}
"""


@given(RATES, st.fractions(0, 100, max_denominator=1000), st.integers(0, 10_000), STEPS)
def test_a_moment_is_its_time_exactly(fps, start, i, step):
    """(tick + blend) step is start + i / fps to the last bit of the blend, and the blend is less than 1 step."""
    exact = moments.exact(step)
    assert float(exact) == step
    tick, blend = moments.moment(start + i / fps, exact)
    assert 0 <= blend <= 1
    assert abs((tick + Fraction(blend)) * exact - (start + i / fps)) <= exact * Fraction(1, 2**53)
    assert Plan(start, fps, 1).moments(i, exact) == [(tick, blend)] == Plan(start + i / fps, Fraction(30), 1).moments(0, exact)


def test_thirty_thirtieths_are_a_second():
    """What floats cannot: 1/120 s is 1/120, picture 30 of 30 a second shows tick 120 and no share of a step more."""
    assert moments.exact(1 / 120) == Fraction(1, 120) and moments.exact("frame") == Fraction(1, 60)
    assert Plan(Fraction(0), Fraction(30), 31).moments(30, moments.exact(1 / 120)) == [Moment(120, 0.0)]
    assert moments.exact(2**-40) == Fraction(2**-40)  # as it is, where no short fraction is it


def test_the_shutter_is_open_from_the_picture_on():
    """Part k of n of picture i is i + k / n of the open share of a picture's time; 360 degrees leave no gap."""
    times = Plan(Fraction(1), Fraction(10), 2, parts=4, shutter=Fraction(180)).times(1)
    assert times == [Fraction(1) + Fraction(8 + k, 80) for k in range(4)]
    row = [time for i in range(3) for time in Plan(Fraction(0), Fraction(10), 3, 5, Fraction(360)).times(i)]
    assert {b - a for a, b in zip(row, row[1:], strict=False)} == {Fraction(1, 50)}


def test_all_ways_to_a_moment_are_one(tmp_path):
    """go_to by any stops on the way gives the same state and the same share of a step, to the bit; there is no way back."""
    (tmp_path / "a.yaml").write_text(SCENE)
    one, other = (Simulation.from_file(tmp_path / "a.yaml") for _ in range(2))
    one.go_to(29, 0.3)
    for tick, blend in ((3, 0.9), (3, 0.1), (17, 0.0), (29, 0.3)):
        other.go_to(tick, blend)
    assert (one.fingerprint(), one.blend, one.tick) == (other.fingerprint(), other.blend, 29)
    assert one.blend == pytest.approx(0.3, rel=1e-15)
    with pytest.raises(ValueError, match=r"tick 28 is over, this is 29; restart\(\) begins anew"):
        one.go_to(28)


def test_a_far_moment_is_told_of_on_the_way(tmp_path):
    """Every thirty ticks, of those that there are from here; the state is that of going there at once. A near one is not spoken of."""
    (tmp_path / "a.yaml").write_text(SCENE)
    one, other = (Simulation.from_file(tmp_path / "a.yaml") for _ in range(2))
    told = []
    approach(one, Moment(8, 0.5), lambda *how: told.append(how))
    assert told == []
    approach(one, Moment(108, 0.5), lambda *how: told.append(how))
    other.go_to(108, 0.5)
    assert told == [(30, 100), (60, 100), (90, 100)] and one.fingerprint() == other.fingerprint()


def test_ticks_of_the_wall_clock_are_sixtieths_in_a_film(tmp_path):
    """Where `step: frame` makes a tick as long as a picture took, a film has 1/60 s, and each is seen as it is."""
    (tmp_path / "a.yaml").write_text(SCENE + "time: {step: frame}\n")
    simulation = Simulation.from_file(tmp_path / "a.yaml")
    moments.run(simulation, moments.moment(Fraction(1, 24), moments.exact("frame")), History())
    assert (simulation.tick, simulation.time, simulation.blend) == (2, pytest.approx(2 / 60), 1.0)


@pytest.fixture
def pictures(context, tmp_path):
    """Makes Pictures of a scene's text, small and cheap, and closes them."""
    made = []

    def make(text, **look):
        path = tmp_path / "a.yaml"
        path.write_text(text)
        made.append(Pictures(lambda: load(path), None, Look((96, 54), 0, "test", **look), bake="off"))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_alone_and_in_a_row_are_equal_pixels(pictures):
    """Jelly, glow, moving shadows, label, curves: picture 6 of a row is picture 6 alone, and the last of another row."""
    plan = Plan(Fraction(1, 3), Fraction(24), 7)
    row, alone, sparse = (pictures(PLOTTED) for _ in range(3))
    last = [row.picture(plan, i) for i in range(7)][-1]
    time = plan.times(6)[0]
    assert len(np.unique(last)) > 50
    np.testing.assert_array_equal(alone.picture(plan, 6), last)
    sparse.picture(Plan(time - Fraction(1, 7), Fraction(7), 2), 0)
    np.testing.assert_array_equal(sparse.picture(Plan(time - Fraction(1, 7), Fraction(7), 2), 1), last)


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_every_scene_is_the_same_alone_and_in_a_row(context, name):
    """Leaves that sway, lamps that waver, glow, mirrors, flights: whatever a scene has, no picture remembers another."""

    def made():
        return Pictures(lambda: load(find(name)), None, Look((160, 90), 0, "test"), bake="off")

    plan, row, alone = Plan(Fraction(1, 2), Fraction(24), 9), made(), made()
    for i in range(8):
        last = row.picture(plan, i)
    np.testing.assert_array_equal(alone.picture(plan, 7), last)
    row.close(), alone.close()


def test_numbers_and_light():
    """ENCODE[DECODE] is the identity, both are monotone, and half the light of white is number 188."""
    assert (light.ENCODE[light.DECODE] == np.arange(256)).all()
    assert (np.diff(light.DECODE.astype(int)) > 0).all() and (np.diff(light.ENCODE.astype(int)) >= 0).all()
    board = np.full((8, 8, 4), 255, np.uint8)
    board[..., :3] *= (np.indices((8, 8)).sum(0) % 2)[..., None].astype(np.uint8)
    assert (light.shrunk(board, 2) == [188, 188, 188, 255]).all() and light.shrunk(board, 1) is board
    assert light.shrunk(board, 4).shape == (2, 2, 4)


def test_what_is_not_there_has_no_colour():
    """A solid red pixel among three clear green ones: red, a quarter of it there. Straight colours are what was multiplied, divided."""
    four = np.array([[[255, 0, 0, 255], [0, 255, 0, 0]], [[0, 255, 0, 0], [0, 255, 0, 0]]], np.uint8)
    assert light.shrunk(four, 2).tolist() == [[[255, 0, 0, 64]]]
    assert light.straight(np.array([[[64, 32, 0, 64], [0, 0, 0, 0], [9, 8, 7, 255]]], np.uint8)).tolist() == [
        [[255, 128, 0, 64], [0, 0, 0, 0], [9, 8, 7, 255]]
    ]


def test_supersampling_is_the_mean_of_a_larger_picture(pictures):
    """K = 2 draws 192 x 108 and gives 96 x 54: each pixel the mean light of four, of a picture that large."""
    plan = Plan(Fraction(1, 4), Fraction(30), 1)
    large = pictures(SCENE, supersample=2)
    drawn = large.draw(plan, 0).copy()
    assert drawn.shape == (108, 192, 4)
    mean = light.DECODE[drawn[..., :3]].reshape(54, 2, 96, 2, 3).astype(float).mean((1, 3))
    assert abs(light.DECODE[large.develop(drawn)[..., :3]] - mean).max() <= np.diff(light.DECODE.astype(int)).max() / 2 + 1
