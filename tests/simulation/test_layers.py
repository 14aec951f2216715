"""Forces, velocities and the like as lines: against what the tick does, and against numbers by hand."""

import numpy as np
import pytest
from small_scenes import GRAVITY, jet
from spring_scenes import cloth, jelly

from engine.assets.meshes import mesh
from engine.components import Hold, Life, Mass, Position, Spring, Velocity
from engine.scene.paths import CONTENT
from engine.simulation.arrows import HEAD, arrows, scale_of, tidy
from engine.simulation.forces import forces
from engine.simulation.layers import LAYERS, MOST, UnknownLayer, layers, strain_color, vertex_normals

EDDIES = {"strength": 3.0, "scale": 0.4}
ACTING = {
    "weight": GRAVITY,
    "air": {"drag": {"rate": 0.5}},
    "breeze": {"wind": {"velocity": [3, 1, 2], "particle_model": "relative", "surface_model": "relative", "turbulence": EDDIES}},
    "whirl": {"position": [0.3, 0, 0], "vortex": {"strength": 4, "radius": 0.2}},
    "heart": {"position": [0, -1, 0], "attractor": {"strength": 5, "radius": 0.3}},
    "churn": {"turbulence": EDDIES},
}
KINDS = {"gravity", "drag", "wind", "vortex", "attractor", "turbulence"}


def test_the_kinds_add_up_to_what_a_step_does_to_a_cloth(simulate):
    """m (v' - v) / h of an explicit Euler step is the sum of all kinds, springs with their damping among them; each kind does something."""
    body = cloth(9, pinned=(), spring={"damping": 0.05}, stiffness=50.0)
    simulation = simulate({"cloth": body, **ACTING}, time={"step": 1 / 240, "solver": "explicit-euler", "substeps": 1})
    simulation.step(12)
    found, before = forces(simulation, "cloth"), simulation.get("cloth", Velocity).xyz.astype(float)
    mass = 1 / simulation.get("cloth", Mass).inverse[:, None].astype(float)
    simulation.step()
    happened = mass * (simulation.get("cloth", Velocity).xyz - before) * 240
    assert set(found) == KINDS | {"springs"}
    assert all(np.abs(force).max() > 1e-4 for force in found.values())
    np.testing.assert_allclose(sum(found.values()), happened, atol=2e-3 * np.abs(happened).max())
    np.testing.assert_allclose(found["gravity"], mass * [0, -9.82, 0], rtol=1e-6)
    np.testing.assert_allclose(found["springs"].sum(axis=0), 0, atol=1e-4)  # each pulls two masses alike


def test_the_kinds_add_up_to_what_a_step_does_to_droplets(simulate):
    """The same of free particles of several masses, by fields that differ from place to place."""
    spray = jet(
        0, bursts=[{"time": 0, "count": 60}], lifetime=9, start_mass=[0.001, 0.01], start_velocity={"cone": {"spread": 60, "speed": [1, 2]}}
    )
    simulation = simulate({"spray": spray, **ACTING}, time={"step": 1 / 120, "solver": "explicit-euler"})
    simulation.step(20)
    found, before = forces(simulation, "spray"), simulation.get("spray", Velocity).xyz.astype(float)
    mass = 1 / simulation.get("spray", Mass).inverse[:, None].astype(float)
    simulation.step()
    happened = mass * (simulation.get("spray", Velocity).xyz - before) * 120
    assert set(found) == KINDS
    np.testing.assert_allclose(sum(found.values()), happened, atol=2e-3 * np.abs(happened).max())


def test_wind_on_a_triangle_is_that_of_the_hand(simulate):
    """f = s (n . w) n / |n|, a third to each corner: of a square of 1 m2 in a wind along its normal, 2 s w in all; held masses show theirs too."""
    simulation = simulate({"cloth": cloth(2), "breeze": {"wind": {"velocity": [0, 0, 4], "surfaces": 1.5}}})
    found = forces(simulation, "cloth")
    assert set(found) == {"wind", "springs"} and (simulation.get("cloth", Hold).pinned == 1).any()
    np.testing.assert_allclose(found["wind"].sum(axis=0), [0, 0, 1.5 * 2 * 0.5 * 4 * 2], rtol=1e-6)
    np.testing.assert_allclose(found["springs"], 0, atol=1e-9)


