"""Cloth and jelly go on and on: finite, in memory that does not grow, and the same in every run."""

import json
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

from engine.components import Population, Position, Velocity
from engine.simulation import Simulation
from game.scenes import SCENES

BODIES = {"cloth": "cloth", "jelly": "jelly"}  # scene -> its body
# [bytes] that Python may hold more at the end than after two seconds. Its own cache of attributes (4096 short names, which compiled calls
# ask for) fills within a minute and then is full; one array of the cloth's masses lost in each tick would be 200 times as much.
GROWTH = 512 * 1024
TWIN = """
import json, sys
from engine.simulation import Simulation
prints = {}
for path, ticks in json.loads(sys.argv[1]):
    simulation = Simulation.from_file(path, threads=1)
    simulation.step(ticks)
    prints[path] = simulation.fingerprint()
print(json.dumps(prints))
"""


def ticks(scene, seconds):
    """(path, ticks) of so many seconds of a scene."""
    path = str(SCENES / f"{scene}.yaml")
    return path, round(seconds / Simulation.from_file(path).scene.spec.time.step)


def endure(scene, count):
    """Run a scene on two threads, every second held to be finite; its fingerprint, and the bytes that it holds more at the end."""
    simulation = Simulation.from_file(SCENES / f"{scene}.yaml", threads=2)
    tracemalloc.start()
    try:
        for done in range(0, count, 120):
            if done <= 120:
                before = tracemalloc.get_traced_memory()[0]
            simulation.step(min(120, count - done))
            for component in (Position, Velocity):
                assert np.isfinite(simulation.get(BODIES[scene], component).xyz).all()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert not simulation.get(BODIES[scene], Population).frozen
    return simulation.fingerprint(), grown


def last(seconds):
    """Run both scenes here, and meanwhile in another process on one thread; hold them to the same fingerprints and to flat memory."""
    jobs = {scene: ticks(scene, seconds) for scene in BODIES}
    twin = subprocess.Popen([sys.executable, "-c", TWIN, json.dumps(list(jobs.values()))], stdout=subprocess.PIPE, text=True)
    found = {scene: endure(scene, count) for scene, (_, count) in jobs.items()}
    prints = json.loads(twin.communicate()[0])
    assert {scene: prints[jobs[scene][0]] for scene in BODIES} == {scene: each for scene, (each, _) in found.items()}
    assert all(grown < GROWTH for _, grown in found.values()), found


@pytest.mark.first
def test_thirty_seconds():
    """Half a minute: finite, flat, the same on one thread and on two, in this process and in another."""
    last(30)


@pytest.mark.long
def test_ten_minutes():
    """The same for as long as a lesson's break."""
    last(600)
