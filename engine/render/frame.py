"""What a picture is made of: plain arrays, no entities. `extract` fills it from a world; tests make it by hand.

Things that seldom change carry a `version`: a pass uploads again when it differs from the last one.
"""

from dataclasses import dataclass, field

import numpy as np


def _none(*shape, dtype=np.float32):
    return field(default_factory=lambda: np.empty(shape, dtype))


@dataclass(slots=True)
class View:
    """An eye. rotation maps the camera's frame to the world; it looks along its own -z."""

    position: np.ndarray  # [m] (3,)
    rotation: np.ndarray  # (3, 3)
    fov: float = 50.0  # [deg] vertical
    near: float = 0.05  # [m]
    far: float = 500.0  # [m]
    exposure: float = 0.0  # stops
    tone: str = "agx"  # or "aces"
    bloom: float = 0.05  # share of the light
    warmth: float = 0.25  # share of the sun's colour that is kept


@dataclass(slots=True)
class Sunlight:
    """The sun and the sky above; the radiance of both comes from one atmosphere."""

    direction: np.ndarray = field(default_factory=lambda: np.array([0.36, 0.77, -0.53]))  # unit, toward the sun (3,)
    color: tuple = (1.0, 1.0, 1.0)  # multiplies the sunlight
    intensity: float = 1.0
    size: float = 0.53  # [deg] diameter of the disc
    turbidity: float = 1.0
    ground: tuple = (0.2, 0.2, 0.2)
    clouds: float = 0.5
    sky: bool = True  # False: a grey studio
    faces: tuple = ()  # absolute paths of pictures of the sky: +x -x +y -y +z -z, or one all round; none: the computed sky


@dataclass(slots=True, frozen=True)
class Lamp:
    """A light in the scene that shines to all sides, or into a cone."""

    position: np.ndarray  # [m] (3,)
    light: tuple  # rgb radiance of white that faces it from a metre away
    range: float = 10.0  # [m]
    axis: tuple = (0.0, 0.0, -1.0)  # unit, along the middle of the cone
    cone: tuple | None = None  # [deg] half angles within which it is whole, and beyond which there is none of it; None: to all sides


@dataclass(slots=True, frozen=True)
class Material:
    """The skin of boxes."""

    texture: str | None = None  # absolute path of a PNG or JPEG
    tile: float = 1.0  # [m] per repeat
    color: tuple = (1.0, 1.0, 1.0)
    roughness: float | None = None
    kind: str = "plain"  # "stone", "tile", "wood"; of skins: "plain", "fabric", "jelly"
    wet: float = 0.0


@dataclass(slots=True)
class Boxes:
    """All solid boxes of the scene, still and moving."""

    center: np.ndarray = _none(0, 3)  # [m] world (n, 3)
    rotation: np.ndarray = _none(0, 3, 3)  # box frame to world (n, 3, 3)
    half: np.ndarray = _none(0, 3)  # [m] half sides (n, 3)
    bevel: np.ndarray = _none(0)  # [m] (n,)
    material: np.ndarray = _none(0, dtype=np.int32)  # row of materials (n,)
    inward: np.ndarray = _none(0, dtype=bool)  # seen from within, casts no shadow (n,)
    shadow: np.ndarray = _none(0, dtype=bool)  # casts shadow (n,)
    moving: np.ndarray = _none(0, dtype=bool)  # no baked light (n,)
    materials: tuple = ()
    version: int = 0


@dataclass(slots=True)
class Foliage:
    """Leaves: rows of position 3, size 1, normal 3, kind (0 leaf, 1 blossom, 2 needle) + sway [m] (less than 1), colour 3, shade 1 (0 inside, 1 outside)."""

    rows: np.ndarray = _none(0, 12)
    version: int = 0


@dataclass(slots=True)
class Waters:
    """One water surface."""

    position: np.ndarray  # [m] its middle; y is the level (3,)
    size: tuple  # [m] along x and z
    height: np.ndarray  # [m] over the level, now (nx, nz)
    previous: np.ndarray  # [m] one tick ago (nx, nz)
    foam: np.ndarray  # (nx, nz)
    color: tuple = (0.45, 0.87, 0.94)
    opacity: float = 0.0
    depth: float = 0.6  # [m]
    ripple: float = 0.03
    as_surface: bool = True
    as_spheres: bool = False
    name: str = ""  # of its entity, for those who write it into a file


@dataclass(slots=True, frozen=True)
class Film:
    """How each image of a population holds the pictures of a film, in rows from its upper left corner."""

    columns: int
    rows: int
    fps: float | None = None  # pictures a second, over and over; None: once in a life
    random_start: bool = False
    smooth: bool = True  # each goes over into the next


