"""Cloth, masses, balls and arrows: where they are on the picture, what hides them, how light meets them. Counted, not looked at."""

import hand_made
import numpy as np
import pytest
import soft
from PIL import Image

from engine.kernels import drape, heat
from engine.render.frame import Frame, Material, Sunlight
from engine.render.reach import Reach, bounds

HALF = np.tan(np.radians(25))  # of the eye's vertical field of view
NOON = Sunlight(direction=np.array([0.0, 1.0, 0.0]), sky=False)


@pytest.fixture
def light(drawing, linear):
    """Draws a frame and gives its linear light (180, 320, 3)."""

    def draw(frame):
        drawing.render(frame)
        return linear(drawing)[..., :3].astype(float)

    return draw


def magenta(picture):
    """Which pixels are."""
    return picture[..., 0] > 2.5 * picture[..., 1]


def outline(radius, distance):
    """Radius in pixels of a ball straight ahead."""
    return 90 * np.tan(np.arcsin(radius / distance)) / HALF


def test_a_mass_is_drawn_as_large_as_its_ball(light):
    """The outline of a ball of radius r at distance d is a circle of tan(asin(r / d)), whatever its distance."""
    for distance, radius in ((5.0, 0.5), (2.0, 0.5), (20.0, 1.5)):
        found = magenta(light(hand_made.frame(masses=(soft.masses((0, 0, 5 - distance), radius=radius, frozen=True),))))
        assert np.sqrt(found.sum() / np.pi) == pytest.approx(outline(radius, distance), abs=0.3)


def test_a_mass_aside_is_drawn_as_an_ellipse(light):
    """Perspective: from the tangent of the least to that of the largest angle under which its rim is seen."""
    place, radius = np.array([2.0, 0.0, 0.0]), 0.5
    found = np.flatnonzero(magenta(light(hand_made.frame(masses=(soft.masses(place, radius=radius, frozen=True),)))).any(0))
    angle, spread = np.arctan2(2.0, 5.0), np.arcsin(radius / np.hypot(2, 5))
    wanted = 160 + 90 * np.tan([angle - spread, angle + spread]) / HALF
    assert [found[0], found[-1] + 1] == pytest.approx(wanted, abs=1.0)


@pytest.mark.parametrize("behind, share", [(-0.6, 1.0), (0.0, 1.0), (0.25, np.sqrt(0.75)), (0.6, 0.0)])
def test_a_mass_is_hidden_as_a_ball_not_as_a_square(light, behind, share):
    """A ball whose middle lies b behind a wall shows a cap of radius sqrt(r^2 - b^2)."""
    wall = hand_made.boxes(((-3, -3, -1), (3, 3, 0), (0.2, 0.6, 0.2)))
    found = magenta(light(hand_made.frame(boxes=wall, masses=(soft.masses((0, 0, -behind), radius=0.5, frozen=True),))))
    full = outline(0.5, 5 + behind) if behind <= 0 else 90 * 0.5 * share / 5 / HALF
    assert np.sqrt(found.sum() / np.pi) == pytest.approx(full * (share > 0), abs=0.5)


def test_masses_go_from_tick_to_tick(light):
    """Half-way between two ticks a mass is drawn half-way."""
    body = soft.masses((1, 0, 0), radius=0.3, frozen=True)
    body.previous = soft.rows([(-1.0, 0, 0)])
    for blend, x in ((0.0, -1.0), (0.5, 0.0), (1.0, 1.0)):
        found = np.flatnonzero(magenta(light(hand_made.frame(masses=(body,), blend=blend))).any(0))
        assert found.mean() == pytest.approx(159.5 + 90 * x / 5 / HALF, abs=1)


def test_a_spring_is_drawn_from_mass_to_mass(light):
    """A rod as long as its masses are apart, and never thinner than a pixel."""
    body = soft.masses([(-1, 0, 0), (1, 0, 0)], springs=[(0, 1)], radius=0.001, frozen=True)
    found = magenta(light(hand_made.frame(masses=(body,))))
    assert found.any(0).sum() == pytest.approx(90 * 2 / 5 / HALF, abs=2) and 1 <= found.any(1).sum() <= 2


