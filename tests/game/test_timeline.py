"""The time line: back and forth through a run, by the pointer, and on from there."""

import time

import numpy as np
import pytest

from engine.scene import load
from engine.simulation import Simulation
from game.pointer import Scrub, Touch
from game.record import PATIENCE, SPACING
from game.stage import Stage
from game.strip import layout

SCENE = """time: {step: 1/60 s}
entities:
  jet:
    position: [0, 1, 0]
    mass: 1 g
    emitter:
      {rate: 200, capacity: 2000, lifetime: 1, start_velocity: {cone: {spread: 30, speed: [2, 3]}}}
  weight: {gravity: {acceleration: [0, -9.82, 0]}}
  pool: {position: [0, 0.5, 0], wave_surface: {size: [2, 2], nodes: [16, 16]}}
  sheet:
    position: [1, 1, 0]
    mass: {total: 0.2}
    lattice: {counts: [5, 5], size: [1, 1], plane: xz}
    spring: {links: [structural], stiffness: 100}
    pin: {corners: [top_left, top_right]}
  eye: {position: [0, 1, 4], velocity: [0.5, 0, 0], camera: {target: [0, 1, 0]}}
"""
SIZE = 800, 450


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Moments are kept whenever they are due, however busy the machine is."""
    monkeypatch.setattr("game.record.QUICK", 10.0)


@pytest.fixture
def stage(tmp_path):
    """The scene on stage; its prints: tick -> fingerprint, of a run that nobody touched."""
    path = tmp_path / "made.yaml"
    path.write_text(SCENE)
    told = []
    made = Stage(path, lambda text, screen: told.append(text))
    made.told = told
    yield made
    made.close()


@pytest.fixture(scope="module")
def prints(tmp_path_factory):
    """tick -> fingerprint, of a run that nobody touched."""
    path = tmp_path_factory.mktemp("alone") / "made.yaml"
    path.write_text(SCENE)
    simulation, found = Simulation(load(path)), {}
    for _ in range(200):
        found[simulation.tick] = simulation.fingerprint()
        simulation.step()
    simulation.close()
    return found


def pictures(stage, count):
    """Pass time at 60 pictures a second: a tick each."""
    for _ in range(count):
        stage.advance(1 / 60)


def at(share, size=SIZE):
    """The left button at a share of the line."""
    left, right = layout(size).rail
    return Touch(left + share * (right - left), 20, size, "left")


def arrive(stage):
    """Let the pointer rest until what is shown is what is asked for."""
    for _ in range(300):
        stage.advance(1 / 60)
        if stage.timeline.arrived:
            return
    raise AssertionError("the time line does not arrive")


def edit(stage, path, value):
    """A change of the scene, noted as in a running window."""
    stage.tweaks.set(path, value)
    stage.advance(0)


def test_the_pointer_goes_to_any_tick_and_it_is_as_it_was(stage, prints):
    """Droplets, water, cloth and camera: the same fingerprint at each tick as when it first ran; the present waits untouched."""
    pictures(stage, 150)
    line = Scrub(stage)
    assert line.press(at(0.5)) and stage.paused and stage.shown is not stage.simulation
    for share, tick in ((0.5, 75), (0.32, 48), (0.333, 50), (0.9, 135), (0.0, 0)):
        line.drag(at(share))
        arrive(stage)
        assert stage.shown.tick == tick
        assert stage.shown.fingerprint() == prints[tick]
        assert stage.shown.pose("eye").position[0] == pytest.approx(0.5 * tick / 60)
        np.testing.assert_allclose(stage.view().position, stage.shown.pose("eye").position, atol=1e-9)
    line.release(at(0.0))
    assert stage.simulation.tick == 150 and stage.simulation.fingerprint() == prints[150]
    line.press(at(1.0))
    assert stage.shown is stage.simulation and stage.paused


def test_the_nearest_moment_is_seen_at_once(stage, prints):
    """While the pointer moves no tick is run again; when it rests, the ticks up to where it is are."""
    pictures(stage, 120)
    ticks = {moment.tick for moment in stage.timeline.record.moments}
    line = Scrub(stage)
    line.press(at(0.9))
    for share in np.linspace(0.9, 0.1, 17):
        line.drag(at(share))
        stage.advance(1 / 60)
        assert stage.shown.tick in ticks and abs(stage.shown.tick - 120 * share) <= 60 * SPACING / 2 + 1
    line.release(at(0.1))
    arrive(stage)
    assert stage.shown.tick == 12 and stage.shown.fingerprint() == prints[12]


def test_space_goes_on_from_there(stage, prints):
    """The future that was is forgotten, and comes again as it was; the plots' curves too."""
    pictures(stage, 120)
    Scrub(stage).press(at(0.25))
    arrive(stage)
    stage.pause()
    assert not stage.paused and stage.shown is stage.simulation and stage.simulation.tick == 30
    assert max(moment.tick for moment in stage.timeline.record.moments) <= 30
    pictures(stage, 60)
    assert stage.simulation.tick == 90 and stage.simulation.fingerprint() == prints[90]


def test_one_tick_and_restart(stage, prints):
    """In the past `.` is a tick of the past; R forgets it all."""
    pictures(stage, 60)
    Scrub(stage).press(at(0.5))
    arrive(stage)
    stage.single_step()
    stage.advance(0)
    assert stage.shown.tick == 31 and stage.shown.fingerprint() == prints[31]
    stage.restart()
    assert stage.shown is stage.simulation and stage.simulation.tick == 0 and not stage.timeline.record.entries


