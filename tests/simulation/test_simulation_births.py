"""How many are born, when, and what becomes of a full pool."""

import math

import numpy as np
import pytest
from small_scenes import STEP, jet

from engine.components import Emission, Life, Population, Position, Velocity


def births(simulation, ticks, name="jet"):
    """Births in each of so many ticks."""
    born = []
    for _ in range(ticks):
        before = simulation.get(name, Population).born
        simulation.step()
        born.append(simulation.get(name, Population).born - before)
    return np.array(born)


@pytest.mark.parametrize("rate", [0.5, 7, 119, 120, 1234.5])
def test_births_are_a_running_sum_of_the_rate(simulate, rate):
    """After n steps floor(rate n dt) are born, and no step bears more than ceil(rate dt)."""
    simulation = simulate({"jet": jet(rate, lifetime=9)})
    born = births(simulation, 500)
    assert abs(born.sum() - rate * 500 * STEP) < 1 + 1e-9
    assert born.max() <= math.ceil(rate * STEP)


def test_births_have_their_exact_times(simulate):
    """The k-th particle is born at k / rate: at time T its age is T - k / rate, whatever the step."""
    for step in (1 / 30, 1 / 120, 1 / 47):
        simulation = simulate({"jet": jet(333.4, lifetime=9)}, time={"step": step})
        simulation.step(round(1 / step))
        age = simulation.get("jet", Life).age
        n = len(age)
        assert n == int(333.4 * simulation.time)
        np.testing.assert_allclose(age, simulation.time - np.arange(1, n + 1) / 333.4, atol=2e-5)


def test_newborns_fall_from_the_time_of_their_birth(simulate):
    """Under gravity a particle of age a stands at -g a^2 / 2: also in the step in which it was born."""
    simulation = simulate({"jet": jet(1000, lifetime=9), "weight": {"gravity": {}}})
    simulation.step(60)
    age = simulation.get("jet", Life).age.astype(float)
    np.testing.assert_allclose(simulation.get("jet", Position).xyz[:, 1], -9.82 * age**2 / 2, atol=2e-6)
    np.testing.assert_allclose(simulation.get("jet", Velocity).xyz[:, 1], -9.82 * age, atol=5e-6)


def test_rate_zero_emits_nothing(simulate):
    """rate: 0, and an emitter that is switched off, bear none."""
    simulation = simulate({"jet": jet(0), "off": jet(1000, enabled=False)})
    assert births(simulation, 100).sum() == 0
    assert simulation.get("off", Population).born == 0


def test_a_burst_comes_at_its_time_and_once(simulate):
    """All of a burst are born at the same moment, inside the step: their age is T minus the burst's time."""
    simulation = simulate({"jet": jet(0, bursts=[{"time": 0.1037, "count": 50}, {"time": 0, "count": 7}], lifetime=9)})
    assert births(simulation, 40).tolist() == [7] + [0] * 11 + [50] + [0] * 27
    age = simulation.get("jet", Life).age[7:57]
    np.testing.assert_allclose(age, simulation.time - 0.1037, atol=1e-6)


def test_a_burst_comes_again(simulate):
    """cycles: the k-th comes at time + k interval, whatever the step; 0 for ever; several in one tick where the interval is short."""
    bursts = [{"time": 0.1, "count": 5, "cycles": 3, "interval": 0.25}, {"time": 1, "count": 1, "cycles": 0, "interval": 0.02}]
    for step in (1 / 15, 1 / 120):
        simulation = simulate({"jet": jet(0, bursts=bursts, lifetime=9)}, time={"step": step})
        simulation.step(round(2 / step) + 1)
        born = np.sort(simulation.time - simulation.get("jet", Life).age.astype(float))
        once, ever = born[:15], born[15:]
        np.testing.assert_allclose(once, np.repeat([0.1, 0.35, 0.6], 5), atol=2e-6)
        np.testing.assert_allclose(ever, 1 + 0.02 * np.arange(len(ever)), atol=2e-6)
        assert len(ever) in (51 + int(step / 0.02), 52 + int(step / 0.02))


def test_a_full_pool_thins_evenly_and_warns_once(simulate):
    """Once full, births follow deaths: the same number in every tenth of a second, and one message that says what to write."""
    simulation = simulate({"jet": jet(1000, lifetime=1, capacity=200)})
    most = 0
    for _ in range(130):
        simulation.step()
        most = max(most, simulation.get("jet", Population).alive)
    born = births(simulation, 360).reshape(-1, 12).sum(1)
    assert most == 200
    assert born.max() - born.min() <= 1
    assert 180 < simulation.get("jet", Population).alive <= 200
    assert len(simulation.messages) == 1
    assert "jet" in simulation.messages[0] and "capacity: 1100" in simulation.messages[0]


def test_a_full_pool_learns_that_its_particles_die_young(simulate):
    """Particles that fall under the kill height after 0.45 s leave room for capacity / 0.45 s births a second, not for capacity / lifetime."""
    entities = {"jet": {"position": [0, 1, 0], **jet(5000, lifetime=4, capacity=300, kill_below=0)}, "weight": {"gravity": {}}}
    simulation = simulate(entities)
    simulation.step(1000)
    born = births(simulation, 240)
    fall = math.sqrt(2 / 9.82)
    assert born.sum() / 2 == pytest.approx((300 - math.sqrt(300)) / fall, rel=0.03)
    assert simulation.get("jet", Population).alive > 260


