"""The sun in the lens, measured in pixels: what a frame with a flare has more than the same frame without."""

from dataclasses import replace

import hand_made
import numpy as np
import pytest
from PIL import Image

from engine.render.extract import extract
from engine.render.frame import Flare, Sunlight
from engine.scene import parse
from engine.simulation import Simulation

W, H = 320, 180
TAN = np.tan(np.radians(25))  # of half the field of view
RED, DISC = (1.0, 0.0, 0.0, 0.5), 0.25


def element(at=1.0, size=DISC, color=RED, away=False, burst=False, layer=0):
    """A row of Flare.rows."""
    return [at, float(away), size, float(burst), *color, layer]


def flare(*elements, **more):
    """A flare that neither fades nor shrinks nor glares, unless told."""
    return Flare(np.array(elements, np.float32).reshape(-1, 9), **{"fade": 0.0, "shrink": 0.0, "near_fade": 0.0, "strength": 0.0, **more})


def sun_at(x, y, depth=1.0):
    """Sunlight seen at (x, y) in half heights from the middle, by an eye that looks along -z; depth -1: as far behind it."""
    toward = np.array([x * TAN, y * TAN, -depth])
    return Sunlight(direction=toward / np.linalg.norm(toward), sky=False, size=2.0)


def place(x, y):
    """Row and column of a place in half heights from the middle."""
    return round(H / 2 - y * H / 2 - 0.5), round(W / 2 + x * H / 2 - 0.5)


@pytest.fixture
def seen(drawing, linear):
    """A picture (h, w, 3) linear, with a flare or without."""

    def draw(sun, lens=None, **parts):
        drawing.render(replace(hand_made.frame(hand_made.view((0, 0, 5), (0, 0, 0)), sun=sun, **parts), flare=lens))
        return linear(drawing)[..., :3].copy()

    return draw


@pytest.fixture
def added(seen):
    """What a flare adds to a picture: (h, w, 3) linear."""
    return lambda sun, lens, **parts: seen(sun, lens, **parts) - seen(sun, **parts)


def middle_of(picture):
    """Centre of gravity in half heights from the middle."""
    weight = picture.sum(-1)
    rows, columns = np.indices(weight.shape)
    total = weight.sum()
    x = ((columns * weight).sum() / total + 0.5 - W / 2) / (H / 2)
    y = -((rows * weight).sum() / total + 0.5 - H / 2) / (H / 2)
    return x, y


@pytest.mark.parametrize("at", [1.0, 0.5, 0.0, -1.0])
def test_an_element_stands_on_the_line_through_the_middle(added, at):
    """1 on the light, 0 in the middle, -1 mirrored: to a third of a pixel."""
    light = added(sun_at(0.5, 0.3), flare(element(at)))
    assert middle_of(light) == pytest.approx((0.5 * at, 0.3 * at), abs=0.004)


@pytest.mark.parametrize("away", [0.6, -0.4])
def test_an_absolute_distance_is_kept_wherever_the_light_is(added, away):
    """Toward the light, or away from it, in half heights."""
    for x, y in ((0.5, 0.3), (0.1, -0.2)):
        there = np.array([x, y]) / np.hypot(x, y) * away
        assert middle_of(added(sun_at(x, y), flare(element(away, away=True)))) == pytest.approx(there, abs=0.004)


def test_an_element_is_as_large_and_as_bright_as_it_says(added, drawing):
    """Its soft disc is 0.25 heights across; in its middle it adds colour times strength times the sunlight over pi, unlit by anything else."""
    light = added(sun_at(0.5, 0.3), flare(element()))
    row, column = place(0.5, 0.3)
    sunlit = drawing.light.beam @ [0.2126, 0.7152, 0.0722] / np.pi
    assert light[row, column] == pytest.approx([0.5 * sunlit, 0, 0], rel=0.02, abs=1e-3)
    wide = np.flatnonzero(light[row, :, 0] > 1e-3)
    assert np.ptp(wide) + 1 == pytest.approx(DISC * H, abs=4)


def test_it_fades_and_shrinks_away_from_the_middle(added):
    """off is 1 in the corner: light times 1 - fade off, diameter times 1 - shrink off, so its sum by the square of that."""
    corner = np.hypot(W / H, 1)
    full = added(sun_at(0.3, 0.2), flare(element(0.0))).sum()
    for x, y in ((0.3, 0.2), (1.2, 0.7)):
        off = np.hypot(x, y) / corner
        faded = added(sun_at(x, y), flare(element(0.0), fade=0.8)).sum()
        assert faded / full == pytest.approx(1 - 0.8 * off, rel=0.02)
        shrunk = added(sun_at(x, y), flare(element(0.0), shrink=0.6)).sum()
        assert shrunk / full == pytest.approx((1 - 0.6 * off) ** 2, rel=0.05)


def test_halos_fade_near_the_middle_and_bursts_stay(added):
    """With the light within near_fade of the way to a corner a halo dims to nothing; a burst does not."""
    sums = [added(sun_at(x, 0), flare(element(1.0), near_fade=0.4)).sum() for x in (0.0, 0.2, 0.4, 0.9)]
    assert sums[0] == 0 and sums[0] < sums[1] < sums[2] < sums[3]
    assert added(sun_at(0, 0), flare(element(1.0, burst=True), near_fade=0.4)).sum() == pytest.approx(sums[3], rel=0.05)


