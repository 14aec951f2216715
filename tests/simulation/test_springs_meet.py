"""Bodies that meet: in one island, and against what stands in the way."""

from functools import partial

import numpy as np
import pytest
from small_scenes import GRAVITY
from spring_scenes import AIR, WEIGHT, ball, cloth, jelly

from engine.components import Mass, Population, Position, Spring, Velocity
from engine.simulation.layers import layers

FLOOR = {"floor": {"position": [0, -1, 0], "shape": {"plane": {}}, "collider": {"friction": 0.5}}}


def momentum(simulation, names):
    """Sum of m v [kg m/s] (3,) in float64."""
    return sum((simulation.get(n, Velocity).xyz / simulation.get(n, Mass).inverse[:, None].astype(float)).sum(0) for n in names)


def filled(name, fill, **more):
    """Jelly of 1.28 kg from a mesh file that comes with the program."""
    return {"mass": {"total": 1.28}, "shape": {"mesh": {"file": f"meshes/{name}.obj", "fill": fill}}, "spring": {"stiffness": 300}, **more}


@pytest.mark.parametrize("body, apart", [(jelly, 0.25), (partial(filled, "star", 8), 0.5)], ids=["blocks", "meshes"])
def test_two_jellies_that_meet_keep_their_momentum(simulate, body, apart):
    """Free bodies give each other what they lose: the sum of m v is the same before, during and after the hit, and they do not pass."""
    two = {
        "left": body(velocity=[2, 0, 0], position=[-apart - 0.15, 0, 0], collider={}),
        "right": body(velocity=[-1, 0, 0], position=[apart + 0.15, 0.05, 0]),
    }
    simulation = simulate(two)
    simulation.step(1)
    before = momentum(simulation, two)
    for _ in range(6):
        simulation.step(10)
        np.testing.assert_allclose(momentum(simulation, two), before, atol=1e-4 * 64 * 0.02 * 3)
    left, right = (simulation.get(n, Position).xyz.mean(0)[0] for n in two)
    assert right - left > apart
    assert simulation.get("left", Velocity).xyz[:, 0].mean() < 1 and simulation.get("right", Velocity).xyz[:, 0].mean() > 0


@pytest.mark.parametrize("shape", [{"plane": {}}, {"box": {"size": [4, 1, 4]}}], ids=["plane", "box"])
@pytest.mark.parametrize("y", [0, -0.05])
def test_a_rug_that_begins_in_the_floor_lies_on_it(simulate, shape, y):
    """On the surface, nearer than masses keep, or within: it is put 5 mm above and lies still, where it was thrown to 1.7 m and 31 m."""
    top = -0.5 if "box" in shape else 0
    floor = {"position": [0, top, 0], "shape": shape, "collider": {"friction": 0.5}}
    rug = cloth(21, plane="xz", pinned=(), position=[0, y, 0], collider={"friction": 0.5})
    simulation = simulate({"rug": rug, "floor": floor, "weight": GRAVITY})
    for _ in range(30):
        simulation.step()
        assert np.abs(simulation.get("rug", Velocity).xyz).max() < 0.01
    np.testing.assert_allclose(simulation.get("rug", Position).xyz[:, 1], 0.005, atol=1e-4)


def test_a_ball_is_caught_by_a_cloth_held_at_four_corners(simulate):
    """It falls 0.5 m onto the middle, is on the cloth from then on, and in the end the cloth carries it."""
    corners = ("top_left", "top_right", "bottom_left", "bottom_right")
    net = cloth(16, plane="xz", pinned=corners, collider={"friction": 0.5})
    simulation = simulate({"net": net, "ball": ball(0.12, 0.3, position=[0, 0.65, 0]), **WEIGHT, "air": {"drag": {"rate": 3}}})
    simulation.step(480)
    place, x = simulation.get("ball", Position).xyz[0], simulation.get("net", Position).xyz
    assert np.linalg.norm(x - place, axis=1).min() > 0.1
    assert -0.6 < place[1] < 0.13 and np.abs(place[[0, 2]]).max() < 0.2
    below = x[np.linalg.norm(x[:, [0, 2]] - place[[0, 2]], axis=1) < 0.12]
    assert len(below) and (below[:, 1] < place[1]).all()
    assert np.linalg.norm(simulation.get("ball", Velocity).xyz[0]) < 0.3


