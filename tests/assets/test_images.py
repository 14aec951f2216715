"""Images come in within their limits, and what is no image says so."""

import struct
import time
import zlib

import numpy as np
import pytest
from PIL import Image

from engine.assets.images import PIXELS, SIDE, check_image, image, sprite_maps, surface_maps


def header_only(path, width, height):
    """A PNG that promises a size and holds no pixels."""
    chunks = (b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0), b"IDAT")
    framed = (struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(framed))
    return path


def saved(path, array, mode=None):
    Image.fromarray(np.asarray(array), mode).save(path)
    return path


@pytest.mark.parametrize("size", [(SIDE + 1, 1), (1, SIDE + 1), (8001, 8000), (16384, 16384), (100_000, 100_000)])
def test_a_size_over_the_limit_is_refused_by_the_header(tmp_path, size):
    """The pixels are never decoded: a file of fifty bytes that promises gigabytes costs nothing."""
    start = time.perf_counter()
    with pytest.raises(ValueError, match="make it smaller"):
        image(header_only(tmp_path / "bomb.png", *size))
    assert time.perf_counter() - start < 0.5


def test_the_largest_allowed_size_passes_the_header(tmp_path):
    """The limits themselves are allowed."""
    assert check_image(header_only(tmp_path / "wide.png", SIDE, 3000)) == (SIDE, 3000)
    assert check_image(header_only(tmp_path / "full.png", 8000, PIXELS // 8000)) == (8000, 8000)


def test_only_png_and_jpeg_are_read(tmp_path):
    """Whatever the name says."""
    gif, text = tmp_path / "a.png", tmp_path / "b.png"
    Image.new("RGB", (2, 2)).save(gif, format="GIF")
    text.write_text("not an image")
    for path in (gif, text):
        with pytest.raises(ValueError, match="not a PNG or JPEG"):
            check_image(path)
    with pytest.raises(FileNotFoundError):
        check_image(tmp_path / "missing.png")


def test_a_truncated_file_is_damaged(tmp_path):
    """Half a file is an error, not half a picture."""
    path = saved(tmp_path / "half.png", np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8))
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(ValueError, match=r"half\.png is damaged"):
        image(path)


def test_every_kind_of_pixel_becomes_rgba(tmp_path):
    """Grey, 16 bit grey, palette and colour: eight bits each, and alpha 255 where there is none."""
    grey = saved(tmp_path / "grey.png", np.full((2, 3), 77, np.uint8))
    deep = saved(tmp_path / "deep.png", np.full((2, 3), 77 * 257, np.uint16))
    palette = tmp_path / "palette.png"
    Image.new("RGB", (3, 2), (77, 77, 77)).quantize(4).save(palette)
    for path in (grey, deep, palette):
        assert np.array_equal(image(path), np.full((2, 3, 4), (77, 77, 77, 255), np.uint8))


def test_size_is_width_and_height(tmp_path):
    """Scaled as asked; rows first in the array."""
    path = saved(tmp_path / "a.png", np.zeros((2, 3, 3), np.uint8))
    assert image(path).shape == (2, 3, 4)
    assert image(path, (8, 5)).shape == (5, 8, 4)


def test_a_surface_without_maps_is_flat_and_fairly_rough(tmp_path):
    """Normal straight up, height 1, roughness 0.6, no cavity; without any texture white."""
    path = saved(tmp_path / "a.png", np.full((4, 4, 3), 9, np.uint8))
    color, normal = surface_maps(path, 4)
    assert (color == (9, 9, 9, 255)).all() and (normal == (128, 128, 153, 255)).all()
    assert (surface_maps(None, 4)[0] == 255).all()


def test_a_surface_takes_what_lies_beside_it(tmp_path):
    """NAME_normal: x, y, height; NAME_rough: roughness and cavity, or grey alone, or any other name's image not at all."""
    path = saved(tmp_path / "a.png", np.full((4, 4, 3), 9, np.uint8))
    saved(tmp_path / "a_normal.png", np.full((4, 4, 3), (10, 20, 30), np.uint8))
    saved(tmp_path / "ab_rough.png", np.full((4, 4), 1, np.uint8))
    assert (surface_maps(path, 4)[1] == (10, 20, 153, 255)).all()
    assert (surface_maps(path, 4)[0] == (9, 9, 9, 30)).all()
    saved(tmp_path / "a_rough.png", np.full((4, 4), 40, np.uint8))
    assert (surface_maps(path, 4)[1] == (10, 20, 40, 255)).all()
    Image.new("LA", (4, 4), (50, 60)).save(tmp_path / "a_rough.png")
    assert (surface_maps(path, 4)[1] == (10, 20, 50, 60)).all()


def test_a_sprite_knows_whether_it_is_round(tmp_path):
    """With NAME_normal beside it: normal and thickness; else flat."""
    path = saved(tmp_path / "s.png", np.full((4, 4, 4), (1, 2, 3, 4), np.uint8))
    color, normal, has_normal = sprite_maps(path, 4)
    color, normal = color[0], normal[0]
    assert (color == (1, 2, 3, 4)).all() and (normal == (128, 128, 255, 255)).all() and not has_normal
    saved(tmp_path / "s_normal.png", np.full((4, 4, 3), (10, 20, 30), np.uint8))
    _, normal, has_normal = sprite_maps(path, 4)
    normal = normal[0]
    assert (normal == (10, 20, 30, 255)).all() and has_normal
