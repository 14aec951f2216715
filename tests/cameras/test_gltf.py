"""Camera animation from glTF files that are made here."""

import base64
import json
import struct
import sys

import numpy as np
import pytest

from engine.assets import gltf
from engine.cameras.path import Form, Path
from engine.scene import SceneError, load
from engine.simulation import Simulation

TIMES = [0.0, 1.0, 3.0]
PLACES = [[0, 1, 4], [4, 2, 0], [0, 1, -4]]
HALF = float(np.sqrt(0.5))
TURNS = [[0, 0, 0, 1], [0, HALF, 0, HALF], [0, 1, 0, 0]]  # yaw 0, 90, 180


def document(tracks, **more):
    """A glTF document with a camera that moves: tracks (path, times, values, interpolation)."""
    data, views, accessors, samplers, channels = b"", [], [], [], []

    def add(numbers, kind):
        nonlocal data
        raw = np.array(numbers, "<f4").tobytes()
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(raw)})
        accessors.append({"bufferView": len(views) - 1, "componentType": 5126, "count": len(numbers), "type": kind})
        data += raw
        return len(accessors) - 1

    for path, times, values, interpolation in tracks:
        sampler = {
            "input": add(times, "SCALAR"),
            "output": add(values, "VEC4" if path == "rotation" else "VEC3"),
            "interpolation": interpolation,
        }
        samplers.append(sampler)
        channels.append({"sampler": len(samplers) - 1, "target": {"node": more.get("moved", 1), "path": path}})
    made = {
        "asset": {"version": "2.0"},
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.5, "znear": 0.1}}],
        "nodes": [{"children": [1], "translation": [0, 0, 10], "rotation": [0, HALF, 0, HALF], "scale": [2, 2, 2]}, {"camera": 0}],
        "animations": [{"samplers": samplers, "channels": channels}] if tracks else [],
        "bufferViews": views, "accessors": accessors, "buffers": [{"byteLength": len(data)}],
    }  # fmt: skip
    return made, data


def file_of(tmp_path, tracks, name="shot.gltf", uri=None, **more):
    """The path of a glTF file; its numbers in it, or, of .glb, behind it."""
    made, data = document(tracks, **more)
    file = tmp_path / name
    if name.endswith(".glb"):
        text = json.dumps(made).encode()
        text += b" " * (-len(text) % 4)
        data += b"\0" * (-len(data) % 4)
        head = struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(data), len(text), 0x4E4F534A)
        file.write_bytes(head + text + struct.pack("<II", len(data), 0x004E4942) + data)
    else:
        made["buffers"][0]["uri"] = uri or "data:application/octet-stream;base64," + base64.b64encode(data).decode()
        file.write_text(json.dumps(made))
    return file


@pytest.fixture
def library():
    """The extra is there, or the test is skipped."""
    return pytest.importorskip("pygltflib")


def in_world(place):
    """What the parent makes of a place: twice as large, a quarter turn about y, ten metres along z."""
    place = 2 * np.asarray(place, float)
    return np.stack([place[..., 2], place[..., 1], -place[..., 0]], -1) + [0, 0, 10]


@pytest.mark.parametrize("name", ["shot.gltf", "shot.glb"])
def test_straight_lines_and_shortest_turns(library, tmp_path, name):
    """LINEAR: even speed between keys, slerp in quaternion mode, the parent's frame, times and field of view kept."""
    file = file_of(tmp_path, [("translation", TIMES, PLACES, "LINEAR"), ("rotation", TIMES, TURNS, "LINEAR")], name)
    path = Path(gltf.camera(file).keys, Form(closed=False, rotation_mode="quaternion"))
    assert path.duration == 3 and path.pose(0).fov == pytest.approx(np.degrees(0.5))
    for time in np.linspace(0, 3, 13):
        seen, yaw = path.pose(time), np.radians(90 + np.interp(time, TIMES, [0, 90, 180]))
        place = [np.interp(time, TIMES, [p[k] for p in PLACES]) for k in range(3)]
        np.testing.assert_allclose(seen.position, in_world(place), atol=1e-6)
        np.testing.assert_allclose(seen.rotation[:, 2], [np.sin(yaw), 0, np.cos(yaw)], atol=1e-6)


