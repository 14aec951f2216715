"""What other programs are given: where it is drawn, as large, right side out."""

from zlib import crc32

import numpy as np
from baking import SCENE, SOLIDS, made, shots

from engine.assets.meshes import mesh as read
from engine.components import Life, Position, WaveSurface
from engine.kernels.hash import SIZE, uniform
from engine.scene.paths import CONTENT


def test_triangles_turn_outward_and_normals_stand_on_them():
    """Counter-clockwise from where the normals point, for boxes from without and within, cloth, water; a box encloses its volume."""
    (shot,) = shots(made(SCENE + SOLIDS), [30])
    volumes = {}
    for mesh in shot.meshes:
        a, b, c = (mesh.points[mesh.corners[:, k]].astype(float) for k in range(3))
        across = np.cross(b - a, c - a)
        assert (np.einsum("ij,ij->i", across, mesh.normals[mesh.corners].mean(1)) > 0).all(), mesh.name
        assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1, atol=1e-5) and mesh.corners.max() == len(mesh.points) - 1
        volumes[mesh.name] = float(np.einsum("ij,ij->i", a, across).sum() / 6)
    boxes = [volume for name, volume in volumes.items() if name.startswith("Solids")]
    assert np.allclose(sorted(boxes), [-(9.0**3), 0.2**3, 4 * 1 * 3], rtol=1e-5)
    assert [mesh.name for mesh in shot.meshes[-2:]] == ["sheet", "pool"] and shot.meshes[-1].normals[:, 1].min() > 0.9


def test_meshes_are_given_as_they_are_drawn():
    """A solid mesh stands where the scene puts it, one that is filled where its masses carry it; each under its entity's name."""
    knot = "  knot: {position: [1, 2, 3], shape: {mesh: {file: meshes/knot.obj}}, collider: {}, surface: {}}\n"
    ring = (
        "  ring: {position: [0, 5, 0], mass: 1, shape: {mesh: {file: meshes/ring.obj, fill: 8}}, spring: {stiffness: 1000}, surface: {}}\n"
    )
    simulation = made(SCENE + SOLIDS + knot + ring)
    (shot,) = shots(simulation, [30])
    found, masses = {mesh.name: mesh.points for mesh in shot.meshes}, simulation.get("ring", Position)
    used = len(masses.xyz)
    fallen = (masses.rows[1, :used] + masses.previous[1, :used]).mean() / 2 - 5
    for name, place in (("knot", [1, 2, 3]), ("ring", [0, 5 + fallen, 0])):
        points = read(CONTENT / "meshes" / f"{name}.obj").places + place
        np.testing.assert_allclose((found[name].min(0), found[name].max(0)), (points.min(0), points.max(0)), atol=1e-4)
    assert fallen < -0.2


def test_textures_lie_on_boxes_in_metres():
    """A repeat is a tile: on every face the texture's sides are as long as the face's, and upright on its sides."""
    (shot,) = shots(made(SCENE + SOLIDS), [0])
    slab = next(mesh for mesh in shot.meshes if mesh.paint.texture and "slab" in mesh.paint.texture)
    for face in range(6):
        own = slice(4 * face, 4 * face + 4)
        points, uv = slab.points[own], slab.uv[own]
        for k in (0, 1):
            assert np.isclose(np.linalg.norm(points[k + 1] - points[k]), np.linalg.norm(uv[k + 1] - uv[k]), rtol=1e-5)
        if abs(slab.normals[4 * face, 1]) < 0.5:
            assert (
                np.allclose(np.ptp(points[:, 1]), np.ptp(uv[:, 1])) and (np.argsort(points[:, 1]) // 2 == np.argsort(uv[:, 1]) // 2).all()
            )


def test_droplets_are_where_and_as_large_as_they_are_drawn():
    """Half-way between two ticks; the diameter is drawn by the same hash as in the shader, times the curve over life; faded ones are thin."""
    text = SCENE.replace("billboard: {size: 0.2}", "billboard: {size: [0.1, 0.3], size_over_life: [[0, 1], [1, 3]]}")
    simulation = made(text + SOLIDS)
    (shot,) = shots(simulation, [40])
    (cloud,) = shot.clouds
    x, life = simulation.get("drops", Position), simulation.get("drops", Life)
    n, used = len(cloud.ids), x.population.used
    assert n == used > 30 and np.array_equal(cloud.ids, life.id) and cloud.name == "drops"
    assert np.allclose(cloud.points, (x.rows[:, :n] + x.previous[:, :n]).T / 2, atol=1e-6)
    chance = np.array([uniform(simulation.seed, crc32(b"drops"), int(i), SIZE) for i in life.id])
    u = np.clip(life.age / (life.span + life.fade), 0, 1)
    assert np.allclose(cloud.widths, (0.1 + 0.2 * chance) * (1 + 2 * u), rtol=1e-5)
    assert cloud.opacities.min() >= 0 and np.ptp(cloud.widths) > 0.1


def test_water_stands_over_its_cells():
    """A point over the middle of each cell, at the level plus the height between two ticks."""
    simulation = made(SCENE + SOLIDS)
    (shot,) = shots(simulation, [60])
    water, state = shot.meshes[-1], simulation.get("pool", WaveSurface)
    points = water.points.reshape(8, 8, 3)
    assert np.allclose(points[..., 1], (state.height + state.shown) / 2, atol=1e-7)
    assert np.allclose(points[:, 0, 0], (np.arange(8) + 0.5) / 8 - 0.5) and np.allclose(points[0, :, 2], points[:, 0, 0])


def test_what_is_not_finite_is_left_out():
    """A surface whose places are lost is not handed on."""
    simulation = made(SCENE + SOLIDS)
    simulation.step()
    simulation.get("sheet", Position).rows[0, 3] = np.nan
    (shot,) = shots(simulation, [1])
    assert "sheet" not in [mesh.name for mesh in shot.meshes] and "pool" in [mesh.name for mesh in shot.meshes]
