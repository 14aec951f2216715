"""Keys of a camera's path come and go while the scene runs, and are saved where they stand."""

import time

import numpy as np
import pytest
from path_hands import FILE, INLINE, KEYS, frames, played, rest, seen, stages


@pytest.fixture
def make(tmp_path):
    """Makes stages."""
    yield from stages(tmp_path)


def test_a_key_at_the_present_view_stands_behind_the_one_passed_last(make):
    """What one saw when it was made is what the camera sees there; it is a tweak, and undone as one."""
    stage = make()
    rest(stage)
    stage.path.to_key(1)
    stage.eye.turn(30, 25)
    stage.eye.roll(10)
    frames(stage, 1.0)
    view = seen(stage)
    stage.path.add_key()
    frames(stage, 1 / 60)
    path = played(stage).path
    assert len(path.keys) == 5 and list(stage.tweaks.values) == ["eye.camera_path.keys"]
    np.testing.assert_allclose(path.keys.position[[1, 3]], [[4, 1, 0], [0, 1, -4]])
    assert stage.told[-1] == "key 3 of 5; Ctrl+S writes it into way.keys" and stage.path.way.at_hand == 2
    there = stage.simulation.pose("eye")
    np.testing.assert_allclose(np.append(there.position, there.rotation.ravel()), view, atol=1e-4)
    stage.undo()
    assert stage.told[-1] == "undo: eye.camera_path.keys 5 entries -> 4 entries" and len(played(stage).path.keys) == 4
    stage.redo()
    assert len(played(stage).path.keys) == 5


def test_saved_keys_stand_in_their_file_with_its_comments(make):
    """One line more, one less, all else to the letter; it is no tweak any more, and undo brings the old keys back over the file."""
    stage = make()
    rest(stage)
    stage.path.to_key(1)
    stage.path.remove_key()
    stage.eye.turn(10, 0)
    frames(stage, 1.0)
    stage.path.add_key()
    stage.save()
    key = stage.path.way.path.keys[1]
    x, y, z, a, b, c = (f"{number:.6g}" for number in (*key.position, *key.rotation))
    text = stage.live.path.with_name("way.keys").read_text()
    assert text == KEYS.replace("p 4 1 0 r 0 90 0", f"p {x} {y} {z} r {a} {b} {c}")
    assert stage.told[-1] == "wrote way.keys: eye.camera_path.keys 4 entries -> 4 entries" and stage.tweaks.values == {}
    assert stage.live.path.read_text() == FILE and stage.path.way.path.keys[3].position[0] == -4.0123456789
    frames(stage, 0.5)
    assert not [text for text in stage.told if "reloaded" in text]
    stage.undo()
    assert played(stage).path.keys[1].position != key.position and len(stage.tweaks.values) == 1


def test_keys_of_the_scene_are_saved_into_its_text(make):
    """Each on its line, units and comments kept."""
    stage = make(INLINE)
    rest(stage)
    stage.path.to_key(1)
    stage.path.remove_key()
    stage.eye.turn(90, 0)
    frames(stage, 1.0)
    stage.path.add_key()
    stage.save()
    position = ", ".join(f"{x:.6g}" for x in stage.path.way.path.keys.position[1])
    rotation = ", ".join(f"{x:.6g}" for x in stage.path.way.path.keys.rotation[1])
    old = "{position: [4, 1, 0], rotation: [0, 90, 0]}"
    assert stage.live.path.read_text() == INLINE.replace(old, f"{{position: [{position}], rotation: [{rotation}]}}")
    stage.path.remove_key()
    stage.save()
    assert stage.live.path.read_text() == INLINE.replace(f"      - {old}\n", "")


def test_a_key_file_that_changed_meanwhile_is_not_written_over(make):
    """It is read first; Ctrl+S once more writes the key into what stands there then."""
    stage = make()
    stage.path.add_key()
    file, other = stage.live.path.with_name("way.keys"), KEYS.replace("# round the house", "# round and round")
    file.write_text(other)
    stage.save()
    assert "way.keys has changed on disk and is read first; then Ctrl+S again" in stage.told[-1] and file.read_text() == other
    for _ in range(400):
        stage.advance(1 / 60)
        if any("saved, no change" in text or "reloaded" in text for text in stage.told):
            break
        time.sleep(0.01)
    stage.save()
    assert file.read_text().startswith("# round and round") and file.read_text().count("\np ") == 5


