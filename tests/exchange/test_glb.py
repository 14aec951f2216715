"""glTF: read back it is what was simulated; the Khronos validator, where there is one, finds nothing."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from baking import SCENE, SOLIDS, made, shots

from engine.assets.images import normal_map
from engine.exchange.glb import MOST, Writer, ball, quaternions

pygltflib = pytest.importorskip("pygltflib", reason="needs springvand[gltf]")
TICKS = 0, 6, 12, 18
VALIDATE = """
const validator = require(process.argv[1]), bytes = new Uint8Array(require('fs').readFileSync(process.argv[2]));
validator.validateBytes(bytes).then(report => console.log(JSON.stringify(report.issues)));
"""


def written(path, ticks):
    """Write a file; the shots in it, and the file as pygltflib reads it."""
    writer, seen = Writer(path, 20.0), []
    for shot in shots(made(SCENE + SOLIDS), ticks):
        writer.add(shot)
        seen.append(shot)
    writer.close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    return seen, pygltflib.GLTF2().load_binary(str(path))


@pytest.fixture(scope="module")
def loop(tmp_path_factory):
    """Four frames."""
    return written(tmp_path_factory.mktemp("loop") / "x.glb", TICKS)


def array(gltf, index):
    """What an accessor points to; it lies inside of its buffer, aligned, and its bounds are those of its rows."""
    accessor = gltf.accessors[index]
    view = gltf.bufferViews[accessor.bufferView]
    kind, width = {5126: np.float32, 5125: np.uint32}[accessor.componentType], {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[accessor.type]
    assert view.byteOffset % 4 == 0 and view.byteOffset + view.byteLength <= gltf.buffers[0].byteLength
    assert view.byteLength == 4 * width * accessor.count
    data = np.frombuffer(gltf.binary_blob(), kind, accessor.count * width, view.byteOffset).reshape(-1, width)
    if accessor.min:
        assert np.array_equal(np.float32(accessor.min), data.min(0)) and np.array_equal(np.float32(accessor.max), data.max(0))
    return data


def node(gltf, name):
    """A node's number, and its mesh's first primitive."""
    (found,) = [i for i, each in enumerate(gltf.nodes) if each.name == name]
    mesh = gltf.nodes[found].mesh
    return found, None if mesh is None else gltf.meshes[mesh].primitives[0]


def animated(gltf, index, path):
    """Values (frames, ...) of what an animation does to a node, None where it stands."""
    for channel in gltf.animations[0].channels:
        if (channel.target.node, channel.target.path) == (index, path):
            sampler = gltf.animations[0].samplers[channel.sampler]
            assert np.allclose(array(gltf, sampler.input)[:, 0], np.arange(len(TICKS)) / 20)
            return array(gltf, sampler.output).reshape(len(TICKS), -1)
    return None


def test_surfaces_come_back(loop):
    """Where the weights of a frame stand at 1 its places and normals are those of the simulation; what is still has no targets."""
    seen, gltf = loop
    for mesh in seen[0].meshes:
        index, primitive = node(gltf, mesh.name)
        assert np.array_equal(array(gltf, primitive.attributes.POSITION), mesh.points)
        assert np.array_equal(array(gltf, primitive.indices)[:, 0].reshape(-1, 3), mesh.corners)
        assert (primitive.targets is None or len(primitive.targets) == 0) == mesh.still or mesh.name == "pool"
        if mesh.paint.texture:
            uv = array(gltf, primitive.attributes.TEXCOORD_0)
            assert np.allclose(uv[:, 0], mesh.uv[:, 0]) and np.allclose(uv[:, 1], 1 - mesh.uv[:, 1])
    index, primitive = node(gltf, "sheet")
    weights = animated(gltf, index, "weights")
    assert np.array_equal(weights, np.eye(4)[:, 1:])
    base = array(gltf, primitive.attributes.POSITION)
    for i, shot in enumerate(seen):
        sheet = next(mesh for mesh in shot.meshes if mesh.name == "sheet")
        moved = sum((w * array(gltf, target["POSITION"]) for w, target in zip(weights[i], primitive.targets, strict=True)), base)
        assert np.allclose(moved, sheet.points, atol=1e-6)
    assert np.abs(sheet.points - base).max() > 1e-3


def test_droplets_are_seen_in_their_own_frame(loop):
    """A node of points for each frame that has any, of full size then and of none in all others."""
    seen, gltf = loop
    for i, shot in enumerate(seen[1:], 1):
        index, primitive = node(gltf, f"drops {i}")
        assert primitive.mode == 0 and np.array_equal(array(gltf, primitive.attributes.POSITION), shot.clouds[0].points)
        assert np.array_equal(array(gltf, primitive.attributes._WIDTH)[:, 0], shot.clouds[0].widths)
        assert np.array_equal(animated(gltf, index, "scale"), np.eye(4)[:, [i] * 3])


def test_cameras_and_balls_move(loop):
    """Places as simulated, turns as unit quaternions of the same rotation."""
    seen, gltf = loop
    index, _ = node(gltf, "drone")
    assert np.allclose(animated(gltf, index, "translation"), [shot.views["drone"].position for shot in seen])
    for q, shot in zip(animated(gltf, index, "rotation"), seen, strict=True):
        assert np.allclose(matrix(q), shot.views["drone"].rotation, atol=1e-6)
    assert np.isclose(gltf.cameras[gltf.nodes[index].camera].perspective.yfov, np.radians(40))
    index, _ = node(gltf, "eye")
    assert animated(gltf, index, "translation") is None
    balls = [animated(gltf, node(gltf, solid.name)[0], "translation") for solid in seen[0].solids]
    assert [each is None for each in balls] == [bool(solid.half) for solid in seen[0].solids]


def test_images_are_in_it(loop):
    """The texture and its roughness byte for byte, its normals as glTF wants them; the material says which is which."""
    seen, gltf = loop
    texture = next(mesh.paint.texture for mesh in seen[0].meshes if mesh.paint.texture)
    views = {image.name: gltf.bufferViews[image.bufferView] for image in gltf.images}
    held = {name: gltf.binary_blob()[view.byteOffset : view.byteOffset + view.byteLength] for name, view in views.items()}
    rough, normal = (texture.replace(".png", f"_{kind}.png") for kind in ("rough", "normal"))
    assert held == {"slab": Path(texture).read_bytes(), "slab_rough": Path(rough).read_bytes(), "slab_normal": normal_map(normal)}
    (made,) = [each for each in gltf.materials if each.normalTexture]
    slots = made.pbrMetallicRoughness.baseColorTexture, made.pbrMetallicRoughness.metallicRoughnessTexture, made.normalTexture
    assert [gltf.images[gltf.textures[slot.index].source].name for slot in slots] == ["slab", "slab_rough", "slab_normal"]
    assert (made.pbrMetallicRoughness.roughnessFactor, made.pbrMetallicRoughness.metallicFactor) == (1, 0)
    mesh = next(mesh for mesh in seen[0].meshes if mesh.paint.texture)
    tangent = array(gltf, node(gltf, mesh.name)[1].attributes.TANGENT)
    assert np.abs((tangent[:, :3] * mesh.normals).sum(1)).max() < 1e-6 and np.allclose(np.linalg.norm(tangent[:, :3], axis=1), 1)


def test_a_still_has_no_animation(tmp_path):
    """One frame: droplets once, no targets, no times."""
    seen, gltf = written(tmp_path / "x.glb", [18])
    assert not gltf.animations and not any(primitive.targets for mesh in gltf.meshes for primitive in mesh.primitives)
    _, primitive = node(gltf, "drops")
    assert np.array_equal(array(gltf, primitive.attributes.POSITION), seen[0].clouds[0].points)


def matrix(q):
    """Rotation of a unit quaternion x y z w."""
    x, y, z, w = np.asarray(q, float)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_quaternions_turn_as_their_matrices_and_never_the_long_way():
    """Of random rotations, half turns among them; neighbours on the same side."""
    rng = np.random.default_rng(3)
    turns = [np.linalg.qr(rng.normal(size=(3, 3)))[0] for _ in range(50)]
    turns = [turn * np.sign(np.linalg.det(turn)) for turn in turns] + [
        np.diag([1.0, -1, -1]),
        np.diag([-1.0, 1, -1]),
        np.diag([-1.0, -1, 1]),
    ]
    q = quaternions(np.array(turns))
    assert np.allclose([matrix(each) for each in q], turns, atol=1e-5) and (np.einsum("ij,ij->i", q[1:], q[:-1]) > -1e-6).all()


def test_a_capsule_is_closed_and_as_large_as_it_is():
    """Its volume is that of a cylinder and a ball, less what flat faces cut off; its normals stand on it."""
    points, normals, _, corners = ball(0.1, 0.3)
    a, b, c = (points[corners[:, k]].astype(float) for k in range(3))
    volume = np.einsum("ij,ij->i", a, np.cross(b - a, c - a)).sum() / 6
    whole = np.pi * 0.01 * 0.6 + 4 / 3 * np.pi * 0.001
    assert 0.96 * whole < volume < whole and np.isclose(np.ptp(points[:, 1]), 0.8)
    assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), normals[corners].mean(1)) > -1e-9).all()


def test_a_loop_is_short(tmp_path, capsys):
    """More frames than it may have: how many, and what to write instead."""
    from game.cli import main
    from game.report import USAGE

    assert main(["bake", "pendulum", "-o", str(tmp_path / "x.glb"), "--seconds", "10"]) == USAGE
    assert f"600 frames are too many for .glb, which is held in memory as a whole: at most {MOST}; fewer --seconds, a lower --fps, or" in (
        capsys.readouterr().err
    )


def validator():
    """Path of the Khronos validator's module, "" where there is none: GLTF_VALIDATOR, or what npm has installed for all."""
    if os.environ.get("GLTF_VALIDATOR"):
        return os.environ["GLTF_VALIDATOR"]
    if not (shutil.which("node") and shutil.which("npm")):
        return ""
    root = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True).stdout.strip()
    return os.path.join(root, "gltf-validator") if os.path.isdir(os.path.join(root, "gltf-validator")) else ""


