"""From a simulation to a frame: the only file that knows both.

What seldom changes (boxes, leaves) is remembered for each simulation and made anew only when a spec or a placement did
change; what changes always (particles, waves) goes by reference, nothing is copied.
"""

from dataclasses import dataclass, field
from itertools import count
from operator import itemgetter
from weakref import WeakKeyDictionary

import esper
import numpy as np

from engine import components
from engine.bodies.wave_surface import WaveSurface
from engine.cameras import Camera
from engine.colliders import Shape
from engine.emitters import Emitter
from engine.kernels import foliage
from engine.looks import Billboard, Draw, Leaves, Skybox, Sun, Surface, Water
from engine.render.frame import Boxes, Foliage, Frame, Material, Particles, Sunlight, View, Waters

PLANE_THICKNESS = 0.02  # [m] a plane is drawn as a box this thick, below its face
STILL = bytes(24)  # three float64 zeros: the velocity of a placement that stands
DRAWN, DOT, CLEAR = Draw(), Billboard(), Water()

_versions = count(1)  # never the same twice, so a renderer may go from one simulation to another
_memories = WeakKeyDictionary()


@dataclass(slots=True)
class Memory:
    """What was made of one simulation's still things, and of what it was made."""

    boxes: Boxes = field(default_factory=Boxes)
    boxes_from: tuple = ()
    moving: tuple = ()  # (rows, placement, offsets) of boxes that move by themselves
    foliage: Foliage = field(default_factory=Foliage)
    foliage_from: tuple = ()
    scene: object = None
    paths: dict = field(default_factory=dict)  # name in the scene -> absolute path


def extract(simulation, camera=None, view=None, overlay=None, lines=None):
    """The picture of a simulation as it stands.

    camera   name of the entity to look through; the scene's first camera, where absent
    view     a View that replaces the camera (a hand-held eye)
    overlay  (h, w, 4) uint8 laid over the picture
    lines    (n, 2, 7) float32 debug lines
    returns a Frame whose arrays belong to the simulation: draw it before the next tick
    """
    esper.switch_world(simulation.world)
    memory = _memories.setdefault(simulation, Memory())
    if memory.scene is not simulation.scene:
        memory.scene, memory.paths = simulation.scene, {}
    blend = float(simulation.blend)
    frame = Frame(
        view=view_of(simulation, camera) if view is None else view,
        sun=_sunlight(),
        boxes=_boxes(memory, blend),
        foliage=_foliage(memory),
        waters=_waters(),
        particles=_particles(memory, simulation.seed),
        overlay=overlay,
        blend=blend,
        time=simulation.time,
    )
    if lines is not None:
        frame.lines = lines
    return frame


def view_of(simulation, camera=None):
    """The View of a camera entity by name; of the scene's first camera, where no name is given."""
    esper.switch_world(simulation.world)
    name = camera or _first_camera(simulation.scene.spec)
    if name is None:
        return _overview()
    pose, lens = simulation.pose(name), simulation.get(name, Camera)
    return View(pose.position, pose.rotation, pose.fov, lens.near, lens.far, lens.exposure, lens.tone, lens.bloom, lens.warmth)


def _first_camera(spec):
    if spec.camera is not None:
        return spec.camera
    return next((name for name, entity in spec.entities.items() if entity.camera is not None), None)


def _overview():
    """A scene without a camera is seen from five metres away."""
    back = np.array([0.5, 0.35, 1.0]) / np.linalg.norm([0.5, 0.35, 1.0])
    right = np.cross([0.0, 1.0, 0.0], back)
    right /= np.linalg.norm(right)
    return View(5 * back, np.column_stack([right, np.cross(back, right), back]))


def _each(*kinds):
    """Entities that have all these components, by their number: a query's own order is that of a set."""
    return sorted(esper.get_components(*kinds), key=itemgetter(0))


def _look(entity, kind, otherwise):
    found = esper.try_component(entity, kind)
    return otherwise if found is None else found


def _path(memory, name):
    if name not in memory.paths:
        memory.paths[name] = str(memory.scene.asset(name))
    return memory.paths[name]


# light


def direction(azimuth, elevation):
    """(3,) unit vector toward a light; degrees, azimuth 0 toward -z and growing toward +x."""
    a, e = np.radians(azimuth), np.radians(elevation)
    return np.array([np.sin(a) * np.cos(e), np.sin(e), -np.cos(a) * np.cos(e)])


def _sunlight():
    suns, skies = _each(Sun), _each(Skybox)
    light = Sunlight(sky=bool(skies))
    if suns:
        sun = suns[0][1][0]
        light.direction = direction(sun.azimuth, sun.elevation)
        light.color, light.intensity, light.size = sun.color[:3], sun.intensity, sun.size
    if skies:
        air = skies[0][1][0].chosen
        light.turbidity, light.ground, light.clouds = air.turbidity, air.ground[:3], air.clouds
    return light


# still things


