"""Solids whose shape is a mesh: skins that no masses carry."""

import esper
import numpy as np

from engine.bodies.cloth import skin
from engine.colliders import Shape
from engine.components import Hold, Placement
from engine.kernels.creases import smooth_groups
from engine.looks import Leaves, Surface
from engine.render.extract.query import drawing, each
from engine.render.extract.still import material_of, moves, stand, versions
from engine.render.frame import Skin
from engine.systems.bodies import name_of

SHARP = np.cos(np.radians(40.0))  # between triangles that meet at more than this angle lies an edge


class Cast:
    """What one mesh is drawn from: its points parted at sharp edges, in the entity's frame and in the world."""

    def __init__(self, mesh):
        surface = skin(mesh)
        corners = surface.source[surface.vertices]  # turned outward, where the mesh is closed
        _, group = np.unique(smooth_groups(mesh.places, corners, SHARP), return_inverse=True)
        key, vertices = np.unique(group.reshape(-1).astype(np.int64) << 32 | surface.vertices.ravel(), return_inverse=True)
        self.mesh, self.closed = mesh, surface.closed
        self.vertices, self.source = vertices.reshape(-1, 3).astype(np.int32), (key >> 32).astype(np.int32)
        self.uv = surface.uv[key & 0xFFFFFFFF]
        points = np.empty((self.source.max() + 1, 3))
        points[group.reshape(-1)] = mesh.places[corners.ravel()]
        self.points, self.stood = points, None

    def place(self, placement):
        """Put its points, and where they were a tick ago, into the world: `now` and `before` (3, n) float32, other arrays where it stands elsewhere."""
        stood = stand(placement)
        if stood != self.stood or moves(placement):
            if stood != self.stood:
                self.stood, self.version = stood, next(versions)
                self.turned = (self.points @ placement.rotation.T).T
            self.now = (self.turned + placement.position[:, None]).astype(np.float32)
            self.before = (self.turned + placement.previous[:, None]).astype(np.float32)


def solids(memory, paths):
    """The Skins of all visible entities with a surface whose shape is a mesh, and that are no cloth."""
    found, casts = [], {}
    for entity, (shape, surface, placement) in each(Shape, Surface, Placement):
        draw = drawing(entity)
        if shape.mesh is None or not draw.visible or esper.has_component(entity, Hold) or esper.has_component(entity, Leaves):
            continue
        cast = memory.casts.get(entity)
        if cast is None or cast.mesh is not shape.mesh.read:
            cast = Cast(shape.mesh.read)
        casts[entity] = cast
        cast.place(placement)
        found.append(_skin(paths, cast, surface, draw, moves(placement), name_of(entity)))
    memory.casts = casts
    return tuple(found)


def _skin(paths, cast, surface, draw, goes, name):
    return Skin(
        len(cast.points), cast.now, cast.before, cast.source, cast.uv, cast.vertices, material_of(paths, surface),
        closed=cast.closed,
        two_sided=surface.two_sided and not cast.closed,
        translucency=surface.translucency or 0.0,
        shadow=draw.cast_shadow,
        still=not goes,
        name=name,
        version=cast.version,
    )  # fmt: skip
