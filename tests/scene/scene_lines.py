"""A scene that is right, and its lines."""

# A scene that is right, line by line; a case replaces one line (or bytes) of it.
SCENE = """\
format: 1
title: Test
camera: eye
time: {step: 1/120 s}
vars: {rate: {value: 600, min: 0, max: 900, keys: [Q, A]}, on: true}
keys: {O: toggle jet.emitter.enabled}
entities:
  jet:
    mass: 0.5 g
    emitter:
      rate: $rate
      lifetime: [2, 3]
      shape: point
  down: {gravity: {}}
  lid: {shape: {box: {size: [1, 0.1, 1]}}, collider: {restitution: 0.4}}
  pool: {wave_surface: {size: [2, 2]}, water: {color: "#88ccff"}}
  eye: {camera: {fov: 50, target: jet}}
"""
RATE, LIFETIME, SHAPE, DOWN, LID, POOL, EYE = (f"{line}\n" for line in SCENE.split("\n")[10:17])
DEEP = "  deep: " + "[" * 40 + "]" * 40 + "\n"