def test_the_last_key_stays(make):
    """A path needs one."""
    stage = make(keys="p 0 1 4 r 0 0 0\n")
    stage.path.remove_key()
    assert stage.told[-1].startswith("this is the last key") and stage.tweaks.values == {}


def test_a_camera_without_a_path_gets_one_key_by_key(make):
    """K, fly on, K, Enter; Ctrl+S writes it beside the camera."""
    stage = make("entities:\n  eye: {position: [0, 2, 8], camera: {target: [0, 1, 0]}}\n")
    stage.path.play_path()
    assert stage.told[-1] == "no camera of this scene has a path; K begins one here"
    first = seen(stage)
    stage.path.add_key()
    for _ in range(2):
        stage.eye.turn(40, 0)
        frames(stage, 1.0)
        stage.path.add_key()
    path = played(stage).path
    assert len(path.keys) == 3
    there = path.pose(0.0)
    np.testing.assert_allclose(np.append(there.position, there.rotation.ravel()), first, atol=1e-4)
    stage.path.play_path()
    frames(stage, 1.0)
    assert played(stage).playing
    stage.save()
    assert "camera_path: {keys: [{position: [0, 2, 8], rotation: [" in stage.live.path.read_text()


def test_a_key_file_that_is_saved_elsewhere_leaves_the_camera_at_the_same_share_of_its_way(make):
    """With a key more the lap is longer, and the camera as far along it as it was."""
    stage = make()
    rest(stage)
    stage.path.to_key(1)
    stage.path.to_key(1)
    stage.live.path.with_name("way.keys").write_text(KEYS + "p -2 1 3 r 0 300 0\n")
    end = time.monotonic() + 8
    while len(played(stage).path.keys) == 4 and time.monotonic() < end:
        stage.advance(1 / 60)
        time.sleep(0.005)
    assert played(stage).time / played(stage).path.duration == pytest.approx(0.5)


def test_in_the_past_a_key_is_put_in_where_one_is_there(make):
    """The time line shows an earlier moment: path and key are of what is seen, and stay when it goes on from there."""
    stage = make()
    frames(stage, 1.0)
    stage.pause()
    stage.timeline.seek(stage.simulation, 10)
    frames(stage, 0.3)
    stage.path.to_key(1)
    stage.path.add_key()
    frames(stage, 0.1)
    assert stage.timeline.away and (stage.path.way.at_hand, len(stage.path.way.path.keys)) == (2, 5)
    stage.pause()
    frames(stage, 0.1)
    assert not stage.timeline.away and len(played(stage).path.keys) == 5 and stage.path.way.at_hand == 2


def test_a_file_that_two_cameras_share_is_not_changed_for_one_of_them(make):
    """The reason is said, the key stays a tweak."""
    stage = make(FILE.replace("side: {", "side: {camera_path: {file: way.keys}, "))
    stage.path.add_key()
    stage.save()
    assert "it would change side.camera_path" in stage.told[-1] and stage.live.path.with_name("way.keys").read_text() == KEYS
    assert list(stage.tweaks.values) == ["eye.camera_path.keys"]


def test_keys_of_an_included_file_go_into_its_key_file(make, tmp_path):
    """They are told in the frame of the path, which stands where its file stands."""
    (tmp_path / "ride.yaml").write_text(FILE)
    stage = make("include:\n- {file: ride.yaml, position: [10, 0, 0], rotation: [0, 90, 0]}\nentities: {}\n")
    playback_of = played(stage, "ride.eye")
    stage.path.step_path(1)
    frames(stage, 0.1)
    view = seen(stage)
    stage.path.add_key()
    stage.save()
    assert stage.told[-1].startswith("wrote way.keys") and (tmp_path / "ride.yaml").read_text() == FILE
    there = stage.simulation.pose("ride.eye")
    np.testing.assert_allclose(np.append(there.position, there.rotation.ravel()), view, atol=1e-4)
    assert len(playback_of.path.keys) == 5 and (tmp_path / "way.keys").read_text().count("\np ") == 5