def test_cubic_splines_are_kept_exactly(library, tmp_path):
    """CUBICSPLINE: glTF's own formula at every time, with other key times of the turns."""
    slopes = [[1, 0, 0], [0, 2, 0], [0, 0, -1]]
    values = [row for slope, place in zip(slopes, PLACES, strict=True) for row in (slope, place, slope)]
    tracks = [("translation", TIMES, values, "CUBICSPLINE"), ("rotation", [0.0, 2.0], TURNS[:2], "LINEAR")]
    path = Path(gltf.camera(file_of(tmp_path, tracks)).keys, Form(closed=False, rotation_mode="quaternion"))
    assert path.key_times.tolist() == [0, 1, 2, 3]
    for time in np.linspace(0, 3, 25):
        i = 0 if time < 1 else 1
        d, s = TIMES[i + 1] - TIMES[i], (time - TIMES[i]) / (TIMES[i + 1] - TIMES[i])
        weights = 2 * s**3 - 3 * s**2 + 1, d * (s**3 - 2 * s**2 + s), -2 * s**3 + 3 * s**2, d * (s**3 - s**2)
        place = sum(w * np.array(v, float) for w, v in zip(weights, (PLACES[i], slopes[i], PLACES[i + 1], slopes[i + 1]), strict=True))
        np.testing.assert_allclose(path.pose(time).position, in_world(place), atol=1e-6)
        yaw = np.radians(90 + np.interp(time, [0, 2], [0, 90]))
        np.testing.assert_allclose(path.pose(time).rotation[:, 2], [np.sin(yaw), 0, np.cos(yaw)], atol=1e-6)


def test_a_scene_names_it_like_a_key_file(library, tmp_path):
    """It is a file of the scene, and its keys may be exported."""
    file_of(tmp_path, [("translation", TIMES, PLACES, "LINEAR")], "shot.glb")
    file = tmp_path / "scene.yaml"
    file.write_text("entities:\n  eye: {camera: {}, camera_path: {file: shot.glb, closed: false}}\n")
    simulation = Simulation(load(file), threads=1)
    simulation.step(60)
    np.testing.assert_allclose(simulation.pose("eye").position, in_world([2, 1.5, 2]), atol=1e-6)
    assert tmp_path / "shot.glb" in simulation.scene.files


WRONG = {
    "no animation": ([], {}, "shot.gltf has a camera that does not move; write camera, with its position and rotation, or an animated file"),
    "steps": ([("translation", TIMES, PLACES, "STEP")], {}, "shot.gltf has a camera that jumps (STEP); make its animation LINEAR or CUBICSPLINE"),
    "parent": ([("translation", TIMES, PLACES, "LINEAR")], {"moved": 0},
               "shot.gltf moves what carries its camera; bake the animation into the camera itself"),
    "another file": ([("translation", TIMES, PLACES, "LINEAR")], {"uri": "shot.bin"},
                     "shot.gltf keeps its numbers in 'shot.bin'; save it as one .glb file"),
    "times": ([("translation", [0, 2, 1], PLACES, "LINEAR")], {}, "shot.gltf has times that do not rise, or numbers that are none"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_a_path_is_said(library, tmp_path, case):
    """Each has its message."""
    tracks, more, text = WRONG[case]
    with pytest.raises(ValueError) as caught:
        gltf.camera(file_of(tmp_path, tracks, **more))
    assert str(caught.value) == text


def test_damaged_files_are_said(library, tmp_path):
    """No glTF at all, one whose tables point nowhere, one of whole numbers, one without a camera."""
    file = file_of(tmp_path, [("translation", TIMES, PLACES, "LINEAR")])
    whole = json.loads(file.read_text())
    for change, text in (
        (lambda made: made["animations"][0]["samplers"][0].update(input=9), "shot.gltf is damaged"),
        (lambda made: made["accessors"][1].update(componentType=5122), "shot.gltf keeps its animation in whole or sparse numbers"),
        (lambda made: made["accessors"][1].update(count=10**6), "shot.gltf"),
        (lambda made: made["nodes"][1].pop("camera"), "shot.gltf has no camera"),
    ):
        spoilt = json.loads(json.dumps(whole))
        change(spoilt)
        file.write_text(json.dumps(spoilt))
        with pytest.raises(ValueError, match=text):
            gltf.camera(file)
    file.write_text("no json")
    with pytest.raises(ValueError, match="shot.gltf is no glTF file"):
        gltf.camera(file)


def test_without_the_extra_the_author_is_told_what_to_install(tmp_path, monkeypatch):
    """At the place in the scene that names the file."""
    monkeypatch.setitem(sys.modules, "pygltflib", None)
    (tmp_path / "shot.glb").write_bytes(b"")
    (tmp_path / "scene.yaml").write_text("entities:\n  eye: {camera: {}, camera_path: {file: shot.glb}}\n")
    with pytest.raises(
        SceneError, match="2:41: error: this is a glTF file, which needs pygltflib; install it with: pip install 'springvand"
    ):
        load(tmp_path / "scene.yaml")
