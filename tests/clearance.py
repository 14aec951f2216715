"""How far points are from what stands in a scene."""

import numpy as np

from engine.components import Placement
from engine.render.extract.still import solid_boxes


def solids(simulation):
    """Names of the entities that stand somewhere with a skin of their own: shapes, leaves, water."""
    entities = simulation.scene.spec.entities
    return [name for name, entity in entities.items() if (entity.shape or entity.wave_surface) and not (entity.emitter or entity.mass)]


def apart(simulation, name, points):
    """[m] from points (n, 3) to an entity, 0 within it; leaves reach beyond its shape."""
    entity, place = simulation.scene.spec.entities[name], simulation.get(name, Placement)
    local = (points - place.position) @ place.rotation
    if entity.wave_surface:
        width, depth = entity.wave_surface.size
        return out(local, np.array([width / 2, 0.1, depth / 2]))
    parts, turn = solid_boxes(entity.shape)
    ways = [out(local @ turn - center, half) for center, half in parts]
    ways += [_round(local - offset, *each) for each in entity.shape.rounds() for offset in entity.shape.offsets()]
    if entity.shape.mesh:
        ways.append(_mesh(local, entity.shape.mesh.read))
    reach = entity.leaves.spread + entity.leaves.size if entity.leaves else 0.0
    return np.min(ways, axis=0) - reach


def out(points, half):
    """[m] from points (n, 3) to a box round the origin."""
    return np.linalg.norm(np.maximum(np.abs(points) - half, 0), axis=1)


def _round(points, radius, half):
    """[m] from points (n, 3) to a ball, or to a capsule along y whose axis is 2 half long."""
    return np.linalg.norm(points - np.clip(points[:, 1:2], -half, half) * (0, 1, 0), axis=1) - radius


def _mesh(points, mesh):
    """[m] from points (n, 3) to a mesh at least: no place of a triangle is farther from one of its corners than its longest side."""
    corners = mesh.places[mesh.corners]
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max()
    return np.linalg.norm(points[:, None] - mesh.places, axis=2).min(1) - longest
