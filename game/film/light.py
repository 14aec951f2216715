"""Arithmetic on finished pictures. Numbers of a picture are no amounts of light; what is averaged is light.

source: IEC 61966-2-1, the curve of sRGB
"""

import numpy as np

FULL = 65535  # of linear light


def _decoded():
    c = np.arange(256) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def _encoded():
    c = np.arange(FULL + 1) / FULL
    return np.where(c <= 0.0031308, c * 12.92, 1.055 * c ** (1 / 2.4) - 0.055)


DECODE = np.rint(_decoded() * FULL).astype(np.uint16)  # number -> linear light
ENCODE = np.rint(_encoded() * 255).astype(np.uint8)  # and back: ENCODE[DECODE] is the identity


def shrunk(pixels, times):
    """(h, w, 4) uint8, straight alpha, of a picture so many times as high and wide: each pixel the mean light of a square of times x times.

    Light counts by its alpha, so that what is not there has no colour.
    """
    if times == 1:
        return pixels
    alpha = pixels[..., 3]
    if alpha.min() == 255:
        light = _sum(DECODE[pixels[..., :3]], times)
        solid = np.full((*light.shape[:2], 4), 255, np.uint8)
        solid[..., :3] = ENCODE[(light + times**2 // 2) // times**2]
        return solid
    light = _sum(DECODE[pixels[..., :3]].astype(np.uint32) * alpha[..., None], times)  # at most 2^24 each
    cover = _sum(alpha, times)
    mean = np.rint(light / np.maximum(cover, 1)[..., None]).astype(np.uint32)
    return np.dstack([ENCODE[mean], ((cover + times**2 // 2) // times**2).astype(np.uint8)])


def _sum(values, times):
    """(h, w, ...) uint32: sums over squares."""
    total = 0
    for row in range(times):
        for column in range(times):
            total = total + values[row::times, column::times].astype(np.uint32)
    return total


def straight(pixels):
    """(h, w, 4) uint8 whose colours were multiplied by alpha, as PNG has them: not multiplied."""
    alpha = pixels[..., 3:].astype(np.uint16)
    color = np.minimum((pixels[..., :3] * np.uint16(255) + alpha // 2) // np.maximum(alpha, 1), 255)
    return np.dstack([color.astype(np.uint8), pixels[..., 3]])
