"""glTF 2.0 in one binary file: a still, or a short loop.

Metres, Y up. Surfaces that move have a morph target for each frame after the first, and an animation turns from one to the next; droplets are
points, a set for each frame of which one is seen; cameras and balls have animated nodes. Images are in the file.
source: Khronos, glTF 2.0 specification, sections 3.7 (meshes), 3.11 (animations), 4.4 (binary); KHR_lights_punctual
"""

import json
import struct
from pathlib import Path

import numpy as np

from engine.exchange.maps import COLOR, NORMAL, ROUGHNESS, maps, tangents
from engine.exchange.shapes import facing, parted
from engine.exchange.whole import settled

MOST = 120  # frames: programs hold all of them in graphics memory
FLOAT, UNSIGNED, ARRAY, INDEX = 5126, 5125, 34962, 34963
POINTS = 0
SLOTS = {COLOR: "baseColorTexture", ROUGHNESS: "metallicRoughnessTexture"}  # grey: roughness is green; metal, blue, counts for nothing
KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
ROUND = 24  # steps round a ball
SUN, LAMP = 3.0, 1.0  # [lux], [candela] of a scene's 1


class Writer:
    """Writes one file; it has its name when it is whole. Holds all frames until then. Raises OSError.

    fps     frames a second
    frames  so far
    """

    def __init__(self, path, fps):
        self.path, self.fps, self.frames = Path(path), fps, 0
        self._part = self.path.with_name(self.path.name + ".part")
        self._shots = []
        self._part.write_bytes(b"")  # what cannot be written is known now

    def add(self, shot):
        """One frame more: a Shot."""
        self._shots.append(shot._replace(meshes=[mesh for mesh in shot.meshes if not (mesh.still and self._shots)]))
        self.frames += 1

    def close(self, whole=True):
        """Write the file, and give it a name, as `settled` does; without a frame there is none."""
        try:
            if self.frames:
                self._part.write_bytes(Document(self._shots, self.fps).binary())
                self.path = settled(self._part, self.path, whole)
        except OSError:
            self.frames = 0
            raise
        finally:
            self._part.unlink(missing_ok=True)


