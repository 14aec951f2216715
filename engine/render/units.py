"""Which texture lies on which texture unit.

A texture keeps the unit that it got, from picture to picture, until there is none left for another: so hardly any is bound in a picture, and
the uniforms that name units stay as they are. Unit 0 is everybody's: it is always the active one, on it textures are made and changed, and
window, panel and pyglet bind theirs. On the others nobody but this module binds anything.
"""

from ctypes import byref, c_int
from functools import cache

from pyglet import gl

_of = {}  # (texture, sampler) -> its unit, the longest unused first
_samplers = {}  # unit -> sampler that is bound there, where one is


def unit_of(kind, texture, sampler=0):
    """The unit on which a texture lies, seen through a sampler (0: its own settings); it is bound where it did not lie on one.

    kind  what it is bound as, such as GL_TEXTURE_2D
    A draw call may rely on the last 47 that were asked for: so many units the standard promises besides unit 0, and more than three shader
    stages can read.
    """
    key = texture, sampler
    unit = _of.pop(key, None)
    if unit is None:
        unit = _free()
        _bind(unit, kind, texture, sampler)
    _of[key] = unit
    return unit


@cache
def count():
    """Texture units that the driver has: at least 48, 80 with OpenGL 4.1."""
    value = c_int()
    gl.glGetIntegerv(gl.GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, byref(value))
    return value.value


def leave(texture):
    """A texture is about to be freed; the driver takes it off its units."""
    for key in [key for key in _of if key[0] == texture]:
        del _of[key]


def leave_sampler(sampler):
    """A sampler is about to be freed; the driver takes it off its units."""
    for key in [key for key in _of if key[1] == sampler]:
        _samplers.pop(_of.pop(key), None)


def _free():
    """A unit that nothing lies on, or that whose texture has not been used for longest."""
    if len(_of) < count() - 1:
        return min(set(range(1, count())).difference(_of.values()))
    return _of.pop(next(iter(_of)))


def _bind(unit, kind, texture, sampler):
    gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
    gl.glBindTexture(kind, texture)
    gl.glActiveTexture(gl.GL_TEXTURE0)
    if _samplers.get(unit, 0) != sampler:
        gl.glBindSampler(unit, sampler)
        _samplers[unit] = sampler
