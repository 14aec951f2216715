"""The sun and the sky."""

import numpy as np

from engine.looks import Skybox, Sun
from engine.render.extract.query import each
from engine.render.frame import Sunlight


def direction(azimuth, elevation):
    """(3,) unit vector toward a light; degrees, azimuth 0 toward -z and growing toward +x."""
    a, e = np.radians(azimuth), np.radians(elevation)
    return np.array([np.sin(a) * np.cos(e), np.sin(e), -np.cos(a) * np.cos(e)])


def sunlight(paths):
    """The Sunlight of the current world: its first sun and its first sky."""
    suns, skies = each(Sun), each(Skybox)
    light = Sunlight(sky=bool(skies))
    if suns:
        sun = suns[0][1][0]
        light.direction = direction(sun.azimuth, sun.elevation)
        light.color, light.intensity, light.size = sun.color[:3], sun.intensity, sun.size
    if skies:
        air, faces = skies[0][1][0].computed, skies[0][1][0].faces
        if faces:
            light.faces, light.clouds = tuple(paths(name) for name in faces.all), 0.0
        else:
            light.turbidity, light.ground, light.clouds = air.turbidity, air.ground[:3], air.clouds
    return light
