"""Ctrl+S: tweaks become the file, on the disk and in the scene that runs; nobody else's change is lost."""

import errno
import os
import time

import pytest

from engine.scene import store as stores
from game.live import Live
from game.tweaks import Tweaks

SCENE = """vars:
  spread: {value: 1, min: 0, max: 4, step: 0.5, keys: [A, Q]}
entities:
  jet:
    mass: 1 g
    emitter:
      rate: 600     # births
      capacity: 2000
      lifetime: [1, 2]
      shape: point
      start_velocity: {jet: {spread: $spread, speed: [3, 4]}}
"""
RATE = "jet.emitter.rate"


class Running:
    """A scene file, what runs, and what is laid over it."""

    def __init__(self, path, text=SCENE):
        self.path = path
        path.write_text(text)
        self.live = Live(path, interval=0.02)
        self.tweaks = Tweaks(self.live)

    def news(self, seconds=8.0, until=bool):
        """What is said until there is something, or for so long."""
        texts, end = [], time.monotonic() + seconds
        while time.monotonic() < end and not until(texts):
            texts += self.live.poll()
            self.tweaks.follow()
            time.sleep(0.005)
        return texts

    def quiet(self):
        """What is said while the watcher has time to see everything."""
        return self.news(0.2, lambda texts: False)


@pytest.fixture
def running(tmp_path):
    """The scene, running."""
    made = Running(tmp_path / "jet.yaml")
    yield made
    made.live.close()


def test_what_is_saved_is_no_tweak_and_no_news(running):
    """One value in the file, one line said; the run is untouched to the bit, and the watcher is silent."""
    running.live.simulation.step(10)
    running.tweaks.set(RATE, 900)
    before = running.live.simulation.fingerprint()
    assert running.tweaks.save() == f"wrote jet.yaml: {RATE} 600 -> 900"
    assert running.path.read_text() == SCENE.replace("600 ", "900 ")
    assert running.tweaks.values == {} and running.tweaks.base(RATE) == 900
    assert running.quiet() == [] and running.live.simulation.fingerprint() == before
    assert running.tweaks.save() == "nothing to write: all is as the file says"


def test_other_names_of_a_file_are_left_behind_and_that_is_said(running):
    """A hard link keeps the old content, for a file that is written in place could be torn; the next save has nothing to say."""
    other = running.path.with_name("other.yaml")
    os.link(running.path, other)
    running.tweaks.set(RATE, 900)
    said = running.tweaks.save().splitlines()
    assert said == [f"wrote jet.yaml: {RATE} 600 -> 900", "jet.yaml is a hard link: its other names keep what it said before"]
    assert other.read_text() == SCENE and running.path.read_text() == SCENE.replace("600 ", "900 ")
    running.tweaks.set(RATE, 950)
    assert running.tweaks.save() == f"wrote jet.yaml: {RATE} 900 -> 950"


def test_others_still_are_news(running):
    """After our own write the file is watched as before: also back to what it was, also a second write of ours."""
    running.tweaks.set(RATE, 900)
    running.tweaks.save()
    running.path.write_text(SCENE)
    assert running.news() == [f"reloaded jet.yaml: {RATE} 900 -> 600 (birth)"]
    running.tweaks.set(RATE, 900)
    running.tweaks.save()
    running.tweaks.set(RATE, 950)
    running.tweaks.save()
    assert running.quiet() == []
    running.path.write_text(SCENE.replace("600 ", "900 "))
    assert running.news() == [f"reloaded jet.yaml: {RATE} 950 -> 900 (birth)"]


def test_undo_after_a_save_lays_the_old_value_over_the_new_file(running):
    """And a second save brings the old text back, with its unit; redo goes forward again."""
    running.tweaks.set("jet.mass", 0.002)
    running.tweaks.set("jet.emitter.fade", 0.5)
    assert running.tweaks.save() == "wrote jet.yaml: jet.mass 0.001 -> 0.002; jet.emitter.fade 0 -> 0.5"
    assert "mass: 2 g\n" in running.path.read_text()
    assert running.tweaks.undo() == "undo: jet.emitter.fade 0.5 -> 0"
    assert running.tweaks.undo() == "undo: jet.mass 0.002 -> 0.001"
    assert running.tweaks.values == {"jet.emitter.fade": 0, "jet.mass": "1 g"}
    running.tweaks.save()
    assert running.path.read_text() == SCENE.replace("}}\n", "}}\n      fade: 0\n")
    assert running.tweaks.redo() == "redo: jet.mass 0.001 -> 0.002"
    assert running.tweaks.values == {"jet.mass": 0.002}


def test_many_are_listed_by_three_and_a_count(running):
    """Five values, one write."""
    for address, value in ((RATE, 900), ("vars.spread", 2), ("jet.mass", 0.002), ("jet.emitter.lifetime[1]", 3), ("jet.position.y", 1)):
        running.tweaks.set(address, value)
    said = f"{RATE} 600 -> 900; vars.spread 1 -> 2; jet.mass 0.001 -> 0.002; and 2 more"
    assert running.tweaks.save() == f"wrote jet.yaml: {said}"
    assert "[1, 3]" in running.path.read_text() and running.path.read_text().endswith("\n    position: [0, 1, 0]\n")


def test_a_file_that_changed_is_read_first(running):
    """Somebody saved a moment ago: nothing is written, the tweak stays over the new file, the second save writes into it."""
    running.tweaks.set(RATE, 900)
    theirs = SCENE.replace("2000", "3000")
    running.path.write_text(theirs)
    assert running.tweaks.save() == f"jet.yaml has changed on disk and is read first; then Ctrl+S again; not written: {RATE}"
    assert running.path.read_text() == theirs and running.tweaks.values == {RATE: 900}
    assert running.news() == ["reloaded jet.yaml: jet.emitter.capacity 2000 -> 3000 (resize)"]
    assert running.tweaks.values == {RATE: 900}
    assert running.tweaks.save() == f"wrote jet.yaml: {RATE} 600 -> 900"
    assert running.path.read_text() == theirs.replace("600 ", "900 ")