def test_faster_masses_are_redder(light):
    """The share of red in a mass's colour grows with its speed, of a spring's with its stretch; where nobody moves all are cool."""
    places = [(x, 0, 0) for x in np.linspace(-2, 2, 9)]
    body = soft.masses(places, velocity=np.outer(np.linspace(0, 2, 9), [0, 1, 0]), radius=0.2)

    def reds(picture):
        spots = [picture[90, int(160 + 90 * x / 5 / HALF)] for x, _, _ in places]
        return np.array([spot[0] / spot.sum() for spot in spots])

    found = reds(light(hand_made.frame(masses=(body,))))
    assert (np.diff(found) > 0.004).all() and found[0] < 0.3 and found[-1] > 0.65
    body.velocity *= 0.01
    assert np.ptp(reds(light(hand_made.frame(masses=(body,))))) < 0.03
    body.show_energy = False
    assert np.ptp(reds(light(hand_made.frame(masses=(body,))))) < 0.03


def test_heat_is_speed_over_that_of_the_fast():
    """Of equal masses; 2 in 100 are over the top; masses that are held have none, and what is no number has none."""
    n, bins = 1000, np.zeros(heat.BINS, np.int32)
    velocity, inverse, out = np.zeros((3, n), np.float32), np.full(n, 0.25, np.float32), np.empty(n, np.float32)
    velocity[1] = np.arange(n) / n
    inverse[[3, 999]], velocity[0, 998] = 0, np.nan
    heat.of_masses(velocity, inverse, n, np.float32(0.1), bins, out)
    assert out[[3, 998, 999]].tolist() == [0, 0, 0] and (out == 1).sum() == pytest.approx(18, abs=3)
    assert np.allclose(out[10:900], velocity[1, 10:900] / 0.98, atol=3e-3)
    heat.of_masses(velocity, inverse, n, np.float32(10.0), bins, out)
    assert out.max() < 0.11


def test_heat_of_springs_is_their_stretch_over_that_of_the_tight():
    """Equal springs: longer or shorter by the same length is the same energy."""
    place = np.zeros((101, 3), np.float32)
    place[1:, 0] = 1 + np.linspace(-0.1, 0.1, 100)
    ends = np.stack([np.zeros(100, np.int32), np.arange(1, 101, dtype=np.int32)], 1)
    one, out = np.ones(100, np.float32), np.empty(100, np.float32)
    heat.of_springs(place, ends, one, 50 * one, np.float32(0.001), np.zeros(heat.BINS, np.int32), out)
    assert np.allclose(out, np.minimum(np.abs(place[1:, 0] - 1) / np.sort(np.abs(place[1:, 0] - 1))[97], 1), atol=5e-3)


def test_a_fold_is_hollow_inside():
    """On half a pipe of radius r, along chords of angle a: (2 r (1 - cos a)) 2 / (2 r sin a + length along the pipe)."""
    angle, along = np.linspace(0, np.pi, 41), np.linspace(0, 1, 21)
    rows = np.zeros((21, 41, 9), np.float32)
    rows[..., 0], rows[..., 1], rows[..., 2] = np.cos(angle), np.sin(angle), along[:, None]
    rows[..., 3], rows[..., 4] = -np.cos(angle), -np.sin(angle)  # the normal looks into the pipe
    rows = rows.reshape(-1, 9)
    drape.hollows(rows, 41, 21, 3)
    a = 3 * np.pi / 40
    inside = rows.reshape(21, 41, 9)[3:-3, 3:-3, 6]
    assert np.allclose(inside, 2 * 2 * (1 - np.cos(a)) / (2 * np.sin(a) + 0.3), atol=1e-4)
    assert rows[0, 6] == 0


def test_a_sheet_covers_what_its_corners_say(light):
    """Two metres by one, five away; finer than its masses or not."""
    flat = soft.sheet(lambda u, v: (2 * u - 1, v - 0.5, 0), frozen=True)
    found = magenta(light(hand_made.frame(skins=(flat,))))
    assert found.any(0).sum() == pytest.approx(90 * 2 / 5 / HALF, abs=1) and found.any(1).sum() == pytest.approx(90 / 5 / HALF, abs=1)


def test_a_sheet_is_seen_from_both_sides_unless_told(light):
    """Its triangles turn counter-clockwise seen from +z."""
    flat = soft.sheet(lambda u, v: (2 * u - 1, v - 0.5, 0), frozen=True)
    front, back = hand_made.view((0, 0, 5)), hand_made.view((0, 0, -5))
    assert magenta(light(hand_made.frame(front, skins=(flat,)))).sum() == pytest.approx(
        magenta(light(hand_made.frame(back, skins=(flat,)))).sum(), abs=40
    )
    flat.two_sided = False
    assert magenta(light(hand_made.frame(front, skins=(flat,)))).any() and not magenta(light(hand_made.frame(back, skins=(flat,)))).any()


