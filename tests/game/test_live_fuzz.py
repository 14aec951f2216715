"""A running scene whose file, and the file that it includes, are saved broken at random: it runs on, and good saves are taken as ever."""

import random
import threading
import time
from math import prod

import pytest
from fuzz_spoil import as_bytes, as_yaml, data_spoiled, text_spoiled

from engine.scene import SceneError, parse
from engine.scene.errors import Diagnostic
from game.live import PATIENCE, Live

PART = {"vars": {"n": 5}, "entities": {"lid": {"shape": {"box": {"size": [1, 0.1, 1]}}, "collider": {"restitution": 0.4}}}}
TEXT = """\
vars: {rate: {value: 90, min: 0, max: 900}}
include: [{file: part.yaml, position: [0, -1, 0]}]
entities:
  jet: {mass: 1 g, emitter: {rate: $rate, capacity: 200, lifetime: 1, shape: point}}
  sheet: {mass: 0.1, lattice: {counts: [4, 4], size: 1}, spring: {}, pin: {corners: [top_left]}}
  down: {gravity: {}}
"""
SLOWEST = 8.0  # [s] that a good save is waited for
HEARD = 0.05  # [s] in which a broken one is mostly heard of


@pytest.fixture
def live(tmp_path):
    """A Live that looks at its files often."""
    (tmp_path / "scene.yaml").write_text(TEXT)
    (tmp_path / "part.yaml").write_text(as_yaml(PART))
    live = Live(tmp_path / "scene.yaml", {"jet.emitter.rate": 80}, interval=0.002, settle=0.004)
    yield live
    live.close()


def small(raw, folder):
    """Whether a save is broken, or of a scene that takes no time."""
    try:
        spec = parse(raw, folder / "scene.yaml").spec
    except SceneError:
        return True
    few = all(e.emitter.capacity <= 20_000 and e.emitter.rate < 1e5 for e in spec.entities.values() if e.emitter)
    few = few and all(prod(e.lattice.counts) < 900 for e in spec.entities.values() if e.lattice)
    return few and (spec.time.step == "frame" or spec.time.step * spec.time.quality < 100)


def run(live, until):
    """Run until something holds."""
    end, news = time.monotonic() + SLOWEST, []
    while not until():
        assert time.monotonic() < end, news
        news += live.poll()
        live.simulation.advance(0.002)
        time.sleep(0.001)


def test_broken_saves_leave_the_last_good_scene_running(live, tmp_path, request, monkeypatch):
    """After every save: no exception, the threads live, errors are Diagnostics; after a good one there are none."""
    monkeypatch.setattr("game.live.PATIENCE", PATIENCE / 40)
    draw, broken, good = random.Random(4), 0, 0
    for number in range(400 if request.config.getoption("--long") else 25):
        path, text, data = draw.choice([("scene.yaml", TEXT, None), ("part.yaml", as_yaml(PART), PART)])
        spoilt = as_yaml(data_spoiled(data, draw)) if data and draw.random() < 0.5 else text_spoiled(text, draw)
        raw = as_bytes(spoilt, draw)
        if path == "scene.yaml" and not small(raw, tmp_path):
            continue
        (tmp_path / path).write_bytes(raw)
        heard = time.monotonic() + HEARD
        run(live, lambda: time.monotonic() > heard)  # noqa: B023
        assert all(isinstance(each, Diagnostic) for each in live.errors), (number, live.errors, raw)
        broken += bool(live.errors)
        if number % 5 == 4:
            (tmp_path / "part.yaml").write_text(as_yaml(PART))
            (tmp_path / "scene.yaml").write_text(TEXT.replace("value: 90", f"value: {91 + number}"))
            run(live, lambda: not live.errors and getattr(live.simulation.scene.spec.vars.get("rate"), "value", 0) == 91 + number)  # noqa: B023
            before, good = live.simulation.tick, good + 1
            live.simulation.step(2)
            assert live.simulation.tick == before + 2
    assert broken > 5 and good > 3
    assert {"reload", "watch"} <= {thread.name for thread in threading.enumerate()}
