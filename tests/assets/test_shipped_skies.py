"""The shipped skies are what their script makes, and the joins of their faces are not seen."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.assets.faces import NAMES, direction, faces

ROOT = Path(__file__).parents[2]
SKIES = sorted(path.parent for path in (ROOT / "content" / "skies").glob("*/made.json"))


@pytest.fixture(scope="module")
def maker(script):
    return script("sky")


@pytest.mark.parametrize("folder", SKIES, ids=lambda path: path.name)
def test_no_shipped_sky_is_stale(maker, folder):
    """Every file is the one that was written when the scripts read as they do now."""
    made = json.loads((folder / "made.json").read_text())
    assert made["sources"] == maker.sources(), f"a script changed: python -m content.make.sky {folder.name}"
    assert made["files"] == {name: maker.digest(folder / name) for name in made["files"]}, "a file changed"
    assert set(made["files"]) == {path.name for path in folder.iterdir()} - {"made.json"}


def test_the_evening_ships():
    """The tests over all skies must have one to look at."""
    assert "evening" in [path.name for path in SKIES]


@pytest.mark.parametrize("folder", SKIES, ids=lambda path: path.name)
def test_no_seams_are_seen(folder):
    """Across an edge of two faces, the picture changes no more than from texel to texel within."""
    made = faces([folder / f"{name}.png" for name in NAMES])
    bytes_ = made.pixels[..., :3].astype(np.int16)
    within = np.mean([np.abs(np.diff(bytes_[:, ::8], axis=2)).mean(), np.abs(np.diff(bytes_[:, :, ::8], axis=1)).mean()])
    for k, here, other, there in edges():
        a, b = bytes_[k][here], bytes_[other][there]
        rows = np.abs(np.diff(a, axis=0)).mean()
        assert np.abs(a - b).mean() <= 1.15 * max(within, rows) + 0.2, f"{NAMES[k]} and {NAMES[other]}"


def edges():
    """Pairs of faces with the texels of one edge of each, in the same order."""
    side = {
        "right": np.s_[:, -1],
        "left": np.s_[:, 0],
        "top": np.s_[0],
        "bottom": np.s_[-1],
        "top back": np.s_[0, ::-1],
        "bottom back": np.s_[-1, ::-1],
    }
    side |= {"right back": np.s_[::-1, -1], "left back": np.s_[::-1, 0]}
    pairs = "nz right px left, px right pz left, pz right nx left, nx right nz left, nz top py bottom, nz bottom ny top"
    pairs += (
        ", px top py right back, px bottom ny right, nx top py left, nx bottom ny left back, pz top py top back, pz bottom ny bottom back"
    )
    for pair in pairs.split(", "):
        words = pair.split()
        second = next(i for i in range(2, len(words)) if words[i] in NAMES)
        yield (NAMES.index(words[0]), side[" ".join(words[1:second])], NAMES.index(words[second]), side[" ".join(words[second + 1 :])])


def test_the_named_edges_are_the_same_places():
    """The list of edges above, held against the directions that the faces look in."""
    at = (np.arange(8) + 0.5) / 4 - 1
    looking = np.stack([direction(k, *np.meshgrid(at, -at)) for k in range(6)])
    found = [looking[k][here] @ looking[other][there].T for k, here, other, there in edges()]
    assert len(found) == 12
    for cosines in found:
        assert np.array_equal(cosines.argmax(1), np.arange(8))


def test_a_small_sky_is_the_shipped_one_seen_from_afar(maker, tmp_path):
    """A face made anew with few texels on a coarse land: the same light within a quarter, finite, and bare sky only above."""
    from content.make.sky import cube

    scene = maker.SKIES["evening"](128)
    list(cube.write(scene, tmp_path, 48, only=("py", "nz")))
    for name in "py", "nz":
        small = np.asarray(Image.open(tmp_path / f"{name}.png")).astype(float)
        shipped = np.asarray(Image.open(ROOT / "content" / "skies" / "evening" / f"{name}.png"))
        assert small[..., :3].mean((0, 1)) == pytest.approx(shipped[..., :3].mean((0, 1)), rel=0.25)
    assert (small[:8, :, 3] == 255).all() and (small[-16:, :, 3] == 0).all()
