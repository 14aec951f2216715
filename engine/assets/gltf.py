"""The animated camera of a glTF file, as keys: an extra, `springvand[gltf]`.

Its way is kept exactly: straight lines and cubic splines are Bezier curves with handles of their own. Its turns are keys about Y, X, Z; between
them lies what the path's rotation_mode makes of them: of linear ones `quaternion` makes the shortest turns, which is what glTF means.
"""

import base64
import struct
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.assets.key_file import KeyFile
from engine.assets.keys import Key, Keys
from engine.components.angles import degrees_of
from engine.kernels import tangents
from engine.schema.limits import KEYS

ENDINGS = ".gltf", ".glb"
FLOAT, WIDTHS = 5126, {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
LACKS = "this is a glTF file, which needs pygltflib; install it with: pip install 'springvand[gltf]'"


class Track(NamedTuple):
    """One animated value: times [s] (n,), values (n, k), and slopes [1/s] with which it arrives and leaves (n, k); None: straight lines."""

    times: np.ndarray
    values: np.ndarray
    slopes: tuple | None


def camera(path):
    """The KeyFile of the first camera in a glTF file that moves. Raises ValueError, OSError."""
    try:
        import pygltflib
    except ImportError:
        raise ValueError(LACKS) from None
    name = Path(path).name
    try:
        with warnings.catch_warnings(), np.errstate(divide="raise", over="raise", invalid="raise"):
            warnings.simplefilter("ignore")  # of parts of a file that the library leaves out
            document = pygltflib.GLTF2().load(str(path))
            found = _moving(document, name)
            tracks = {part: _track(document, name, sampler) for part, sampler in found.samplers.items()}
            return KeyFile(_keys(found, tracks, name))
    except OSError:
        raise
    except (ValueError, struct.error) as error:
        raise error if str(error).startswith(name) else ValueError(f"{name} is no glTF file: {error}") from None
    except Exception as error:  # what its tables point to is not there, or is something else: the library checks nothing
        raise ValueError(f"{name} is damaged: {error}") from None


class Moving(NamedTuple):
    """A camera that moves: what its parents do to it (4, 4), where it is where it does not move, its field of view [deg], {path: (animation, sampler)}."""

    parent: np.ndarray
    translation: np.ndarray
    rotation: np.ndarray
    fov: float | None
    samplers: dict


def _moving(document, name):
    parents = {child: number for number, node in enumerate(document.nodes) for child in node.children or ()}
    cameras = [number for number, node in enumerate(document.nodes) if node.camera is not None]
    if not cameras:
        raise ValueError(f"{name} has no camera")
    for number in cameras:
        above = [number]
        while above[-1] in parents:
            above.append(parents[above[-1]])
            if above[-1] in above[:-1]:
                raise ValueError(f"{name} has nodes that carry each other in a circle; export it anew")
        for animation in document.animations:
            moved = [
                (c.target.node, c.target.path, c.sampler) for c in animation.channels if c.target.node in above and c.target.path != "scale"
            ]
            if moved and {node for node, _, _ in moved} != {number}:
                raise ValueError(f"{name} moves what carries its camera; bake the animation into the camera itself")
            if moved:
                node, lens = document.nodes[number], document.cameras[document.nodes[number].camera].perspective
                parent = np.eye(4)
                for each in above[1:]:
                    parent = _matrix(document.nodes[each]) @ parent
                translation, rotation = np.array(node.translation or (0, 0, 0), float), np.array(node.rotation or (0, 0, 0, 1), float)
                fov = float(np.degrees(lens.yfov)) if lens else None
                return Moving(parent, translation, rotation, fov, {path: animation.samplers[sampler] for _, path, sampler in moved})
    raise ValueError(f"{name} has a camera that does not move; write camera, with its position and rotation, or an animated file")


def _matrix(node):
    """A node's frame to its parent's (4, 4)."""
    if node.matrix:
        return np.array(node.matrix, float).reshape(4, 4).T
    matrix = np.eye(4)
    matrix[:3, :3] = _rotations(np.array([node.rotation or (0, 0, 0, 1)], float))[0] * np.array(node.scale or (1, 1, 1), float)
    matrix[:3, 3] = node.translation or (0, 0, 0)
    return matrix


def _track(document, name, sampler):
    times, values = _numbers(document, name, sampler.input)[:, 0], _numbers(document, name, sampler.output)
    kind = sampler.interpolation or "LINEAR"
    if kind == "STEP":
        raise ValueError(f"{name} has a camera that jumps (STEP); make its animation LINEAR or CUBICSPLINE")
    if not (np.isfinite(times).all() and np.isfinite(values).all() and (np.diff(times) > 0).all()):
        raise ValueError(f"{name} has times that do not rise, or numbers that are none")
    if kind == "CUBICSPLINE":
        values = values.reshape(len(times), 3, -1)
        return Track(times, values[:, 1], (values[:, 0], values[:, 2]))
    return Track(times, values, None)


def _numbers(document, name, index):
    """Rows of an accessor, float64."""
    accessor = document.accessors[index]
    if accessor.componentType != FLOAT or accessor.sparse is not None or accessor.bufferView is None:
        raise ValueError(f"{name} keeps its animation in whole or sparse numbers; export plain floats")
    view, width = document.bufferViews[accessor.bufferView], WIDTHS[accessor.type]
    uri = document.buffers[view.buffer].uri
    if uri is None:
        data = document.binary_blob()
    elif uri.startswith("data:"):
        data = base64.b64decode(uri.partition(",")[2])
    else:
        raise ValueError(f"{name} keeps its numbers in '{uri}'; save it as one .glb file")
    stride, start = view.byteStride or 4 * width, (view.byteOffset or 0) + (accessor.byteOffset or 0)
    return np.ndarray((accessor.count, width), "<f4", data, start, (stride, 4)).astype(float)


def _at(track, times):
    """Values at times, and slopes just behind and just before each (k, n); where it has no more keys it stands."""
    i = np.clip(np.searchsorted(track.times, times, "right") - 1, 0, max(len(track.times) - 2, 0))
    if len(track.times) == 1:
        still = np.repeat(track.values, len(times), axis=0)
        return still, 0 * still, 0 * still
    before = np.clip(np.searchsorted(track.times, times, "left") - 1, 0, len(track.times) - 2)
    value, behind = _cubic(track, i, times)
    _, ahead = _cubic(track, before, times)
    inside = lambda low, high: ((times >= low) & (times <= high))[:, None]  # noqa: E731
    first, last = track.times[0], track.times[-1]
    return value, behind * inside(first, np.nextafter(last, first)), ahead * inside(np.nextafter(first, last), last)


def _cubic(track, i, times):
    """Value and slope of the piece from key i on."""
    duration = track.times[i + 1] - track.times[i]
    s, d = np.clip((times - track.times[i]) / duration, 0, 1)[:, None], duration[:, None]
    p, q = track.values[i], track.values[i + 1]
    if track.slopes is None:
        return p + s * (q - p), (q - p) / d
    m, n, r = track.slopes[1][i] * d, track.slopes[0][i + 1] * d, 1 - s
    value = p * (1 + 2 * s) * r * r + q * s * s * (3 - 2 * s) + m * s * r * r - n * s * s * r
    return value, (6 * s * r * (q - p) + m * r * (1 - 3 * s) + n * s * (3 * s - 2)) / d


def _keys(found, tracks, name):
    """Keys at all times at which anything has one."""
    times = np.unique(np.concatenate([track.times for track in tracks.values()]))
    if len(times) > KEYS:
        raise ValueError(f"{name} has more than {KEYS:,} keys; leave some out")
    still = lambda value: Track(times[:1], value[None], None)  # noqa: E731
    position, behind, before = _at(tracks.get("translation", still(found.translation)), times)
    turns = _turns(tracks.get("rotation", still(found.rotation)), times)
    frame = found.parent[:3, :3]
    upright = frame / np.linalg.norm(frame, axis=0)
    position = position @ frame.T + found.parent[:3, 3]
    after = np.append(np.diff(times), 1.0)[:, None]
    leaving, arriving = behind @ frame.T * after / 3, -before @ frame.T * np.roll(after, 1) / 3
    straight = "rotation" not in tracks or tracks["rotation"].slopes is None
    shapes = _straight(np.diff(times)) if straight else [(None, None, None)] * len(times)
    durations = [*map(float, np.diff(times)), None]
    return Keys.of([
        Key(tuple(position[i]), degrees_of(upright @ turn), *shapes[i], durations[i], found.fov, arriving=tuple(arriving[i]), leaving=tuple(leaving[i]))
        for i, turn in enumerate(_rotations(turns))
    ])  # fmt: skip


def _straight(durations):
    """Tension, continuity and bias of each key with which turns go straight on at even speed, whatever the times between keys [s].

    c = -1 parts the two sides; t and b take back what unequal times do to tangents: 1 - t = (d + e)^2 / (4 d e), b = (e - d) / (e + d).
    """
    if not len(durations):
        return [(None, None, None)]
    before, after = np.append(durations[0], durations), np.append(durations, durations[-1])
    tension, bias = 1 - (before + after) ** 2 / (4 * before * after), (after - before) / (after + before)
    return [(float(t), -1.0, float(b)) for t, b in zip(tension, bias, strict=True)]


def _turns(track, times):
    """Unit quaternions x, y, z, w (n, 4) at times: of straight lines along the shorter arc."""
    if track.slopes is not None or len(track.times) == 1:
        turns = _at(track, times)[0]
        return turns / np.linalg.norm(turns, axis=1)[:, None]
    i = np.clip(np.searchsorted(track.times, times, "right") - 1, 0, len(track.times) - 2)
    s = np.clip((times - track.times[i]) / (track.times[i + 1] - track.times[i]), 0, 1)[:, None]
    start = track.values[i]
    step = tangents.vectors(tangents.after(track.values[i + 1], tangents.inverse(start)))
    return tangents.after(tangents.turns(s * step), start)


def _rotations(turns):
    """Matrices (n, 3, 3) of unit quaternions (n, 4)."""
    x, y, z, w = (turns / np.linalg.norm(turns, axis=1)[:, None]).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)
