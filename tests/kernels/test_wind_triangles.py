import numpy as np
import pytest
from lattices import Body, G, grid, interpreted, lattice, listed

from engine.forces.wind import Gust, Wind
from engine.kernels.ballistic import EULER, RK4
from engine.kernels.wind import blow

WIND = 3.0, -4.0, 12.0


def blown(places, corners, winds, speeds=None, closed=False):
    """Forces (3, n) of winds, rows (6,), on triangles."""
    body = Body(np.array(places, float), *listed([]), kind=np.float32)
    if speeds is not None:
        body.speeds[:] = speeds
    body.cover(corners, closed)
    body.blow(*winds)
    body.masses.force[:] = 7  # of the tick before
    blow(body.masses, body.faces, body.air)
    return body.masses.force[:, : body.n]


def row(velocity=WIND, strength=1.0, relative=False, shelter=False):
    """A row of Air.winds."""
    return [*velocity, strength, relative, shelter]


def quads(counts, pattern):
    """Triangles of a grid of masses; pattern (i, j) says which diagonal."""
    n, found = counts[0], []
    for j in range(counts[1] - 1):
        for i in range(n - 1):
            a, b, c, d = j * n + i, j * n + i + 1, (j + 1) * n + i, (j + 1) * n + i + 1
            found += [(a, b, d), (a, d, c)] if pattern(i, j) else [(a, b, c), (b, d, c)]
    return found


CUBE = [
    (a, b, c)
    for face in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    for a, b, c in ((face[0], face[1], face[2]), (face[0], face[2], face[3]))
]


@pytest.mark.parametrize("pattern", [lambda i, j: True, lambda i, j: (i + j) % 2, lambda i, j: (7 * i + 3 * j) % 5 < 2])
def test_a_flat_plate_feels_the_same_however_it_is_cut(pattern):
    """A plate of area S in a wind feels 2 S (n . w) n with s = 1: |s1 x s2| is twice the area."""
    rng = np.random.default_rng(1)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    places = grid((7, 5), 0.2)
    inner = (abs(places[0]) < 0.59) & (abs(places[1]) < 0.39)
    places[:2, inner] += rng.uniform(-0.05, 0.05, (2, inner.sum()))
    area, n = 1.2 * 0.8, turn[:, 2]
    force = blown(turn @ places, quads((7, 5), pattern), [row()]).sum(1)
    assert force == pytest.approx(2 * area * (n @ WIND) * n, rel=1e-5)


def test_wind_in_the_plane_does_nothing():
    """(n . w) is 0; and a triangle without area feels nothing either, instead of no number."""
    assert abs(blown(grid((4, 4)), quads((4, 4), lambda i, j: True), [row((3, 4, 0))])).max() == 0
    assert abs(blown([[0, 1, 2], [0, 0, 0], [0, 0, 0]], [(0, 1, 2), (1, 1, 1)], [row()])).max() == 0


def test_each_vertex_takes_a_third_and_both_sides_feel_it():
    """Three equal forces along the normal, toward where the wind goes, whichever way the triangle is wound."""
    places = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    for corners in ((0, 1, 2), (0, 2, 1)):
        assert blown(places, [corners], [row(strength=6.0)]) == pytest.approx(np.array([[0] * 3, [0] * 3, [24] * 3]), rel=1e-6)


def test_winds_add_up():
    """Two winds of equal strength are one of the sum of their velocities; none leaves no force."""
    places, corners = np.random.default_rng(2).normal(size=(3, 6)), [(0, 1, 2), (3, 4, 5), (1, 4, 2)]
    both = blown(places, corners, [row((1, 2, 3)), row((2, -6, 9))])
    assert both == pytest.approx(blown(places, corners, [row((3, -4, 12))]), abs=1e-5)
    assert (blown(places, corners, []) == 0).all()


