"""The picture of the panel: the fountain as a window shows it, with the jet selected and two of its values changed."""

import os
import tempfile

from engine.render import offscreen

SECONDS = 4.0
SELECTED, CHANGED = "jet", {"vars.spread": 1.6, "jet.emitter.rate": 9000}


def take(scene, size):
    """The picture (h, w, 3) uint8 of a scene file."""
    with tempfile.TemporaryDirectory() as folder:  # what is changed here is nobody's unsaved work
        before = os.environ.get("XDG_STATE_HOME")
        os.environ["XDG_STATE_HOME"] = folder
        try:
            return _taken(scene, size)
        finally:
            os.environ.pop("XDG_STATE_HOME") if before is None else os.environ.update(XDG_STATE_HOME=before)


def _taken(scene, size):
    from engine.render.renderer import Renderer
    from game.panel.backend import Backend
    from game.panel.panel import Panel
    from game.stage import Stage

    offscreen.context()
    stage = Stage(scene, lambda text, screen: None)
    for address, value in CHANGED.items():
        stage.tweaks.set(address, value)
    stage.simulation.step(round(SECONDS / stage.simulation.scene.spec.time.step))
    renderer, panel = Renderer(size, samples=4, bake="wait"), Panel(stage, Backend)
    panel.desk.select(SELECTED)
    for _ in range(3):  # imgui knows its own sizes from the third picture on
        panel.layout(size, 1.0, 1 / 60)
    stage.marked, stage.covered = SELECTED, round(panel.width)
    stage.draw(renderer)
    panel.draw(renderer.shared["screen"].id, size)
    pixels = renderer.pixels()[..., :3].copy()
    panel.close()
    renderer.close()
    stage.close()
    return pixels
