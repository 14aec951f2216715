"""One small picture a pass, from a frame made by hand, that is another one without this pass; UPDATE_GOLDEN=1 writes them anew."""

import pkgutil
from dataclasses import replace
from pathlib import Path

import hand_made
import numpy as np
import pytest
import soft
from PIL import Image

from engine.kernels import foliage
from engine.render import passes
from engine.render.frame import Flare, Foliage, Material, Skin, Sunlight
from engine.scene import scenes

SIZE = 128, 72
GOLDEN = Path(__file__).parent / "golden"
SHOWN = 0.4  # mean difference of a pixel's channels that the pass makes, at least: a golden picture tolerates less where it is made by one
LOW = Sunlight(direction=np.array([-0.6, 0.45, 0.66]), clouds=0.4)
EYE = (2.2, 1.5, 3.2), (0, 0.35, 0)
FLOOR = ((-3, -0.4, -3), (3, 0, 3), (0.45, 0.42, 0.38))
POST = ((-0.2, 0, -0.2), (0.2, 1.1, 0.2), (0.7, 0.2, 0.1))


def day(*boxes, eye=EYE, **parts):
    """A frame in the morning over boxes, on a floor."""
    frame = hand_made.frame(hand_made.view(*eye, fov=42), **{"sun": LOW, "boxes": hand_made.boxes(FLOOR, *boxes), **parts})
    frame.view.exposure = 0.7
    return frame


def waves(x, z):
    return 0.03 * np.sin(4 * x) * np.cos(3 * z)


def opaque():
    return day(POST, ((0.5, 0, 0.2), (1.0, 0.4, 0.7), (0.1, 0.3, 0.6)))


def rounds():
    return day(rounds=soft.rounds(((0, 0.4, 0), 0.4, 0.0, (0.6, 0.1, 0.1)), ((-0.8, 0.5, 0), 0.15, 0.35, (0.1, 0.4, 0.1))))


def cloth():
    sheet = soft.sheet(lambda u, v: (1.6 * u - 0.8, 1.2 * v + 0.1, 0.15 * np.sin(9 * u)), (21, 15), translucency=0.4)
    return day(skins=(sheet,))


def low_cloth():
    """An arch that stands on the ground with two of its edges."""
    return day(skins=(soft.sheet(lambda u, v: (2 * u - 1, 0.004 + 0.3 * np.sin(np.pi * u), 1.2 * v - 0.6), (25, 15)),))


def masses():
    places = [(0.5 * x - 0.5, 0.15 + 0.4 * y, 0) for y in range(3) for x in range(3)]
    pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (0, 3), (3, 6), (1, 4), (4, 7), (2, 5), (5, 8)]
    return day(masses=(soft.masses(places, [(0.2 * k, 0, 0) for k in range(9)], pairs, held=(0, 2), stretch=1.02, radius=0.09),))


def arrows():
    rows = [[-0.8, 0.4, 0, 1.6, 0.3, 0, 0.05, 0.4, 0.1, 0.14], [0.6, 0.1, 0.6, 0, 0.9, 0, 0.5, 0.1, 0.05, 0.1]]
    return day(arrows=np.array(rows, np.float32))


def leaves():
    green = np.array([(0.035, 0.085, 0.016), (0.085, 0.15, 0.025)])
    rows = foliage.scatter("sphere", (0.5,), 3000, 0.09, "leaf", green, 0.0, 1)
    rows[:, 1] += 0.6
    return day(foliage=Foliage(rows.astype(np.float32), 1))


def sky():
    return day(eye=((0, 0.6, 0), (-2.0, 1.6, 2.0)))


def jelly():
    z, y, x = (part.ravel() / 4 for part in np.indices((5, 5, 5)))
    rows = soft.rows(np.stack([0.8 * (x - 0.5) + 0.1 * y * y, 0.02 + 0.8 * y, 0.8 * (z - 0.5)], 1))
    none = np.zeros(0, np.int32), np.zeros((0, 2), np.float32), np.zeros((0, 3), np.int32)
    look = Material(color=(0.78, 0.03, 0.02), kind="jelly")
    return day(
        skins=(
            Skin(
                125, rows, rows.copy(), *none, look, closed=True, counts=(5, 5, 5), sides=(0.8, 0.8, 0.8), version=next(hand_made._versions)
            ),
        )
    )


def droplets(count=1500, **look):
    """A jet of large droplets."""
    places, velocities = hand_made.jet(count)
    return hand_made.particles(places * 0.7, velocities, **{"size": (0.02, 0.05), "material": "droplet", "orientation": "velocity", **look})


def billboards():
    fire = hand_made.particles([(0.7, 0.2 + 0.1 * k, 0.3) for k in range(6)], color=(1, 0.4, 0.1, 0.7), size=(0.2, 0.3), additive=True)
    return day(particles=(droplets(stretch=1 / 60), fire))


def spray():
    return day(
        eye=((0, 3.4, 2.6), (0, 0, 0)), particles=(hand_made.particles(_cloud(), size=(0.03, 0.03), material="droplet", opacity=0.3),)
    )


def _cloud():
    return np.random.default_rng(2).uniform(-1, 1, (6000, 3)) * (0.5, 0.15, 0.5) + (0, 0.8, 0)


def water():
    return day(POST, waters=(hand_made.water(0.25, (5.0, 5.0), (40, 40), waves, depth=0.25),))


def caustics():
    return day(eye=((0.2, 2.0, 0.9), (0, 0, 0)), waters=(hand_made.water(0.3, (4.0, 4.0), (64, 64), waves, depth=0.3),))


