"""Water: its maps, the sides of its plane, what light does in it."""

import hand_made
import numpy as np
import pytest
import soft

from engine.render.frame import Lamp, Sunlight

SIZE = (320, 180)
MIDDLE = 90, 160
BASIN = hand_made.boxes(
    ((-3, -0.8, -2.5), (3, -0.6, 2.5), (0.1, 0.5, 0.5)),  # floor
    ((-3, -0.6, -2.5), (-2, 0.2, 2.5), (0.6, 0.5, 0.4)),
    ((2, -0.6, -2.5), (3, 0.2, 2.5), (0.6, 0.5, 0.4)),
    ((-2, -0.6, -2.5), (2, 0.2, -1.5), (0.6, 0.5, 0.4)),
    ((-2, -0.6, 1.5), (2, 0.2, 2.5), (0.6, 0.5, 0.4)),
    ((-0.3, -0.6, -0.3), (0.3, 0.5, 0.3), (0.8, 0.3, 0.2)),  # a block in the middle
)


def swell(x, z):
    """Waves of 1.5 cm, one a metre long along x, the other 0.7 m along z."""
    return 0.008 * np.sin(2 * np.pi * x) + 0.007 * np.sin(2 * np.pi * z / 0.7 + 1)


@pytest.fixture
def texels(context):
    """Reads a texture as (h, w, 4) float32."""
    from pyglet import gl

    def read(texture):
        width, height = texture.size
        out = np.empty((height, width, 4), np.float32)
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture.id)
        gl.glGetTexImage(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, gl.GL_FLOAT, out.ctypes.data)
        return out

    return read


@pytest.fixture
def waves(context):
    """Makes wave maps with so many texels a node, and closes them."""
    from engine.render.waves import Waves

    made = []

    def make(fine):
        made.append(Waves(fine))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.mark.parametrize("fine", [1, 2])
def test_the_slope_of_a_tilted_plane_is_exact(waves, texels, fine):
    """Cubics repeat straight lines: height and both slopes, with other numbers of nodes and metres along x and z."""
    tilted = hand_made.water(0.3, (4, 3), (24, 10), lambda x, z: 0.02 * x - 0.03 * z + 0.01)
    maps = waves(fine)
    maps.follow(hand_made.frame(waters=(tilted,)))
    found = texels(maps.map(0))
    assert found.shape == (10 * fine, 24 * fine, 4)
    x, z = ((np.arange(n * fine) + 0.5) / (n * fine) * s - s / 2 for n, s in ((24, 4), (10, 3)))
    inside = slice(2 * fine, -2 * fine)
    wanted = (0.02 * x - 0.03 * z[:, None] + 0.01)[inside, inside]
    assert np.allclose(found[inside, inside, 0], wanted, atol=6e-5)  # half floats
    assert np.allclose(found[inside, inside, 1], 0.02, atol=1e-4)
    assert np.allclose(found[inside, inside, 2], -0.03, atol=1e-4)


def test_between_two_ticks_the_water_is_between_its_heights(waves, texels):
    """blend mixes the heights of the tick before and of now."""
    moving = hand_made.water(height=lambda x, z: 0.02 + 0 * x * z)
    moving.previous[:] = -0.01
    maps = waves(1)
    for blend, height in ((0.0, -0.01), (0.5, 0.005), (1.0, 0.02)):
        maps.follow(hand_made.frame(waters=(moving,), blend=blend))
        assert np.allclose(texels(maps.map(0))[..., 0], height, atol=2e-5)


def test_water_that_stands_still_is_not_sent_again(waves, texels):
    """The same heights at the same time are taken as seen; at another time they are read anew."""
    maps, water = waves(1), hand_made.water()
    for time, height, shown in ((0.0, 0.0, 0.0), (0.0, 0.01, 0.0), (0.1, 0.01, 0.01)):
        water.height[:] = height
        maps.follow(hand_made.frame(waters=(water,), time=time))
        assert np.allclose(texels(maps.map(0))[..., 0], shown, atol=2e-5)


def test_waters_come_and_go(waves):
    """Each water has a map of its own size; a new size makes a new map."""
    maps = waves(1)
    for sizes in ([(24, 16)], [(24, 16), (8, 30)], [(10, 12)], []):
        maps.follow(hand_made.frame(waters=tuple(hand_made.water(nodes=nodes) for nodes in sizes)))
        assert [maps.map(row).size for row in range(len(sizes))] == sizes


