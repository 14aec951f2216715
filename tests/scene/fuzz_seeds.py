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
