"""A running scene follows its file: real files, saved well and badly."""

import os
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.components import Life, Position
from engine.simulation import Simulation
from game.live import Live, report

TEXT = """vars:
  wind: {value: 0, min: -4, max: 4, step: 0.5, keys: [A, Q]}
entities:
  jet:
    position: [0, 1, 0]
    mass: 1 g
    emitter:
      rate: 100
      capacity: 4000
      lifetime: 3
      shape: {disc: {radius: 1 cm, height: 1 cm}}
      start_velocity: {jet: {spread: 1, speed: [3, 4]}}
  earth: {gravity: {}}
  air: {wind: {velocity: [$wind, 0, 0]}}
"""
SLOWEST = 8.0  # [s] that any test waits for news


@pytest.fixture
def scene(tmp_path):
    """A small scene's file."""
    file = tmp_path / "jet.yaml"
    file.write_text(TEXT)
    return file


@pytest.fixture
def running(scene):
    """A Live of the small scene, which looks at its files fifty times a second."""
    live = Live(scene, interval=0.02)
    yield live
    live.close()


def edit(file, old, new):
    """Save the file with one text replaced."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def wait(live, until):
    """Run until something holds; all news on the way."""
    news, end = [], time.monotonic() + SLOWEST
    while not until(news):
        assert time.monotonic() < end, f"nothing happened but {news}; errors {live.errors}"
        news += live.poll()
        live.simulation.advance(0.005)
        time.sleep(0.005)
    return news


def news(live):
    """Run until there is news."""
    return wait(live, bool)


def quiet(live, seconds):
    """News of some seconds, during which nothing need happen."""
    end = time.monotonic() + seconds
    return wait(live, lambda _: time.monotonic() > end)


def test_droplets_fly_on_over_an_edited_rate(running, scene):
    """100 to 1000 a second at t = 2 s: all who live keep id, age and place to the bit; the report names the field and its class."""
    running.simulation.step(240)
    edit(scene, "rate: 100", "rate: 1000")
    life, places = running.simulation.get("jet", Life), running.simulation.get("jet", Position)
    before = [array.copy() for array in (life.id[:200], life.age[:200], places.xyz)]
    texts, end = [], time.monotonic() + SLOWEST
    while not texts and time.monotonic() < end:  # no tick between the two looks
        texts = running.poll()
        time.sleep(0.005)
    life, places = running.simulation.get("jet", Life), running.simulation.get("jet", Position)
    assert texts == ["reloaded jet.yaml: jet.emitter.rate 100 -> 1000 (birth)"]
    for was, now in zip(before, (life.id[:200], life.age[:200], places.xyz), strict=True):
        np.testing.assert_array_equal(was, now)
    assert len(before[2]) == pytest.approx(200, abs=1)
    running.simulation.step(120)
    assert running.simulation.get("jet", Position).population.alive == pytest.approx(1200, abs=2)


def test_a_typo_leaves_the_last_good_scene_running_until_it_is_mended(running, scene):
    """The error has its place and its cure, the scene ticks on, and the next good save clears it."""
    edit(scene, "rate: 100", "ratee: 100")
    [text] = news(running)
    [error] = running.errors
    assert (Path(error.file).name, error.line, error.column) == ("jet.yaml", 8, 7)
    assert "did you mean 'rate'?" in error.text and "did you mean 'rate'?" in text
    tick = running.simulation.tick
    assert quiet(running, 0.2) == []
    assert running.simulation.tick > tick
    edit(scene, "ratee: 100", "rate: 300")
    assert news(running) == ["reloaded jet.yaml: jet.emitter.rate 100 -> 300 (birth)"]
    assert running.errors == ()


def test_a_broken_file_does_not_touch_the_run(running, scene):
    """A run whose file breaks on the way has the same fingerprint as one that was left alone."""
    alone = Simulation.from_file(scene)
    scene.write_text("entities: {jet: [")
    wait(running, lambda _: running.errors)
    ticks = running.simulation.tick
    alone.step(ticks)
    assert running.simulation.fingerprint() == alone.fingerprint()


def test_a_half_written_file_is_never_an_error(running, scene):
    """A slow writer whose first half does not parse: what is seen is one reload of the whole."""
    whole = TEXT.replace("rate: 100", "rate: 500")
    scene.write_text(whole[: whole.index("3, 4]")])
    early = quiet(running, 0.25)
    with open(scene, "a") as handle:
        handle.write(whole[whole.index("3, 4]") :])
    assert early + news(running) == ["reloaded jet.yaml: jet.emitter.rate 100 -> 500 (birth)"]
    assert running.errors == ()


def test_a_deleted_file_is_said_and_the_scene_goes_on(running, scene):
    """Gone is no error; back with another rate is an edit, back as it was is no change."""
    scene.unlink()
    assert news(running) == ["jet.yaml is gone; the scene goes on"]
    assert running.errors == ()
    scene.write_text(TEXT)
    assert news(running) == ["saved, no change"]


def test_replaced_by_rename(running, scene):
    """The way of most editors: another file takes the name."""
    other = scene.with_name(".jet.tmp")
    other.write_text(TEXT.replace("rate: 100", "rate: 200"))
    os.replace(other, scene)
    assert news(running) == ["reloaded jet.yaml: jet.emitter.rate 100 -> 200 (birth)"]


def test_edited_through_a_link(tmp_path, scene):
    """The file behind a link is edited, then the link is pointed elsewhere: both are edits of the scene."""
    link = tmp_path / "link.yaml"
    os.symlink(scene, link)
    live = Live(link, interval=0.02)
    edit(scene, "rate: 100", "rate: 200")
    assert news(live) == ["reloaded link.yaml: jet.emitter.rate 100 -> 200 (birth)"]
    other = tmp_path / "other.yaml"
    other.write_text(TEXT.replace("rate: 100", "rate: 300"))
    os.symlink(other, tmp_path / "new")
    os.replace(tmp_path / "new", link)
    assert news(live) == ["reloaded link.yaml: jet.emitter.rate 200 -> 300 (birth)"]
    live.close()


@pytest.mark.parametrize("first", [None, TEXT.replace("rate", "ratee"), "entities: ["])
def test_a_first_load_that_failed_recovers_when_the_file_is_mended(tmp_path, first):
    """An empty scene runs with the error at hand; the mended scene starts at its beginning."""
    file = tmp_path / "jet.yaml"
    if first is not None:
        file.write_text(first)
    live = Live(file, interval=0.02)
    assert live.errors and live.simulation.names() == []
    quiet(live, 0.1)
    file.write_text(TEXT)
    assert news(live) == ["loaded jet.yaml"]
    assert live.errors == ()
    assert live.simulation.names() == ["jet", "earth", "air"]
    assert live.simulation.tick < 10
    live.close()


def test_a_save_that_changes_nothing_says_so(running, scene):
    """A comment is no change of the scene."""
    scene.write_text(TEXT + "# a note\n")
    assert news(running) == ["saved, no change"]


def test_tweaks_stay_over_the_file(running, scene):
    """What a key has changed outlives a save of something else, and falls when the file has no place for it any more."""
    running.simulation.press("wind", 1)
    edit(scene, "rate: 100", "rate: 200")
    assert news(running) == ["reloaded jet.yaml: jet.emitter.rate 100 -> 200 (birth)"]
    assert running.simulation.scene.spec.entities["air"].wind.velocity == (0.5, 0, 0)
    edit(scene, "wind: {value: 0, min: -4, max: 4, step: 0.5, keys: [A, Q]}", "breeze: 1")
    edit(scene, "$wind", "$breeze")
    texts = wait(running, lambda seen: len(seen) > 1)
    assert texts[0] == "vars.wind: the file has no such value any more; the tweak is dropped"
    assert running.simulation.scene.spec.entities["air"].wind.velocity == (1, 0, 0)
    assert running.simulation.scene.overrides == {}


def test_a_key_pressed_while_the_file_is_read_is_not_lost(running, scene):
    """The scene that was read without the new tweak is read again with it."""
    edit(scene, "rate: 100", "rate: 200")
    end = time.monotonic() + SLOWEST
    while running._done.empty() and time.monotonic() < end:  # the worker is done, nothing is applied yet
        if not running._watch.changes.empty():
            running.poll()
        time.sleep(0.002)
    running.simulation.press("wind", 1)
    wait(running, lambda _: running.simulation.scene.spec.entities["jet"].emitter.rate == 200)
    assert running.simulation.scene.spec.entities["air"].wind.velocity == (0.5, 0, 0)


def test_a_reload_that_fails_leaves_the_scene_as_it_was(running, scene, monkeypatch):
    """Whatever goes wrong while a good file is applied is an error on screen, and the old scene goes on."""

    def refuse(self, scene):
        raise MemoryError("no room")

    monkeypatch.setattr(Simulation, "reload", refuse)
    edit(scene, "rate: 100", "rate: 200")
    news(running)
    assert running.errors == ("jet.yaml cannot be used: MemoryError: no room",)
    tick = running.simulation.tick
    quiet(running, 0.1)
    assert running.simulation.tick > tick
    monkeypatch.undo()
    edit(scene, "rate: 200", "rate: 300")
    assert news(running) == ["reloaded jet.yaml: jet.emitter.rate 100 -> 300 (birth)"]


def image(path, color):
    """A small PNG."""
    Image.new("RGBA", (8, 8), color).save(path)


def test_images_reload_and_a_broken_one_leaves_the_last_good_one(scene):
    """A new picture is handed to the renderer, one that is none is not; each is said."""
    drop = scene.with_name("drop.png")
    image(drop, "red")
    scene.write_text(TEXT.replace("  earth:", "    billboard: {textures: [drop.png]}\n  earth:"))
    live = Live(scene, interval=0.02)
    image(drop, "blue")
    assert news(live) == ["reloaded drop.png"]
    assert [Path(path) for path in live.textures] == [drop]
    live.textures.clear()
    drop.write_bytes(b"no picture")
    [text] = news(live)
    assert text.startswith("drop.png is no") and text.endswith("; the picture keeps the last good one")
    drop.unlink()
    assert news(live) == ["drop.png is gone; the picture keeps it"]
    assert live.textures == []
    live.close()


def test_a_missing_image_is_waited_for(running, scene):
    """An error for want of a file ends when the file comes, without another save of the scene."""
    edit(scene, "  earth:", "    billboard: {textures: [drop.png]}\n  earth:")
    news(running)
    assert "drop.png" in running.errors[0].text
    image(scene.with_name("drop.png"), "red")
    wait(running, lambda _: not running.errors)
    assert running.simulation.scene.spec.entities["jet"].billboard.textures == ("drop.png",)


def test_a_damaged_image_leaves_the_last_good_scene(running, scene):
    """Its header is right and the rest is cut off: an error until it is whole, though the parser sees headers only."""
    drop = scene.with_name("drop.png")
    Image.effect_noise((64, 64), 50).save(drop)
    whole = drop.read_bytes()
    drop.write_bytes(whole[: len(whole) // 2])
    edit(scene, "  earth:", "    billboard: {textures: [drop.png]}\n  earth:")
    wait(running, lambda _: running.errors)
    assert running.errors[0].startswith("jet.yaml: drop.png is damaged")
    assert running.simulation.scene.spec.entities["jet"].billboard is None
    drop.write_bytes(whole)
    wait(running, lambda _: not running.errors)
    assert running.simulation.scene.spec.entities["jet"].billboard.textures == ("drop.png",)


def test_a_report_names_three_changes():
    """More are counted, so that the line stays a line."""
    assert report("a.yaml", []) == "saved, no change"
    assert report("a.yaml", ["a", "b"]) == "reloaded a.yaml: a; b"
    assert report("a.yaml", ["a", "b", "c", "d", "e"]) == "reloaded a.yaml: a; b; c; and 2 more"