def test_a_cloth_drapes_over_a_sphere_and_comes_to_rest(simulate):
    """Dropped on a sphere it hangs round it, outside of it, and its speed dies away."""
    scene = {
        "cloth": cloth(20, plane="xz", pinned=(), position=[0.02, 0.35, 0.01]),
        "stone": {"shape": {"sphere": {"radius": 0.3}}, "collider": {"friction": 0.6}},
        **FLOOR, **WEIGHT, "air": {"drag": {"rate": 2}},
    }  # fmt: skip
    simulation = simulate(scene)
    simulation.step(600)
    x, v = simulation.get("cloth", Position).xyz, simulation.get("cloth", Velocity).xyz
    assert np.linalg.norm(x, axis=1).min() > 0.3 - 1e-3 and x[:, 1].max() > 0.3 and x[:, 1].min() > -1
    assert x[:, 1].min() < 0.05
    assert np.linalg.norm(v, axis=1).max() < 0.05


@pytest.mark.parametrize("way", [[0, 0, 1], [0, 0, -1]])
def test_a_fast_sphere_does_not_pass_a_cloth(simulate, way):
    """A kinematic sphere of radius 0.2 m at 10 m/s pushes a 64 x 64 cloth before it: no mass is ever inside, and those in
    its way are before its middle until the sphere is 0.23 m beyond where the cloth hung."""
    way = np.array(way, float)
    scene = {
        "cloth": cloth(64),
        "stone": {"position": list(-0.6 * way), "velocity": list(10 * way), "shape": {"sphere": {"radius": 0.2}}, "collider": {}},
    }
    simulation = simulate(scene, time={"step": 1 / 60})
    hit = np.linalg.norm(simulation.get("cloth", Position).xyz[:, :2], axis=1) < 0.15
    for _ in range(5):
        simulation.step()
        x = simulation.get("cloth", Position).xyz - simulation.pose("stone").position
        assert np.linalg.norm(x, axis=1).min() > 0.2 - 2e-3
    assert (x[hit] @ way > 0).all() and (x[hit] @ way).max() < 0.25


def test_who_may_meet_is_what_the_author_says(simulate):
    """A lattice without collider passes through another, one whose collider affects others only passes too; with it they meet."""
    ends = {}
    for said, more in (("none", {}), ("others", {"collider": {}, "affects": ["other"]}), ("all", {"collider": {}})):
        two = {"top": jelly(3, position=[0, 0.5, 0], **more), "low": jelly(3, position=[0, 0, 0], pin={"where": {"box": {"min": [-9, -9, -9], "max": [9, 9, 9]}}}),
               "other": cloth(3, position=[9, 0, 0])}  # fmt: skip
        simulation = simulate({**two, **WEIGHT})
        simulation.step(60)
        ends[said] = simulation.get("top", Position).xyz[:, 1].mean()
    assert ends["none"] == ends["others"] < -0.5
    assert ends["all"] > 0.2


def test_air_of_an_island_is_each_body_s_own(simulate):
    """Bodies of one island feel only what acts on them: gravity that affects one leaves the other where it is, wind pushes a ball by
    its strength on particles and a cloth by its strength on surfaces."""
    scene = {
        "still": jelly(3, position=[5, 0, 0], collider={}), "falls": jelly(3), "ball": ball(position=[-5, 0, 0]),
        "pull": {**GRAVITY, "affects": ["falls"]}, "wind": {"wind": {"velocity": [0, 0, 1], "particles": 0.3}, "affects": ["ball"]},
    }  # fmt: skip
    simulation = simulate(scene)
    simulation.step(12)
    np.testing.assert_allclose(simulation.get("still", Velocity).xyz, 0, atol=1e-3)  # what springs make of rounded places
    np.testing.assert_allclose(simulation.get("falls", Velocity).xyz[:, 1].mean(), -0.982, rtol=1e-4)
    np.testing.assert_allclose(simulation.get("ball", Velocity).xyz[0], [0, 0, 0.3 / 0.5 * 0.1], rtol=1e-4)


def test_a_body_at_rest_on_the_floor_stays_whole(simulate):
    """A jelly dropped on the floor lies on it after two seconds, as high as it was made."""
    simulation = simulate({"jelly": jelly(4, stiffness=500), **FLOOR, **WEIGHT, **AIR})
    simulation.step(360)
    y = simulation.get("jelly", Position).xyz[:, 1]
    assert -1 < y.min() < -0.98 and 0.24 < np.ptp(y) < 0.33
    assert simulation.get("jelly", Population).alive == 64


