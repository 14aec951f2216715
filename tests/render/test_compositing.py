"""Mixing by numbers: quads before, behind and across a water plane, and the order that never flickers."""

import hashlib
from pathlib import Path

import hand_made
import numpy as np
import pytest

from engine.render.frame import Frame, Sunlight
from engine.scene import parse
from engine.simulation import Simulation

MIDDLE = 90, 160
DARK = Sunlight(direction=np.array([0.3, 0.8, 0.5]), sky=False, intensity=0.0)
CLEAR = np.array([0.5, 0.8, 0.9])  # share of light left after a metre of the water
COLORS = {"above": (0.8, 0.2, 0.4), "across": (0.4, 0.8, 0.2), "below": (0.2, 0.4, 0.8)}
ALPHA = 0.6
HEIGHTS = {"above": 0.4, "across": -0.02, "below": -0.4}
FLOOR = hand_made.boxes(((-4, -1.2, -4), (4, -1.0, 4), (0.0, 0.0, 0.0)))
MILK = 0.17 * (CLEAR / CLEAR.max()) ** 2 * 0.18 * 0.45  # what the water scatters back without a sun


def quads(names, square):
    """One population a quad; each shines with its own colour and covers ALPHA of what is behind it."""
    return tuple(
        hand_made.particles((0, HEIGHTS[name], 0), color=(*COLORS[name], ALPHA), size=(0.2, 0.2), textures=square, glow=1.0)
        for name in names
    )


def coat(colour, under):
    """A quad over what is behind it; colours have 8 bits."""
    alpha = round(ALPHA * 255) / 255
    return alpha * np.round(np.multiply(colour, 255)) / 255 + (1 - alpha) * np.asarray(under)


@pytest.fixture
def middle(drawing, linear, square):
    """Linear light (3,) in the middle of the picture, straight down or up on the water."""

    def seen(height, names, **look):
        pool = hand_made.water(size=(6, 6), color=tuple(CLEAR), ripple=0.0, depth=1.0, **look)
        eye = hand_made.view((0, height, 0), (0, 0, 0))
        drawing.render(hand_made.frame(eye, sun=DARK, boxes=FLOOR, waters=(pool,), particles=quads(names, square)))
        return linear(drawing)[MIDDLE][:3].astype(float)

    return seen


SUBSETS = [names for k in range(8) if (names := tuple(name for bit, name in enumerate(HEIGHTS) if k >> bit & 1)) or not k]


@pytest.mark.parametrize("names", SUBSETS, ids="-".join)
def test_from_above(middle, names):
    """Behind: those whose centre is under the water, the deepest first. The water lets 0.98 of that through its metre, adds its own milk,
    mirrors 0.02 of what hangs above. Before: those above."""
    under = np.zeros(3)
    for name in ("below", "across"):
        under = coat(COLORS[name], under) if name in names else under
    water = 0.98 * (under * CLEAR + MILK * (1 - CLEAR))
    mirrored = 0.02 * coat(COLORS["above"], np.zeros(3)) if "above" in names else 0.0
    wanted = coat(COLORS["above"], water + mirrored) if "above" in names else water
    assert middle(2.0, names) == pytest.approx(wanted, abs=2e-3)


@pytest.mark.parametrize("names", SUBSETS, ids="-".join)
def test_from_below(middle, names):
    """From 0.9 m under it: behind is what is above the water, through its surface and what there is of it before the eye; before are those
    whose centre is under it, the nearest last."""
    outside = coat(COLORS["above"], np.zeros(3)) if "above" in names else np.zeros(3)
    own = middle(-0.9, ())  # what the water scatters, and mirrors of the floor
    assert own.max() < 4e-3
    mirrored = np.zeros(3)  # seen from above; a quad writes no depth, so its way is the floor's
    for name in ("below", "across"):
        mirrored = coat(COLORS[name], mirrored) if name in names else mirrored
    wanted = (0.98 * outside + 0.02 * mirrored * CLEAR) * CLEAR**0.9 + own
    for name in ("across", "below"):
        wanted = coat(COLORS[name], wanted) if name in names else wanted
    assert middle(-0.9, names) == pytest.approx(wanted, abs=2.5e-3)