def test_an_arrow_is_a_shaft_and_a_head_of_a_tidy_scale(simulate):
    """Lengths times the scale of the legend are m g and |v|; the head lies across the way to the eye."""
    simulation = simulate({"spray": jet(500, lifetime=9), "weight": GRAVITY})
    simulation.step(60)
    found = layers(simulation, ["forces", "velocities"], (0, 0, 5))
    (text, _), *rest = found["forces"].legend
    kind, scale = text.split(": 1 m = ")
    shafts = found["forces"].segments[: len(found["forces"].segments) // 3]
    assert not rest and kind == "gravity" and scale.endswith(" N")
    np.testing.assert_allclose(
        (shafts[:, 1] - shafts[:, 0]) * float(scale.split()[0]), np.tile([0, -0.00982, 0], (len(shafts), 1)), atol=1e-7
    )
    speeds, scale = simulation.get("spray", Velocity).xyz, float(found["velocities"].legend[0][0].split()[-2])
    shafts = found["velocities"].segments[: len(found["velocities"].segments) // 3]
    moving = speeds[np.linalg.norm(speeds, axis=1) > 1e-4]
    np.testing.assert_allclose((shafts[:, 1] - shafts[:, 0]) * scale, moving[-len(shafts) :], atol=1e-4)
    shaft, left, right = arrows(np.zeros((1, 3)), np.array([[2.0, 0, 0]]), np.array([0, 0, 9.0]))
    np.testing.assert_allclose(shaft, [[0, 0, 0], [2, 0, 0]])
    np.testing.assert_allclose(left[1] + right[1], [2 * 2 * (1 - HEAD), 0, 0])
    assert left[1, 2] == right[1, 2] == 0 and left[1, 1] == -right[1, 1] != 0
    assert np.isfinite(arrows(np.zeros((1, 3)), np.array([[0, 0, 1.0]]), np.array([0, 0, 9.0]))).all()  # straight at the eye


def test_scales_are_tidy():
    """1, 2, 5 and their tens, never less than asked; nineteen of twenty arrows are no longer than the reach, zeros do not count."""
    assert [tidy(v) for v in (1, 1.1, 2, 4, 5.1, 0.03, 700)] == pytest.approx([1, 2, 2, 5, 10, 0.05, 1000])
    vectors = np.zeros((40, 3))
    vectors[:20, 1] = np.arange(1, 21)
    scale = scale_of(vectors, 0.5)
    assert scale == tidy(np.quantile(np.arange(1, 21), 0.95) / 0.5) == 50
    assert scale_of(np.zeros((3, 3)), 1.0) is None


def test_many_particles_have_few_arrows(simulate):
    """At most MOST, those of ids that are multiples of one power of two, the same a tick later; a lattice keeps its corners."""
    simulation = simulate({"spray": jet(0, bursts=[{"time": 0, "count": 3000}], lifetime=9, capacity=3000), "weight": GRAVITY})
    simulation.step(3)
    ids = simulation.get("spray", Life).id
    for _ in range(2):
        segments = layers(simulation, ["velocities"])["velocities"].segments
        assert len(segments) == 3 * len(ids[ids % 8 == 0]) <= 3 * MOST
        simulation.step()
    simulation = simulate({"cloth": cloth(60), "weight": GRAVITY})
    starts = layers(simulation, ["normals"])["normals"].segments[:400, 0]
    np.testing.assert_allclose((starts.min(axis=0), starts.max(axis=0)), [[-0.5, -0.5, 0], [0.5, 0.5, 0]], atol=1e-6)
    np.testing.assert_allclose(np.unique(starts[:, 0]), (np.linspace(0, 59, 20).round() / 59 - 0.5), atol=1e-6)


def test_normals_of_a_ball_of_triangles():
    """At the corners of an octahedron they point away from its middle; a point without triangles has none."""
    x = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [5, 5, 5]], float)
    faces = [(a, b, c) if np.linalg.det(x[[a, b, c]]) > 0 else (a, c, b) for a in (0, 1) for b in (2, 3) for c in (4, 5)]
    normals = vertex_normals(x, np.array(faces))
    np.testing.assert_allclose(normals[:6], x[:6], atol=1e-12)
    assert not normals[6].any()


