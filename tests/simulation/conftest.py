"""Simulations that are closed after their test."""

import pytest
from small_scenes import scene_of

from engine.simulation import Simulation


@pytest.fixture
def simulate():
    """Start a Simulation of a Scene, or of entities; all are closed at the end."""
    started = []

    def start(scene, threads=1, large=100_000, **top):
        scene = scene_of(scene, **top) if isinstance(scene, dict) else scene
        started.append(Simulation(scene, threads=threads, large=large))
        return started[-1]

    yield start
    for simulation in started:
        simulation.close()