def test_light_comes_through_cloth(light):
    """With the sun behind it, in proportion to its translucency, beside what is lit all around; with the sun before it little of it is seen."""

    def middle(translucency, sun):
        flat = soft.sheet(lambda u, v: (2 * u - 1, v - 0.5, 0), translucency=translucency)
        frame = hand_made.frame(skins=(flat,), sun=Sunlight(direction=np.array([0.0, 0.3, sun]), sky=False))
        return light(frame)[86:94, 150:170].mean(axis=(0, 1))

    behind = np.array([middle(t, -1.0) for t in (0.0, 0.2, 0.4)])
    assert behind[2] - behind[0] == pytest.approx(2 * (behind[1] - behind[0]), rel=0.02)
    assert behind[2][0] > 1.8 * behind[0][0]
    before = [middle(t, 1.0)[0] for t in (0.0, 0.4)]
    assert before[1] < 1.3 * before[0] and before[0] > 1.5 * behind[0][0]


def test_cloth_shades_the_floor(light):
    """A sheet at height h in slanting sun lies in shadow h (-l / l_y) further on; beside it the floor is lit."""
    toward = np.array([0.6, 0.8, 0.0])
    floor = hand_made.boxes(((-4, -0.2, -4), (4, 0, 4), (0.5, 0.5, 0.5)))
    roof = soft.sheet(lambda u, v: (u - 0.5, 0.8, 0.5 - v))
    eye = hand_made.view((0, 6, 0.01), (0, 0, 0))
    eye.position[2] = 0.0
    found = light(Frame(view=eye, sun=Sunlight(direction=toward, sky=False), boxes=floor, skins=(roof,)))

    def at(x, z):
        column, row = 160 + 90 * x / 6 / HALF, 90 + 90 * z / 6 / HALF
        return found[int(row) - 1 : int(row) + 2, int(column) - 1 : int(column) + 2].mean()

    shadow = [at(x, z) for x in (-0.95, -0.7) for z in (-0.35, 0.0, 0.35)]  # of x from -1.1 to -0.1; the sheet itself hides the rest
    lit = [at(x, z) for x in (-1.4, 1.4) for z in (-0.35, 0.0, 0.35)]
    assert max(shadow) < 0.65 * min(lit)


def test_a_ball_is_as_large_as_its_radius_and_a_capsule_as_its_height(light):
    """Outlines of red ones, before a grey wall far behind."""
    red = (0.8, 0.02, 0.02)
    found = light(hand_made.frame(rounds=soft.rounds(((0, 0, 0), 0.5, 0.0, red))))
    assert np.sqrt(magenta(found).sum() / np.pi) == pytest.approx(outline(0.5, 5), abs=0.6)
    found = magenta(light(hand_made.frame(rounds=soft.rounds(((0, 0, 0), 0.25, 0.5, red)))))
    assert found.any(1).sum() == pytest.approx(90 * 1.5 / 5 / HALF, abs=2) and found.any(0).sum() == pytest.approx(
        2 * outline(0.25, 5), abs=2
    )


@pytest.mark.parametrize("z, seen", [(0.8, True), (-0.8, False)])
def test_a_ball_stands_before_or_behind_a_box(light, z, seen):
    """Depth is that of the ball."""
    wall = hand_made.boxes(((-1, -1, -0.1), (1, 1, 0.1), (0.2, 0.6, 0.2)))
    found = light(hand_made.frame(boxes=wall, rounds=soft.rounds(((0, 0, z), 0.4, 0.0, (0.8, 0.02, 0.02)))))
    assert magenta(found)[90, 160] == seen


def test_a_ball_takes_light_from_the_floor_beside_it(light):
    """Under a high sun the floor next to the shadow is darker than the floor far away: the ball hides part of the sky."""
    floor = hand_made.boxes(((-4, -0.2, -4), (4, 0, 4), (0.5, 0.5, 0.5)))
    eye = hand_made.view((0, 4, 4), (0, 0, 0))
    with_ball = light(Frame(view=eye, sun=NOON, boxes=floor, rounds=soft.rounds(((0, 0.4, 0), 0.4, 0.0, (0.5, 0.5, 0.5)))))
    without = light(Frame(view=eye, sun=NOON, boxes=floor))
    shade = (with_ball / without)[90].mean(axis=1)  # the row through its foot
    assert shade[160 + 22] < 0.97 and shade[160 + 100] > 0.99


