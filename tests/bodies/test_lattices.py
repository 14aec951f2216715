"""Ropes, sheets and blocks at their start."""

import numpy as np
import pytest
from made import components, entity, lattice

from engine.bodies.cloth import volume
from engine.bodies.grid import block_surface, places, resampled, sheet_triangles
from engine.bodies.pin import corners
from engine.bodies.rope import rope
from engine.components import Cells, Hold, Mass, Population, Position, Rest, Spring, Touch, Triangles, Velocity, rotation_matrix

BODIES = [
    ((9,), ("structural", "bend")),
    ((5, 4), ("structural", "shear", "bend")),
    ((3, 4, 5), ("structural", "shear", "bend", "space", "volume")),
]


@pytest.mark.parametrize("counts, links", BODIES)
def test_a_body_starts_without_energy_and_with_its_mass(counts, links):
    """Wherever it stands and however it is turned, springs are at rest to float32's rounding of places, and the masses sum to the total."""
    made, body = lattice(counts, 1.5, links, position=[3, 2, -1], rotation=[20, 130, -40], velocity=[1, 2, 3])
    x, spring = body[Position].xyz, body[Spring]
    length = np.linalg.norm(x[spring.ends[:, 1]] - x[spring.ends[:, 0]], axis=1)
    assert np.abs(length - spring.rest).max() < 8 * np.spacing(np.float32(4))
    assert np.sum(1 / body[Hold].inverse[: x.shape[0]].astype(float)) == pytest.approx(0.3, rel=1e-6)
    assert (body[Velocity].xyz == [1, 2, 3]).all()
    used = body[Population].used
    assert used == len(x) == np.prod(counts)
    for rows in (body[Position].rows, body[Velocity].rows, body[Mass].inverse, body[Rest].rows, body[Hold].inverse):
        assert not rows[..., used:].any()


def test_numbers_run_along_columns_then_rows_then_layers():
    """Mass row * n + column of a sheet, and layers of a block, at their places about the middle."""
    sheet = places((3, 2), (2, 1), (0, 2))
    np.testing.assert_allclose(sheet, [[-1, 0, -0.5], [0, 0, -0.5], [1, 0, -0.5], [-1, 0, 0.5], [0, 0, 0.5], [1, 0, 0.5]])
    block = places((2, 3, 4), (1, 2, 3), (0, 1, 2))
    np.testing.assert_allclose(block[(2 * 3 + 1) * 2 + 1], [0.5, 0, 0.5])


@pytest.mark.parametrize("plane, normal", [("xy", [0, 0, 1]), ("xz", [0, 1, 0]), ("yz", [1, 0, 0])])
def test_a_sheet_faces_its_plane_s_axis(plane, normal):
    """All triangles of a sheet look along +z, +y, +x, and cover its area once."""
    made = entity(lattice={"counts": [4, 6], "size": [2, 3], "plane": plane})
    body = components(made)
    a, b, c = (body[Rest].rows[:, body[Triangles].corners[:, k]].T.astype(float) for k in range(3))
    area = np.cross(b - a, c - a) / 2
    np.testing.assert_allclose(area @ normal, np.linalg.norm(area, axis=1), rtol=1e-6)
    assert area.sum(0) @ normal == pytest.approx(6, rel=1e-6)


def test_the_diagonal_alternates():
    """In the cell (i, j) the diagonal starts at the lower left corner where i + j is even, else at the lower right one."""
    cells = sheet_triangles(4, 3).reshape(2, 3, 2, 3)
    for j in range(2):
        for i in range(3):
            low = j * 4 + i
            shared = set(cells[j, i, 0].tolist()) & set(cells[j, i, 1].tolist())
            assert shared == ({low, low + 5} if (i + j) % 2 == 0 else {low + 1, low + 4})


