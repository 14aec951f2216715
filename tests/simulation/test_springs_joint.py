"""What is laid side by side is what it was alone, and what a tick is cut into does not show."""

import numpy as np
import pytest
from spring_scenes import AIR, WEIGHT, ball, cloth, jelly, rope

from engine.components import Position, Velocity

GROUND = {
    "smooth": {"position": [0, -0.4, 0], "shape": {"plane": {}}, "collider": {"friction": 0}, "affects": ["ball", "flag"]},
    "rough": {"position": [0, -0.4, 0], "shape": {"plane": {}}, "collider": {"friction": 0.9}, "affects": ["jelly", "rope"]},
}
WIND = {"wind": {"wind": {"velocity": [1, 0, 2], "surfaces": 0.5, "shelter": True, "gust": {"strength": 0.5, "period": 1}}}}
BODIES = {
    "flag": cloth(7, stiffness=30_000, spring={"damping": 0.05}, collider={}),
    "jelly": jelly(3, position=[3, 0, 0], velocity=[1, -2, 0], collider={}),
    "ball": ball(position=[6, 0, 0], velocity=[1, -2, 0], collider={"restitution": 0.8}),
    "rope": rope(position=[9, 0, 0], collider={}),
}


def lived(simulation, name):
    """Places and velocities of a body after falls, gusts, an edit of its stiffness and of its pins."""
    simulation.step(20)
    if name != "ball":
        simulation.set(f"{name}.spring.stiffness", 500)
    simulation.step(40)
    return [simulation.get(name, kind).xyz.copy() for kind in (Position, Velocity)]


@pytest.mark.parametrize("name", BODIES)
def test_a_body_of_an_island_is_as_alone(simulate, name):
    """Springs, damping, tethers, volumes, faces in the wind, friction of its own floor, restitution: the same to rounding whether the body lies
    behind three others in their common rows or has its own."""
    around = {**GROUND, **WEIGHT, **WIND, **AIR}
    dummy = {other: {"mass": 1, "position": [0, 50, 0]} for other in BODIES}
    alone = lived(simulate({**dummy, **around, name: BODIES[name]}), name)
    together = lived(simulate({**BODIES, **around}), name)
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_allclose(other, one, atol=2e-4)
    assert np.linalg.norm(alone[1], axis=1).max() > 0.01


@pytest.mark.parametrize("solver", ["euler", "verlet", "verlet-corrected", "rk4"])
def test_substeps_are_ticks_that_nobody_sees(simulate, solver):
    """A chain in 8 substeps of a tick of 1/120 s moves as one in single steps of 1/960 s: methods that look back see the last substep."""
    chain = {"chain": rope(6, stiffness=300, solver=solver), **WEIGHT, **AIR}
    coarse, fine = simulate(chain, time={"substeps": 8}), simulate(chain, time={"step": 1 / 960, "substeps": 1})
    coarse.step(60)
    fine.step(480)
    np.testing.assert_allclose(coarse.get("chain", Position).xyz, fine.get("chain", Position).xyz, atol=2e-5)


def test_a_body_in_the_hand_hangs_from_it(simulate):
    """A free rope of 100 kN/m, far beyond what the step holds, is hung by one mass: the hand is an anchor of its tethers, and it stays within
    1 % of its length; without them n^2 g h^2 / 2 L = 55 % longer at 120 substeps a second."""
    hung = {"rope": rope(40, stiffness=1e5, mass=0.01, pinned=False), **WEIGHT, "air": {"drag": {"rate": 3}}}
    simulation = simulate(hung, time={"quality": 120})
    simulation.grab("rope", 0)
    simulation.step(360)
    x = simulation.get("rope", Position).xyz
    assert x[0, 1] - x[-1, 1] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("sheltered, force", [(False, 12), (True, 6)])
def test_shelter_halves_the_wind_on_a_block(simulate, sheltered, force):
    """Wind of 3 m/s on a block of 1 m2, s = 1: f = 2 S (n.w) on the face before it and as much on the one behind, which shelter leaves out."""
    wind = {"wind": {"velocity": [0, 0, 3], "surfaces": 1, "shelter": sheltered}}
    simulation = simulate({"block": jelly(3, size=1, mass=0.02), "wind": wind})
    simulation.step()
    assert 0.02 * simulation.get("block", Velocity).xyz[:, 2].sum() * 120 == pytest.approx(force, rel=1e-4)


def test_a_ball_bounces_as_its_collider_says(simulate):
    """Dropped by 0.5 m with a restitution of 0.8 it rises to 0.8^2 of that, within what one substep falls."""
    simulation = simulate({"ball": ball(position=[0, 0.2, 0], collider={"restitution": 0.8}), "net": cloth(3, position=[9, 0, 0]),
                           "floor": {"position": [0, -0.4, 0], "shape": {"plane": {}}, "collider": {}}, **WEIGHT})  # fmt: skip
    tops = []
    for _ in range(80):
        simulation.step()
        tops.append(simulation.get("ball", Position).xyz[0, 1])
    low = int(np.argmin(tops))
    assert max(tops[low:]) + 0.3 == pytest.approx(0.64 * 0.5, rel=0.03)


def test_damping_of_a_spring_is_felt(simulate):
    """Two masses of 1 kg, spring of 100 N/m with 2 N s/m, pulled: energy goes as exp(-2 c t / m) = e^-4 in a second, and a little faster for
    what the stable solver takes by itself (w^2 h = 0.17 a second)."""
    pair = {
        "points": {"positions": [[0, 0, 0], [1.1, 0, 0]]},
        "mass": 1,
        "spring": {"pairs": [[0, 1]], "rest": [1.0], "stiffness": 100, "damping": 2},
    }
    simulation = simulate({"pair": pair})
    start = simulation.energy("pair")
    simulation.step(120)
    assert 0.5 * np.exp(-4) < simulation.energy("pair") / start < 1.3 * np.exp(-4)
