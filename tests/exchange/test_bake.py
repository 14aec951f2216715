"""Bakes: what is taken out of a run is put back bit for bit, whatever is drawn, and plain numpy reads it."""

import json
import tracemalloc
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from baking import SCENE, baked, made, picture

from engine.components import Population, Position
from engine.exchange.bake import Writer, most_bytes, numbered
from engine.exchange.playback import FIXED, Playback
from engine.exchange.reading import Bake
from engine.render.extract import extract
from engine.scene import SceneError
from engine.scene.load import load
from engine.scene.paths import CONTENT
from engine.simulation import Simulation
from game.film.moments import Plan
from game.film.recording import Steps
from game.history import History


def test_what_is_drawn_of_a_bake_is_what_was_drawn(bake):
    """Every number of every frame, forward, backward and across chunks."""
    path, seen = bake
    playback = Playback(Bake(path))
    assert len(playback.bake.starts) > 3 and playback.bake.frames == 30
    for i in (*range(30), *range(29, -1, -7), 13):
        playback.seek(i)
        assert picture(playback) == seen[i]


@pytest.mark.parametrize("name, frames, every", [("integrators", 12, 20), ("drape", 4, 10), ("tour", 3, 9), ("fireworks", 4, 60)])
def test_every_kind_of_body_is_drawn_of_a_bake_as_it_was(tmp_path, name, frames, every):
    """Frozen bodies, balls, cloth, jelly, included scenes, cameras on paths, bodies that call each other."""
    simulation = Simulation(load(CONTENT / "scenes" / f"{name}.yaml"))
    seen = baked(tmp_path / "x.npz", simulation, frames, every, 1 << 20, picture)
    playback = Playback(Bake(tmp_path / "x.npz"))
    for i in (frames - 1, *range(frames)):
        playback.seek(i)
        shown = picture(playback)
        assert [key for key in shown if shown[key] != seen[i][key]] == []


def test_plain_numpy_reads_a_bake(bake):
    """As REFERENCE.md shows it: the living of each frame are where the simulation says that they are, float32."""
    arrays, simulation = np.load(bake[0]), made()
    told = json.loads(arrays["manifest"].tobytes())
    frames = []
    for chunk in range(len(told["chunks"])):
        rows, count = (arrays[numbered(f"drops/{name}", chunk)] for name in ("position.rows", "population.used"))
        frames += np.split(rows, np.cumsum(count)[:-1])
    for i, rows in enumerate(frames):
        simulation.go_to(2 * i)
        assert rows.dtype == np.float32 and np.array_equal(rows, simulation.get("drops", Position).xyz)
    assert len(frames) == told["frames"] == 30 and len(frames[29]) == simulation.get("drops", Population).alive > 50
    assert told["fields"]["drops/position.rows"] == {
        "unit": "m", "text": "position now, one row an axis (3, slots)", "ragged": True, "from": 0,
    }  # fmt: skip
    assert arrays["sheet/triangles.corners"].shape == (32, 3) and arrays[numbered("sheet/position.rows", 0)].shape[1:] == (25, 3)
    times = np.concatenate([arrays[numbered("frames/time", chunk)] for chunk in range(len(told["chunks"]))])
    assert np.array_equal(times, np.arange(30) * 2 * (1 / 120))


def test_a_tick_that_is_baked_is_seen_at_any_share_of_a_step(bake):
    """`go_to` is Simulation's: the same numbers in the same places; what is not baked is the frame before, and that is said once."""
    playback, simulation = Playback(Bake(bake[0])), made()
    for tick, blend in ((4, 0.0), (10, 0.25), (58, 0.75)):
        playback.go_to(tick, blend)
        simulation.go_to(tick, blend)
        assert picture(playback) == picture(simulation)
    assert playback.messages == []
    playback.go_to(7)
    playback.go_to(9)
    assert playback.tick == 8
    (message,) = playback.messages
    assert message == (
        "x.npz has no frame at 0.05833 s, so the one before it is shown; it has 30 from 0 s to 0.4833 s: "
        "bake with a higher --fps, or a longer time"
    )


def test_a_bake_plays_by_the_wall_clock_and_begins_anew(bake):
    """60 frames a second, whatever the pictures are; at the end the first one, or the last for good."""
    playback = Playback(Bake(bake[0]))
    assert [playback.advance(1 / 60) for _ in range(5)] == [1] * 5 and playback.frame == 5
    assert [playback.advance(1 / 120) for _ in range(4)] == [0, 1, 0, 1] and playback.frame == 7
    playback.advance(0.25)
    assert playback.frame == 22
    playback.advance(9 / 60)
    assert playback.frame == 1  # 31 of 30
    playback.loops = False
    playback.advance(30.0)
    assert playback.frame == 29
    playback.step()
    assert playback.frame == 29
    playback.restart()
    assert playback.frame == 0 == playback.time