def test_a_light_behind_the_eye_or_far_outside_has_no_flare(added):
    """Its mirror image in front of the eye is none; just outside the picture it is lost step by step."""
    lens = flare(element(0.0), element(1.0, burst=True), strength=0.5)
    assert not added(sun_at(0.2, 0.1, depth=-1.0), lens).any()
    edge = W / H
    sums = [added(sun_at(edge + beyond, 0), flare(element(0.0))).sum() for beyond in (-0.1, 0.1, 0.25, 0.4)]
    assert sums[0] > sums[1] > sums[2] > sums[3] == 0


def test_what_is_opaque_hides_it_half_or_whole(added):
    """A wall before half of the sun's disc leaves half of the light (15 of 25 taps lie on the open side or on the edge, 10 on the other); before all, none."""
    sun, lens = sun_at(0.2, 0.0), flare(element(-1.0))
    at = 0.2 * TAN * 5  # where the light is seen, 5 m ahead
    open_light = added(sun, lens).sum()
    for low, share in ((at, (0.4, 0.6)), (at - 1, (0, 0)), (at + 1, (1, 1))):
        walls = hand_made.boxes(((low, -2, -0.1), (low + 3, 2, 0.1), (0.2, 0.2, 0.2)))
        found = added(sun, lens, boxes=walls)
        left = found[:, : W // 2].sum() / open_light  # the element is mirrored to the left, off the wall
        assert share[0] - 0.01 <= left <= share[1] + 0.01


def test_droplets_hide_nothing(added):
    """They are not opaque."""
    sun, lens = sun_at(0.2, 0.0), flare(element(-1.0))
    drops = hand_made.particles([(0.2 * TAN * 5, 0, 0)], size=(1.0, 1.0), color=(1, 1, 1, 0.5))
    assert added(sun, lens, particles=(drops,)).sum() == pytest.approx(added(sun, lens).sum(), rel=1e-3)


def test_with_the_light_dead_centre_nothing_divides_by_zero(added):
    """Also at an absolute distance: everything stands in the middle and is finite."""
    light = added(sun_at(0, 0), flare(element(-1.0), element(0.7, away=True), element(1.0, burst=True), strength=0.3))
    assert np.isfinite(light).all() and light.sum() > 0
    assert middle_of(np.clip(added(sun_at(0, 0), flare(element(0.7, away=True))), 0, None)) == pytest.approx((0, 0), abs=0.01)


def test_looking_into_the_light_whitens_everything(seen):
    """Its alpha is strength (1 - angle / inside)^3, the same over the whole picture, none beyond, and none where the light is hidden."""
    from engine.render.passes.flare import WHITE  # needs a context

    for angle in (0.0, 6.0, 12.0, 29.0, 31.0):
        sun = sun_at(np.tan(np.radians(angle)) / TAN, 0)
        plain, white = seen(sun), seen(sun, flare(strength=0.4, inside=30.0))
        alpha = (white - plain) / (WHITE - plain)
        np.testing.assert_allclose(alpha, 0.4 * max(1 - angle / 30, 0) ** 3, atol=0.004)
    wall = hand_made.boxes(((-3, -3, -0.1), (3, 3, 0.1), (0.2, 0.2, 0.2)))
    hidden = sun_at(0, 0)
    np.testing.assert_array_equal(seen(hidden, flare(strength=0.4), boxes=wall), seen(hidden, boxes=wall))


def test_its_pictures_are_drawn_upright(added, tmp_path):
    """An element with a picture whose upper half is white lightens above its middle."""
    pixels = np.zeros((8, 8, 4), np.uint8)
    pixels[:4] = 255
    Image.fromarray(pixels).save(tmp_path / "half.png")
    lens = flare(element(0.0, size=0.5, layer=1), textures=(str(tmp_path / "half.png"),))
    x, y = middle_of(added(sun_at(0.9, 0.6), lens))
    assert x == pytest.approx(0, abs=0.01) and y == pytest.approx(0.25, abs=0.01)


def test_a_scene_says_it_all():
    """Elements from the file, halos before bursts, an absolute distance; the defaults have pictures of their own."""
    text = """
entities:
  sun:
    sun: {elevation: 10}
    lens_flare:
      elements:
        - {at: 1, size: 0.5, kind: burst}
        - {at: {distance: -0.3}, size: 0.1, color: "#ff0000"}
      fade: 0.5
      glare: {inside: 10 deg, strength: 0.1}
"""
    made = extract(Simulation(parse(text.encode(), "scene.yaml"))).flare
    np.testing.assert_allclose(made.rows, [[-0.3, 1, 0.1, 0, 1, 0, 0, 1, 0], [1, 0, 0.5, 1, 1, 1, 1, 0.2, 0]], atol=1e-6)
    assert (made.fade, made.inside, made.strength, made.textures) == (0.5, 10, 0.1, ())
    plain = extract(Simulation(parse(b"entities: {sun: {sun: {}, lens_flare: {}}}", "scene.yaml"))).flare
    assert len(plain.textures) == 3 and plain.rows[:, 8].max() == 3
    assert extract(Simulation(parse(b"entities: {sun: {sun: {}}}", "scene.yaml"))).flare is None
