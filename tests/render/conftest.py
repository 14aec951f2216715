"""What tests of pictures share: a context, renderers that are closed, golden pictures."""

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.render import cache

GOLDEN = Path(__file__).parent / "golden"
FAILURES = Path(__file__).parents[1] / "failures"


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    """Tests keep what they compute to themselves, and find nothing that somebody else has kept."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setattr(cache, "user_folder", lambda: folder)
        yield


@pytest.fixture
def square(tmp_path):
    """Path of an image that is white to its edges."""
    path = tmp_path / "square.png"
    Image.new("RGBA", (8, 8), "white").save(path)
    return (str(path),)


@pytest.fixture
def renderer(context):
    """Makes Renderers of test quality without baked light, and closes them; keywords as Renderer's."""
    from engine.render.renderer import Renderer

    made = []

    def make(size=(320, 180), **how):
        made.append(Renderer(size, **{"quality": "test", "bake": "off", **how}))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture(scope="session")
def drawing(context):
    """One Renderer of 320 x 180 for all tests that need nothing special: to make one takes longer than a picture."""
    from engine.render.renderer import Renderer

    shared = Renderer((320, 180), quality="test", bake="off")
    yield shared
    shared.close()


@pytest.fixture(scope="session")
def linear(context):
    """Reads a renderer's scene: (h, w, 4) float32 linear light, top row first."""
    from pyglet import gl

    def read(made):
        width, height = made.size
        out = np.empty((height, width, 4), np.float32)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, made.scene.id)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_FLOAT, out.ctypes.data)
        return out[::-1]

    return read


@pytest.fixture
def golden():
    """Compares a picture (h, w, 3 or 4) uint8 with tests/render/golden/NAME.png; UPDATE_GOLDEN=1 writes it anew."""

    def compare(name, picture, mean=1.5, share=0.01):
        path = GOLDEN / f"{name}.png"
        picture = np.ascontiguousarray(picture[..., :3])
        if os.environ.get("UPDATE_GOLDEN") == "1":
            path.parent.mkdir(exist_ok=True)
            Image.fromarray(picture).save(path, optimize=True)
        if not path.exists():
            pytest.fail(f"no golden picture {name}; look at a new one and keep it with UPDATE_GOLDEN=1")
        wanted = np.asarray(Image.open(path).convert("RGB"))
        off = np.abs(picture.astype(int) - wanted)
        if off.mean() > mean or (off.max(2) > 24).mean() > share:
            FAILURES.mkdir(exist_ok=True)
            Image.fromarray(picture).save(FAILURES / f"{name}.png")
            Image.fromarray(np.clip(off * 8, 0, 255).astype(np.uint8)).save(FAILURES / f"{name}_difference.png")
            pytest.fail(f"{name}: mean difference {off.mean():.2f}, {(off.max(2) > 24).mean():.2%} of pixels off by more than 24")

    return compare
