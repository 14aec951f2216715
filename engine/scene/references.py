"""What one part of a scene says of another: names, addresses, components that need others, limits over all entities.

Works on the data, not on specs, so that its findings come together with those of the fields.
"""

import math
import re

from engine.forces import FORCES
from engine.scene.actions import check_actions
from engine.scene.address import block
from engine.scene.pictured import check_camera, check_flare, check_lamp, check_pictured
from engine.scene.vocabulary import Entity
from engine.schema.limits import ENTITIES, PARTICLES

_NAME = re.compile(r"[a-z][a-z0-9_]*$")
_ACTS = (*FORCES, "collider", "wave_surface")
_EVERYWHERE = {
    *(name for name, force in FORCES.items() if not getattr(force, "placed", False)),
    "sun",
    "skybox",
}  # components that have no place
_BESIDE = {"position", "rotation", "velocity", "affects", "like", "draw"}  # what says nothing of a place by itself

BODIES = "lattice", "points", "shape"  # what masses can be part of; of shapes a mesh

# component -> (one of these must stand beside it, what to write)
NEEDS = {
    "emitter": (("mass",), "mass: 0.5 g"),
    "collider": (("shape", "lattice"), "shape: {box: {size: [1, 1, 1]}}"),
    "surface": (("shape", "lattice"), "shape: {box: {size: [1, 1, 1]}}"),
    "lattice": (("mass",), "mass: {total: 0.2}"),
    "points": (("mass",), "mass: 0.1"),
    "spring": (BODIES, "lattice: {counts: [32, 32], size: [1, 1]}"),
    "pin": (BODIES, "lattice: {counts: [32, 32], size: [1, 1]}"),
    "self_collision": (BODIES, "lattice: {counts: [32, 32], size: [1, 1]}"),
    "masses": (("mass", "points"), "mass: 0.1"),
    "leaves": (("shape",), "shape: {box: {size: [1, 1, 1]}}"),
    "water": (("wave_surface",), "wave_surface: {size: [2, 2]}"),
    "billboard": (("emitter", "mass"), "mass: 0.5 g"),
    "camera_path": (("camera",), "camera: {}"),
}

OWN_MASS = {"emitter": "start_mass", "points": "masses"}  # component -> the field by which it brings its own masses


def check(data, report):
    """Report what does not fit together."""
    entities = block(data, "entities")
    if "entities" in data and isinstance(data["entities"], dict) and not entities:
        report.at(("entities",), "a scene needs at least one entity", key=True)
    if len(entities) > ENTITIES:
        report.at(("entities",), f"{len(entities):,} entities; a scene may have {ENTITIES:,}", key=True)
        return
    targets = [block(entity, "camera").get("target") for entity in entities.values()]
    particles, looked_at = 0, {target for target in targets if isinstance(target, str)}
    for name, entity in entities.items():
        path = ("entities", name)
        if not _NAME.match(name.rpartition(".")[2] if report.included else name):  # dots have been checked there
            report.at(path, f"'{name}' cannot be a name; write a lower-case letter, then letters, digits and _", key=True)
        if isinstance(entity, dict):
            entity = {part: said for part, said in entity.items() if said is not None}  # None may be laid over a part: it is not there
            _components(path, entity, report)
            _placement(path, entity, name in looked_at, report)
            _affects(path, entity, entities, report)
            _calls(path, entity, entities, report)
            particles = _particles(path, entity, particles, report)
            check_camera(path, entity, entities, report)
            check_lamp(path, entity, report)
    check_pictured(entities, report)
    _top(data, entities, report)
    check_actions(data, report)


def is_everywhere(entity):
    """Whether an entity is all that it is wherever it stands: a force, the sun."""
    return not _EVERYWHERE.isdisjoint(entity) and not entity.keys() - _EVERYWHERE - _BESIDE


def moves(entity):
    """Whether forces can act on an entity."""
    return isinstance(entity, dict) and ("mass" in entity or "emitter" in entity or "masses" in block(entity, "points"))


