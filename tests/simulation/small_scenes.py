"""Small scenes made on the spot."""

import json
from pathlib import Path

import numpy as np

from engine.components import Life, Position, Velocity
from engine.scene.load import parse

GRAVITY = {"gravity": {"acceleration": [0, -9.82, 0]}}
STEP = 1 / 120


def scene_of(entities, **top):
    """A Scene of these entities, with a step of 1/120 s unless told."""
    return parse(json.dumps({"format": 1, "entities": entities, **top}).encode(), Path("made.yaml"))


def jet(rate=100, **emitter):
    """An entity that gives birth at a point, at rest unless told; particles weigh 1 g."""
    return {"mass": 0.001, "emitter": {"rate": rate, **emitter}}


def fountain(rate=400):
    """A small fountain with everything in it: jet, spray of drawn masses, gravity, gusts, drag, a block that turns hits, water, a moving lid."""
    return {
        "jet": {
            "position": [0, 0.9, 0],
            **jet(rate, lifetime=[0.8, 1.4], fade=0.3, kill_below=-1, shape={"disc": {"radius": 0.03, "height": 0.02}},
                  start_velocity={"jet": {"spread": 1.0, "speed": [3, 4], "flutter": 0.1}}, capacity=600,
                  start_color={"min": [0, 1, 1, 0.5], "max": [1, 1, 1, 1]}),
        },
        "spray": {
            "position": [0, 1, 0],
            "emitter": {"rate": rate / 2, "lifetime": [0.5, 1], "start_mass": [0.0005, 0.001], "capacity": 100,
                        "start_velocity": {"cone": {"spread": 60, "speed": [1, 2]}}},
        },
        "weight": GRAVITY,
        "breeze": {"wind": {"velocity": [1, 0, 0], "gust": {"strength": 0.5, "period": 1}, "particles": 0.0005}},
        "air": {"drag": {"rate": 0.1}},
        "block": {
            "position": [0, 0.8, 0],
            "shape": {"box": {"size": [0.8, 0.2, 0.8]}},
            "collider": {"bounce": [{"restitution": 0.2, "tangential": 1.4, "scatter": 0.2}, {"restitution": 1}]},
        },
        "lid": {"position": [-1, 1.2, 0], "velocity": [0.3, 0, 0], "shape": {"box": {"size": [0.3, 0.05, 0.3]}}, "collider": {}},
        "pool": {"position": [0, 0.3, 0], "wave_surface": {"size": [3, 3], "nodes": [32, 32]}},
    }  # fmt: skip


def calling(rate=60):
    """A cart whose sparks go along with it and call for others when they are born, live, bounce and die; what pulls, whirls and stirs them."""
    events = [{"event": event, "emit": "ember", "inherit": 0.5} for event in ("birth", "death", "hit")]
    return {
        "cart": {
            "position": [-0.5, 1.2, 0.5], "velocity": [0.2, 0, 0],
            **jet(rate, lifetime=[0.3, 0.6], space="local", start_velocity={"cone": {"speed": [1, 2]}}, capacity=200,
                  on=[*events, {"event": "life", "emit": "ember", "every": 0.05}]),
        },
        "ember": jet(0, lifetime=0.3, shape={"sphere": {"radius": 0.01}}, capacity=300),
        "pull": {"position": [0, 1, 0], "attractor": {"strength": 2}},
        "whirl": {"position": [0, 1, 0], "vortex": {}},
        "stir": {"turbulence": {"octaves": 2, "radius": 2}},
    }  # fmt: skip


def droplets(simulation, name="jet"):
    """Copies of id, age, position, velocity of the living."""
    life = simulation.get(name, Life)
    x, v = simulation.get(name, Position).xyz, simulation.get(name, Velocity).xyz
    return [a.copy() for a in (life.id, life.age, x, v)]


def same(one, other):
    """Whether two lists of arrays agree in every bit."""
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
