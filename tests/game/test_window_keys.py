"""The table of keys, what a scene binds, and what keys do that go down and up."""

import sys

import pytest

from engine.scene import parse
from engine.scene.variables import FREE, TAKEN
from game.controls import DELAY, REPEAT, Controls
from game.dock import Dock
from game.film.recording import Recorder as Film
from game.keys import FLIGHT, TABLE, Call, bindings, cap, owners
from game.path_editor import PathEditor
from game.pointer import Steering
from game.reading import Reading
from game.showing import Showing
from game.stage import Stage
from game.versions import Versions

SCENE = b"""
vars:
  spread: {value: 1, min: 0, max: 2, step: 0.5, keys: [A, Q]}
  push: {value: 0, keys: [A, W]}
  still: 3
keys:
  O: toggle jet.emitter.enabled
  M: set jet.emitter.rate 900
entities:
  jet:
    mass: 1 g
    emitter: {rate: 100, capacity: 100, lifetime: 1, shape: point, start_velocity: {box: {min: [0, 1, 0], max: [0, 2, 0]}}}
"""


class Recorder:
    """A target that has every method of the table and writes down what it is asked."""

    def __init__(self, refuses=()):
        self.asked, self.refuses = [], refuses

    def __getattr__(self, name):
        def method(*arguments):
            self.asked.append((name, *arguments))
            return name not in self.refuses

        return method


def test_every_method_of_the_table_exists():
    """No line of the table promises what nobody does."""
    windows = {"full_screen", "close", "open_gallery"}  # pyglet's own side, tested with a window
    for key in (*TABLE, FLIGHT):
        if key.method and key.method not in windows:
            assert any(hasattr(kind, key.method) for kind in (Stage, Reading, Steering, Dock, Showing, Versions, PathEditor, Film)), (
                key.method
            )


def test_a_scene_may_have_exactly_the_letters_and_digits_that_stand_nowhere_in_the_table():
    """What the loader refuses is what the table keeps."""
    assert {name for name in owners() if len(name) == 1 and name.isalnum()} == TAKEN
    assert not set(owners()) & set(FREE)


def test_only_full_screen_shares_a_key():
    """Every cap has one owner, but F11, which goes to a scene that takes it before it fills the screen."""
    shared = {name: [key.method for key, _ in keys] for name, keys in owners().items() if len(keys) > 1}
    assert shared == {"F11": ["scene_of_key", "full_screen"]}


@pytest.mark.parametrize(
    "refuses, asked", [((), [("scene_of_key", "F11")]), (("scene_of_key",), [("scene_of_key", "F11"), ("full_screen",)])]
)
def test_f11_is_full_screen_unless_a_scene_takes_it(refuses, asked):
    """The first owner that does not return False has the key."""
    target = Recorder(refuses)
    Controls((target,), None).press("F11")
    assert target.asked == asked


def test_spelling_of_pyglets_names():
    """pyglet's symbols, as on the caps."""
    symbols = ("PAGEUP", "GRAVE", "PERIOD", "Q", "_1", "F7", "ESCAPE")
    assert [cap(symbol) for symbol in symbols] == ["Page Up", "`", ".", "Q", "1", "F7", "Esc"]
    assert cap("_1", shift=True) == "Shift+1"
    assert cap("S", ctrl=True) == "Ctrl+S"


def test_what_is_written_with_shift_is_told_by_its_letter_or_by_its_key():
    """X11 says LESS for Shift and the comma, others COMMA; both are <. The digits with Shift choose cameras either way."""
    assert {cap("COMMA", shift=True), cap("LESS"), cap("LESS", shift=sys.platform.startswith("linux"))} == {"<"}
    assert {cap("PERIOD", shift=True), cap("GREATER"), cap("GREATER", shift=True)} == {">"}
    assert [cap(name, shift=True) for name in ("EXCLAMATION", "AT", "PARENLEFT")] == ["Shift+1", "Shift+2", "Shift+9"]
    assert cap("NUM_ENTER") == cap("RETURN") == "Enter"


def test_a_held_bracket_goes_on_until_any_key_goes_up():
    """Of what was written with a modifier, the key that goes up may have another name."""
    target = Recorder()
    controls = Controls((target,), None)
    controls.press("]")
    controls.repeat(DELAY + 1.5 * REPEAT)
    controls.release("9")
    controls.repeat(1.0)
    assert target.asked == 3 * [("step_path", 1)]


def test_bindings_of_a_scene():
    """Variables with keys and entries of `keys` become calls of the simulation; two variables share A."""
    calls, lines = bindings(parse(SCENE, "scene.yaml").spec)
    assert calls == {
        "A": [Call("press", ("spread", -1), True), Call("press", ("push", -1), True)],
        "Q": [Call("press", ("spread", 1), True)],
        "W": [Call("press", ("push", 1), True)],
        "O": [Call("toggle", ("jet.emitter.enabled",))],
        "M": [Call("set", ("jet.emitter.rate", 900))],
    }
    assert [(line.caps, line.path) for line in lines] == [
        (("A", "Q"), "vars.spread"), (("A", "W"), "vars.push"), (("O",), "jet.emitter.enabled"), (("M",), "jet.emitter.rate"),
    ]  # fmt: skip


def test_a_held_key_repeats_after_a_delay_and_stops_when_it_goes_up():
    """Once at once, then after the delay once each interval: 1 + 1 + 4 times; a switch only once."""
    done = []
    controls = Controls((), done.append)
    controls.calls = bindings(parse(SCENE, "scene.yaml").spec)[0]
    controls.press("Q"), controls.press("O")
    for _ in range(1000):
        controls.repeat((DELAY + 4.5 * REPEAT) / 1000)
    controls.release("Q")
    controls.repeat(1.0)
    assert [call.verb for call in done].count("press") == 6
    assert [call.verb for call in done].count("toggle") == 1


def test_cursor_keys_act_for_as_long_as_they_are_down():
    """The time handed to a smooth key adds up to the time it was down, whatever modifiers come and go."""
    target = Recorder()
    controls = Controls((target,), None)
    controls.press("Left")
    for _ in range(10):
        controls.repeat(0.02)
    controls.release("Shift+Left")
    controls.repeat(0.02)
    assert {(name, direction) for name, direction, _ in target.asked} == {("translate", (-1, 0))}
    assert sum(seconds for *_, seconds in target.asked) == pytest.approx(0.2)


def test_letters_fly_only_while_the_right_button_is_down():
    """W is the scene's; in flight it is the eye's, with Shift too, until it goes up."""
    target, done = Recorder(), []
    controls = Controls((target,), done.append)
    controls.calls = bindings(parse(SCENE, "scene.yaml").spec)[0]
    controls.press("W")
    assert [call.verb for call in done] == ["press"] and target.asked == []
    controls.release("W")
    controls.press("Shift+W", flying=True)
    controls.repeat(0.25)
    controls.release("W")
    controls.repeat(0.25)
    assert target.asked == [("fly", (0, 0, 1), 0.25)] and len(done) == 1