@pytest.mark.parametrize("height, seen", [(1.5, {"above": 1, "across": 1, "below": 0}), (-1.5, {"above": 0, "across": 0, "below": 1})])
def test_a_quad_belongs_to_the_side_of_its_centre(drawing, linear, square, height, seen):
    """B10: an opaque water hides what is on its far side, and nothing of a quad whose centre is on the near side: water writes no depth."""
    quads = {"above": (0.0, 0.15), "across": (0.7, 0.02), "below": (-0.7, -0.15)}
    eye = hand_made.view((0, height, 3), (0, 0, 0))
    covered = hand_made.water(size=(6, 6), opacity=1.0)
    for name, (x, y) in quads.items():
        one = hand_made.particles((x, y, 0), color=(1, 0, 1, 1), size=(0.25, 0.25), textures=square, additive=True)
        pictures = []
        for given in ((), (one,)):
            drawing.render(hand_made.frame(eye, particles=given, waters=(covered,)))
            pictures.append(linear(drawing)[..., :3])
        lit = (pictures[1] - pictures[0])[..., 0] > 0.5
        side = 0.25 / (2 * np.tan(np.radians(25))) * SIZE[1]  # at a distance of 1 m
        depth = (eye.position - [x, y, 0]) @ eye.rotation[:, 2]
        assert abs(lit.sum() - seen[name] * (side / depth) ** 2) < 0.2 * (side / depth) ** 2


def test_the_order_is_opaque_far_water_near(drawing, linear, square):
    """Half-transparent water over a quad, a quad over the water: three layers by their formula."""
    eye = hand_made.view((0, 2, 0.01), (0, 0, 0))
    glow = {"size": (0.3, 0.3), "textures": square, "additive": True}
    far, near = (hand_made.particles((0, y, 0), color=c, **glow) for y, c in ((-0.3, (0, 0.5, 0, 1)), (0.3, (0.25, 0, 0, 1))))
    found = []
    for given in ((), (far,), (near,), (far, near)):
        drawing.render(hand_made.frame(eye, particles=given, waters=(hand_made.water(size=(6, 6), color=(1, 1, 1), ripple=0.0),)))
        found.append(linear(drawing)[MIDDLE][:3])
    none, behind, before, both = found
    assert np.allclose(before - none, [0.25, 0, 0], atol=7e-3)  # nothing lies on it; the water mirrors a little of it
    assert np.allclose(behind - none, [0, 0.5 * 0.98, 0], atol=4e-3)  # what is not mirrored comes through
    assert np.allclose(both - none, (behind - none) + (before - none), atol=6e-3)


@pytest.mark.parametrize("turned, seen", [(True, True), (False, False)])
def test_a_sheet_of_one_side_shows_water_its_underside(drawing, texels, turned, seen):
    """Over the eye, level: the water mirrors its underside, if that is the side that it has."""
    flat = soft.sheet(lambda u, v: (2 * u - 1, 2.0, 1 - 2 * v if not turned else 2 * v - 1), frozen=True, two_sided=False)
    drawing.render(hand_made.frame(hand_made.view((0, 1, 4), (0, 0.5, 0)), skins=(flat,), waters=(hand_made.water(size=(6, 6)),)))
    mirrored = texels(drawing.passes["mirror"].target.color)
    assert (mirrored[..., 0] > 2.5 * mirrored[..., 1]).any() == seen


@pytest.mark.parametrize("size, nodes", [((4, 4), (32, 32)), ((4, 2), (24, 40))])
def test_caustics_keep_the_light(drawing, texels, size, nodes):
    """Flat water gathers nothing, and waves only move the light about: the mean over the floor is 1."""
    drawing.render(hand_made.frame(waters=(hand_made.water(size=size, nodes=nodes),)))
    flat = texels(drawing.shared["caustics"])[16:-16, 16:-16]
    assert np.allclose(flat[..., :2], 1, atol=0.02)
    drawing.render(hand_made.frame(waters=(hand_made.water(size=size, nodes=nodes, height=swell),)))
    moved = texels(drawing.shared["caustics"])[..., 0]
    assert moved.std() > 0.05
    assert abs(moved.mean() - 1) < 0.06  # some lands outside the map


def test_water_without_a_surface_lets_light_in_as_it_comes(drawing, texels):
    """Drawn as balls alone it gathers nothing and mirrors nothing: the floor under it is lit."""
    drawing.render(hand_made.frame(waters=(hand_made.water(height=swell, as_surface=False, as_spheres=True),)))
    assert np.array_equal(texels(drawing.shared["caustics"])[..., :2], np.broadcast_to([1, 0], (512, 512, 2)))


