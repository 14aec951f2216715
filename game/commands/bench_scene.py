"""The benchmark's scene: a jet over a box in a basin, in equilibrium with a given number of living droplets."""

# The same numbers for the scene file and for the rival in numpy. Heights and lengths in m, times in s.
JET = {
    "radius": 0.1,
    "height": 0.95,
    "speed": (5.0, 9.0),
    "spread": 1.5,
    "lifetime": (1.8, 2.2),
    "kill": -1.0,
    "acceleration": (0.2, -9.82, 0.0),  # of the wind, of gravity
    "drag": 0.1,  # [1/s]
    "lid": 1.0,
    "half": 0.5,
    "restitution": 0.2,
    "tangential": 1.4,
    "level": 0.3,
}
MEAN_LIFE = 1.752  # [s] alive / rate in equilibrium, measured: most die of age, some fall below the kill height before
SETTLED = 2.4  # [s] after that as many die as are born
MASS = 0.001  # [kg]


def jet(particles):
    """JET with the rate that keeps so many droplets alive."""
    return {**JET, "rate": particles / MEAN_LIFE}


LOOKS = """
  sun: {sun: {}}
  eye: {position: [0, 2, 7], camera: {target: [0, 1.5, 0]}}
"""


def scene(particles, seen=False):
    """The scene, loaded from text; seen: with what it takes to be drawn."""
    from pathlib import Path

    from engine.scene import parse

    return parse((text(particles, seen) + (LOOKS if seen else "")).encode(), Path("bench.yaml"))


def text(particles, seen=False):
    """The scene file without light and eye; seen: the droplets have a look."""
    j = jet(particles)
    slow, fast = j["speed"]
    young, old = j["lifetime"]
    wind, gravity, _ = j["acceleration"]
    return f"""
format: 1
title: Benchmark
entities:
  jet:
    position: [0, {j["height"]}, 0]
    mass: {MASS}
    emitter:
      rate: {j["rate"]}
      capacity: {particles + particles // 8}
      lifetime: [{young}, {old}]
      shape: {{disc: {{radius: {j["radius"]}}}}}
      start_velocity: {{jet: {{spread: {j["spread"]}, speed: [{slow}, {fast}]}}}}
      start_color: {{min: [0.8, 1, 1, 0.6], max: [1, 1, 1, 1]}}
      kill_below: {j["kill"]}
{"    billboard: {size: [4 mm, 8 mm], stretch: 1/60 s}" if seen else ""}
  weight: {{gravity: {{acceleration: [0, {gravity}, 0]}}}}
  breeze: {{wind: {{velocity: [1, 0, 0], particles: {wind * MASS}}}}}
  air: {{drag: {{rate: {j["drag"]}}}}}
  block:
    position: [0, {j["lid"] / 2}, 0]
    shape: {{box: {{size: [{2 * j["half"]}, {j["lid"]}, {2 * j["half"]}]}}}}
    collider:
      bounce:
        - {{restitution: {j["restitution"]}, tangential: {j["tangential"]}}}
        - {{restitution: 1}}
  pool:
    position: [0, {j["level"]}, 0]
    wave_surface: {{size: [8, 8], nodes: [128, 128]}}
"""
