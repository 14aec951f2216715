"""What a frame shows, as other programs know it: meshes, points, balls. Plain arrays, no file format.

A `frame` is an engine.render.frame.Frame, whose arrays are read and never kept.
"""

from typing import NamedTuple

import numpy as np

from engine.kernels.chances import chances
from engine.kernels.hash import SIZE
from engine.kernels.normals import between, normals

ROUGH = 0.6  # of a material that does not say
WATER = 0.02  # roughness of a water surface
FACES = [(axis, sign) for axis in range(3) for sign in (-1, 1)]  # of a box: the axis that each is across, and on which side


class Paint(NamedTuple):
    """A material. color: linear, multiplies the texture; opacity below 1: clear, with that index of refraction."""

    texture: str | None = None  # absolute path of an image
    color: tuple = (1.0, 1.0, 1.0)
    roughness: float = ROUGH
    opacity: float = 1.0
    ior: float = 1.5
    mapped: bool = False  # roughness is that of the map beside the texture, where there is one


class Mesh(NamedTuple):
    """A surface of triangles in the world, as it is now; uv and corners are the same in every frame, of a still one all is."""

    name: str
    points: np.ndarray  # [m] (v, 3) float32
    normals: np.ndarray  # (v, 3) float32
    uv: np.ndarray  # (v, 2) float32, v up the image
    corners: np.ndarray  # (t, 3) int32, counter-clockwise from outside
    paint: Paint
    two_sided: bool = False
    still: bool = False


class Cloud(NamedTuple):
    """Droplets: places, and how they look now."""

    name: str
    points: np.ndarray  # [m] (n, 3) float32
    velocities: np.ndarray  # [m/s] (n, 3) float32
    widths: np.ndarray  # [m] (n,) float32
    ids: np.ndarray  # (n,) int64
    colors: np.ndarray  # linear (n, 3) float32
    opacities: np.ndarray  # (n,) float32


class Solid(NamedTuple):
    """A ball, or a capsule along its own y. half: half the length of its axis."""

    name: str
    center: np.ndarray  # [m] (3,)
    rotation: np.ndarray  # to the world (3, 3)
    radius: float
    half: float
    paint: Paint


class Shot(NamedTuple):
    """All of a frame that other programs take."""

    meshes: list
    clouds: list
    solids: list
    views: dict  # name of a camera -> engine.render.frame.View
    sun: object  # engine.render.frame.Sunlight
    lamps: tuple


class Shots:
    """Makes the Shot of each frame of a run; what stands still is made once. What is not finite any more is left out."""

    def __init__(self):
        self._boxes, self._version = [], None

    def __call__(self, frame, views):
        """The Shot of a frame. views: of the cameras, by name."""
        boxes = frame.boxes
        if boxes.version != self._version:
            self._boxes, self._version = list(_still(boxes)), boxes.version
        moving = [_joined(f"Solids/Moving_{i}", [_box(boxes, i)], _paint(boxes, i), False) for i in np.flatnonzero(boxes.moving)]
        skins = [_skin(skin, frame.blend) for skin in frame.skins]
        waters = [_water(water, frame.blend) for water in frame.waters if water.as_surface]
        meshes = [mesh for mesh in (*self._boxes, *moving, *skins, *waters) if np.isfinite(mesh.points).all()]
        clouds = [_cloud(particles, frame.blend) for particles in frame.particles]
        return Shot(meshes, clouds, _solids(frame), views, frame.sun, frame.lamps)


def _solids(frame):
    """All Solids of a frame."""
    rounds, paints = frame.rounds, [_paint_of(material) for material in frame.rounds.materials]
    rows = zip(rounds.center, rounds.rotation, rounds.radius, rounds.half, rounds.material, strict=True)
    return [
        Solid(f"Solids/Round_{i}", np.array(center), rotation, float(radius), float(half), paints[material])
        for i, (center, rotation, radius, half, material) in enumerate(rows)
    ]


def _paint_of(material):
    """The Paint of a Material of the frame."""
    clear = {"opacity": 0.35, "ior": 1.4} if material.kind == "jelly" else {}
    rough, told = 0.15 if material.kind == "jelly" else ROUGH, material.roughness
    return Paint(material.texture, tuple(material.color[:3]), rough if told is None else told, mapped=told is None, **clear)


def _masses_between(position, previous, used, blend):
    """Places (used, 3) float32 between two ticks."""
    place = np.empty((used, 3), np.float32)
    between(position, previous, used, np.float32(blend), place)
    return place


def _skin(skin, blend):
    place = _masses_between(skin.position, skin.previous, skin.used, blend)
    normal = np.empty_like(place)
    normals(place, np.ascontiguousarray(skin.source[skin.corners]), skin.used, normal)
    uv, corners = (skin.uv * np.asarray(skin.repeat)).astype(np.float32), np.asarray(skin.corners, np.int32)
    return Mesh(skin.name, place[skin.source], normal[skin.source], uv, corners, _paint_of(skin.material), skin.two_sided)