def test_from_below_the_water_mirrors_what_the_screen_does_not_show(drawing, linear):
    """Looking up at a slant from over a red floor: past the angle of total reflection all of the surface is that red, also where the floor's own
    place is outside of the picture."""
    eye = hand_made.view((0, -0.5, 1.2), (0, 0.02, 0.3), fov=30)
    reds = []
    for floor in ((0.7, 0.02, 0.02), (0.02, 0.02, 0.7)):
        ground = hand_made.boxes(((-4, -1.2, -4), (4, -1.0, 4), floor))
        clear = hand_made.water(size=(7.8, 7.8), color=(0.95, 0.95, 0.95), depth=1.0, ripple=0.0)
        drawing.render(hand_made.frame(eye, boxes=ground, waters=(clear,)))
        red, _, blue, _ = np.moveaxis(linear(drawing)[30:165], -1, 0)  # between the window overhead and the water's far edge
        reds.append(red / blue)
    assert reds[0].min() > 3 and reds[1].max() < 0.6


def test_light_is_lost_on_its_way_through_water(drawing, linear):
    """Half a metre more of it before a lamplit wall takes the root of what a metre takes; over the water nothing is taken. Sun and sky are dark."""
    dark, found = Sunlight(sky=False, intensity=0.0), {}
    for level in (3.0, -3.0):
        for way in (0.5, 1.0):
            wall = hand_made.boxes(((-3, -2, -way - 0.2), (3, 2, -way), (0.8, 0.8, 0.8)))
            shine = Lamp(np.array([0.0, 0.0, -way + 0.4]), (8.0, 8.0, 8.0))
            pool = hand_made.water(level, (12, 12), color=(0.3, 0.5, 0.8), depth=6.0)
            drawing.render(hand_made.frame(hand_made.view((0, 0, 0), (0, 0, -1)), sun=dark, boxes=wall, lamps=(shine,), waters=(pool,)))
            found[level, way] = linear(drawing)[MIDDLE][:3].astype(float)
    assert found[-3.0, 0.5] == pytest.approx(found[-3.0, 1.0], rel=0.01)
    assert found[3.0, 1.0] / found[3.0, 0.5] == pytest.approx(np.array([0.3, 0.5, 0.8]) ** 0.5, rel=0.01)


def test_a_tank_of_water_is_seen_through_its_side(drawing, linear):
    """Straight through a metre of it, from before a side that no basin hides: what 0.98 and the water leave of a lamplit wall behind it; a
    wall before that side hides it."""
    dark, found = Sunlight(sky=False, intensity=0.0), {}
    behind, before = ((-3, -2, -2.2), (3, 2, -2), (0.8, 0.8, 0.8)), ((-3, -2, 0.7), (3, 2, 0.8), (0.8, 0.8, 0.8))
    for name, given, waters in (
        ("none", (behind,), 0),
        ("tank", (behind,), 1),
        ("basin", (behind, before), 1),
        ("wall", (behind, before), 0),
    ):
        lamps = tuple(Lamp(np.array([0.0, 0, z]), (8.0, 8.0, 8.0)) for z in (-1.4, 1.2))
        tank = hand_made.water(0.5, (6, 1), color=(0.3, 0.5, 0.8), depth=2.0)
        frame = hand_made.frame(
            hand_made.view((0, 0, 2), (0, 0, 0)), sun=dark, boxes=hand_made.boxes(*given), lamps=lamps, waters=(tank,) * waters
        )
        drawing.render(frame)
        found[name] = linear(drawing)[MIDDLE][:3].astype(float)
    assert found["tank"] / found["none"] == pytest.approx(0.98 * np.array([0.3, 0.5, 0.8]), rel=0.02)
    assert found["basin"] == pytest.approx(found["wall"], rel=0.03)


def test_far_water_is_rippled(drawing, linear):
    """Where a pixel is wider than fine waves longer ones take their place: a ball's image is broken up a hundred metres away, too."""
    ball = soft.rounds(((0, 6, -95), 5, 0, (0.9, 0.1, 0.1)))
    rough = []
    for ripple in (0.0, 0.3):
        lake = hand_made.water(size=(300, 300), depth=9.0, ripple=ripple)
        drawing.render(hand_made.frame(hand_made.view((0, 2, 20), (0, 2, 0), fov=20), rounds=ball, waters=(lake,)))
        rough.append(linear(drawing)[92:130, 100:220, 0].astype(float))
    assert np.abs(np.diff(rough[1] - rough[0], axis=0)).mean() > 0.006


