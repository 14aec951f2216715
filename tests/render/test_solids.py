"""Pictures of boxes obey the geometry and the arithmetic of light."""

import hand_made
import numpy as np
import pytest

from engine.render.camera import Camera
from engine.render.frame import Material, Sunlight

SIZE = (160, 90)
PLAIN = ("shadow", "opaque", "foliage", "sky", "resolve", "bloom", "present", "lines", "overlay")  # no cube map, no mirror
NOON = Sunlight(direction=np.array([0.0, 1.0, 0.0]), sky=False)
DOWN = hand_made.view((0, 6, 0), (0, 0, 0))
WHITE = (1, 1, 1)


@pytest.fixture
def shot(renderer, linear):
    """Draws one frame of plain boxes, returns its linear light (h, w, 3)."""

    def draw(frame, order=PLAIN, size=SIZE, **how):
        made = renderer(size, order=order, **how)
        made.render(frame)
        return linear(made)[..., :3].astype(float)

    return draw


def rough(boxes, value=1.0):
    """The same boxes with this roughness."""
    boxes.materials = tuple(Material(color=m.color, roughness=value) for m in boxes.materials)
    return boxes


def floor(*more):
    """A white floor with its top at 0, and more boxes."""
    return rough(hand_made.boxes(((-3, -0.5, -3), (3, 0, 3), WHITE), *more))


def pixel(view, place, size=SIZE):
    """Column and row (top row 0) of a place in the world."""
    x, y, _, w = Camera.of(view, size).view_projection() @ [*place, 1.0]
    return int((x / w * 0.5 + 0.5) * size[0]), int((0.5 - y / w * 0.5) * size[1])


def at(picture, view, place):
    column, row = pixel(view, place, picture.shape[1::-1])
    return picture[row, column]


def test_a_white_floor_that_faces_the_sun_has_the_radiance_of_the_formula(shot, renderer):
    """Seen along the sun's ray, GGX with alpha 1 is 1 / (4 PI): E (0.96 / PI + 0.04 / (4 PI)) + 1.3 sky."""
    made = renderer(SIZE, order=PLAIN)
    frame = hand_made.frame(DOWN, boxes=floor(), sun=NOON)
    made.render(frame)
    expected = made.light.beam * (0.96 + 0.01) / np.pi + 1.3 * made.light.above
    assert np.allclose(at(shot(frame), DOWN, (0, 0, 0)), expected, rtol=2e-3)


def test_light_falls_with_the_cosine(shot):
    """A floor in the light of a sun at 60 degrees from the zenith gets half of its diffuse share."""

    def sunny(tilt):
        direction = np.array([np.sin(np.radians(tilt)), np.cos(np.radians(tilt)), 0])
        lit = Sunlight(direction=direction, sky=False)
        dark = Sunlight(direction=direction, sky=False, color=(0, 0, 0))
        eye = hand_made.view(tuple(6 * direction), (0, 0, 0))  # the eye in the sun: the same Fresnel share at any tilt
        bright, none = (at(shot(hand_made.frame(eye, boxes=floor(), sun=sun)), eye, (0, 0, 0))[1] for sun in (lit, dark))
        return bright - none

    assert sunny(60) == pytest.approx(0.5 * sunny(0), rel=0.02)


def shadowed(place, low, high, toward):
    """Whether the ray from a place toward the sun meets a box."""
    with np.errstate(divide="ignore"):
        near, far = (np.array(low) - place) / toward, (np.array(high) - place) / toward
    return np.minimum(near, far).max() < np.maximum(near, far).min()


def test_shadows_fall_where_geometry_says(shot):
    """Every ground point more than 8 cm from the edge of a hovering box's shadow is as dark or as bright as it must be."""
    low, high, toward = (-0.5, 0.6, -0.4), (0.4, 0.9, 0.5), np.array([0.5, 0.8, 0.33])
    sun = Sunlight(direction=toward / np.linalg.norm(toward), sky=False)
    eye = hand_made.view((-1.6, 6, -1), (-1, 0, -0.6))
    picture = shot(hand_made.frame(eye, boxes=floor((low, high, WHITE)), sun=sun), size=(320, 180))
    open_light, checked = picture[..., 1].max(), {True: 0, False: 0}
    for x in np.arange(-2.0, 0.1, 0.06):
        for z in np.arange(-1.4, 0.3, 0.06):
            near = {shadowed(np.array([x + dx, 0, z + dz]), low, high, sun.direction) for dx in (-0.08, 0, 0.08) for dz in (-0.08, 0, 0.08)}
            seen_box = shadowed(np.array([x, 0, z]), np.array(low) - 0.03, np.array(high) + 0.03, eye.position - (x, 0, z))
            if len(near) == 1 and not seen_box:
                dark = near.pop()
                checked[dark] += 1
                assert (at(picture, eye, (x, 0, z))[1] < 0.62 * open_light) == dark, (x, z)
    assert min(checked.values()) > 50


