"""What the user lays over a file: undo, redo, gestures, and what the file itself says."""

import pytest

import game.tweaks as module
from engine.scene import SceneError, overridden
from game.keys import Call
from game.live import Live
from game.tweaks import Tweaks

SCENE = """vars:
  spread: {value: 1, min: 0, max: 4, step: 0.5, keys: [A, Q]}
entities:
  jet:
    mass: 1 g
    emitter:
      rate: 600
      capacity: 2000
      lifetime: [1, 2]
      shape: point
      start_velocity: {jet: {spread: $spread, speed: [3, 4]}}
  breeze: {wind: {velocity: [1, 0, 0]}}
"""
RATE = "jet.emitter.rate"


class Running:
    """A scene file, its Live and its Tweaks, without waiting for the watcher."""

    def __init__(self, path, overrides=None):
        self.path = path
        self.live = Live(path, overrides)
        self.tweaks = Tweaks(self.live)

    def value(self, address):
        """What the running scene says."""
        from game.panels import value_at

        return value_at(self.live.simulation.scene, address)

    def save(self, old, new):
        """Edit the file, and have it read."""
        import time

        self.path.write_text(self.path.read_text().replace(old, new))
        news, end = [], time.monotonic() + 8
        while not news and time.monotonic() < end:
            news += self.live.poll()
            time.sleep(0.005)
        self.tweaks.follow()
        return news


@pytest.fixture
def running(tmp_path):
    """The scene, running."""
    path = tmp_path / "jet.yaml"
    path.write_text(SCENE)
    made = Running(path)
    yield made
    made.live.close()


@pytest.fixture
def tweaks(running):
    """Its tweaks."""
    return running.tweaks


def test_a_tweak_is_laid_over_the_file_and_taken_back(running, tweaks):
    """Set, undo, redo, forget: the scene follows, base stays what the file says."""
    [change] = tweaks.set(RATE, 900)
    assert str(change) == f"{RATE} 600 -> 900 (birth)"
    assert tweaks.values == {RATE: 900} and tweaks.base(RATE) == 600 and running.value(RATE) == 900
    assert tweaks.undo() == f"undo: {RATE} 900 -> 600"
    assert tweaks.values == {} and running.value(RATE) == 600
    assert tweaks.redo() == f"redo: {RATE} 600 -> 900"
    tweaks.forget(RATE)
    assert tweaks.values == {} and running.value(RATE) == 600
    tweaks.undo()
    assert tweaks.values == {RATE: 900}
    assert tweaks.undo() and not tweaks.undo() and not tweaks.can_undo
    assert tweaks.redo() and tweaks.redo() and not tweaks.redo() and not tweaks.can_redo


def test_sets_of_one_gesture_are_undone_together(tweaks):
    """A drag over many values is one step; another drag is another; what was undone is forgotten by a new set."""
    for rate in (610, 700, 800):
        tweaks.set(RATE, rate, gesture=1)
    tweaks.set(RATE, 900, gesture=2)
    assert tweaks.undo() == f"undo: {RATE} 900 -> 800"
    assert tweaks.undo() == f"undo: {RATE} 800 -> 600"
    assert not tweaks.can_undo
    tweaks.set(RATE, 50)
    assert not tweaks.can_redo


def test_a_drag_of_several_values_makes_the_scene_once_a_picture(tweaks, monkeypatch):
    """One more for the first: what stands there without them. All are one step; of them, what says the same as the file is no tweak."""
    made, wind = [], ["breeze.wind.velocity.x", "breeze.wind.velocity.y", "breeze.wind.velocity.z"]
    monkeypatch.setattr(module, "overridden", lambda *arguments: made.append(arguments) or overridden(*arguments))
    for i in range(1, 6):
        tweaks.set_all({wind[0]: 1 + i, wind[1]: i / 2}, gesture=1)
        assert len(made) == 1 + i
    assert tweaks.values == {wind[0]: 6, wind[1]: 2.5}
    tweaks.undo()
    assert tweaks.values == {}
    tweaks.set_all({wind[0]: 1, wind[1]: 2, wind[2]: 0}, gesture=2)
    assert tweaks.values == {wind[1]: 2}
    with pytest.raises(SceneError):
        tweaks.set_all({wind[0]: 3, RATE: -1}, gesture=2)
    assert tweaks.values == {wind[1]: 2}


def test_a_gesture_that_was_undone_is_over(running, tweaks):
    """Undo, redo, and the same gesture again: a step of its own."""
    tweaks.set(RATE, 700, gesture=1)
    tweaks.undo()
    tweaks.redo()
    tweaks.set(RATE, 800, gesture=1)
    tweaks.undo()
    assert running.value(RATE) == 700


