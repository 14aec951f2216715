"""Cloth from a mesh, and what does not fit together in any body."""

from types import SimpleNamespace

import numpy as np
import pytest
from made import components, entity, lattice

from engine.assets.meshes import mesh
from engine.bodies.edit import rebuilt
from engine.bodies.faults import faults
from engine.colliders.mesh import Mesh
from engine.components import LINKS, Hold, Mass, Position, Runs, Spring, Triangles

CUBE = "".join(f"v {x} {y} {z}\n" for z in (0, 1) for y in (0, 1) for x in (0, 1)) + (
    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
)


def cloth(folder, text, **words):
    """An entity whose shape is the mesh of an OBJ text."""
    path = folder / "cloth.obj"
    path.write_text(text)
    spec = Mesh(file="cloth.obj")
    spec.give(mesh(path))
    return entity(**{"spring": {}} | words).model_copy(update={"shape": SimpleNamespace(mesh=spec, sphere=None)})


def grid(n, m):
    """OBJ text of a sheet of quads, with its texture coordinates."""
    points = "".join(f"v {i} {j} 0\nvt {i / (n - 1)} {j / (m - 1)}\n" for j in range(m) for i in range(n))
    faces = ((j * n + i + 1, j * n + i + 2, (j + 1) * n + i + 2, (j + 1) * n + i + 1) for j in range(m - 1) for i in range(n - 1))
    return points + "".join("f " + " ".join(f"{p}/{p}" for p in face) + "\n" for face in faces)


def by_link(state):
    """Sorted pairs of masses of each link."""
    spring = state[Spring]
    return {name: sorted(map(tuple, np.sort(spring.ends[spring.link == k], 1).tolist())) for k, name in enumerate(LINKS)}


def test_a_mesh_of_quads_is_the_lattice_of_the_same_shape(tmp_path):
    """Sides are structural, both diagonals of each quad shear; texture coordinates are the file's; no energy at the start."""
    state = components(cloth(tmp_path, grid(5, 4)))
    _, sheet = lattice((5, 4), (4, 3), ("structural", "shear"))
    assert by_link(state) == by_link(sheet)
    spring, x = state[Spring], state[Position].xyz
    np.testing.assert_allclose(np.linalg.norm(np.diff(x[spring.ends], axis=1)[:, 0], axis=1), spring.rest, rtol=1e-6)
    triangles = state[Triangles]
    np.testing.assert_allclose(triangles.uv, x[triangles.source, :2] / [4, 3], atol=1e-6)
    np.testing.assert_array_equal(triangles.source[triangles.vertices], triangles.corners)
    assert not triangles.closed and np.sum(1 / state[Hold].inverse[:20]) == pytest.approx(0.3, rel=1e-6)


def test_bending_springs_reach_across_sides(tmp_path):
    """Two triangles with one side between them: their far corners are joined."""
    text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n"
    state = components(cloth(tmp_path, text, spring={"links": ["structural", "bend"], "stiffness": [100, 3]}))
    assert by_link(state) == {"structural": [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)], "shear": [], "bend": [(0, 3)], "space": []}
    assert (state[Spring].stiffness == np.where(state[Spring].link == 0, 100, 3)).all()


@pytest.mark.parametrize("turn", [1, -1])
def test_a_cube_is_closed_and_outward(tmp_path, turn):
    """Whichever way round its polygons are written, the triangles of a closed mesh look outward."""
    text = CUBE if turn == 1 else "\n".join(line if line[:1] != "f" else "f " + " ".join(line.split()[:0:-1]) for line in CUBE.split("\n"))
    state = components(cloth(tmp_path, text))
    triangles, x = state[Triangles], state[Position].xyz.astype(float)
    a, b, c = (x[triangles.corners[:, k]] for k in range(3))
    assert triangles.closed and np.einsum("ti,ti->", a, np.cross(b, c)) / 6 == pytest.approx(1)
    assert len(by_link(state)["structural"]) == 12 and len(by_link(state)["shear"]) == 12
    assert state[Runs].slots == len(state[Spring].ends) == 24