def test_a_full_pool_learns_that_hits_cost_life(simulate):
    """Each particle loses 0.4 s of its 1 s at its one hit: the pool has room for capacity / 0.6 s births a second."""
    entities = {
        "jet": {"position": [0, 0.05, 0], **jet(5000, lifetime=1, capacity=300)},
        "weight": {"gravity": {"acceleration": [0, -1, 0]}},
        "floor": {"shape": {"plane": {}}, "collider": {"restitution": 1, "on_hit": {"lifetime_loss": 0.4}}},
    }
    simulation = simulate(entities)
    simulation.step(600)
    assert births(simulation, 240).sum() / 2 == pytest.approx((300 - math.sqrt(300)) / 0.6, rel=0.03)


def test_a_pool_with_room_again_goes_back_to_the_rate(simulate):
    """When the rate falls below what the pool can hold, births follow the rate again."""
    simulation = simulate({"jet": jet(1000, lifetime=1, capacity=200)})
    simulation.step(300)
    simulation.set("jet.emitter.rate", 60)
    assert abs(births(simulation, 240).sum() - 120) <= 1


def test_an_edit_of_a_full_pool_is_believed_at_once(simulate):
    """Half the lifetime: the pool is taken to hold births for half as long; another capacity: what is too small is said again."""
    simulation = simulate({"jet": jet(1000, lifetime=1, capacity=200)})
    simulation.step(150)
    lived = simulation.get("jet", Emission).lived
    simulation.set("jet.emitter.lifetime", 0.5)
    assert simulation.get("jet", Emission).lived == pytest.approx(lived / 2)
    simulation.set("jet.emitter.start_color.max", [1, 0, 0])
    simulation.step(100)
    assert len(simulation.messages) == 1
    simulation.set("jet.emitter.capacity", 210)
    simulation.step(100)
    assert len(simulation.messages) == 2


def test_the_oldest_make_room(simulate):
    """Under overflow: oldest the pool is always full, of the newest."""
    simulation = simulate({"jet": jet(1000, lifetime=9, capacity=100, overflow="oldest")})
    simulation.step(240)
    population, life = simulation.get("jet", Population), simulation.get("jet", Life)
    assert population.alive == 100 and abs(population.born - 2000) <= 1
    assert life.id.tolist() == list(range(population.born - 100, population.born))
    assert not simulation.messages


def test_of_more_than_the_pool_holds_the_newest_live(simulate):
    """Under overflow: oldest, at a rate of a million into a pool of ten, the last ten of each tick live: the youngest is younger
    than 1 / rate, and they are 1 / rate apart."""
    bursts = [{"time": 0.02, "count": 30}]
    simulation = simulate({"jet": jet(1e6, capacity=10, overflow="oldest", lifetime=9, bursts=bursts)})
    for _ in range(4):
        simulation.step()
        age, id = simulation.get("jet", Life).age.astype(float), simulation.get("jet", Life).id
        np.testing.assert_allclose(np.diff(age), -1e-6, atol=1e-9)
        assert len(age) == 10 and -1e-9 <= age[-1] <= 1e-6 + 1e-9 and (np.diff(id.astype(int)) == 1).all()
    assert simulation.messages == ["made.yaml:1: jet: more are born in one tick than its pool holds; write emitter.capacity: more than 10"]


def test_a_stall_changes_nothing_but_the_time(simulate):
    """After a stall of 3 s as many live as before, and their ages are spread as before."""
    simulation = simulate({"jet": jet(500, lifetime=[0.5, 0.5])})
    simulation.step(240)
    before = np.sort(simulation.get("jet", Life).age)
    assert simulation.advance(3.0) == 12
    after = np.sort(simulation.get("jet", Life).age)
    assert abs(len(after) - len(before)) <= 1
    n = min(len(before), len(after))
    np.testing.assert_allclose(after[:n], before[:n], atol=1 / 500)


def test_particles_fade_and_then_die(simulate):
    """A particle lives for lifetime + fade."""
    simulation = simulate({"jet": jet(0, bursts=[{"time": 0, "count": 5}], lifetime=0.5, fade=0.25)})
    simulation.step(89)
    assert simulation.get("jet", Population).alive == 5
    simulation.step(2)
    assert simulation.get("jet", Population).alive == 0


def test_start_masses_are_drawn(simulate):
    """start_mass draws each mass: under drag by particle, light ones slow down faster (v = v0 exp(-c t / m))."""
    emitter = {"rate": 0, "bursts": [{"time": 0, "count": 200}], "start_mass": [0.001, 0.002],
               "start_velocity": {"box": {"min": [1, 0, 0], "max": [1, 0, 0]}}}  # fmt: skip
    simulation = simulate({"jet": {"emitter": emitter}, "air": {"drag": {"coefficient": 0.001}}})
    simulation.step(120)
    speed = simulation.get("jet", Velocity).xyz[:, 0]
    mass = -0.001 * simulation.time / np.log(speed)
    assert 0.001 <= mass.min() < 0.00105 and 0.00195 < mass.max() <= 0.002


def test_a_particle_that_is_no_number_dies_and_the_rest_goes_on(simulate):
    """One velocity becomes nan; that particle dies, the others fly on as they would have."""
    sick, well = (simulate({"jet": jet(100, lifetime=9, start_velocity={"cone": {}}), "weight": {"gravity": {}}}) for _ in range(2))
    for simulation in (sick, well):
        simulation.step(60)
    sick.get("jet", Velocity).rows[0, 7] = math.nan
    for simulation in (sick, well):
        simulation.step(60)
    kept = [i for i in range(100) if i != 7]
    assert sick.get("jet", Life).id.tolist() == kept
    np.testing.assert_array_equal(sick.get("jet", Position).xyz, well.get("jet", Position).xyz[kept])
