"""Sheets that start in pleats."""

import numpy as np
import pytest
from made import components, entity

from engine.bodies.pleats import pleats
from engine.components import Position, Rest, Spring

FOLDS = [(63, 3, 0.75), (63, 5, 0.4), (12, 3, 0.3), (8, 2, 0.25), (40, 1, 1.0)]


@pytest.mark.parametrize("links, count, width", FOLDS)
def test_a_folded_line_has_equal_links_and_the_width_that_was_asked(links, count, width):
    """Every chord is one link long; the ends stand on the line, `width` times the links apart; folds go to both sides alike."""
    line = pleats(links, count, width)
    np.testing.assert_allclose(np.linalg.norm(np.diff(line, axis=0), axis=1), 1, rtol=1e-13)
    np.testing.assert_allclose(line[-1] - line[0], [width * links, 0], atol=1e-9)
    np.testing.assert_allclose(line[:, 1], -line[::-1, 1], atol=1e-9)
    if width < 1:
        turns = np.flatnonzero(np.diff(np.sign(np.diff(line[:, 1]))))
        assert len(turns) == 2 * count


@pytest.mark.parametrize("plane, first, normal", [("xy", 0, 2), ("xz", 0, 1), ("yz", 1, 0)])
def test_a_pleated_sheet_starts_without_energy_and_its_corners_nearer(plane, first, normal):
    """Springs of all links are at rest; structural and shear ones are as long as those of the flat sheet, which is its rest shape."""
    given = {"counts": [21, 9], "size": [2.0, 1.6], "plane": plane}
    links = {"links": ["structural", "shear", "bend"]}
    folded = components(entity(lattice={**given, "pleats": {"count": 4, "width": 0.6}}, spring=links))
    flat = components(entity(lattice=given, spring=links))
    x, spring = folded[Position].xyz.astype(float), folded[Spring]
    length = np.linalg.norm(x[spring.ends[:, 1]] - x[spring.ends[:, 0]], axis=1)
    np.testing.assert_allclose(length, spring.rest, rtol=2e-6)
    direct = spring.link < 2
    np.testing.assert_allclose(spring.rest[direct], flat[Spring].rest[direct], rtol=2e-6)
    assert (spring.rest[~direct] <= flat[Spring].rest[~direct] * (1 + 1e-6)).all()
    np.testing.assert_array_equal(folded[Rest].rows, flat[Rest].rows)
    assert abs(x[20, first] - x[0, first]) == pytest.approx(1.2, rel=1e-6)
    assert x[:, normal].max() > 0.05 and x[:, normal].min() < -0.05


def test_the_rows_of_a_pleated_sheet_are_alike():
    """The sheet is folded along its first axis only: every row is the first one, moved along the second axis."""
    made = entity(lattice={"counts": [13, 5], "size": 1.0, "pleats": {"count": 2, "width": 0.5}}, spring={})
    grid = components(made)[Position].xyz.reshape(5, 13, 3)
    np.testing.assert_allclose(grid - grid[:, :1], np.broadcast_to(grid[:1] - grid[:1, :1], grid.shape), atol=1e-6)
    np.testing.assert_allclose(grid[:, 0, 1], np.linspace(-0.5, 0.5, 5), atol=1e-6)
