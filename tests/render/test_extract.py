"""From a simulation to a frame."""

import numpy as np
import pytest

from engine.components import Position
from engine.render import cache
from engine.render.extract import direction, extract, still, view_of
from engine.scene import parse
from engine.simulation import Simulation

SCENE = """\
format: 1
seed: 5
camera: eye
entities:
  floor:
    shape: {plane: {extent: [6, 4]}}
    surface: {color: [0.2, 0.4, 0.6]}
    collider: {restitution: 0.5}
  block:
    position: [1, 2, 3]
    rotation: [0, 90, 0]
    shape: {box: {size: [0.4, 0.6, 1.0], bevel: 1 cm}, repeat: {count: 3, step: [2, 0, 0]}}
    surface: {color: [0.9, 0.1, 0.1], roughness: 0.3, wet: 0.5}
  hall:
    shape: {box: {size: [30, 20, 30]}, inward: true}
    surface: {color: [1, 1, 1]}
  lift:
    position: [0, 1, 0]
    velocity: [0, 1.2, 0]
    shape: {box: {size: [1, 0.1, 1]}}
    surface: {}
    collider: {}
  ghost:
    shape: {box: {size: [1, 1, 1]}}
    surface: {}
    draw: {visible: false}
  bush:
    position: [0, 3, 0]
    shape: {sphere: {radius: 0.5}}
    leaves: {count: 40}
  jet:
    mass: 1 g
    emitter: {rate: 600, capacity: 400, start_velocity: {jet: {spread: 1, speed: [3, 4]}}, fade: 0.5}
    billboard: {size: [1 cm, 3 cm], stretch: 10 ms, blend: additive, material: droplet, as_lines: true, softness: 0.5}
  dust:
    mass: 1 g
    emitter: {rate: 60, capacity: 40}
  weight: {gravity: {}}
  pool:
    position: [0, 0.5, 1]
    wave_surface: {size: [3, 2], nodes: [12, 8]}
    water: {color: [0.5, 0.8, 0.9], opacity: 0.25, depth: 0.4}
  sun: {sun: {azimuth: 90, elevation: 30, intensity: 0.5}}
  sky: {skybox: {computed: {turbidity: 2, clouds: 0.1}}}
  eye: {position: [0, 2, 8], camera: {fov: 40, target: floor, exposure: 1, tone: aces}}
"""


def scene(text, tmp_path):
    path = tmp_path / "made.yaml"
    path.write_text(text)
    return parse(text.encode(), path)


@pytest.fixture
def simulation(tmp_path):
    running = Simulation(scene(SCENE, tmp_path), threads=1)
    yield running
    running.close()


def test_nothing_changed_keeps_the_versions_and_the_arrays(simulation):
    """Ticks, and a reload of an equal file, make no new boxes and no new leaves."""
    first = extract(simulation)
    simulation.step(3)
    simulation.reload(scene(SCENE + "# a word\n", simulation.scene.path.parent))
    later = extract(simulation)
    assert later.boxes is first.boxes and later.boxes.version == first.boxes.version
    assert later.foliage is first.foliage and later.foliage.version == first.foliage.version


def test_a_new_colour_makes_a_new_version(simulation):
    """Of the boxes, and not of the leaves; a rate changes neither."""
    first = extract(simulation)
    versions = first.boxes.version, first.foliage.version
    simulation.set("jet.emitter.rate", 300)
    assert extract(simulation).boxes.version == versions[0]
    simulation.set("floor.surface.color", [0.5, 0.5, 0.5])
    later = extract(simulation)
    assert later.boxes.version != versions[0] and later.foliage.version == versions[1]
    assert later.boxes.materials[later.boxes.material[0]].color == (0.5, 0.5, 0.5)


def test_boxes_stand_where_the_scene_says(simulation):
    """A plane lies under its face, repeats follow the turned row, a room casts no shadow, what is invisible or leafy is left out."""
    boxes = extract(simulation).boxes
    assert len(boxes.center) == 1 + 3 + 1 + 1
    assert np.allclose(boxes.center[0] + [0, boxes.half[0][1], 0], 0) and np.allclose(boxes.half[0][[0, 2]], [3, 2])
    assert np.allclose(boxes.center[1:4], [[1, 2, 5], [1, 2, 3], [1, 2, 1]])  # x turned to -z
    assert np.allclose(boxes.rotation[1] @ [1, 0, 0], [0, 0, -1], atol=1e-6) and np.allclose(boxes.half[2], [0.2, 0.3, 0.5])
    assert boxes.bevel.tolist() == pytest.approx([0, 0.01, 0.01, 0.01, 0, 0])
    assert boxes.inward.tolist() == [False] * 4 + [True, False]
    assert boxes.shadow.tolist() == [True] * 4 + [False, True]
    material = boxes.materials[boxes.material[1]]
    assert (material.color, material.roughness, material.wet) == ((0.9, 0.1, 0.1), 0.3, 0.5)


