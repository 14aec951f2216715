"""Sky, sun and baked light: where they come from and when they change."""

import os
import threading
import time

import hand_made
import numpy as np
import pytest
from PIL import Image

from engine.kernels import lightmap
from engine.render import cache, light, skins
from engine.render.extract import extract
from engine.render.frame import Material, Sunlight
from engine.scene import scenes
from engine.simulation import Simulation

SKY = np.full((64, 128, 3), 0.25, np.float32)
SCENE = hand_made.frame(boxes=hand_made.boxes(((-1, -1, -1), (1, 1, 1), (1, 0, 0))))


@pytest.fixture
def bakes(monkeypatch, tmp_path):
    """Replaces the bake by one that gives light equal to its number of rays, and keeps the caches out; lists its calls."""
    calls = []

    def bake(*scene, rays, rounds, progress):
        calls.append(rays)
        progress(0.5)
        return np.full((8, 512, 3), rays, np.float32), np.ones((len(scene[0]), 6, 4), np.int32)

    monkeypatch.setattr(lightmap, "bake", bake)
    monkeypatch.setattr(cache, "BAKED", tmp_path / "shipped")
    monkeypatch.setattr(cache, "user_folder", lambda: tmp_path / "user")
    return calls


def until(condition):
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_an_even_sky_lights_a_plane_by_its_own_radiance():
    """Irradiance under radiance L from the whole hemisphere is PI L."""
    assert np.allclose(light.upward(SKY), 0.25)


def test_a_waited_for_bake_is_full_and_kept(bakes):
    """The second time it comes from the cache, whose half floats lose nothing here."""
    told = []
    first = light.Light("wait", lambda text, share: told.append((text, share)))
    first.follow(SCENE)
    second = light.Light("wait")
    second.follow(SCENE)
    assert bakes == [192]
    assert told == [("baking light", 0.5)]
    assert np.array_equal(first.map, second.map)
    assert second.map[0, 0, 0] == 192


def test_a_background_bake_shows_a_draft_and_then_the_whole(bakes):
    """Until `poll` nothing changes on the drawing thread; each take-over is a new version."""
    made = light.Light("background")
    made.follow(SCENE)
    assert made.map is None
    until(lambda: made._ready.qsize() == 2)
    before = made.version
    assert made.poll()
    assert bakes == [32, 192]
    assert made.map[0, 0, 0] == 192
    assert made.version == before + 2
    assert not made.poll()


def test_a_bake_whose_scene_has_changed_is_dropped(monkeypatch, bakes):
    """It ends at its next report, and what it might still hand over is not taken."""
    running, release, ended = threading.Event(), threading.Event(), threading.Event()

    def slow(*scene, rays, rounds, progress):
        running.set()
        release.wait(10)
        try:
            progress(0.5)
        finally:
            ended.set()
        return np.zeros((8, 512, 3), np.float32), np.ones((1, 6, 4), np.int32)

    monkeypatch.setattr(lightmap, "bake", slow)
    made = light.Light("background")
    made.follow(SCENE)
    assert running.wait(10)
    made.follow(hand_made.frame())
    release.set()
    assert ended.wait(10)
    assert not made.poll()
    assert made.map is None


def test_an_edit_keeps_the_old_light_until_the_new_is_there(bakes):
    """Moving a wall must not flash; taking one away must, for the charts are no longer those of the boxes."""
    made = light.Light("background")
    made.follow(SCENE)
    until(lambda: made._ready.qsize() == 2)
    made.poll()
    old = made.map
    made.follow(hand_made.frame(boxes=hand_made.boxes(((-2, -1, -1), (1, 1, 1), (1, 0, 0)))))
    assert made.map is old
    until(lambda: made._ready.qsize() == 2)
    made.poll()
    assert made.map is not old
    made.follow(hand_made.frame(boxes=hand_made.boxes(((-2, -1, -1), (1, 1, 1), (1, 0, 0)), ((3, 0, 0), (4, 1, 1), (1, 0, 0)))))
    assert made.map is None
    made.close()


