"""What a billboard may be told: turned, over its life, as a film, near things and the eye, by its own light. Each by its pixels."""

import hand_made
import numpy as np
import pytest
from PIL import Image

from engine.kernels import hash as numbers
from engine.render.frame import Film, Foliage, Lamp, Sunlight

SIZE = (320, 180)
MIDDLE = 90, 160
DARK = Sunlight(direction=np.array([0.3, 0.8, 0.5]), sky=False, intensity=0.0)
ROTATION, SPIN = 24, 25  # channels of shaders/hash.glsl


@pytest.fixture
def light(drawing, linear):
    """Draws populations in the dark: linear light (h, w, 3) that they add to the picture."""

    def seen(*populations, eye=None, **parts):
        drawing.render(hand_made.frame(eye, particles=populations, **{"sun": DARK, **parts}))
        return linear(drawing)[..., :3]

    return lambda *populations, **parts: seen(*populations, **parts) - seen(**parts)


def glow(places, **look):
    """A population that adds its colour as it is, unlit."""
    return hand_made.particles(places, additive=True, **look)


def pixels_of(metres, distance, fov=50.0):
    """Length on the picture [pixels] of something parallel to it."""
    return metres / (2 * distance * np.tan(np.radians(fov) / 2)) * SIZE[1]


def lit(picture):
    """Rows and columns of the pixels that show something."""
    strength = np.abs(picture).max(2)
    return np.nonzero(strength > 0.5 * strength.max())


def angle(picture):
    """Direction in which what is drawn is longest [deg], counterclockwise from the right, -90 to 90."""
    rows, columns = lit(picture)
    x, y = np.linalg.eigh(np.cov(np.stack([columns, -rows])))[1][:, 1]
    return np.degrees(np.arctan(y / x)) if abs(x) > 1e-9 else 90.0


def turned(degrees):
    """-90 to 90."""
    return (degrees + 90) % 180 - 90


@pytest.fixture
def bar(tmp_path):
    """An image with an upright bar: a quarter as wide as high."""
    pixels = np.zeros((64, 64, 4), np.uint8)
    pixels[:, 24:40] = 255
    Image.fromarray(pixels).save(tmp_path / "bar.png")
    return (str(tmp_path / "bar.png"),)


@pytest.mark.parametrize("orientation", ["view_plane", "view_point"])
def test_rotation_turns_counterclockwise(light, bar, orientation):
    """By the angle that is told; [min, max]: each by the hash of its id."""
    one = {"size": (1.0, 1.0), "textures": bar, "orientation": orientation}
    for degrees in (0.0, 30.0, -70.0):
        assert abs(turned(angle(light(glow((0, 0, 0), rotation=(degrees, degrees), **one))) - 90 - degrees)) < 1.0
    wide = glow((0, 0, 0), rotation=(20.0, 80.0), **one)
    drawn = 20 + 60 * numbers.uniform(wide.seed, wide.key, 0, ROTATION)
    assert abs(turned(angle(light(wide)) - 90 - drawn)) < 1.0


def test_spin_turns_with_age(light, bar):
    """Rotation plus spin times age, spin drawn by the hash of the id."""
    for age in (0.0, 0.5, 2.0):
        one = glow((0, 0, 0), rotation=(10.0, 10.0), spin=(30.0, 50.0), size=(1.0, 1.0), textures=bar, age=age)
        spin = 30 + 20 * numbers.uniform(one.seed, one.key, 0, SPIN)
        assert abs(turned(angle(light(one)) - 100 - spin * age)) < 1.0


def test_view_point_faces_the_eye(light, square):
    """Off the middle a quad that lies in the screen's plane keeps its size there; one that faces the eye at angle a off the axis has its width
    drawn out by 1 / cos(a) less: its near edge is nearer."""
    x, d, w = 3.0, 5.0, 0.5
    widths = {}
    for orientation in ("view_plane", "view_point"):
        columns = lit(light(glow((x, 0, 0), size=(w, w), textures=square, orientation=orientation)))[1]
        widths[orientation] = np.ptp(columns) + 1
    c, s = d / np.hypot(d, x), x / np.hypot(d, x)
    ends = [(x + k * w / 2 * c) / (d - k * w / 2 * s) for k in (-1, 1)]
    assert abs(widths["view_plane"] - pixels_of(w, d)) <= 1.01
    assert abs(widths["view_point"] - pixels_of(ends[1] - ends[0], 1)) <= 1.01


