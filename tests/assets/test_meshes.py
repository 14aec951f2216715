"""Reading OBJ files: points, polygons and texture coordinates by the numbers their authors know."""

import numpy as np
import pytest

from engine.assets.meshes import mesh
from engine.assets.polygons import triangulated

CUBE = "".join(f"v {x} {y} {z}\n" for z in (0, 1) for y in (0, 1) for x in (0, 1)) + (
    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
)
SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def read(folder, text):
    """The mesh of an OBJ text."""
    path = folder / "cloth.obj"
    path.write_text(text)
    return mesh(path)


def area(places, corners):
    """(t, 3) area vectors of triangles."""
    a, b, c = (places[corners[:, k]] for k in range(3))
    return np.cross(b - a, c - a) / 2


def test_a_cube(tmp_path):
    """Eight points in the file's order, twelve triangles that enclose 1 m3 outward, and the twelve edges of its squares."""
    cube = read(tmp_path, CUBE)
    assert cube.places.shape == (8, 3) and (cube.places[6] == [0, 1, 1]).all()
    assert len(cube.corners) == 12 and len(cube.edges) == 12 and len(cube.coordinates) == 0
    a, b, c = (cube.places[cube.corners[:, k]] for k in range(3))
    assert np.einsum("ti,ti->", a, np.cross(b, c)) / 6 == pytest.approx(1)


def test_what_else_an_obj_file_may_say(tmp_path):
    """Comments, groups, normals, colours, tabs, continued lines, numbers from the end: all read as the format says."""
    text = "# by hand\no cloth\nv\t0 0 0 1 0.5 0.2\nv 1 0 0\nv 1 1 0 # third\nvn 0 0 1\nvt 0 0\nvt 1 0 0\nvt 0.5\ns off\nf 1/1/1 \\\n  2/2/1 -1/-1/1\nl 1 2\n"
    found = read(tmp_path, text)
    np.testing.assert_array_equal(found.corners, [[0, 1, 2]])
    np.testing.assert_array_equal(found.coordinates, [[0, 1, 2]])
    np.testing.assert_array_equal(found.uv, [[0, 0], [1, 0], [0.5, 0]])


def test_a_seam_keeps_one_point_with_two_coordinates(tmp_path):
    """Two triangles that share two points but no texture coordinate: four points, six coordinates."""
    found = read(tmp_path, SQUARE + "vt 0 0\nvt 1 0\nvt 1 1\nvt 0.2 0\nvt 0.3 0\nvt 0.4 1\nf 1/1 2/2 3/3\nf 1/4 3/5 4/6\n")
    assert len(found.places) == 4 and len(found.edges) == 5
    np.testing.assert_array_equal(found.coordinates, [[0, 1, 2], [3, 4, 5]])


def test_polygons_are_cut_inside():
    """Convex, concave, and quads bent inward: as many triangles as corners less two, all right-handed, their areas the polygon's."""
    rng = np.random.default_rng(3)
    for n in (4, 5, 8, 13):
        for _ in range(30):
            angle = np.sort(rng.uniform(0, 2 * np.pi, n)) if n > 4 else np.arange(4) * np.pi / 2 + rng.uniform(0, 0.5, 4)
            if np.diff(angle, append=angle[0] + 2 * np.pi).max() > 3:
                continue  # a star-shaped outline must go round its middle
            radius = rng.uniform(0.2, 1, n)
            flat = np.stack([radius * np.cos(angle), radius * np.sin(angle), 0 * angle], 1)
            turned = flat @ np.linalg.qr(rng.normal(size=(3, 3)))[0].T + 5
            corners, owner, chosen = triangulated(turned, [list(range(n))])
            pieces = area(flat, corners)[:, 2]
            shoelace = np.sum(flat[:, 0] * np.roll(flat[:, 1], -1) - flat[:, 1] * np.roll(flat[:, 0], -1)) / 2
            assert len(corners) == n - 2 and (pieces > -1e-12).all() and not owner.any()
            assert pieces.sum() == pytest.approx(shoelace, rel=1e-9)
            np.testing.assert_array_equal(corners, chosen)


def test_triangles_come_in_the_polygons_order():
    """Mixed sizes: `owner` says which polygon each triangle is from, and it grows."""
    places = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [2, 0.5, 0], [0.5, -1, 0]], float)
    corners, owner, _ = triangulated(places, [[0, 1, 2, 3], [1, 4, 2], [0, 5, 1, 2, 3]])
    np.testing.assert_array_equal(owner, [0, 0, 1, 2, 2, 2])
    assert corners.shape == (6, 3) and set(corners[2]) == {1, 2, 4}


@pytest.mark.parametrize("text, said", [
    (SQUARE, "cloth.obj has no polygons; write f lines, as in f 1 2 3"),
    (SQUARE + "f 1 2 3\n", "cloth.obj: no polygon uses point 4; take isolated points out"),
    (SQUARE * 4 + "f 1 2 3\n", "no polygon uses points 4, 5, 6, 7, 8, 9, 10, 11 and 5 more"),
    (SQUARE + "f 1 2 5\n", "cloth.obj:5: there is no point 5; 4 stand above this line"),
    (SQUARE + "f 1 2 -5\n", "cloth.obj:5: there is no point -5"),
    (SQUARE + "f 0 1 2\n", "cloth.obj:5: there is no point 0"),
    (SQUARE + "f 1 2 x\n", "cloth.obj:5: 'x' is no number of a point"),
    (SQUARE + "f 1/1 2 3\n", "cloth.obj:5: there is no texture coordinate 1; 0 stand above"),
    (SQUARE + "vt 0 0\nf 1/1 2 3\n", "cloth.obj:6: some corners have a texture coordinate and some have none"),
    (SQUARE + "vt 0 0\nf 1/1 2/1 3/1\nf 1 3 4\n", "cloth.obj:7: this polygon has no texture coordinates, while others have"),
    (SQUARE + "f 1 2\n", "cloth.obj:5: a polygon needs 3 points or more, found 2"),
    (SQUARE + "f 1 2 2\n", "cloth.obj:5: a polygon names a point twice"),
    (SQUARE + "v 2 0 0\nf 1 2 3 4\nf 1 2 5\n", "cloth.obj: polygon 2 (line 7) has a triangle without area"),
    ("v 1 2\n", "cloth.obj:1: v needs 3 numbers, found '1 2'"),
    ("v 1 2 nan\n", "cloth.obj:1: v needs 3 numbers, found '1 2 nan'"),
    ("v 1 two 3\n", "cloth.obj:1: v needs 3 numbers, found '1 two 3'"),
    ("\x00\xff binary", "cloth.obj has no polygons"),
])  # fmt: skip
def test_what_no_body_can_be_made_of_is_refused_by_number(tmp_path, text, said):
    """One error with the line or the numbers of the file."""
    with pytest.raises(ValueError) as caught:
        read(tmp_path, text)
    assert said in str(caught.value)


def test_the_limit_is_named(tmp_path, monkeypatch):
    """More triangles than the limit are refused with both numbers."""
    monkeypatch.setattr("engine.assets.meshes.TRIANGLES", 1)
    with pytest.raises(ValueError, match="has 2 triangles; at most"):
        read(tmp_path, SQUARE + "f 1 2 3 4\n")


def test_meshes_are_equal_when_their_files_are(tmp_path):
    """A file that was saved again unchanged is the same mesh; another is not."""
    assert read(tmp_path, CUBE) == read(tmp_path, CUBE) != read(tmp_path, CUBE + "# more\n")
