"""Surfaces that masses carry: normals, finer sheets, free-form deformation."""

import numpy as np
import pytest

from engine.kernels.compile import F
from engine.kernels.embed import carried, embed
from engine.kernels.normals import between, farthest, gather, normals, refine

TURN, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))
AFFINE = TURN @ np.diag([0.7, 1.3, 0.9]) @ [[1, 0.2, 0], [0, 1, -0.3], [0.1, 0, 1]]
if np.linalg.det(AFFINE) < 0:
    AFFINE[0] *= -1
SHIFT = np.array([0.3, -2.0, 5.0])


def lattice(counts, size=(1.0, 1.0, 1.0)):
    """Rest places of a block's masses (n, 3), x running fastest, from 0 to size."""
    z, y, x = np.meshgrid(*(np.linspace(0, s, n) for n, s in zip(counts[::-1], size[::-1], strict=True)), indexing="ij")
    return np.stack([x.ravel(), y.ravel(), z.ravel()], 1)


def ball(steps):
    """A welded sphere of radius 1: (places (n, 3) float32, triangles (t, 3) int32)."""
    side = np.linspace(-1, 1, steps + 1)
    q = np.arange((steps + 1) ** 2).reshape(steps + 1, steps + 1)
    a, b, c, d = q[:-1, :-1], q[1:, :-1], q[1:, 1:], q[:-1, 1:]
    quads = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    places, corners = [], []
    u, v = np.meshgrid(side, side, indexing="ij")
    for axis in range(3):
        for sign in (-1, 1):
            p = np.empty((len(u.ravel()), 3))
            p[:, axis], p[:, (axis + 1) % 3], p[:, (axis + 2) % 3] = sign, u.ravel(), v.ravel()
            places.append(p)
            corners.append((quads if sign > 0 else quads[:, ::-1]) + len(q.ravel()) * len(corners))
    keys, inverse = np.unique(np.round(np.concatenate(places), 6), axis=0, return_inverse=True)
    unit = keys / np.linalg.norm(keys, axis=1, keepdims=True)
    return unit.astype(np.float32), inverse.reshape(-1)[np.concatenate(corners)].astype(np.int32)


def test_places_between_two_ticks_are_on_the_line():
    """0 is the tick before, 1 the present one, and what lies beyond `used` is left alone."""
    rng = np.random.default_rng(2)
    x, before = (rng.normal(size=(3, 16)).astype(np.float32) for _ in range(2))
    place = np.full((16, 3), F(7))
    for blend in (0.0, 0.25, 1.0):
        between(x, before, 11, F(blend), place)
        assert np.allclose(place[:11], (before + F(blend) * (x - before)).T[:11], atol=1e-6)
        assert (place[11:] == 7).all()


def test_the_farthest_mass_says_how_far_a_body_reaches():
    """As plain arithmetic has it; 0 where there is one mass, in the middle."""
    place = np.random.default_rng(3).normal(size=(500, 3)).astype(np.float32)
    middle = np.array([0.5, -1.0, 2.0], np.float32)
    assert farthest(place, middle) == pytest.approx(np.linalg.norm(place - middle, axis=1).max(), rel=1e-6)
    assert farthest(place[:1], place[0]) == 0


def test_normals_of_a_sphere_are_its_radii():
    """The error falls with the square of the mesh's step, a quarter of it from 8 to 16."""
    worst = []
    for steps in (8, 16):
        place, corners = ball(steps)
        normal = np.zeros_like(place)
        normals(place, corners, len(place), normal)
        assert np.allclose(np.linalg.norm(normal, axis=1), 1, atol=1e-6)
        worst.append(np.abs(np.cross(normal, place)).max())
        assert (np.einsum("ij,ij->i", normal, place) > 0.99).all()
    assert worst[1] < worst[0] / 2
    assert worst[1] < 0.02


def test_a_vertex_without_area_has_a_normal():
    """(0, 1, 0): the picture stays free of numbers that are none."""
    place = np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [5, 5, 5]], np.float32)
    normal = np.full((4, 3), np.nan, np.float32)
    normals(place, np.array([[0, 1, 2]], np.int32), 4, normal)
    assert (normal == [0, 1, 0]).all()


def test_vertices_take_what_their_masses_have():
    """A mass that stands for two vertices gives both the same; further columns stay."""
    rng = np.random.default_rng(3)
    place, normal = (rng.normal(size=(5, 3)).astype(np.float32) for _ in range(2))
    source, rows = np.array([4, 0, 4], np.int32), np.full((3, 8), F(9))
    gather(place, normal, source, rows)
    assert (rows[:, :3] == place[source]).all()
    assert (rows[:, 3:6] == normal[source]).all()
    assert (rows[:, 6:] == 9).all()