def test_lamps_shine_as_in_the_scene(tmp_path):
    """A lamp to all sides; a spot down, into a cone of 30 degrees that is whole to 15."""
    document = written(tmp_path / "x.glb", [0])[1]
    _, lamp, torch = document.extensions["KHR_lights_punctual"]["lights"]
    assert lamp["type"] == "point" and torch["type"] == "spot"
    assert np.degrees([torch["spot"][f"{name}ConeAngle"] for name in ("inner", "outer")]) == pytest.approx([15, 30])
    x, y, z, w = next(node for node in document.nodes if node.name == "lamp 1").rotation
    along = -np.array([2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)])
    assert along == pytest.approx([0, -1, 0], abs=1e-6)


@pytest.mark.parametrize("ticks", [TICKS, (18,)])
def test_the_khronos_validator_finds_nothing(tmp_path, ticks):
    """Neither errors nor warnings nor hints, in a loop and in a still."""
    module = validator()
    if not module:
        pytest.skip("no gltf-validator here: npm install -g gltf-validator, or say where it is in GLTF_VALIDATOR")
    written(tmp_path / "x.glb", ticks)
    said = subprocess.run(["node", "-e", VALIDATE, module, str(tmp_path / "x.glb")], capture_output=True, text=True, check=True).stdout
    issues = json.loads(said)
    assert issues["messages"] == [] and issues["numErrors"] == issues["numWarnings"] == 0