def test_a_stable_cloth_gives_way_to_an_explicit_ball(simulate):
    """A ball of another solver is no body of the island but a solid that moves: it goes on, and no mass is inside."""
    simulation = simulate({"net": cloth(12, pinned=()), "ball": ball(0.2, position=[0, 0, -0.5], velocity=[0, 0, 3], solver="euler")})
    for _ in range(3):
        simulation.step(10)
        x, place = simulation.get("net", Position).xyz, simulation.get("ball", Position).xyz
        assert np.linalg.norm(x - place, axis=1).min() > 0.2 - 2e-3
    np.testing.assert_allclose(place, [[0, 0, 0.25]], atol=1e-5)
    assert x[:, 2].max() > 0.3


def test_a_particle_meets_a_ball_where_it_is_now(simulate):
    """A ball that was at rest when the scene began falls from 1 m onto a particle that hovers at 0: when it is there, it drives it down before it."""
    fall = {**GRAVITY, "affects": ["ball"]}
    simulation = simulate({"ball": ball(0.2, position=[0, 1, 0]), "mote": {"mass": 0.001}, "fall": fall})
    simulation.step(60)
    ball_y, mote_y = (simulation.get(name, Position).xyz[0, 1] for name in ("ball", "mote"))
    assert ball_y < -0.1 and mote_y <= ball_y - 0.2 + 1e-3


@pytest.mark.parametrize("two", ["balls", "ball and jelly", "jellies"])
def test_bodies_that_are_placed_in_each_other_part_calmly(simulate, two):
    """What was too near from the start parts at a pace of 2 m/s between the two, not by its whole overlap in one substep (72 m/s for these
    balls), whatever pairs of a body add to that by their springs; momentum stays zero, and balls are apart in the end."""
    other = {
        "balls": ball(position=[0, 0.08, 0]),
        "ball and jelly": jelly(position=[0.2, 0.02, 0.01]),
        "jellies": jelly(position=[0.25, 0.05, 0.02]),
    }[two]
    one = jelly(collider={}) if two == "jellies" else ball()
    simulation = simulate({"one": one, "other": other})
    fastest = 0.0
    for _ in range(12):
        simulation.step(2)
        fastest = max(fastest, *(np.linalg.norm(simulation.get(name, Velocity).xyz, axis=1).max() for name in ("one", "other")))
    assert 0.5 < fastest < 6
    np.testing.assert_allclose(momentum(simulation, ("one", "other")), 0, atol=1e-4)
    if two == "balls":
        assert simulation.get("other", Position).xyz[0, 1] - simulation.get("one", Position).xyz[0, 1] > 0.2 - 1e-5


def test_a_body_of_a_mesh_is_where_its_masses_are(simulate):
    """It has fallen out of the place where its shape stands: what is dropped there afterwards falls freely, for droplets and masses of any solver, and G shows no solid."""
    left = {"fallen": filled("star", 8, collider={}), "late": {**jelly(position=[0, 3, 0]), "solver": "verlet"}, "weight": GRAVITY}
    simulation = simulate(left)
    simulation.step(120)
    late, alone = (simulation.get("late", Position).xyz, simulate({k: left[k] for k in ("late", "weight")}))
    alone.step(120)
    np.testing.assert_array_equal(late, alone.get("late", Position).xyz)
    assert not len(layers(simulation, ["colliders"])["colliders"].segments)


def test_a_filled_mesh_finds_its_shape_again(simulate):
    """A soft star falls twelve metres onto a plane. With all links, which it has unless told, its springs are in the end about as long as at rest;
    with those along axes and across faces alone it stays crushed."""
    strain = {}
    for name, links in (("all", {}), ("few", {"links": ["structural", "shear"]})):
        star = {
            "position": [0, 11, 0],
            "rotation": [20, 0, 10],
            "mass": {"total": 2},
            "shape": {"mesh": {"file": "meshes/star.obj", "fill": 12}},
            "spring": {"stiffness": 100, "damping": 0.3, **links},
        }
        simulation = simulate({"star": star, **FLOOR, "weight": GRAVITY})
        simulation.step(840)
        springs, x = simulation.get("star", Spring), simulation.get("star", Position).xyz
        long = np.linalg.norm(x[springs.ends[:, 0]] - x[springs.ends[:, 1]], axis=1)
        strain[name] = np.sqrt(np.mean((long / springs.rest - 1) ** 2))
    assert strain["all"] < 0.02 < 0.04 < strain["few"]
