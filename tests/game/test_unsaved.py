"""What is not saved outlives the program, and is offered again at the next start."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from game import unsaved as module
from game.stage import Stage
from game.unsaved import Unsaved, folder, offer

SCENE = """vars:
  spread: {value: 1, min: 0, max: 4, step: 0.5, keys: [A, Q]}
entities:
  jet:
    mass: 1 g
    emitter: {rate: 600, capacity: 2000, lifetime: 1, shape: point, start_velocity: {jet: {spread: $spread, speed: [3, 4]}}}
"""
RATE, SPREAD = "jet.emitter.rate", "vars.spread"


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A scene file, and a folder of state of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    file = tmp_path / "jet.yaml"
    file.write_text(SCENE)
    return file


@pytest.fixture
def start(path):
    """Starts the program on the scene, as often as it is called; told holds all that was said."""
    stages = []

    def begin():
        told = []
        stage = Stage(path, lambda text, screen: told.append(text))
        stage.told = told
        stages.append(stage)
        stage.advance(0.0)
        assert not any("unsaved" in text for text in told)  # before the first picture nobody could read it
        stage.advance(0.0)
        return stage

    yield begin
    for stage in stages:
        stage.close()


def kept():
    """All values that lie in the folder now."""
    return [json.loads(file.read_bytes())["values"] for file in sorted(folder().rglob("*.json"))]


def leave(start, **values):
    """A run in which values were changed and not saved."""
    stage = start()
    for address, value in values.items():
        stage.tweaks.set(address.replace("__", "."), value)
    stage.close()


def test_what_was_not_saved_is_offered_once_and_taken_up(start):
    """Ctrl+Y takes it up as one step, which Ctrl+Z takes back."""
    leave(start, jet__emitter__rate=900, vars__spread=2)
    stage = start()
    assert stage.told == [f"2 unsaved changes of jet.yaml from {time.strftime('%H:%M')}: Ctrl+Y takes them up, X forgets them"]
    stage.advance(0.0)
    assert len(stage.told) == 1 and stage.tweaks.values == {} and stage.tweaks.can_redo
    stage.redo()
    assert stage.told[1] == f"taken up: {RATE} 900; {SPREAD} 2"
    assert stage.tweaks.values == {RATE: 900, SPREAD: 2}
    stage.undo()
    assert stage.tweaks.values == {}


def test_forgotten_it_is_not_offered_again(start):
    """X."""
    leave(start, jet__emitter__rate=900)
    stage = start()
    assert stage.told[0].startswith("1 unsaved change of jet.yaml from ") and stage.told[0].endswith("takes it up, X forgets it")
    stage.drop_tweaks()
    assert stage.told[1] == f"forgotten: {RATE} 900"
    stage.close()
    assert kept() == [] and start().told == []


def test_what_is_saved_is_not_offered(start):
    """Nothing is left of it."""
    stage = start()
    stage.tweaks.set(RATE, 900)
    stage.save()
    stage.close()
    assert kept() == [] and start().told == []


def test_what_the_file_says_by_now_is_not_offered(start, path):
    """Nor is what it has no place for any more."""
    leave(start, jet__emitter__rate=900, vars__spread=2, jet__mass=0.002)
    path.write_text(SCENE.replace("600", "900").replace("spread: {", "width: {").replace("$spread", "$width"))
    stage = start()
    assert stage.told[0].startswith("1 unsaved change ")
    stage.redo()
    assert stage.tweaks.values == {"jet.mass": 0.002}


def test_an_offer_waits_beside_new_tweaks(start):
    """It is kept with them, X drops the new ones first, and a crash loses neither."""
    leave(start, jet__emitter__rate=900)
    leave(start, vars__spread=2)
    assert kept() == [{RATE: 900, SPREAD: 2}]
    stage = start()
    stage.tweaks.set(SPREAD, 3)
    stage.drop_tweaks()
    assert stage.tweaks.values == {} and stage.tweaks.can_redo
    stage.redo()
    assert stage.tweaks.values == {RATE: 900, SPREAD: 2}


def test_a_file_that_is_broken_at_the_start_is_offered_its_values_when_it_is_mended(start, path):
    """Not before: nobody can know yet what fits."""
    leave(start, jet__emitter__rate=900)
    path.write_text("entities: [")
    stage = start()
    assert not any("unsaved" in text for text in stage.told)
    path.write_text(SCENE)
    end = time.monotonic() + 8
    while not any("unsaved" in text for text in stage.told) and time.monotonic() < end:
        stage.advance(0.0)
        time.sleep(0.01)
    stage.redo()
    assert stage.tweaks.values == {RATE: 900}


KILLED = """
import sys, time
from game.unsaved import Unsaved
kept = Unsaved(sys.argv[1])
for number in range(10**9):
    kept.keep({"jet.emitter.rate": number, "filler": ["x" * 100] * 500})
    if number == 1000:
        print("running", flush=True)
    time.sleep(0.0005)