def _components(path, entity, report):
    name = path[-1]
    misspelt = entity.keys() - Entity.model_fields.keys()  # said where it stands; it may be what the others need
    for component, (others, example) in NEEDS.items() if not misspelt else ():
        if component in entity and not any(other in entity for other in others):
            if component in OWN_MASS and OWN_MASS[component] in block(entity, component):
                continue
            report.at((*path, component), f"'{name}' has {component} but no {' or '.join(others)}; write {example} beside it", key=True)
    body = next((part for part in ("lattice", "points", "spring") if part in entity), None)
    if "emitter" in entity and body:
        report.at((*path, body), f"'{name}' cannot be both emitter and {body}; write two entities", key=True)
    if "emitter" in entity and isinstance(entity.get("mass"), dict):
        report.at((*path, "mass"), "droplets come and go, so they have no total; write the mass of each, as in mass: 0.5 g", key=True)
    if "mass" in entity and "emitter" not in entity:
        _massive(path, entity, report)
        if "wave_surface" in entity:
            report.at((*path, "mass"), "water has no mass; take it out", key=True)
    if "solver" in entity and not moves(entity):
        report.at((*path, "solver"), "nothing here is integrated; solver stands beside a mass or an emitter", key=True)
    if "mesh" in _kinds(entity):
        _mesh(path, entity, report)
    _shape(path, entity, report)


def _mesh(path, entity, report):
    """What does not go with a mesh."""
    shape = block(entity, "shape")
    if "leaves" in entity:
        text = "leaves do not grow on a mesh yet; write a box, a sphere or a capsule as its shape, or take leaves out"
        report.at((*path, "leaves"), text, key=True)
    if "spring" in entity and "mass" not in entity:
        report.at((*path, "spring"), "a mesh with springs is cloth, which has a mass; write mass: {total: 0.2} beside it", key=True)
    if "fill" in block(shape, "mesh") and "spring" not in entity:
        text = "a mesh is filled with springs; write spring: {stiffness: 1000} and a mass beside it, or take it out"
        report.at((*path, "shape", "mesh", "fill"), text, key=True)
    if shape.get("inward") is True:
        text = "a mesh is free on the side that its triangles face; turn them round, and leave inward out"
        report.at((*path, "shape", "inward"), text, key=True)


def _shape(path, entity, report):
    """What does not go with another kind of shape."""
    kinds = _kinds(entity)
    if "plane" in kinds and block(entity, "shape").get("inward") is True:
        report.at((*path, "shape", "inward"), "a plane has no inside; turn its normal round, or use a box", key=True)
    if "repeat" in kinds and not {"box", "frame", "sphere", "capsule"}.intersection(kinds):
        report.at((*path, "shape", "repeat"), "repeat is for box, frame, sphere and capsule; take it out", key=True)


def _kinds(entity):
    """The kinds of shape that an entity names: one, where it is right."""
    shape = entity.get("shape")
    return [shape] if isinstance(shape, str) else list(shape) if isinstance(shape, dict) else []


def _massive(path, entity, report):
    """An entity with a mass: a particle, a body of masses, or a ball."""
    kinds, name = _kinds(entity), path[-1]
    made = [part for part in ("lattice", "points", "shape") if part in entity]
    if len(made) > 1:
        report.at((*path, made[1]), f"'{name}' cannot be both {made[0]} and {made[1]}; write two entities", key=True)
    elif "shape" in made and "sphere" in kinds:
        if "collider" not in entity:
            report.at((*path, "mass"), "a sphere with a mass is a ball; write collider: {} beside it, or take out mass", key=True)
    elif ("shape" in made or ("collider" in entity and not made)) and not ("mesh" in kinds and "spring" in entity):
        other = "shape" if "shape" in entity else "collider"
        report.at(
            (*path, "mass"),
            "a mesh with a mass is cloth; write spring: {stiffness: 1000} beside it, or take out mass"
            if "mesh" in kinds
            else f"of rigid bodies there are balls only, as yet; write shape: {{sphere: {{radius: 0.1}}}}, or take out mass or {other}",
            key=True,
        )


def _placement(path, entity, looked_at, report):
    """A turn or a velocity that would be ignored."""
    for field in {"rotation", "velocity"}.intersection(entity):
        if "wave_surface" in entity:
            report.at((*path, field), f"water lies level and stands still; take out {field}", key=True)
        elif is_everywhere(entity) and not looked_at:
            report.at((*path, field), f"this is the same everywhere, so {field} does nothing; take it out", key=True)