def test_the_surface_of_a_block_is_a_closed_box():
    """Euler characteristic 2, every side between two triangles, outward: the enclosed volume is the box's; masses inside have no vertex."""
    counts, size = (3, 4, 5), (1.0, 2.0, 3.0)
    vertices, source, uv = block_surface(counts)
    corners_of = source[vertices]
    sides = np.sort(np.stack([corners_of, np.roll(corners_of, -1, 1)], 2).reshape(-1, 2), 1)
    edges, times = np.unique(sides, axis=0, return_counts=True)
    assert (times == 2).all() and len(np.unique(corners_of)) - len(edges) + len(corners_of) == 2
    x = places(counts, size, (0, 1, 2))
    assert volume(x, corners_of) == pytest.approx(6, rel=1e-12)
    assert len(np.unique(source)) == 3 * 4 * 5 - 1 * 2 * 3
    assert len(source) == 2 * (3 * 4 + 4 * 5 + 5 * 3) and uv.min() == 0 and uv.max() == 1


def test_the_texture_of_a_block_stands_upright_on_its_walls():
    """On the four walls v grows with y, and u grows to the right of who looks at the wall from outside."""
    vertices, source, uv = block_surface((3, 4, 5))
    x = places((3, 4, 5), (1, 1, 1), (0, 1, 2))[source]
    for triangle in vertices:
        a, b, c = x[triangle]
        normal = np.cross(b - a, c - a)
        normal /= np.linalg.norm(normal)
        if abs(normal[1]) < 0.5:
            right = np.cross([0, 1, 0], normal)
            np.testing.assert_allclose(uv[triangle, 1], x[triangle, 1] + 0.5, atol=1e-6)
            np.testing.assert_allclose(uv[triangle, 0], x[triangle] @ right + 0.5, atol=1e-6)


def test_cells_of_a_block_are_its_cells():
    """One corner tetrahedron a cell, its six volumes the cell's volume; neighbours in the list share no mass, but where a colour ends."""
    _, body = lattice((4, 5, 3), (3, 4, 2), ("volume",))
    cells = body[Cells]
    assert len(cells.corners) == 3 * 4 * 2 and len(np.unique(cells.corners[:, 0])) == 24
    np.testing.assert_allclose(cells.volume, 1, rtol=1e-6)
    shared = [len(set(a) & set(b)) > 0 for a, b in zip(cells.corners.tolist(), cells.corners[1:].tolist(), strict=False)]
    assert sum(shared) <= 7  # eight colours


def test_pins_hold_corners_indices_and_boxes():
    """The named corners lie where their names say; a box holds all that start in it, its faces included; the held have no inverse mass."""
    where = {"where": {"box": {"min": [-1, 1, -1], "max": [0, 1, 1]}}}
    _, body = lattice(
        (5, 3), (2, 2), (), pin={"corners": ["bottom_right"], "indices": [7], **where}, position=[9, 9, 9], rotation=[0, 90, 0]
    )
    held = [4, 7, 10, 11, 12]
    np.testing.assert_array_equal(np.flatnonzero(body[Hold].pinned), held)
    np.testing.assert_array_equal(np.flatnonzero(body[Mass].inverse[:15] == 0), held)
    assert (body[Hold].inverse[:15] == np.float32(15 / 0.3)).all()
    for counts in ((5, 3), (3, 4, 5)):
        x = places(counts, (2,) * len(counts), range(len(counts)))
        for name, mass in corners(counts).items():
            right, top, front = ("right" in name), ("top" in name), ("front" in name)
            np.testing.assert_allclose(x[mass], [2 * right - 1, 2 * top - 1, (2 * front - 1) * (len(counts) == 3)])


@pytest.mark.parametrize(
    "to, slack",
    [([2, 0, 0], 0.2), ([1, 1, 2], 0.5), ([0.1, -2, 0], 0.1), ([0, -1, 0], 0.3), ([0, 2, 0], 3), ([1, 0, 0], 40), ([3, 0, 0], 1e-4)],
)
def test_a_slack_rope_has_equal_links_of_the_right_length(to, slack):
    """It runs from end to end in links of (1 + slack) distance / (n - 1) each, on the whole not above the line between its ends."""
    x = rope([0, 0, 0], to, slack, 21)
    links = np.linalg.norm(np.diff(x, axis=0), axis=1)
    np.testing.assert_allclose(links, (1 + slack) * np.linalg.norm(to) / 20, rtol=1e-9)
    np.testing.assert_allclose(x[[0, -1]], [[0, 0, 0], to], atol=1e-9)
    assert (x[:, 1] - np.linspace(0, 1, 21) * to[1]).sum() <= 1e-9