def polished():
    """A ball that mirrors the room, which is red on one side."""
    frame = day(((-3, 0, -2), (3, 3, -1.8), (0.7, 0.05, 0.03)), rounds=soft.rounds(((0, 0.7, 0.6), 0.7, 0.0, (0.9, 0.9, 0.9))))
    frame.rounds.materials = (Material(color=(0.9, 0.9, 0.9), roughness=0.05),)
    return frame


def bright():
    lamp = hand_made.particles((0.7, 0.7, 0.4), size=(0.3, 0.3), color=(1, 0.8, 0.5, 1), additive=True, glow=30.0)
    frame = day(POST, particles=(lamp,))
    frame.view.bloom = 0.1
    return frame


def lens():
    rows = [[1, 0, 0.5, 1, 1, 0.8, 0.5, 0.6, 0], [0.3, 0, 0.15, 0, 0.3, 1, 0.4, 0.2, 0], [-0.6, 0, 0.3, 0, 0.4, 0.5, 1, 0.2, 0]]
    return day(POST, eye=((1.6, 0.6, -2.4), (0.1, 1.1, 0)), flare=Flare(np.array(rows, np.float32)))


def lines():
    axes = np.zeros((3, 2, 7), np.float32)
    axes[:, 1, :3], axes[:, :, 3:6], axes[:, :, 6] = 1.2 * np.eye(3), np.eye(3)[:, None], 1
    return day(POST, lines=axes)


def overlay():
    words = np.zeros((20, 60, 4), np.uint8)
    words[3:17, 3:57], words[7:13, 8:40] = (20, 30, 60, 200), (255, 220, 120, 255)
    return day(POST, overlay=words)


FRAMES = {
    "arrows": arrows, "billboards": billboards, "bloom": bright, "caustics": caustics, "cloth": cloth, "contact": low_cloth,
    "flare": lens, "foliage": leaves,
    "jelly": jelly, "lines": lines, "masses": masses, "mirror": water, "opaque": opaque, "overlay": overlay, "present": opaque, "resolve": opaque,
    "room": polished, "rounds": rounds, "shadow": opaque, "shutter": opaque, "sky": sky, "spray": spray, "water": water,
}  # fmt: skip
MODULES = sorted(module.name for module in pkgutil.iter_modules(passes.__path__))


@pytest.fixture(scope="module")
def small(context):
    """A renderer with multisampling, so that `resolve` has something to do."""
    from engine.render.renderer import Renderer

    made = Renderer(SIZE, samples=4, quality="test", bake="off")
    yield made
    made.close()


def blank():
    """Sky over water: what passes keep from picture to picture is of it."""
    frame = hand_made.frame(sun=LOW, waters=(hand_made.water(-1.0),))
    frame.view.bloom = 0.05
    return frame


def drawn(renderer, name, without=False):
    """The picture (h, w, 4) of a pass's frame, after a blank one; without: its steps are left out. `shutter` sees two moments, of a floor alone and of the frame."""
    from engine.render.renderer import ORDER

    renderer.order = ORDER
    renderer.render(blank())
    if without:
        renderer.order = tuple(step for step in ORDER if step.partition(".")[0] != name)
    frame = FRAMES[name]()
    if name == "shutter":
        renderer.render(replace(frame, boxes=day().boxes), (0, 2))
        renderer.render(frame, (1, 2))
    else:
        renderer.render(frame)
    return renderer.pixels()


@pytest.mark.parametrize("name", MODULES)
def test_a_pass_shows_what_it_did(name, small, golden):
    """And the picture needs it: without the pass it is another one."""
    assert name in FRAMES, (
        f"the pass {name} has no frame here: make one by hand in which it is seen, look at it, keep it with UPDATE_GOLDEN=1"
    )
    picture = drawn(small, name)
    changed = np.abs(picture[..., :3].astype(int) - drawn(small, name, without=True)[..., :3]).mean()
    assert changed > SHOWN
    golden(f"pass_{name}", picture, mean=0.5, share=0.005)


def test_every_pass_and_every_scene_has_its_picture():
    """And no picture is left over of one that is gone."""
    kept = {path.stem for path in GOLDEN.glob("*.png")}
    assert {name for name in kept if name.startswith("pass_")} == {f"pass_{name}" for name in MODULES}
    assert {name for name in kept if name.startswith("scene_")} == {f"scene_{path.stem}" for path in scenes()}


def test_a_picture_that_differs_is_written_with_its_amplified_difference(golden, monkeypatch, tmp_path):
    """Eight times as strong, so that one sees where; a picture within the tolerance leaves nothing."""
    monkeypatch.delenv("UPDATE_GOLDEN", raising=False)
    monkeypatch.setitem(golden.__globals__, "FAILURES", tmp_path)
    kept = np.asarray(Image.open(GOLDEN / "pass_sky.png").convert("RGB"))
    golden("pass_sky", kept)
    assert not list(tmp_path.iterdir())
    other = kept.copy()
    other[10:30, 20:60] ^= 31
    with pytest.raises(pytest.fail.Exception, match="pass_sky: mean difference"):
        golden("pass_sky", other)
    assert np.array_equal(np.asarray(Image.open(tmp_path / "pass_sky.png")), other)
    shown = np.asarray(Image.open(tmp_path / "pass_sky_difference.png"))
    assert np.array_equal(shown, np.minimum(8 * np.abs(other.astype(int) - kept), 255)) and shown.max() > 100
