"""What seldom changes: boxes and leaves."""

from dataclasses import dataclass, field
from itertools import count

import esper
import numpy as np

from engine.colliders import Shape
from engine.components import Placement
from engine.kernels import foliage
from engine.looks import Leaves, Surface
from engine.render.cache import named, recall_plain, store_plain
from engine.render.extract.query import drawing, each
from engine.render.frame import Boxes, Foliage, Material, Rounds

RECIPE = 1  # counts changes of how leaves are scattered: old files are not found any more
PLANE_THICKNESS = 0.02  # [m] a plane is drawn as a box this thick, below its face
STILL = bytes(24)  # three float64 zeros: the velocity of a placement that stands

versions = count(1)  # never the same twice, so a renderer may go from one simulation to another


@dataclass(slots=True)
class Memory:
    """What was made of one simulation's still things, and of what it was made."""

    boxes: Boxes = field(default_factory=Boxes)
    boxes_from: tuple = ()
    moving: tuple = ()  # (rows, placement, offsets) of boxes that move by themselves
    foliage: Foliage = field(default_factory=Foliage)
    foliage_from: tuple = ()
    rounds: Rounds = field(default_factory=Rounds)
    rounds_from: tuple = ()
    followed: tuple = ()  # (rows, place of their middle at a blend, offsets) of balls that move
    skins: dict = field(default_factory=dict)  # entity -> the arrays that its surface was made of the last time, and their version
    masses: dict = field(default_factory=dict)  # the same of its masses and springs
    casts: dict = field(default_factory=dict)  # entity -> what its mesh is drawn from, see solids.py
    carried: dict = field(default_factory=dict)  # entity -> places of a mesh that its masses carry, now and before


def boxes(memory, paths, blend):
    """The Boxes of the current world; those that move stand where they are at this blend between two ticks."""
    solid = [
        (shape, surface, placement, draw)
        for entity, (shape, surface, placement) in each(Shape, Surface, Placement)
        if (draw := drawing(entity)).visible and not esper.has_component(entity, Leaves) and not shape.sphere and not shape.capsule
    ]
    made_from = tuple((shape, surface, draw, stand(placement)) for shape, surface, placement, draw in solid)
    if memory.boxes_from != made_from:
        memory.boxes_from = made_from
        memory.boxes, memory.moving = _assemble(paths, solid)
    for rows, placement, offsets in memory.moving:
        memory.boxes.center[rows] = placement.previous + blend * (placement.position - placement.previous) + offsets
    return memory.boxes


def stand(placement):
    """What a placement is compared by; one that moves by itself, by who it is."""
    if moves(placement):
        return id(placement)
    return placement.position.tobytes(), placement.rotation.tobytes()


def moves(placement):
    """Whether it has a velocity, so that pictures between two ticks show it between two places."""
    return placement.velocity.tobytes() != STILL


def _assemble(paths, solid):
    centers, rotations, halves, rows, moving, materials = [], [], [], [], [], {}
    for shape, surface, placement, draw in solid:
        parts, rotation = solid_boxes(shape)
        rotation = placement.rotation @ rotation
        offsets = parts[:, 0] @ rotation.T
        first, n = len(rows), len(parts)
        centers.append(placement.position + offsets)
        rotations.append(np.broadcast_to(rotation, (n, 3, 3)))
        halves.append(parts[:, 1])
        goes = moves(placement)
        if goes:
            moving.append((slice(first, first + n), placement, offsets))
        material = materials.setdefault(material_of(paths, surface), len(materials))
        bevel = getattr(shape.chosen, "bevel", 0.0)  # a plane has no edge to round
        rows += [(bevel, material, shape.inward, draw.cast_shadow and not shape.inward, goes)] * n
    if not rows:
        return Boxes(version=next(versions)), ()
    bevel, material, inward, shadow, goes = zip(*rows, strict=True)
    return Boxes(
        np.concatenate(centers).astype(np.float32),
        np.concatenate(rotations).astype(np.float32),
        np.concatenate(halves).astype(np.float32),
        np.array(bevel, np.float32),
        np.array(material, np.int32),
        np.array(inward, bool),
        np.array(shadow, bool),
        np.array(goes, bool),
        tuple(materials),
        next(versions),
    ), tuple(moving)


def solid_boxes(shape):
    """(n, 2, 3) boxes of a shape and the (3, 3) turn of them all; a plane is a thin box under its face."""
    if shape.plane is None:
        return shape.parts(), np.eye(3)
    (x, z), thick = shape.plane.extent, PLANE_THICKNESS / 2
    return np.array([[(0, -thick, 0), (x / 2, thick, z / 2)]]), _upright(np.array(shape.plane.normal))


def _upright(normal):
    """The rotation (3, 3) of least angle that takes y to the normal."""
    n = normal / np.linalg.norm(normal)
    axis, c = np.cross([0.0, 1.0, 0.0], n), n[1]
    if c < -1 + 1e-9:
        return np.diag([1.0, -1.0, -1.0])
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + k + k @ k / (1 + c)


def material_of(paths, surface):
    """The Material that a Surface asks for."""
    texture = None if surface.texture is None else paths(surface.texture)
    return Material(texture, surface.tile, surface.color[:3], surface.roughness, surface.material, surface.wet)


def leaves(memory):
    """The Foliage of the current world."""
    leafy = [(shape, look, placement) for entity, (shape, look, placement) in each(Shape, Leaves, Placement) if drawing(entity).visible]
    made_from = tuple((shape, look, placement.position.tobytes(), placement.rotation.tobytes()) for shape, look, placement in leafy)
    if memory.foliage_from != made_from:
        rows = np.empty((0, 12), np.float32) if not leafy else _grown(leafy, made_from, keep=not memory.foliage_from)
        memory.foliage, memory.foliage_from = Foliage(rows, next(versions)), made_from
    return memory.foliage


def _grown(leafy, made_from, keep):
    """(n, 12) all leaves; kept in the cache where a scene begins, for they take a tenth of the time to its first picture."""
    key = named("leaves", RECIPE, made_from)
    rows = recall_plain(key)
    if rows is None:
        rows = np.concatenate([_grow(*bush) for bush in leafy])
        if keep:
            store_plain(key, rows)
    return rows


def _grow(shape, look, placement):
    """(n, 12) leaves on every repeat of a shape, in the world."""
    solid = shape.chosen
    kind = next(name for name in shape.kinds() if getattr(shape, name) is solid)
    sides = tuple(float(side) for value in solid.model_dump(exclude={"bevel"}).values() for side in np.atleast_1d(value))
    colors = np.array(look.colors)[:, :3]
    one = foliage.scatter(kind, sides, look.count, look.size, look.kind, colors, look.spread, look.seed)
    one[:, 7] += look.sway
    offsets = np.zeros((1, 3)) if shape.repeat is None else shape.repeat.offsets()
    rows = np.tile(one, (len(offsets), 1))
    places = rows[:, 0:3] + np.repeat(offsets, len(one), 0)
    rows[:, 0:3] = places @ placement.rotation.T + placement.position
    rows[:, 4:7] = rows[:, 4:7] @ placement.rotation.T.astype(np.float32)
    return rows
