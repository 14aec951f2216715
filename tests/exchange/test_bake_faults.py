"""What goes wrong with bakes: full disks, files that are none, are damaged, or belong to another scene or version."""

import io
import json
import zipfile

import numpy as np
import pytest
from baking import baked, made, picture

from engine.exchange.bake import Writer
from engine.exchange.manifest import VERSION
from engine.exchange.playback import Playback
from engine.exchange.reading import Bake, BakeError
from engine.exchange.whole import Raw
from engine.scene.load import load
from engine.simulation import Simulation


class Full(Raw):
    """A disk that is full after so many bytes."""

    room = 0

    def write(self, data):
        if self.tell() + len(memoryview(data).cast("B")) > Full.room:
            raise OSError(28, "No space left on device")
        return super().write(data)


@pytest.mark.parametrize("chunk", [4000, 1 << 20])
def test_a_full_disk_keeps_the_frames_that_there_was_room_for(tmp_path, monkeypatch, chunk):
    """What is there is a bake of fewer frames, equal to those of the run, and nearly as large as the disk, whatever the chunks."""
    monkeypatch.setattr("engine.exchange.whole.Raw", Full)
    for room in (60_000, 61_111, 64_444):
        simulation, seen = made(), []
        Full.room = room
        writer = Writer(tmp_path / "x.npz", simulation.scene, 0, chunk=chunk)
        with pytest.raises(OSError, match="No space left"):
            try:
                for i in range(30):
                    simulation.go_to(2 * i)
                    writer.add(simulation)
                    seen.append(picture(simulation))
            finally:
                writer.close()
        playback = Playback(Bake(tmp_path / "x.npz"))
        assert 2 < playback.bake.frames == writer.frames <= len(seen)
        assert 0.6 * room < (tmp_path / "x.npz").stat().st_size <= room
        for i in range(playback.bake.frames):
            playback.seek(i)
            assert picture(playback) == seen[i]
        playback.close()


def test_a_disk_without_any_room_is_left_empty(tmp_path, monkeypatch):
    """Neither a file nor a part of one: for the scene, for the first frame, for the directory."""
    monkeypatch.setattr("engine.exchange.whole.Raw", Full)
    simulation = made()
    Full.room = 100
    with pytest.raises(OSError):
        Writer(tmp_path / "x.npz", simulation.scene, 0)
    Full.room = 3000
    writer = Writer(tmp_path / "x.npz", simulation.scene, 0)
    writer.add(simulation)
    with pytest.raises(OSError):
        writer.close()
    assert writer.frames == 0 and list(tmp_path.iterdir()) == []


