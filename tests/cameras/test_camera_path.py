"""A camera on its path in a running scene."""

import json
from pathlib import Path as File

import numpy as np
import pytest
from reference import POSITIONS, REFERENCE, ROTATIONS, way

from engine.cameras import playback
from engine.components import Playback, Position, rotation_matrix
from engine.scene import SceneError, load, parse
from engine.simulation import Simulation

DEMO = REFERENCE["keyfile_text"]
KEYS = [{"position": list(p), "rotation": list(r)} for p, r in zip(POSITIONS.tolist(), ROTATIONS.tolist(), strict=True)]
BALL = {"position": [0, 5, 0], "velocity": [1, 0, 0], "mass": 1.0}


def scene_of(path, more=None, **top):
    """A Scene with a camera on a path of seven keys, a second apart unless told."""
    said = {"keys": KEYS, "segment_duration": 1.0, **path}
    entities = {"eye": {"camera": {"fov": 40}, "camera_path": said}, **(more or {})}
    return parse(json.dumps({"format": 1, "entities": entities, **top}).encode(), File("made.yaml"))


def running(path=None, more=None, **top):
    return Simulation(scene_of(path or {}, more, **top), threads=1)


def near(pose, seen, atol=1e-12):
    """A pose of the simulation is what the path says."""
    np.testing.assert_allclose(pose.position, seen.position, rtol=0, atol=atol)
    np.testing.assert_allclose(pose.rotation, seen.rotation, rtol=0, atol=atol)
    assert pose.fov == pytest.approx(seen.fov)


@pytest.mark.parametrize("mode", ["euler", "quaternion", "look_at", "tangent"])
@pytest.mark.parametrize("loop", ["loop", "once", "ping_pong"])
@pytest.mark.parametrize("rate", [1.0, -0.7])
def test_the_pose_is_the_path_s_at_the_simulated_time(mode, loop, rate):
    """At every tick, in every mode; the target of look_at is where it stands."""
    simulation = running({"rotation_mode": mode, "loop": loop, "rate": rate, "look_at": [0, 1, 0], "bank": 0.5}, time={"step": 1 / 8})
    path, begin = way(rotation_mode=mode, bank=0.5, fov=40.0), 7.0 if loop == "once" and rate < 0 else 0.0
    for _ in range(5):
        time, toward = playback.folded(begin + rate * simulation.time, 7.0, loop)
        near(simulation.pose("eye"), path.pose(time, (0, 1, 0), toward * np.sign(rate)))
        simulation.step(23)


def test_the_pose_does_not_depend_on_the_frame_rate():
    """30, 60 and 144 Hz, through the clock that pictures use: the same pose at the same time, to 1e-9."""
    poses = []
    for rate in (30, 60, 144):
        simulation = running({"rotation_mode": "quaternion", "timing": "constant_speed"})
        for _ in range(5 * rate):
            simulation.advance(1 / rate)
        poses.append((simulation.time, simulation.pose("eye")))
    assert [time for time, _ in poses] == [pytest.approx(5.0)] * 3
    for _, pose in poses[1:]:
        near(pose, poses[0][1], 1e-9)


def test_it_looks_at_what_moves():
    """`look_at` a free particle keeps it in the middle of the picture while it falls; a camera on a path may be looked at too."""
    more = {"ball": BALL, "down": {"gravity": {}}, "other": {"camera": {}, "camera_path": {"keys": KEYS, "look_at": "eye"}}}
    simulation = running({"look_at": "ball"}, more)
    for _ in range(3):
        simulation.step(40)
        eye, ball = simulation.pose("eye"), simulation.get("ball", Position).xyz[0]
        ahead = ball - eye.position
        np.testing.assert_allclose(-eye.rotation[:, 2], ahead / np.linalg.norm(ahead), atol=1e-6)
        other = simulation.pose("other")
        np.testing.assert_allclose(np.cross(other.rotation[:, 2], other.position - eye.position), 0, atol=1e-9)