def finer(place, columns, lines, side=1.0):
    rows = np.full(((2 * columns - 1) * (2 * lines - 1), 8), F(9))
    refine(place.astype(np.float32), columns, lines, F(side), np.empty((lines * (2 * columns - 1), 3), np.float32), rows)
    assert (rows[:, 6:] == 9).all()
    return rows.reshape(2 * lines - 1, 2 * columns - 1, 8)


@pytest.mark.parametrize("shape", [(7, 4), (2, 2)])
def test_a_flat_sheet_refined_is_flat(shape):
    """Affine maps are reproduced to the border; the normal is the cross product of the axes, or its opposite."""
    columns, lines = shape
    grid = lattice((columns, lines, 1))
    rows = finer(grid @ AFFINE.T + SHIFT, columns, lines)
    wanted = lattice((2 * columns - 1, 2 * lines - 1, 1)) @ AFFINE.T + SHIFT
    assert np.allclose(rows[..., :3].reshape(-1, 3), wanted, atol=2e-6)
    n = np.cross(AFFINE[:, 0], AFFINE[:, 1])
    assert np.allclose(rows[..., 3:6], n / np.linalg.norm(n), atol=2e-5)
    assert np.allclose(finer(grid @ AFFINE.T + SHIFT, columns, lines, -1.0)[..., 3:6], -n / np.linalg.norm(n), atol=2e-5)


def test_a_bent_sheet_refined_keeps_its_masses_and_rounds_between():
    """Every second place is a mass; a place between four even masses lies on a parabola through them."""
    x = np.linspace(0, 1, 9)
    place = np.stack([np.tile(x, 3), np.tile(x * x, 3), np.repeat([0.0, 0.5, 1.0], 9)], 1)
    rows = finer(place, 9, 3)
    assert (rows[::2, ::2, :3] == place.reshape(3, 9, 3).astype(np.float32)).all()
    inner = rows[0, 2:-2]
    assert np.allclose(inner[:, 1], inner[:, 0] ** 2, atol=1e-6)


def rows_of(points, counts, place, facing=None):
    taps, weight = carried(points, counts)
    rows = np.zeros((len(points), 6), np.float32)
    facing = np.zeros((len(points), 3), np.float32) if facing is None else facing.astype(np.float32)
    embed(place.astype(np.float32), taps, weight, facing, rows)
    return rows, weight


@pytest.mark.parametrize("counts", [(5, 4, 6), (2, 3, 2)])
def test_a_carried_shape_follows_affine_maps_exactly(counts):
    """Places to the outer masses, normals by the inverse transpose: to rounding."""
    rng = np.random.default_rng(5)
    size = np.array([1.2, 0.8, 2.0])
    points = np.concatenate([rng.uniform(size=(200, 3)), lattice((2, 2, 2))])
    facing = rng.normal(size=(len(points), 3))
    rows, _ = rows_of(points, counts, lattice(counts, size) @ AFFINE.T + SHIFT, facing * size / (np.array(counts) - 1))
    assert np.allclose(rows[:, :3], points * size @ AFFINE.T + SHIFT, atol=4e-6)
    wanted = facing @ np.linalg.inv(AFFINE)
    assert np.allclose(rows[:, 3:], wanted / np.linalg.norm(wanted, axis=1, keepdims=True), atol=2e-4)


def test_the_weights_of_a_carried_place_sum_to_one():
    """Partition of unity, and the derivative of one is nothing."""
    _, weight = rows_of(np.random.default_rng(6).uniform(size=(300, 3)), (4, 7, 2), lattice((4, 7, 2)))
    sums = weight.reshape(-1, 6, 3).sum(2)
    assert np.allclose(sums, [1, 1, 1, 0, 0, 0], atol=1e-6)


def test_a_carried_shape_is_smooth_where_the_lattice_has_corners():
    """One mass moved by 1 moves the place on it by 0.75^3, and the slope does not jump between cells."""
    place = lattice((5, 5, 5))
    place[2 + 5 * (2 + 5 * 2), 1] += 1.0
    line = np.full((801, 3), 0.5)
    line[:, 0] = np.linspace(0, 1, 801)
    rows, _ = rows_of(line, (5, 5, 5), place)
    height = rows[:, 1].astype(float) - 0.5
    assert height.max() == pytest.approx(0.75**3, abs=1e-6)
    assert np.abs(np.diff(height, 2)).max() < 2e-4  # the second difference of a kink would be a whole step's slope, 5e-3
