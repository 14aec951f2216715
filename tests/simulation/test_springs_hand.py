"""The hand: single masses are taken, led and let go."""

from pathlib import Path

import numpy as np
import pytest
from small_scenes import GRAVITY, jet
from spring_scenes import WEIGHT, cloth, rope

from engine.components import Hold, Life, Mass, Population, Position, Velocity
from engine.scene import load
from engine.simulation import Simulation

DT = 1 / 120
ROOT = Path(__file__).parents[2]


def test_the_hand_leads_and_lets_go_with_its_velocity(simulate):
    """A grabbed mass is where the hand is at every tick, also 2 m away from one tick to the next; all stays finite; let go, it moves on at
    the hand's last velocity and is moved by forces again."""
    simulation = simulate({"cloth": cloth(pinned=()), **WEIGHT})
    simulation.step(5)
    simulation.grab("cloth", 0)
    place = simulation.get("cloth", Position).xyz[0].copy()
    simulation.step()
    np.testing.assert_array_equal(simulation.get("cloth", Position).xyz[0], place)
    for way in (2.0, 0.01):
        place = place + np.float32([way, 0, 0])
        assert simulation.drag(place) is True
        simulation.step()
        np.testing.assert_allclose(simulation.get("cloth", Position).xyz[0], place, atol=1e-6)
    np.testing.assert_allclose(simulation.get("cloth", Velocity).xyz[0], [0.01 / DT, 0, 0], rtol=1e-3, atol=1e-3)
    assert simulation.get("cloth", Mass).inverse[0] == 0
    simulation.release()
    assert simulation.get("cloth", Mass).inverse[0] == simulation.get("cloth", Mass).inverse[1] > 0
    simulation.step(60)
    x = simulation.get("cloth", Position).xyz
    assert np.isfinite(x).all() and simulation.stretch("cloth") < 1 and not np.allclose(x[0], place, atol=0.1)


def test_a_pinned_mass_takes_its_pin_along(simulate):
    """Dragged and let go, a pinned mass is held where it was left."""
    simulation = simulate({"rope": rope(), **WEIGHT})
    simulation.grab("rope", 0)
    simulation.drag([-0.7, 0.1, 0])
    simulation.step()
    simulation.release()
    simulation.step(50)
    np.testing.assert_allclose(simulation.get("rope", Position).xyz[0], [-0.7, 0.1, 0], atol=1e-6)
    assert simulation.get("rope", Hold).grabbed == -1


def test_a_yank_of_a_metre_tears_nothing_where_masses_keep_apart():
    """The blanket of the scene, pulled by a mass of its middle from one tick to the next: the hand arrives, and 2 s after it lets go no spring is far too long."""
    simulation = Simulation(load(ROOT / "content/scenes/cloth.yaml"))
    simulation.grab("cloth", 2000)
    simulation.drag([0.3, 1.0, 0.5])
    simulation.step(1)
    far = [np.linalg.norm(simulation.get("cloth", Position).xyz[2000] - simulation.get("cloth", Hold).target[:, 2000])]
    simulation.step(119)
    far.append(np.linalg.norm(simulation.get("cloth", Position).xyz[2000] - simulation.get("cloth", Hold).target[:, 2000]))
    assert far[0] > 0.3 and far[1] < 1e-3
    simulation.release()
    simulation.step(120)
    assert simulation.stretch("cloth") < 0.12


def test_a_pin_on_its_way_stays_where_it_is_let_go(simulate):
    """Where masses keep apart, a pinned one that the hand has not brought to the end yet is not pulled on without it."""
    simulation = simulate({"cloth": cloth(12, self_collision={}), **WEIGHT})
    pin = int(np.flatnonzero(simulation.get("cloth", Hold).pinned)[0])
    simulation.grab("cloth", pin)
    simulation.drag(simulation.get("cloth", Position).xyz[pin] + [0, 5, 0])
    simulation.step()
    place = simulation.get("cloth", Position).xyz[pin].copy()
    simulation.release()
    simulation.step(20)
    np.testing.assert_array_equal(simulation.get("cloth", Position).xyz[pin], place)


