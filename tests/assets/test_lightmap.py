"""Gathered light against cases whose answer is known."""

import numpy as np
import pytest

from engine.kernels.charts import TALLEST, WIDTH, layout
from engine.kernels.lightmap import bake
from engine.kernels.rays import crossing, nearest, packed

UP = np.array([0.0, 1.0, 0.0])
DARK = np.zeros((8, 16, 3))
EVEN = np.ones((8, 16, 3))


def lit(*boxes, albedo=0.5, inward=False, sun=UP, beam=(0, 0, 0), sky=EVEN, turn=None, **options):
    """Bake boxes given as (center, half), all turned about y by `turn` radians."""
    n, t = len(boxes), turn or 0.0
    turned = np.array([[np.cos(t), 0, np.sin(t)], [0, 1, 0], [-np.sin(t), 0, np.cos(t)]])
    center, half = np.array([b[0] for b in boxes], float) @ turned.T, np.array([b[1] for b in boxes], float)
    rotation = np.tile(turned, (n, 1, 1))
    return bake(center, rotation, half, np.full((n, 6, 3), albedo), np.full(n, inward), turned @ sun, beam, sky, **options)


def face(light, chart, box, side):
    x, y, w, h = chart[box, side]
    return light[y : y + h, x : x + w]


FLOOR, WALL, BLOCK = ((0, -0.1, 0), (2, 0.1, 2)), ((1.9, 1, 0), (0.1, 1, 2)), ((0, 0.3, 0), (0.3, 0.3, 0.3))
SLANTED = np.array([0.48, 0.6, 0.64])


def test_a_lone_floor_sees_the_whole_sky():
    """Under an even upper half of the sky white paper is 1 on top, 0 below, and 1/2 where it stands upright."""
    light, chart = lit(FLOOR, sky=np.where(np.arange(8)[:, None, None] >= 4, EVEN, 0.0), rays=64, rounds=1)
    assert face(light, chart, 0, 3) == pytest.approx(1.0, abs=1e-6)
    assert (face(light, chart, 0, 2) == 0).all()
    assert face(light, chart, 0, 0) == pytest.approx(0.5, abs=0.03)


def test_white_things_vanish_in_an_even_sky():
    """The white furnace: every bounce brings radiance closer to the sky's own, from below."""
    lowest = []
    for rounds in (1, 3, 8):
        light, chart = lit(FLOOR, WALL, albedo=1.0, rays=48, rounds=rounds)
        top = face(light, chart, 0, 3)
        assert top.max() <= 1 + 1e-6
        lowest.append(top.mean())
    assert lowest[0] < lowest[1] < lowest[2]
    assert lowest[2] == pytest.approx(1.0, abs=2e-3)


def test_a_closed_room_is_a_geometric_series():
    """By reciprocity the mean of the gathered light is the mean of what the walls send out: after r rounds D (a + ... + a^r).

    D: mean sunlight on the walls; a room casts no shadow, so three of the six get beam / PI times the cosine.
    """
    a, rounds = 0.6, 3
    light, chart = lit(((0, 0, 0), (1, 1, 1)), albedo=a, inward=True, sun=SLANTED, beam=(np.pi, np.pi, 0), sky=DARK, rays=96, rounds=rounds)
    means = np.mean([face(light, chart, 0, f).mean((0, 1)) for f in range(6)], axis=0)
    expected = SLANTED.sum() / 6 * sum(a**k for k in range(1, rounds + 1))
    assert means[:2] == pytest.approx(expected, rel=0.02)
    assert means[2] == 0


