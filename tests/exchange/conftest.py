"""What tests of bakes share: a small scene of all sorts, baked."""

import pytest
from baking import baked, made, picture


@pytest.fixture
def bake(tmp_path):
    """Path of a bake of 30 frames in several chunks, and the pictures of its frames."""
    seen = baked(tmp_path / "x.npz", made(), 30, look=picture)
    return tmp_path / "x.npz", seen
