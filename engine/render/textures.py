"""Textures of every kind that the passes use, and samplers."""

import numpy as np
from pyglet import gl

from engine.render.current import changes
from engine.render.objects import delete, generate
from engine.render.units import leave, leave_sampler, unit_of

ANISOTROPY = 0x84FE  # GL_TEXTURE_MAX_ANISOTROPY, core since 4.6 and an extension everywhere before

FORMATS = {  # internal: format, type, numpy type
    gl.GL_R8: (gl.GL_RED, gl.GL_UNSIGNED_BYTE, np.uint8),
    gl.GL_RG8: (gl.GL_RG, gl.GL_UNSIGNED_BYTE, np.uint8),
    gl.GL_RGBA8: (gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, np.uint8),
    gl.GL_SRGB8_ALPHA8: (gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, np.uint8),
    gl.GL_R16F: (gl.GL_RED, gl.GL_FLOAT, np.float32),
    gl.GL_RG16F: (gl.GL_RG, gl.GL_FLOAT, np.float32),
    gl.GL_RGB16F: (gl.GL_RGB, gl.GL_FLOAT, np.float32),
    gl.GL_RGBA16F: (gl.GL_RGBA, gl.GL_FLOAT, np.float32),
    gl.GL_R32F: (gl.GL_RED, gl.GL_FLOAT, np.float32),
    gl.GL_RG32F: (gl.GL_RG, gl.GL_FLOAT, np.float32),
    gl.GL_RGBA32F: (gl.GL_RGBA, gl.GL_FLOAT, np.float32),
    gl.GL_R11F_G11F_B10F: (gl.GL_RGB, gl.GL_FLOAT, np.float32),
    gl.GL_DEPTH_COMPONENT32F: (gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT, np.float32),
}


class Texture:
    """One texture: 2D (w, h), 2D array (w, h, layers), cube (w, w) or multisample, told by `kind`.

    data is (h, w, channels) or (layers, h, w, channels), for a cube (6, h, w, channels) or one face for all, first row at the
    bottom (v = 0), of the type in FORMATS;
    levels: with coarser levels, made by the driver, or left empty until `mipmap`; data may be a list of all levels instead.
    """

    def __init__(
        self,
        internal,
        size,
        kind=gl.GL_TEXTURE_2D,
        data=None,
        wrap=gl.GL_CLAMP_TO_EDGE,
        minify=gl.GL_LINEAR,
        magnify=gl.GL_LINEAR,
        samples=0,
        levels=False,
        anisotropy=1.0,
    ):
        self.id = generate("texture", gl.glGenTextures)
        self.kind, self.internal, self.size = kind, internal, tuple(size)
        gl.glBindTexture(kind, self.id)
        if kind == gl.GL_TEXTURE_2D_MULTISAMPLE:
            gl.glTexImage2DMultisample(kind, samples, internal, *self.size, gl.GL_TRUE)
            return
        chain = data if isinstance(data, list) else [None] * _halvings(self.size) if levels and data is None else [data]
        for number, pixels in enumerate(chain):
            self._allocate(number, pixels)
        wraps = [(axis, wrap) for axis in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T, gl.GL_TEXTURE_WRAP_R)]
        for key, value in [*wraps, (gl.GL_TEXTURE_MIN_FILTER, minify), (gl.GL_TEXTURE_MAG_FILTER, magnify)]:
            gl.glTexParameteri(kind, key, value)
        if anisotropy > 1:
            gl.glTexParameterf(kind, ANISOTROPY, anisotropy)
        if levels and len(chain) == 1:
            self.mipmap()

    def _allocate(self, number, data):
        layout, scalar, dtype = FORMATS[self.internal]
        data = None if data is None else _checked(data, dtype)
        pointer = None if data is None else data.ctypes.data
        size = (*(max(1, side >> number) for side in self.size[:2]), *self.size[2:])
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        if self.kind == gl.GL_TEXTURE_2D_ARRAY:
            gl.glTexImage3D(self.kind, number, self.internal, *size, 0, layout, scalar, pointer)
        elif self.kind == gl.GL_TEXTURE_CUBE_MAP:
            for face in range(6):
                place = pointer + face * data[0].nbytes if data is not None and data.ndim == 4 else pointer
                gl.glTexImage2D(gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, number, self.internal, *size, 0, layout, scalar, place)
        else:
            gl.glTexImage2D(self.kind, number, self.internal, *size, 0, layout, scalar, pointer)

    def write(self, data):
        """Replace all of a 2D texture's texels."""
        layout, scalar, dtype = FORMATS[self.internal]
        data = _checked(data, dtype)
        self._work()
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glTexSubImage2D(self.kind, 0, 0, 0, *self.size, layout, scalar, data.ctypes.data)

    def mipmap(self):
        """Make the smaller levels anew from the largest."""
        self._work()
        gl.glGenerateMipmap(self.kind)

    def bind(self, sampler=None):
        """The texture unit on which it lies, for a uniform; through a sampler where given."""
        return unit_of(self.kind, self.id, sampler.id if sampler else 0)

    def _work(self):
        """Bind where the texture itself can be changed: to the active unit."""
        if changes(("at hand", self.kind), self.id):
            gl.glBindTexture(self.kind, self.id)

    def close(self):
        leave(self.id)
        delete("texture", gl.glDeleteTextures, self.id)


def _halvings(size):
    """Levels from a size down to one texel."""
    return int(np.log2(max(size[:2]))) + 1


def means(layers):
    """(layers, n, n, channels) in n, n / 2 ... 1 texels, n a power of 2: means of two by two.

    For small textures: the first levels that a software driver makes itself cost it 0.2 s, whatever their size.
    """
    levels = [layers]
    while levels[-1].shape[1] > 1:
        fine = levels[-1].astype(np.float32)
        coarse = (fine[:, 0::2, 0::2] + fine[:, 1::2, 0::2] + fine[:, 0::2, 1::2] + fine[:, 1::2, 1::2]) / 4
        levels.append(coarse.astype(layers.dtype))
    return levels


def _checked(data, dtype):
    data = np.ascontiguousarray(data)
    if data.dtype != dtype:
        raise TypeError(f"texture data must be {np.dtype(dtype)}, found {data.dtype}")
    return data


class BufferTexture:
    """A StreamBuffer read by texelFetch(samplerBuffer). internal: GL_R8UI, GL_R32F, GL_RGB32F, GL_RGBA32F, GL_R32UI."""

    def __init__(self, internal, buffer):
        self.id = generate("texture", gl.glGenTextures)
        self.buffer, self.internal = buffer, internal
        gl.glBindTexture(gl.GL_TEXTURE_BUFFER, self.id)
        gl.glTexBuffer(gl.GL_TEXTURE_BUFFER, internal, buffer.id)

    def bind(self):
        """The texture unit on which it lies, for a uniform."""
        return unit_of(gl.GL_TEXTURE_BUFFER, self.id)

    def close(self):
        leave(self.id)
        delete("texture", gl.glDeleteTextures, self.id)


class CompareSampler:
    """Depth comparison in hardware: with it one depth texture serves both plain and compared reads."""

    def __init__(self):
        self.id = generate("sampler", gl.glGenSamplers)
        for key, value in (
            (gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE),
            (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE),
            (gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_REF_TO_TEXTURE),
            (gl.GL_TEXTURE_COMPARE_FUNC, gl.GL_LEQUAL),
        ):
            gl.glSamplerParameteri(self.id, key, value)

    def close(self):
        leave_sampler(self.id)
        delete("sampler", gl.glDeleteSamplers, self.id)
