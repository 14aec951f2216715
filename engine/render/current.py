"""What is bound and set in OpenGL now, so that nothing is bound or set twice: a call from Python takes a microsecond.

It is remembered within one picture only: before and after it a window and its panel draw in the same context. Who makes or
frees an object binds others on the way, and so forgets.
"""

from contextlib import contextmanager

from pyglet import gl

_known, _inside = {}, False


@contextmanager
def picture():
    """Within this, what is bound and set is remembered."""
    global _inside
    forget()
    _inside = True
    try:
        yield
    finally:
        _inside = False


def changes(what, value):
    """Whether a binding or a setting may become another one by this; remembered as done, so the caller then does it."""
    if _inside and _known.get(what) == value:
        return False
    _known[what] = value
    return True


def state(test=True, write=True, blend=None, cull=False, color=True, compare=gl.GL_LEQUAL):
    """Set the fixed state that a pass relies on: depth test and how it compares, depth writes, blending, culling of back faces, colour writes.

    Without the depth test nothing writes depth, whatever `write` says.
    """
    for what, wanted in ((gl.GL_DEPTH_TEST, test), (gl.GL_CULL_FACE, cull), (gl.GL_BLEND, blend is not None)):
        if changes(what, wanted):
            (gl.glEnable if wanted else gl.glDisable)(what)
    if test and changes("depth function", compare):
        gl.glDepthFunc(compare)
    masks(write if test else None, color)
    if blend and changes("blending", blend):
        gl.glBlendFunc(*blend)


def masks(depth=True, color=True):
    """Whether depth and colour are written, by clearing too; depth None: no matter."""
    if depth is not None and changes("depth writes", depth):
        gl.glDepthMask(depth)
    if changes("color writes", color):
        gl.glColorMask(color, color, color, color)


def forget():
    """Nothing is known any more."""
    _known.clear()
