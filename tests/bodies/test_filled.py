"""A closed mesh filled with a lattice."""

from types import SimpleNamespace

import numpy as np
import pytest
from made import entity

from engine.assets.meshes import mesh
from engine.bodies.cloth import is_closed, volume
from engine.bodies.filled import Filled, carried, corners, links, surface, voxels
from engine.bodies.grid import cells as cells_of
from engine.bodies.grid import link_kinds
from engine.bodies.lattice import Lattice
from engine.colliders.mesh import Mesh

BOX = "".join(f"v {x} {y} {z}\n" for z in (0, 1) for y in (0, 2) for x in (0, 3)) + (
    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
)
ALL = link_kinds(3)[:4]


def ring(sections=48, around=24, radius=0.5, thick=0.2):
    """An OBJ text: a torus about y."""
    u, v = np.meshgrid(np.arange(sections) * 2 * np.pi / sections, np.arange(around) * 2 * np.pi / around, indexing="ij")
    out = radius + thick * np.cos(v)
    points = np.stack([out * np.cos(u), thick * np.sin(v), -out * np.sin(u)], -1).reshape(-1, 3)
    node = np.arange(sections * around).reshape(sections, around)
    quads = np.stack([node, np.roll(node, -1, 0), np.roll(np.roll(node, -1, 0), -1, 1), np.roll(node, -1, 1)], -1).reshape(-1, 4) + 1
    return "".join(f"v {x} {y} {z}\n" for x, y, z in points) + "".join(f"f {' '.join(map(str, q))}\n" for q in quads)


def read(folder, text):
    """The mesh of an OBJ text."""
    (folder / "shape.obj").write_text(text)
    return mesh(folder / "shape.obj")


def test_a_filled_box_is_the_block_of_the_same_size(tmp_path):
    """3 x 2 x 1 m in cells of half a metre: the masses, springs, volumes and outer area of the lattice 7 x 5 x 3."""
    box = read(tmp_path, BOX)
    found, block = voxels(box, 6), entity(lattice=Lattice(counts=(7, 5, 3), size=(3, 2, 1)), spring={"links": ALL})
    form = block.lattice.form(block)
    np.testing.assert_allclose(found.places - [1.5, 1, 0.5], form.start, atol=1e-12)
    ends, link = links(found, ALL)
    pairs = lambda ends, link: {(*sorted(map(int, pair)), int(kind)) for pair, kind in zip(ends, link, strict=True)}  # noqa: E731
    assert pairs(ends, link) == pairs(form.laid.ends, form.laid.link) and len(ends) == len(form.laid.ends)
    assert {tuple(cell) for cell in corners(found)} == {tuple(cell) for cell in cells_of((7, 5, 3))}
    triangles, _ = surface(found)
    assert is_closed(triangles) and volume(found.places, triangles) == pytest.approx(6)


def test_a_ring_is_hollow_in_the_middle(tmp_path):
    """Its volume is nearly 2 pi^2 R r^2, its hull closed and outward, no mass in the hole, every spring short."""
    torus = read(tmp_path, ring())
    found = voxels(torus, 28)
    assert found.kept.sum() * found.spacing**3 == pytest.approx(2 * np.pi**2 * 0.5 * 0.2**2, rel=0.03)
    triangles, _ = surface(found)
    assert volume(found.places, triangles) == pytest.approx(found.kept.sum() * found.spacing**3)
    assert np.hypot(found.places[:, 0], found.places[:, 2]).min() > 0.3 - 1.8 * found.spacing
    ends, link = links(found, ALL)
    lengths = np.linalg.norm(np.diff(found.places[ends], axis=1)[:, 0], axis=1) / found.spacing
    np.testing.assert_allclose(lengths, np.sqrt([1, 2, 4, 3])[link], atol=1e-9)
    assert len(np.unique(np.sort(ends, 1), axis=0)) == len(ends)


def test_volumes_of_one_colour_share_no_mass(tmp_path):
    """The order in which threads and vector instructions may take them."""
    found = voxels(read(tmp_path, ring()), 16)
    cells = corners(found)
    places = np.argwhere(found.number >= 0)
    color = (places[cells[:, 0]] % 2) @ [4, 2, 1]
    assert (np.diff(color) >= 0).all()
    for each in range(8):
        used = cells[color == each].ravel()
        assert len(np.unique(used)) == len(used)


@pytest.mark.parametrize("cells", [5, 20])
def test_what_masses_carry_follows_any_affine_map(tmp_path, cells):
    """At rest every point is where the file says; under stretch, shear and turn it goes along, those beyond the kept cells too."""
    torus = read(tmp_path, ring())
    found = voxels(torus, cells)
    made = carried(found, torus)
    np.testing.assert_allclose(made.weight.sum(1), 1, atol=1e-5)
    rng = np.random.default_rng(5)
    for matrix, shift in ((np.eye(3), np.zeros(3)), (rng.normal(size=(3, 3)), rng.normal(size=3))):
        moved = found.places @ matrix.T + shift
        point = np.einsum("pk,pki->pi", made.weight.astype(float), moved[made.taps])
        np.testing.assert_allclose(point, torus.places @ matrix.T + shift, atol=2e-6)


def test_the_body_is_built_once_for_a_mesh(tmp_path):
    """Springs without energy, the hull for the wind, and the mesh to be drawn; another count is another body."""
    spec = Mesh(file="shape.obj", fill=10)
    spec.give(read(tmp_path, ring()))
    jelly = entity(mass=0.1, spring={"links": ("structural", "volume")}).model_copy(
        update={"shape": SimpleNamespace(mesh=spec, sphere=None)}
    )
    body = Filled(spec.read, 10)
    parts = {type(part).__name__: part for part in jelly.spring.build(jelly)}
    assert body.voxels is Filled(spec.read, 10).voxels and body != Filled(spec.read, 11)
    assert len(parts["Carried"].taps) == len(spec.read.places) and len(parts["Cells"].corners) == body.voxels.kept.sum()
    np.testing.assert_allclose(parts["Spring"].rest, body.voxels.spacing, rtol=1e-6)
