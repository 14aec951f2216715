"""Jellies: what light does in a clear, cloudy body, in numbers; UPDATE_GOLDEN=1 writes the pictures anew."""

from collections import Counter
from itertools import count

import hand_made
import numpy as np
import pytest

from engine.render.frame import Material, Skin, Sunlight

_versions = count(1)
RED = (0.78, 0.03, 0.02)
EVENING = Sunlight(direction=np.array([-0.20, 0.26, -0.94]) / np.linalg.norm([0.20, 0.26, 0.94]), size=1.0)


def lattice(counts=(6, 6, 6), size=(1.0, 1.0, 1.0)):
    """Places of a block's masses (n, 3) about the origin, x running fastest."""
    z, y, x = np.meshgrid(*(np.linspace(-0.5, 0.5, n) * s for n, s in zip(counts[::-1], size[::-1], strict=True)), indexing="ij")
    return np.stack([x.ravel(), y.ravel(), z.ravel()], 1)


def sides(places, counts):
    """Sides [m] of a block by the mean distance of neighbours along each axis; none of what is no block."""
    if len(counts) != 3:
        return ()
    grid = places.reshape(*counts[::-1], 3)
    return tuple(np.linalg.norm(np.diff(grid, axis=2 - i), axis=-1).mean() * (n - 1) for i, n in enumerate(counts))


def jelly(places, counts=(6, 6, 6), color=RED, **how):
    x = np.ascontiguousarray(places.T, np.float32)
    none = np.zeros(0, np.int32), np.zeros((0, 2), np.float32), np.zeros((0, 3), np.int32)
    material, rest = Material(color=color, kind="jelly"), sides(places, counts)
    return Skin(len(places), x, x.copy(), *none, material, closed=True, counts=counts, sides=rest, version=next(_versions), **how)


