"""Which entity is under a pixel, and the box that marks it in the picture.

The ray through the pixel meets solids, sheets and water; droplets are met where one is seen close by. The nearest is taken.
"""

from itertools import product
from typing import NamedTuple

import numpy as np

from engine.components import Ball, Placement, Position, Triangles
from engine.render.extract.still import solid_boxes
from game.hud import ACCENT

NEAR = 5.0  # [pixels] from a droplet or a mass to the pointer
THIN = 0.01  # [m] half the thickness of the box round water
CROSS = 0.12  # [m] half the size of the mark of what has no size
FEW, MANY = 50, 4000  # droplets that are all marked; that are looked at
LEAST = 0.02  # [m] radius of what is framed
MOST = 64  # boxes that one mark is made of
COLOR = (*(c / 255 for c in ACCENT), 1.0)
EDGES = [(a, b) for a, b in product(range(8), repeat=2) if a < b and bin(a ^ b).count("1") == 1]
SIGNS = np.array(list(product((-1, 1), repeat=3)), float)


class Hit(NamedTuple):
    """An entity, and how far ahead of the eye [m] it is met."""

    name: str
    depth: float


def under(simulation, sight, x, y):
    """The Hit nearest to the eye under a pixel (from the lower left); None where there is nothing."""
    eye = np.asarray(sight.view.position, float)
    ray = sight.under(x, y, 1.0) - eye  # as long as it goes ahead by one metre
    hits = []
    for name, entity in simulation.scene.spec.entities.items():
        if entity.draw is None or entity.draw.visible:
            depth = _met(simulation, name, entity, sight, (x, y), eye, ray)
            if depth is not None and depth > sight.view.near:
                hits.append(Hit(name, float(depth)))
    return min(hits, key=lambda hit: hit.depth, default=None)


def _met(simulation, name, entity, sight, pixel, eye, ray):
    if entity.has_masses or entity.emitter:
        return _of_masses(simulation, name, sight, pixel, eye, ray)
    place = simulation.get(name, Placement)
    eye, ray = place.rotation.T @ (eye - place.position), place.rotation.T @ ray
    if entity.wave_surface:
        return _box(eye, ray, _water(entity))
    if entity.shape is None:
        return None
    shape = entity.shape
    rounds = [_capsule(eye - offset, ray, *round) for round in shape.rounds() for offset in shape.offsets()]
    boxes, turn = solid_boxes(shape)
    met = [_box(turn.T @ eye, turn.T @ ray, boxes, shape.inward), *rounds, *_meshes(shape, eye, ray)]
    return min((depth for depth in met if depth is not None), default=None)


def _of_masses(simulation, name, sight, pixel, eye, ray):
    """Of a body: its surface where it has one, else the masses and droplets near the pointer."""
    places, met = simulation.get(name, Position).xyz.astype(float), []
    if not len(places) or not np.isfinite(places).all():
        return None
    if (ball := _part(simulation, name, Ball)) is not None:
        return _capsule(eye - places[0], ray, ball.radius, 0.0)
    if (surface := _part(simulation, name, Triangles)) is not None and len(surface.corners):
        met.append(_triangles(eye, ray, places[surface.corners]))
    pixels, depth = sight.seen(places)
    close = (np.hypot(*(pixels - pixel).T) < NEAR) & (depth > sight.view.near)
    met.append(depth[close].min() if close.any() else None)
    return min((each for each in met if each is not None), default=None)


def _part(simulation, name, component):
    try:
        return simulation.get(name, component)
    except KeyError:
        return None


# a ray, eye + t ray, in the entity's frame: the t at which it meets something, None where it passes by


def _box(eye, ray, boxes, inward=False):
    """The slabs of boxes (n, 2, 3), centre and half sides; of a room the wall that is looked at."""
    if not len(boxes):
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (((boxes[:, 0] + side * boxes[:, 1]) - eye) / ray for side in (-1, 1))
    first, last = np.nanmax(np.minimum(a, b), axis=1), np.nanmin(np.maximum(a, b), axis=1)
    met = (last if inward else first)[(first <= last) & ((last if inward else first) > 0)]
    return met.min() if len(met) else None


def _capsule(eye, ray, radius, half):
    """The balls along a capsule's axis, its y: |eye + t ray - axis| = radius."""
    flat = np.array([1.0, 0.0, 1.0])
    met = [_roots(eye * flat, ray * flat, radius)] if half else []
    met = [t for t in met if t is not None and abs(eye[1] + t * ray[1]) <= half]
    met += [t for y in {half, -half} if (t := _roots(eye - (0, y, 0), ray, radius)) is not None]
    return min(met, default=None)


def _roots(eye, ray, radius):
    """The nearer solution ahead of |eye + t ray| = radius."""
    a, b, c = ray @ ray, eye @ ray, eye @ eye - radius**2
    inside = b * b - a * c
    if a == 0 or inside < 0:
        return None
    t = (-b - np.sqrt(inside)) / a
    return t if t > 0 else None