def _affects(path, entity, entities, report):
    if "affects" not in entity:
        return
    if not any(component in entity for component in _ACTS):
        report.at((*path, "affects"), "nothing here acts on others; affects stands beside a force, a collider or a wave_surface", key=True)
    names = entity["affects"]
    for i, name in enumerate(names if isinstance(names, list) else []):
        if not isinstance(name, str):
            continue
        if name not in entities:
            report.at((*path, "affects", i), f"no entity '{name}'", near=(name, entities))
        elif not moves(entities[name]):
            report.at((*path, "affects", i), f"'{name}' has no mass, so nothing acts on it; write mass there, or take it out")


def _calls(path, entity, entities, report):
    """Whom an emitter's particles call: emitters, themselves among them; circles are bounded by capacities."""
    calls = block(entity, "emitter").get("on")
    for i, call in enumerate(calls if isinstance(calls, list) else []):
        name = call.get("emit") if isinstance(call, dict) else None
        if isinstance(name, str) and name not in entities:
            emitters = [each for each in entities if "emitter" in block(entities, each)]
            report.at((*path, "emitter", "on", i, "emit"), f"no entity '{name}'", near=(name, emitters))
        elif isinstance(name, str) and "emitter" not in block(entities, name):
            text = f"'{name}' is no emitter, so nothing is born of it; write emitter: {{rate: 0}} there"
            report.at((*path, "emitter", "on", i, "emit"), text)


def _particles(path, entity, before, report):
    if "emitter" in entity:
        where, count = ("emitter", "capacity"), block(entity, "emitter").get("capacity", 10_000)
    elif "lattice" in entity:
        where, counts = ("lattice", "counts"), block(entity, "lattice").get("counts")
        count = math.prod(counts) if isinstance(counts, list) and all(isinstance(each, int) for each in counts) else 0
    else:
        return before
    after = before + (count if isinstance(count, int) else 0)
    if before <= PARTICLES < after:
        report.at((*path, *where), f"{after:,} particles in all; a scene may have {PARTICLES:,}")
    return after


def _top(data, entities, report):
    check_flare(entities, report)
    cameras = sorted(name for name, entity in entities.items() if isinstance(entity, dict) and "camera" in entity)
    camera = data.get("camera")
    if isinstance(camera, str) and camera not in entities:
        report.at(("camera",), f"no entity '{camera}'", near=(camera, cameras))
    elif isinstance(camera, str) and camera not in cameras:
        report.at(("camera",), f"'{camera}' has no camera", near=(camera, cameras))
    for kind, what in (("alive", "particles to count"), ("energy", "particles that move"), ("stretch", "springs")):
        for name in block(data, "check", kind):
            _measured(("check", kind, name), name, what, entities, report, key=True)
    for kind, names in block(data, "plot").items():
        what = "springs" if kind == "stretch" else "particles"
        for i, name in enumerate(names if isinstance(names, list) else []):
            if isinstance(name, str):
                _measured(("plot", kind, i), name, what, entities, report)
    for path in (("bounds",), ("check", "inside")):
        holder = block(data, *path[:-1])
        _corners(path, holder.get(path[-1]), report)


def _measured(path, name, what, entities, report, key=False):
    """Report an entity of which something is to be measured that it does not have."""
    if name not in entities:
        report.at(path, f"no entity '{name}'", key=key, near=(name, entities))
    elif not moves(entities[name]) or (what == "springs" and "spring" not in entities[name]):
        report.at(path, f"'{name}' has no {what}; take it out", key=key)


def _corners(path, corners, report):
    """Two corners of a box: the least, then the greatest of each axis."""
    if isinstance(corners, list) and len(corners) == 2 and all(isinstance(corner, list) for corner in corners):
        pairs = zip(*corners, strict=False)
        if any(isinstance(low, int | float) and isinstance(high, int | float) and low >= high for low, high in pairs):
            report.at(path, f"{path[-1]}: write the least x, y, z first, then the greatest")
