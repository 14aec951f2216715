"""What is kept of a run, and how the time line shows it."""

from pathlib import Path

import pytest

from engine.scene.load import parse
from engine.simulation import Simulation
from game.record import SPACING, Record
from game.strip import Strip, panel, text
from game.timeline import Timeline


def test_moments_stay_within_their_bytes_and_thin_out_with_age(monkeypatch):
    """Of 400 moments as many as fit; the first, the last, and gaps that grow with how long ago they are."""
    monkeypatch.setattr("game.record.QUICK", 10.0)
    simulation = Simulation(scene_that_does_not_grow())
    record = Record()
    record.follow(simulation)
    record.limit = 40 * record.keep(simulation).nbytes
    for _ in range(400):
        simulation.step()
        record.follow(simulation)
        assert record.nbytes <= record.limit
    times = [moment.time for moment in record.moments]
    assert times[0] == 0 and times[-1] == pytest.approx(100) and len(times) > 20
    for one, other in zip(times, times[1:], strict=False):
        assert other - one <= max(2 * SPACING, 0.5 * (100 - one)) + 1e-6
    assert times[-1] - times[-2] == pytest.approx(SPACING)
    record.clear()
    assert record.nbytes == 0
    simulation.close()


def test_the_moment_before_the_last_change_stays(monkeypatch):
    """However long ago that is, A begins there; of more edits than are kept the oldest are forgotten with what was before them."""
    monkeypatch.setattr("game.record.QUICK", 10.0)
    monkeypatch.setattr("game.record.BURST", -1.0)
    simulation, record = Simulation(scene_that_does_not_grow()), Record()
    for tick in range(300):
        if tick == 20:
            before = record.moments[-1]
            simulation.set("mote.mass", 2.0)
        record.follow(simulation)
        record.limit = 20 * record.moments[0].nbytes
        simulation.step()
    assert record.way(299, record.change())[0] is before and len(record.moments) < 200
    monkeypatch.setattr("game.record.EDITS", 3)
    for mass in (3.0, 4.0, 5.0):
        simulation.set("mote.mass", mass)
        simulation.step()
        record.follow(simulation)
    assert [edit.text for edit in record.edits] == ["mote.mass 2 -> 3", "mote.mass 3 -> 4", "mote.mass 4 -> 5"]
    assert record.moments[0].tick > 20 and record.nbytes <= record.limit
    simulation.close()


def scene_that_does_not_grow():
    """A scene whose state does not grow."""
    return parse(
        b"time: {step: 0.25}\nentities: {pool: {wave_surface: {size: [1, 1], nodes: [16, 16]}}, mote: {mass: 1, velocity: [1, 0, 0]}}",
        Path("made.yaml"),
    )


def test_the_strip_shows_where_it_is():
    """The bar is bright up to the head and no farther, an edit has its flag, moments their marks; the words stay on the panel."""
    line = Timeline()
    assert line.strip(None, False) is None
    strip = Strip((0.0, 10.0), 2.5, True, (0.0, 5.0, 10.0), ((7.5, "14:03"),))
    assert text(strip) == "2.50 s of 10.00 s; Space goes on from here"
    picture = panel(strip, 600, 64, 1.0).astype(int)
    rail = picture[32, :, :3]
    left, right = 16, 600 - 16
    x = lambda share: round(left + share * (right - left))  # noqa: E731
    bright = lambda share: rail[x(share)].sum()  # noqa: E731
    assert bright(0.1) > 1.5 * bright(0.8) > 1.5 * 11
    assert picture[15, x(0.75) + 2, 0] > 200 > picture[15, x(0.75) + 2, 2]
    assert picture[32, x(0.25)].min() > 200 and picture[5, 5, 3] == 196
    assert panel(strip._replace(at=0.0), 600, 64, 1.0).shape == panel(strip._replace(at=10.0), 600, 64, 1.0).shape == (64, 600, 4)