def fifty(square, **look):
    """50 transparent quads, ten of them at each of five depths."""
    rng = np.random.default_rng(3)
    places = np.stack([rng.uniform(-0.6, 0.6, 50), rng.uniform(-0.4, 0.4, 50), np.repeat(np.linspace(-1, 1, 5), 10)], 1)
    return hand_made.particles(places, color=np.c_[rng.uniform(0, 1, (50, 3)), np.full(50, 0.5)], size=(0.5, 0.5), textures=square, **look)


def test_fifty_quads_paused_for_ten_frames_give_one_hash(drawing, square):
    """Most of them overlap, many at equal depths."""
    given = hand_made.frame(particles=(fifty(square), fifty(square, key=9, additive=True)))
    hashes = set()
    for _ in range(10):
        drawing.render(given)
        hashes.add(hashlib.sha256(drawing.pixels().tobytes()).hexdigest())
    assert len(hashes) == 1


def test_a_quarter_roll_leaves_the_order(context, drawing, linear):
    """Depth is along the view axis: rolled, the order is the same, and the picture's middle, under dots, is too."""
    from engine.render.order import Order, Places

    rng = np.random.default_rng(4)
    group = hand_made.particles(rng.uniform(-1, 1, (500, 3)), color=np.c_[rng.uniform(0, 1, (500, 3)), np.full(500, 0.5)], size=(0.5, 0.5))
    orders, middles = [], []
    for roll in (0, 90):
        given = Frame(hand_made.view(roll=roll), sun=hand_made.STUDIO, particles=(group,))
        order, behind, before = Order().sort(given, Places().of(given), np.array([0, 500]))
        orders.append(order[: behind + before].tolist())
        drawing.render(given)
        middles.append(linear(drawing)[89:91, 159:161, :3].mean((0, 1)))  # the four pixels that the turn only exchanges
    assert orders[0] == orders[1]
    assert middles[0] == pytest.approx(middles[1], abs=2e-3)


def test_equal_depths_are_drawn_by_id(context):
    """Droplets of one height seen from above, after births and deaths: the slots have been closed up, and ids still rise."""
    from engine.render.extract import extract
    from engine.render.order import Order, Places

    scene = """
entities:
  jet: {mass: 1 g, emitter: {rate: 3000, lifetime: [0.05, 0.4], fade: 0, capacity: 900, shape: {disc: {radius: 1, height: 0}}, start_velocity: {box: {min: [-1, 0, -1], max: [1, 0, 1]}}}}
  eye: {position: [0, 5, 0.01], camera: {target: [0, 0, 0]}}
"""
    with_deaths = Simulation(parse(scene.encode(), Path("made.yaml")))
    with_deaths.step(90)
    frame = extract(with_deaths)
    frame.view.rotation[:] = hand_made.view((0, 5, 0)).rotation
    group = frame.particles[0]
    order, behind, before = Order().sort(frame, Places().of(frame), np.array([0, group.position.shape[1]]))
    ids = group.id[order[: behind + before]]
    assert len(ids) > 300 and ids.max() > 1.5 * len(ids)
    assert (np.diff(ids.astype(np.int64)) > 0).all()
    with_deaths.close()


def test_a_droplet_thrown_up_under_the_camera_keeps_its_area(drawing, linear, square):
    """Seen from straight above, it comes, stands still at the apex and goes: never smaller than 0.9 size squared, never not a number."""
    size, h, g = 0.3, 1 / 120, 9.82
    for orientation in ("velocity", "view_plane"):
        for n in range(0, 99, 6):
            t = n * h
            y, v = 4.0 * t - g * t * t / 2, 4.0 - g * t if n != 48 else 0.0  # at the apex it stands still
            one = hand_made.particles(
                (0, y, 0), velocity=(0, v, 0), size=(size, size), stretch=1 / 30, orientation=orientation, textures=square, additive=True
            )
            drawing.render(hand_made.frame(hand_made.view((0, 6, 0), fov=8), sun=DARK, particles=(one,)))
            picture = linear(drawing)
            assert np.isfinite(picture).all()
            side = size / (2 * (6 - y) * np.tan(np.radians(4))) * 180  # 64 pixels and more: one less each way leaves 0.95 of the square
            assert (picture[..., 0] > 0.5).sum() >= 0.9 * side**2