class Document:
    """The file in memory: `told` is its json, `data` what it points to."""

    def __init__(self, shots, fps):
        self.told = {"asset": {"version": "2.0", "generator": "springvand bake"}, "scene": 0, "scenes": [{"nodes": []}]}
        self.data, self._paints, self._images, self._balls = bytearray(), {}, {}, {}
        self._channels, self._samplers = [], []
        self._shots, first = shots, shots[0]
        self._times = np.arange(len(shots), dtype=np.float32) / np.float32(fps) if len(shots) > 1 else None
        self._clock = None
        for mesh in first.meshes:
            self._mesh(mesh, [_named(shot.meshes, mesh.name) or mesh for shot in shots] if not mesh.still else [mesh])
        for cloud in first.clouds:
            self._cloud(cloud.name, [_named(shot.clouds, cloud.name) for shot in shots])
        for solid in first.solids:
            poses = [_named(shot.solids, solid.name) for shot in shots]
            self._node(solid.name, [(pose.center, pose.rotation) for pose in poses], mesh=self._ball(solid))
        for name in first.views:
            self._camera(name, [shot.views[name] for shot in shots])
        self._lights(first)
        if self._channels:
            self.told["animations"] = [{"name": "scene", "channels": self._channels, "samplers": self._samplers}]

    def binary(self):
        """Bytes of the file."""
        self.data += bytes(-len(self.data) % 4)
        if self.data:
            self.told["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(self.told, separators=(",", ":"), allow_nan=False).encode()
        text += b" " * (-len(text) % 4)
        parts = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(self.data), b"BIN\0") + self.data
        return struct.pack("<4sII", b"glTF", 2, 12 + len(parts)) + parts

    # things

    def _mesh(self, mesh, frames):
        points, normals = mesh.points, mesh.normals
        primitive = self._triangles(points, normals, mesh.uv, mesh.corners, mesh.paint, mesh.two_sided)
        made, moves = {"name": mesh.name, "primitives": [primitive]}, any(not np.array_equal(frame.points, points) for frame in frames)
        if moves:
            first = _axes(mesh) if "TANGENT" in primitive["attributes"] else None
            primitive["targets"] = [self._moved(mesh, first, frame) for frame in frames[1:]]
            made["weights"] = [0.0] * (len(frames) - 1)
        node = self._add("nodes", {"name": mesh.name, "mesh": self._add("meshes", made)}, root=True)
        if moves:
            self._animate(node, "weights", np.eye(len(frames), dtype=np.float32)[:, 1:].reshape(-1))

    def _moved(self, mesh, first, frame):
        """A morph target: what a frame adds to the first one's mesh, and to its tangents (v, 3), where there are any."""
        told = {
            "POSITION": self._array(frame.points - mesh.points, ARRAY, bounds=True),
            "NORMAL": self._array(frame.normals - mesh.normals, ARRAY),
        }
        if first is not None:
            told["TANGENT"] = self._array(_axes(frame) - first, ARRAY)
        return told

    def _cloud(self, name, frames):
        """A node of points for each frame; scaled to nothing while it is another's turn."""
        several = len(frames) > 1
        for i, cloud in enumerate(frames):
            if cloud is None or not len(cloud.points):
                continue
            colors = np.concatenate([np.clip(cloud.colors, 0, 1), np.clip(cloud.opacities, 0, 1)[:, None]], 1).astype(np.float32)
            attributes = {
                "POSITION": self._array(cloud.points, ARRAY, bounds=True),
                "COLOR_0": self._array(colors, ARRAY),
                "_WIDTH": self._array(cloud.widths, ARRAY),
            }
            if name not in self._paints:
                look = {"name": f"{name} points", "alphaMode": "BLEND", "pbrMetallicRoughness": {"metallicFactor": 0.0}}
                self._paints[name] = self._add("materials", look)
            primitive = {"attributes": attributes, "mode": POINTS, "material": self._paints[name]}
            label = f"{name} {i}" if several else name
            node = self._add("nodes", {"name": label, "mesh": self._add("meshes", {"name": label, "primitives": [primitive]})}, root=True)
            if several:
                seen = np.zeros((len(frames), 3), np.float32)
                seen[i] = 1
                self._animate(node, "scale", seen, "STEP")

    def _camera(self, name, views):
        view = views[0]
        lens = {"yfov": float(np.radians(view.fov)), "znear": float(view.near), "zfar": float(view.far)}
        camera = self._add("cameras", {"name": name, "type": "perspective", "perspective": lens})
        self._node(name, [(view.position, view.rotation) for view in views], camera=camera)

    def _lights(self, shot):
        sun = {
            "name": "sun",
            "type": "directional",
            "color": list(map(float, shot.sun.color)),
            "intensity": SUN * float(shot.sun.intensity),
        }
        lights, places = [sun], [(np.zeros(3), facing(shot.sun.direction))]
        for i, lamp in enumerate(shot.lamps):
            strength, color = parted(lamp.light)
            light = {"name": f"lamp {i}", "type": "point", "color": color, "intensity": LAMP * strength, "range": float(lamp.range)}
            if lamp.cone is not None:
                whole, none = np.radians(lamp.cone)
                light |= {"type": "spot", "spot": {"innerConeAngle": float(min(whole, none - 1e-3)), "outerConeAngle": float(none)}}
            lights.append(light)
            places.append((lamp.position, facing(-np.asarray(lamp.axis))))
        self.told["extensionsUsed"] = ["KHR_lights_punctual"]
        self.told["extensions"] = {"KHR_lights_punctual": {"lights": lights}}
        for i, (light, place) in enumerate(zip(lights, places, strict=True)):
            self._node(light["name"], [place], extensions={"KHR_lights_punctual": {"light": i}})

    def _ball(self, solid):
        """The mesh of a ball or capsule; the same for the same sides and paint."""
        key = solid.radius, solid.half, solid.paint
        if key not in self._balls:
            primitive = self._triangles(*ball(solid.radius, solid.half), solid.paint, False)
            self._balls[key] = self._add("meshes", {"name": solid.name, "primitives": [primitive]})
        return self._balls[key]

    def _triangles(self, points, normals, uv, corners, paint, two_sided):
        """A primitive; with texture coordinates where there is a texture, and its axes where that is bumpy."""
        attributes = {"POSITION": self._array(points, ARRAY, bounds=True), "NORMAL": self._array(normals, ARRAY)}
        if paint.texture is not None:
            attributes["TEXCOORD_0"] = self._array(uv * np.float32([1, -1]) + np.float32([0, 1]), ARRAY)  # v goes down the image
        if any(each.use == NORMAL for each in maps(paint)):
            attributes["TANGENT"] = self._array(tangents(points, normals, uv, corners), ARRAY)
        indices = self._array(corners.astype(np.uint32).reshape(-1), INDEX)
        return {"attributes": attributes, "indices": indices, "material": self._material(paint, two_sided)}

    def _material(self, paint, two_sided):
        if (paint, two_sided) not in self._paints:
            base = {"baseColorFactor": [*map(float, paint.color), float(paint.opacity)], "metallicFactor": 0.0}
            base["roughnessFactor"] = float(paint.roughness)
            made = {"pbrMetallicRoughness": base, "doubleSided": bool(two_sided)}
            for each in maps(paint):
                where, slot = (made, "normalTexture") if each.use == NORMAL else (base, SLOTS[each.use])
                where[slot] = {"index": self._texture(each)}
                if each.use == ROUGHNESS:
                    base["roughnessFactor"] = 1.0
            if paint.opacity < 1:
                made["alphaMode"] = "BLEND"
            self._paints[paint, two_sided] = self._add("materials", made)
        return self._paints[paint, two_sided]

    def _texture(self, map):
        if map not in self._images:
            name = Path(map.name)
            told = {"name": name.stem, "mimeType": KINDS[name.suffix.lower()], "bufferView": self._view(map.read())}
            self._images[map] = self._add("textures", {"source": self._add("images", told)})
        return self._images[map]

    # how

    def _node(self, name, poses, **what):
        """A node that stands at (position, rotation) of each frame."""
        places = np.array([position for position, _ in poses], np.float32)
        turns = quaternions(np.array([rotation for _, rotation in poses], float))
        node = {"name": name, "translation": places[0].tolist(), "rotation": turns[0].tolist(), **what}
        index = self._add("nodes", node, root=True)
        for path, values in (("translation", places), ("rotation", turns)):
            if len(poses) > 1 and (values != values[0]).any():
                self._animate(index, path, values)

    def _animate(self, node, path, values, how="LINEAR"):
        if self._clock is None:
            self._clock = self._array(self._times, None, bounds=True)
        self._samplers.append({"input": self._clock, "output": self._array(values, None), "interpolation": how})
        self._channels.append({"sampler": len(self._samplers) - 1, "target": {"node": node, "path": path}})

    def _add(self, kind, thing, root=False):
        self.told.setdefault(kind, []).append(thing)
        index = len(self.told[kind]) - 1
        if root:
            self.told["scenes"][0]["nodes"].append(index)
        return index

    def _array(self, array, target, bounds=False):
        """An accessor of float32 or uint32 rows. bounds: with the least and the most of each column, as places and times must have."""
        array = np.ascontiguousarray(array)
        told = {"bufferView": self._view(array.tobytes(), target), "count": len(array)}
        told["componentType"] = FLOAT if array.dtype == np.float32 else UNSIGNED
        told["type"] = "SCALAR" if array.ndim == 1 else f"VEC{array.shape[1]}"
        if bounds:
            told["min"], told["max"] = (np.atleast_1d(each).tolist() for each in (array.min(0), array.max(0)))
        return self._add("accessors", told)

    def _view(self, data, target=None):
        self.data += bytes(-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)} | ({"target": target} if target else {})
        self.data += data
        return self._add("bufferViews", view)