@pytest.mark.parametrize("fps", [30, 60, 90])
def test_a_film_of_a_bake_begins_anew_as_the_window_does(tmp_path, fps):
    """Picture by picture the frames that the wall clock shows, three times round; nothing is said to be missing. 7/6 and 7/9 of a tick
    are no binary numbers."""
    step, plan = Fraction(1, 70), Plan(Fraction(1, 5), Fraction(fps), 20)
    simulation = made(SCENE.replace("1/120 s", "1/70 s"))
    with closing(Writer(tmp_path / "x.npz", simulation.scene, simulation.seed)) as writer:
        for i in range(plan.count):
            simulation.go_to(*plan.moments(i, step)[0])
            writer.add(simulation)
    film, window, steps = Playback(Bake(tmp_path / "x.npz")), Playback(Bake(tmp_path / "x.npz")), Steps(Fraction(fps))
    assert film.lap == (plan.start / step, plan.count / plan.fps / step)
    steps(film, History())
    for i in range(60):
        steps(film, History())
        window.advance(1 / fps)
        assert window.frame == (i + 1) % 20 and film.tick == window.tick
        assert film.clock.owed == pytest.approx(window.clock.owed, abs=1e-12)
    assert film.messages == []
    film.loops = False
    assert film.lap is None


def test_a_bake_stays_as_it_is(bake):
    """No value is laid over it, and no hand pulls it."""
    playback = Playback(Bake(bake[0]))
    with pytest.raises(SceneError, match=FIXED):
        playback.set("drops.emitter.rate", 5)
    with pytest.raises(RuntimeError, match=FIXED):
        playback.grab("sheet", 0)


def test_the_files_of_a_scene_go_with_its_bake(tmp_path):
    """Scene, included scene, texture and key file: the bake is played where none of them is, with the overrides of its scene."""
    from PIL import Image

    folder, away = tmp_path / "there", tmp_path / "here"
    (folder / "parts").mkdir(parents=True)
    away.mkdir()
    Image.new("RGB", (4, 4), "red").save(folder / "red.png")
    (folder / "way.keys").write_text("p 0 1 4 r 0 0 0\np 4 1 0 r 0 90 0\n")
    (folder / "parts" / "floor.yaml").write_text("entities:\n  slab: {shape: {box: {size: [1, 1, 1]}}, surface: {texture: red.png}}\n")
    Image.new("RGB", (4, 4), "red").save(folder / "parts" / "red.png")
    (folder / "a.yaml").write_text(
        "include: [{file: parts/floor.yaml}]\nentities:\n  eye: {camera: {}, camera_path: {file: way.keys}}\n"
        "  box: {shape: {box: {size: [1, 1, 1]}}, surface: {texture: red.png, tile: 1}}\n"
    )
    simulation = Simulation(load(folder / "a.yaml", {"box.surface.tile": 3}))
    baked(away / "x.npz", simulation, 2)
    folder.rename(tmp_path / "gone")
    playback = Playback(Bake(away / "x.npz"))
    frame = extract(playback)
    assert {material.tile for material in frame.boxes.materials} == {1, 3}
    assert all(Path(material.texture).read_bytes() for material in frame.boxes.materials)
    unpacked = playback.bake.scene.path
    playback.close()
    assert not unpacked.exists()


def test_memory_stays_flat_however_long_it_gets(tmp_path):
    """The peak over 160 frames is that over 40: a chunk, and what joins it."""
    peaks = []
    for frames in (40, 160):
        simulation = made(SCENE.replace("capacity: 100", "capacity: 3000").replace("rate: 600", "rate: 20000"))
        writer = Writer(tmp_path / f"{frames}.npz", simulation.scene, 0, chunk=1 << 20)
        simulation.step(50)
        tracemalloc.start()
        for _ in range(frames):
            simulation.step()
            writer.add(simulation)
        writer.close()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (tmp_path / "160.npz").stat().st_size > 3 * peaks[1]
    assert peaks[1] < 1.25 * peaks[0] < 5 << 20


def test_a_frame_takes_at_most_what_is_said(tmp_path):
    """The estimate is over what frames take, and within twice of it when all bodies are full."""
    simulation = made()
    most = most_bytes(simulation)
    baked(tmp_path / "x.npz", simulation, 40, chunk=1 << 20)
    size = (tmp_path / "x.npz").stat().st_size / 40
    assert 0.4 * most < size < 1.5 * most
