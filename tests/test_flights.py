"""Shipped scenes have a camera `flight` on a path: smooth, level, clear of everything that stands there, and not the one that is shown first."""

import numpy as np
import pytest
from clearance import apart, solids

from engine.scene import load, scenes
from engine.simulation import Simulation

POINTS = 500  # along the lap
CLEARANCE = 0.15  # [m] from the eye to anything


FLOWN = [path for path in scenes() if "flight" in load(path).spec.entities]


def test_every_scene_but_the_tour_has_one():
    """The tour's is its first camera: tests/test_tour.py."""
    assert {path.stem for path in FLOWN} == {path.stem for path in scenes()} - {"tour"}


@pytest.mark.parametrize("path", FLOWN, ids=lambda path: path.stem)
def test_a_flight_of_a_shipped_scene(path):
    """Four to six keys, closed; it starts where it ends and never turns a degree from frame to frame."""
    scene = load(path)
    eye = scene.spec.entities["flight"]
    assert scene.spec.camera != "flight" and [name for name, each in scene.spec.entities.items() if each.camera][-1] == "flight"
    flight = eye.camera_path.build(eye)[0].path
    assert 4 <= len(flight.keys) <= 6 and flight.form.closed
    np.testing.assert_array_equal(eye.position, flight.keys.position[0])  # off its path it stands where that starts
    target = (
        eye.camera_path.look_at if not isinstance(eye.camera_path.look_at, str) else scene.spec.entities[eye.camera_path.look_at].position
    )
    seen = flight.bake(target)
    turned = np.einsum("nij,nij->n", seen.rotation, np.roll(seen.rotation, 1, axis=0))  # 1 + 2 cos(angle)
    assert np.degrees(np.arccos(np.clip((turned - 1) / 2, -1, 1))).max() < 1
    assert np.linalg.norm(seen.position - np.roll(seen.position, 1, axis=0), axis=1).max() < 0.1
    assert np.abs(seen.rotation[:, 1, 0]).max() < 1e-12, "the horizon is level"
    simulation = Simulation(scene, threads=1)
    eyes = flight.poses(np.arange(POINTS) / POINTS * flight.duration).position
    near = {name: apart(simulation, name, eyes).min() for name in solids(simulation)}
    simulation.close()
    assert min(near.values(), default=1.0) > CLEARANCE, min(near, key=near.get)
