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
    1 % of its length."""
    simulation = simulate({"rope": rope(40, stiffness=1e5, mass=0.01, pinned=False), **WEIGHT, "air": {"drag": {"rate": 3}}})
    simulation.grab("rope", 0)
    simulation.step(360)
    x = simulation.get("rope", Position).xyz
    assert x[0, 1] - x[-1, 1] == pytest.approx(1, abs=0.01)
