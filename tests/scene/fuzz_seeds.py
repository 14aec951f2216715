"""What the fuzzer begins with: scenes that are right, and small parts of them."""

import re
from math import prod
from pathlib import Path

from engine.scene.errors import Report
from engine.scene.paths import CONTENT
from engine.scene.piece import copied
from engine.scene.text import read
from engine.simulation.simulation import FRAME

ROOT = Path(__file__).parents[2]
BODIES = """\
vars: {k: {value: 900, min: 0, max: 2000, keys: [Q, A]}, up: [0, 1, 0]}
bounds: [[-9, -9, -9], [9, 9, 9]]
check: {ticks: 2, stretch: {sheet: 0.5}, alive: {jet: [0, 50]}}
plot: {energy: [sheet, rope], stretch: [rope]}
keys: {O: toggle sheet.surface.two_sided, M: cycle rope.solver}
entities:
  sheet: {position: $up, mass: {total: 0.2}, lattice: {counts: [5, 4], size: [1, 0.8], plane: xz}, spring: {links: [structural, bend], stiffness: $k, damping: 0.1},
          pin: {corners: [top_left, top_right]}, self_collision: {}, surface: {color: "#c04030", material: fabric}}
  rope: {mass: 0.1, lattice: {counts: [6], along: {from: [0, 2, 0], to: [1, 2, 0]}}, spring: {links: [structural, bend], stiffness: [500, 30]}, solver: rk4, masses: {radius: 0.02}, pin: {indices: [0]}}
  two: {points: {positions: [[0, 3, 0], [0, 4, 0]], masses: [1, 2]}, spring: {pairs: [[0, 1]], rest: [1]}}
  ball: {position: [0, 3, 1], mass: 1, shape: {sphere: {radius: 0.2}}, collider: {friction: 0.3}}
  twin: {like: ball, position: [1, 3, 1]}
  jet: {mass: 1 g, emitter: {rate: 90, capacity: 50, lifetime: 0.3, shape: {disc: {radius: 1 cm, height: 1 cm}}, bursts: [{time: 0, count: 5}],
        start_velocity: {jet: {spread: 1, speed: [3, 4]}}, start_color: {min: "#000000", max: [1, 1, 1]}}, billboard: {textures: [green.png], size: [0.01, 0.02]}}
  pool: {wave_surface: {size: [2, 2], nodes: [16, 16], splash: {depth: 1 cm}}, water: {}}
  floor: {shape: {plane: {}}, collider: {bounce: [{restitution: 0.3}], on_hit: {lifetime_loss: 0.1}}, surface: {texture: green.png}}
  wall: {shape: {box: {size: [1, 1, 0.1]}, repeat: {count: 2, step: [1, 0, 0]}}, rotation: [0, 20, 0], velocity: [0.1, 0, 0], collider: {}, leaves: {count: 9}}
  air: {wind: {velocity: [1, 0, 0], gust: {strength: 0.3, period: 2 s}}, affects: [jet, sheet]}
  slow: {drag: {rate: 0.1}}
  down: {gravity: {}}
  sun: {sun: {azimuth: 20, elevation: 40}, lens_flare: {}}
  sky: {skybox: {computed: {turbidity: 3}}}
  eye: {camera: {fov: 50}, camera_path: {look_at: ball, rotation_mode: look_at, keys: [{position: [0, 1, 4]}, {position: [2, 1, 4], duration: 2 s, event: turn}]}}
"""
HEAVY = 3000  # particles of a scene that is not run


def light(scene):
    """Whether a scene may be run: few particles, small waters, few and short steps."""
    spec, masses = scene.spec, 0
    for entity in spec.entities.values():
        masses += entity.emitter.capacity + entity.emitter.rate * 0.1 if entity.emitter else 0
        masses += prod(entity.lattice.counts) if entity.lattice else 0
        masses += prod(entity.wave_surface.nodes) / 4 if entity.wave_surface else 0
        masses += entity.leaves.count if entity.leaves else 0
    step = FRAME if spec.time.step == "frame" else spec.time.step
    substeps = spec.time.substeps if isinstance(spec.time.substeps, int) else 1
    return masses < HEAVY and step * spec.time.quality < 100 and substeps < 100


def few(data, draw):
    """A scene's data with a few of its entities, and mostly nothing that speaks of the others: what is right but for the accident is rare else."""
    entities = data.get("entities", {})
    chosen = draw.sample(list(entities), min(len(entities), draw.choice([1, 2, 3, 5])))
    about = ("camera", "check", "plot", "keys", "include") if draw.random() < 0.9 else ()
    kept = {name: copied(entities[name]) for name in entities if name in chosen and not (about and "." in name)}
    for entity in kept.values() if about else ():
        for around, key in (
            (entity, "affects"),
            (entity, "like"),
            (entity.get("camera", {}), "target"),
            (entity.get("camera_path", {}), "look_at"),
        ):
            if any(name not in kept for name in _named(around.get(key))):
                del around[key]
    return {**{key: item for key, item in data.items() if key not in about}, "entities": kept}


def _named(value):
    """Names that a value gives."""
    return [name for name in (value if isinstance(value, list) else [value]) if isinstance(name, str)]


def data_of(text):
    """The data in the text of a scene."""
    report = Report("")
    return read(text.encode(), report)


def examples():
    """The scenes in the README, and what a new scene begins with."""
    found = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    return [*found, (CONTENT / "templates" / "new.yaml").read_text()]