def test_a_path_may_stand_elsewhere():
    """`position` and `rotation` move the whole path: place, direction, and the target as it is in the world."""
    place, turn = np.array([1.0, 2.0, 3.0]), [0.0, 40.0, 10.0]
    moved = {"position": place.tolist(), "rotation": turn}
    for mode in ("euler", "tangent"):
        pose, seen = running({**moved, "rotation_mode": mode}).pose("eye"), way(rotation_mode=mode, fov=40.0).pose(0)
        np.testing.assert_allclose(pose.position, rotation_matrix(turn) @ seen.position + place)
        np.testing.assert_allclose(pose.rotation, rotation_matrix(turn) @ seen.rotation, atol=1e-12)
    pose = running({**moved, "look_at": [0, 0, 0]}).pose("eye")
    np.testing.assert_allclose(np.cross(pose.rotation[:, 2], pose.position), 0, atol=1e-12)


def test_events_and_the_end_are_told_once():
    """To the author, with the place in the file, and to whoever reads the Playback."""
    keys = [{**key, "event": f"key{i}"} for i, key in enumerate(KEYS[:3])]
    simulation = running({"keys": keys, "loop": "once", "closed": False})
    simulation.step(600)
    assert simulation.messages == [
        f"made.yaml:1: eye: {text}" for text in ("passes key0", "passes key1", "passes key2", "the path has ended")
    ]
    assert simulation.get("eye", Playback).passed == ("key0", "key1", "key2")
    np.testing.assert_array_equal(simulation.pose("eye").position, POSITIONS[2])


def test_wild_shapes_are_told():
    """Numbers beyond -1 to 1 are taken; the author is told once, where they are."""
    simulation = running({"tension": -1.5, "keys": [*KEYS[:2], {**KEYS[2], "bias": 2}]})
    simulation.step(3)
    wild = "tension, continuity and bias beyond -1 to 1 make loops and kinks"
    assert simulation.messages == [
        f"made.yaml:1: eye: camera_path.tension is -1.5; {wild}",
        f"made.yaml:1: eye: camera_path.keys[2].bias is 2; {wild}",
    ]


def test_what_a_camera_sees_decides_nothing():
    """Its path is no part of the fingerprint; a snapshot has it."""
    one, other = running(), running({"rate": 3.0})
    one.step(10), other.step(10)
    assert one.fingerprint() == other.fingerprint()
    kept, before = other.snapshot(), other.pose("eye")
    other.step(50)
    other.restore(kept)
    near(other.pose("eye"), before, 0)
    other.step(50)
    near(other.pose("eye"), way(fov=40.0).pose(3 * other.time))


def test_off_its_path_a_camera_stands_where_it_is_placed():
    """Playback.on is the switch of the hand."""
    simulation = running()
    simulation.get("eye", Playback).on = False
    assert np.array_equal(simulation.pose("eye").position, [0, 0, 0])


def test_a_changed_path_goes_on_at_the_same_share_of_the_way():
    """Twice as long: twice the time; the change is of the class `camera`. Rate and playing take effect from where it is."""
    simulation = running()
    simulation.step(300)
    assert [str(change) for change in simulation.set("eye.camera_path.segment_duration", 2)] == [
        "eye.camera_path.segment_duration 1 -> 2 (camera)"
    ]
    near(simulation.pose("eye"), way(fov=40.0).pose(2.5))
    simulation.step(120)
    near(simulation.pose("eye"), way(fov=40.0).pose(3.0))
    simulation.set("eye.camera_path.rate", -4)
    simulation.step(60)
    near(simulation.pose("eye"), way(fov=40.0).pose(2.0))
    simulation.set("eye.camera_path.playing", False)
    simulation.step(60)
    near(simulation.pose("eye"), way(fov=40.0).pose(2.0))
    simulation.set("eye.camera_path.keys[2].position.y", 9)
    assert simulation.pose("eye").position[1] == pytest.approx(9)
    simulation.set("eye.camera.fov", 70)
    assert simulation.pose("eye").fov == 70
    assert sorted(change.kind for change in simulation.reload(scene_of({}))) == ["camera"] * 3 + ["live"] * 2


def test_keys_come_from_a_file(tmp_path):
    """A key file is a file of the scene; read anew it is a change of the class `camera`, and the camera goes on where it is on its way."""
    keys, file = tmp_path / "paths" / "tour.keys", tmp_path / "tour.yaml"
    keys.parent.mkdir()
    keys.write_text(DEMO)
    file.write_text("entities:\n  eye: {camera: {fov: 40}, camera_path: {file: paths/tour.keys, segment_duration: 1}}\n")
    simulation = Simulation(load(file), threads=1)
    assert simulation.scene.files == (file, keys)
    simulation.step(240)
    near(simulation.pose("eye"), way(fov=40.0).pose(2))
    keys.write_text("\n".join(DEMO.splitlines()[i] for i in (3, 4, 5, 6, 0, 1, 2)))
    changes = simulation.reload(load(file))
    assert len(changes) == 1 and str(changes[0]).startswith("eye.camera_path {file") and str(changes[0]).endswith("read anew (camera)")
    near(simulation.pose("eye"), way(fov=40.0).pose(5))
    assert simulation.reload(load(file)) == []