def test_relative_wind_is_the_wind_less_the_mean_speed():
    """What moves with the wind feels none; what moves in still air feels what it would feel at rest in the opposite wind."""
    places, corners = grid((3, 3)), quads((3, 3), lambda i, j: (i + j) % 2)
    along = np.repeat(np.array(WIND)[:, None], 9, 1)
    assert abs(blown(places, corners, [row(relative=True)], along)).max() < 1e-5
    still = blown(places, corners, [row((0, 0, 0), relative=True)], -along)
    assert still == pytest.approx(blown(places, corners, [row()]), rel=1e-6)


def test_sheltered_faces_of_a_cube_feel_no_wind():
    """A cube of side 1 has 2 |w_i| on each pair of faces; sheltered only on the one that the wind meets. Open sheets have no lee."""
    cube = grid((2, 2, 2))
    assert blown(cube, CUBE, [row()], closed=True).sum(1) == pytest.approx(4 * np.array(WIND), rel=1e-6)
    sheltered = blown(cube, CUBE, [row(shelter=True)], closed=True)
    assert sheltered.sum(1) == pytest.approx(2 * np.array(WIND), rel=1e-6)
    lee = (cube[0] > 0) & (cube[1] < 0) & (cube[2] > 0)
    assert (sheltered[:, lee] == 0).all()
    assert blown(cube, CUBE, [row(shelter=True)]).sum(1) == pytest.approx(4 * np.array(WIND), rel=1e-6)


def test_terminal_velocity_of_a_falling_plate():
    """Relative wind of still air: m g = s 2 S v. Drag: v = v_T (1 - e^(-c t / m)) for every mass of a sheet, by Runge-Kutta."""
    plate = Body(np.array([[0.0, 1, 0], [0, 0, 0], [0, 0, 1]]), *listed([]), mass=0.1)
    plate.cover([(0, 1, 2)])
    plate.blow(row((0, 0, 0), 1.5, relative=True))
    plate.air.field[0, 1] = -G
    sheet = Body(grid((3, 3)), *lattice((3, 3)), stiffness=10, mass=0.2)
    sheet.air.field[0, 1], sheet.air.field[0, 7] = -G, 0.3
    with interpreted():
        plate.advance(EULER, 10.0, 600)
        sheet.advance(RK4, 1.0, 20)
    assert plate.speeds[1] == pytest.approx(-0.3 * G / (1.5 * 2 * 0.5), rel=1e-9)
    assert sheet.speeds[1] == pytest.approx(-0.2 * G / 0.3 * (1 - np.exp(-1.5)), rel=2e-7)


def test_bodies_in_the_same_rows_have_winds_of_their_own():
    """Body j feels winds first[j] to first[j + 1] on its own triangles."""
    body = Body(grid((3, 2)), *listed([]), kind=np.float32)
    body.cover([(0, 1, 3), (2, 5, 4)])
    body.faces = body.faces._replace(first=np.array([0, 1, 2], np.int32))
    body.air = body.air._replace(winds=np.array([row((0, 0, 1)), row((0, 0, 9))]), first=np.array([0, 2, 2], np.int32))
    blow(body.masses, body.faces, body.air)
    assert body.masses.force[2, :6] == pytest.approx([10 / 3, 10 / 3, 0, 10 / 3, 0, 0])


def test_droplets_and_triangles_feel_one_gust():
    """The velocity of the row of Air.winds is what pushes particles, at any time."""
    wind = Wind(velocity=(1.0, 2.0, -3.0), gust=Gust(strength=0.8, period=0.7), surfaces=2.5, surface_model="relative", shelter=True)
    for time in (0.0, 0.4, 9.1):
        made = wind.blow(time, 3, 77)
        assert wind.push(time, 3, 77)[3:6] == pytest.approx(wind.particles * made[:3], rel=1e-12)
        assert made[3:].tolist() == [2.5, 1, 1]
    assert wind.blow(0.4, 3, 77)[0] != wind.blow(9.1, 3, 77)[0]
