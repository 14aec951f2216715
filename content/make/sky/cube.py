"""Six faces of a scene, as files: what engine/assets/faces.py reads."""

import json

import numpy as np
from PIL import Image

from engine.assets.faces import AHEAD, NAMES, SIDECAR, direction, encoded

F = np.float32
PLANES = 4  # for up and down, where each ray lies in a vertical plane of its own: this many planes for each texel of a side
STEP = 0.04  # part of the distance or of the sky between neighbours: there an edge is, and finer rays are sent


def rays(face, n, right, up):
    """Planes (c,) [rad], the plane of each ray (n n,) and its direction (n n, 3); right, up: shift of all rays from the texels' middles."""
    at = (np.arange(n) + 0.5) / n * 2 - 1
    d = direction(face, *np.broadcast_arrays((at + 2 * right / n)[None, :], (-at + 2 * up / n)[:, None])).reshape(-1, 3)
    if AHEAD[face, 1] == 0:
        first = d[:n]
        return np.arctan2(first[:, 0], -first[:, 2]), np.tile(np.arange(n), n), d
    count = PLANES * n
    turn = np.arctan2(d[:, 0], -d[:, 2]) / (2 * np.pi)
    return np.arange(count) / count * 2 * np.pi, np.round(turn * count).astype(int) % count, d


def face(scene, number, n):
    """Radiance and share of bare sky (n, n, 4) of a face; over edges of what is seen, the mean of four finer rays."""
    planes, plane, d = rays(number, n, 0, 0)
    picture = scene.paint(planes, plane, d, 2 / n).reshape(n, n, 4)
    rough = edges(picture).ravel()
    if rough.any():
        finer = []
        for right, up in (-0.25, -0.25), (-0.25, 0.25), (0.25, -0.25), (0.25, 0.25):
            planes, plane, d = rays(number, n, right, up)
            finer.append(scene.paint(planes, plane[rough], d[rough], 1 / n))
        picture.reshape(-1, 4)[rough] = np.mean(finer, axis=0)
    return picture


def edges(picture):
    """Where a picture (n, n, 4) changes much from texel to texel, in brightness or in bare sky (n, n)."""
    values = np.log2(picture[..., :3].mean(-1) + 1e-4) / 4, picture[..., 3]
    rough = np.zeros(picture.shape[:2], bool)
    for value in values:
        for axis in 0, 1:
            jump = np.abs(np.diff(value, axis=axis)) > STEP * 2
            first, last = [(0, 0), (0, 0)], [(0, 0), (0, 0)]
            first[axis], last[axis] = (0, 1), (1, 0)
            rough |= np.pad(jump, first) | np.pad(jump, last)
    return rough


def bytes_of(picture, scale, seed):
    """(n, n, 4) uint8 of a picture, rounded up or down by chance so that no bands are seen."""
    values = np.concatenate([encoded(picture[..., :3], scale), np.clip(picture[..., 3:], 0, 1)], -1) * 255
    chance = np.random.default_rng(seed).random(picture.shape[:2] + (3,))
    out = np.empty(picture.shape, np.uint8)
    out[..., :3] = np.minimum(values[..., :3] + chance, 255)
    out[..., 3] = values[..., 3] + 0.5
    return out


def write(scene, folder, n, tell=lambda text, share: None, only=NAMES):
    """Write the faces named in `only` with n texels a side, and sky.json; yield each path once it is written."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(NAMES):
        if name in only:
            tell(name, number / 6)
            pixels = bytes_of(face(scene, number, n), scene.scale, number)
            Image.fromarray(pixels).save(folder / f"{name}.png", optimize=True)
            yield folder / f"{name}.png"
    elevation = float(np.degrees(np.arcsin(scene.sun[1])))
    said = {
        "scale": round(scene.scale, 6),
        "beam": [round(float(c), 5) for c in np.pi * scene.air.beam],
        "sun": {"azimuth": 0.0, "elevation": round(elevation, 4)},
    }
    (folder / SIDECAR).write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    yield folder / SIDECAR