def test_axis_lies_along_its_axis(light, square):
    """Its long side is where the axis is seen; stretched by the speed along it alone; along the line of sight it is seen end-on."""
    look = {"size": (0.2, 0.2), "textures": square, "orientation": "axis", "stretch": 0.1, "max_stretch": 9}
    seen = light(glow((0, 0, 0), axis=(0.6, 0.8, 0), velocity=(6, 8, 5), **look))
    assert abs(angle(seen) - np.degrees(np.arctan2(0.8, 0.6))) < 0.5
    assert abs(len(lit(seen)[0]) / (pixels_of(0.2, 5) * pixels_of(0.2 + 1.0, 5)) - 1) < 0.05
    across = light(glow((0, 0, 0), axis=(0, 1, 0), velocity=(9, 0, 0), **look))
    assert np.ptp(lit(across)[0]) == np.ptp(lit(across)[1])
    end_on = light(glow((0, 0, 0), axis=(0, 0, 1), velocity=(0, 0, 9), **look))
    assert np.isfinite(end_on).all()


@pytest.mark.parametrize("u, factor", [(0.0, 0.5), (0.1, 0.5), (0.3, 1.25), (0.5, 2.0), (0.75, 1.5), (1.0, 1.0)])
def test_size_over_life(light, square, u, factor):
    """Straight between knots, level before the first and after the last; u is age over lifetime and fade."""
    one = glow((0, 0, 0), size=(0.4, 0.4), textures=square, age=u * 4, span=3.0, fade=1.0, sizes=((0.1, 0.5), (0.5, 2.0), (1.0, 1.0)))
    if u == 1.0:
        one.fade, one.span = 0.0, np.full(1, 4, np.float32)  # else it has faded away
    rows, columns = lit(light(one))
    assert abs(np.ptp(rows) + 1 - pixels_of(0.4 * factor, 5)) <= 1.01 and np.ptp(rows) == np.ptp(columns)


@pytest.mark.parametrize(
    "u, color", [(0.0, (1, 0.5, 0)), (0.25, (0.5, 0.25, 0.25)), (0.5, (0, 0, 0.5)), (0.6, (0, 1, 0)), (0.9, (0, 1, 0))]
)
def test_color_over_life(light, square, u, color):
    """Multiplies the particle's own colour, alpha the opacity; two knots of one u are a step."""
    knots = ((0.0, (1, 0.5, 0, 1)), (0.5, (0, 0, 0.5, 1)), (0.6, (0, 0, 0.5, 1)), (0.6, (0, 1, 0, 0.5)))
    one = glow((0, 0, 0), size=(1.0, 1.0), textures=square, age=u * 2, span=2.0, color=(1, 1, 1, 1), colors=knots)
    alpha = 0.5 if u >= 0.6 else 1.0
    assert light(one)[MIDDLE] == pytest.approx(np.multiply(color, alpha), abs=2e-3)


def test_sixteen_knots_and_many_populations(light, square):
    """The last knot of the longest curve, and each population its own curve."""
    knots = tuple((k / 15, k / 15) for k in range(16))
    one = {"size": (1.0, 1.0), "textures": square, "span": 1.0}
    groups = [glow((x, 0, 0), sizes=(knots if k == 1 else ((0.0, 0.5),)), age=14.5 / 15, **one) for k, x in enumerate((-1.5, 0.0, 1.5))]
    row = light(*groups)[90, :, 0] > 0.5
    widths = [row[80 + 80 * k - 39 : 80 + 80 * k + 40].sum() for k in range(3)]
    assert widths == pytest.approx([pixels_of(w, 5) for w in (0.5, 14.5 / 15, 0.5)], abs=1.01)


@pytest.fixture
def film(tmp_path):
    """An image of 3 columns and 2 rows of pictures: number k is grey of (k + 1) / 6."""
    pixels = np.full((16, 24, 4), 255, np.uint8)
    for k in range(6):
        row, column = divmod(k, 3)
        pixels[row * 8 : row * 8 + 8, column * 8 : column * 8 + 8, :3] = level(k)
    Image.fromarray(pixels).save(tmp_path / "film.png")
    return (str(tmp_path / "film.png"),)


def level(k):
    return 40 * (k + 1)


def radiance(byte):
    return ((byte / 255 + 0.055) / 1.055) ** 2.4