def test_a_moved_box_takes_its_shadow_along(renderer, linear):
    """A moving box's row changes in place, without a new version, as `extract` does it."""
    boxes = floor(((-0.3, 0.4, -0.3), (0.3, 0.6, 0.3), WHITE))
    boxes.moving[1] = True
    eye = hand_made.view((0, 5, 4), (0, 0, 0))
    made = renderer(SIZE, order=PLAIN)

    def ground(x):
        made.render(hand_made.frame(eye, boxes=boxes, sun=NOON))
        return at(linear(made), eye, (x, 0, 0))[1]

    shaded, open_light = ground(0), ground(1.5)
    boxes.center[1, 0] = 1.5
    assert ground(0) == pytest.approx(open_light, rel=1e-2)
    assert ground(1.5) == pytest.approx(shaded, rel=1e-2)
    assert shaded < 0.6 * open_light


def test_the_depth_pass_changes_nothing(renderer):
    """Both passes compute the same place to the bit, so each pixel is shaded once with the same result."""
    frame = hand_made.frame(
        hand_made.view((3, 2, 3)), boxes=floor(((-0.5, 0, -0.5), (0.5, 1, 0.5), (1, 0.5, 0.2)), ((0.4, 0, 0.2), (1, 0.3, 0.8), WHITE))
    )
    made = renderer(SIZE)
    made.render(frame)
    with_depth = made.pixels()
    made.passes["opaque"].prepass = False
    made.render(frame)
    assert np.array_equal(with_depth, made.pixels())


def test_the_same_frame_gives_the_same_picture(renderer):
    """Twice by one renderer, and by another: equal to the bit."""
    frame = hand_made.frame(hand_made.view((3, 2, 3)), boxes=floor(((-0.5, 0, -0.5), (0.5, 1, 0.5), (1, 0.5, 0.2))))
    first, second = renderer(SIZE), renderer(SIZE)
    pictures = []
    for made in (first, first, second):
        made.render(frame)
        pictures.append(made.pixels())
    assert np.array_equal(pictures[0], pictures[1])
    assert np.array_equal(pictures[0], pictures[2])


def test_multisampling_keeps_the_mean(shot):
    """Averaging samples moves edges by less than a pixel and adds no light."""
    frame = hand_made.frame(hand_made.view((3, 2, 3)), boxes=floor(((-0.5, 0, -0.5), (0.5, 1, 0.5), (1, 0.5, 0.2))))
    one, four = shot(frame), shot(frame, samples=4)
    assert four.mean() == pytest.approx(one.mean(), rel=5e-3)
    assert not np.array_equal(one, four)


def test_a_quarter_turn_of_a_cube_is_the_same_cube(shot):
    """Rows of an oriented box come out as those of the axis-aligned one."""
    straight, turned = (floor(((-0.5, 0, -0.5), (0.5, 1, 0.5), (1, 0.5, 0.2))) for _ in range(2))
    turned.rotation[1] = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    eye = hand_made.view((3, 2, 3))
    a, b = (shot(hand_made.frame(eye, boxes=boxes)) for boxes in (straight, turned))
    assert np.abs(a - b).max() < 0.02


def test_an_inward_box_is_a_room_seen_from_within(shot):
    """From inside every pixel shows a wall; from outside the near walls are not there and the sun comes in."""
    room = rough(hand_made.boxes(((-2, -2, -2), (2, 2, 2), (1, 0, 0))))
    room.inward[:], room.shadow[:] = True, False
    within = shot(hand_made.frame(hand_made.view((0, 0, 1)), boxes=room))
    assert np.all(within[..., 1] < 0.2 * within[..., 0])
    outside = shot(hand_made.frame(hand_made.view((0, 0, 9)), boxes=room))
    red = outside[..., 1] < 0.2 * outside[..., 0]
    assert red[45, 80]
    assert not red[0, 0]


def test_the_plain_sky_is_grey_without_a_horizon_seam(shot):
    """A scene without a sky gets a studio: no black, no colour, no jump from one row to the next."""
    picture = shot(hand_made.frame(hand_made.view((0, 1, 5))))
    assert picture.min() > 0.1
    assert np.abs(picture[..., 0] / picture[..., 2] - 1).max() < 0.05
    assert np.abs(np.diff(picture, axis=0)).max() < 0.05


