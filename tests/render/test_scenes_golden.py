"""One picture a shipped scene, at a fixed tick, in the light that is shipped with it; UPDATE_GOLDEN=1 writes them anew."""

import pytest

from engine.render.extract import extract
from engine.scene import scenes
from engine.simulation import Simulation
from game.commands.bench_draw import counted
from game.commands.bench_frame import calls_alone

TICKS = 240
CALLS = 370  # of OpenGL in a picture, at most; two jellies with water, droplets and a sheet under them have the most


@pytest.mark.parametrize("path", scenes(), ids=lambda path: path.stem)
def test_a_shipped_scene_looks_as_it_did(path, renderer, golden):
    """Jet or rain, water, walls, leaves, sky and baked light together, two seconds in; its next picture takes few calls."""
    simulation = Simulation.from_file(path)
    simulation.step(TICKS)
    picture = renderer(bake="wait")
    picture.render(extract(simulation))
    golden(f"scene_{path.stem}", picture.pixels())
    simulation.step()
    with calls_alone(), counted() as calls:
        picture.render(extract(simulation))
    assert calls.total() <= CALLS, calls
    simulation.close()
