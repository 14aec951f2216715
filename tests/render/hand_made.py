"""Frames made by hand: what a simulation would have given, but small and known."""

from itertools import count

import numpy as np

from engine.render.frame import Boxes, Frame, Material, Particles, Sunlight, View, Waters

_versions = count(1)
STUDIO = Sunlight(direction=np.array([0.3, 0.8, 0.5]), sky=False)


def view(position=(0, 0, 5), target=(0, 0, 0), roll=0.0, fov=50.0):
    """An eye that looks at a target, rolled by degrees about its own axis (counterclockwise as it looks)."""
    back = np.subtract(position, target).astype(float)
    back /= np.linalg.norm(back)
    up = np.array([0.0, 1.0, 0.0]) if abs(back[1]) < 0.999 else np.array([0.0, 0.0, -1.0])
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    axes = np.column_stack([right, np.cross(back, right), back])
    c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    turned = axes @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return View(np.array(position, float), turned, fov, bloom=0.0)


def particles(places, velocity=(0, 0, 0), color=(1, 1, 1, 1), before=None, age=0.0, span=9.0, **look):
    """A population at places (n, 3); colour and velocity are one for all, or one each."""
    places = np.atleast_2d(np.array(places, np.float32))
    n = len(places)
    rgba = (np.broadcast_to(np.array(color), (n, 4)) * 255 + 0.5).astype(np.uint32)
    return Particles(
        used=n,
        position=np.ascontiguousarray(places.T),
        previous=np.ascontiguousarray(places.T if before is None else np.atleast_2d(np.array(before, np.float32)).T),
        velocity=np.ascontiguousarray(np.broadcast_to(np.array(velocity, np.float32), (n, 3)).T),
        age=np.full(n, age, np.float32),
        span=np.full(n, span, np.float32),
        id=np.arange(n, dtype=np.uint32),
        tint=(rgba[:, 0] | rgba[:, 1] << 8 | rgba[:, 2] << 16 | rgba[:, 3] << 24).astype(np.uint32),
        **{"key": 7, "seed": 1, "size": (0.2, 0.2), **look},
    )


def water(level=0.0, size=(4.0, 3.0), nodes=(24, 16), height=None, **look):
    """A water in the middle of the world; height(x, z) [m], flat unless given."""
    x, z = ((np.arange(n) + 0.5) / n * s - s / 2 for n, s in zip(nodes, size, strict=True))
    waves = np.zeros(nodes) if height is None else height(x[:, None], z[None, :])
    waves = np.ascontiguousarray(np.broadcast_to(waves, nodes), np.float32)
    return Waters(np.array([0.0, level, 0.0]), size, waves, waves.copy(), np.zeros(nodes, np.float32), **look)


def boxes(*given):
    """Still boxes from pairs of (low, high) corners with a colour each."""
    low, high, colors = (np.array(each, np.float32) for each in zip(*given, strict=True))
    n = len(low)
    return Boxes(
        (low + high) / 2,
        np.broadcast_to(np.eye(3, dtype=np.float32), (n, 3, 3)).copy(),
        (high - low) / 2,
        np.zeros(n, np.float32),
        np.arange(n, dtype=np.int32),
        np.zeros(n, bool),
        np.ones(n, bool),
        np.zeros(n, bool),
        tuple(Material(color=tuple(float(c) for c in color)) for color in colors),
        version=next(_versions),
    )


def frame(eye=None, **parts):
    """A frame in a grey studio."""
    return Frame(view=eye or view(), **{"sun": STUDIO, **parts})


def jet(count=3000, seed=4):
    """Places, velocities (n, 3) of droplets of a jet that rises from (0, 0.9, 0), at all ages."""
    rng = np.random.default_rng(seed)
    start = np.stack([rng.normal(0, 0.13, count), rng.uniform(4.2, 5.4, count), rng.normal(0, 0.13, count)], 1)
    t = rng.uniform(0, 0.95, count)[:, None]
    gravity = np.array([0, -9.82, 0])
    return np.array([0, 0.9, 0]) + start * t + gravity * t * t / 2, start + gravity * t
