"""The solids that act on a body as rows of a flat table (layout: kernels/solids.py)."""

import esper
import numpy as np

from engine.colliders import Collider, Shape
from engine.components import Ball, Hold, Placement
from engine.kernels.sampled import samples
from engine.kernels.solids import FIRST, GRID, WIDTH, bounce_row, box_row, plane_row, round_row, sampled_row

RESTITUTION = 0.5  # of a collider that says nothing of its bounce


def is_rigid(entity):
    """Whether an entity is as solid as its shape says: masses on springs are where they are, whatever mesh they were made of."""
    return esper.has_component(entity, Ball) or not esper.has_component(entity, Hold)


def fill(around, actors, dt):
    """Write the tables of solids and bounces of a body's surroundings.

    actors  (entity, (Collider, Shape)) of each that acts on it; those in around.counted have a row of hits
    """
    tables = [bounces_of(collider) for _, (collider, _) in actors]
    around.bounces = np.concatenate([*tables, np.zeros((0, 4))])
    rows, first, moving = [np.zeros((0, WIDTH))], 0, []
    for (entity, (collider, shape)), table in zip(actors, tables, strict=True):
        if esper.component_for_entity(entity, Placement).velocity.any() or esper.has_component(entity, Ball):
            moving.append((entity, sum(map(len, rows))))
        rows.append(_rows(entity, collider, shape, (first, len(table)), around.counted, dt))
        first += len(table)
    around.solids = np.concatenate([*rows, *_samples(rows, actors)])
    around.moving = tuple(moving)


def _samples(rows, actors):
    """Rows of the samples of all solids that are sampled, which are told where they will stand."""
    after = sum(map(len, rows))
    known, start = {}, 0  # several solids of one mesh share its samples
    for own, (_, (_, shape)) in zip(rows[1:], actors, strict=True):
        if shape.mesh is not None:
            grid = shape.mesh.grid
            if id(grid) not in known:
                known[id(grid)] = after, samples(grid)
                after += len(known[id(grid)][1])
            own[:, GRID] = known[id(grid)][0] - start
        start += len(own)
    return [block for _, block in known.values()]


def moved(entity, around, first, dt):
    """Rows of a moving collider where it is now; `first` is its first row in around.solids."""
    collider, shape = esper.try_components(entity, Collider, Shape)
    bounces = int(around.solids[first, FIRST]), len(bounces_of(collider))
    rows = _rows(entity, collider, shape, bounces, around.counted, dt)
    if shape.mesh is not None:
        rows[:, GRID] = around.solids[first, GRID]
    return rows


def bounces_of(collider):
    """Rows (n, 4) of what the first, second, ... hit does."""
    if collider.bounce is None:
        restitution = RESTITUTION if collider.restitution is None else collider.restitution
        return np.array([bounce_row(restitution, friction=collider.friction or 0.0)])
    return np.array([bounce_row(b.restitution, b.tangential, b.scatter) for b in collider.bounce])


def is_counted(collider):
    """Whether what a hit does depends on how many there were."""
    return collider.bounce is not None and (len(collider.bounce) > 1 or any(b.scatter for b in collider.bounce))


def _rows(entity, collider, shape, bounces, counted, dt):
    placement = esper.component_for_entity(entity, Placement)
    common = {
        "thickness": collider.thickness,
        "bounces": bounces,
        "hits_row": counted.index(entity) if entity in counted else -1,
        "lifetime_loss": collider.on_hit.lifetime_loss,
        "kill": collider.on_hit.kill,
        "velocity": placement.velocity,
        "dt": dt,
    }
    rotation = placement.rotation
    boxes = [box_row(placement.position + rotation @ c, rotation, half, shape.inward, **common) for c, half in shape.parts()]
    if shape.plane is not None:
        boxes.append(plane_row(placement.position, rotation @ shape.plane.normal, **common))
    if shape.mesh is not None:
        grid = shape.mesh.grid
        boxes.append(sampled_row(placement.position, rotation, grid.low, grid.high, **common))
    for radius, axis in shape.rounds():
        boxes += [round_row(placement.position + rotation @ c, rotation, radius, axis, shape.inward, **common) for c in shape.offsets()]
    return np.array(boxes).reshape(-1, WIDTH)
