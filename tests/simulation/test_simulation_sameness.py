"""The same scene gives the same numbers: twice, on one thread or two, at any frame rate, beside another simulation."""

import itertools
from contextlib import closing

import esper
import pytest
from small_scenes import fountain, scene_of

from engine.components import Emission, Life, Population, Position, Velocity
from engine.simulation import Simulation
from engine.systems import Workers

TICKS = 2000
SCENE = scene_of(fountain(), seed=3)


@pytest.fixture(scope="module")
def reference():
    """Fingerprint after 2,000 ticks on one thread."""
    simulation = Simulation(SCENE, threads=1)
    simulation.step(TICKS)
    yield simulation.fingerprint()
    simulation.close()


@pytest.mark.parametrize("threads, large", [(1, 100_000), (2, 1)])
def test_threads_and_slices_do_not_matter(simulate, reference, threads, large):
    """Run again, and with every body cut into two slices, one a thread: bit for bit the same."""
    simulation = simulate(SCENE, threads=threads, large=large)
    simulation.step(TICKS)
    assert simulation.fingerprint() == reference
    assert simulation.get("jet", Population).alive > 100


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_frame_rate_does_not_matter(simulate, reference, rate):
    """Advanced at 30, 60 or 144 Hz to the same tick: the same; and so many seconds are so many ticks, none lost to rounding."""
    simulation, frames = simulate(SCENE), 0
    while simulation.tick + 12 <= TICKS:
        simulation.advance(1 / rate)
        frames += 1
        assert abs(simulation.tick - frames * 120 / rate) < 1.001
    simulation.step(TICKS - simulation.tick)
    assert simulation.fingerprint() == reference


def test_asking_does_not_matter(simulate):
    """get, fingerprint, energy and pose between ticks change nothing."""
    asked, left = simulate(SCENE), simulate(SCENE)
    for _ in range(300):
        asked.step()
        asked.get("jet", Position), asked.fingerprint(), asked.energy("spray"), asked.pose("lid")
    left.step(300)
    assert asked.fingerprint() == left.fingerprint()


def test_two_simulations_do_not_see_each_other(simulate):
    """Stepped in turns, two simulations end as each would alone."""
    one, other, alone = simulate(SCENE), simulate(scene_of(fountain(50), seed=9)), simulate(SCENE)
    for _ in range(100):
        one.step()
        other.step()
    alone.step(100)
    assert one.fingerprint() == alone.fingerprint() != other.fingerprint()


def test_the_fingerprint_sees_every_bit_of_state(simulate):
    """One bit of one position, velocity or age of a living particle makes another fingerprint; a dead slot makes none."""
    simulation = simulate(SCENE)
    simulation.step(200)
    before = simulation.fingerprint()
    for component, field in ((Position, "rows"), (Velocity, "rows"), (Life, "age"), (Life, "id")):
        row = getattr(esper.component_for_entity(simulation._entity("jet"), component), field)
        row = row if row.ndim == 1 else row[1]
        kept = row[7].copy()
        row.view("uint32")[7] ^= 1
        assert simulation.fingerprint() != before
        row[7] = kept
        row[-1] += 1
    for component, field in ((Emission, "owed"), (Emission, "clock"), (Population, "born")):
        account = esper.component_for_entity(simulation._entity("jet"), component)
        kept = getattr(account, field)
        setattr(account, field, kept + 1)
        assert simulation.fingerprint() != before
        setattr(account, field, kept)
    assert simulation.fingerprint() == before


def test_an_emitter_more_disturbs_no_other(simulate):
    """Random numbers belong to (seed, body, id): with another emitter in the file, the jet's droplets are the same."""
    more = fountain() | {"another": fountain()["spray"]}
    one, other = simulate(SCENE), simulate(scene_of(more, seed=3))
    one.step(200)
    other.step(200)
    assert one.get("jet", Position).xyz.tobytes() == other.get("jet", Position).xyz.tobytes()


def test_the_order_of_the_file_does_not_matter(simulate):
    """Forces are added in an order of their own: 1e16 + 1 - 1e16 is not 1 - 1e16 + 1e16 in any float, but is here."""
    winds = {name: {"wind": {"velocity": [speed, 0, 0], "particles": 1}} for name, speed in (("a", 1e16), ("b", 1), ("c", -1e16))}
    found = set()
    for order in itertools.permutations(winds):
        simulation = simulate({"ball": {"mass": 1}} | {name: winds[name] for name in order})
        simulation.step(5)
        found.add(simulation.fingerprint())
    assert len(found) == 1


def test_a_start_with_overrides_is_a_start_of_the_edited_scene(simulate, tmp_path):
    """overrides, given with a scene or with its file, and an edit before the first tick: the same run."""
    path = tmp_path / "made.yaml"
    path.write_text(SCENE.text)
    laid = {"jet.emitter.rate": 90, "weight.gravity.acceleration.y": -5}
    edited = simulate(SCENE)
    for address, value in laid.items():
        edited.set(address, value)
    with closing(Simulation(SCENE, 1, overrides=laid)) as one, closing(Simulation.from_file(path, 1, overrides=laid)) as other:
        for each in (one, other, edited):
            each.step(50)
        assert one.fingerprint() == other.fingerprint() == edited.fingerprint() != simulate(SCENE).fingerprint()
    with pytest.raises(ValueError, match="4294967296 is no seed"):
        Simulation(SCENE, seed=2**32)


def test_the_seed_makes_the_difference(simulate):
    """Another seed, other droplets; restart, the same run again."""
    simulation = simulate(SCENE)
    simulation.step(100)
    first = simulation.fingerprint()
    simulation.restart()
    assert simulation.tick == 0 and simulation.time == 0
    simulation.step(100)
    assert simulation.fingerprint() == first
    simulation.set("seed", 4)
    simulation.restart()
    simulation.step(100)
    assert simulation.fingerprint() != first


def test_threads_can_be_ended_from_one_of_them():
    """A simulation may be collected as garbage in any thread, in one of its own too: it does not wait for itself then."""
    workers = Workers(2)
    workers._pool.submit(workers.close).result(timeout=10)