def _water(water, blend):
    nx, nz = water.height.shape
    height = water.previous + np.float32(blend) * (water.height - water.previous)
    x, z = (((np.arange(n) + 0.5) / n - 0.5) * size for n, size in zip((nx, nz), water.size, strict=True))
    points = np.empty((nx, nz, 3), np.float32)
    points[..., 0], points[..., 1], points[..., 2] = x[:, None], height, z
    points += np.asarray(water.position, np.float32)
    node = np.arange(nx * nz, dtype=np.int32).reshape(nx, nz)
    a, b, c, d = (part.ravel() for part in (node[:-1, :-1], node[:-1, 1:], node[1:, 1:], node[1:, :-1]))
    corners = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    points, normal = points.reshape(-1, 3), np.empty((nx * nz, 3), np.float32)
    normals(points, corners, nx * nz, normal)
    uv = np.stack(np.meshgrid(np.linspace(0, 1, nx), np.linspace(0, 1, nz), indexing="ij"), -1).reshape(-1, 2).astype(np.float32)
    return Mesh(water.name, points, normal, uv, corners, Paint(None, tuple(water.color[:3]), WATER, max(water.opacity, 0.15), 1.33), True)


def _still(boxes):
    """One Mesh for all still boxes of a material."""
    for row in range(len(boxes.materials)):
        own = np.flatnonzero((boxes.material == row) & ~boxes.moving)
        if len(own):
            yield _joined(f"Solids/Material_{row}", [_box(boxes, i) for i in own], _paint(boxes, own[0]), True)


def _paint(boxes, i):
    return _paint_of(boxes.materials[boxes.material[i]])


def _box(boxes, i):
    """Points, normals, uv and corners of a box in the world: 24 of its own vertices. uv: metres over the tile's side, on each face."""
    half, out = boxes.half[i].astype(float), -1.0 if boxes.inward[i] else 1.0
    tile = boxes.materials[boxes.material[i]].tile
    points, normal, uv = np.zeros((6, 4, 3)), np.zeros((6, 4, 3)), np.zeros((6, 4, 2))
    for face, (axis, sign) in enumerate(FACES):
        right, up = (axis + 1) % 3, (axis + 2) % 3
        if axis != 1 and up != 1:  # the image stands upright on the sides
            right, up = up, right
        turn = sign if (axis + 1) % 3 == right else -sign  # so that right x up looks outward
        a, b = np.array([-1, 1, 1, -1]) * turn, np.array([-1, -1, 1, 1])
        points[face, :, axis], points[face, :, right], points[face, :, up] = sign * half[axis], a * half[right], b * half[up]
        normal[face, :, axis] = sign * out
        uv[face] = np.stack([a * turn * half[right], b * half[up]], 1) / tile
    first = 4 * np.arange(6, dtype=np.int32)[:, None]
    corners = np.concatenate([first + [0, 1, 2], first + [0, 2, 3]])
    rotation = boxes.rotation[i].astype(float)
    points, normal = points.reshape(-1, 3) @ rotation.T + boxes.center[i], normal.reshape(-1, 3) @ rotation.T
    return points, normal, uv.reshape(-1, 2), corners if out > 0 else corners[:, ::-1]


def _joined(name, parts, paint, still):
    points, normal, uv, corners = zip(*parts, strict=True)
    first = np.cumsum([0, *map(len, points)])
    corners = np.concatenate([own + begin for own, begin in zip(corners, first, strict=False)]).astype(np.int32)
    return Mesh(name, *(np.concatenate(each).astype(np.float32) for each in (points, normal, uv)), corners, paint, still=still)


def _cloud(p, blend):
    living = np.flatnonzero(p.age[: p.used] > -np.inf)
    age, span, ids = (row[: p.used][living] for row in (p.age, p.span, p.id))
    place = _masses_between(p.position, p.previous, p.used, blend)[living]
    u = np.clip(age / np.maximum(span + np.float32(p.fade), 1e-6), 0, 1)
    chance = np.empty(len(ids), np.float32)
    chances(np.int64(p.seed), np.int64(p.key), np.ascontiguousarray(ids), SIZE, chance)
    width = (p.size[0] + (p.size[1] - p.size[0]) * chance) * _curve(p.sizes, u)
    tint = np.ascontiguousarray(p.tint[: p.used][living]).view(np.uint8).reshape(-1, 4) / np.float32(255)
    color = tint * _curve(p.colors, u, 4)
    fading = np.clip(1 - (age - span) / p.fade, 0, 1) if p.fade > 0 else 1.0
    opacity = color[:, 3] * p.opacity * fading
    velocity = p.velocity[:, : p.used].T[living]
    arrays = (np.ascontiguousarray(each, np.float32) for each in (velocity, width))
    return Cloud(p.name, place, *arrays, ids.astype(np.int64), color[:, :3].astype(np.float32), opacity.astype(np.float32))


def _curve(points, u, sides=None):
    """A curve over life at u (n,): (n,), or (n, sides); 1 where there is none."""
    if not points:
        return np.ones(len(u) if sides is None else (len(u), sides), np.float32)
    at, values = [point[0] for point in points], [point[1] for point in points]
    if sides is None:
        return np.interp(u, at, values)
    return np.stack([np.interp(u, at, [value[k] if k < len(value) else 1.0 for value in values]) for k in range(sides)], 1)


def parted(light):
    """(strength, colour whose largest channel is 1) of an rgb; black is white of no strength."""
    strength = float(max(light))
    return strength, tuple(float(c) / strength for c in light) if strength else (1.0, 1.0, 1.0)


def facing(direction):
    """Rotation (3, 3) whose -z looks away from a direction: along the light that comes from there."""
    back = np.asarray(direction, float) / np.linalg.norm(direction)
    right = np.cross([0.0, 1.0, 0.0], back)
    right = right / np.linalg.norm(right) if np.linalg.norm(right) > 1e-9 else np.array([1.0, 0.0, 0.0])
    return np.column_stack([right, np.cross(back, right), back])
