"""A small scene of all sorts, how it is baked, and what is drawn of it."""

from dataclasses import fields, is_dataclass

import numpy as np

from engine.exchange.bake import Writer
from engine.exchange.shapes import Shots
from engine.render.extract import extract, view_of
from engine.scene.load import parse
from engine.scene.paths import CONTENT
from engine.simulation import Simulation

SCENE = """
time: {step: 1/120 s}
entities:
  drops:
    position: [0, 2, 0]
    mass: 1 g
    emitter: {rate: 600, capacity: 100, lifetime: 0.1, shape: {box: {size: [1, 1, 0.1]}}}
    billboard: {size: 0.2}
  sheet:
    position: [0, 1, 0]
    mass: {total: 0.1}
    lattice: {counts: [5, 5], size: 1}
    spring: {stiffness: 100}
    surface: {}
    pin: {corners: [top_left, top_right]}
  pool: {wave_surface: {size: [1, 1], nodes: [8, 8]}}
  weight: {gravity: {}}
  sun: {sun: {}}
  eye: {position: [0, 2, 4], camera: {target: [0, 2, 0]}}
"""


SOLIDS = """
  slab: {position: [0, -0.5, 0], rotation: [0, 30, 0], shape: {box: {size: [4, 1, 3]}}, surface: {texture: textures/slab.png}}
  room: {shape: {box: {size: [9, 9, 9]}, inward: true}, surface: {}}
  cart: {position: [0, 1, 0], velocity: [1, 0, 0], shape: {box: {size: [0.2, 0.2, 0.2]}}, surface: {color: "#ff0000"}}
  marble: {position: [1, 1, 0], mass: 0.1, shape: {sphere: {radius: 0.1}}, collider: {}, surface: {}}
  pill: {position: [2, 1, 0], shape: {capsule: {radius: 0.1, height: 0.5}}, surface: {}}
  lamp: {position: [0, 3, 0], light: {intensity: 2, range: 5}}
  torch: {position: [1, 3, 0], rotation: [-90, 0, 0], light: {kind: spot, spread: 30, edge: 0.5, intensity: 2}}
  drone: {position: [0, 2, 4], camera: {fov: 40}, camera_path: {keys: [{position: [0, 1, 4]}, {position: [4, 1, 0], rotation: [0, 90, 0]}]}}
"""


def shots(simulation, ticks):
    """The Shot at each of the ticks, as `springvand bake` makes it."""
    maker = Shots()
    for tick in ticks:
        simulation.go_to(tick, 0.5)
        views = {name: view_of(simulation, name) for name in ("eye", "drone")}
        yield maker(extract(simulation), views)


def made(text=SCENE, path=CONTENT / "scenes" / "bake.yaml", **how):
    return Simulation(parse(text.encode(), path), **how)


def baked(path, simulation, frames, every=2, chunk=4000, look=lambda simulation: None):
    """Bake so many frames; what `look` saw in each."""
    seen, writer = [], Writer(path, simulation.scene, simulation.seed, {"fps": 60.0}, chunk)
    for i in range(frames):
        simulation.go_to(i * every)
        writer.add(simulation)
        seen.append(look(simulation))
    writer.close()
    return seen


def picture(simulation):
    """All numbers of the Frame that is drawn, of the slots in use, as bytes."""
    return _bytes(extract(simulation))


def _bytes(value, used=None):
    if isinstance(value, np.ndarray):
        return (value if used is None or value.shape[-1:] < (used,) else value[..., :used]).tobytes()
    if is_dataclass(value):
        used = getattr(value, "used", None)
        rows = {"position", "previous", "velocity", "age", "span", "id", "tint", "inverse"} if used is not None else ()
        told = [field.name for field in fields(value) if field.name != "version"]  # counts what was made, not what is seen
        return {name: _bytes(getattr(value, name), used if name in rows else None) for name in told}
    return tuple(map(_bytes, value)) if isinstance(value, tuple) else value
