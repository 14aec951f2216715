"""One picture of the sky all round: columns are azimuths, rows are elevations. It is made into six faces, which have no seam.

-z, azimuth 0, is in the middle; azimuth grows to the right; the upper edge is straight up. Beside NAME.png there may be a file NAME.json
that says what sky.json says of six pictures, see faces.py.
"""

from pathlib import Path

import numpy as np

from engine.assets.faces import NAMES, Faces, digest_of, direction, said_in
from engine.assets.images import check_image, image


def check_equirect(path):
    """Look at the header of a picture, and at the file beside it; what that says, or None.

    Raises ValueError for a picture that is not twice as wide as high, OSError for what cannot be read.
    """
    width, height = check_image(path)
    if width != 2 * height:
        raise ValueError(f"{Path(path).name} has {width} x {height} pixels; a picture all round is twice as wide as high")
    return said_in(Path(path).with_suffix(".json"), Path(path))


def equirect_faces(path, pool=map):
    """The Faces of one picture; pool: a `map` that may use threads. Raises as `check_equirect` and `image`."""
    said = check_equirect(path)
    whole = image(path)
    side = max(1, round(whole.shape[1] / np.pi))  # in the middle of a face its texels are as fine as the picture's
    pixels = np.stack(list(pool(lambda face: _face(whole, face, side), range(len(NAMES)))))
    return Faces(pixels, said, digest_of([path, *([said.file] if said else [])]))


def _face(whole, face, side):
    """(side, side, 4) uint8: what the picture shows on one face, between its four nearest texels."""
    at = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    made = np.empty((side, side, 4), np.uint8)
    for row in range(side):  # one at a time: whole faces of places would be ten times the picture
        made[row] = _seen(whole, direction(face, at, np.full(side, -at[row], np.float32)))
    return made


def _seen(whole, d):
    """(n, 4) uint8 of a picture along unit vectors (n, 3)."""
    height, width = whole.shape[:2]
    x = (np.arctan2(d[:, 0], -d[:, 2]) / (2 * np.pi) + 0.5) * width - 0.5
    y = (0.5 - np.arcsin(np.clip(d[:, 1], -1, 1)) / np.pi) * height - 0.5
    left, upper = np.floor(x).astype(int), np.floor(y).astype(int)
    share_x, share_y = (x - left)[:, None], (y - upper)[:, None]
    rows = [_row(whole, upper + k, left, share_x, height, width) for k in (0, 1)]
    return np.round(rows[0] + (rows[1] - rows[0]) * share_y).astype(np.uint8)


def _row(whole, row, column, share, height, width):
    """Between two columns, round the seam; a row beyond a pole is that before it, seen from the other side."""
    beyond = (row < 0) | (row >= height)
    column = np.where(beyond, column + width // 2, column)
    row = np.where(row < 0, -1 - row, np.where(row >= height, 2 * height - 1 - row, row))
    a, b = whole[row, column % width].astype(np.float32), whole[row, (column + 1) % width]
    return a + (b - a) * share