"""


@pytest.mark.skipif(os.name != "posix", reason="killed by a signal")
def test_it_survives_a_kill(path):
    """kill -9 while it changes all the time: a whole state is there, and the next program keeps its own at once."""
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"running\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    found = Unsaved(path)
    assert found.values[RATE] > 0 and found.values["filler"] == ["x" * 100] * 500
    [file] = folder().rglob("*.json")
    file.with_name(f".{file.name}.saving").write_text("half of")  # as if it had been in the middle of a write
    following = Unsaved(path)
    following.keep({RATE: 7})
    following.close()
    assert kept() == [{RATE: 7}] and len(list(folder().rglob("*"))) == 2


def test_it_is_written_a_few_times_a_second_and_off_the_frame(path, monkeypatch):
    """A thousand changes in half a second: at most four writes, in another thread; the last one is there at the end."""
    writes = []
    store = module.store
    monkeypatch.setattr(module, "store", lambda *a: (writes.append(threading.current_thread().name), store(*a)))
    kept_here, slowest = Unsaved(path), 0.0
    for number in range(1000):
        begun = time.perf_counter()
        kept_here.keep({RATE: number})
        slowest = max(slowest, time.perf_counter() - begun)
        time.sleep(0.0005)
    kept_here.close()
    assert kept() == [{RATE: 999}]
    assert 2 <= len(writes) <= 10 and set(writes) == {"unsaved"}


def test_scenes_are_told_apart_by_their_whole_path(path, tmp_path):
    """The same name in another folder is another scene; however the path is written, one scene is one."""
    first = Unsaved(path)
    first.keep({RATE: 1})
    first.close()
    (tmp_path / "other").mkdir()
    assert Unsaved(tmp_path / "other" / "jet.yaml").values == {}
    assert Unsaved(os.path.relpath(path)).values == {RATE: 1}


@pytest.mark.parametrize("content", ["", "{", "[]", '{"values": 3}', '{"scene": "SCENE", "when": 1, "values": [1]}', "[" * 100_000])
def test_a_damaged_state_is_none(path, content):
    """Whatever lies there, the program starts."""
    one = Unsaved(path)
    one.keep({RATE: 1})
    one.close()
    [file] = folder().rglob("*.json")
    file.write_text(content.replace("SCENE", str(path)))
    assert Unsaved(path).values == {}


def test_without_a_place_to_keep_it_the_program_goes_on(start, path, monkeypatch):
    """A folder that cannot be made."""
    monkeypatch.setenv("XDG_STATE_HOME", str(path))
    stage = start()
    stage.tweaks.set(RATE, 900)
    stage.close()


def test_the_folder_is_the_systems(monkeypatch, tmp_path):
    """Linux, macOS, Windows; XDG_STATE_HOME everywhere."""
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    for platform, place in (("linux", ".local/state"), ("darwin", "Library/Application Support"), ("win32", "local")):
        monkeypatch.setattr(module.sys, "platform", platform)
        assert folder() == tmp_path / place / "springvand"


def test_scenes_of_the_collection_keep_their_own(start, path):
    """Turning to another scene keeps what was not saved; turning back offers it."""
    stage = start()
    stage.tweaks.set(RATE, 900)
    other = path.with_name("other.yaml")
    other.write_text(SCENE)
    stage.change(other)
    stage.advance(0.0)
    assert stage.tweaks.values == {} and not any("unsaved" in text for text in stage.told)
    stage.change(path)
    stage.advance(0.0)
    assert stage.told[-1].startswith("1 unsaved change of jet.yaml")


def test_only_the_window_takes_it_up():
    """Rendering and checking say what the file says: none of what they are made of knows of this. A benchmark of the window has a copy."""
    root = Path(module.__file__).parent
    users = {file.relative_to(root).as_posix() for file in root.rglob("*.py") if "game.unsaved" in file.read_text()}
    stages = {file.relative_to(root).as_posix() for file in root.rglob("*.py") if "game.stage" in file.read_text()}
    assert users == {"stage.py", "tweaks.py"} and stages == {"launcher.py", "commands/bench_reload.py"}


def test_of_another_day_the_date_is_said():
    """Yesterday's time alone would mislead."""
    day = time.mktime((2026, 3, 1, 14, 2, 0, 0, 0, -1))
    assert offer("a.yaml", 3, day) == "3 unsaved changes of a.yaml from 2026-03-01 14:02: Ctrl+Y takes them up, X forgets them"
    assert offer("a.yaml", 0, day) == ""
