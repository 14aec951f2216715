"""Meshes as solids, and as what masses carry: what is drawn of them."""

import numpy as np
import pytest

from engine.components import Carried, Placement, Position
from engine.render.extract import extract
from engine.scene import parse
from engine.simulation import Simulation

CUBE = "".join(f"v {x} {y} {z}\n" for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)) + (
    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
)
SCENE = """\
format: 1
entities:
  eye: {position: [1.5, 1.4, 2.5], camera: {target: [0, 0, 0]}}
  sun: {sun: {azimuth: 40, elevation: 50}}
  cube: {rotation: [0, 20, 0], shape: SHAPE, surface: {color: [0.9, 0.2, 0.1]}}
"""
BODIES = """\
format: 1
entities:
  still: {position: [1, 2, 3], rotation: [0, 90, 0], shape: {mesh: {file: cube.obj}}, surface: {}}
  goes: {velocity: [1.2, 0, 0], shape: {mesh: {file: cube.obj}}, collider: {}, surface: {}}
  soft: {position: [0, 5, 0], mass: 1, shape: {mesh: {file: cube.obj, fill: 4}}, spring: {}, surface: {material: jelly}}
  hidden: {shape: {mesh: {file: cube.obj}}, collider: {}}
"""


def running(folder, text):
    """A Simulation of a scene beside the cube."""
    (folder / "cube.obj").write_text(CUBE)
    (folder / "made.yaml").write_text(text)
    return Simulation(parse(text.encode(), folder / "made.yaml"), threads=1)


def test_skins_of_meshes(tmp_path):
    """A cube has 24 corners of their own normals; one that stands keeps its arrays and version, one that moves is where it is; the soft one is carried."""
    simulation = running(tmp_path, BODIES)
    first = extract(simulation)
    by = {skin.used: skin for skin in first.skins}
    soft, (still, goes) = by[8], [skin for skin in first.skins if skin.used == 24]
    assert len(first.skins) == 3 and soft.closed and still.still and not goes.still and not soft.still
    corners = {tuple(np.round(p, 5)) for p in still.position.T.tolist()}
    assert corners == {(1 + x, 2 + y, 3 + z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)}
    simulation.step(10)
    later = extract(simulation)
    again, moved = [skin for skin in later.skins if skin.used == 24]
    assert again.position is still.position and again.version == still.version
    place = simulation.get("goes", Placement)
    np.testing.assert_allclose(moved.position.mean(1), place.position, atol=1e-6)
    np.testing.assert_allclose(moved.previous.mean(1), place.previous, atol=1e-6)
    assert place.position[0] == pytest.approx(0.1) and moved.version == goes.version
    carried, masses = simulation.get("soft", Carried), simulation.get("soft", Position).xyz
    seen = next(skin for skin in later.skins if skin.used == 8)
    np.testing.assert_allclose(seen.position.T, np.einsum("pk,pki->pi", carried.weight, masses[carried.taps]), atol=1e-5)
    simulation.close()


def test_a_mesh_of_a_box_is_drawn_as_the_box(tmp_path, drawing):
    """The same silhouette, but for its outline's pixels, and faces of nearly the same light."""
    pictures = []
    for shape in "{box: {size: [1, 1, 1]}}", "{mesh: {file: cube.obj}}":
        simulation = running(tmp_path, SCENE.replace("SHAPE", shape))
        drawing.render(extract(simulation))
        pictures.append(drawing.pixels()[..., :3].astype(int))
        simulation.close()
    red = [(p[..., 0] > 1.6 * p[..., 2]) & (p[..., 0] > 30) for p in pictures]
    assert red[0].sum() > 2500 and (red[0] ^ red[1]).sum() < 0.03 * red[0].sum()
    both = red[0] & red[1]
    assert np.abs(pictures[0][both].mean(0) - pictures[1][both].mean(0)).max() < 25
