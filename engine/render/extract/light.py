"""The sun and the sky."""

import numpy as np

from engine.components import Name, Placement
from engine.looks import Lamp, LensFlare, Skybox, Sun
from engine.render import frame
from engine.render.extract.query import each, ranked
from engine.render.frame import Flare, Sunlight


def direction(azimuth, elevation):
    """(3,) unit vector toward a light; degrees, azimuth 0 toward -z and growing toward +x."""
    a, e = np.radians(azimuth), np.radians(elevation)
    return np.array([np.sin(a) * np.cos(e), np.sin(e), -np.cos(a) * np.cos(e)])


def _depth(found):
    """How many files deep an entity is included."""
    return found[1][1].text.count(".")


def sunlight(paths):
    """The Sunlight of the current world: its first sun and its first sky, those of the scene's own file before included ones."""
    suns, skies = (sorted(ranked(paths, kind, Name), key=_depth) for kind in (Sun, Skybox))
    light = Sunlight(sky=bool(skies))
    if suns:
        sun = suns[0][1][0]
        light.direction = direction(sun.azimuth, sun.elevation)
        light.color, light.intensity, light.size = sun.color[:3], sun.intensity, sun.size
    if skies:
        air, pictures = skies[0][1][0].computed, skies[0][1][0].pictures
        if pictures:
            light.faces, light.clouds = tuple(paths(name) for name in pictures), 0.0
        else:
            light.turbidity, light.ground, light.clouds = air.turbidity, air.ground[:3], air.clouds
    return light


def lamps(blend, time):
    """The Lamps of the current world at a blend between two ticks and a time [s]."""
    return tuple(_lamp(*found, blend, time) for _, found in each(Lamp, Placement, Name))


def _lamp(look, placement, name, blend, time):
    place = placement.previous + blend * (placement.position - placement.previous)
    strength = look.intensity * (1 - look.flicker * _wavering(time, name.key % 1000))
    cone = (look.spread * (1 - look.edge), look.spread) if look.kind == "spot" else None
    return frame.Lamp(place, tuple(strength * c for c in look.color[:3]), look.range, tuple(-placement.rotation[:, 2]), cone)


def _wavering(time, own):
    """0 to 1, never twice the same: three swings whose periods [s] have no common measure; own: a number of the lamp's."""
    swings = np.sin(2 * np.pi * time / np.array([0.91, 0.37, 0.153]) + own * np.array([1.0, 2.3, 4.1]))
    return float(0.5 + swings @ [0.2, 0.2, 0.1])


def flare(paths):
    """The Flare of the current world: its first lens flare; None without one."""
    found = ranked(paths, LensFlare)
    if not found:
        return None
    lens = found[0][1][0]
    elements = sorted(lens.elements, key=lambda element: element.kind == "burst")  # bursts over halos
    textures = tuple(dict.fromkeys(paths(element.texture) for element in elements if element.texture))
    layers = [textures.index(paths(element.texture)) + 1 if element.texture else 0 for element in elements]
    rows = np.array(
        [(*_place(e), e.size, e.kind == "burst", *e.color, layer) for e, layer in zip(elements, layers, strict=True)], np.float32
    )
    glare = lens.glare.inside, lens.glare.strength
    return Flare(rows.reshape(-1, 9), textures, lens.fade, lens.shrink, lens.near_fade, *glare)


def _place(element):
    """Place on the line, and whether it is a distance."""
    return (element.at, 0.0) if isinstance(element.at, float) else (element.at.distance, 1.0)