def test_what_is_no_bake_says_so(bake, tmp_path):
    """Cut short, other arrays, another program's, a newer one, damaged, without a frame, with a name that leads out."""
    raw = bake[0].read_bytes()

    def said(data):
        (tmp_path / "y.npz").write_bytes(data)
        with pytest.raises(BakeError) as caught:
            opened = Bake(tmp_path / "y.npz")
            for i in range(opened.frames):
                opened.frame(i)
        return str(caught.value).replace(str(tmp_path), "")

    def manifest(**changes):
        made, old = io.BytesIO(), np.load(bake[0])
        told = json.loads(old["manifest"].tobytes()) | changes
        np.savez(
            made, **{name: old[name] for name in old.files if name != "manifest"}, manifest=np.frombuffer(json.dumps(told).encode(), "u1")
        )
        return made.getvalue()

    again = "bake the scene anew"
    assert said(raw[: len(raw) // 2]) == f"/y.npz is no bake, or one that was cut short (File is not a zip file); {again}"
    assert said(b"").endswith(again) and said(b"hello") == f"/y.npz is no bake, or one that was cut short; {again}"
    for save in (lambda file: np.savez(file, a=np.arange(3)), lambda file: np.save(file, np.arange(3))):
        other = io.BytesIO()
        save(other)
        assert said(other.getvalue()) == "/y.npz holds arrays, but no bake; springvand bake SCENE -o y.npz makes one"
    assert said(manifest(format="x")) == f"/y.npz is damaged: its manifest is another program's; {again}"
    assert said(manifest(version=VERSION + 1)) == (
        f"/y.npz was baked by a newer version of Springvand (format {VERSION + 1}, this one reads {VERSION}); update, or {again}"
    )
    assert said(manifest(frames=31)) == f"/y.npz is damaged: frames are missing; {again}"
    assert said(manifest(files=["../x.yaml"])).endswith(again)
    assert "cannot be drawn here; what it names from elsewhere must be where it was\n" in said(manifest(overrides={"no.such": 1}))
    place = zipfile.ZipFile(bake[0]).getinfo("drops/position.rows/00002.npy").header_offset
    damaged = raw[: place + 400] + bytes(200) + raw[place + 600 :]
    assert said(damaged).startswith("/y.npz is damaged at drops/position.rows/00002: ")


def test_a_file_that_leads_out_of_its_folder_is_not_unpacked(tmp_path):
    """Nor one with an absolute path."""
    from engine.exchange.packed import unpack

    for name in ("../a", "/a", "a/../../b", "c:a", "a\\b", ""):
        with pytest.raises(ValueError, match="leads out"):
            unpack({name: np.zeros(1, np.uint8)}, tmp_path)


def test_a_bake_of_another_scene_is_not_put_into_it(bake, tmp_path):
    """The field and both shapes are named."""
    made_of = json.loads(np.load(bake[0])["manifest"].tobytes())
    arrays = {name: array for name, array in np.load(bake[0]).items() if name != "manifest"}
    arrays["pool/wave_surface.height"] = np.zeros((4, 8), np.float32)
    np.savez(tmp_path / "y.npz", **arrays, manifest=np.frombuffer(json.dumps(made_of).encode(), "u1"))
    with pytest.raises(BakeError, match=r"frame 0: pool/wave_surface.height is float32 \(4, 8\) where the scene has float32 \(8, 8\)"):
        Playback(Bake(tmp_path / "y.npz"))


def test_a_bake_with_more_particles_than_its_scene_has_room_for(bake, tmp_path):
    """Both numbers are told."""
    arrays = dict(np.load(bake[0]).items())
    count = arrays["drops/population.used/00000"]
    arrays["drops/population.used/00000"] = np.array([1000, *count[1:]])
    np.savez(tmp_path / "y.npz", **arrays)
    with pytest.raises(BakeError, match="frame 0: 1000 particles where there is room for 100; bake the scene anew"):
        Playback(Bake(tmp_path / "y.npz"))


def test_a_file_that_leads_outside_needs_leave_to(tmp_path):
    """What a scene names outside its folder goes with its bake too, and is found only by those who allow it."""
    from PIL import Image

    (tmp_path / "a").mkdir()
    Image.new("RGB", (4, 4), "red").save(tmp_path / "red.png")
    (tmp_path / "a" / "a.yaml").write_text("entities:\n  box: {shape: {box: {size: [1, 1, 1]}}, surface: {texture: ../red.png}}\n")
    baked(tmp_path / "x.npz", Simulation(load(tmp_path / "a" / "a.yaml", allow_outside=True)), 1)
    (tmp_path / "red.png").unlink()
    with pytest.raises(BakeError, match=r"(?s)cannot be drawn here; .*'../red.png' leaves the scene's folder"):
        Bake(tmp_path / "x.npz")
    opened = Bake(tmp_path / "x.npz", allow_outside=True)
    assert opened.scene.asset("../red.png").is_file()
    opened.close()


WRONG = {
    "version": (0, "1", None, True),
    "scene": (5, "../x.yaml", "/x.yaml"),
    "files": (5, [5], []),
    "overrides": (5, []),
    "seed": (-1, 2**32, None, 0.5),
    "dt": (0, -1, "x", float("nan"), float("inf"), True),
    "frames": (0, -1, "x", 30.0, 10**12),
    "chunks": (5, [], [5], [0, 0], ["x"], [0, 10**6]),
    "fields": ([], {"a/b": 5}, {"a/b": {"ragged": 1, "from": None}}, {"a/b": {"ragged": True, "from": -1}}),
    "fps": (0, -60, "x", None, float("inf"), 1e300),
    "start": (-5, "x", None, float("nan"), 1e308),
}


@pytest.mark.parametrize("key", WRONG)
def test_a_manifest_that_makes_no_sense_is_damaged(bake, tmp_path, key):
    """Each entry is held to its form, and is asked for, before any number of it is used: no other error leaves the reader."""
    arrays = {name: array for name, array in np.load(bake[0]).items() if name != "manifest"}
    told = json.loads(np.load(bake[0])["manifest"].tobytes())
    for value in WRONG[key]:
        np.savez(tmp_path / "y.npz", **arrays, manifest=np.frombuffer(json.dumps(told | {key: value}).encode(), "u1"))
        with pytest.raises(BakeError, match="y.npz is damaged: .*; bake the scene anew"):
            Bake(tmp_path / "y.npz")
    told.pop(key, None)
    np.savez(tmp_path / "y.npz", **arrays, manifest=np.frombuffer(json.dumps(told).encode(), "u1"))
    if key in ("fps", "start"):  # which a script need not tell
        Bake(tmp_path / "y.npz").close()
        return
    with pytest.raises(BakeError, match=f"y.npz is damaged: {key}; bake the scene anew"):
        Bake(tmp_path / "y.npz")


@pytest.mark.parametrize("name, change", [("time", lambda a: a * np.nan), ("time", lambda a: a[::-1]), ("tick", lambda a: a * 0.5)])
def test_frames_have_times_that_go_on(bake, tmp_path, name, change):
    """Whoever looks for the frame of a moment finds it by halving."""
    arrays = dict(np.load(bake[0]).items())
    arrays[f"frames/{name}/00000"] = change(arrays[f"frames/{name}/00000"])
    np.savez(tmp_path / "y.npz", **arrays)
    with pytest.raises(BakeError, match="y.npz is damaged: (the times of its frames are no numbers|its frames go back in time)"):
        Bake(tmp_path / "y.npz")
