"""What cannot be seen, as lines: forces, contact among them, velocities, normals, solids, bounds, the wind, the strain of springs. No OpenGL here.

A new layer is a function (world, eye) -> [(segments (m, 2, 3) [m], colours (m, 4) sRGB, text of the legend, its colour)] and its line in LAYERS;
its docstring is what the panel says of it.
Arrows are as long as a scale says that the legend tells: tidy, and such that 19 of 20 are at most as long as the picture has room for
(REACH, APART). So the same moment gives the same lines, whatever was drawn before.
"""

from typing import NamedTuple

import esper
import numpy as np

from engine.colliders import Collider, Shape
from engine.components import LINKS, Life, Name, Placement, Population, Position, Rest, Spring, Triangles, Velocity
from engine.kernels.fields import accelerate
from engine.scene.errors import guess
from engine.simulation.arrows import arrows, ball, boxes, edges, plane, scale_of, tidy
from engine.simulation.forces import contact_on, on_body
from engine.systems.accumulate import air
from engine.systems.bodies import in_order, packed
from engine.systems.solids import is_rigid

MOST = 500  # particles of a body that have arrows
MOST_SPRINGS = 6000  # of a body from which on only the structural ones are drawn
REACH, APART = 0.1, 1.5  # most length of an arrow: over the bodies' diagonal, and over how far arrows that fill a square are apart
NODES = 8  # of the wind's grid along the longest side
GOLD, WATER, LEAF, EARTH, STEEL = (255, 214, 64), (90, 220, 255), (150, 240, 120), (255, 150, 80), (190, 200, 215)
LONGER, SHORTER, NEUTRAL = (255, 70, 60), (70, 120, 255), (225, 225, 225)
CONTACT = "contact"
COLORS = {
    "gravity": GOLD,
    "wind": WATER,
    "drag": (255, 110, 200),
    "vortex": (190, 140, 255),
    "attractor": EARTH,
    "turbulence": (120, 160, 255),
    "springs": LEAF,
    CONTACT: LONGER,
}


class Layer(NamedTuple):
    """What one layer shows. legend: texts with their colours, 0 to 255."""

    segments: np.ndarray  # [m] (m, 2, 3) float32
    colors: np.ndarray  # (m, 4) float32, sRGB, 0 to 1
    legend: tuple


class UnknownLayer(ValueError):
    """No layer has this name; the message says which there are."""


class _World(NamedTuple):
    """What all layers ask of: the bodies, where a picture shows them."""

    bodies: tuple
    step: object
    bounds: tuple | None
    blend: float
    reach: float  # [m] of an arrow
    box: np.ndarray  # [m] round all bodies (2, 3)


class _Body(NamedTuple):
    entity: int
    x: np.ndarray  # [m] (3, slots) float32
    some: np.ndarray  # indices of those that have arrows

    @property
    def starts(self):
        return self.x[:, self.some].T.astype(float)


def layers(simulation, names, eye=(0.0, 0.0, 0.0)):
    """{name: Layer} of a simulation, as pictures show it between its last two ticks; forces and velocities are those after the last.

    names  of LAYERS. Raises UnknownLayer
    eye    [m] (3,) toward which the heads of arrows are flat
    """
    names = known(names)
    esper.switch_world(simulation.world)
    for entity in in_order():
        packed(entity)
    world = _world(simulation)
    return {name: _layer(name, LAYERS[name](world, np.asarray(eye, float))) for name in names}


def known(names):
    """The names, if all are of LAYERS. Raises UnknownLayer."""
    names = tuple(names)
    for name in names:
        if name not in LAYERS:
            raise UnknownLayer(f"no layer is called '{name}'{guess(name, LAYERS)}")
    return names


def _layer(name, parts):
    parts = [part for part in parts if part[2]]
    if not any(len(part[0]) for part in parts):
        return Layer(np.empty((0, 2, 3), np.float32), np.empty((0, 4), np.float32), ((f"{name}: none here", STEEL),))
    segments, colors = (np.concatenate([part[i] for part in parts]).astype(np.float32) for i in (0, 1))
    return Layer(segments, colors, tuple((text, color) for _, _, text, color in parts))


def _world(simulation):
    blend = np.float32(simulation.blend)
    bodies = []
    for entity in in_order():
        used, position = esper.component_for_entity(entity, Population).used, esper.component_for_entity(entity, Position)
        x = position.previous + blend * (position.rows - position.previous)
        if used and np.isfinite(x[:, :used]).all():
            bodies.append(_Body(entity, x, _chosen(entity, used)))
    sizes = [np.linalg.norm(np.subtract(*np.quantile(body.starts, [0.98, 0.02], axis=0))) for body in bodies]
    size = float(np.median([each for each in sizes if each > 0] or [1.0]))  # a sky of far stars makes no arrows longer
    reach = size * min(REACH, APART / np.sqrt(max((len(body.some) for body in bodies), default=1)))
    box = np.quantile(np.concatenate([body.starts for body in bodies] or [np.zeros((1, 3))]), [0.02, 0.98], axis=0)
    return _World(tuple(bodies), simulation._step(), simulation.scene.spec.bounds, float(blend), reach, box)