def test_a_change_in_the_last_moment_is_not_overwritten(running, monkeypatch):
    """Between our look and our write: it is found again, just before the rename."""
    theirs = SCENE.replace("2000", "3000")
    sync = os.fsync
    monkeypatch.setattr(stores.os, "fsync", lambda file: (sync(file), running.path.write_text(theirs)))
    running.tweaks.set(RATE, 900)
    assert "has changed on disk" in running.tweaks.save()
    assert running.path.read_text() == theirs and running.tweaks.values == {RATE: 900}


def test_errors_are_mended_first(running):
    """A broken file is never written to."""
    running.tweaks.set(RATE, 900)
    running.path.write_text("entities: [")
    running.news()
    assert running.tweaks.save() == f"jet.yaml has errors; mend them first; not written: {RATE}"
    assert running.path.read_text() == "entities: [" and running.tweaks.values == {RATE: 900}


@pytest.mark.parametrize("lack", ["gone", "read-only", "no room"])
def test_what_cannot_be_written_stays_a_tweak(running, monkeypatch, lack):
    """Said with its reason; once it can be written, it is."""
    running.tweaks.set(RATE, 900)
    with monkeypatch.context() as patch:
        if lack == "gone":
            running.path.unlink()
        elif lack == "read-only":
            running.path.chmod(0o444)
        else:
            patch.setattr(stores.os, "fsync", lambda file: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left on device")))
        said = {
            "gone": "is gone",
            "read-only": "cannot be written: it is read-only",
            "no room": "cannot be written: No space left on device",
        }
        assert running.tweaks.save() == f"jet.yaml {said[lack]}; not written: {RATE}"
        assert running.tweaks.values == {RATE: 900} and os.listdir(running.path.parent) == ["jet.yaml"] * (lack != "gone")
    running.path.write_text(SCENE) if lack == "gone" else running.path.chmod(0o644)
    assert running.tweaks.save() == f"wrote jet.yaml: {RATE} 600 -> 900"


def test_one_that_cannot_be_said_does_not_keep_the_others(running):
    """Comments would be lost: this one stays, the other is written."""
    running.path.write_text(SCENE.replace("[1, 2]", "\n        - 1   # short\n        - 2"))
    running.news()
    running.tweaks.set("jet.emitter.lifetime", 1.5)
    running.tweaks.set(RATE, 900)
    first, second = running.tweaks.save().splitlines()
    assert first == f"wrote jet.yaml: {RATE} 600 -> 900"
    assert second.startswith("comments stand inside") and second.endswith("not written: jet.emitter.lifetime")
    assert running.tweaks.values == {"jet.emitter.lifetime": 1.5}


def test_through_a_link(tmp_path):
    """The link stays a link, the file behind it is written, and it is no news."""
    (tmp_path / "far").mkdir()
    target = tmp_path / "far" / "real.yaml"
    target.write_text(SCENE)
    link = tmp_path / "jet.yaml"
    link.symlink_to(target)
    running = Running(link)
    running.tweaks.set(RATE, 900)
    running.tweaks.save()
    assert link.is_symlink() and target.read_text() == SCENE.replace("600 ", "900 ")
    assert running.quiet() == []
    running.live.close()


def test_an_included_file_is_written_and_is_no_news(tmp_path):
    """Two files, one save; where one of them cannot be written, its value alone stays a tweak."""
    (tmp_path / "jet.yaml").write_text(SCENE)
    running = Running(tmp_path / "all.yaml", "include: [{file: jet.yaml, as: one}]\nentities: {air: {wind: {velocity: [1, 0, 0]}}}\n")
    running.tweaks.set(f"one.{RATE}", 900)
    running.tweaks.set("air.wind.velocity.x", 2.0)
    (tmp_path / "jet.yaml").chmod(0o444)
    assert running.tweaks.save().splitlines() == [
        "wrote all.yaml: air.wind.velocity.x 1 -> 2",
        f"jet.yaml cannot be written: it is read-only; not written: one.{RATE}",
    ]
    assert running.tweaks.values == {f"one.{RATE}": 900}
    (tmp_path / "jet.yaml").chmod(0o644)
    assert running.tweaks.save() == f"wrote jet.yaml: one.{RATE} 600 -> 900"
    assert (tmp_path / "jet.yaml").read_text() == SCENE.replace("600 ", "900 ")
    assert running.tweaks.values == {} and running.quiet() == []
    running.live.close()


def test_what_was_written_into_an_included_file_is_what_it_says_from_now_on(tmp_path):
    """Somebody edits the piece, we write into it, somebody edits the scene: nothing of the three is lost."""
    inner, outer = tmp_path / "jet.yaml", tmp_path / "all.yaml"
    inner.write_text(SCENE)
    running = Running(outer, "include: [{file: jet.yaml, as: one}]\nentities: {air: {wind: {velocity: [1, 0, 0]}}}\n")
    inner.write_text(SCENE.replace("2000", "3000"))
    assert "one.jet.emitter.capacity 2000 -> 3000" in running.news()[0]
    running.tweaks.set(f"one.{RATE}", 900)
    running.tweaks.save()
    outer.write_text(outer.read_text().replace("[1, 0, 0]", "[2, 0, 0]"))
    [said] = running.news()
    assert "air.wind.velocity" in said and "rate" not in said
    emitter = running.live.simulation.scene.spec.entities["one.jet"].emitter
    assert (emitter.rate, emitter.capacity) == (900, 3000)
    running.live.close()
