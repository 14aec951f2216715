"""The six pictures of a skybox, and what they say of their light.

Each picture shows what one sees along an axis of the world, upright, as in a photograph: px along +x, nx along -x, py up, ny down, pz
along +z, nz along -z. Up in the four round the horizon is +y; the lower edge of py and the upper edge of ny join nz.

Beside px there may be a file sky.json, for pictures that hold more light than white:
    scale    radiance of x = 1, where a colour channel holds (x / (1 + x))^(1/2.2); white paper that faces the sun above the air has 1
    beam     [red, green, blue] irradiance of the sun on a plane that faces it, as the pictures take it; PI above the air
    sun      {"azimuth": , "elevation": } where the pictures show it, in degrees as a scene writes them
and alpha is the share of bare sky, before which nothing hides the sun. Without it the pictures are plain sRGB, white is 1.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.assets.images import check_image, image

NAMES = ("px", "nx", "py", "ny", "pz", "nz")
SIDECAR = "sky.json"
GAMMA = 2.2
# of the world, for each picture: along which axis one looks, and where its right and its upper edge lie
AHEAD = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], float)
RIGHT = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (1, 0, 0), (-1, 0, 0), (1, 0, 0)], float)
UP = np.array([(0, 1, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (0, 1, 0), (0, 1, 0)], float)


@dataclass(frozen=True, slots=True)
class Told:
    """What sky.json says."""

    scale: float
    beam: tuple  # (3,)
    sun: tuple  # azimuth, elevation [deg]
    file: Path


@dataclass(frozen=True, slots=True)
class Faces:
    """Six pictures, ready to be shown."""

    pixels: np.ndarray  # (6, n, n, 4) uint8 as stored, in the order of NAMES, row 0 on top
    told: Told | None  # None: plain sRGB
    digest: str  # of the files

    def radiance(self):
        """(256,) radiance of each byte of a colour channel."""
        y = np.arange(256) / 255
        if self.told is None:
            return np.where(y <= 0.04045, y / 12.92, ((y + 0.055) / 1.055) ** 2.4)
        y = np.minimum(y, 254.5 / 255) ** GAMMA
        return self.told.scale * y / (1 - y)


def encoded(radiance, scale):
    """Channels 0..1 of radiance, as sky.json describes them."""
    x = np.maximum(radiance, 0) / scale
    return (x / (1 + x)) ** (1 / GAMMA)


def direction(face, right, up):
    """Unit vectors (..., 3) of a face's places: right and up from its middle, -1..1 to its edges."""
    d = AHEAD[face] + np.asarray(right)[..., None] * RIGHT[face] + np.asarray(up)[..., None] * UP[face]
    return d / np.linalg.norm(d, axis=-1, keepdims=True)


def check_faces(paths):
    """Look at the headers of six pictures in the order of NAMES, and at sky.json; what it says, or None.

    Raises ValueError for pictures that do not fit together, OSError for what cannot be read.
    """
    sides = [check_image(path) for path in paths]
    for name, (width, height) in zip(NAMES, sides, strict=True):
        if width != height:
            raise ValueError(f"{name} has {width} x {height} pixels; a face is square")
        if width != sides[0][0]:
            raise ValueError(f"{name} has {width} pixels a side, {NAMES[0]} has {sides[0][0]}; all six must have the same")
    return told(paths)


def told(paths):
    """What sky.json beside the first picture says; None where there is none. Raises ValueError, OSError."""
    return said_in(Path(paths[0]).with_name(SIDECAR), Path(paths[0]))


def said_in(file, picture):
    """What a file beside a picture says of its light; None where there is none. Raises ValueError, OSError."""
    if not file.is_file():
        return None
    try:
        said = json.loads(file.read_text(encoding="utf-8"))
        beam = tuple(float(c) for c in said["beam"])
        made = Told(float(said["scale"]), beam, (float(said["sun"]["azimuth"]), float(said["sun"]["elevation"])), file)
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError(f"{file.name} beside {picture.name} is damaged: {error}") from None
    if not (made.scale > 0 and len(beam) == 3 and min(beam) >= 0 and np.isfinite([made.scale, *beam, *made.sun]).all()):
        raise ValueError(f"{file.name} beside {picture.name}: scale must be more than 0, beam 3 numbers of 0 or more")
    return made


def faces(paths, pool=map):
    """The Faces in six files in the order of NAMES; pool: a `map` that may use threads. Raises as `check_faces` and `image`."""
    said = check_faces(paths)
    pixels = np.stack(list(pool(image, paths)))
    return Faces(pixels, said, digest_of([*paths, *([said.file] if said else [])]))


def digest_of(files):
    """The first 16 hex digits of the digest of what is in files."""
    return hashlib.sha256(b"".join(hashlib.sha256(Path(file).read_bytes()).digest() for file in files)).hexdigest()[:16]