def _chosen(entity, used):
    """Indices of at most MOST particles, the same from tick to tick: evenly spread over a lattice with its outermost masses; else those
    whose id is a multiple of a power of two."""
    life, rest = esper.try_component(entity, Life), esper.try_component(entity, Rest)
    if rest and rest.counts:
        return _of_lattice(rest.counts)
    ids = life.id[:used] if life else np.arange(used, dtype=np.uint32)
    stride = 1
    while len(found := np.flatnonzero((ids & np.uint32(stride - 1)) == 0)) > MOST:
        stride *= 2
    return found


def _of_lattice(counts):
    shares = (1 / stride for stride in range(1, max(counts) + 1))
    lines = ([np.unique(np.linspace(0, n - 1, max(round(n * share), 1)).round().astype(int)) for n in counts] for share in shares)
    some = next(axes for axes in lines if np.prod([len(axis) for axis in axes]) <= MOST)
    return np.arange(np.prod(counts)).reshape(counts[::-1])[np.ix_(*some[::-1])].ravel()


def _painted(segments, color):
    return np.tile(np.array([*color, 255.0]) / 255, (len(segments), 1))


def _drawn(name, unit, color, pairs, reach, eye):
    """Arrows of one kind on all bodies, to one scale. pairs: (starts, vectors) (n, 3)."""
    starts, vectors = (np.concatenate(each) if pairs else np.zeros((0, 3)) for each in (zip(*pairs, strict=True) if pairs else ((), ())))
    scale = scale_of(vectors, reach)
    if scale is None:
        return np.zeros((0, 2, 3)), np.zeros((0, 4)), "", color
    segments = arrows(starts, vectors / scale, eye)
    return segments, _painted(segments, color), f"{name}: 1 m = {scale:g} {unit}", color


def _forces(world, eye):
    """What acts on each mass, an arrow for each kind: gravity, wind, drag, fields, springs, contact."""
    kinds = {}
    for body in world.bodies:
        for kind, force in on_body(body.entity, world.step, body.x, body.some).items():
            kinds.setdefault(kind, []).append((body.starts, force.T))
        kinds.setdefault(CONTACT, []).append((body.starts, contact_on(body.entity)[:, body.some].T))
    return [_drawn(kind, "N", color, kinds[kind], world.reach, eye) for kind, color in COLORS.items() if kind in kinds]


def _contact(world, eye):
    """What solids, other bodies and its own masses push each mass with, friction included: mean of the last tick."""
    pairs = [(body.starts, contact_on(body.entity)[:, body.some].T) for body in world.bodies]
    return [_drawn(CONTACT, "N", COLORS[CONTACT], pairs, world.reach, eye)]


def _velocities(world, eye):
    """How each mass moves."""
    pairs = [(body.starts, esper.component_for_entity(body.entity, Velocity).rows[:, body.some].T.astype(float)) for body in world.bodies]
    return [_drawn("velocity", "m/s", WATER, pairs, world.reach, eye)]


def _normals(world, eye):
    """Away from the surfaces of cloth, jelly and meshes."""
    found = []
    for body in world.bodies:
        surface = esper.try_component(body.entity, Triangles)
        if surface is not None and len(surface.corners):
            normal = vertex_normals(body.x.T.astype(float), surface.corners)
            found.append(arrows(body.starts, normal[body.some] * world.reach / 2, eye))
    segments = np.concatenate(found) if found else np.zeros((0, 2, 3))
    return [(segments, _painted(segments, GOLD), "normals of surfaces", GOLD)]


def vertex_normals(x, corners):
    """(n, 3) unit normals at points (n, 3): mean of those of the triangles (t, 3) round each, by their areas; 0 where there is none."""
    a, b, c = (x[corners[:, i]] for i in range(3))
    twice = np.cross(b - a, c - a)
    at = corners.ravel()
    total = np.stack([np.bincount(at, np.repeat(twice[:, axis], 3), len(x)) for axis in range(3)], axis=1)
    long = np.linalg.norm(total, axis=1, keepdims=True)
    return np.divide(total, long, out=np.zeros_like(total), where=long > 0)


