"""Balls and capsules."""

import esper
import numpy as np

from engine.colliders import Shape
from engine.components import Ball, Placement, Position
from engine.looks import Leaves, Surface
from engine.render.extract.query import drawing, ranked
from engine.render.extract.still import material_of, moves, stand, versions
from engine.render.frame import Rounds

PLAIN = Surface()
ALONE = np.zeros((1, 3))  # offset of a shape that is not repeated


def rounds(memory, paths, blend):
    """The Rounds of the current world, where they are at this blend between two ticks. A rigid ball is seen even without a `surface`."""
    solid = []
    for entity, (shape, placement) in ranked(paths, Shape, Placement):
        draw, surface, ball = drawing(entity), esper.try_component(entity, Surface), esper.has_component(entity, Ball)
        if (shape.sphere or shape.capsule) and draw.visible and (surface or ball) and not esper.has_component(entity, Leaves):
            solid.append((shape, surface or PLAIN, draw, placement, esper.component_for_entity(entity, Position) if ball else None))
    made_from = tuple((shape, surface, draw, id(ball) if ball else stand(placement)) for shape, surface, draw, placement, ball in solid)
    if memory.rounds_from != made_from:
        memory.rounds_from = made_from
        memory.rounds, memory.followed = _assemble(paths, solid)
    for rows, placement, ball, offsets in memory.followed:
        now, before = (placement.position, placement.previous) if ball is None else (ball.rows[:, 0], ball.previous[:, 0])
        memory.rounds.center[rows] = before + blend * (now - before) + offsets
    return memory.rounds


def _assemble(paths, solid):
    if not solid:
        return Rounds(version=next(versions)), ()
    centers, rotations, rows, followed, materials = [], [], [], [], {}
    for shape, surface, draw, placement, ball in solid:
        offsets = (ALONE if shape.repeat is None else shape.repeat.offsets()) @ placement.rotation.T
        if ball is not None or moves(placement):
            followed.append((slice(len(rows), len(rows) + len(offsets)), placement, ball, offsets))
        centers.append(placement.position + offsets)
        rotations.append(np.broadcast_to(placement.rotation, (len(offsets), 3, 3)))
        material = materials.setdefault(material_of(paths, surface), len(materials))
        half = 0.0 if shape.sphere else max(0.0, shape.capsule.height / 2 - shape.capsule.radius)
        rows += [(shape.chosen.radius, half, material, draw.cast_shadow)] * len(offsets)
    radius, half, material, shadow = zip(*rows, strict=True)
    return Rounds(
        np.concatenate(centers).astype(np.float32),
        np.concatenate(rotations).astype(np.float32),
        np.array(radius, np.float32),
        np.array(half, np.float32),
        np.array(material, np.int32),
        np.array(shadow, bool),
        tuple(materials),
        next(versions),
    ), tuple(followed)
