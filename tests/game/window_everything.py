"""What is drawn into a window in one process and offscreen in another, to be compared pixel by pixel."""

import os
from unittest.mock import patch

import numpy as np

EVERYTHING = """
entities:
  jet:
    position: [-1.2, 0.3, 0]
    mass: 1 g
    emitter: {rate: 600, lifetime: 1.5, shape: {disc: {radius: 3 cm}}, start_velocity: {jet: {spread: 3, speed: [3, 4]}}}
    billboard: {size: [2 cm, 4 cm], stretch: 1/60 s, material: droplet, orientation: velocity}
  cloth:
    position: [0.2, 1.3, -0.6]
    mass: {total: 0.2}
    lattice: {counts: [14, 14], size: [1, 1], plane: xy}
    spring: {links: [structural, shear, bend], stiffness: 500}
    pin: {corners: [top_left, top_right]}
    surface: {color: "#b04030", material: fabric}
  jelly:
    position: [1.2, 0.4, 0.2]
    mass: {total: 2}
    lattice: {counts: [4, 4, 4], size: 0.5}
    spring: {links: [structural, shear, bend, volume], stiffness: 60}
    surface: {material: jelly, color: "#e5301f"}
    collider: {}
  chain:
    mass: 20 g
    lattice: {counts: [9], along: {from: [-0.6, 1.6, 0.2], to: [0.4, 1.6, 0.2], slack: 0.3}}
    spring: {stiffness: 2000}
    pin: {corners: [start, end]}
    masses: {radius: 2 cm}
  pool: {position: [-0.6, 0.15, 1], wave_surface: {size: [2, 1.2], nodes: [20, 12]}, affects: [jet]}
  floor: {position: [0, -0.1, 0], shape: {box: {size: [5, 0.2, 5]}}, surface: {material: stone}, collider: {}}
  ball: {position: [0.3, 0.2, 0.8], shape: {sphere: {radius: 0.2}}, surface: {color: "#3060c0"}}
  bush: {position: [1.6, 0.4, -1], shape: {sphere: {radius: 0.4}}, leaves: {count: 600}}
  lamp: {position: [-0.5, 0.8, 0.5], light: {color: "#ffb060"}}
  earth: {gravity: {}}
  sun: {sun: {azimuth: 15, elevation: 22}, lens_flare: {}}
  sky: {skybox: {computed: {}}}
  eye: {position: [0.2, 1.0, 4.2], camera: {target: [0.1, 0.9, 0], bloom: 0.1}}
"""


def twin(scene):
    """A renderer that has drawn a scene file's 60th tick in whatever context is current, and the fingerprint."""
    from engine.render.extract import extract
    from engine.render.renderer import Renderer
    from engine.simulation import Simulation

    simulation = Simulation.from_file(scene)
    simulation.step(60)
    renderer = Renderer((320, 180), quality="test", bake="off")
    with patch.dict(os.environ, XDG_CACHE_HOME=str(scene.with_name("empty"))):  # light that a window has baked meanwhile is not used
        renderer.render(extract(simulation))
    return renderer, simulation.fingerprint()


def everything():
    """A renderer that has drawn a frame in which every pass has something to do, with multisampling, as the mean of two moments; and the frame."""
    from engine.render.extract import extract
    from engine.render.renderer import Renderer
    from engine.scene import parse
    from engine.simulation import Simulation

    arrow = np.array([[-1.5, 1.2, 0.4, 0.5, 0.1, 0, 0.1, 0.5, 0.1, 0.05]], np.float32)
    line, words = np.ones((1, 2, 7), np.float32), np.full((12, 60, 4), (20, 30, 200, 160), np.uint8)
    line[0, 0, :3] = 0
    simulation = Simulation(parse(EVERYTHING.encode(), "everything.yaml"))
    renderer = Renderer((320, 180), samples=4, quality="test", bake="off", exact=True)
    simulation.step(60)
    for k in range(2):
        simulation.step()
        frame = extract(simulation, arrows=arrow, lines=line, overlay=words)
        renderer.render(frame, (k, 2))
    return renderer, frame
