"""A and B: with the key held, what it were without the last change."""

import numpy as np
import pytest
from test_timeline import SCENE, arrive, edit, pictures

from engine.components import Position
from engine.scene import load
from engine.simulation import Simulation
from game.controls import Controls
from game.stage import Stage


@pytest.fixture
def stage(tmp_path):
    """The scene of the time line's tests on stage."""
    path = tmp_path / "made.yaml"
    path.write_text(SCENE)
    made = Stage(path, lambda text, screen: None)
    made.file = path
    yield made
    made.close()


def compare(stage):
    """Hold the key until A is there."""
    stage.versions.compare()
    for _ in range(200):
        stage.advance(1 / 60)
        if stage.versions.shown:
            return stage.versions.shown
    raise AssertionError("A does not come")


def alone(stage, tick):
    """The run of the untouched file."""
    simulation = Simulation(load(stage.file))
    simulation.step(tick)
    return simulation


def test_a_is_the_run_that_never_got_the_edit(stage):
    """The same fingerprint at the same tick; B is back when the key goes up, and time goes on with it."""
    pictures(stage, 40)
    edit(stage, "jet.emitter.rate", 900.0)
    pictures(stage, 50)
    present = stage.simulation.fingerprint()
    other = alone(stage, 90)
    assert compare(stage).fingerprint() == other.fingerprint() != present
    assert stage.shown is stage.versions.shown and stage.versions.text.endswith("jet.emitter.rate 200 -> 900")
    assert stage.simulation.tick == 90
    stage.versions.compare_no_more()
    assert stage.shown is stage.simulation and stage.simulation.fingerprint() == present and stage.versions.text == ""
    pictures(stage, 10)
    other.step(10)
    assert stage.simulation.tick == 100
    assert compare(stage).fingerprint() == other.fingerprint()
    other.close()


def test_the_pictures_differ_by_the_change_alone(stage):
    """A look, edited while time is held: droplets where they are, the eye where the user has it, the colour of then."""
    pictures(stage, 30)
    stage.pause()
    stage.eye.orbit(30, 10)
    pictures(stage, 60)
    edit(stage, "sheet.surface", {"color": [1, 0, 0]})
    here = stage.frame()
    positions = [p.position[:, : p.used].copy() for p in here.particles]
    compare(stage)
    there = stage.frame()
    np.testing.assert_allclose(there.view.position, here.view.position, atol=1e-9)
    assert all(np.array_equal(a, p.position[:, : p.used]) for a, p in zip(positions, there.particles, strict=True))
    assert len(here.skins) == 1 and len(there.skins) == 0


def test_of_two_changes_a_lacks_the_last(stage):
    """The first is in both; the steps of one slider are one change; undone, A is with it."""
    pictures(stage, 20)
    edit(stage, "weight.gravity.acceleration.y", -5.0)
    stage.timeline.record.edits[-1].when -= 10  # a while ago
    pictures(stage, 20)
    for rate in range(300, 600, 20):
        edit(stage, "jet.emitter.rate", float(rate))
        pictures(stage, 1)
    found = compare(stage)
    assert found.scene.spec.entities["jet"].emitter.rate == 200
    assert found.scene.spec.entities["weight"].gravity.acceleration[1] == -5
    assert stage.versions.text.endswith("jet.emitter.rate 200 -> 580")
    other = Simulation(load(stage.file))
    other.step(20)
    other.set("weight.gravity.acceleration.y", -5.0)
    other.step(35)
    assert found.fingerprint() == other.fingerprint()
    other.close()


def test_an_undone_edit_leaves_the_same_picture(stage):
    """Changed and changed back while time is held: nothing is another between A and B."""
    pictures(stage, 30)
    stage.pause()
    stage.advance(0)
    edit(stage, "jet.emitter.rate", 900.0)
    stage.undo()
    stage.advance(0)
    before = stage.simulation.get("jet", Position).xyz.copy()
    found = compare(stage)
    assert np.array_equal(found.get("jet", Position).xyz, before)
    assert found.fingerprint() == stage.simulation.fingerprint()


def test_without_a_change_b_stays(stage):
    """Nothing changed, or the past before it is shown: a text says so."""
    pictures(stage, 30)
    stage.versions.compare()
    stage.advance(1 / 60)
    assert stage.shown is stage.simulation and stage.versions.text == "A: nothing has been changed"
    stage.versions.compare_no_more()
    edit(stage, "jet.emitter.rate", 900.0)
    pictures(stage, 30)
    stage.pause()
    stage.timeline.seek(stage.simulation, 10)
    arrive(stage)
    stage.versions.compare()
    stage.advance(0)
    assert stage.shown is stage.timeline.past and stage.versions.text == "A: the last change came after this"


def test_a_step_of_the_wall_clock_has_no_a(stage):
    """Its ticks cannot be run again: B stays and says why; the time line shows the moments that were kept, and no tick between them."""
    pictures(stage, 10)
    edit(stage, "time.step", "frame")
    pictures(stage, 50)
    stage.versions.compare()
    stage.advance(0)
    assert stage.shown is stage.simulation and "time.step: frame" in stage.versions.text
    stage.versions.compare_no_more()
    stage.pause()
    stage.timeline.seek(stage.simulation, 31)
    assert stage.timeline.arrived and stage.shown.tick in {moment.tick for moment in stage.timeline.record.moments}


def test_in_the_past_a_is_of_that_tick(stage):
    """The time line stands after the change: A at its tick."""
    pictures(stage, 10)
    edit(stage, "jet.emitter.rate", 900.0)
    pictures(stage, 60)
    stage.pause()
    stage.timeline.seek(stage.simulation, 40)
    arrive(stage)
    other = alone(stage, 40)
    assert compare(stage).fingerprint() == other.fingerprint()
    other.close()


def test_b_is_held(stage):
    """The key goes down, and A is seen; up, or the window loses the keyboard, and B is."""
    controls = Controls((stage, stage.versions), stage.tweak)
    for up in (lambda: controls.release("B"), lambda: controls.release("Shift+B"), controls.release_all):
        controls.press("B")
        controls.repeat(0.5)
        assert stage.versions.held
        up()
        assert not stage.versions.held
