"""Labels and curves that a scene asks for: where they stand and what they show."""

from collections import deque
from pathlib import Path

import numpy as np
import pytest

from engine.render.extract import view_of
from engine.scene import parse
from engine.simulation import Simulation
from game.annotate import annotated
from game.history import LONGEST, History
from game.labels import labels
from game.plots import COLORS, chart

SCENE = """\
time: {step: 1/100 s}
plot: {energy: [stone], speed: [stone]}
entities:
  down: {gravity: {acceleration: [0, -10, 0]}}
  stone: {mass: 2, position: [0, 1, 0], draw: {label: a stone}}
  eye: {position: [0, 1, 5], camera: {fov: 90}}
"""


@pytest.fixture
def simulation():
    return Simulation(parse(SCENE.encode(), Path("made.yaml")))


def test_a_label_stands_where_the_body_is_seen(simulation):
    """The stone lies on the camera's axis: in the middle of the picture; after a fall of 1.25 m a quarter of 5 m tan 45 lower."""
    view = view_of(simulation)
    ((text, frozen, x, y),) = labels(simulation, view, (200, 100))
    assert (text, frozen) == ("a stone", False) and (x, y) == pytest.approx((100, 50))
    simulation.step(50)
    ((_, _, x, y),) = labels(simulation, view, (200, 100))
    assert (x, y) == pytest.approx((100, 50 + 50 * 1.25 / 5), abs=1e-3)


def test_what_is_behind_the_eye_has_no_label(simulation):
    """Its mirror image would be in the picture otherwise."""
    simulation.set("eye.rotation.y", 180)
    assert labels(simulation, view_of(simulation), (200, 100)) == []


def test_curves_hold_the_numbers_of_each_time(simulation):
    """Energy in a fall stays, speed grows by g t; samples are no nearer than 1/60 s and no older than the plot is long."""
    history = History()
    for _ in range(3):
        history.follow(simulation)
        simulation.step(10)
    assert [time for time, _ in history.curves["speed"]["stone"]] == pytest.approx([0, 0.1, 0.2])
    assert [value for _, value in history.curves["speed"]["stone"]] == pytest.approx([0, 1, 2], abs=1e-4)
    assert [value for _, value in history.curves["energy"]["stone"]][1:] == pytest.approx([20, 20], abs=1e-3)
    simulation.step(round(LONGEST * 100))
    history.follow(simulation)
    assert len(history.curves["speed"]["stone"]) == 1


def test_a_restart_begins_the_curves_anew(simulation):
    """Time went back."""
    history = History()
    simulation.step(100)
    history.follow(simulation)
    simulation.restart()
    history.follow(simulation)
    assert [time for time, _ in history.curves["energy"]["stone"]] == [0]


def _rows(panel, color):
    """Rows of a chart's curves in which a colour is seen."""
    near = np.abs(panel[20:-40, 60:, :3].astype(int) - color).sum(-1) < 40
    return np.flatnonzero(near.any(axis=1))


def test_a_curve_that_explodes_leaves_the_chart_and_the_others_stay_readable():
    """Two curves swing by 1, one goes to 1e30 and to nan: the quiet ones still fill a good part of the height."""
    times = np.linspace(0, 4, 60)
    quiet = deque((t, np.sin(3 * t)) for t in times)
    loud = deque((t, np.exp(20 * t)) for t in times[:-5])
    loud.extend((t, np.nan) for t in times[-5:])
    panel = chart("energy", {"a": quiet, "b": deque((t, -v) for t, v in quiet), "c": loud}, 120, 1.0)
    assert np.ptp(_rows(panel, COLORS[0])) > 25
    assert _rows(panel, COLORS[2]).min() <= 15


def test_flat_and_empty_curves_can_be_drawn():
    """No division by a range of zero."""
    for samples in ([], [(0.0, 3.0)], [(0.0, 3.0), (1.0, 3.0)], [(0.0, np.nan), (1.0, np.inf)]):
        assert chart("count", {"a": deque(samples)}, 120, 1.0).shape[2] == 4


def test_the_overlay_lies_over_labels_and_a_scene_without_them_has_its_own(simulation):
    """Nothing is copied where there is nothing to add."""
    overlay = np.zeros((100, 200, 4), np.uint8)
    overlay[:] = 9
    history, view = History(), view_of(simulation)
    assert (annotated(overlay, simulation, history, view, (200, 100)) == 9).all()
    assert annotated(None, simulation, history, view, (200, 100)).any()
    bare = Simulation(parse(b"entities:\n  stone: {mass: 1}\n", Path("made.yaml")))
    assert annotated(overlay, bare, History(), view, (200, 100)) is overlay
