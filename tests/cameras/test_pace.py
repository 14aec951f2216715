"""Length of the way, and going along it at constant speed."""

import numpy as np
import pytest
from reference import POSITIONS, REFERENCE, keys_of, way

from engine.assets.keys import Key, Keys
from engine.cameras.path import Path
from engine.kernels.spline import PARTS

TABLE = REFERENCE["arc_length"]


def test_lengths_are_those_of_the_table():
    """Sixteen times 5-point Gauss a segment: SciPy's adaptive quadrature, to 1e-12."""
    path = way()
    np.testing.assert_allclose(np.diff(np.append(path.arc[:, 0], path.length)), TABLE["segment_length"], rtol=0, atol=1e-12)
    assert path.length == pytest.approx(TABLE["total_length"], abs=1e-12)
    speed = np.linalg.norm(path.poses(np.linspace(0, 7, 7001)).velocity, axis=1)
    assert speed.min() == pytest.approx(TABLE["min_speed"], abs=1e-9)


def test_equal_times_are_equal_distances():
    """At each eighth of the time the place is that of an eighth of the way, to 1e-9 m; the clock of the keys does not matter."""
    for durations in (None, [2, 1, 2.5, 1, 2.5, 1, 2]):
        path = way(keys_of(), timing="constant_speed", segment_duration=1 if durations is None else sum(durations) / 7)
        for row in TABLE["equal_distance"]:
            np.testing.assert_allclose(path.pose(row["fraction"] * path.duration).position, row["position"], rtol=0, atol=1e-9)


@pytest.mark.parametrize("closed", [True, False])
def test_a_thousand_equal_steps_have_equal_chords(closed):
    """For t = c = b = 0 the chords of 1,000 equal time steps differ from their mean by no more than 1 in 1,000."""
    path = way(timing="constant_speed", closed=closed)
    seen = path.poses(np.linspace(0, path.duration, 1001))
    chord = np.linalg.norm(np.diff(seen.position, axis=0), axis=1)
    assert np.abs(chord / chord.mean() - 1).max() < 1e-3
    np.testing.assert_allclose(np.linalg.norm(seen.velocity, axis=1), path.length / path.duration, rtol=1e-12)


def test_constant_speed_is_the_same_way():
    """Every place lies on the curve of the keys' clock, and each key is passed at its share of the length."""
    path = way(timing="constant_speed")
    np.testing.assert_allclose(path.poses(path.key_times).position, POSITIONS, rtol=0, atol=1e-9)
    assert path.key_times == pytest.approx(np.append(0, np.cumsum(TABLE["segment_length"])[:-1]) * 7 / TABLE["total_length"])


def test_it_goes_through_a_stop_and_a_loop():
    """Where the curve stands still (t = 1) speed is held by distance; wild tangents are no trouble."""
    for shape in ((1, 0, 0), (0, 1, 0), (-3, 0.5, 1)):
        path = way(keys_of(tcb=shape), timing="constant_speed")
        at = path.poses(np.linspace(0, path.duration, 2001))
        fine = path.poses(np.linspace(0, path.duration, 200_001)).position
        gone = np.append(0, np.cumsum(np.linalg.norm(np.diff(fine, axis=0), axis=1)))[::100]
        assert np.abs(np.diff(gone) / (path.length / 2000) - 1).max() < 2e-3
        assert np.isfinite(at.position).all() and np.isfinite(at.velocity).all()


def test_what_a_pose_costs_does_not_grow_with_the_keys():
    """One pose of 100,000 keys looks at 18 of their times: it takes what it takes for seven."""

    class Counted(np.ndarray):
        touched = 0

        def __getitem__(self, key):
            Counted.touched += 1
            return np.asarray(super().__getitem__(key))

    from engine.kernels.spline import located

    clock = np.arange(100_001.0).view(Counted)
    assert located.py_func(clock, 77_777.25) == (77_777, 0.25) and Counted.touched <= 22


def test_a_hundred_thousand_keys_are_all_there():
    """Tables of 100,000 keys are made at once, without a loop over them in Python."""
    angle = np.arange(100_000) * 1e-3
    places = np.stack([20 * np.cos(angle), angle, 20 * np.sin(angle)], 1)
    one = Keys.of([Key((0, 0, 0))])
    columns = {name: np.repeat(getattr(one, name), len(places), 0) for name in one.__slots__}
    path = Path(Keys(**{**columns, "position": places}), way().form)
    assert path.duration == 100_000 and path.frames == 25_000_000
    np.testing.assert_allclose(path.pose(54_321).position, places[54_321], rtol=0, atol=1e-12)
    assert path.with_form(closed=False, timing="constant_speed").length == pytest.approx(np.hypot(20e-3, 1e-3) * 99_999, rel=1e-6)
    assert path.arc.shape == (100_000, PARTS + 1)
