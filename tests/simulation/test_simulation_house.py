"""What keeps the house in order: who writes what, what is allocated, what is freed."""

import gc
import hashlib
import subprocess
import sys
import threading
import time
import tracemalloc
from dataclasses import fields

import esper
import numpy as np
import pytest
from small_scenes import GRAVITY, calling, fountain, jet, scene_of
from spring_scenes import ball, cloth, rope

from engine.components import Affects, Event, Velocity, columns
from engine.simulation import Simulation
from engine.simulation.tick import SYSTEMS
from engine.systems import Workers

SPRINGS = {
    "flag": cloth(4, position=[0, 4, 0], stiffness=30_000), "late": {"mass": 1, "solver": "verlet", "position": [0, 4, 4]}, "lost": rope(3, pinned=False, velocity=[0, 0, 9]),
    "chain": rope(3, solver="verlet", position=[0, 4, 2]), "stone": ball(position=[0, 4, -2]), "ill": rope(3, position=[0, 4, -3]), "wild": rope(3, stiffness=1e4, solver="euler", position=[0, 4, -4]),
}  # fmt: skip
RIDE = {"eye": {"camera": {}, "camera_path": {"keys": [{"position": [0, 1, 4]}, {"position": [4, 1, 0]}]}}}


def digests(world):
    """Hash of every field of every component of every entity, by (entity, component, field)."""
    esper.switch_world(world)
    found = {}
    for entity in esper.get_entities():
        for component in esper.components_for_entity(entity):
            names = [f.name for f in fields(component)] if hasattr(component, "__dataclass_fields__") else [None]
            for name in names:
                value = component if name is None else getattr(component, name)
                found[entity, type(component), name] = hashlib.blake2b(raw(value)).digest()
    return found


def raw(value):
    """The bytes of an array, of a tuple of arrays, of anything else as it is written."""
    if isinstance(value, np.ndarray):
        return value.tobytes()
    return b"".join(map(raw, value)) if isinstance(value, tuple) else repr(value).encode()


def declared(system):
    """(component, field) pairs that a system says it writes; a component alone stands for all its fields."""
    for entry in system.writes:
        if isinstance(entry, type):
            yield from ((entry, f.name) for f in fields(entry))
        else:
            yield entry.__objclass__, entry.__name__


def test_a_system_writes_only_what_it_declares(simulate, monkeypatch):
    """Over 200 ticks of births, bounces, splashes, deaths, packing, springs, a hand and freezing nothing else has another hash after it;
    and each component that it declares has, but for the scratch."""
    entities = {
        **fountain(300),
        **calling(),
        "ball": {"position": [3, 0, 0], "velocity": [4, 0, 0], "mass": 1},
        "sick": {"mass": 1},
        **SPRINGS,
        **RIDE,
    }
    simulation = simulate(scene_of(entities, bounds=[[-5, -5, -5], [5, 5, 5]]))
    written = {system: set() for system in SYSTEMS}
    latest = [digests(simulation.world)]

    def watched(system, process):
        def watching(self, step):
            process(self, step)
            before, after = latest[0], digests(simulation.world)
            written[system].update(key[1:] for key in before | after if before.get(key) != after.get(key))
            latest[0] = after

        return watching

    def begin(self, step):  # what was written between two ticks is no system's
        latest[0] = digests(simulation.world)
        return first(self, step)

    for system in SYSTEMS:
        monkeypatch.setattr(system, "process", watched(system, system.process))
    first = SYSTEMS[0].process
    monkeypatch.setattr(SYSTEMS[0], "process", begin)
    simulation.step(50)
    simulation.grab("jet", 0)
    simulation.drag([0, 2, 1])
    simulation.step(50)
    simulation.get("sick", Velocity).rows[:] = np.nan
    simulation.get("ill", Velocity).rows[:, 0] = np.nan
    simulation.get("wild", Velocity).rows[:, 1:] = 3e38
    simulation.step(120)
    for system, found in written.items():
        allowed = set(declared(system))
        assert found <= allowed, system
        assert {component for component, _ in found} | {Event} == {component for component, _ in allowed} | {Event}, system


def test_systems_remember_nothing():
    """A system has no attributes but the priority that esper gives it: what influences the future lives in components."""
    with_state = Simulation(scene_of(fountain()), threads=1)
    with_state.step(5)
    assert [vars(esper.get_processor(kind)) for kind in SYSTEMS] == [{"priority": 0}] * len(SYSTEMS)
    with_state.close()


def test_a_tick_allocates_nothing_that_grows_with_the_droplets(simulate):
    """100 ticks of 30,000 droplets in flight take no more memory at their peak than those of 1,000."""
    peaks = []
    for count in (1_000, 30_000):
        burst = jet(0, bursts=[{"time": 0, "count": count}], lifetime=99, capacity=count, start_velocity={"cone": {"speed": [1, 2]}})
        floor = {"position": [0, -0.1, 0], "shape": {"plane": {}}, "collider": {"restitution": 0.5}}
        simulation = simulate({"jet": burst, "weight": GRAVITY, "floor": floor})
        simulation.step(20)
        gc.collect()
        tracemalloc.start()
        base = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        simulation.step(100)
        peaks.append(tracemalloc.get_traced_memory()[1] - base)
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 8_000


def test_deleting_a_simulation_frees_its_world():
    """Its esper world goes with it, also while it is the current one; so do its arrays."""
    simulation = Simulation(scene_of(fountain()), threads=2)
    simulation.step(3)
    world = simulation.world
    assert world in esper.list_worlds() and esper.current_world == world
    del simulation
    gc.collect()
    assert world not in esper.list_worlds() and esper.current_world == "default"
    again = Simulation(scene_of(fountain()), threads=1)
    again.close()
    again.close()
    assert again.world not in esper.list_worlds()


