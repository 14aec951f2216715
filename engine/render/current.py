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


def state(test=True, write=True, blend=None, cull=False, color=True):
    """Set the fixed state that a pass relies on: depth test (less or equal), depth writes, blending, culling of back faces, colour writes."""
    for what, wanted in ((gl.GL_DEPTH_TEST, test), (gl.GL_CULL_FACE, cull), (gl.GL_BLEND, blend is not None)):
        if changes(what, wanted):
            (gl.glEnable if wanted else gl.glDisable)(what)
    if changes("depth function", gl.GL_LEQUAL):
        gl.glDepthFunc(gl.GL_LEQUAL)
    if changes("depth writes", write):
        gl.glDepthMask(write)
    if changes("color writes", color):
        gl.glColorMask(color, color, color, color)
    if blend and changes("blending", blend):
        gl.glBlendFunc(*blend)


def forget():
    """Nothing is known any more."""
    _known.clear()
