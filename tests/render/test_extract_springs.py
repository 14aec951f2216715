"""From bodies of masses to what is drawn of them."""

import gc
import weakref

import numpy as np
import pytest

from engine.components import Position, Spring, Triangles, Velocity
from engine.render.extract import extract
from engine.scene import parse
from engine.simulation import Simulation

SCENE = """\
format: 1
entities:
  sail:
    position: [0, 2, 0]
    mass: 10 g
    lattice: {counts: [9, 7], size: [1.6, 1.2], plane: xy}
    spring: {links: [structural, shear], stiffness: 500}
    pin: {corners: [top_left, top_right]}
    surface: {material: fabric, tile: 0.8, color: [1, 0.2, 0.1]}
  net:
    mass: 10 g
    lattice: {counts: [5, 5], size: [1, 1], plane: xz}
    spring: {links: [structural], stiffness: 500}
    draw: {cast_shadow: false}
  block:
    position: [3, 4, 0]
    mass: 10 g
    lattice: {counts: [3, 3, 3], size: [1, 1, 1]}
    spring: {links: [structural], stiffness: 500}
    surface: {material: jelly, translucency: 0.7}
    masses: {radius: 3 cm, show_energy: false}
  shy:
    mass: 10 g
    lattice: {counts: [3], along: {from: [0, 0, 0], to: [1, 0, 0]}}
    spring: {links: [structural], stiffness: 500}
    masses: {visible: false}
  gone:
    mass: 10 g
    lattice: {counts: [3, 3], size: [1, 1], plane: xy}
    spring: {links: [structural], stiffness: 500}
    draw: {visible: false}
  ball: {position: [0, 0.5, 0], mass: 1, shape: {sphere: {radius: 0.3}}, collider: {}}
  posts:
    position: [1, 0.5, 0]
    rotation: [0, 0, 90]
    shape: {capsule: {radius: 0.1, height: 1.0}, repeat: {count: 2, step: [1, 0, 0]}}
    surface: {color: [1, 0, 0], roughness: 0.2}
    draw: {cast_shadow: false}
  invisible: {shape: {sphere: {radius: 0.3}}, collider: {}}
"""


@pytest.fixture
def simulation(tmp_path):
    path = tmp_path / "made.yaml"
    path.write_text(SCENE)
    running = Simulation(parse(SCENE.encode(), path), threads=1)
    yield running
    running.close()


def test_surfaces_are_those_that_the_scene_asks_for(simulation):
    """By reference, with the look's numbers; a texture of 0.8 m lies twice across 1.6 m."""
    sail, block = extract(simulation).skins
    position, triangles = simulation.get("sail", Position), simulation.get("sail", Triangles)
    assert sail.position is position.rows and sail.previous is position.previous
    assert sail.corners is triangles.vertices and sail.source is triangles.source and sail.uv is triangles.uv
    assert (sail.used, sail.counts, sail.closed, sail.shadow, sail.frozen) == (63, (9, 7), False, True, False)
    assert sail.repeat == pytest.approx((2.0, 1.5)) and sail.translucency == 0.4
    assert sail.material.kind == "fabric" and sail.material.color == (1, 0.2, 0.1)
    assert (block.closed, block.counts, block.translucency, block.material.kind) == (True, (3, 3, 3), 0.7, "jelly")


def test_masses_are_drawn_where_asked_for_and_where_nothing_else_would_be_seen(simulation):
    """The net has no look at all; a ball on its own is no mass on springs. A radius is a fifth of the spacing, unless told."""
    net, block = extract(simulation).masses
    springs = simulation.get("net", Spring)
    assert net.ends is springs.ends and net.rest is springs.rest and net.stiffness is springs.stiffness
    assert net.velocity is simulation.get("net", Velocity).rows
    assert (net.used, len(net.ends), net.show_energy, net.shadow) == (25, 40, True, False) and net.radius == pytest.approx(0.05)
    assert (block.used, block.radius, block.show_energy, block.shadow) == (27, 0.03, False, True)


def test_switches_show_or_hide_all(simulation):
    """Whatever the scene says, but for what is not drawn at all."""
    shown, hidden = extract(simulation, masses=True, surfaces=True), extract(simulation, masses=False, surfaces=False)
    assert [body.used for body in shown.masses] == [63, 25, 27, 3] and [skin.used for skin in shown.skins] == [63, 25, 27]
    assert hidden.masses == () and hidden.skins == ()
    assert shown.skins[1].material.color == (1, 1, 1)


def test_versions_stay_until_the_arrays_are_others(simulation):
    """Moving is no change; other triangles are one."""
    first = extract(simulation)
    simulation.get("sail", Position).rows += np.float32(1)
    again = extract(simulation)
    assert [s.version for s in again.skins] == [s.version for s in first.skins] and len({s.version for s in again.skins}) == 2
    assert [m.version for m in again.masses] == [m.version for m in first.masses]
    triangles = simulation.get("sail", Triangles)
    triangles.uv = triangles.uv.copy()
    later = extract(simulation)
    assert later.skins[0].version != first.skins[0].version and later.skins[1].version == first.skins[1].version


def test_balls_and_capsules_stand_where_the_scene_says(simulation):
    """Repeats follow the turned row; a rigid ball is seen without a surface, a solid without one is not; no box is made of them."""
    frame = extract(simulation)
    found = frame.rounds
    assert len(frame.boxes.center) == 0
    assert np.allclose(found.center, [[0, 0.5, 0], [1, 0, 0], [1, 1, 0]]) and np.allclose(
        found.rotation[1] @ [0, 1, 0], [-1, 0, 0], atol=1e-6
    )
    assert found.radius.tolist() == pytest.approx([0.3, 0.1, 0.1]) and found.half.tolist() == pytest.approx([0, 0.4, 0.4])
    assert found.shadow.tolist() == [True, False, False]
    assert found.materials[found.material[1]].roughness == 0.2
    assert extract(simulation).rounds is found


def test_a_rigid_ball_is_drawn_between_two_ticks(simulation):
    """Where its one mass is; the version stays."""
    before = extract(simulation).rounds.version
    position = simulation.get("ball", Position)
    position.rows[:, 0], position.previous[:, 0] = (2, 0, 0), (1, 0, 0)
    rounds = extract(simulation).rounds
    assert rounds.center[0, 0] == pytest.approx(1 + simulation.blend) and rounds.version == before


@pytest.mark.parametrize("links", ["[structural, bend]", None])
def test_what_a_body_was_made_of_is_forgotten_with_it(simulation, links):
    """The arrays of surface and springs of a sheet that is built anew, or removed, are held by nothing any more after the next picture."""
    extract(simulation, masses=True)
    held = [weakref.ref(simulation.get("sail", Triangles).uv), weakref.ref(simulation.get("sail", Spring).ends)]
    sail = SCENE[SCENE.index("  sail:") : SCENE.index("  net:")]
    new = sail.replace("[structural, shear]", links) if links else ""
    assert [change.kind for change in simulation.reload(parse(SCENE.replace(sail, new).encode(), simulation.scene.path))] == [
        "rebuild" if links else "removed"
    ]
    extract(simulation, masses=True)
    gc.collect()
    assert all(array() is None for array in held)
