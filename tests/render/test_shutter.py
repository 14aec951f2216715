"""What a film adds to a picture: light gathered over time, no sky, nothing kept from picture to picture. By numbers."""

from dataclasses import replace

import hand_made
import numpy as np
import pytest

from engine.render.frame import Skin, Sunlight
from engine.render.reach import Reach, on_grid

RED, GREEN = (0.8, 0.05, 0.05), (0.05, 0.7, 0.1)
OPEN = Sunlight(direction=np.array([0.3, 0.8, 0.5]) / np.linalg.norm([0.3, 0.8, 0.5]), turbidity=3.0, clouds=0.0)


def block(x, color=RED):
    """A frame with one box at some x."""
    return hand_made.frame(boxes=hand_made.boxes(((x - 0.5, -0.5, -0.5), (x + 0.5, 0.5, 0.5), color)))


def test_a_blurred_picture_is_the_mean_light_of_its_moments(renderer, linear):
    """Three moments of a box that moves: the scene that the film sees is their mean, to the rounding of 16 bits; the next picture begins anew."""
    drawn = renderer((64, 36))
    moments, alone = [block(x) for x in (-1.0, 0.0, 1.0)], []
    for frame in moments:
        drawn.render(frame)
        alone.append(linear(drawn).copy())
    for _ in range(2):
        for k, frame in enumerate(moments):
            drawn.render(frame, (k, 3))
        np.testing.assert_allclose(linear(drawn), np.mean(alone, axis=0), rtol=2**-10, atol=2**-14)
    drawn.render(moments[0])
    np.testing.assert_array_equal(linear(drawn), alone[0])
    drawn.resize((32, 18))
    for k, frame in enumerate(moments):
        drawn.render(frame, (k, 3))
    assert drawn.pixels().shape == (18, 32, 4)


@pytest.mark.parametrize("samples", [0, 4])
def test_without_the_sky_over_black_is_the_picture_before_black(renderer, samples):
    """Alpha: 1 on the box, 0 beside it, between at its edge; premultiplied colours are the same as of a picture with a black sky."""
    frame = replace(block(0.0), sun=OPEN)
    clear = renderer((96, 54), samples=samples, transparent=True)
    clear.render(frame)
    picture = clear.pixels().astype(int)
    solid = renderer((96, 54), samples=samples)
    solid.render(frame)
    usual = solid.pixels().astype(int)
    on, off = picture[..., 3] == 255, picture[..., 3] == 0
    assert on.sum() > 100 and off.sum() > 3000 and (usual[..., 3] == 255).all()
    assert abs(picture - usual)[on].max() <= 1
    assert picture[off].max() == 0 and usual[off][:, 2].min() > 60
    if samples:
        assert (~on & ~off).sum() > 20


def test_what_shines_is_as_solid_as_bright_and_smoke_is_as_it_is(renderer):
    """Additive sparks have their brightest channel as alpha, so that over black they are what they were; a veil of half alpha keeps that."""
    spark = hand_made.particles([(-1.0, 0, 0)], color=(0.5, 0.2, 0.1, 1), size=(1.0, 1.0), additive=True)
    smoke = hand_made.particles([(1.0, 0, 0)], color=(0.02, 0.02, 0.02, 0.5), size=(1.0, 1.0))
    clear = renderer((96, 54), transparent=True)
    clear.render(hand_made.frame(particles=(spark, smoke), sun=OPEN))
    picture = clear.pixels().astype(int)
    left, right = picture[27, 36], picture[27, 60]
    assert left[3] == left[:3].max() > 50
    assert 110 < right[3] < 145 and right[:3].max() < right[3]


def test_the_overlay_lies_on_nothing_as_on_a_picture(renderer):
    """A half-clear label over no sky: its alpha is its own, its colour multiplied by it."""
    clear = renderer((32, 18), transparent=True)
    overlay = np.zeros((18, 32, 4), np.uint8)
    overlay[:, :16] = 200, 100, 0, 128
    clear.render(hand_made.frame(overlay=overlay, sun=OPEN))
    picture = clear.pixels().astype(int)
    assert abs(picture[9, 8] - [100, 50, 0, 128]).max() <= 1 and picture[9, 24].tolist() == [0, 0, 0, 0]


def sheet(x, size):
    """A frame with two masses' worth of skin, for its bounds."""
    rows = np.array([[x, x + size], [0, size], [0, size]], np.float32)
    none = np.zeros(0, np.int32), np.zeros((0, 2), np.float32), np.zeros((0, 3), np.int32)
    return hand_made.frame(skins=(Skin(2, rows, rows.copy(), *none),))


def test_the_room_of_shadows_depends_on_the_frame_alone():
    """Exact, the box is the same after whatever frames, holds what moves, is at most a quarter of a power of two larger, and seldom jumps."""
    reach = Reach()
    for x in (0.0, 3.0, -1.0):
        box = reach.follow(sheet(x, 1.5), exact=True)
        np.testing.assert_array_equal(box, Reach().follow(sheet(x, 1.5), exact=True))
        assert (box[0] <= [x, 0, 0]).all() and (box[1] >= [x + 1.5, 1.5, 1.5]).all()
        assert (box[1] - box[0]).max() <= 1.5 + 2 * 0.25 * 2
    drift = {on_grid(np.array([[x] * 3, [x + 1.5] * 3])).tobytes() for x in np.linspace(0, 0.45, 100)}
    assert len(drift) <= 2
