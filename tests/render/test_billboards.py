"""Droplets: the hash, the geometry of the quads, their order and their mixing."""

import shutil

import hand_made
import numpy as np
import pytest

from engine.kernels import hash as numbers
from engine.render.frame import Frame

SIZE = (320, 180)
GREEN = (0, 1, 0, 1)


@pytest.fixture
def picture(drawing, linear):
    """Draws populations in the studio: linear light (h, w, 3)."""

    def draw(*populations, eye=None, **parts):
        drawing.render(hand_made.frame(eye, particles=populations, **parts))
        return linear(drawing)[..., :3]

    return draw


@pytest.fixture
def light(picture):
    """Draws populations: linear light (h, w, 3) over that of the empty picture."""
    return lambda *populations, **parts: picture(*populations, **parts) - picture(**parts)


def pixels_of(metres, distance, fov=50.0):
    """Length on the picture [pixels] of something parallel to it."""
    return metres / (2 * distance * np.tan(np.radians(fov) / 2)) * SIZE[1]


def covered(picture):
    """Rows and columns of pixels that show the quad."""
    strength = np.abs(picture).max(2)
    return np.nonzero(strength > 0.5 * strength.max())


def long_axis(picture):
    """Direction (x, y up) in which what is drawn is longest."""
    rows, columns = covered(picture)
    spread = np.cov(np.stack([columns, -rows]))
    return np.linalg.eigh(spread)[1][:, 1]


def glow(places, **look):
    """A population that adds its colour as it is, unlit."""
    return hand_made.particles(places, additive=True, **look)


def test_hash_of_the_shader_equals_the_kernels(context, tmp_path):
    """The 32 bits are the same for 1000 ids."""
    from pyglet import gl

    from engine.render.gl import Program, Target, VertexArray, state
    from engine.render.programs import SHADERS

    for name in ("hash.glsl", "full.vert"):
        shutil.copy(SHADERS / name, tmp_path)
    (tmp_path / "bits.frag").write_text(
        '#include "hash.glsl"\nout vec4 color;\nvoid main() {\n'
        "    uint b = hash_bits(3u, 0xDEADBEEFu, uint(gl_FragCoord.x), SIZE);\n"
        "    color = vec4(b & 255u, b >> 8u & 255u, b >> 16u & 255u, b >> 24u) / 255.0;\n}\n"
    )
    program, target, empty = Program("full", "bits", folder=tmp_path), Target((1000, 1), gl.GL_RGBA8, depth=False), VertexArray()
    target.bind()
    state(test=False, write=False)
    program.use()
    empty.bind()
    gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
    found = np.empty(1000, np.uint32)
    gl.glReadPixels(0, 0, 1000, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, found.ctypes.data)
    for thing in (program, target, empty):
        thing.close()
    assert [int(b) for b in found] == [int(numbers.bits(3, 0xDEADBEEF, i, numbers.SIZE)) for i in range(1000)]


def test_a_quad_is_as_long_as_the_formula_says(light, square):
    """view_plane: size wide, size + stretch |v_y| long, at most max_stretch sizes, whichever way it flies."""
    for vy, length in ((0.0, 0.2), (6.0, 0.2 + 6 / 20), (-6.0, 0.2 + 6 / 20), (100.0, 0.2 * 4)):
        rows, columns = covered(light(glow((0, 0, 0), velocity=(3, vy, 0), stretch=1 / 20, max_stretch=4, textures=square)))
        assert abs(np.ptp(rows) + 1 - pixels_of(length, 5)) <= 1.01
        assert abs(np.ptp(columns) + 1 - pixels_of(0.2, 5)) <= 1.01


def test_velocity_quads_lie_along_the_projected_velocity(light, square):
    """Aslant: along the velocity on the screen. Head-on: as wide as long, for there is no direction on the screen."""
    look = {"orientation": "velocity", "stretch": 0.1, "textures": square}
    axis = long_axis(light(glow((0, 0, 0), velocity=(4, 3, 0), **look)))
    assert abs(abs(axis @ [0.8, 0.6]) - 1) < 2e-3
    rows, columns = covered(light(glow((0, 0, 0), velocity=(0, 0, 8), **look)))
    assert np.ptp(rows) == np.ptp(columns)


