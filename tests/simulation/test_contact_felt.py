"""What solids, other bodies and a body's own masses push with: against weights, and against the change of momentum in a tick."""

import numpy as np
import pytest
from small_scenes import GRAVITY, jet
from spring_scenes import ball, cloth, jelly, rope

from engine.components import Life, Mass, Velocity
from engine.simulation.forces import contact
from engine.simulation.layers import layers

G = 9.82
WEIGHT = {"weight": GRAVITY}
FLOOR = {"floor": {"shape": {"plane": {"extent": [20, 20]}}, "collider": {"restitution": 0, "friction": 0.6}}}


def momentum(simulation, name):
    """(n, 3) [N s] of each mass."""
    return simulation.get(name, Velocity).xyz.astype(float) / simulation.get(name, Mass).inverse[:, None]


def hill(angle):
    """A solid plane that leans by so many degrees about z."""
    return {"floor": {**FLOOR["floor"], "rotation": [0, 0, angle]}}


@pytest.mark.parametrize("body", [{"mass": 0.5}, ball(mass=0.5, position=[0, 0.1, 0]), {"mass": 0.5, "solver": "rk4"}])
def test_what_rests_on_a_floor_is_held_by_its_weight(simulate, body):
    """m g upward, of a particle and of a ball; on a hill that friction holds, too, where push and friction add up to it."""
    for floor in (FLOOR, hill(20)):
        lift = 1 / np.cos(np.radians(20)) if floor is not FLOOR and "shape" in body else 1
        simulation = simulate({"body": {**body, "position": [0, 0.1 * lift if "shape" in body else 0, 0]}, **WEIGHT, **floor})
        simulation.step(60)
        np.testing.assert_allclose(contact(simulation, "body"), [[0, 0.5 * G, 0]], atol=0.5 * G * 2e-3)


@pytest.mark.parametrize("solver", ["stable", "euler", "rk4"])
def test_a_heap_is_held_by_its_weight(simulate, solver):
    """All masses of a sheet that lies on a floor feel their own weight each; of a jelly the sum is its weight, and only its underside is pushed."""
    sheet = cloth(5, pinned=(), plane="xz", stiffness=50, position=[0, 0.011, 0], solver=solver)
    block = jelly(
        position=[0, 0.17, 0],
        mass=0.01,
        stiffness=80,
        solver=solver,
        spring={"links": ["structural", "shear"], "stiffness": 80, "damping": 1},
    )
    simulation = simulate(
        {"sheet": sheet, "block": {**block, "position": [3, 0.17, 0]}, **WEIGHT, **FLOOR}, time={"step": 1 / 120, "substeps": 20}
    )
    simulation.step(600)
    np.testing.assert_allclose(contact(simulation, "sheet"), np.tile([0, 0.2 * G / 25, 0], (25, 1)), atol=2e-3 * 0.2 * G)
    found = contact(simulation, "block")
    np.testing.assert_allclose(found.sum(axis=0), [0, 64 * 0.01 * G, 0], atol=64 * 0.01 * G * 0.03)
    assert np.count_nonzero(found.any(axis=1)) <= 16


@pytest.mark.parametrize("solver", ["stable", "explicit-euler", "rk4"])
def test_weight_and_contact_are_all_that_moves_a_body_as_a_whole(simulate, solver):
    """Springs move no body as a whole: in every tick of a fall and a hit, sum m (v' - v) / h = sum m g + sum contact."""
    entities = {"block": jelly(position=[0, 0.3, 0], stiffness=40, solver=solver, velocity=[0.5, 0, 0]), **WEIGHT, **FLOOR}
    simulation = simulate(entities, time={"step": 1 / 120, "substeps": 8})
    mass, met = 64 * 0.02, 0.0
    for _ in range(60):
        before = momentum(simulation, "block").sum(axis=0)
        simulation.step()
        change = (momentum(simulation, "block").sum(axis=0) - before) * 120
        push = contact(simulation, "block").sum(axis=0)
        np.testing.assert_allclose(change, mass * np.array([0, -G, 0]) + push, atol=0.01 * max(mass * G, np.abs(push).max()))
        met = max(met, push[1])
    assert met > 3 * mass * G  # it did hit


