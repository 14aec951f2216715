"""The committed meshes are those that `python -m content.make.meshes` writes; those to fill are closed, and turn outward."""

from pathlib import Path

import numpy as np
import pytest

from engine.assets.meshes import mesh
from engine.bodies.cloth import is_closed

MESHES = Path(__file__).parents[1] / "content" / "meshes"


@pytest.fixture(scope="module")
def shapes(script):
    return script("meshes.shapes")


def volume(name):
    """[m3] within a mesh: a sixth of the sum of its triangles' triple products."""
    read = mesh(MESHES / f"{name}.obj")
    p, q, r = (read.places[read.corners[:, k]] for k in range(3))
    return np.einsum("ij,ij->", p, np.cross(q, r)) / 6


def test_they_are_made_anew_as_they_are(shapes):
    """To the letter."""
    for maker in shapes.SOLIDS:
        assert (MESHES / f"{maker.__name__}.obj").read_text() == shapes.text(maker), "python -m content.make.meshes"


def test_they_are_closed_and_turn_outward(shapes):
    """Each edge has two sides, and the volume within is more than nothing."""
    for maker in shapes.SOLIDS:
        assert is_closed(mesh(MESHES / f"{maker.__name__}.obj").corners)
        assert volume(maker.__name__) > 0.05


def test_the_ring_holds_what_pappus_says():
    """A regular n-gon of area A = n/2 r^2 sin(2 pi / n), carried round in m straight pieces at a distance R: A R m sin(2 pi / m)."""
    m, n, R, r = 40, 14, 0.34, 0.15
    area = n / 2 * r**2 * np.sin(2 * np.pi / n)
    assert volume("ring") == pytest.approx(area * R * m * np.sin(2 * np.pi / m), rel=1e-4)


def test_the_knot_is_as_thick_all_along():
    """Its circles are square to its line: a tube of radius a holds pi a^2 times the length of that, to what 108 x 12 places see of it."""
    t = np.linspace(0, 2 * np.pi, 20001)
    away = 0.4 + 0.17 * np.cos(3 * t)
    line = np.stack([away * np.cos(2 * t), 0.17 * np.sin(3 * t), -away * np.sin(2 * t)], 1)
    length = np.linalg.norm(np.diff(line, axis=0), axis=1).sum()
    assert volume("knot") == pytest.approx(12 / 2 * 0.1**2 * np.sin(2 * np.pi / 12) * length, rel=0.01)