def _triangles(eye, ray, corners):
    """Moeller and Trumbore, of triangles (t, 3, 3)."""
    a, ab, ac = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    across, over = np.cross(ray, ac), eye - a
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = 1 / np.einsum("ij,ij->i", ab, across)
        u = scale * np.einsum("ij,ij->i", over, across)
        turned = np.cross(over, ab)
        v, t = scale * (turned @ ray), scale * np.einsum("ij,ij->i", ac, turned)
        met = t[(u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)]
    return met.min() if len(met) else None


def _meshes(shape, eye, ray):
    if shape.mesh is not None and shape.mesh.read is not None:
        mesh = shape.mesh.read
        for offset in shape.offsets():
            yield _triangles(eye - offset, ray, mesh.places[mesh.corners])


def _water(entity):
    x, z = entity.wave_surface.size
    return np.array([[(0, 0, 0), (x / 2, THIN, z / 2)]])


def framing(simulation, sight, x, y):
    """Middle [m] (3,) and radius [m] of what is to fill the picture, of what is under a pixel: an entity, or a part of one that is larger than
    it is far away. None where there is nothing.
    """
    hit = under(simulation, sight, x, y)
    if hit is None:
        return None
    boxes, origin, turn = _boxes(simulation, hit.name)
    if boxes is not None:
        (middle, half), *_ = _around(np.concatenate([boxes[:, 0] - boxes[:, 1], boxes[:, 0] + boxes[:, 1]]), 0.0)
        radius = float(np.linalg.norm(half))
        if radius < hit.depth:
            return turn @ middle + origin, max(radius, LEAST)
    return sight.under(x, y, hit.depth), hit.depth / 4


# the mark


def outline(simulation, name):
    """(n, 2, 7) rows of Frame.lines: the boxes round an entity, a cross where it has no size; none for one that is gone."""
    if name not in simulation.scene.spec.entities:
        return np.empty((0, 2, 7), np.float32)
    boxes, origin, rotation = _boxes(simulation, name)
    if boxes is None:
        arms = CROSS * np.eye(3)
        ends = np.stack([origin - arms, origin + arms], axis=1)
    else:
        corners = boxes[:, None, 0] + SIGNS * boxes[:, None, 1]  # (n, 8, 3)
        ends = (corners @ rotation.T + origin)[:, EDGES].reshape(-1, 2, 3)
    rows = np.empty((len(ends), 2, 7), np.float32)
    rows[..., :3], rows[..., 3:] = ends, COLOR
    return rows


def _boxes(simulation, name):
    """Boxes (n, 2, 3), centre and half sides, round an entity, None where it has no size; where their origin lies, and how they are turned."""
    entity, place = simulation.scene.spec.entities[name], simulation.get(name, Placement)
    boxes, turn = _extent(simulation, name, entity)
    if boxes is not None and (entity.has_masses or entity.emitter):
        return boxes, np.zeros(3), np.eye(3)
    return boxes, _pictured(simulation, place.previous, place.position), place.rotation @ turn


def _pictured(simulation, before, now):
    """Where between two ticks the picture shows what was there one tick ago and is here now."""
    return before + simulation.blend * (now - before)


def _extent(simulation, name, entity):
    """Boxes (n, 2, 3) round what an entity is made of, of bodies in the world, else in its frame, and a turn; None where it has no size."""
    if entity.has_masses or entity.emitter:
        position = simulation.get(name, Position)
        places = _pictured(simulation, position.previous.T[: len(position.xyz)], position.xyz)
        places = places[np.isfinite(places).all(axis=1)].astype(float)
        if entity.emitter and len(places) > FEW:  # round nearly all: a few always fly far
            places = np.percentile(places[:: len(places) // MANY + 1], (2, 98), axis=0)
        return _around(places, getattr(_part(simulation, name, Ball), "radius", 0.0)) if len(places) else None, np.eye(3)
    if entity.wave_surface:
        return _water(entity), np.eye(3)
    if entity.shape is None:
        return None, np.eye(3)
    boxes, turn = solid_boxes(entity.shape)
    for radius, half in entity.shape.rounds():
        boxes = np.array([[offset, (radius, half + radius, radius)] for offset in entity.shape.offsets()])
    if entity.shape.mesh is not None and entity.shape.mesh.read is not None:
        boxes = np.concatenate([_around(entity.shape.mesh.read.places + offset, 0.0) for offset in entity.shape.offsets()])
    ends = np.concatenate([boxes[:, 0] - boxes[:, 1], boxes[:, 0] + boxes[:, 1]])
    return (boxes if len(boxes) <= MOST else _around(ends, 0.0)), turn


def _around(places, room):
    low, high = places.min(axis=0) - room, places.max(axis=0) + room
    return np.array([[(low + high) / 2, (high - low) / 2]])
