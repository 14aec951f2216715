"""A whole frame: the eye, and what moves."""

from weakref import WeakKeyDictionary

import esper
import numpy as np

from engine import components
from engine.bodies.wave_surface import WaveSurface
from engine.cameras import Camera
from engine.emitters import Emitter
from engine.looks import Billboard, Water
from engine.render.extract import bodies, rounds, solids, still
from engine.render.extract.light import flare, lamps, sunlight
from engine.render.extract.marks import crosses
from engine.render.extract.query import Paths, drawing, each, ranked, said
from engine.render.frame import Film, Frame, Particles, View, Waters
from engine.systems.bodies import name_of

DOT, CLEAR = Billboard(), Water()

_memories = WeakKeyDictionary()  # simulation -> what was made of it, and the paths of its scene


def extract(simulation, camera=None, view=None, overlay=None, lines=None, masses=None, surfaces=None, arrows=None):
    """The picture of a simulation as it stands.

    camera   name of the entity to look through; the scene's first camera, where absent
    view     a View that replaces the camera (a hand-held eye)
    overlay  (h, w, 4) uint8 laid over the picture
    lines    (n, 2, 7) float32 debug lines
    masses   whether masses and springs are drawn, of all bodies; as the scene says, where None
    surfaces whether the surfaces of masses are drawn, of all bodies; as the scene says, where None
    arrows   (n, 10) float32, see Frame.arrows
    returns a Frame whose arrays belong to the simulation: draw it before the next tick
    """
    esper.switch_world(simulation.world)
    memory, paths = _memory_of(simulation)
    blend = float(simulation.blend)
    view = view_of(simulation, camera) if view is None else view
    marks = crosses(view.position)
    return Frame(
        view=view,
        sun=sunlight(paths),
        lamps=lamps(blend, simulation.time),
        boxes=still.boxes(memory, paths, blend),
        foliage=still.leaves(memory),
        waters=_waters(paths),
        particles=_particles(paths),
        skins=bodies.skins(memory, paths, surfaces) + solids.solids(memory, paths),
        masses=bodies.masses(memory, masses),
        rounds=rounds.rounds(memory, paths, blend),
        flare=flare(paths),
        arrows=np.empty((0, 10), np.float32) if arrows is None else arrows,
        lines=marks if lines is None else np.concatenate([lines, marks]),
        overlay=overlay,
        blend=blend,
        time=simulation.time,
    )


def _memory_of(simulation):
    memory, paths = _memories.get(simulation, (None, None))
    if paths is None or paths.scene is not simulation.scene:
        memory, paths = _memories[simulation] = memory or still.Memory(), Paths(simulation.scene)
    return memory, paths


def view_of(simulation, camera=None):
    """The View of a camera entity by name; of the scene's first camera, where no name is given."""
    esper.switch_world(simulation.world)
    name = camera or _first_camera(simulation.scene.spec)
    if name is None:
        return _overview()
    pose, lens = simulation.pose(name, simulation.blend), simulation.get(name, Camera)
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


def _waters(paths):
    return tuple(
        _water(spec, state, placement, said(entity, Water, CLEAR), name_of(entity))
        for entity, (spec, state, placement) in ranked(paths, WaveSurface, components.WaveSurface, components.Placement)
        if drawing(entity).visible
    )


def _water(spec, state, placement, look, name):
    return Waters(
        placement.position, spec.size, state.height, state.shown, state.foam,
        look.color[:3], look.opacity, look.depth, look.ripple, look.as_surface, look.as_spheres, name,
    )  # fmt: skip


def _particles(paths):
    populations = []
    kinds = components.Population, components.Position, components.Velocity, components.Life, components.Tint, components.Name
    for entity, body in each(*kinds):
        look = esper.try_component(entity, Billboard)
        if look is None and esper.has_component(entity, Emitter):
            look = DOT  # droplets that nobody described are still worth seeing
        draw = drawing(entity)
        if look is not None and draw.visible:
            populations.append(_population(paths, look, draw, *body))
    return tuple(populations)


def _film(book):
    return book and Film(book.columns, book.rows, book.fps, book.random_start, book.smooth)


def _population(paths, look, draw, population, position, velocity, life, tint, name):
    return Particles(
        population.used, position.rows, position.previous, velocity.rows, life.age, life.span, life.id, tint.rgba,
        key=name.key,
        seed=name.seed,
        fade=life.fade,
        textures=tuple(paths(texture) for texture in look.textures),
        size=look.size,
        stretch=look.stretch,
        max_stretch=look.max_stretch,
        orientation=look.orientation,
        axis=look.axis,
        rotation=look.rotation,
        spin=look.spin,
        additive=look.blend == "additive",
        material=look.material,
        as_lines=look.as_lines,
        opacity=look.softness,
        glow=look.glow,
        sizes=look.size_over_life,
        colors=look.color_over_life,
        film=_film(look.flipbook),
        soft_fade=look.soft_fade,
        near_fade=look.near_fade,
        order=draw.order,
        bias=draw.sort_bias,
        name=name.text,
    )  # fmt: skip