def test_a_sunlit_floor_lights_the_wall_and_not_beyond_its_share():
    """A wall's foot sees at most the whole floor: never more than albedo times the sunlight on it, and more below than above."""
    light, chart = lit(FLOOR, WALL, sun=UP, beam=np.full(3, np.pi), sky=DARK, rays=64, rounds=1)
    wall = face(light, chart, 1, 0)[..., 0]  # -x face: columns along y, rows along z
    assert 0 < wall.max() <= 0.5 * 0.5 + 0.02  # half of all directions meet the floor
    foot, head = wall[:, : wall.shape[1] // 4].mean(), wall[:, -wall.shape[1] // 4 :].mean()
    assert foot > 2 * head


def test_texels_under_a_block_take_their_neighbours_light():
    """What no eye can see is filled, so that no dark rim shows at the block's foot."""
    light, chart = lit(FLOOR, BLOCK, rays=64, rounds=2)
    top = face(light, chart, 0, 3)[..., 0]
    middle = top[top.shape[0] // 2, top.shape[1] // 2]
    assert 0.4 < middle < 1.0


def test_a_face_in_hiding_takes_the_mean_of_its_box():
    """The block's underside lies on the floor: where a hair of it shows it is as bright as the block, not black."""
    light, chart = lit(FLOOR, BLOCK, rays=64, rounds=1)
    others = np.concatenate([face(light, chart, 1, f)[1:-1, 1:-1].ravel() for f in (0, 1, 3, 4, 5)])
    assert face(light, chart, 1, 2) == pytest.approx(others.mean(), rel=0.05)


def test_turning_everything_changes_nothing():
    """Texels belong to the boxes' frames: under an even sky the map does not know which way the world is turned."""
    args = {"sun": SLANTED, "beam": (2.8, 2.4, 2.0), "rays": 32, "rounds": 2}
    here, chart = lit(FLOOR, WALL, BLOCK, **args)
    there, same = lit(FLOOR, WALL, BLOCK, turn=0.7, **args)
    assert np.array_equal(chart, same)
    assert np.abs(here - there).mean() < 1e-4


def test_threads_change_nothing():
    """To the bit: a texel's rays depend on its number alone."""
    args = {"sun": SLANTED, "beam": (2.8, 2.4, 2.0), "rays": 16, "rounds": 2}
    one, two, five = (lit(FLOOR, WALL, BLOCK, threads=n, **args)[0] for n in (1, 2, 5))
    assert np.array_equal(one, two) and np.array_equal(one, five)


def test_a_draft_is_right_on_the_average():
    """32 rays instead of 192 are noisier, not darker."""
    args = {"sun": SLANTED, "beam": (2.8, 2.4, 2.0), "rounds": 2}
    draft, full = (lit(FLOOR, WALL, BLOCK, rays=n, **args)[0].mean((0, 1)) for n in (32, 192))
    assert draft == pytest.approx(full, rel=0.01)


def test_progress_rises_to_one_and_may_stop_the_bake():
    """Reported in order; an exception in the report comes through."""
    shares = []
    lit(FLOOR, WALL, rays=4, rounds=2, progress=shares.append)
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1.0) and len(shares) > 3

    def stop(share):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        lit(FLOOR, WALL, rays=4, rounds=2, progress=stop)


def test_charts_lie_apart_inside_the_map():
    """No texel belongs to two faces, however many boxes there are; very many get coarser charts instead of a taller map."""
    half = np.random.default_rng(1).uniform(0.02, 3, (300, 3))
    half[0] = 50, 0.1, 50
    chart, height = layout(half)
    used = np.zeros((height, WIDTH), int)
    for x, y, w, h in chart.reshape(-1, 4):
        assert x >= 0 and x + w <= WIDTH and y + h <= height and min(w, h) >= 2
        used[y : y + h, x : x + w] += 1
    assert used.max() == 1
    assert layout(np.full((3000, 3), 1.0))[1] <= TALLEST


def test_nothing_to_bake_is_a_small_dark_map():
    light, chart = bake(*(np.zeros(s) for s in ((0, 3), (0, 3, 3), (0, 3), (0, 6, 3), (0,))), UP, np.ones(3), EVEN)
    assert light.shape == (1, WIDTH, 3) and chart.shape == (0, 6, 4)


def test_the_tree_finds_what_a_look_at_every_box_finds():
    """Nearest hit, box and face agree with brute force, rooms among the boxes."""
    rng = np.random.default_rng(2)
    n = 60
    rotation = np.linalg.qr(rng.standard_normal((n, 3, 3)))[0]
    rotation *= np.sign(np.linalg.det(rotation))[:, None, None]
    boxes, tree = packed(rng.uniform(-5, 5, (n, 3)), rotation, rng.uniform(0.1, 1.5, (n, 3)), rng.random(n) < 0.2)
    hits = 0
    for _ in range(300):
        o = rng.uniform(-8, 8, 3)
        d = rng.uniform(-4, 4, 3) - o
        d /= np.linalg.norm(d)
        found = nearest(boxes, tree, o, d, 1e9, False)
        each = [crossing(boxes, b, o, d, 1e9) for b in range(n)]
        best = min(range(n), key=lambda b: each[b][0])
        assert found[0] == each[best][0]
        if found[1] >= 0:
            assert found[1:] == (best, each[best][1])
            hits += 1
    assert hits > 100