def test_a_new_sun_turns_at_once_and_its_sky_comes_later(bakes, monkeypatch):
    """No picture waits for a sky: the old one stays, then the new one is shown and light is baked under it."""
    from engine.kernels import atmosphere

    release = threading.Event()

    def slow(direction, turbidity):
        if direction[0] > 0:
            release.wait(10)
        return np.full((4, 8, 3), direction[0], np.float32), np.ones(3, np.float32)

    monkeypatch.setattr(atmosphere, "sky", slow)
    made = light.Light("background")
    first, second = (Sunlight(direction=np.array([x, 0.6, 0.0])) for x in (-0.8, 0.8))
    made.follow(hand_made.frame(sun=first))
    made.follow(hand_made.frame(sun=second))
    assert made.direction[0] == pytest.approx(0.8) and np.allclose(made.sky, -0.8, atol=1e-3)
    assert not made.poll()
    release.set()
    until(made.poll)
    made.follow(hand_made.frame(sun=second))
    assert np.allclose(made.sky, 0.8, atol=1e-3)
    waiting = light.Light("wait")
    waiting.follow(hand_made.frame(sun=first))
    waiting.follow(hand_made.frame(sun=second))
    assert np.allclose(waiting.sky, 0.8, atol=1e-3)


def test_a_closed_light_ends_its_bake(monkeypatch, bakes):
    """At the bake's next report, so that the program ends when the window closes."""
    ended = threading.Event()

    def endless(*scene, rays, rounds, progress):
        try:
            while True:
                progress(0.5)
                time.sleep(0.001)
        finally:
            ended.set()

    monkeypatch.setattr(lightmap, "bake", endless)
    made = light.Light("background")
    made.follow(SCENE)
    assert not ended.wait(0.02)
    made.close()
    assert ended.wait(10)


def test_off_bakes_nothing(bakes):
    made = light.Light("off")
    made.follow(SCENE)
    assert made.map is None
    assert bakes == []


def test_a_moving_box_is_not_baked(bakes):
    """It would carry the light of another place along."""
    frame = hand_made.frame(boxes=hand_made.boxes(((-1, -1, -1), (1, 1, 1), (1, 0, 0)), ((2, -1, -1), (3, 1, 1), (1, 0, 0))))
    frame.boxes.moving[0] = True
    made = light.Light("wait")
    made.follow(frame)
    assert list(made.still) == [1]
    assert len(made.chart) == 1


def test_the_key_depends_on_everything_and_on_nothing_else(bakes):
    """Colour, place and sun make a new map; a new version number with the same content does not."""
    made = light.Light("wait")
    made.follow(SCENE)

    def follow(colour=(1, 0, 0), low=-1.0, version=2, sun=hand_made.STUDIO):
        boxes = hand_made.boxes(((low, -1, -1), (1, 1, 1), colour))
        boxes.version = version
        made.follow(hand_made.frame(boxes=boxes, sun=sun))
        return len(bakes)

    assert follow() == 1
    assert follow(colour=(0, 1, 0)) == 2
    assert follow(low=-1.5) == 3
    assert follow(sun=Sunlight(direction=np.array([0.0, 1.0, 0.0]), sky=False)) == 4
    assert follow() == 4  # back again: found in the cache


def test_damaged_and_missing_files_are_none(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "BAKED", tmp_path)
    monkeypatch.setattr(cache, "user_folder", lambda: tmp_path / "user")
    assert cache.recall("absent", ("a",)) is None
    (tmp_path / "broken.npz").write_bytes(b"PK\x03\x04 not a zip")
    assert cache.recall("broken", ("a",)) is None
    cache.store("other", folder=tmp_path, b=np.arange(3))
    assert cache.recall("other", ("a",)) is None
    assert np.array_equal(cache.recall("other", ("b",))[0], np.arange(3))


def test_a_cache_that_cannot_be_written_keeps_nothing(tmp_path):
    """A read-only home must not stop a picture."""
    (tmp_path / "file").write_text("")
    cache.store("key", folder=tmp_path / "file" / "folder", a=np.zeros(1))
    assert not (tmp_path / "file" / "folder").exists()


def test_the_cache_forgets_its_oldest_files(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "KEPT", 2)
    for k in range(4):
        cache.store(f"key{k}", folder=tmp_path, a=np.zeros(1))
        os.utime(tmp_path / f"key{k}.npz", (k, k))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key2.npz", "key3.npz"]