def turned(places, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return places @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T


def squashed():
    """A jelly that sits on y = 0, pressed to four fifths and leaning."""
    p = lattice()
    h = p[:, 1:2] + 0.5
    wide = p * (1.0 + 0.5 * h * (1 - h))
    wide[:, 1:2] = 0.8 * h + 0.05 * np.sin(6.9 * p[:, :1] + 0.6) * h
    return turned(wide + [0.12, 0, 0.05] * h * h, 62)


@pytest.fixture
def light(drawing, linear):
    """Linear light (h, w, 3) of a frame."""

    def draw(frame):
        drawing.render(frame)
        return linear(drawing)[..., :3].copy()

    return draw


def before(wall, *skins, **parts):
    """A white wall lit from above the eye's left shoulder, at z = -2, seen along -z through what stands at the origin."""
    sun = Sunlight(direction=np.array([-0.48, 0.6, 0.64]), sky=False)
    return hand_made.frame(hand_made.view((0, 0, 6), fov=20), sun=sun, boxes=wall, skins=skins, **parts)


def white_wall():
    return hand_made.boxes(((-4, -4, -2.5), (4, 4, -2), (0.9, 0.9, 0.9)))


def plate(thick, **how):
    """A plate across the view, `thick` metres deep, that throws no shadow on the wall behind."""
    return jelly(lattice((4, 4, 3), (1.2, 1.2, thick)), (4, 4, 3), shadow=False, **how)


def test_jellies_golden(drawing, golden):
    """A squashed one in the evening, before it a frozen one, behind it a post: shadow, bent light, two bodies in one another's view."""
    small = jelly(turned(lattice(size=(0.35, 0.35, 0.35)), 20) + [0.75, 0.175, 0.75], color=(0.1, 0.6, 0.2))
    lost = jelly(lattice(size=(0.25, 0.25, 0.25)) + [-0.9, 0.125, 0.9], frozen=True)
    ground, post = ((-6, -0.5, -6), (6, 0, 6), (0.4, 0.4, 0.4)), ((-0.75, 0, -1.3), (-0.45, 1.2, -1.0), (0.8, 0.8, 0.7))
    eye = hand_made.view((1.2, 0.9, 3.0), (0, 0.35, 0), fov=34)
    eye.exposure = 0.8
    frame = hand_made.frame(eye, sun=EVENING, boxes=hand_made.boxes(ground, post), skins=(jelly(squashed()), small, lost))
    drawing.render(frame)
    golden("jelly", drawing.pixels())


def test_the_drawn_box_is_closed():
    """Each edge of a triangle is met once in each direction, Euler's number is 2, all lie within the box, normals are unit and outward."""
    from engine.render.jellies import rounded_box

    size = np.array([1.0, 0.6, 2.0])
    places, normal, corners = rounded_box(size, 0.1)
    edges = Counter(tuple(corners[t, [k, (k + 1) % 3]]) for t in range(len(corners)) for k in range(3))
    assert set(edges.values()) == {1}
    assert all((b, a) in edges for a, b in edges)
    assert len(places) - len(edges) // 2 + len(corners) == 2
    assert places.min() == pytest.approx(0, abs=1e-9)
    assert places.max() == pytest.approx(1, abs=1e-9)
    assert np.allclose(np.linalg.norm(normal, axis=1), 1)
    a, b, c = (places[corners[:, k]] * size for k in range(3))
    faced = np.einsum("ij,ij->i", np.cross(b - a, c - a), normal[corners[:, 0]])
    assert (faced > 0).all()


def test_thicker_is_redder_and_darker(light):
    """Beer and Lambert: green falls faster than red, and both fall."""
    seen = [light(before(white_wall(), plate(thick)))[85:95, 155:165].mean((0, 1)) for thick in (0.1, 0.3, 0.9)]
    assert seen[0][0] > seen[1][0] > seen[2][0]
    green = [rgb[1] / rgb[0] for rgb in seen]
    assert green[0] > green[1] > green[2]


def test_more_colour_is_less_light(light):
    """What is left after the whole body, a share between 0 and 1 of each colour, orders what comes through."""
    seen = [light(before(white_wall(), plate(0.4, color=(left, left, left))))[85:95, 155:165].mean() for left in (0.9, 0.5, 0.2, 0.05)]
    assert all(a > b for a, b in zip(seen[:-1], seen[1:], strict=True))


def test_a_turned_plate_shifts_what_is_behind(light):
    """By d sin(a - b) / cos b across the view, where sin a = 1.36 sin b: Snell's law twice."""
    thick, angle = 0.4, np.radians(40)
    inside = np.arcsin(np.sin(angle) / 1.36)
    shift = thick * np.sin(angle - inside) / np.cos(inside)
    line = ((-0.03, -4, -2), (0.03, 4, -1.98), (0.0, 0.0, 0.0))
    wall = hand_made.boxes(((-4, -4, -2.5), (4, 4, -2), (0.9, 0.9, 0.9)), line)
    leaning = jelly(turned(lattice((4, 4, 3), (2.0, 1.2, thick)), 40), (4, 4, 3), (0.97, 0.97, 0.97), shadow=False)
    clear, bent = light(before(wall)), light(before(wall, leaning))
    pixel = 2 * 8 * np.tan(np.radians(10)) / 180  # [m] on the wall
    at = [np.average(np.arange(120, 200), weights=_dark(picture[85:95, 120:200].mean((0, 2)))) for picture in (clear, bent)]
    assert abs(at[1] - at[0]) * pixel == pytest.approx(shift, abs=0.25 * shift)


def _dark(row):
    """How much darker than its surroundings each pixel of a row is."""
    dark = np.maximum(0, np.median(row) - row)
    return np.where(dark > 0.5 * dark.max(), dark, 0)


def test_bent_light_is_no_more_than_came_in(drawing):
    """All photons together carry less than the sun sends onto the jelly, most of it red, and land in its shadow's place."""
    from pyglet import gl

    ground = hand_made.boxes(((-6, -0.5, -6), (6, 0, 6), (0.5, 0.5, 0.5)))
    drawing.render(hand_made.frame(hand_made.view((1, 1, 3)), sun=EVENING, boxes=ground, skins=(jelly(squashed()),)))
    part, maps = drawing.passes["jelly"], {}
    side = part.targets["glow"].size[0]
    for name, target in {"front": part.sides[0][0], "photons": part.targets["photons"]}.items():
        maps[name] = np.empty((side, side, 4), np.float32)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, target.id)
        gl.glReadPixels(0, 0, side, side, gl.GL_RGBA, gl.GL_FLOAT, maps[name].ctypes.data)
    came = (maps["front"][..., 3] > -50).sum()
    went = maps["photons"][..., :3].sum((0, 1))
    assert 0.05 * came < went[0] < came
    assert went[1] < 0.5 * went[0]


def test_an_open_skin_is_refused(drawing):
    """Light goes through the inside of a jelly: without an inside there is none, and the message says what to choose."""
    sheet = jelly(lattice((4, 4, 1), (1, 1, 0)), (4, 4))
    sheet.closed = False
    with pytest.raises(ValueError, match="jelly must be closed"):
        drawing.render(hand_made.frame(skins=(sheet,)))


def test_no_jelly_costs_nothing_and_all_is_freed(renderer):
    """Before the first jelly nothing of the pass exists; after the renderer is closed nothing at all."""
    from engine.render.gl import live

    none = live()
    made = renderer((64, 36))
    made.render(hand_made.frame())
    assert (made.passes["jelly"].programs, made.passes["jelly"].targets) == ({}, {})
    made.render(hand_made.frame(skins=(plate(0.3), plate(0.2))))
    made.resize((96, 54))
    made.render(hand_made.frame(skins=(plate(0.3),)))
    assert len(made.passes["jelly"].jellies) == 1
    made.close()
    assert live() == none
