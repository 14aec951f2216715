"""OpenGL objects that are freed once and counted, so that a test can show that nothing leaks."""

from collections import Counter

from pyglet import gl

from engine.render.current import forget

LIVE = Counter()  # kind -> how many exist now


def generate(kind, function):
    """Name of a new object made by a glGen function."""
    name = gl.GLuint()
    function(1, name)
    forget()
    LIVE[kind] += 1
    return name.value


def delete(kind, function, name):
    """Free what `generate` gave."""
    function(1, gl.GLuint(name))
    forget()
    LIVE[kind] -= 1


def live():
    """Kind -> number of living objects; kinds without any are left out."""
    return {kind: count for kind, count in LIVE.items() if count}