@pytest.mark.parametrize("moving", ["alone", "droplet"])
def test_a_particle_is_taken_by_its_place_among_the_living(simulate, moving):
    """A free particle and a droplet are led, fly on at the hand's velocity, and fall as before; other droplets never notice."""
    free = {"ball": {"position": [0, 1, 0], "mass": 0.2}}
    burst = {"ball": jet(0, bursts=[{"time": 0, "count": 20}], lifetime=9, start_velocity={"cone": {"speed": [1, 2]}})}
    entities = {**(free if moving == "alone" else burst), "weight": GRAVITY}
    simulation, left = simulate(entities), simulate(entities)
    index = 0 if moving == "alone" else 7
    for each in (simulation, left):
        each.step(2)
    simulation.grab("ball", index)
    for k in range(1, 11):
        simulation.drag([0.01 * k, 2, 0])
        simulation.step()
        left.step()
        np.testing.assert_allclose(simulation.get("ball", Position).xyz[index], [0.01 * k, 2, 0], atol=1e-6)
    simulation.release()
    simulation.step()
    left.step()
    np.testing.assert_allclose(simulation.get("ball", Velocity).xyz[index], [0.01 / DT, -9.82 * DT, 0], rtol=1e-3, atol=1e-3)
    others = np.arange(simulation.get("ball", Population).alive) != index
    np.testing.assert_allclose(simulation.get("ball", Position).xyz[others], left.get("ball", Position).xyz[others], atol=1e-5)
    assert simulation.get("ball", Mass).uniform == left.get("ball", Mass).uniform


def test_what_dies_slips_out_of_the_hand(simulate):
    """A droplet at the end of its life, and a body that leaves the scene: drag says that it is gone, and raises nothing."""
    simulation = simulate({"jet": jet(0, bursts=[{"time": 0, "count": 3}], lifetime=0.1, fade=0), "cloth": cloth(4)})
    simulation.step(2)
    simulation.grab("jet", 1)
    simulation.step(20)
    assert simulation.drag([0, 0, 0]) is False
    simulation.release()
    assert len(simulation.get("jet", Life).age) == 0
    simulation.grab("cloth", 1)
    simulation.set("cloth.lattice.counts", [5, 5])
    assert simulation.drag([0, 0, 0]) is False
    simulation.grab("cloth", 1)
    assert simulation.drag([0, 0, 0]) is True
    simulation.restart()
    with pytest.raises(RuntimeError, match="the hand is empty; call grab"):
        simulation.drag([0, 0, 0])


def test_a_wrong_grasp_says_what_to_write_instead(simulate):
    """Names, indices and points that are not there; a hand that is full or empty; a body that is frozen."""
    simulation = simulate({"cloth": cloth(4), "floor": {"shape": {"plane": {}}, "collider": {}}})
    for call, error, said in (
        (lambda: simulation.grab("clot", 0), KeyError, "no entity 'clot'; there are cloth, floor"),
        (lambda: simulation.grab("floor", 0), KeyError, "'floor' has no masses; grab one of a body with mass"),
        (lambda: simulation.grab("cloth", 16), IndexError, "'cloth' has 16 masses and none of number 16; write an index from 0 to 15"),
        (lambda: simulation.grab("cloth", -1), IndexError, "none of number -1"),
        (lambda: simulation.grab("cloth", 1.5), TypeError, "float"),
        (lambda: simulation.drag([0, 0, 0]), RuntimeError, "the hand is empty; call grab"),
    ):
        with pytest.raises(error, match=said):
            call()
    simulation.release()
    simulation.grab("cloth", 3)
    with pytest.raises(RuntimeError, match="holds a mass already; call release"):
        simulation.grab("cloth", 2)
    for point in ([0, 0], [0, np.nan, 0]):
        with pytest.raises(ValueError, match="write 3 finite numbers"):
            simulation.drag(point)
    simulation.get("cloth", Velocity).rows[0, 5] = np.inf
    simulation.step()
    assert simulation.drag([0, 0, 0]) is False
    with pytest.raises(RuntimeError, match="'cloth' is frozen; restart"):
        simulation.grab("cloth", 2)
