"""Bodies of masses: their surfaces, and the masses and springs themselves."""

import esper
import numpy as np

from engine.components import Ball, Carried, Hold, Mass, Population, Position, Rest, Spring, Triangles, Velocity
from engine.kernels.embed import carry
from engine.looks import Masses as Look
from engine.looks import Surface
from engine.render.extract.query import drawing, each, said
from engine.render.extract.still import material_of, versions
from engine.render.frame import Masses, Skin
from engine.systems.bodies import name_of

PLAIN, DOTS = Surface(), Look()
THROUGH = {"fabric": 0.4}  # share of light that comes through, unless told; 0 for all else
OF_SPACING, RADIUS = 0.2, 0.02  # a ball's radius over the springs' length, unless told; [m] where there are none
NO_SPRINGS = Spring(
    np.empty((0, 2), np.int32),
    *(np.empty(0, np.float32) for _ in range(3)),
    np.empty(0, np.uint8),
    *(np.empty(0, np.float32) for _ in range(2)),
)


def skins(memory, paths, shown=None):
    """The surfaces of the current world. shown: of all bodies, of none, or as the scene says (None): of those with a `surface`."""
    found, numbered, carrying = [], Versions(memory.skins), {}
    for entity, (triangles, population, position, rest, _) in each(Triangles, Population, Position, Rest, Hold):
        look = esper.try_component(entity, Surface)
        if drawing(entity).visible and (look is not None if shown is None else shown) and len(triangles.vertices):
            mesh, places = esper.try_component(entity, Carried), (population.used, position.rows, position.previous)
            if mesh is not None:
                places = _carried(memory, carrying, entity, mesh, position)
            found.append(_skin(numbered, paths, entity, look or PLAIN, triangles, mesh or triangles, population, places, rest))
    memory.skins, memory.carried = numbered.now, carrying
    return tuple(found)


def _carried(memory, carrying, entity, mesh, position):
    """How many points a carried mesh has, and where they are now and were a tick ago (3, p) float32; carrying: arrays of this picture, by entity."""
    known = memory.carried.get(entity)
    if known is None or known[0].shape[1] != len(mesh.taps):
        known = tuple(np.empty((3, len(mesh.taps)), np.float32) for _ in range(2))
    carrying[entity] = known
    for rows, place in zip((position.rows, position.previous), known, strict=True):
        carry(rows, mesh.taps, mesh.weight, place)
    return len(mesh.taps), *known


def _skin(numbered, paths, entity, look, triangles, seen, population, places, rest):
    """seen: the triangles that are drawn; places: used, now and before, of the points that carry them."""
    material = material_of(paths, look)
    made_of, repeat = (seen.source, seen.uv, seen.vertices), _repeat(rest, material.tile)
    sides = _sides(rest)
    return Skin(
        *places, *made_of, material,
        closed=triangles.closed,
        two_sided=look.two_sided,
        counts=tuple(rest.counts),
        sides=sides,
        repeat=repeat,
        translucency=THROUGH.get(look.material, 0.0) if look.translucency is None else look.translucency,
        shadow=drawing(entity).cast_shadow,
        frozen=population.frozen,
        name=name_of(entity),
        version=numbered(entity, *made_of, rest.counts, sides, repeat),
    )  # fmt: skip


def _repeat(rest, tile):
    """How often a texture of `tile` metres lies on a sheet; on other bodies, whose coordinates are their own: once for each unit."""
    if len(rest.counts) != 2:
        return 1.0, 1.0
    columns, lines = rest.counts
    corner, right, up = rest.rows[:, [0, columns - 1, columns * (lines - 1)]].T
    return float(np.linalg.norm(right - corner)) / tile, float(np.linalg.norm(up - corner)) / tile


def _sides(rest):
    """Sides [m] of a block at rest, by its edges; of other bodies ()."""
    if len(rest.counts) != 3:
        return ()
    nx, ny, nz = rest.counts
    corner, *ends = rest.rows[:, [0, nx - 1, nx * (ny - 1), nx * ny * (nz - 1)]].T
    return tuple(float(np.linalg.norm(end - corner)) for end in ends)


def masses(memory, shown=None):
    """Masses and springs of the current world. shown: of all bodies, of none, or as the scene says (None).

    That is of those with a visible `masses` look, and of those that would not be seen at all.
    """
    found, numbered = [], Versions(memory.masses)
    for entity, parts in each(Population, Position, Velocity, Mass, Rest, Hold):
        if drawing(entity).visible and not esper.has_component(entity, Ball) and (_asked(entity) if shown is None else shown):
            found.append(_masses(numbered, entity, said(entity, Look, DOTS), *parts[:5]))
    memory.masses = numbered.now
    return tuple(found)


def _asked(entity):
    look = esper.try_component(entity, Look)
    return look.visible if look else not (esper.has_component(entity, Surface) and esper.has_component(entity, Triangles))


def _masses(numbered, entity, look, population, position, velocity, mass, rest):
    springs = said(entity, Spring, NO_SPRINGS)
    return Masses(
        population.used, position.rows, position.previous, velocity.rows, mass.inverse, springs.ends, springs.rest, springs.stiffness,
        radius=look.radius or OF_SPACING * rest.spacing or RADIUS,
        show_energy=look.show_energy,
        shadow=drawing(entity).cast_shadow,
        frozen=population.frozen,
        version=numbered(entity, springs.ends, springs.rest),
    )  # fmt: skip


class Versions:
    """Numbers that change when something is made of other arrays, or of values that are not equal any more.

    before, now   entity -> what it was made of, and its number: in the last picture and in this one, so that what is gone is forgotten
    """

    def __init__(self, before):
        self.before, self.now = before, {}

    def __call__(self, entity, *made_of):
        known, version = self.before.get(entity, (None, 0))
        if known is None or not all(a is b if isinstance(a, np.ndarray) else a == b for a, b in zip(known, made_of, strict=True)):
            version = next(versions)
        self.now[entity] = made_of, version
        return version
