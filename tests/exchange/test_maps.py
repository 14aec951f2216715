"""The maps of a texture as other programs take them."""

import io

import numpy as np
import pytest
from baking import SCENE, SOLIDS, made, shots
from PIL import Image

from engine.assets.images import normal_map
from engine.exchange.maps import maps, tangents
from engine.exchange.shapes import Paint

SQUARE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
CORNERS, UP = np.array([[0, 1, 2], [0, 2, 3]], np.int32), np.tile(np.float32([0, 0, 1]), (4, 1))


def test_normals_are_unit_vectors_with_y_up(tmp_path):
    """Of slopes 0.6 right and 0.8 down the rows nothing is left for the third axis; flat is flat, whatever height blue said."""
    Image.fromarray(np.array([[[204, 230, 9], [128, 128, 200]]], np.uint8)).save(tmp_path / "x_normal.png")
    found = np.asarray(Image.open(io.BytesIO(normal_map(tmp_path / "x_normal.png")))).astype(float) / 127.5 - 1
    np.testing.assert_allclose(found, [[[0.6, -0.8, 0], [0, 0, 1]]], atol=0.01)


def test_maps_lie_beside_the_texture(tmp_path):
    """What is there is found; a roughness that the scene says needs no map; without a texture there is none."""
    for name in ("x.png", "x_rough.png", "x_normal.png", "y.png"):
        Image.new("RGB", (2, 2)).save(tmp_path / name)

    def uses(**paint):
        return [each.use for each in maps(Paint(**paint))]

    assert uses(texture=str(tmp_path / "x.png"), mapped=True) == ["color", "roughness", "normal"]
    assert uses(texture=str(tmp_path / "x.png")) == ["color", "normal"]
    assert uses(texture=str(tmp_path / "y.png"), mapped=True) == ["color"] and uses() == []


@pytest.mark.parametrize(
    "u, v, tangent, hand",
    [((1, 0), (0, 1), (1, 0), 1), ((-1, 0), (0, 1), (-1, 0), -1), ((0, 1), (1, 0), (0, 1), -1), ((0, -2), (3, 0), (0, -1), 1)],
)
def test_tangents_point_where_u_grows(u, v, tangent, hand):
    """On a square that faces z, with the texture upright, mirrored, on its side and stretched; the fourth number says whether v goes left of u."""
    uv = np.stack([SQUARE[:, :2] @ np.float32(u), SQUARE[:, :2] @ np.float32(v)], 1)
    np.testing.assert_allclose(tangents(SQUARE, UP, uv, CORNERS), np.tile([*tangent, 0, hand], (4, 1)), atol=1e-6)


@pytest.mark.parametrize("normal", np.vstack([np.eye(3), -np.eye(3)]))
def test_where_a_texture_does_not_grow_there_is_still_a_direction(normal):
    """A vertex without a triangle, and a texture of one point: across the normal, one long."""
    normals = np.tile(np.float32(normal), (4, 1))
    found = tangents(SQUARE, normals, np.zeros((4, 2), np.float32), CORNERS[:1])
    np.testing.assert_allclose(np.linalg.norm(found[:, :3], axis=1), 1)
    np.testing.assert_allclose((found[:, :3] * normals).sum(1), 0)


def test_tangents_lie_in_every_surface_of_a_scene():
    """Boxes, water and a swinging sheet: across the normal, and one long."""
    (shot,) = shots(made(SCENE + SOLIDS), [30])
    for mesh in shot.meshes:
        found = tangents(mesh.points, mesh.normals, mesh.uv, mesh.corners)
        np.testing.assert_allclose((found[:, :3] * mesh.normals).sum(1), 0, atol=1e-5)
        np.testing.assert_allclose(np.linalg.norm(found[:, :3], axis=1), 1, rtol=1e-5)
