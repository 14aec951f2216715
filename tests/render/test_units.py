"""Texture units are lent: a texture keeps its own until another needs it, and nobody is seen in another's place."""

from ctypes import byref, c_int

import hand_made
import numpy as np
import pytest


@pytest.fixture
def lent(context):
    """The module, none of whose units is lent; none again at the end."""
    from engine.render import units

    units._of.clear()
    yield units
    units._of.clear()


@pytest.fixture
def few(lent, monkeypatch):
    """Four units: three to be lent."""
    monkeypatch.setattr(lent, "count", lambda: 4)
    return lent


@pytest.fixture
def made(context):
    """Makes textures of one texel, and frees them."""
    from pyglet import gl

    from engine.render.gl import Texture

    textures = []

    def make(kind=gl.GL_TEXTURE_2D):
        textures.append(Texture(gl.GL_RGBA8, (1, 1), kind))
        return textures[-1]

    yield make
    for texture in textures:
        texture.close()


def bound(unit, what):
    """The name of what is bound on a unit."""
    from pyglet import gl

    name = c_int()
    gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
    gl.glGetIntegerv(what, byref(name))
    gl.glActiveTexture(gl.GL_TEXTURE0)
    return name.value


def active():
    from pyglet import gl

    unit = c_int()
    gl.glGetIntegerv(gl.GL_ACTIVE_TEXTURE, byref(unit))
    return unit.value - gl.GL_TEXTURE0


def test_the_longest_unused_gives_its_unit_up(few, made):
    """a, b, c, a, d: d takes b's unit, and the driver shows the same; unit 0 is lent to nobody and stays active."""
    from pyglet import gl

    a, b, c, d = (made() for _ in range(4))
    own = {texture.id: texture.bind() for texture in (a, b, c)}
    assert sorted(own.values()) == [1, 2, 3]
    assert a.bind() == own[a.id]
    assert d.bind() == own[b.id]
    assert [bound(own[t.id], gl.GL_TEXTURE_BINDING_2D) for t in (a, b, c)] == [a.id, d.id, c.id]
    assert b.bind() == own[c.id]  # now the longest unused
    assert active() == 0


def test_a_freed_texture_leaves_its_unit(few, made):
    """So that one of the same name, made later, is bound anew."""
    from pyglet import gl

    from engine.render.gl import Texture

    gone = Texture(gl.GL_RGBA8, (1, 1))
    unit = gone.bind()
    gone.close()
    again = made()
    assert again.bind() == unit and bound(unit, gl.GL_TEXTURE_BINDING_2D) == again.id


def test_a_sampler_stays_with_its_texture(few, made):
    """Through a sampler a texture has another unit; whoever takes that over has none, also after the sampler is gone."""
    from pyglet import gl

    from engine.render.gl import CompareSampler

    texture, compare = made(), CompareSampler()
    plain, compared = texture.bind(), texture.bind(compare)
    assert plain != compared
    assert (bound(plain, gl.GL_SAMPLER_BINDING), bound(compared, gl.GL_SAMPLER_BINDING)) == (0, compare.id)
    made().bind()
    texture.bind()
    late = made()
    assert late.bind() == compared and bound(compared, gl.GL_SAMPLER_BINDING) == 0
    unit = texture.bind(compare)
    compare.close()
    assert bound(unit, gl.GL_SAMPLER_BINDING) == 0
    again = CompareSampler()
    assert bound(texture.bind(again), gl.GL_SAMPLER_BINDING) == again.id
    again.close()


def test_few_units_give_the_same_picture(lent, renderer, monkeypatch):
    """As many as the standard promises, or as many as this driver has: a picture of everything is the same to the bit, again and again."""
    places, velocities = hand_made.jet(300)
    drops = hand_made.particles(places, velocities, size=(0.01, 0.03), material="droplet", orientation="velocity", stretch=1 / 60)
    floor = hand_made.boxes(((-2, -1, -2), (2, -0.8, 2), (0.6, 0.3, 0.2)), ((-0.2, -0.8, -0.2), (0.2, 0.5, 0.2), (0.2, 0.5, 0.3)))
    given = hand_made.frame(hand_made.view((0, 1.5, 4), (0, 0.8, 0)), boxes=floor, particles=(drops,), waters=(hand_made.water(0.0),))
    given.view.bloom = 0.05
    drawing, pictures = renderer((96, 54)), []
    for count in (lent.count(), 30, 30, lent.count()):
        monkeypatch.setattr(lent, "count", lambda count=count: count)
        lent._of.clear()
        drawing.render(given)
        pictures.append(drawing.pixels())
    assert all(np.array_equal(pictures[0], picture) for picture in pictures)