def test_a_slack_rope_hangs_as_a_catenary():
    """Fine links between points of one height: the sag is a (cosh(D / 2a) - 1), where L = 2 a sinh(D / 2a)."""
    length, distance, low, high = 1.5, 1.0, 0.01, 10.0
    for _ in range(100):
        a = (low + high) / 2
        low, high = (a, high) if 2 * a * np.sinh(distance / (2 * a)) > length else (low, a)
    sag = -rope([0, 0, 0], [1, 0, 0], 0.5, 2001)[:, 1].min()
    assert sag == pytest.approx(a * (np.cosh(distance / (2 * a)) - 1), rel=1e-5)


def test_a_turned_rope_hangs_downward():
    """The entity's rotation turns a rope's ends, not what is down; its rest shape is straight, so that its masses can be as far apart."""
    along = {"from": [0, 0, 0], "to": [0, 0, 1], "slack": 0.5}
    made = entity(lattice={"counts": [11], "along": along}, spring={}, rotation=[0, 30, 70], position=[0, 5, 0])
    body = components(made)
    x, ends = body[Position].xyz, rotation_matrix([0, 30, 70]) @ [0, 0, 1]
    np.testing.assert_allclose(x[-1] - x[0], ends, atol=1e-6)
    np.testing.assert_allclose(x, rope([0, 0, 0], ends, 0.5, 11) + [0, 5, 0], atol=1e-6)
    rest = body[Rest].rows[:, :11]
    assert np.linalg.norm(rest[:, -1] - rest[:, 0]) == pytest.approx(1.5, rel=1e-6)
    assert body[Rest].spacing == pytest.approx(0.15, rel=1e-6)


def test_stiffness_goes_by_link():
    """Numbers stand in the order in which the links do."""
    words = {"links": ["bend", "structural"], "stiffness": [5, 70], "damping": 0.25}
    spring = components(entity(lattice={"counts": [4, 4], "size": 1}, spring=words))[Spring]
    assert (spring.stiffness == np.where(spring.link == 2, 5, 70)).all() and set(spring.link.tolist()) == {0, 2}
    assert (spring.damping == 0.25).all() and (spring.goal == spring.stiffness).all() and spring.left == 0


def test_thickness_and_reach():
    """Masses keep 0.95 of the spacing from each other and 5 mm, at most a quarter of the spacing, from others; told, a thickness and half of it."""
    _, plain = lattice((11, 11), 1)
    _, own = lattice((11, 11), 1, self_collision={})
    _, told = lattice((11, 11), 1, self_collision={"thickness": 0.04, "friction": 0.5})
    _, fine = lattice((101, 101), 1, collider={"friction": 0.2})
    assert plain[Touch].itself == 0 and own[Touch].itself == pytest.approx(0.095) and told[Touch].itself == 0.04
    reach = [body[Touch].reach[0] for body in (plain, told, fine)]
    assert reach == pytest.approx([0.005, 0.02, 0.0025])
    assert [body[Touch].solid for body in (plain, fine)] == [False, True] and [told[Touch].friction, fine[Touch].friction] == [0.5, 0.2]


@pytest.mark.parametrize("old, new", [((5,), (8,)), ((4, 6), (7, 3)), ((3, 4, 5), (5, 2, 4))])
def test_resampling_an_affine_map_is_exact(old, new):
    """What is linear in the place stays so, corners on corners; the same counts change nothing."""
    grow = np.array([[1.5, 0.2, -1], [0.3, 0.8, 0.1], [0, -0.4, 2]])
    at = lambda counts: (places(counts, (2,) * len(counts), range(len(counts))) @ grow.T + [1, 2, 3]).T  # noqa: E731
    np.testing.assert_allclose(resampled(at(old), old, new), at(new), atol=1e-13)
    np.testing.assert_array_equal(resampled(at(old), old, old), at(old))