def _colliders(world, eye):
    """The solids as droplets and masses meet them."""
    found = []
    for entity, (_, _, shape, placement) in sorted(esper.get_components(Name, Collider, Shape, Placement), key=lambda each: each[0]):
        if not is_rigid(entity):
            continue
        here = placement.previous + world.blend * (placement.position - placement.previous)
        found += _solid(shape, here, placement.rotation)
    segments = np.concatenate(found) if found else np.zeros((0, 2, 3))
    return [(segments, _painted(segments, EARTH), "solids that are met", EARTH)]


def _solid(shape, here, rotation):
    """Segments of what droplets and masses meet of a shape: what engine.systems.solids makes rows of."""
    found, parts = [], np.asarray(shape.parts(), float).reshape(-1, 2, 3)
    found.append(boxes(parts[:, 0] @ rotation.T + here, np.repeat(rotation[None], len(parts), 0), parts[:, 1]))
    if shape.mesh is not None:
        found.append(edges(shape.mesh.read, here, rotation))
    if shape.plane is not None:
        found.append(plane(here, rotation, np.array(shape.plane.normal, float), shape.plane.extent))
    found += [ball(here + rotation @ offset, rotation, *round) for round in shape.rounds() for offset in shape.offsets()]
    return found


def _bounds(world, eye):
    """A box round each body, and the bounds of the scene."""
    around = [(body.x[:, : esper.component_for_entity(body.entity, Population).used].astype(float)) for body in world.bodies]
    corners = np.array([(x.min(axis=1), x.max(axis=1)) for x in around]).reshape(-1, 2, 3)
    said = np.array([world.bounds] if world.bounds else [], float).reshape(-1, 2, 3)
    rows = [
        (_box_of(each), text, color) for each, text, color in ((corners, "extent of a body", STEEL), (said, "bounds of the scene", GOLD))
    ]
    return [(segments, _painted(segments, color), text, color) for segments, text, color in rows if len(segments)]


def _box_of(corners):
    """(12 n, 2, 3) edges of upright boxes, least and greatest corner (n, 2, 3)."""
    return boxes(corners.mean(axis=1), np.repeat(np.eye(3)[None], len(corners), 0), (corners[:, 1] - corners[:, 0]) / 2)


def _wind(world, eye):
    """How the air moves, on a grid round the bodies."""
    low, high = world.box
    pad = 0.15 * np.linalg.norm(high - low) or 0.5
    low, high = low - pad, high + pad
    cell = (high - low).max() / (NODES - 1)
    axes = [np.linspace(a, b, max(round((b - a) / cell) + 1, 2)) for a, b in zip(low, high, strict=True)]
    places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    everywhere, rows = air(world.step)
    points, more = (np.ascontiguousarray(places.T, np.float32) for _ in range(2))
    more[:] = 0
    if len(rows):
        accelerate(more, points, np.ones(len(places), np.float32), len(places), rows)
    velocity = everywhere + more.T.astype(float)
    return [_drawn("air", "m/s", WATER, [(places, velocity)], 0.6 * cell, eye)]


def _strain(world, eye):
    """The springs, red where they are longer than at rest, blue where shorter."""
    ends, strain = [], []
    for body in world.bodies:
        spring = esper.try_component(body.entity, Spring)
        if spring is not None:
            some = np.flatnonzero(spring.rest > 0)
            if len(some) > MOST_SPRINGS:
                some = some[spring.link[some] == LINKS.index("structural")]
            pair = body.x.T[spring.ends[some]].astype(float)
            ends.append(pair)
            strain.append(np.linalg.norm(pair[:, 1] - pair[:, 0], axis=1) / spring.rest[some] - 1)
    if not ends:
        return []
    ends, strain = np.concatenate(ends), np.concatenate(strain)
    full = tidy(max(np.quantile(np.abs(strain), 0.95), 1e-3)) if len(strain) else 1.0
    colors = np.concatenate([strain_color(strain / full), np.ones((len(strain), 1))], axis=1)
    percent = f"{100 * full:g} %"
    none = np.zeros((0, 2, 3)), np.zeros((0, 4))
    return [
        (ends, colors, f"springs longer by {percent}", LONGER),
        (*none, f"shorter by {percent}", SHORTER),
        (*none, "as long as at rest", NEUTRAL),
    ]


def strain_color(share):
    """(n, 3) sRGB of springs that are longer by a share (n,) of the legend's; 0 is neutral."""
    share = np.clip(share, -1, 1)[:, None]
    end, neutral = np.where(share > 0, LONGER, SHORTER).astype(float), np.array(NEUTRAL, float)
    return (neutral + np.abs(share) * (end - neutral)) / 255


LAYERS = {
    "forces": _forces,
    CONTACT: _contact,
    "velocities": _velocities,
    "normals": _normals,
    "colliders": _colliders,
    "bounds": _bounds,
    "wind": _wind,
    "strain": _strain,
}