def test_a_rolled_camera_does_not_roll_the_water(light, square):
    """B9: up follows the world's up, so a camera rolled by 30 degrees sees the tall quad lean by 30 degrees."""
    tall = glow((0, 0, 0), velocity=(0, 8, 0), stretch=0.1, textures=square)
    axis = long_axis(light(tall, eye=hand_made.view(roll=30)))
    assert abs(abs(axis @ [np.sin(np.radians(30)), np.cos(np.radians(30))]) - 1) < 2e-3


def test_straight_down_takes_the_cameras_own_up(light, square):
    """B9: where the world's up has no direction on the screen nothing is divided by zero."""
    tall = glow((0, 0, 0), velocity=(0, 8, 0), stretch=0.1, textures=square)
    for position in ((0, 5, 0), (0, -5, 0)):
        picture = light(tall, eye=hand_made.view(position))
        assert np.isfinite(picture).all()
        assert abs(abs(long_axis(picture)[1]) - 1) < 1e-3


def test_between_two_ticks_a_droplet_is_between_its_places(light, square):
    """blend 0 shows the tick before, 1 the present one, 0.5 the middle."""
    moving = glow((1, 0, 0), before=(-1, 0, 0), textures=square)
    middles = [covered(light(moving, blend=blend))[1].mean() for blend in (0.0, 0.5, 1.0)]
    assert np.allclose(middles, SIZE[0] / 2 - 0.5 + pixels_of(1, 5) * np.array([-1, 0, 1]), atol=0.6)


@pytest.mark.parametrize("blend, now, before", [(0.0, 7.0, 0.0), (1.0, 0.0, 7.0)])
def test_at_a_tick_only_the_rows_of_that_tick_are_read(light, square, blend, now, before):
    """A dot without stretch has no use for a velocity, and one that does not fade none for its age."""
    look = {"size": (1.0, 1.0), "textures": square}
    seen = hand_made.particles([0, 0, 0], **look)
    other = hand_made.particles([now] * 3, (np.nan,) * 3, before=[before] * 3, age=np.nan, span=np.nan, **look)
    whole, partial = light(seen, blend=blend), light(other, blend=blend)
    assert whole.max() > 0 and np.array_equal(whole, partial)


def test_fading_takes_the_opacity_down_evenly(light, square):
    """At half of the fade a droplet gives half its light; when it is over, none."""
    full, half, none = (
        light(glow((0, 0, 0), age=age, span=2, fade=0.5, textures=square))[90, 160] for age in (2.0, 2.25, 2.5)
    )  # fmt: skip
    assert full.max() > 0.5
    assert np.allclose(half, full / 2, rtol=2e-3)
    assert np.all(none == 0)


def test_additive_adds(light, square):
    """Two that add light give the sum of what each gives, whichever lies in front."""
    one, two = (glow((0, 0, z), color=(c, 0.2, 0.1, 1), textures=square) for z, c in ((0, 0.6), (0.5, 0.4)))
    assert np.allclose(light(one, two)[90, 160], light(one)[90, 160] + light(two)[90, 160], atol=2e-3)


@pytest.mark.parametrize("flip", [1, -1])
def test_near_covers_far(picture, square, flip):
    """Back to front, in one population and across two, whatever their slots: a quarter of the near, three of what is behind it."""
    depths, colors = np.array([0.5, -0.5])[::flip], np.array([(1, 0, 0, 0.25), GREEN])[::flip]
    near, far = (hand_made.particles((0, 0, z), color=c, textures=square) for z, c in ((0.5, (1, 0, 0, 0.25)), (-0.5, GREEN)))
    kept = 1 - 64 / 255  # the colour has 8 bits
    wanted = (picture(near) + kept * (picture(far) - picture()))[90, 160]
    together = hand_made.particles([(0, 0, z) for z in depths], color=colors, textures=square)
    for populations in ((together,), (near, far)[::flip]):
        assert np.allclose(picture(*populations)[90, 160], wanted, atol=2e-3)