def test_a_simulation_loads_no_window():
    """import engine.simulation, and a tick, leave pyglet and PIL out of the process."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from small_scenes import fountain, scene_of; from engine.simulation import Simulation\n"
        "Simulation(scene_of(fountain())).step(1); print([m for m in ('pyglet', 'PIL') if m in sys.modules])"
    )
    here = __file__.rpartition("/")[0]
    done = subprocess.run([sys.executable, "-c", code, here], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "[]", done.stderr


def test_every_array_of_state_is_declared(simulate):
    """Each array of a component is a declared column, with unit and text, so that compaction and fingerprint find it; but for
    the tables that Accumulate makes from the other entities."""
    simulation = simulate(scene_of(fountain()))
    simulation.step()
    esper.switch_world(simulation.world)
    for entity in esper.get_entities():
        for component in esper.components_for_entity(entity):
            if hasattr(component, "__dataclass_fields__") and type(component).__name__ != "Surroundings":
                known = dict(columns(component))
                arrays = {f.name for f in fields(component) if isinstance(getattr(component, f.name), np.ndarray)}
                assert arrays <= set(known)
                assert all(column.unit and column.text for column in known.values())


def test_timings_are_the_table_of_contents(simulate):
    """timings() names the systems in the order of the tick."""
    simulation = simulate(scene_of(fountain()))
    simulation.step()
    assert list(simulation.timings()) == ["move", "emit", "accumulate", "integrate", "deform", "collide", "age", "wave"]
    assert all(ns > 0 for ns in simulation.timings().values())


def test_unknown_names_are_answered_with_the_known(simulate):
    """get and pose of what is not there name what is."""
    simulation = simulate({"jet": jet()})
    with pytest.raises(KeyError, match="no entity 'jett'; there are jet"):
        simulation.pose("jett")
    with pytest.raises(KeyError, match="'jet' has no Affects; it has Name, .*Velocity"):
        simulation.get("jet", Affects)


@pytest.mark.parametrize("said, threads", [("1", 1), ("2", 2), ("-3", 1)])
def test_the_environment_says_how_many_threads(simulate, monkeypatch, said, threads):
    """SPRINGVAND_THREADS, where the caller says nothing; what is no number is refused by name."""
    monkeypatch.setenv("SPRINGVAND_THREADS", said)
    assert simulate({"jet": jet()}, threads=None)._workers.threads == threads
    assert simulate({"jet": jet()}, threads=3)._workers.threads == 3
    monkeypatch.setenv("SPRINGVAND_THREADS", "two")
    with pytest.raises(ValueError, match="SPRINGVAND_THREADS is 'two'"):
        simulate({"jet": jet()}, threads=None)


def test_fifty_reloads_leave_nothing_behind(simulate):
    """Entities come, go and are renamed, pools and grids grow and shrink: when the last droplets have died, the world holds as many
    entities, threads and bytes as before."""
    plain = {"jet": jet(200, lifetime=0.2), "weight": GRAVITY, "pool": {"wave_surface": {"size": [2, 2], "nodes": [8, 8]}}}
    scenes = [
        scene_of(
            plain
            | {"jet": jet(300, lifetime=0.2, capacity=500 + 99 * i), "lid": {"shape": {"plane": {}}, "collider": {}}, f"jet{i}": jet(50)}
        )
        for i in range(5)
    ]
    simulation = simulate(plain, threads=2)
    counted = []
    tracemalloc.start()
    for _ in range(3):
        for scene in scenes * 5:
            simulation.reload(scene)
            simulation.step(2)
        simulation.reload(scene_of(plain))
        simulation.step(300)
        gc.collect()
        esper.switch_world(simulation.world)
        counted.append(
            (len(esper.list_worlds()), len(list(esper.get_entities())), threading.active_count(), tracemalloc.get_traced_memory()[0])
        )
    tracemalloc.stop()
    assert counted[0][:3] == counted[2][:3] and counted[2][1] == 3
    assert counted[2][3] - counted[1][3] < 20_000


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("lo, hi", [(0, 0), (0, 15), (7, 1000), (0, 100_003)])
def test_slices_cover_every_slot_once(threads, lo, hi):
    """Whatever the threads, the slices join without gap or overlap, and results come in their order."""
    workers = Workers(threads, large=10)
    found = workers.over(lo, hi, lambda a, b: (a, b))
    assert [a for a, _ in found] + [hi] == [lo] + [b for _, b in found]
    assert found == workers.slices(lo, hi) and all(a <= b for a, b in found)
    workers.close()


def test_an_override_reads_nothing_anew(simulate):
    """A slider's edit in a scene of 60 entities costs less than half of what reading its file costs (4 against 31 ms of processor
    time on the machine that it was written on), so that a frame has room for it."""
    boxes = {f"box{i}": {"position": [i, 0, 0], "shape": {"box": {"size": [1, 1, 1]}}, "surface": {}, "collider": {}} for i in range(52)}
    simulation = simulate(scene_of(fountain() | boxes))
    simulation.step(5)
    reading, laying = [], []
    for i in range(10):
        start = time.process_time()
        scene_of(fountain() | boxes)
        read = time.process_time()
        simulation.set("jet.emitter.rate", 100 + i)
        reading.append(read - start)
        laying.append(time.process_time() - read)
    assert len(simulation.names()) == 60
    assert min(laying) < min(reading) / 2