def test_contact_of_droplets_is_what_changes_their_momentum(simulate):
    """Each droplet of a shower on a block, by the number that stays its own: m (v' - v) / h = m g + contact, in every tick, as others die."""
    block = {"block": {"shape": {"box": {"size": [1, 0.2, 1]}}, "collider": {"restitution": 0.4, "friction": 0.2}, "rotation": [10, 0, 20]}}
    start = {"emitter": {"rate": 300, "lifetime": [0.1, 0.8], "shape": {"disc": {"radius": 0.6}}, "start_mass": [0.001, 0.01]}}
    simulation = simulate({"jet": {"position": [0, 0.5, 0], **start}, **WEIGHT, **block})
    simulation.step(30)
    bounced = 0
    for _ in range(60):
        before = dict(zip(simulation.get("jet", Life).id.tolist(), momentum(simulation, "jet"), strict=True))
        simulation.step()
        ids, after, push = simulation.get("jet", Life).id.tolist(), momentum(simulation, "jet"), contact(simulation, "jet")
        mass = 1 / simulation.get("jet", Mass).inverse.astype(float)
        old = [n for n, number in enumerate(ids) if number in before]
        change = np.array([(after[n] - before[ids[n]]) * 120 for n in old]).reshape(-1, 3)
        np.testing.assert_allclose(change, np.outer(mass[old], [0, -G, 0]) + push[old], atol=2e-4)
        bounced += np.count_nonzero(push.any(axis=1))
    assert bounced > 50


def test_what_lies_on_another_body_is_held_by_it(simulate):
    """Action and reaction: the ball feels its weight; the cloth under it feels that downward, and hangs from its pins."""
    corners = ["top_left", "top_right", "bottom_left", "bottom_right"]
    net = cloth(13, pinned=corners, plane="xz", stiffness=2000, collider={})
    simulation = simulate({"net": net, "ball": ball(mass=0.05, position=[0, 0.12, 0]), "air": {"drag": {"rate": 2}}, **WEIGHT})
    simulation.step(900)
    np.testing.assert_allclose(contact(simulation, "ball").sum(axis=0), [0, 0.05 * G, 0], atol=0.05 * G * 0.03)
    np.testing.assert_allclose(contact(simulation, "net").sum(axis=0), [0, -0.05 * G, 0], atol=0.05 * G * 0.03)


def test_nothing_is_felt_in_the_air(simulate):
    """Exactly nothing; nor by a droplet that has left, nor before the first tick."""
    simulation = simulate({"jet": jet(400, lifetime=9), "rope": rope(), "stone": {"mass": 1}, **WEIGHT})
    assert not contact(simulation, "rope").any() and not contact(simulation, "stone").any()
    simulation.step(20)
    assert not any(contact(simulation, name).any() for name in ("jet", "rope", "stone"))


def test_it_is_a_kind_of_the_forces_and_a_layer_of_its_own(simulate):
    """The arrow of a stone on a floor is as long as that of its weight, to a scale of its own; in the air the kind is not named."""
    simulation = simulate({"stone": {"mass": 0.5}, **WEIGHT, **FLOOR})
    simulation.step(3)
    found = layers(simulation, ["forces", "contact"], (0, 0, 5))
    assert [text.split(":")[0] for text, _ in found["forces"].legend] == ["gravity", "contact"]
    text, color = found["contact"].legend[0]
    shaft, scale = found["contact"].segments[0], float(text.split()[-2])
    np.testing.assert_allclose((shaft[1] - shaft[0]) * scale, [0, 0.5 * G, 0], rtol=1e-3, atol=1e-6)
    falling = simulate({"stone": {"mass": 0.5}, **WEIGHT})
    falling.step(3)
    assert [text for text, _ in layers(falling, ["contact"])["contact"].legend] == ["contact: none here"]
    assert [text.split(":")[0] for text, _ in layers(falling, ["forces"])["forces"].legend] == ["gravity"]


def test_a_moment_that_is_taken_up_again_has_its_contact(simulate):
    """A snapshot keeps what masses on springs feel, to the bit, of droplets nothing; a tick later all is as it was."""
    drops = {**jet(200, lifetime=2), "position": [0, 0.1, 0]}
    simulation = simulate({"jet": drops, "sheet": cloth(4, pinned=(), plane="xz", position=[0, 0.1, 0]), **WEIGHT, **FLOOR})
    simulation.step(60)
    kept, then = simulation.snapshot(), contact(simulation, "sheet")
    simulation.step()
    after = [contact(simulation, name) for name in ("jet", "sheet")]
    simulation.step(7)
    simulation.restore(kept)
    np.testing.assert_array_equal(contact(simulation, "sheet"), then)
    assert then.any() and not contact(simulation, "jet").any()
    simulation.step()
    for name, push in zip(("jet", "sheet"), after, strict=True):
        np.testing.assert_array_equal(contact(simulation, name), push)


def test_a_pool_that_grows_forgets_what_was_felt(simulate):
    """The lists of the last tick belong to the old arrays; the next tick makes them anew."""
    simulation = simulate({"jet": {**jet(400, lifetime=2, capacity=500), "position": [0, 0.1, 0]}, **WEIGHT, **FLOOR})
    simulation.step(60)
    assert contact(simulation, "jet").any()
    simulation.set("jet.emitter.capacity", 100)
    assert not contact(simulation, "jet").any()
    simulation.step()
    assert contact(simulation, "jet").any()