@pytest.mark.parametrize("scene", [*scenes(), cache.BAKED.parent / "templates" / "new.yaml"], ids=lambda path: path.stem)
def test_the_light_of_every_shipped_scene_is_baked(scene, tmp_path, monkeypatch):
    """Else its first picture would wait; `python -m content.make.light` bakes what is missing."""
    monkeypatch.setattr(cache, "user_folder", lambda: tmp_path)
    made = light.Light("off")
    frame = extract(Simulation.from_file(scene))
    made.follow(frame)
    assert (made.map is not None) == bool((~frame.boxes.moving).any())  # a cloth in the sky has nothing to bake
    assert list(tmp_path.glob("sky*")) == [], "the sky had to be computed"


def test_a_bake_mode_must_be_known():
    with pytest.raises(ValueError, match="'background', 'wait' or 'off'"):
        light.Light("maybe")


def test_linear_light_inverts_srgb():
    """IEC 61966-2-1: 0 and 255 stay, the middle grey 188 is 0.5030."""
    assert skins.LINEAR[[0, 188, 255]] == pytest.approx([0, 0.5029, 1], abs=1e-4)


def test_albedo_without_a_texture_is_the_colour():
    assert skins.albedo_of(Material(color=(0.2, 0.4, 0.6))) == pytest.approx([0.2, 0.4, 0.6])


def test_the_mean_colour_of_a_texture_is_that_of_its_light(tmp_path):
    """Half black, half white: 0.5 in linear light, which is 188 and not 128 as sRGB."""
    pixels = np.zeros((skins.SIDE, skins.SIDE, 3), np.uint8)
    pixels[::2] = 255
    Image.fromarray(pixels).save(tmp_path / "stripes.png")
    assert skins.skin(str(tmp_path / "stripes.png"))["mean"] == pytest.approx([0.5, 0.5, 0.5])


def test_coarser_levels_are_means():
    """Of bytes, and of squares for sRGB: half black and half white is 128 and 180."""
    stripes = np.zeros((4, 4, 4), np.uint8)
    stripes[::2] = 255
    plain, squared = list(skins.halvings(stripes)), list(skins.halvings(stripes, squared=True))
    assert [len(level) for level in plain] == [4, 2, 1]
    assert np.all(plain[1] == 128)
    assert np.all(squared[2] == 180)


def test_an_edited_texture_is_read_anew(tmp_path, monkeypatch):
    """What is kept is found by the files' times and sizes; an unchanged file is not decoded twice."""
    monkeypatch.setattr(cache, "user_folder", lambda: tmp_path / "cache")
    path, reads = tmp_path / "skin.png", []
    maps = skins.surface_maps
    monkeypatch.setattr(skins, "surface_maps", lambda *given: reads.append(given) or maps(*given))
    for color, changed in (("red", 1), ("red", 1), ("blue", 2)):
        Image.new("RGB", (8, 8), color).save(path)
        os.utime(path, ns=(changed, changed))
        skins.skin.cache_clear()
        skin = skins.skin(str(path))
        assert skin["color0"].shape == (512, 512, 4) and skin["shape9"].shape == (1, 1, 4)
        assert tuple(skin["color9"][0, 0, :3]) == {"red": (255, 0, 0), "blue": (0, 0, 255)}[color]
    assert len(reads) == 2


def test_white_balance_keeps_luminance_and_greys_the_sun(context):
    """warmth 0: sunlight comes out grey; warmth 1: nothing changes; luminance of the gain is 1 at any warmth."""
    from engine.render.passes.present import LUMA, white_balance

    beam = np.array([2.9, 2.6, 2.2])
    assert np.ptp(white_balance(beam, 0.0) * beam) == pytest.approx(0, abs=1e-12)
    assert np.allclose(white_balance(beam, 1.0), 1)
    assert [white_balance(beam, w) @ LUMA for w in (0, 0.3, 1)] == pytest.approx([1, 1, 1])
    assert np.allclose(white_balance(np.zeros(3), 0.3), 1)  # no sun, nothing to balance