def test_what_is_wrong_in_a_key_file_is_said_there(tmp_path):
    """File, line and column of the key file; all at once with what is wrong in the scene."""
    (tmp_path / "bad.keys").write_text("p 0 0 0 r 0 0 0\np 0 x 0 r 0 0 0\np 0 0 0\n")
    file = tmp_path / "scene.yaml"
    file.write_text("titel: x\nentities:\n  eye: {camera: {}, camera_path: {file: bad.keys}}\n")
    with pytest.raises(SceneError) as caught:
        load(file)
    found = [(File(d.file).name, d.line, d.column, d.source) for d in caught.value.diagnostics]
    assert sorted(found) == [("bad.keys", 2, 5, "p 0 x 0 r 0 0 0"), ("bad.keys", 3, 8, "p 0 0 0"), ("scene.yaml", 1, 1, "titel: x")]


def test_look_at_alone_asks_for_its_mode():
    """Who names a target wants to look at it; another mode may still be chosen."""
    assert scene_of({"look_at": [0, 0, 0]}).spec.entities["eye"].camera_path.rotation_mode == "look_at"
    assert scene_of({"look_at": [0, 0, 0], "rotation_mode": "euler"}).spec.entities["eye"].camera_path.rotation_mode == "euler"


def test_an_included_path_moves_with_its_file(tmp_path):
    """The keys of its file, its target by name and by place: all stand as the include stands."""
    (tmp_path / "tour.keys").write_text(DEMO)
    ball = "  ball: {position: [0, 5, 0], mass: 1}\n"
    for look in ("ball", "[0, 5, 0]"):
        eye = f"  eye: {{camera: {{}}, camera_path: {{file: tour.keys, look_at: {look}, segment_duration: 1}}}}\n"
        (tmp_path / "part.yaml").write_text(f"entities:\n{ball}{eye}")
        (tmp_path / "whole.yaml").write_text(
            "include: [{file: part.yaml, as: part, position: [1, 2, 3], rotation: [0, 90, 0]}]\nentities: {air: {drag: {rate: 0.1}}}\n"
        )
        simulation = Simulation(load(tmp_path / "whole.yaml"), threads=1)
        simulation.step(150)
        turn, seen = rotation_matrix([0, 90, 0]), way(rotation_mode="look_at").pose(1.25, (0, 5, 0))
        np.testing.assert_allclose(simulation.pose("part.eye").position, turn @ seen.position + [1, 2, 3], atol=1e-12)
        np.testing.assert_allclose(simulation.pose("part.eye").rotation, turn @ seen.rotation, atol=1e-6)
        assert tmp_path / "tour.keys" in simulation.scene.files


def test_the_camera_s_target_is_what_it_looks_at_unless_told():
    """So that every mode can be chosen by a key of the scene."""
    entities = {"eye": {"camera": {"target": [0, 5, 0]}, "camera_path": {"keys": KEYS, "segment_duration": 1}}}
    simulation = Simulation(parse(json.dumps({"entities": entities}).encode(), File("made.yaml")), threads=1)
    for mode in ("quaternion", "look_at", "tangent", "euler"):
        simulation.cycle("eye.camera_path.rotation_mode")
        near(simulation.pose("eye"), way(rotation_mode=mode).pose(0, (0, 5, 0)))


def test_pictures_show_the_camera_between_two_ticks():
    """As they do all else: at a share of the last tick the view is the path's at that share of the time; a leap has no way between."""
    from engine.render.extract import view_of

    simulation = running(time={"step": 0.1})
    simulation.advance(0.1), simulation.advance(0.1), simulation.advance(0.075)
    view = view_of(simulation)
    assert simulation.blend == pytest.approx(0.75)
    near(view, way(fov=40.0).pose(0.1 + 0.75 * 0.1))
    near(simulation.pose("eye"), way(fov=40.0).pose(0.2))
    playback.seek(simulation.get("eye", Playback), 3)
    near(view_of(simulation), way(fov=40.0).pose(3))