def test_bounds_and_solids_are_their_edges(simulate):
    """Twelve edges of the scene's bounds and of a body's; of a solid box its own, turned and moved with it."""
    block = {"position": [1, 2, 3], "rotation": [0, 90, 0], "shape": {"box": {"size": [2, 4, 6]}}, "collider": {}}
    more = {"ball": {"position": [0, 5, 0], "shape": {"sphere": {"radius": 0.5}}, "collider": {}}}
    simulation = simulate({"jelly": jelly(), "block": block}, bounds=[[-9, -8, -7], [9, 8, 7]])
    found = layers(simulation, ["bounds", "colliders"])
    assert [text for text, _ in found["bounds"].legend] == ["extent of a body", "bounds of the scene"]
    edges = found["bounds"].segments[12:]
    assert len(edges) == 12 and sorted(np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1)) == [14] * 4 + [16] * 4 + [18] * 4
    corners = found["colliders"].segments.reshape(-1, 3)
    np.testing.assert_allclose((corners.min(axis=0), corners.max(axis=0)), [[-2, 0, 2], [4, 4, 4]], atol=1e-6)
    knot = {"position": [1, 2, 3], "rotation": [0, 90, 0], "shape": {"mesh": {"file": "meshes/knot.obj"}}, "collider": {}}
    sides = layers(simulate({"knot": knot}), ["colliders"])["colliders"].segments
    x, y, z = mesh(CONTENT / "meshes" / "knot.obj").places.T + np.array([[0], [2], [0]])
    points = np.stack([z + 1, y, 3 - x], 1)
    assert 2000 < len(sides) <= 4000 and all(((points - end) ** 2).sum(1).min() < 1e-10 for end in sides.reshape(-1, 3)[::50])
    ball = layers(simulate(more), ["colliders"])["colliders"].segments
    np.testing.assert_allclose(np.linalg.norm(ball - [0, 5, 0], axis=2), 0.5, rtol=1e-6)


def test_the_wind_is_a_grid_of_the_air(simulate):
    """Every arrow is the sum of the winds; where none blows there is none."""
    simulation = simulate({"cloth": cloth(4), "a": {"wind": {"velocity": [2, 0, 0]}}, "b": {"wind": {"velocity": [0, 3, 0]}}})
    found = layers(simulation, ["wind"])["wind"]
    scale = float(found.legend[0][0].split()[-2])
    shafts = found.segments[: len(found.segments) // 3]
    np.testing.assert_allclose((shafts[:, 1] - shafts[:, 0]) * scale, np.tile([2, 3, 0], (len(shafts), 1)), atol=1e-4)
    assert [text for text, _ in layers(simulate({"cloth": cloth(4)}), ["wind"])["wind"].legend] == ["wind: none here"]


def test_springs_at_rest_are_neutral_and_stretched_ones_red(simulate):
    """Colour by (l - L) / L over the legend's share; every spring is between its masses."""
    simulation = simulate({"cloth": cloth(4, pinned=())})
    found = layers(simulation, ["strain"])["strain"]
    np.testing.assert_allclose(found.colors, np.tile([*[225 / 255] * 3, 1], (len(found.colors), 1)), atol=1e-3)
    spring, x = simulation.get("cloth", Spring), simulation.get("cloth", Position)
    np.testing.assert_allclose(found.segments, x.xyz[spring.ends], atol=1e-6)
    for way in (x.rows, x.previous):
        way[0] *= 1.1
    found = layers(simulation, ["strain"])["strain"]
    red = np.ptp(x.xyz[spring.ends][:, :, 0], axis=1) > 0
    assert found.legend[0][0] == "springs longer by 10 %"
    assert (found.colors[red, 0] > found.colors[red, 2] + 0.3).all() and np.allclose(
        found.colors[~red, 0], found.colors[~red, 2], atol=1e-3
    )
    assert np.allclose(strain_color(np.array([-5.0, 0.0, 5.0])) * 255, [[70, 120, 255], [225] * 3, [255, 70, 60]])


def test_an_unknown_layer_is_named(simulate):
    """With the one that is meant, or all."""
    simulation = simulate({"weight": GRAVITY})
    with pytest.raises(UnknownLayer, match="no layer is called 'velocitys'; did you mean 'velocities'?"):
        layers(simulation, ["forces", "velocitys"])
    with pytest.raises(UnknownLayer, match="known here: forces, contact, velocities, normals, colliders, bounds, wind, strain"):
        layers(simulation, ["qqq"])
    nothing = layers(simulation, LAYERS)  # a scene of no bodies
    assert all(len(layer.segments) == 0 and layer.legend[0][0] == f"{name}: none here" for name, layer in nothing.items())


def test_looking_changes_nothing(simulate):
    """A run that is looked at has the same fingerprint as one that is not."""
    entities = {"spray": jet(900, lifetime=[0.1, 0.3]), "cloth": cloth(6), **ACTING}
    seen, unseen = simulate(entities), simulate(entities)
    for _ in range(30):
        seen.step()
        layers(seen, LAYERS)
    unseen.step(30)
    assert seen.fingerprint() == unseen.fingerprint()
