"""The thread that bakes light, when it is not wanted any more."""

import threading
import time

import hand_made

from engine.render import light

SCENE = hand_made.frame(boxes=hand_made.boxes(((-1, -1, -1), (1, 1, 1), (1, 0, 0))))


def test_closed_it_has_ended_its_bake(monkeypatch):
    """A bake ends at its next report, and is waited for: what is in compiled code when Python ends takes the process down with it."""
    from engine.kernels import lightmap

    running = threading.Event()

    def endless(*scene, progress, **effort):
        running.set()
        while True:
            time.sleep(0.2)
            progress(0.5)

    monkeypatch.setattr(lightmap, "bake", endless)
    made = light.Light("background")
    made.follow(SCENE)
    assert running.wait(10)
    (thread,) = made._threads
    made.close()
    assert not thread.is_alive()
