"""Meshes of other tools, and what all meshes become: distances."""

import gc
import weakref

import numpy as np
import pytest
from PIL import Image

trimesh = pytest.importorskip("trimesh")

from engine.assets.distances import grid  # noqa: E402
from engine.assets.meshes import KEPT, mesh  # noqa: E402
from engine.bodies.cloth import is_closed, volume  # noqa: E402
from engine.kernels.creases import smooth_groups  # noqa: E402


def written(folder, name, scene):
    """The mesh of a trimesh scene or mesh, by way of a file."""
    path = folder / name
    data = scene.export(file_type=path.suffix[1:])
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return mesh(path)


def nodes(made):
    """(nx, ny, nz, 3) where the samples of a Grid are."""
    lines = [made.origin[axis] + made.spacing * np.arange(made.value.shape[axis]) for axis in range(3)]
    return np.stack(np.meshgrid(*lines, indexing="ij"), -1)


@pytest.mark.parametrize("name", ["box.stl", "box.ply", "box.off", "box.glb"])
def test_a_box_is_eight_points(tmp_path, name):
    """Whatever a format repeats for each face: eight points, twelve triangles outward, the volume of the box."""
    box = written(tmp_path, name, trimesh.creation.box((1, 2, 3)))
    assert box.places.shape == (8, 3) and box.corners.shape == (12, 3) and is_closed(box.corners)
    assert volume(box.places, box.corners) == pytest.approx(6)
    assert len(box.edges) == 18  # the triangles' sides: of a cube 12 edges and 6 diagonals


def test_parts_stand_where_their_nodes_put_them(tmp_path):
    """Moved, turned and mirrored parts of one glTF file are one mesh, each with its outside out."""
    scene, box = trimesh.Scene(), trimesh.creation.box((1, 1, 1))
    turned = trimesh.transformations.rotation_matrix(np.pi / 2, [0, 0, 1], [3, 0, 0])
    for node, matrix in ("a", np.eye(4)), ("b", turned @ np.diag([1.0, 2, 1, 1])), ("c", np.diag([-1.0, 1, 1, 1])):
        moved = matrix.copy()
        moved[0, 3] += {"a": 0, "b": 0, "c": 10}[node]
        scene.add_geometry(box, node_name=node, transform=moved)
    found = written(tmp_path, "three.glb", scene)
    assert len(found.places) == 24 and is_closed(found.corners)
    assert volume(found.places, found.corners) == pytest.approx(1 + 2 + 1)
    np.testing.assert_allclose([found.places.min(0), found.places.max(0)], [[-0.5, -3.5, -0.5], [10.5, 0.5, 0.5]], atol=1e-6)


def test_texture_coordinates_go_up_and_part_at_seams(tmp_path):
    """Two triangles that share a side but no coordinate: four points, six coordinates, v upward as it was given."""
    places = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    uv = np.array([[0, 0], [0.4, 0], [0.4, 0.9], [0.6, 0], [1, 0.9], [0.6, 0.9]])
    look = trimesh.visual.TextureVisuals(uv=uv, material=trimesh.visual.material.PBRMaterial(baseColorTexture=Image.new("RGB", (2, 2))))
    square = trimesh.Trimesh(places, [[0, 1, 2], [3, 4, 5]], visual=look, process=False)
    found = written(tmp_path, "square.glb", square)
    assert len(found.places) == 4 and found.uv.shape == (6, 2)
    np.testing.assert_allclose(found.uv[found.coordinates].reshape(-1, 2), uv, atol=1e-6)


def test_some_with_and_some_without_coordinates(tmp_path):
    """Nobody knows what a texture does on the rest."""
    look = trimesh.visual.TextureVisuals(
        uv=np.zeros((8, 2)), material=trimesh.visual.material.PBRMaterial(baseColorTexture=Image.new("RGB", (2, 2)))
    )
    both = trimesh.Scene([trimesh.Trimesh(*_box(), visual=look, process=False), trimesh.Trimesh(*_box(), process=False)])
    with pytest.raises(ValueError, match="both.glb: some of its parts have texture coordinates and some have none; give all or none"):
        written(tmp_path, "both.glb", both)


def _box():
    box = trimesh.creation.box((1, 1, 1))
    return box.vertices, box.faces


def test_a_point_that_is_not_there(tmp_path, monkeypatch):
    """Where the library does not see it, we do."""
    wrong = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 7]], process=False, validate=False)
    monkeypatch.setattr(trimesh, "load_scene", lambda *_, **__: trimesh.Scene({"a": wrong}))
    (tmp_path / "a.ply").write_bytes(b"")
    with pytest.raises(ValueError, match="a.ply is no ply file, or is damaged: a triangle names a point that is not there; there are 3"):
        mesh(tmp_path / "a.ply")


