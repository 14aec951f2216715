"""The committed textures are what their scripts make, and they tile."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

FOLDER = Path(__file__).parents[2] / "content" / "textures"
MATERIALS = ("paving", "plaster", "limestone", "wood", "mosaic", "star", "slab", "blanket", "gingham")
TILING = [f"{name}{end}" for name in MATERIALS for end in ("", "_normal", "_rough")] + ["ripple"]


@pytest.fixture(scope="module")
def textures(script):
    return script("textures")


def pixels(path):
    return np.asarray(Image.open(path)).astype(int)


def test_no_texture_is_stale(textures):
    """Every image is the one that was written when the scripts read as they do now."""
    made = json.loads((FOLDER / "made.json").read_text())
    assert made["sources"] == textures.sources(), "a script changed: python -m content.make.textures"
    images = {path.name: textures.digest(path) for path in FOLDER.glob("*.png")}
    assert made["images"] == images, "an image changed: python -m content.make.textures"


@pytest.mark.parametrize("name", ["wood", "drops", "mist"])
def test_a_texture_made_anew_is_the_committed_one(textures, name, tmp_path):
    """Nothing but the code decides; another machine's rounding moves a value by one step at most."""
    paths = list(textures.make(tmp_path, only=[name]))
    assert paths
    for path in paths:
        assert np.abs(pixels(path) - pixels(FOLDER / path.name)).max() <= 1


@pytest.mark.parametrize("name", TILING)
def test_opposite_edges_meet(name):
    """Across the edge, a texture changes no more than between some two rows, or columns, within."""
    for image in (pixels(FOLDER / f"{name}.png"), pixels(FOLDER / f"{name}.png").swapaxes(0, 1)):
        between_rows = np.abs(np.diff(image, axis=0)).mean(axis=tuple(range(1, image.ndim)))
        assert np.abs(image[0] - image[-1]).mean() <= between_rows.max()


@pytest.mark.parametrize("name", MATERIALS)
def test_normals_are_those_of_a_closed_surface(name):
    """x and y are part of a unit vector, and average to nothing: the slopes of a surface that repeats add up to zero."""
    normal = pixels(FOLDER / f"{name}_normal.png")[..., :2] / 127.5 - 1
    assert (np.hypot(normal[..., 0], normal[..., 1]) < 1).all()
    assert np.abs(normal.mean((0, 1))).max() < 0.01


@pytest.mark.parametrize("name", ["drop_round", "drop_pinched", "mist"])
def test_sprites_end_before_their_border(name):
    """White, covering something in the middle and nothing at the border, where billboards are cut off."""
    image = pixels(FOLDER / f"{name}.png")
    alpha = image[..., 3]
    assert (image[..., :3] == 255).all()
    assert alpha.max() > 100
    assert max(alpha[0].max(), alpha[-1].max(), alpha[:, 0].max(), alpha[:, -1].max()) == 0


def test_textures_stay_small():
    """12 MB in all: a clone stays quick."""
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 12e6