def test_another_file_is_another_body_and_an_edit_is_not(tmp_path):
    """Stiffness and pins of cloth are live; a file of another content builds it anew."""
    old = cloth(tmp_path, grid(5, 4))
    new = cloth(tmp_path, grid(5, 4), spring={"stiffness": [1, 2]}, pin={"indices": [3]})
    assert not rebuilt(old, new) and rebuilt(old, cloth(tmp_path, grid(5, 5)))
    state = components(old)
    for component, name, value in list(new.spring.adapted(old, new, state)):
        setattr(component, name, value)
    assert (state[Spring].goal == np.where(state[Spring].link == 0, 1, 2)).all() and state[Mass].inverse[3] == 0


SHEET, ROPE, BLOCK = ({"lattice": {"counts": counts, "size": 1}} for counts in ([4, 3], [4], [3, 3, 3]))
TWO = {"points": {"positions": [[0, 0, 0], [1, 0, 0]]}}


@pytest.mark.parametrize("words, path, said", [
    (ROPE | {"spring": {"links": ["structural", "shear"]}}, "spring links 1", "a rope has no shear (diagonals of faces); it can have structural, bend"),
    (SHEET | {"spring": {"links": ["volume"]}}, "spring links 0", "a sheet has no volume (volumes of cells); it can have structural, shear, bend"),
    (SHEET | {"spring": {"pairs": [[0, 1]]}}, "spring pairs", "pairs join single masses; of a sheet write links: [structural, shear, bend]"),
    (SHEET | {"spring": {"stiffness": [1, 2, 3]}}, "spring stiffness", "needs 1 number, or 2: one for each of structural, shear; found 3"),
    (BLOCK | {"spring": {"links": ["structural", "volume"], "damping": [1, 2]}}, "spring damping", "needs 1 number, or 1: one for each of structural; found 2"),
    (TWO | {"spring": {"links": ["bend"]}}, "spring links", "single masses have no neighbours; write pairs: [[0, 1]]"),
    (TWO | {"spring": {}}, "spring", "single masses have no neighbours; write pairs: [[0, 1]]"),
    (TWO | {"spring": {"pairs": [[0, 2]]}}, "spring pairs 0", "there is no mass 2; the masses are 0 to 1"),
    (TWO | {"spring": {"pairs": [[1, 1]]}}, "spring pairs 0", "joins mass 1 to itself"),
    ({"points": {"positions": [[0, 0, 0]] * 2}, "spring": {"pairs": [[0, 1]]}}, "spring pairs 0", "masses 0 and 1 start at the same place"),
    (TWO | {"spring": {"pairs": [[0, 1]], "stiffness": [1, 2]}}, "spring stiffness", "needs 1 number, or 1: one for each of 0 to 1; found 2"),
    (SHEET | {"pin": {"corners": ["top_left", "top_front"]}}, "pin corners 1", "no corner 'top_front'; corners here: bottom_left, bottom_right, top_left, top_right"),
    (ROPE | {"pin": {"corners": ["first"]}}, "pin corners 0", "no corner 'first'; corners here: start, end"),
    (TWO | {"pin": {"corners": ["start"]}}, "pin corners 0", "this body has no corners; write indices"),
    (SHEET | {"pin": {"indices": [11, 12]}}, "pin indices 1", "there is no mass 12; the masses are 0 to 11"),
    (SHEET | {"pin": {"where": {"box": {"min": [9, 9, 9], "max": [9, 9, 9]}}}}, "pin where", "no mass starts in this box; it is in the entity's frame"),
    (SHEET | {"collider": {"friction": 1, "restitution": 0.5}}, "collider restitution", "masses on springs do not bounce; of their collider write friction"),
    (SHEET | {"collider": {"on_hit": {"kill": True}}}, "collider on_hit", "masses on springs do not bounce"),
    (TWO | {"self_collision": {}}, "self_collision", "single masses have no spacing"),
])  # fmt: skip
def test_what_does_not_fit_together_is_said_once(words, path, said):
    """One fault at its path, with what to write instead; without it there is none."""
    found = list(faults(entity(**words)))
    assert [" ".join(map(str, place)) for place, _ in found] == [path]
    assert said in found[0][1]


@pytest.mark.parametrize(
    "words", [SHEET, ROPE | {"spring": {"links": ["bend"]}}, BLOCK | {"spring": {"links": ["space", "volume"], "stiffness": [4]}}, TWO, {}]
)
def test_what_fits_has_no_fault(words):
    """Bodies as the pages of the design write them."""
    assert not list(faults(entity(**words)))