def test_without_the_library_the_extra_is_named(tmp_path, monkeypatch):
    """And OBJ files are read all the same."""
    import builtins

    real = builtins.__import__
    monkeypatch.setattr(
        builtins, "__import__", lambda name, *rest: (_ for _ in ()).throw(ImportError()) if name == "trimesh" else real(name, *rest)
    )
    (tmp_path / "a.glb").write_bytes(b"")
    said = r"a.glb needs trimesh; install it with: pip install 'springvand\[meshes\]', or save the mesh as an OBJ file"
    with pytest.raises(ValueError, match=said):
        mesh(tmp_path / "a.glb")
    (tmp_path / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    assert len(mesh(tmp_path / "a.obj").corners) == 1


def test_distances_of_a_box_are_those_of_the_formula():
    """Sampled at every node, inside and outside, at edges and corners: max(q, 0) long outside, the nearest face inside."""
    box, half = trimesh.creation.box((1, 2, 0.6)), np.array([0.5, 1, 0.3])
    made = grid(np.array(box.vertices), np.array(box.faces), 24)
    q = np.abs(nodes(made)) - half
    np.testing.assert_allclose(made.value, np.linalg.norm(np.maximum(q, 0), axis=-1) + np.minimum(q.max(-1), 0), atol=1e-12)


def test_distances_of_a_ball():
    """Larger than those of the sphere by no more than its facets lie inside it: the nearest triangle was found everywhere."""
    ball = trimesh.creation.icosphere(4, 0.5)
    made = grid(np.array(ball.vertices), np.array(ball.faces), 32)
    true = np.linalg.norm(nodes(made), axis=-1) - 0.5
    sag = 0.5 - np.linalg.norm(ball.triangles_center, axis=1).min()
    assert sag < 1e-3 and (made.value - true).min() > -1e-9 and (made.value - true).max() < sag + 1e-9


def test_smooth_groups_part_at_edges():
    """Of a cube each face is a group of its own at its corners: 24; of a ball all triangles at a point are one."""
    places, corners = map(np.array, _box())
    assert len(np.unique(smooth_groups(places, corners, np.cos(np.radians(40))))) == 24
    assert len(np.unique(smooth_groups(places, corners, -1.0))) == 8
    ball = trimesh.creation.icosphere(2)
    groups = smooth_groups(np.array(ball.vertices), np.array(ball.faces), np.cos(np.radians(40)))
    assert len(np.unique(groups)) == len(ball.vertices)
    for name, points in ("ball", ball.faces), ("cube", corners):  # no group holds two points
        found = groups if name == "ball" else smooth_groups(places, corners, 0.9)
        pairs = np.unique(np.stack([found.ravel(), np.array(points).ravel()], 1), axis=0)
        assert len(pairs) == len(np.unique(found))


def test_what_no_file_may_be(tmp_path):
    """STL without triangles, numbers that are none, points too far, slivers."""
    for text, said in {
        "OFF\n0 0 0\n": "a.off has no triangles; export the mesh with its faces",
        "OFF\n3 1 0\n0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n": r"a.off has numbers that are none \(nan or infinite\); export it anew",
        "OFF\n3 1 0\n0 0 0\n1 1e200 0\n0 1 0\n3 0 1 2\n": r"a.off: a point lies 1e\+200 m away; at most 1e\+09: make the mesh smaller",
        "OFF\n3 1 0\n0 0 0\n1 0 0\n2 0 0\n3 0 1 2\n": "a.off: triangle 1 has no area; take out what is degenerate",
        "nothing": "a.off is no off file, or is damaged",
    }.items():
        (tmp_path / "a.off").write_text(text)
        with pytest.raises(ValueError, match=said):
            mesh(tmp_path / "a.off")


def test_a_file_stands_alone(tmp_path):
    """What glTF keeps in other files is not read: a scene names its files itself."""
    (tmp_path / "a.gltf").write_bytes(b'{"asset":{"version":"2.0"},"buffers":[{"uri":"../x.bin","byteLength":12}]}')
    with pytest.raises(ValueError, match="a.gltf keeps a part of itself in '../x.bin'; save it as one .glb file"):
        mesh(tmp_path / "a.gltf")


def test_bytes_make_no_difference_to_memory(tmp_path):
    """Equal files are equal meshes, whatever was made of them meanwhile."""
    first = written(tmp_path, "box.ply", trimesh.creation.box())
    assert first.grid(8) is first.grid(8) and first == mesh(tmp_path / "box.ply")


def test_grids_that_were_asked_for_long_ago_are_forgotten(tmp_path):
    """As by the drag of a slider; what is asked for again is not."""
    box = written(tmp_path, "box.ply", trimesh.creation.box())
    asked = [weakref.ref(box.grid(cells).value) for cells in range(8, 8 + KEPT)]
    box.grid(8)
    box.grid(8 + KEPT)
    gc.collect()
    assert [cells for cells, grid in enumerate(asked, 8) if grid() is None] == [9]
