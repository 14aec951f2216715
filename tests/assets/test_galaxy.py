"""Meshes that a script makes: the committed ones are those, and stars that are born on them are where a galaxy has them."""

from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "content" / "meshes"


@pytest.fixture(scope="module")
def galaxy(script):
    return script("meshes.galaxy")


def test_the_meshes_are_as_the_script_makes_them(galaxy):
    """To the millimetre that they are written in, for another machine's logarithm may differ in its last digit; no other cloud lies beside them."""
    assert {path.name for path in FOLDER.glob("galaxy_*")} == {f"galaxy_{maker.__name__}.obj" for maker in galaxy.CLOUDS}
    for maker in galaxy.CLOUDS:
        made, kept = (numbers(text) for text in (galaxy.text(maker), (FOLDER / f"galaxy_{maker.__name__}.obj").read_text()))
        assert made.shape == kept.shape, "make it anew: python -m content.make.meshes"
        np.testing.assert_allclose(kept, made, atol=1.5e-3, err_msg="make it anew: python -m content.make.meshes")


def numbers(text):
    """(3 n, 3) corners of an OBJ file."""
    return np.array([line.split()[1:] for line in text.splitlines() if line.startswith("v ")], float)


def test_all_triangles_of_a_cloud_are_as_large(galaxy):
    """So stars that are strewn evenly over them are as dense as the triangles."""
    for _, side in galaxy.CLOUDS.values():
        corners = galaxy.triangles(np.zeros((50, 3)), side, np.random.default_rng(1))
        for a, b in ((0, 1), (1, 2), (2, 0)):
            np.testing.assert_allclose(np.linalg.norm(corners[:, a] - corners[:, b], axis=1), side)


def test_arms_keep_their_pitch_and_trail(galaxy):
    """dr / (r d angle) = -tan(pitch) everywhere; what goes round by the right hand about y, as `around` starts it, gains angle."""
    r = np.linspace(galaxy.INNER, galaxy.RIM, 200)
    angle = galaxy.spiral(r, 0)
    np.testing.assert_allclose(np.diff(np.log(r)) / np.diff(angle), -np.tan(galaxy.PITCH), rtol=1e-9)
    (x, y, z), (later, _, aside) = galaxy.flat(np.array([2.0, 2.0]), np.array([0.3, 0.301]), np.zeros(2))
    np.testing.assert_allclose(np.cross([0, 1, 0], [x, y, z]) * 0.001, [later - x, 0, aside - z], atol=2e-6)


def test_a_disc_has_its_scale(galaxy):
    """Of an exponential disc from 0 to far out the mean radius is twice the scale."""
    r = galaxy.reach(np.random.default_rng(2), 200_000, 0.3, 0, 6)
    assert r.mean() == pytest.approx(0.6, rel=0.01)
