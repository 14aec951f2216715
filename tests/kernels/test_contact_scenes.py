"""Contact within the default solver: what is dropped is caught, what is crumpled does not pass through itself."""

import numpy as np
import pytest
from islands import Island, ball
from stable_bodies import block, sheet

from engine.kernels.crossings import crossings, sheet_surface
from engine.kernels.solids import plane_row, round_row

FLOOR = plane_row((0, 0, 0), (0, 1, 0))


def held(n):
    """A level sheet held at its four corners."""
    return sheet(n, 1e3, held=(0, n - 1, n * n - n, n * n - 1), plane="xz")


def skin(n):
    """Triangles of the outer faces of an n x n x n block, outward, and the masses on them."""
    at, found = np.arange(n**3).reshape(n, n, n), []
    place = np.stack(np.unravel_index(np.arange(n**3), (n, n, n)), 1)[:, ::-1] - (n - 1) / 2
    for axis in range(3):
        for side in (0, n - 1):
            q = np.take(at, side, axis=axis)
            a, b, c, d = q[:-1, :-1].ravel(), q[:-1, 1:].ravel(), q[1:, :-1].ravel(), q[1:, 1:].ravel()
            for t in (np.stack([a, b, d], 1), np.stack([a, d, c], 1)):
                n_ = np.cross(place[t[:, 1]] - place[t[:, 0]], place[t[:, 2]] - place[t[:, 0]])
                inward = (n_ * place[t].mean(1)).sum(1) < 0
                t[inward] = t[inward][:, [0, 2, 1]]
                found.append(t)
    triangles = np.concatenate(found)
    return triangles, np.unique(triangles)


@pytest.mark.parametrize("speed", [3.0, 10.0])
def test_a_ball_is_caught_by_a_cloth(speed):
    """1 kg of radius 0.2 m thrown down on a cloth of 0.2 kg held at four corners: no mass comes into it, nor at 3 m/s nearer than both reaches, and it turns round."""
    thrown = ball((0, 0.22, 0), 1.0).put(v=[[0, -speed, 0]])
    island = Island([(held(64), {"triangles": sheet_surface(64, 64)[1]}), (thrown, {"radius": 0.2})])
    fastest = -speed
    for _ in range(30):
        island.tick()
        x, p = island.x(0).astype(float), island.x(1).astype(float)
        assert np.linalg.norm(x - p, axis=0).min() > (0.2049 if speed < 5 else 0.203)
        fastest = max(fastest, island.v(1)[1, 0])
    assert fastest > 0


def test_a_moving_sphere_does_not_pass_a_cloth():
    """A kinematic sphere of radius 0.2 m at 10 m/s takes a 64 x 64 cloth along: none is ever in it, and those of its middle stay before it."""
    cloth = held(64)
    island = Island([(cloth, {})], [round_row((0, 0.25, 0), np.eye(3), 0.2, velocity=(0, -10, 0), dt=1 / 60)])
    for _ in range(5):
        island.tick()
        middle = island.solid.rows[0, 1:4]
        x = island.x(0).astype(float) - middle[:, None]
        assert np.linalg.norm(x, axis=0).min() > 0.2049
        assert x[1, np.hypot(*cloth.rest[:, [0, 2]].T) < 0.15].max() < 0


def test_a_cloth_rests_on_a_jelly():
    """Dropped on a block that stands on a floor, it lies both reaches over the top, and the block keeps its height."""
    triangles, surface = skin(8)
    jelly = block(8, 2e3)
    jelly.put(x=jelly.rest + [0, 0.16, 0])
    cloth = sheet(24, 1e3, held=(), plane="xz", density=0.1, rate=1.0)
    cloth.put(x=cloth.rest * 0.5 + [0, 0.4, 0])
    cloth.springs.rest[:] *= 0.5
    parts = [(cloth, {"triangles": sheet_surface(24, 24)[1]}), (jelly, {"triangles": triangles, "surface": surface, "closed": True})]
    island = Island(parts, [FLOOR])
    for _ in range(90):
        island.tick()
    x, top = island.x(0), island.x(1)[1].max()
    over = (np.abs(x[0]) < 0.12) & (np.abs(x[2]) < 0.12)
    assert over.sum() > 100 and 0.29 < top < 0.31
    assert x[1, over] == pytest.approx(top + 0.01, abs=0.004)


def test_a_jelly_rests_on_a_jelly():
    """Dropped upright on an equal one it stays on top of it."""
    triangles, surface = skin(6)
    how = {"triangles": triangles, "surface": surface, "closed": True, "friction": 0.8}
    lower, upper = block(6, 2e3, rate=1.0), block(6, 2e3, rate=1.0)
    lower.put(x=lower.rest + [0, 0.156, 0])
    upper.put(x=upper.rest + [0.01, 0.5, 0.02])
    island = Island([(lower, how), (upper, how)], [FLOOR], friction=0.8)
    for _ in range(120):
        island.tick()
    assert island.x(1)[1].min() == pytest.approx(island.x(0)[1].max() + 0.01, abs=0.01)
    assert np.abs(island.v(1)).max() < 0.2


def crumpled(n, frames, substeps, places):
    """A cloth of 1 m, 1e4 N/m with bend 50, after so many frames; how long that took, and its crossings."""
    cloth = sheet(n, 1e4, held=(), links=("structural", "shear", "bend"), rate=1.0)
    spacing = 1 / (n - 1)
    cloth.springs.stiffness[cloth.springs.rest > 1.9 * spacing] = 50
    cloth.put(x=places(cloth.rest, spacing))
    island = Island([(cloth, {"itself": 0.95 * spacing, "reach": 0.25 * spacing})], [FLOOR])
    for _ in range(frames):
        island.tick(substeps=substeps)
    return island, crossings(island.x(0), *sheet_surface(n, n))


def test_a_crumple_ends_without_crossings():
    """Dropped on its edge with a slight wave, a 64 x 64 cloth folds up on the floor: 150 frames of 10 substeps later no edge passes a triangle."""

    def standing(x, _):
        y = x[:, 1] + 0.52
        return np.stack([x[:, 0], y, 0.01 * np.sin(12 * y)], 1)

    island, found = crumpled(64, 150, 10, standing)
    assert found == 0
    assert island.x(0)[1].max() < 0.3


def test_a_cloth_folded_three_times_rests_without_crossings():
    """Four layers one over the other on a table."""

    def folded(x, spacing):
        along = np.clip((x[:, 1] + 0.5) * 4, 0, 3.9999)
        layer, part = np.floor(along), along % 1
        return np.stack([x[:, 0], 0.01 + spacing * (2 * layer + part), np.where(layer % 2 == 0, part, 1 - part) / 4], 1)

    island, found = crumpled(48, 90, 10, folded)
    assert found == 0
    assert island.x(0)[1].max() < 0.15
