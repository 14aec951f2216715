"""Where emitters, colliders and cameras stand, and how they move."""

import numpy as np
import pytest
from small_scenes import jet, scene_of

from engine.components import Life, Placement, Population, Position, Velocity


def test_a_moving_emitter_leaves_no_beads(simulate):
    """Particles born at rest on a straight way lie v / rate apart, however few ticks there are."""
    simulation = simulate({"jet": {"velocity": [10, 0, 0], **jet(1000, lifetime=9)}}, time={"step": "1/30 s"})
    simulation.step(60)
    x = simulation.get("jet", Position).xyz[:, 0]
    np.testing.assert_allclose(x, 10 * np.arange(1, len(x) + 1) / 1000, atol=1e-5)


def test_a_teleport_draws_no_line(simulate):
    """A new position in the file is a jump: nothing is born between the two."""
    entities = {"jet": jet(1000, lifetime=9)}
    simulation = simulate(entities)
    simulation.step(30)
    entities["jet"]["position"] = [5, 0, 0]
    simulation.reload(scene_of(entities))
    np.testing.assert_array_equal(simulation.get("jet", Placement).previous, [5, 0, 0])
    simulation.step(30)
    x = simulation.get("jet", Position).xyz[:, 0]
    assert set(x.tolist()) == {0.0, 5.0} and abs((x == 5).sum() - 250) <= 1
    np.testing.assert_array_equal(simulation.get("jet", Placement).previous, [5, 0, 0])


def test_rotation_turns_the_jet_at_once(simulate):
    """Rotation (90 degrees about z) takes the frame's y to the world's -x; those on their way keep their velocity."""
    entities = {"jet": jet(240, lifetime=9, start_velocity={"box": {"min": [0, 2, 0], "max": [0, 2, 0]}})}
    simulation = simulate(entities)
    simulation.step(60)
    entities["jet"]["rotation"] = [0, 0, 90]
    simulation.reload(scene_of(entities))
    simulation.step(60)
    v = simulation.get("jet", Velocity).xyz
    np.testing.assert_allclose(v[:119], np.tile([0, 2, 0], (119, 1)), atol=1e-6)
    np.testing.assert_allclose(v[121:], np.tile([-2, 0, 0], (len(v) - 121, 1)), atol=1e-6)


def test_rotations_apply_y_x_z():
    """R = Ry Rx Rz: after a quarter turn about each, x goes to y by z, to z by x, to x by y."""
    placement = Placement.at([0, 0, 0], [90, 90, 90])
    np.testing.assert_allclose(placement.rotation @ [1, 0, 0], [1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(Placement.at([0, 0, 0], [0, 90, 90]).rotation @ [1, 0, 0], [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(Placement.at([0, 0, 0], [0, 90, 0]).rotation @ [1, 0, 0], [0, 0, -1], atol=1e-12)


def test_a_moving_collider_pushes(simulate):
    """A wall at 1 m/s that does not bounce carries a resting particle along at its own speed."""
    entities = {
        "ball": {"position": [0.5, 0, 0], "mass": 1},
        "wall": {"velocity": [1, 0, 0], "shape": {"box": {"size": [0.2, 1, 1]}}, "collider": {"restitution": 0}},
    }
    simulation = simulate(entities)
    simulation.step(120)
    np.testing.assert_allclose(simulation.pose("wall").position, [1, 0, 0], atol=1e-12)
    assert simulation.get("ball", Position).xyz[0, 0] == pytest.approx(1.1, abs=1e-3)
    assert simulation.get("ball", Velocity).xyz[0, 0] == pytest.approx(1, abs=1e-3)


def test_particles_in_a_frame_moved_by_velocity_keep_their_own(simulate):
    """A free particle's velocity is its particle's: its placement stays."""
    simulation = simulate({"ball": {"mass": 1, "velocity": [1, 0, 0]}})
    simulation.step(120)
    np.testing.assert_array_equal(simulation.pose("ball").position, [0, 0, 0])
    assert simulation.get("ball", Position).xyz[0, 0] == pytest.approx(1, abs=1e-5)
    assert simulation.get("ball", Population).alive == 1 and simulation.get("ball", Life).age[0] == pytest.approx(1, abs=1e-5)


def test_a_camera_looks_at_its_target(simulate):
    """Its -z points at the target (a point, or an entity where it stands now), its right is level."""
    entities = {
        "eye": {"position": [3, 1, 4], "camera": {"target": "lid", "fov": 40}},
        "point": {"position": [3, 1, 4], "camera": {"target": [0, 2, 0]}},
        "down": {"position": [0, 5, 0], "camera": {"target": [0, 0, 0]}},
        "free": {"rotation": [0, 90, 0], "camera": {}},
        "lid": {"velocity": [0, 1, 0], "shape": {"box": {"size": [1, 1, 1]}}, "collider": {}},
    }
    simulation = simulate(entities)
    simulation.step(240)
    for name in ("eye", "point"):
        pose = simulation.pose(name)
        toward = np.array([0, 2, 0]) - pose.position
        np.testing.assert_allclose(-pose.rotation[:, 2], toward / np.linalg.norm(toward), atol=1e-12)
        assert pose.rotation[1, 0] == pytest.approx(0, abs=1e-12)
        np.testing.assert_allclose(pose.rotation.T @ pose.rotation, np.eye(3), atol=1e-12)
    assert simulation.pose("eye").fov == 40 and simulation.pose("lid").fov is None
    np.testing.assert_allclose(-simulation.pose("down").rotation[:, 2], [0, -1, 0], atol=1e-12)
    np.testing.assert_allclose(-simulation.pose("free").rotation[:, 2], [-1, 0, 0], atol=1e-12)
