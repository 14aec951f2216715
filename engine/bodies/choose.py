"""Which body an entity is."""

from engine.bodies.cloth import Cloth
from engine.bodies.filled import Filled


def body_of(entity):
    """What says where an entity's masses are: a lattice, single points, a mesh as cloth or filled; None for an entity of another kind."""
    if entity.lattice is not None or getattr(entity, "points", None) is not None:
        return entity.lattice if entity.lattice is not None else entity.points
    mesh = getattr(entity.shape, "mesh", None) if entity.spring is not None else None
    if mesh is None:
        return None
    return Cloth(mesh.read) if mesh.fill is None else Filled(mesh.read, mesh.fill)