def test_the_sky_shows_the_panorama(shot, renderer):
    """A pixel's radiance is that of the panorama in its direction, by latitude and longitude."""
    sun = Sunlight(direction=np.array([0.3, 0.5, -0.8]), clouds=0.0)
    eye = hand_made.view((0, 1, 0), (-0.7, 1.6, 0.7))
    made = renderer(SIZE, order=PLAIN)
    made.render(hand_made.frame(eye, sun=sun))
    d = -eye.rotation[:, 2]
    rows, columns = made.light.sky.shape[:2]
    row = (np.arcsin(d[1]) / np.pi + 0.5) * rows
    column = (np.arctan2(d[2], d[0]) / (2 * np.pi) + 0.5) * columns
    expected = made.light.sky[int(row), int(column)]
    assert np.allclose(shot(hand_made.frame(eye, sun=sun))[45, 80], expected, rtol=0.05)


def test_what_water_covers_is_darker_and_bluer(shot):
    """Sunlight that comes through the surface loses red first; the part of the floor outside stays as it was."""
    water = hand_made.water(level=0.8, size=(2.0, 2.0), depth=0.8)
    dry, wet = (shot(hand_made.frame(DOWN, boxes=floor(), sun=NOON, waters=w)) for w in ((), (water,)))
    inside, outside = (at(wet, DOWN, p) / at(dry, DOWN, p) for p in ((0.3, 0, 0.2), (2.2, 0, 1.2)))
    assert inside[0] < inside[2] < 1
    assert np.allclose(outside, 1, atol=0.02)


def test_lines_keep_their_colour_and_hide_behind_boxes(renderer):
    """In front a line has its own sRGB colour; behind a box a quarter of it is left."""
    eye = hand_made.view((0, 0, 5))
    boxes = hand_made.boxes(((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5), (0.0, 0.0, 0.0)))
    lines = np.array([[[-1, 0.2, z, 0, 1, 0, 1], [1, 0.2, z, 0, 1, 0, 1]] for z in (1.0, -1.0)], np.float32)
    made, green = renderer(SIZE, order=PLAIN), []
    for row in lines:
        made.render(hand_made.frame(eye, boxes=boxes, lines=row[None]))
        column = made.pixels()[:, 80].astype(int)
        green.append((column[:, 1] - column[:, 0]).max())
    assert green[0] > 240
    assert 40 < green[1] < 80


def test_the_overlay_is_laid_pixel_by_pixel_at_the_top_left(renderer):
    """Opaque pixels come out exactly; transparent ones change nothing."""
    made = renderer(SIZE, order=PLAIN)
    made.render(hand_made.frame())
    plain = made.pixels()
    overlay = np.random.default_rng(0).integers(0, 256, (20, 30, 4), np.uint8)
    overlay[..., 3] = np.where(np.arange(30) < 15, 255, 0)
    made.render(hand_made.frame(overlay=overlay))
    laid = made.pixels()
    assert np.array_equal(laid[:20, :15, :3], overlay[:, :15, :3])
    laid[:20, :15] = plain[:20, :15]
    assert np.array_equal(laid, plain)


def test_rows_that_are_drawn_together_lie_together(renderer):
    """Still and casting, still, moving and casting, moving: whatever the order in the frame."""
    boxes = hand_made.boxes(*(((k, 0, 0), (k + 0.5, 1, 1), WHITE) for k in range(4)))
    boxes.moving[:], boxes.shadow[:] = (True, False, False, True), (False, True, False, True)
    made = renderer((16, 9), order=PLAIN)
    made.render(hand_made.frame(boxes=boxes))
    rows = made.boxes
    assert [round(float(x - 0.25)) for x in rows.rows["center"][:, 0]] == [1, 2, 3, 0]
    assert (rows.still_casting, rows.still, rows.moving_casting, rows.all) == ((0, 1), (0, 2), (2, 1), (0, 4))


@pytest.mark.parametrize("water", [None, hand_made.water(level=0.3)])
def test_the_room_is_taken_from_a_place_in_the_open(renderer, water):
    """Inside a box the cube map would show nothing but that box from within; its floor is the top of the widest box."""
    boxes = floor(((-1, 0, -1), (2, 3, 2), WHITE))
    made = renderer((16, 9))
    made.render(hand_made.frame(boxes=boxes, waters=() if water is None else (water,)))
    low, _, probe, _ = made.room
    inside = np.all(np.abs(probe - boxes.center) < boxes.half, axis=1)
    assert not inside.any()
    assert low[1] == 0
