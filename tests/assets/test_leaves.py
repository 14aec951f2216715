"""Leaves stand on the shape that they were scattered on, and always in the same place."""

import numpy as np
import pytest

from engine.kernels.foliage import KINDS, scatter

GREEN = ((0.1, 0.2, 0.0), (0.3, 0.4, 0.2))
SHAPES = {
    "sphere": (0.5,), "capsule": (0.5, 6.0), "box": (1.0, 2.0, 8.0), "frame": (2.0, 3.0, 3.0, 4.0, 0.5), "plane": (0.0, 1.0, 0.0, 4.0, 6.0),
}  # fmt: skip
REACH = {"sphere": (0.53,) * 3, "capsule": (0.57, 3.0, 0.57), "box": (0.55, 1.05, 4.05), "frame": (1.55, 0.3, 2.05), "plane": (2, 0, 3)}


def grown(shape, count=2000, size=0.05, kind="leaf", colors=GREEN, spread=0.0, seed=1):
    return scatter(shape, SHAPES[shape], count, size, kind, colors, spread, seed)


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_are_what_the_pass_draws(shape):
    """Unit normals, sizes near the one asked for, the kind's number, colours between those given, shades in 0..1."""
    rows = grown(shape, kind="needle")
    assert rows.shape == (2000, 12) and rows.dtype == np.float32
    assert np.linalg.norm(rows[:, 4:7], axis=1) == pytest.approx(1, abs=1e-5)
    assert 0.7 * 0.05 * 0.999 <= rows[:, 3].min() and rows[:, 3].max() <= 1.25 * 0.05 * 1.001
    assert (rows[:, 7] == KINDS["needle"]).all()
    between = (rows[:, 8] - 0.1) / 0.2
    assert between.min() >= -1e-5 and between.max() <= 1 + 1e-5
    assert rows[:, 8:11] == pytest.approx(np.array(GREEN[0]) + between[:, None] * np.subtract(GREEN[1], GREEN[0]), abs=1e-5)
    assert rows[:, 11].min() >= 0 and rows[:, 11].max() <= 1


@pytest.mark.parametrize("shape", SHAPES)
def test_clipped_leaves_keep_to_the_shape(shape):
    """Without spread none strays from the shape but for its lumps, and they fill its whole length."""
    place = np.abs(grown(shape)[:, :3])
    assert (place <= np.array(REACH[shape]) + 1e-6).all()
    assert (place.max(0) >= 0.85 * np.array(REACH[shape])).all()


@pytest.mark.parametrize("shape", ["sphere", "box"])
def test_the_inside_is_darker(shape):
    """Shade falls with the depth below the skin."""
    rows = grown(shape)
    depth = 0.5 - np.linalg.norm(rows[:, :3], axis=1) if shape == "sphere" else 0.5 - np.abs(rows[:, 0])
    deep, near = depth > np.quantile(depth, 0.9), depth < np.quantile(depth, 0.1)
    assert rows[deep, 11].mean() < rows[near, 11].mean()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_seed_decides(shape):
    """Same seed, same bits; more leaves leave the first ones where they are; another seed, another plant."""
    assert np.array_equal(grown(shape), grown(shape))
    assert np.array_equal(grown(shape, count=3000)[:2000], grown(shape))
    assert not np.array_equal(grown(shape, seed=2), grown(shape))


def test_a_vine_is_clumps_that_hang():
    """With a spread wider than the beam leaves reach well below it, are not even along it, and are still all there."""
    rows = scatter("box", (0.3, 0.14, 8.6), 6000, 0.03, "leaf", GREEN, 0.22, 1)
    assert len(rows) == 6000 and np.isfinite(rows).all()
    assert rows[:, 1].min() < -0.5 and rows[:, 1].max() < 0.8
    along = np.histogram(rows[:, 2], bins=20, range=(-4.3, 4.3))[0]
    assert along.std() > 3 * np.sqrt(along.mean())


def test_one_colour_and_one_leaf_are_enough():
    rows = scatter("sphere", (1.0,), 1, 0.1, "blossom", ((0.5, 0.1, 0.2),), 0.0, 0)
    assert rows[0, 8:11] == pytest.approx((0.5, 0.1, 0.2))
