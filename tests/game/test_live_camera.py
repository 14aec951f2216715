"""A running scene follows the key file of its camera."""

import time

import numpy as np
import pytest

from engine.components import Playback
from game.live import Live

KEYS = "p 0 1 4 r 0 0 0\np 4 1 0 r 0 90 0\np 0 1 -4 r 0 180 0\np -4 1 0 r 0 270 0\n"
SCENE = "entities:\n  eye: {camera: {}, camera_path: {file: way.keys, segment_duration: 1}}\n"


@pytest.fixture
def live(tmp_path):
    """A Live of a scene with a camera on its way."""
    (tmp_path / "way.keys").write_text(KEYS)
    (tmp_path / "scene.yaml").write_text(SCENE)
    made = Live(tmp_path / "scene.yaml", interval=0.02)
    yield made
    made.close()


def news(live):
    """The first news within eight seconds."""
    end = time.monotonic() + 8
    while time.monotonic() < end:
        if told := live.poll():
            return told
        time.sleep(0.005)
    raise AssertionError("nothing happened")


def test_a_saved_key_file_is_the_path_at_once(live):
    """One line on the console, and the camera goes on at the same share of its way."""
    live.simulation.step(60)
    live.path.with_name("way.keys").write_text(KEYS.replace("p 4 1 0", "p 4 3 0") + KEYS.replace(" 1 ", " 2 "))
    (text,) = news(live)
    assert text.startswith("reloaded scene.yaml: eye.camera_path {") and text.endswith("read anew (camera)")
    assert live.simulation.get("eye", Playback).time == pytest.approx(1.0)
    np.testing.assert_allclose(live.simulation.pose("eye").position, [4, 3, 0])


def test_a_broken_key_file_leaves_the_last_good_path(live):
    """The error has the key file's own line and column; mended, the scene goes on without it."""
    file, before = live.path.with_name("way.keys"), live.simulation.pose("eye")
    file.write_text(KEYS + "p 1 2\n")
    news(live)
    (error,) = live.errors
    assert (error.file, error.line, error.column) == (str(file), 5, 6) and error.text == "p takes 3 numbers, found 2; write p 0 1.5 4"
    assert np.array_equal(live.simulation.pose("eye").position, before.position)
    file.write_text(KEYS)
    assert news(live) == ["saved, no change"] and live.errors == ()
    file.unlink()
    assert news(live) == ["way.keys is gone; the scene keeps it"]