def test_before_an_edit_is_what_was_and_going_on_takes_the_present_file(stage, prints):
    """Before it the old rate, after it the new one, bit for bit; going on from before it goes on with the new one."""
    pictures(stage, 40)
    edit(stage, "jet.emitter.rate", 900.0)
    pictures(stage, 20)
    after = stage.simulation.fingerprint()
    pictures(stage, 20)
    stage.pause()
    stage.timeline.seek(stage.simulation, 60)
    arrive(stage)
    assert stage.shown.fingerprint() == after and stage.shown.scene.spec.entities["jet"].emitter.rate == 900
    stage.timeline.seek(stage.simulation, 35)
    arrive(stage)
    assert stage.shown.fingerprint() == prints[35] and stage.shown.scene.spec.entities["jet"].emitter.rate == 200
    assert stage.simulation.scene.spec.entities["jet"].emitter.rate == 900
    stage.pause()
    stage.advance(0)
    assert stage.simulation.tick == 35 and stage.simulation.scene.spec.entities["jet"].emitter.rate == 900
    assert [(e.tick, e.text) for e in stage.timeline.record.edits] == [(35, "jet.emitter.rate 200 -> 900")]
    pictures(stage, 30)
    here = stage.simulation.fingerprint()
    stage.pause()
    stage.timeline.seek(stage.simulation, 50), arrive(stage)
    stage.timeline.step(stage.simulation, 14), arrive(stage)
    assert stage.shown.tick == 64 and here != prints[65]
    alone = Simulation(stage.shown.scene)
    alone.restore(stage.shown.snapshot())
    alone.step()
    assert alone.fingerprint() == here
    alone.close()


def test_an_edit_is_made_to_the_past_that_is_seen(stage):
    """Saved or tweaked while the past is shown: what is seen changes at once, and stays the past."""
    pictures(stage, 60)
    Scrub(stage).press(at(0.5))
    arrive(stage)
    edit(stage, "eye.camera.fov", 70.0)
    assert stage.shown is not stage.simulation and stage.shown.tick == 30
    assert stage.shown.scene is stage.simulation.scene and stage.shown.scene.spec.entities["eye"].camera.fov == 70


def test_what_the_hand_held_then_is_let_go(stage):
    """Going on from a moment at which a mass was held: it is free, as nobody holds it now."""
    pictures(stage, 10)
    stage.simulation.grab("sheet", 12)
    pictures(stage, 30)
    stage.simulation.release()
    pictures(stage, 30)
    stage.pause()
    stage.timeline.seek(stage.simulation, 30)
    arrive(stage)
    stage.pause()
    stage.simulation.grab("sheet", 3)  # the hand is empty
    stage.simulation.release()


def test_the_line_is_seen_when_it_is_wanted(stage):
    """While time is held, while the past is shown, while the pointer is near the lower edge; a press elsewhere is not the line's."""
    line = Scrub(stage)
    assert stage.strip is None
    pictures(stage, 30)
    assert stage.strip is None
    assert line.hover(Touch(400, 30, SIZE)) and stage.strip.at == 0.5
    assert not line.hover(Touch(400, 300, SIZE)) and stage.strip is None
    stage.pause()
    assert stage.strip.span == (0.0, 0.5) and not stage.strip.away
    assert not line.press(Touch(400, 200, SIZE, "left")) and not line.press(Touch(400, 20, SIZE, "right"))
    line.press(at(0.4))
    assert stage.strip.away and stage.strip.at == pytest.approx(0.2, abs=0.01)


def test_a_fault_of_the_past_stops_there(stage, monkeypatch):
    """A system that dies when ticks are run again: what is shown stays at that tick, and the present is whole."""
    pictures(stage, 60)
    Scrub(stage).press(at(0.4))
    step = type(stage.simulation).step

    def dies(simulation, n=1):
        if simulation is stage.timeline.past and simulation.tick == 20:
            raise ValueError("lost")
        step(simulation, n)

    monkeypatch.setattr(type(stage.simulation), "step", dies)
    pictures(stage, 30)
    assert stage.shown.tick == 20 and stage.timeline.arrived and not stage.fault and stage.simulation.tick == 60


def test_a_file_that_is_mended_begins_a_new_record(tmp_path):
    """Broken at first, then loaded: the line begins with the scene, not with the empty one before it."""
    path = tmp_path / "made.yaml"
    path.write_text("entities: [")
    stage = Stage(path, lambda text, screen: None)
    pictures(stage, 3)
    path.write_text(SCENE)
    until = time.monotonic() + 10
    while "jet" not in stage.simulation.scene.spec.entities and time.monotonic() < until:
        stage.advance(1 / 60)
        time.sleep(0.01)
    stage.advance(0)
    assert not stage.timeline.record.edits and "jet" in stage.timeline.record.moments[0].scene.spec.entities
    stage.close()


def test_no_moment_is_kept_where_a_picture_would_be_late(stage, monkeypatch):
    """While pictures take a tenth of a second, and for a while after one that took long; the first and a pause are kept all the same."""
    record = stage.timeline.record
    stage.advance(1 / 60)
    for _ in range(int(0.9 * PATIENCE * 10)):
        stage.advance(0.1)
    assert len(record.moments) == 1
    monkeypatch.setattr(record, "_costs", [20.0])
    pictures(stage, 120)
    assert len(record.moments) == 1
    stage.pause()
    assert len(record.moments) == 2