def test_what_cannot_be_changes_nothing(running, tweaks):
    """Values and addresses that the scene refuses are SceneErrors; there is then nothing to undo."""
    for address, value in ((RATE, -1), (RATE, "many"), ("jett.emitter.rate", 3), ("jet.emitter.ratee", 3), ("vars.spread", 9)):
        with pytest.raises(SceneError):
            tweaks.set(address, value)
    assert tweaks.values == {} and not tweaks.can_undo and running.value(RATE) == 600


def test_what_the_file_says_is_no_tweak(running, tweaks):
    """Back to the file's value by hand, also with a unit, also through a variable; of a variable that is tweaked its value then."""
    tweaks.set(RATE, 900)
    tweaks.set(RATE, 600)
    assert tweaks.values == {}
    tweaks.set("jet.mass", 0.001)
    assert tweaks.values == {}
    spread = "jet.emitter.start_velocity.jet.spread"
    tweaks.set(spread, 1)
    assert tweaks.values == {}
    tweaks.set("vars.spread", 2)
    tweaks.set(spread, 1)
    assert tweaks.values == {"vars.spread": 2, spread: 1} and running.value(spread) == 1 and tweaks.base(spread) == 2


def test_one_place_has_one_tweak(running, tweaks):
    """However it is spelled; a whole value takes the place of its parts, and a part lies over the whole."""
    wind = "breeze.wind.velocity"
    tweaks.set(f"{wind}.x", 2)
    tweaks.set(f"{wind}[0]", 3)
    tweaks.set(f"entities.{wind}.y", 4)
    assert running.value(wind) == (3, 4, 0) and len(tweaks.values) == 2
    tweaks.set(wind, [5, 5, 5])
    assert tweaks.values == {wind: [5, 5, 5]}
    tweaks.set(f"{wind}.z", 6)
    assert running.value(wind) == (5, 5, 6)
    for _ in range(4):
        tweaks.undo()
    assert running.value(wind) == (2, 0, 0)


def test_drop_takes_all_back_and_can_be_undone(running, tweaks):
    """X, then Ctrl+Z."""
    assert tweaks.drop() == ""
    tweaks.set(RATE, 900)
    tweaks.set("vars.spread", 2)
    assert tweaks.drop() == f"dropped {RATE} 900; vars.spread 2; Ctrl+Z brings them back"
    assert tweaks.values == {} and running.value(RATE) == 600
    tweaks.undo()
    assert tweaks.values == {RATE: 900, "vars.spread": 2}


def test_values_of_the_command_line_are_the_ground(tmp_path):
    """--set is no tweak: X keeps it, forget goes back to it, a tweak lies over it."""
    path = tmp_path / "jet.yaml"
    path.write_text(SCENE)
    running = Running(path, {RATE: 50})
    tweaks = running.tweaks
    assert tweaks.values == {} and tweaks.base(RATE) == 50
    tweaks.set(RATE, 900)
    assert tweaks.values == {RATE: 900} and tweaks.base(RATE) == 50
    tweaks.drop()
    assert running.value(RATE) == 50
    running.live.close()


def test_keys_that_follow_each_other_are_one_step(running, tweaks, monkeypatch):
    """A held key; a pause makes another step."""
    now = [0.0]
    monkeypatch.setattr("game.tweaks.time.monotonic", lambda: now[0])
    for pause in (0, 0.4, 0.1, 3):
        now[0] += pause
        tweaks.call(Call("press", ("spread", 1)))
    assert running.value("vars.spread") == 3
    tweaks.undo()
    assert running.value("vars.spread") == 2.5
    tweaks.undo()
    assert running.value("vars.spread") == 1 and not tweaks.can_undo


def test_tweaks_stay_on_top_of_an_edited_file(running, tweaks):
    """Another value of the file stays below; the same is no tweak any more; what has no place is dropped."""
    tweaks.set(RATE, 900)
    tweaks.set("vars.spread", 2)
    running.save("rate: 600", "rate: 700")
    assert tweaks.values == {RATE: 900, "vars.spread": 2} and tweaks.base(RATE) == 700
    running.save("rate: 700", "rate: 900")
    assert tweaks.values == {"vars.spread": 2}
    news = running.save("breeze:", "wind:")
    assert tweaks.values == {"vars.spread": 2} and news
    tweaks.set("wind.wind.velocity.x", 9)
    running.save("  wind: {wind: {velocity: [1, 0, 0]}}\n", "")
    assert tweaks.values == {"vars.spread": 2}
    assert tweaks.undo().startswith("undo: ")
    assert tweaks.values == {"vars.spread": 2}
