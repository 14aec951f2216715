"""Meshes of other tools (glTF, STL, PLY, OFF), read by the library trimesh: an extra, `springvand[meshes]`.

These files repeat a point for each corner with another normal or texture coordinate, and STL for each triangle: points at the very same
place become one, so that cloth holds together at its seams. What no triangle uses is left out. All parts of a scene become one
mesh, each where the file's nodes put it.
"""

import io

import numpy as np

ENDINGS = ".glb", ".gltf", ".stl", ".ply", ".off"
LACKS = "{} needs trimesh; install it with: pip install 'springvand[meshes]', or save the mesh as an OBJ file"


def parsed(name, data):
    """Places [m] (n, 3), texture coordinates (k, 2), triangles (t, 3) points and (t, 3) coordinates, the latter None where it has none.

    name  of the file, whose ending says what it is; data: its bytes
    glTF has coordinates where it has a material; v goes up the image, as in OBJ files. Raises ValueError.
    """
    try:
        import trimesh
    except ImportError:
        raise ValueError(LACKS.format(name)) from None
    kind = name.rpartition(".")[2].lower()
    try:
        scene = trimesh.load_scene(io.BytesIO(data), file_type=kind, resolver=_Alone(name), process=False)
        parts = [_part(scene, node, trimesh.Trimesh) for node in sorted(scene.graph.nodes_geometry)]
    except Elsewhere:
        raise
    except Exception as error:  # the library checks little: what its tables point to is not there, or is something else
        raise ValueError(f"{name} is no {kind} file, or is damaged: {error}") from None
    return _joined(name, [part for part in parts if part is not None])


class Elsewhere(ValueError):
    """A file whose numbers lie in another one."""


class _Alone(dict):
    """Refuses the other files that a file names: a scene's files are those that it names itself."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def get(self, other):
        raise Elsewhere(f"{self.name} keeps a part of itself in '{other}'; save it as one .glb file")

    __getitem__ = get


def _part(scene, node, kind):
    """(places, triangles, uv or None) of one node of a scene, in the world; None for what has no triangles."""
    matrix, geometry = scene.graph[node]
    one = scene.geometry[geometry]
    if not isinstance(one, kind) or not len(one.faces):
        return None
    places, triangles = np.asarray(one.vertices, float) @ matrix[:3, :3].T + matrix[:3, 3], np.asarray(one.faces, np.int64)
    if triangles.min() < 0 or triangles.max() >= len(places):
        raise ValueError(f"a triangle names a point that is not there; there are {len(places):,}")
    if np.linalg.det(matrix[:3, :3]) < 0:
        triangles = triangles[:, ::-1]  # a mirrored part keeps its outside
    uv = getattr(one.visual, "uv", None)
    return places, triangles, None if uv is None else np.asarray(uv, float)[:, :2]


def _joined(name, parts):
    """What `parsed` returns, of all parts."""
    if not parts:
        return np.empty((0, 3)), np.empty((0, 2)), np.empty((0, 3), np.int64), None
    first = np.cumsum([0, *(len(places) for places, _, _ in parts)])
    places = np.concatenate([places for places, _, _ in parts])
    triangles = np.concatenate([triangles + start for (_, triangles, _), start in zip(parts, first, strict=False)])
    textured = [uv is not None and len(uv) == len(own) for own, _, uv in parts]
    if any(textured) and not all(textured):
        raise ValueError(f"{name}: some of its parts have texture coordinates and some have none; give all or none")
    welded, corners = _welded(places, triangles)
    if not all(textured):
        return welded, np.empty((0, 2)), corners, None
    uv, coordinates = _welded(np.concatenate([uv for _, _, uv in parts]), triangles)
    return welded, uv, corners, coordinates


def _welded(rows, triangles):
    """The different rows that triangles (t, 3) use, in the order in which they are first used, and the triangles by their new numbers."""
    _, first, which = np.unique(rows[triangles.ravel()] + 0.0, axis=0, return_index=True, return_inverse=True)  # -0 is 0
    order = np.argsort(first, kind="stable")
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(len(order))
    return rows[triangles.ravel()[first[order]]], number[which.reshape(-1)].reshape(triangles.shape)