@pytest.mark.parametrize("how, age, shown", [
    ({"fps": 10.0, "smooth": False}, 0.05, 0), ({"fps": 10.0, "smooth": False}, 0.35, 3), ({"fps": 10.0, "smooth": False}, 0.75, 1),
    ({"smooth": False}, 0.0, 0), ({"smooth": False}, 1.05, 3), ({"smooth": False}, 2.0, 5),
    ({}, 0.0, 0), ({}, 1.0, 2.5), ({}, 2.0, 5), ({"fps": 10.0}, 0.55, 5.5),
])  # fmt: skip
def test_a_film_shows_its_pictures_in_rows_from_the_upper_left(light, film, how, age, shown):
    """fps: picture floor(age fps) over and over; else once in a life of 2 s; smoothly: a mixture of two."""
    one = glow((0, 0, 0), size=(1.0, 1.0), textures=film, film=Film(3, 2, **how), age=age, span=2.0)
    k, share = int(shown), shown % 1
    wanted = (1 - share) * radiance(level(k)) + share * radiance(level((k + 1) % 6))
    assert light(one)[MIDDLE] == pytest.approx(np.full(3, wanted), abs=2e-3)


def test_a_film_may_begin_anywhere(light, film):
    """random_start: every picture is shown by some of many, and each goes round."""
    places = [(x, y, 0) for x in np.arange(-3, 3.1, 0.6) for y in (-1, 0, 1)]
    starts = [light(glow(places, size=(0.3, 0.3), textures=film, film=Film(3, 2, 1.0, True, False), age=age)) for age in (0.0, 1.0)]
    at = [(int(round(90 - pixels_of(y, 5))), int(round(160 + pixels_of(x, 5)))) for x, y, _ in places]
    shown = [[int(np.argmin([abs(picture[place][0] - radiance(level(k))) for k in range(6)])) for place in at] for picture in starts]
    assert set(shown[0]) == set(range(6))
    assert [(k + 1) % 6 for k in shown[0]] == shown[1]


WALL = hand_made.boxes(((-5, -5, -1.5), (5, 5, -1.0), (0.0, 0.0, 0.0)))


@pytest.mark.parametrize("distance, share", [(0.1, 0.2), (0.25, 0.5), (0.4, 0.8), (0.6, 1.0)])
def test_soft_fade_is_the_distance_to_what_is_behind(light, square, distance, share):
    """Half as far before a wall as soft_fade: half of the light. Not where nothing is behind."""
    one = {"size": (0.5, 0.5), "textures": square, "soft_fade": 0.5}
    wall = {"boxes": WALL}
    assert light(glow((0, 0, -1 + distance), **one), **wall)[MIDDLE] == pytest.approx(np.full(3, share), abs=4e-3)
    assert light(glow((0, 0, -1 + distance), **one))[MIDDLE] == pytest.approx(np.ones(3), abs=2e-3)


def test_soft_fade_with_multisampling(renderer, linear, square):
    """The depth that it is compared with is the resolved one."""
    drawing = renderer(SIZE, samples=4)
    one = glow((0, 0, -0.75), size=(0.5, 0.5), textures=square, soft_fade=0.5)
    drawing.render(hand_made.frame(particles=(one,), boxes=WALL, sun=DARK))
    assert linear(drawing)[MIDDLE][:3] == pytest.approx(np.full(3, 0.5), abs=4e-3)


@pytest.mark.parametrize("distance, share", [(2.0, 1.0), (1.0, 1.0), (0.525, 0.5), (0.24, 0.2)])
def test_near_fade(light, square, distance, share):
    """Whole from near_fade on, gone at the lens' near, evenly between."""
    one = glow((0, 0, 5 - distance), size=(0.2, 0.2), textures=square, near_fade=1.0)
    assert light(one)[MIDDLE] == pytest.approx(np.full(3, share), abs=2e-3)


def test_glow_is_light_of_its_own(light, square):
    """In the dark: additive ones have 1 unless told, others none; told, what is told, covering or not."""
    one = {"size": (0.5, 0.5), "textures": square, "color": (1, 0.5, 0, 1)}
    for additive, told, wanted in ((True, None, 1.0), (True, 3.0, 3.0), (False, None, 0.0), (False, 2.0, 2.0)):
        seen = light(hand_made.particles((0, 0, 0), additive=additive, glow=told, **one))[MIDDLE]
        assert seen == pytest.approx(wanted * np.array([1, 128 / 255, 0]), abs=6e-3)


