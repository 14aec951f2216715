"""One picture a pass, from frames made by hand; UPDATE_GOLDEN=1 writes them anew."""

from pathlib import Path

import hand_made
import numpy as np
import pytest

from engine.kernels import foliage
from engine.render.frame import Foliage, Material, Sunlight

TEXTURES = Path(__file__).parents[2] / "content" / "textures"
DAY = Sunlight(direction=np.array([-0.70, 0.55, 0.45]) / np.linalg.norm([0.70, 0.55, 0.45]), clouds=0.6)
EYE = hand_made.view((2.6, 1.7, 3.4), (0, 0.35, 0), fov=42)
SOLIDS = ("shadow", "room", "opaque", "foliage", "sky", "resolve", "bloom", "present", "lines", "overlay")


def stage():
    """Paving, a tiled block, a wooden post lying across, a wet stone and a red cube that stands askew."""
    given = [
        ((-4, -0.5, -4), (4, 0, 4), (1, 1, 1)),
        ((-0.5, 0, -0.5), (0.5, 0.8, 0.5), (1, 1, 1)),
        ((-1.6, 0, 0.5), (-0.4, 0.14, 0.66), (1, 1, 1)),
        ((0.8, 0, 0.1), (1.4, 0.3, 0.7), (1, 1, 1)),
        ((0.2, 0.8, -0.3), (0.5, 1.1, 0), (0.7, 0.1, 0.05)),
    ]
    boxes = hand_made.boxes(*given)
    skins = [("paving", 2.4, "stone", 0.3), ("star", 1.0, "tile", 0.0), ("wood", 1.0, "wood", 0.0), ("limestone", 1.2, "stone", 1.0)]
    textured = tuple(Material(str(TEXTURES / f"{name}.png"), tile, kind=kind, wet=wet) for name, tile, kind, wet in skins)
    boxes.materials = (*textured, Material(color=(0.7, 0.1, 0.05), roughness=0.2))
    boxes.bevel[1:] = 0.02
    c, s = np.cos(0.5), np.sin(0.5)
    boxes.rotation[4] = [[c, 0, s], [0, 1, 0], [-s, 0, c]]
    return boxes


def day(**parts):
    frame = hand_made.frame(EYE, sun=DAY, **parts)
    frame.view.exposure = 0.7
    return frame


@pytest.fixture
def picture(renderer):
    def draw(frame, order=SOLIDS, **how):
        made = renderer(order=order, **how)
        made.render(frame)
        return made.pixels()

    return draw


def test_boxes(picture, golden):
    golden("boxes", picture(day(boxes=stage())))


def test_boxes_without_sky_or_texture(picture, golden):
    """One grey box on nothing, no sky: still something that one can look at."""
    frame = hand_made.frame(EYE, boxes=hand_made.boxes(((-0.5, 0, -0.5), (0.5, 1, 0.5), (0.6, 0.6, 0.6))))
    golden("plain", picture(frame))


def test_foliage(picture, golden):
    green, red = ((0.035, 0.085, 0.016), (0.085, 0.15, 0.025)), ((0.42, 0.015, 0.14), (0.62, 0.05, 0.27))
    ball = foliage.scatter("sphere", (0.5,), 6000, 0.06, "leaf", np.array(green), 0.0, 1)
    vine = foliage.scatter("box", (1.6, 0.1, 0.1), 1600, 0.05, "blossom", np.array(red), 0.1, 2)
    needles = foliage.scatter("capsule", (0.3, 1.6), 4000, 0.1, "needle", np.array(green) * 0.5, 0.0, 3)
    rows = np.concatenate([ball + move(-0.3, 0.5, 0.4), vine + move(0.6, 0.3, 0.9), needles + move(0.8, 0.8, -1.0)])
    golden("foliage", picture(day(boxes=stage(), foliage=Foliage(rows.astype(np.float32), 1))))


def move(x, y, z):
    return np.array([x, y, z] + [0] * 9, np.float32)


def test_sky(picture, golden):
    """Toward the sun: disc, glare, clouds."""
    frame = day()
    frame.view = hand_made.view((0, 1, 0), (-2.2, 2.6, 1.7), fov=70)
    frame.view.bloom = 0.08
    golden("sky", picture(frame))


def test_bloom(picture, golden):
    """A sunlit white box before a dark ground spreads a twentieth of its light."""
    boxes = hand_made.boxes(((-0.4, 0, -0.4), (0.4, 0.8, 0.4), (1, 1, 1)), ((-9, -1, -9), (9, 0, 9), (0.01, 0.01, 0.01)))
    frame = day(boxes=boxes)
    frame.view.bloom, frame.view.exposure = 0.3, 1.2
    golden("bloom", picture(frame))


def test_aces(picture, golden):
    frame = day(boxes=stage())
    frame.view.tone = "aces"
    golden("aces", picture(frame))


def test_mirror(renderer, golden):
    """What the water would show: the stage upside down, cut at the level."""
    from pyglet import gl

    made = renderer(quality="full", order=("shadow", "room", "mirror", "opaque", "foliage", "sky", "resolve", "bloom", "present"))
    made.render(day(boxes=stage(), waters=(hand_made.water(level=0.05, size=(8.0, 8.0), depth=0.06),)))
    width, height = made.passes["mirror"].target.size
    light = np.empty((height, width, 4), np.float32)
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, made.passes["mirror"].target.id)
    gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_FLOAT, light.ctypes.data)
    golden("mirror", (np.clip(light[::-1], 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8))


def test_lines_and_overlay(picture, golden):
    axes = np.zeros((3, 2, 7), np.float32)
    axes[:, 1, :3], axes[:, :, 6] = 1.5 * np.eye(3), 1
    axes[:, :, 3:6] = np.eye(3)[:, None]
    overlay = np.zeros((24, 96, 4), np.uint8)
    overlay[4:20, 4:92] = 20, 30, 60, 160
    overlay[10:14, 10:86] = 255, 220, 120, 255
    golden("lines", picture(day(boxes=stage(), lines=axes, overlay=overlay)))