def test_the_dead_are_not_drawn(light, square):
    """A dead slot, and one that is not in use, leave no mark."""
    few = glow([(0, 0, 0), (0.5, 0, 0), (-0.5, 0, 0)], textures=square)
    few.age[1], few.position[1, 1], few.previous[1, 1] = -np.inf, 1e30, 1e30
    few.used = 2
    _, columns = covered(light(few))
    assert abs(np.ptp(columns) + 1 - pixels_of(0.2, 5)) <= 1.01


def test_lines_are_thin_and_long(light):
    """As lines: stretch seconds of the motion long, one or two pixels wide."""
    line = hand_made.particles((0, 0, 0), velocity=(0, 5, 0), stretch=0.2, as_lines=True)
    rows, columns = covered(light(line))
    assert abs(np.ptp(rows) + 1 - pixels_of(1.0, 5)) <= 4
    assert np.ptp(columns) <= 2


def test_a_paused_picture_is_the_same_to_the_bit(drawing):
    """Equal depths included."""
    places, velocities = hand_made.jet(800)
    places[:, 2] = np.round(places[:, 2], 1)
    drops = hand_made.particles(places, velocities, size=(0.01, 0.03), material="droplet", orientation="velocity", stretch=1 / 60)
    given = hand_made.frame(hand_made.view((0, 1.5, 4), (0, 1.5, 0)), particles=(drops,), waters=(hand_made.water(0.5),))
    drawing.render(given)
    first = drawing.pixels()
    drawing.render(given)
    assert np.array_equal(first, drawing.pixels())


def test_order_is_back_to_front_across_populations(context):
    """A permutation of the living, far side of the water first, each side by falling depth."""
    from engine.render.order import Order, Places

    rng = np.random.default_rng(1)
    groups = tuple(hand_made.particles(rng.uniform(-2, 2, (n, 3))) for n in (900, 1, 350))
    groups[0].age[5], groups[0].position[1, 5], groups[0].previous[1, 5] = -np.inf, 1e30, 1e30
    given = Frame(hand_made.view((1, 2, 5)), waters=(hand_made.water(0.25),), particles=groups)
    bases = np.array([0, 900, 901, 1251])
    order, behind, before = Order().sort(given, Places().of(given), bases)
    assert sorted(order[: behind + before]) == [i for i in range(1251) if i != 5]
    places = np.concatenate([p.position.T for p in groups])
    depth = (places @ -given.view.rotation[:, 2])[order[: behind + before]]
    assert np.all(places[order[:behind], 1] <= 0.25) and np.all(places[order[behind : behind + before], 1] > 0.25)
    step = 2 * np.ptp(depth) / 65536
    assert np.all(np.diff(depth[:behind]) <= step) and np.all(np.diff(depth[behind:]) <= step)


def test_limits_say_what_to_do(renderer):
    """Too many populations, or more droplets than the driver's buffers hold: a ValueError in words."""
    from engine.schema.limits import BILLBOARDS

    drawing = renderer((16, 16))
    many = tuple(glow((0, 0, 0)) for _ in range(BILLBOARDS + 1))
    with pytest.raises(ValueError, match=f"{BILLBOARDS + 1} bodies.*at most {BILLBOARDS}"):
        drawing.render(hand_made.frame(particles=many))
    drawing.passes["billboards"].populations.limit = 30
    with pytest.raises(ValueError, match="11 droplets.*at most 10"):
        drawing.render(hand_made.frame(particles=(glow(np.zeros((11, 3))),)))


def test_golden_jet(drawing, golden):
    """Droplets, lines, mist and dots before the studio's grey."""
    places, velocities = hand_made.jet()
    drops = {"size": (0.006, 0.012), "stretch": 1 / 60, "orientation": "velocity"}
    groups = (
        hand_made.particles(places - [0.8, 0, 0], velocities, material="droplet", **drops),
        hand_made.particles(places + [0.8, 0, 0], velocities, as_lines=True, **drops),
        hand_made.particles(places[::40], material="mist", size=(0.2, 0.5), age=0.5, span=1.0),
        hand_made.particles(places[::30] + [1.5, 0, 0], color=(1, 0.5, 0.1, 0.8), size=(0.02, 0.08)),
    )
    drawing.render(hand_made.frame(hand_made.view((0, 1.4, 3.2), (0, 1.45, 0)), particles=groups))
    golden("billboards_jet", drawing.pixels())