def _boxes(memory, blend):
    solid = [
        (shape, surface, placement, draw)
        for entity, (shape, surface, placement) in _each(Shape, Surface, components.Placement)
        if (draw := _look(entity, Draw, DRAWN)).visible and not esper.has_component(entity, Leaves)
    ]
    made_from = tuple((shape, surface, draw, _stand(placement)) for shape, surface, placement, draw in solid)
    if memory.boxes_from != made_from:
        memory.boxes_from = made_from
        memory.boxes, memory.moving = _assemble(memory, solid)
    for rows, placement, offsets in memory.moving:
        memory.boxes.center[rows] = placement.previous + blend * (placement.position - placement.previous) + offsets
    return memory.boxes


def _stand(placement):
    """What a placement is compared by; one that moves by itself, by who it is."""
    if _moves(placement):
        return id(placement)
    return placement.position.tobytes(), placement.rotation.tobytes()


def _moves(placement):
    return placement.velocity.tobytes() != STILL


def _assemble(memory, solid):
    centers, rotations, halves, rows, moving, materials = [], [], [], [], [], {}
    for shape, surface, placement, draw in solid:
        parts, rotation = _parts(shape)
        rotation = placement.rotation @ rotation
        offsets = parts[:, 0] @ rotation.T
        first, n = len(rows), len(parts)
        centers.append(placement.position + offsets)
        rotations.append(np.broadcast_to(rotation, (n, 3, 3)))
        halves.append(parts[:, 1])
        goes = _moves(placement)
        if goes:
            moving.append((slice(first, first + n), placement, offsets))
        material = materials.setdefault(_material(memory, surface), len(materials))
        bevel = getattr(shape.chosen, "bevel", 0.0)  # a plane has no edge to round
        rows += [(bevel, material, shape.inward, draw.cast_shadow and not shape.inward, goes)] * n
    if not rows:
        return Boxes(version=next(_versions)), ()
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
        next(_versions),
    ), tuple(moving)


def _parts(shape):
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


def _material(memory, surface):
    texture = None if surface.texture is None else _path(memory, surface.texture)
    return Material(texture, surface.tile, surface.color[:3], surface.roughness, surface.material, surface.wet)


def _foliage(memory):
    leafy = [
        (shape, leaves, placement)
        for entity, (shape, leaves, placement) in _each(Shape, Leaves, components.Placement)
        if _look(entity, Draw, DRAWN).visible
    ]
    made_from = tuple((shape, leaves, placement.position.tobytes(), placement.rotation.tobytes()) for shape, leaves, placement in leafy)
    if memory.foliage_from != made_from:
        memory.foliage_from = made_from
        rows = [_grow(*each) for each in leafy]
        memory.foliage = Foliage(np.concatenate(rows) if rows else np.empty((0, 12), np.float32), next(_versions))
    return memory.foliage


def _grow(shape, leaves, placement):
    """(n, 12) leaves on every repeat of a shape, in the world."""
    solid = shape.chosen
    kind = next(name for name in shape.kinds() if getattr(shape, name) is solid)
    sides = tuple(float(side) for value in solid.model_dump(exclude={"bevel"}).values() for side in np.atleast_1d(value))
    colors = np.array(leaves.colors)[:, :3]
    one = foliage.scatter(kind, sides, leaves.count, leaves.size, leaves.kind, colors, leaves.spread, leaves.seed)
    offsets = np.zeros((1, 3)) if shape.repeat is None else shape.repeat.offsets()
    rows = np.tile(one, (len(offsets), 1))
    places = rows[:, 0:3] + np.repeat(offsets, len(one), 0)
    rows[:, 0:3] = places @ placement.rotation.T + placement.position
    rows[:, 4:7] = rows[:, 4:7] @ placement.rotation.T.astype(np.float32)
    return rows


# water and droplets


def _waters():
    return tuple(
        _water(spec, state, placement, _look(entity, Water, CLEAR))
        for entity, (spec, state, placement) in _each(WaveSurface, components.WaveSurface, components.Placement)
        if _look(entity, Draw, DRAWN).visible
    )


def _water(spec, state, placement, look):
    return Waters(
        placement.position, spec.size, state.height, state.shown, state.foam,
        look.color[:3], look.opacity, look.depth, look.ripple, look.as_surface, look.as_spheres,
    )  # fmt: skip


def _particles(memory, seed):
    populations = []
    kinds = components.Population, components.Position, components.Velocity, components.Life, components.Tint, components.Name
    for entity, body in _each(*kinds):
        look = esper.try_component(entity, Billboard)
        if look is None and esper.has_component(entity, Emitter):
            look = DOT  # droplets that nobody described are still worth seeing
        if look is not None and _look(entity, Draw, DRAWN).visible:
            populations.append(_population(memory, seed, look, *body))
    return tuple(populations)


def _population(memory, seed, look, population, position, velocity, life, tint, name):
    return Particles(
        population.used, position.rows, position.previous, velocity.rows, life.age, life.span, life.id, tint.rgba,
        key=name.key,
        seed=seed,
        fade=life.fade,
        textures=tuple(_path(memory, texture) for texture in look.textures),
        size=look.size,
        stretch=look.stretch,
        max_stretch=look.max_stretch,
        orientation=look.orientation,
        additive=look.blend == "additive",
        material=look.material,
        as_lines=look.as_lines,
        opacity=look.softness,
    )  # fmt: skip