def test_what_moves_is_flagged_and_followed(simulation):
    """Its box goes along, between two ticks too, and the version stays."""
    first = extract(simulation)
    version = first.boxes.version
    assert first.boxes.moving.tolist() == [False] * 5 + [True]
    simulation.step(6)
    later = extract(simulation)
    lift = simulation.pose("lift").position
    assert later.blend == 0 and np.allclose(later.boxes.center[5], lift - [0, 1.2 / 120, 0], atol=1e-6)
    assert later.boxes.version == version


def test_a_restart_is_followed(simulation):
    """The new lift, not the old one's placement."""
    extract(simulation)
    simulation.step(30)
    extract(simulation)
    simulation.restart()
    assert np.allclose(extract(simulation).boxes.center[5], [0, 1, 0])


def test_droplets_go_by_reference(simulation):
    """Arrays are the components' own, whole rows; the look is the author's, or a soft dot for an emitter without one."""
    from engine.components import Life, Name, Position, Tint, Velocity

    simulation.step(30)
    jet, dust = extract(simulation).particles
    x, v, life, tint = (simulation.get("jet", kind) for kind in (Position, Velocity, Life, Tint))
    assert jet.position is x.rows and jet.previous is x.previous and jet.velocity is v.rows
    for whole, living in ((jet.age, life.age), (jet.span, life.span), (jet.id, life.id), (jet.tint, tint.rgba)):
        assert len(whole) == x.rows.shape[1] and np.shares_memory(whole, living)
    assert jet.used == 150 and jet.key == simulation.get("jet", Name).key and jet.seed == 5 and jet.fade == 0.5
    assert (jet.size, jet.stretch, jet.additive, jet.material) == ((0.01, 0.03), 0.01, True, "droplet")
    assert (jet.as_lines, jet.opacity) == (True, 0.5)
    assert (dust.size, dust.textures, dust.material) == ((0.02, 0.02), (), "plain")


def test_water_light_and_eye(simulation):
    """What the pool, the sun, the sky and the camera say."""
    found = extract(simulation, overlay=np.zeros((2, 2, 4), np.uint8), lines=np.zeros((3, 2, 7), np.float32))
    (pool,) = found.waters
    assert pool.height.shape == (12, 8) and pool.size == (3, 2) and np.allclose(pool.position, [0, 0.5, 1])
    assert (pool.opacity, pool.depth, pool.color) == (0.25, 0.4, (0.5, 0.8, 0.9))
    assert np.allclose(found.sun.direction, [np.sqrt(0.75), 0.5, 0]) and found.sun.intensity == 0.5
    assert found.sun.sky and found.sun.turbidity == 2 and found.sun.clouds == 0.1
    eye = found.view
    assert (eye.fov, eye.exposure, eye.tone) == (40, 1, "aces")
    assert np.allclose(eye.rotation[:, 2], np.array([0, 2, 8]) / np.hypot(2, 8))
    assert found.overlay.shape == (2, 2, 4) and len(found.lines) == 3


def test_another_seed_leaves_the_look_of_the_living(simulation):
    """Size and texture of a droplet are drawn from the seed that its body began with."""
    simulation.step(30)
    simulation.set("seed", 6)
    assert simulation.seed == 6 and [population.seed for population in extract(simulation).particles] == [5, 5]
    simulation.restart()
    assert [population.seed for population in extract(simulation).particles] == [6, 6]


def test_what_was_frozen_is_marked(tmp_path):
    """A magenta cross, three lines through the place, a tenth of a metre a metre and a quarter away, beside the lines given."""
    bounded = "bounds: [[-1, -1, -1], [1, 1, 1]]\nentities: {ball: {mass: 1}, weight: {gravity: {}}}\n"
    simulation = Simulation(scene("format: 1\n" + bounded, tmp_path))
    assert len(extract(simulation).lines) == 0
    simulation.step(120)
    ball = simulation.get("ball", Position).xyz[0]
    view = view_of(simulation)
    view.position = ball + [0, 0, 1.25]
    given, cross = np.split(extract(simulation, view=view, lines=np.zeros((2, 2, 7), np.float32)).lines, [2])
    assert not given.any() and (cross[..., 3:] == (1, 0, 1, 1)).all() and -1 <= ball[1] < -0.9
    assert np.allclose(cross[..., :3].mean(1), ball) and np.allclose(cross[:, 1, :3] - cross[:, 0, :3], 0.1 * np.eye(3), atol=1e-6)
    simulation.close()


