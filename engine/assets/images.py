"""Images read into arrays, with their limits.

A surface is up to three files: NAME.png (or .jpg) its colour, and beside it NAME_normal.png (red, green: the tangent-space normal's x
and y, y down the rows; blue: height) and NAME_rough.png (grey: roughness; alpha, if any: cavity). A sprite has its coverage in alpha
and may have NAME_normal.png (red, green: normal; blue: thickness). Row 0 is the top row of the image.
"""

import io
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

PIXELS = 64_000_000
SIDE = 16_384
FORMATS = ("PNG", "JPEG")
FLAT = (128, 128, 255)  # a normal that looks straight up, or full height
ROUGH = round(0.6 * 255)  # without a roughness map

Image.MAX_IMAGE_PIXELS = None  # the limits above are stricter, and have messages of their own


def check_image(path):
    """Width and height of an image, from its header alone.

    Raises ValueError for what is no PNG or JPEG or is over the limits, OSError for what cannot be read.
    """
    with _opened(path) as picture:
        return picture.size


def image(path, size=None):
    """(h, w, 4) uint8: an image as stored, sRGB with straight alpha, row 0 on top; scaled to (width, height) `size`.

    Raises as `check_image`, and ValueError for a file that is damaged.
    """
    with _opened(path) as picture:
        try:
            picture.load()
            pixels = _eight_bits(picture).convert("RGBA")
        except Exception as error:  # decoders raise many kinds
            raise ValueError(f"{Path(path).name} is damaged: {error}") from None
    return np.asarray(pixels if size is None else pixels.resize(size, Image.Resampling.BICUBIC))


def surface_maps(path, size=512):
    """Colour and shape of a surface's texture, scaled to `size` texels a side.

    path   of the colour image, or None: white, flat
    returns color (size, size, 4) uint8 sRGB, alpha is height (255 without a normal map)
            normal (size, size, 4) uint8: normal x, y (128 is 0), roughness (153 without its map), cavity (255 without)
    Raises as `image`.
    """
    color, normal = np.full((size, size, 4), 255, np.uint8), np.full((size, size, 4), 255, np.uint8)
    normal[..., :2], normal[..., 2] = FLAT[:2], ROUGH
    if path is None:
        return color, normal
    color[..., :3] = image(path, (size, size))[..., :3]
    shape, rough = sibling(path, "normal"), sibling(path, "rough")
    if shape:
        pixels = image(shape, (size, size))
        normal[..., :2], color[..., 3] = pixels[..., :2], pixels[..., 2]
    if rough:
        normal[..., 2:] = image(rough, (size, size))[..., [0, 3]]
    return color, normal


def normal_map(path):
    """Bytes of a PNG of what a NAME_normal file says, as other programs know it: unit normals in tangent space, y up the image, z in blue.

    source: Khronos, glTF 2.0 specification, section 3.9.3 (additional textures). Raises as `image`.
    """
    down = image(path)[..., :2].astype(np.float32) / 127.5 - 1
    z = np.sqrt(np.maximum(0, 1 - (down**2).sum(-1, keepdims=True)))
    pixels = np.round((np.concatenate([down * np.float32([1, -1]), z], -1) + 1) * 127.5)
    file = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(file, "PNG")
    return file.getvalue()


def sprite_maps(path, size=64, cells=(1, 1)):
    """Colour and shape of a billboard's texture, scaled to `size` texels a side; of a film, of each of its pictures.

    cells   (columns, rows) of pictures in the image
    returns color (n, size, size, 4) uint8 sRGB, alpha is coverage; row by row from the upper left
            normal (n, size, size, 4) uint8: normal x, y, thickness, 255; flat and full where there is no normal map
            has_normal: whether there is one
    Raises as `image`.
    """
    whole = cells[0] * size, cells[1] * size
    color, normal = image(path, whole), np.full((whole[1], whole[0], 4), 255, np.uint8)
    shape = sibling(path, "normal")
    normal[..., :3] = image(shape, whole)[..., :3] if shape else FLAT
    return _cut(color, size), _cut(normal, size), shape is not None


def _cut(pixels, size):
    """Squares (n, size, size, 4) of an image, row by row."""
    rows, columns = pixels.shape[0] // size, pixels.shape[1] // size
    return pixels.reshape(rows, size, columns, size, 4).swapaxes(1, 2).reshape(-1, size, size, 4)


def sibling(path, kind):
    """NAME_kind.png, .jpg or .jpeg beside an image, or None."""
    path = Path(path)
    candidates = (path.with_name(f"{path.stem}_{kind}{end}") for end in (".png", ".jpg", ".jpeg"))
    return next((c for c in candidates if c.is_file()), None)


def _opened(path):
    """An image whose header is read and within the limits, its pixels not yet decoded."""
    name = Path(path).name
    try:
        picture = Image.open(path, formats=FORMATS)
    except UnidentifiedImageError:
        raise ValueError(f"{name} is not a PNG or JPEG image; save it as one of these") from None
    except (OSError, SyntaxError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ValueError(f"{name} is damaged: {error}") from None
    width, height = picture.size
    if max(width, height) > SIDE or width * height > PIXELS:
        picture.close()
        raise ValueError(
            f"{name} has {width} x {height} pixels; at most {SIDE} a side and {PIXELS // 1_000_000} million in all: make it smaller"
        )
    return picture


def _eight_bits(picture):
    """16 bit grey scaled down, which Pillow would clip; all else as it is."""
    if not picture.mode.startswith("I"):
        return picture
    return Image.fromarray((np.asarray(picture).astype(np.uint16) >> 8).astype(np.uint8))