@dataclass(slots=True)
class Particles:
    """One population of billboards. Arrays are the component's own, whole rows; slots 0 to used are in use, the dead have age -inf."""

    used: int
    position: np.ndarray  # [m] (3, slots) float32
    previous: np.ndarray  # [m] (3, slots) float32, one tick ago
    velocity: np.ndarray  # [m/s] (3, slots) float32
    age: np.ndarray  # [s] (slots,) float32
    span: np.ndarray  # [s] (slots,) float32
    id: np.ndarray  # (slots,) uint32
    tint: np.ndarray  # rgba8 in one uint32 (slots,)
    key: int = 0  # of the body's random numbers (size, texture)
    seed: int = 0
    fade: float = 0.0  # [s]
    textures: tuple = ()  # absolute paths; none: a soft round dot
    size: tuple = (0.02, 0.02)  # [m]
    stretch: float = 0.0  # [s]
    max_stretch: float = 9.0
    orientation: str = "view_plane"  # "view_point", "axis", "velocity"
    axis: tuple = (0.0, 1.0, 0.0)  # of orientation "axis"
    rotation: tuple = (0.0, 0.0)  # [deg]
    spin: tuple = (0.0, 0.0)  # [deg/s]
    additive: bool = False
    material: str = "plain"  # "droplet", "mist"
    glow: float | None = None  # light of its own; None: 1 for plain additive ones, else 0
    as_lines: bool = False
    opacity: float = 1.0
    sizes: tuple = ()  # (u, factor): size over life
    colors: tuple = ()  # (u, rgba): colour over life
    film: Film | None = None
    soft_fade: float = 0.0  # [m]
    near_fade: float = 0.0  # [m]
    order: int = 0  # drawn over those of a lower one
    bias: float = 0.0  # [m] sorted as so much nearer
    name: str = ""  # of its entity


@dataclass(slots=True)
class Skin:
    """A surface that masses carry: cloth, a mesh, a jelly. Rows of masses are the component's own; `used` of them are in use."""

    used: int
    position: np.ndarray  # [m] (3, slots) float32
    previous: np.ndarray  # [m] (3, slots) float32, one tick ago
    source: np.ndarray  # mass of each vertex (v,) int32
    uv: np.ndarray  # (v, 2) float32: u to the right, v up the image
    corners: np.ndarray  # triangles as vertices (t, 3) int32
    material: Material = Material()
    closed: bool = False  # encloses a body
    two_sided: bool = True  # seen from both sides
    counts: tuple = ()  # of a lattice: masses along its axes, (n, m) or (n, m, l): the picture may be finer than the masses
    sides: tuple = ()  # [m] of a block at rest
    repeat: tuple = (1.0, 1.0)  # how often the texture lies on it, along u and v
    translucency: float = 0.0  # share of light that comes through
    shadow: bool = True
    frozen: bool = False  # drawn in magenta
    still: bool = False  # stands: places are part of the version, too
    name: str = ""  # of its entity
    version: int = 0  # of source, uv, corners, counts


@dataclass(slots=True)
class Masses:
    """Masses as balls and springs as rods."""

    used: int
    position: np.ndarray  # [m] (3, slots) float32
    previous: np.ndarray  # [m] (3, slots) float32
    velocity: np.ndarray  # [m/s] (3, slots) float32
    inverse: np.ndarray  # [1/kg] (slots,) float32; 0 is held
    ends: np.ndarray  # (m, 2) int32
    rest: np.ndarray  # [m] (m,) float32
    stiffness: np.ndarray  # [N/m] (m,) float32
    radius: float = 0.01  # [m] of the balls
    show_energy: bool = True  # redder with kinetic and potential energy
    shadow: bool = True
    frozen: bool = False  # drawn in magenta
    version: int = 0  # of ends


@dataclass(slots=True)
class Rounds:
    """All balls and capsules of the scene."""

    center: np.ndarray = _none(0, 3)  # [m] world (n, 3)
    rotation: np.ndarray = _none(0, 3, 3)  # frame to world; a capsule's axis is its y (n, 3, 3)
    radius: np.ndarray = _none(0)  # [m] (n,)
    half: np.ndarray = _none(0)  # [m] half length of a capsule's axis, 0 for a ball (n,)
    material: np.ndarray = _none(0, dtype=np.int32)  # row of materials (n,)
    shadow: np.ndarray = _none(0, dtype=bool)  # casts shadow (n,)
    materials: tuple = ()
    version: int = 0  # of all but center


@dataclass(slots=True, frozen=True)
class Flare:
    """What the lens makes of the sun.

    rows      of an element: place on the line, 1 where that is a distance in half heights, diameter in heights, 1 for a burst,
              rgb linear, strength, layer of its picture (0: a soft disc, k: textures[k - 1])
    """

    rows: np.ndarray = _none(0, 9)
    textures: tuple = ()  # absolute paths
    fade: float = 0.8
    shrink: float = 0.45
    near_fade: float = 0.22
    inside: float = 30.0  # [deg] from the light where glare begins
    strength: float = 0.2  # of the glare


@dataclass(slots=True)
class Frame:
    """Everything that one picture shows."""

    view: View
    sun: Sunlight = field(default_factory=Sunlight)
    lamps: tuple = ()
    boxes: Boxes = field(default_factory=Boxes)
    foliage: Foliage = field(default_factory=Foliage)
    waters: tuple = ()
    particles: tuple = ()
    skins: tuple = ()
    masses: tuple = ()
    rounds: Rounds = field(default_factory=Rounds)
    flare: Flare | None = None
    arrows: np.ndarray = _none(0, 10)  # solid things of the scene: position 3 [m], vector 3 [m], rgb 3 linear, diameter of the shaft [m]
    lines: np.ndarray = _none(0, 2, 7)  # debug: both ends' position 3 and rgba 4
    bold: np.ndarray = _none(0, 2, 7)  # the same, wider, smooth and with a dark rim: what is drawn to be read, before whatever ground
    overlay: np.ndarray | None = (
        None  # (h, w, 4) uint8 sRGB with straight alpha, top row first, at the picture's top left; a change is a new array
    )
    blend: float = 1.0  # 0 shows the tick before, 1 the present one
    time: float = 0.0  # [s]