def quaternions(rotations):
    """Unit quaternions (n, 4), x y z w, of rotations (n, 3, 3); each on the side of the one before, so that none turns the long way."""
    found = []
    for m in rotations:
        k = np.array(
            [
                [m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]],
                [0, m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]],
                [0, 0, m[2, 2] - m[0, 0] - m[1, 1], m[1, 0] - m[0, 1]],
                [0, 0, 0, m[0, 0] + m[1, 1] + m[2, 2]],
            ]
        )  # source: Bar-Itzhack 2000, "New method for extracting the quaternion from a rotation matrix"
        q = np.linalg.eigh(k, "U")[1][:, -1]
        found.append(-q if found and q @ found[-1] < 0 else q)
    return np.array(found, np.float32)


def ball(radius, half):
    """Points, normals, uv, corners of a ball, or of a capsule along y."""
    around, up = np.linspace(0, 2 * np.pi, ROUND + 1), np.linspace(-np.pi / 2, np.pi / 2, ROUND // 2 + 1)
    up = np.sort(np.append(up, 0.0)) if half else up  # the middle twice: between them is the straight part
    ends = np.where(np.arange(len(up)) < len(up) // 2, -half, half)
    a, b = np.meshgrid(around, up)
    normals = np.stack([np.cos(b) * np.sin(a), np.sin(b), np.cos(b) * np.cos(a)], -1)
    points = radius * normals + ends[:, None, None] * np.array([0.0, 1.0, 0.0])
    uv = np.stack([a / (2 * np.pi), 0.5 + b / np.pi], -1)
    node = np.arange(a.size, dtype=np.uint32).reshape(a.shape)
    p, q, r, s = (part.ravel() for part in (node[:-1, :-1], node[:-1, 1:], node[1:, 1:], node[1:, :-1]))
    corners = np.concatenate([np.stack([p, q, r], 1), np.stack([p, r, s], 1)])
    return *(each.reshape(-1, each.shape[-1]).astype(np.float32) for each in (points, normals, uv)), corners


def _axes(mesh):
    """Tangents (v, 3) of a Mesh."""
    return tangents(mesh.points, mesh.normals, mesh.uv, mesh.corners)[:, :3]


def _named(things, name):
    return next((thing for thing in things if thing.name == name), None)
