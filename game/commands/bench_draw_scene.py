"""The drawing benchmark's scene: a cloth, a jelly and a water as large as they get, and droplets between them."""

CLOTH, JELLY, WATER, DROPLETS = (128, 128), (12, 12, 12), (128, 128), 100_000
LIFETIME = 1.6, 2.0  # [s] a droplet dies of age alone, so as many live as are born in the mean of these
SETTLED = 0.1  # [s] bodies move by then, and what is drawn only once has been drawn


def scene(droplets=DROPLETS, cloth=CLOTH, jelly=JELLY, water=WATER):
    """The scene, loaded from text."""
    from pathlib import Path

    from engine.scene import parse

    return parse(text(droplets, cloth, jelly, water).encode(), Path("draw.yaml"))


def text(droplets, cloth, jelly, water):
    """The scene file: all of them throw shadows that are seen, and the water mirrors them, for the eye is above it; no pass has little to do."""
    return f"""
format: 1
title: Drawing
entities:
  jet:
    position: [0, 0.5, 0]
    mass: 1 g
    emitter:
      rate: {2 * droplets / sum(LIFETIME)}
      capacity: {droplets + droplets // 8}
      lifetime: {list(LIFETIME)}
      fade: 0
      prewarm: {LIFETIME[1]}
      shape: {{disc: {{radius: 0.1}}}}
      start_velocity: {{jet: {{spread: 12, speed: [5, 9]}}}}
    billboard: {{size: [4 mm, 8 mm], stretch: 1/60 s, material: droplet, orientation: velocity}}
  cloth:
    position: [-1.9, 1.3, 0]
    mass: {{total: 0.3}}
    lattice: {{counts: {list(cloth)}, size: [1.5, 1.5], plane: xy}}
    spring: {{links: [structural, shear, bend], stiffness: 1000}}
    pin: {{corners: [top_left, top_right]}}
    surface: {{color: "#b04030", material: fabric}}
  jelly:
    position: [1.7, 0.45, 0]
    mass: {{total: 8}}
    lattice: {{counts: {list(jelly)}, size: 0.8}}
    spring: {{links: [structural, shear, bend, volume], stiffness: [40, 40, 2], damping: 0.06}}
    surface: {{material: jelly, color: "#e5301f"}}
    collider: {{friction: 0.5}}
  pool:
    position: [0, 0.2, 1.9]
    wave_surface: {{size: [4, 2], nodes: {list(water)}}}
  floor:
    position: [0, -0.05, 0]
    shape: {{box: {{size: [9, 0.1, 9]}}}}
    surface: {{color: "#807a70", material: stone}}
    collider: {{friction: 0.7}}
  weight: {{gravity: {{}}}}
  breeze: {{wind: {{velocity: [1, 0, 0.4]}}}}
  sun: {{sun: {{elevation: 25, azimuth: -40}}, lens_flare: {{}}}}
  sky: {{skybox: {{computed: {{}}}}}}
  eye: {{position: [0.3, 2.2, 5.6], camera: {{target: [0, 0.9, 0]}}}}
"""
