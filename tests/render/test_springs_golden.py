"""Cloth, masses, balls and arrows, a picture each, from frames made by hand; UPDATE_GOLDEN=1 writes them anew."""

from pathlib import Path

import hand_made
import numpy as np
import pytest
import soft

from engine.render.extract import direction
from engine.render.frame import Material, Sunlight

TEXTURES = Path(__file__).parents[2] / "content" / "textures"
EVENING = Sunlight(direction=direction(8, 12), clouds=0.6)
MORNING = Sunlight(direction=direction(-70, 32), clouds=0.6)


def curtain(u, v):
    """2.4 m of cloth in folds that open downward, 2 m high, its hem pushed by a wind."""
    down = 1 - v
    fold = np.sin(6 * np.pi * u) * (0.10 + 0.10 * down) + 0.07 * np.sin(3 * np.pi * u + 2 * down)
    return 1.9 * (u - 0.5) * (1 + 0.12 * down), 0.3 + 2.0 * v + 0.05 * np.cos(6 * np.pi * u) * down, fold + 0.6 * down**2 - 0.2


def hung(**look):
    blanket = Material(str(TEXTURES / "blanket.png"), 2.4, kind="fabric")
    return soft.sheet(curtain, (61, 41), **{"material": blanket, "translucency": 0.4, **look})


def floor(name="paving", tile=2.4):
    boxes = hand_made.boxes(((-5, -0.5, -5), (5, 0, 5), (1, 1, 1)))
    boxes.materials = (Material(str(TEXTURES / f"{name}.png"), tile, kind="stone"),)
    return boxes


def block(n=6, side=0.8, spin=1.5):
    """A block of masses that leans and turns, its lowest layer held."""
    z, y, x = (part.ravel() / (n - 1) for part in np.indices((n, n, n)))
    places = np.stack([side * (x - 0.5) + 0.25 * y * y, 0.05 + side * y, side * (z - 0.5)], 1)
    number = np.arange(n**3).reshape(n, n, n)
    pairs = [
        np.stack([number[a].ravel(), number[b].ravel()], 1)
        for a, b in ((np.s_[:, :, :-1], np.s_[:, :, 1:]), (np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:]))
    ]
    pairs.append(np.stack([number[:, :-1, :-1].ravel(), number[:, 1:, 1:].ravel()], 1))
    speed = np.stack([spin * y * y, 0 * y, 0 * y], 1)
    body = soft.masses(places, speed, np.concatenate(pairs), number[:, 0].ravel(), radius=0.032)
    body.rest *= (1 - 0.05 * y[body.ends].mean(1)).astype(np.float32)
    return body


@pytest.fixture
def picture(renderer):
    def draw(eye, sun, exposure=1.0, quality="test", **parts):
        made = renderer(quality=quality)
        frame = hand_made.frame(eye, sun=sun, **parts)
        frame.view.exposure, frame.view.tone = exposure, "aces"
        made.render(frame)
        return made.pixels()

    return draw


def test_cloth_against_the_sun(picture, golden):
    """Light through the folds, the pattern, the shadow that comes toward the eye."""
    golden("cloth_against", picture(hand_made.view((0.9, 1.1, 4.2), (0.1, 1.15, 0), fov=40), EVENING, skins=(hung(),), boxes=floor()))


def test_cloth_in_the_sun(picture, golden):
    """From its other side, finer than its masses."""
    eye = hand_made.view((-1.4, 1.6, -3.6), (0, 1.2, 0), fov=40)
    golden("cloth_lit", picture(eye, EVENING, 0.3, "full", skins=(hung(),), boxes=floor()))


def test_masses_and_springs(picture, golden):
    """Held ones below, fast ones above, beside a frozen body; a wind arrow."""
    frozen = soft.masses(
        [(-0.95, 0.1, 0.3), (-0.75, 0.35, 0.3), (-0.6, 0.1, 0.2)], springs=[(0, 1), (1, 2), (0, 2)], radius=0.06, frozen=True
    )
    arrow = np.array([[1.5, 0.75, 0.3, -0.62, 0.08, 0.0, 0.01, 0.36, 0.40, 0.05]], np.float32)
    eye = hand_made.view((1.6, 1.2, 2.2), (0.1, 0.42, 0), fov=38)
    golden("masses", picture(eye, MORNING, 0.8, masses=(block(), frozen), boxes=floor("limestone"), arrows=arrow))


def test_balls_under_cloth(picture, golden):
    """A tiled ball, a polished one, a wooden capsule, and gingham that hangs over them all."""
    balls = soft.rounds(
        ((0, 0.4, 0), 0.4, 0.0, (1, 1, 1)), ((0.75, 0.2, 0.5), 0.2, 0.0, (0.7, 0.05, 0.03)), ((-0.8, 0.5, 0.3), 0.16, 0.34, (1, 1, 1))
    )
    star, polished, wood = balls.materials
    tiled = Material(str(TEXTURES / "star.png"), 1.0, kind="tile")
    balls.materials = (tiled, polished, Material(str(TEXTURES / "wood.png"), 1.0, kind="wood"))
    check = Material(str(TEXTURES / "gingham.png"), 0.4, kind="fabric")
    awning = soft.sheet(
        lambda u, v: (2 * u - 1.2, 1.25 + 0.08 * np.sin(9 * u) - 0.3 * v, -1.3 * v + 0.1),
        (31, 31),
        material=check,
        translucency=0.4,
        repeat=(5.0, 3.3),
    )
    eye = hand_made.view((1.9, 1.3, 2.9), (-0.05, 0.5, 0), fov=40)
    golden("rounds", picture(eye, MORNING, 0.7, rounds=balls, boxes=floor(), skins=(awning,)))