def test_plain_billboards_are_lit_by_the_sun_and_lie_in_shadow(drawing, linear, square):
    """The same puff under a roof loses the sun's share, and nothing but that; an additive one is as bright as before."""
    sun = Sunlight(direction=np.array([0.0, 1.0, 0.0]), sky=False)
    floor, roof = ((-2, -1.2, -2), (2, -1, 2), (0.5, 0.5, 0.5)), ((-1, 1, -1), (1, 1.2, 1), (0.5, 0.5, 0.5))
    found = {}
    for name, additive in (("lit", False), ("own", True)):
        for boxes in (hand_made.boxes(floor), hand_made.boxes(floor, roof)):
            pair = []
            for shown in ((), (hand_made.particles((0, 0, 0), size=(0.4, 0.4), textures=square, additive=additive),)):
                drawing.render(hand_made.frame(particles=shown, sun=sun, boxes=boxes))
                pair.append(linear(drawing)[MIDDLE][:3])
            found[name, len(boxes.half) > 1] = pair[1] - (pair[0] if additive else 0)
    beam = 2.4
    assert found["lit", False] - found["lit", True] == pytest.approx(np.full(3, 0.2 * beam), abs=2e-3)
    assert found["own", False] == pytest.approx(found["own", True], abs=2e-3)


@pytest.mark.parametrize(
    "order, bias, on_top",
    [((0, 0), (0.0, 0.0), "near"), ((0, 0), (0.0, 2.5), "far"), ((0, 1), (0.0, 0.0), "far"), ((-1, -2), (0.0, 9.0), "near")],
)
def test_bias_and_order(light, square, order, bias, on_top):
    """A population is sorted as if it were sort_bias nearer; a higher order lies over a lower one whatever the depth."""
    colors = {"near": (1, 0, 0, 1), "far": (0, 1, 0, 1)}
    groups = [
        hand_made.particles((0, 0, z), size=(0.5, 0.5), color=colors[name], textures=square, glow=1.0, order=o, bias=b)
        for name, z, o, b in zip(("near", "far"), (1.0, -1.0), order, bias, strict=True)
    ]
    for shown in (groups, groups[::-1]):
        assert light(*shown)[MIDDLE] == pytest.approx(colors[on_top][:3], abs=2e-3)


def test_leaves_sway(drawing, linear):
    """A leaf of half a metre moves with time by no more than its sway; without one, and inside, it lies still; the same time, the same picture."""
    where = {}
    for sway, outside in ((0.0, 1.0), (0.3, 1.0), (0.3, 0.0)):
        row = np.array([[0, 0, 0, 0.25, 0, 0, 1, sway, 0.8, 0.8, 0.8, outside]], np.float32)
        leaf = Foliage(row, next(hand_made._versions))
        pictures = []
        for time in (0.0, 1.0, 2.0, 1.0):
            drawing.render(hand_made.frame(sun=DARK, lamps=(Lamp(np.array([0.0, 0, 3]), (9, 9, 9)),), foliage=leaf, time=time))
            pictures.append(linear(drawing)[..., :3].copy())
        assert np.array_equal(pictures[1], pictures[3])
        where[sway, outside] = np.array([[each.mean() for each in lit(picture)] for picture in pictures[:3]])
    still, moved, inside = where.values()
    assert np.ptp(still, axis=0).max() == np.ptp(inside, axis=0).max() == 0
    assert 2 < np.abs(moved - still).max() <= pixels_of(0.3, 4.7)


def test_golden_looks(drawing, golden, bar, film):
    """All at once: turning bars, a film, growing and paling puffs that meet a floor, before the studio's grey."""
    rng = np.random.default_rng(5)
    floor = hand_made.boxes(((-3, -1.2, -3), (3, -1, 3), (0.4, 0.35, 0.3)))
    puffs = hand_made.particles(
        np.stack([rng.uniform(0.2, 1.6, 60), rng.uniform(-1.1, 0.6, 60), rng.uniform(-1, 1, 60)], 1), size=(0.3, 0.6), span=1.0,
        sizes=((0.0, 0.3), (1.0, 1.4)), colors=((0.0, (1, 0.5, 0.1, 1)), (0.5, (0.3, 0.3, 0.3, 0.7)), (1.0, (0.2, 0.2, 0.2, 0))), soft_fade=0.3,
    )  # fmt: skip
    puffs.age[:] = rng.uniform(0, 1, 60)
    bars = hand_made.particles(
        [(-2.2 + 0.3 * k, 0.9, 0) for k in range(8)], size=(0.4, 0.4), textures=bar, rotation=(-90, 90), color=(0.2, 0.4, 0.9, 1)
    )
    pictures = hand_made.particles(
        [(-2.2 + 0.4 * k, 0, 0) for k in range(6)], size=(0.35, 0.35), textures=film, film=Film(3, 2, 1.0, True, False)
    )
    drawing.render(hand_made.frame(hand_made.view((0, 0.6, 5)), boxes=floor, particles=(puffs, bars, pictures)))
    golden("billboards_looks", drawing.pixels())