def test_calm_water_has_no_froth(drawing, linear):
    """Flat over a black floor it grows brighter toward the sun, but evenly: there are no white patches."""
    ground = hand_made.boxes(((-4, -1.2, -4), (4, -1.0, 4), (0.0, 0.0, 0.0)))
    drawing.render(hand_made.frame(hand_made.view((0, 3, 0.01)), boxes=ground, waters=(hand_made.water(size=(6, 6), ripple=0.0),)))
    green = linear(drawing)[40:140, 60:260, 1].astype(float)
    assert np.abs(np.diff(green)).max() < 0.002


def test_in_the_rooms_cube_map_the_sky_is_far(drawing):
    """Alpha is 0 where nothing stands before it: what mirrors it knows that no wall is there."""
    drawing.light.forget()
    drawing.render(hand_made.frame(boxes=hand_made.boxes(((-9, -2, -9), (9, -1, 9), (0.5, 0.5, 0.5)))))
    up, down = drawing.passes["room"].faces[[2, 3], 32, 32, 3]
    assert (up, down) == (0, 1)


def test_droplets_take_the_sun_from_what_is_behind_them(drawing, texels):
    """Many droplets at one place dim one spot of the map of the sun; fewer, less; none, not at all."""
    darkest = []
    for count in (0, 3, 60):
        drops = hand_made.particles(np.zeros((count, 3)), size=(0.01, 0.01), material="droplet")
        drawing.render(hand_made.frame(particles=(drops,)))
        light = texels(drawing.shared["spray"])[..., 0]
        darkest.append(light.min())
        assert light.max() == 1 and (light < 1).mean() < 0.02
    assert darkest[0] == 1 > darkest[1] > darkest[2] > 0


def test_opacity_goes_from_the_floor_to_the_colour(drawing, linear):
    """Clear water shows the red floor; at opacity 1 the floor makes no difference."""
    reds = []
    for opacity in (0.0, 1.0):
        for floor in ((0.7, 0.05, 0.05), (0.05, 0.05, 0.05)):
            ground = hand_made.boxes(((-4, -0.8, -4), (4, -0.6, 4), floor))
            clear = hand_made.water(size=(5, 5), color=(0.9, 0.9, 0.9), opacity=opacity)
            drawing.render(hand_made.frame(hand_made.view((0, 2, 0.5)), boxes=ground, waters=(clear,)))
            reds.append(linear(drawing)[MIDDLE][0])
    assert reds[0] > 1.5 * reds[1]
    assert abs(reds[2] - reds[3]) < 0.03 * reds[2]


def test_cells_are_drawn_toward_the_eye():
    """The cell under the eye by the water's own metres along x and z; outside, the nearest."""
    pytest.importorskip("pyglet")
    from engine.render.passes.water import back_to_front, cell_under

    pool = hand_made.water(size=(4, 2))
    cells = np.array([8, 10])
    assert cell_under((0.1, 3, 0.5), pool, cells).tolist() == [4, 7]
    assert cell_under((-9, 3, 9), pool, cells).tolist() == [0, 9]
    frame = hand_made.frame(hand_made.view((0, 1, 9)), waters=tuple(hand_made.water(level) for level in (0.0, -20.0, -5.0)))
    assert back_to_front(frame) == [1, 2, 0]


def test_too_many_waters(renderer):
    """More than the uniform block holds: a ValueError in words."""
    with pytest.raises(ValueError, match="5 water surfaces.*at most 4"):
        renderer((16, 16)).render(hand_made.frame(waters=5 * (hand_made.water(),)))


@pytest.mark.parametrize("name, eye, looks", [
    ("above", ((1.6, 1.5, 3.0), (0, 0, 0)), {}),
    ("below", ((1.2, -0.35, 1.2), (0, 0.1, -0.2)), {}),
    ("balls", ((1.6, 1.5, 3.0), (0, 0, 0)), {"as_spheres": True, "as_surface": False}),
])  # fmt: skip
def test_golden_water(drawing, golden, name, eye, looks):
    """A basin with a block in it; froth on one side."""
    pool = hand_made.water(0.0, (4, 3), (96, 72), swell, **looks)
    pool.foam[60:, :30] = 0.8
    drawing.render(hand_made.frame(hand_made.view(*eye), boxes=BASIN, waters=(pool,), time=1.0))
    golden(f"water_{name}", drawing.pixels())