def test_an_arrow_reaches_from_tail_to_tip(light):
    """As long as its vector; its head is 2.6 times as thick as its shaft."""
    arrow = np.array([[-1, 0, 0, 2, 0, 0, 0.8, 0.02, 0.02, 0.1]], np.float32)
    found = magenta(light(hand_made.frame(arrows=arrow)))
    columns = np.flatnonzero(found.any(0))
    assert columns[0] == pytest.approx(160 - 90 / 5 / HALF, abs=2)
    assert columns[-1] + 1 == pytest.approx(160 + 90 / 5 / HALF, abs=4)  # the tip is thinner than a pixel
    thick = found.sum(0)
    assert thick[columns[0] + 20] == pytest.approx(90 * 0.1 / 5 / HALF, abs=1.5) and thick.max() == pytest.approx(
        90 * 0.26 / 5 / HALF, abs=1.5
    )


def test_the_suns_map_keeps_its_place_while_things_stay_near():
    """A box round what moves, with room to spare: it stays when they move a little, follows when they leave, and shrinks with them."""
    body = soft.masses([(0, 0, 0), (1, 1, 1)])
    frame, reach = hand_made.frame(masses=(body,)), Reach()
    assert bounds(frame).tolist() == [[0, 0, 0], [1, 1, 1]]
    first = reach.follow(frame)
    body.position += np.float32(0.2)
    assert reach.follow(frame) is first
    body.position += np.float32(0.2)
    second = reach.follow(frame)
    assert second is not first and (second[0] < 0.4).all() and (second[1] > 1.4).all()
    body.position *= np.float32(0.1)
    assert reach.follow(frame) is not second
    body.position[:] = np.nan
    assert reach.follow(frame) is None


def test_what_comes_and_goes_leaves_nothing(renderer):
    """Bodies of every kind appear and vanish: as many OpenGL objects as before them, and none when the renderer has closed."""
    from engine.render.gl import live

    outside = live()
    made = renderer((64, 36))
    empty = hand_made.frame()
    made.render(empty)
    before = live()
    flat = soft.sheet(lambda u, v: (2 * u - 1, v - 0.5, 0))
    body = soft.masses([(0, 0, 0), (1, 0, 0)], springs=[(0, 1)], held=[0])
    ball = soft.rounds(((0, 0, 0), 0.2, 0.1, (1, 1, 1)))
    made.render(hand_made.frame(skins=(flat, flat), masses=(body, body), rounds=ball, arrows=np.ones((1, 10), np.float32)))
    made.render(empty)
    assert {kind: live()[kind] - before[kind] for kind in before} == dict.fromkeys(before, 0)
    made.close()
    made.passes, made.close = {}, lambda: None
    assert live() == outside


def test_corners_of_a_grid_turn_one_way(context):
    """Counter-clockwise, or all the other way round."""
    from engine.render.drapes import grid_corners

    u, v = np.meshgrid(np.arange(3.0), np.arange(2.0))
    place = np.stack([u.ravel(), v.ravel()], 1)
    for side in (1, -1):
        a, b, c = place[grid_corners(3, 2, side)].transpose(1, 0, 2)
        (x, y), (s, t) = (b - a).T, (c - a).T
        assert np.allclose(x * t - y * s, side)


def test_cloth_shows_an_image_that_has_changed(renderer, tmp_path):
    """After `forget_images`; a damaged file is told, and the old image stays."""
    path = tmp_path / "dye.png"
    flat = soft.sheet(lambda u, v: (2 * u - 1, v - 0.5, 0), material=Material(str(path), kind="fabric"))
    made = renderer((32, 18))

    def middle():
        made.render(hand_made.frame(hand_made.view((0, 0, 1)), skins=(flat,)))
        return made.pixels()[9, 16, :3].astype(int)

    for color, strong in (("red", 0), ("blue", 2)):
        Image.new("RGB", (8, 8), color).save(path)
        made.forget_images()
        assert middle().argmax() == strong
    path.write_bytes(b"half of a file")
    with pytest.raises(ValueError, match="dye.png is not a PNG"):
        made.forget_images()
    assert middle().argmax() == 2