def test_a_hand_held_view_replaces_the_camera(simulation):
    """And a scene without a camera is seen from somewhere sensible."""
    held = view_of(simulation)
    assert extract(simulation, view=held).view is held
    bare = Simulation(scene("format: 1\nentities: {weight: {gravity: {}}}\n", simulation.scene.path.parent))
    view = extract(bare).view
    assert np.allclose(view.rotation @ view.rotation.T, np.eye(3)) and np.isclose(np.linalg.det(view.rotation), 1)
    assert np.allclose(view.position / np.linalg.norm(view.position), view.rotation[:, 2])
    bare.close()


def test_leaves_stand_on_their_shape(simulation):
    """About the entity's place; their normals are unit vectors."""
    rows = extract(simulation).foliage.rows
    assert rows.shape == (40, 12) and rows.dtype == np.float32
    assert np.all(np.linalg.norm(rows[:, :3] - [0, 3, 0], axis=1) < 0.8)
    assert np.allclose(np.linalg.norm(rows[:, 4:7], axis=1), 1, atol=1e-5)


def test_leaves_are_kept_for_the_next_start(simulation, tmp_path, monkeypatch):
    """Another start of the scene finds them as they were; an edit grows other ones and keeps none of them."""
    folder, grown = tmp_path / "leaves", []
    monkeypatch.setattr(cache, "user_folder", lambda: folder)
    monkeypatch.setattr(still, "_grow", lambda *bush: grown.append(bush) or np.full((2, 12), len(grown), np.float32))
    again = Simulation(simulation.scene, threads=1)
    first, second = (extract(each).foliage.rows for each in (simulation, again))
    assert len(grown) == 1 and np.array_equal(first, second)
    again.set("bush.leaves.count", 50)
    assert extract(again).foliage.rows[0, 0] == 2 and len(list(folder.iterdir())) == 1
    again.close()


@pytest.mark.parametrize("azimuth, elevation, wanted", [(0, 0, (0, 0, -1)), (90, 0, (1, 0, 0)), (180, 90, (0, 1, 0))])
def test_directions(azimuth, elevation, wanted):
    """Azimuth 0 is toward -z and grows toward +x; elevation is up."""
    assert np.allclose(direction(azimuth, elevation), wanted, atol=1e-12)


FIRST = """\
entities:
  one: {sun: {intensity: 1}, lens_flare: {elements: [{at: 1, size: 0.1}]}}
  two: {sun: {intensity: 2}, lens_flare: {elements: [{at: 1, size: 0.2}]}}
  lake: {wave_surface: {size: [1, 1]}}
  pond: {wave_surface: {size: [2, 2]}}
  ball: {shape: {sphere: {radius: 0.1}}, surface: {}}
  globe: {shape: {sphere: {radius: 0.2}}, surface: {}}
"""


def counted(simulation):
    """What of several counts first: strength of the sun, size of the flare's light, of the waters and of the balls."""
    frame = extract(simulation)
    return frame.sun.intensity, frame.flare.rows[0, 2], [water.size[0] for water in frame.waters], frame.rounds.radius.tolist()


def test_which_of_several_counts_first_is_said_by_the_file(tmp_path):
    """A sun, a flare, a water, a ball that come by an edit before the others are the first, as they are in a fresh load."""
    whole = parse(FIRST.encode(), tmp_path / "made.yaml")
    lines = [line for line in FIRST.splitlines(True) if not line.lstrip().startswith(("one", "lake", "ball"))]
    simulation, fresh = Simulation(parse("".join(lines).encode(), tmp_path / "made.yaml"), threads=1), Simulation(whole, threads=1)
    simulation.reload(whole)
    assert counted(simulation) == counted(fresh) and counted(fresh)[0] == 1
    simulation.close()
    fresh.close()


def test_only_droplets_stay_of_an_emitter_that_is_removed(tmp_path):
    """Its sun, its lamp, its flare and its camera go at once, its droplets live on."""
    torch = "  torch: {mass: 1, emitter: {rate: 500}, sun: {intensity: 3}, light: {}, lens_flare: {elements: [{at: 1}]}, camera: {}}\n"
    text = f"entities:\n  floor: {{shape: {{plane: {{}}}}}}\n{torch}"
    simulation = Simulation(parse(text.encode(), tmp_path / "made.yaml"), threads=1)
    simulation.step(10)
    assert len(extract(simulation).lamps) == 1
    simulation.reload(parse(text.replace(torch, "").encode(), tmp_path / "made.yaml"))
    frame = extract(simulation)
    assert frame.lamps == () and frame.flare is None and frame.sun.intensity != 3
    assert frame.particles[0].used > 30
    simulation.close()
