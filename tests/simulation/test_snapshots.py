"""A snapshot holds all that decides the future and the picture: what comes after it comes again, bit for bit."""

from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

import esper
import numpy as np
import pytest
from small_scenes import fountain, jet, scene_of
from spring_scenes import WEIGHT, ball, cloth, jelly, rope

from engine.components import Population, Position
from engine.render.extract import extract
from engine.render.frame import Particles
from engine.scene import load
from engine.simulation.freeze import Freezer, Thawer, alike, size_of

SHIPPED = sorted((Path(__file__).parent.parent.parent / "content" / "scenes").glob("*.yaml"))
BODIES = {
    "sheet": cloth(8, position=[0, 1, 0], self_collision={"thickness": 0.02}, collider={}),
    "block": jelly(3, position=[0, 1.2, 0.05]),
    "bead": ball(position=[0, 0.6, 0.1]),
    "line": rope(5, position=[2, 1, 0], solver="verlet"),
    **WEIGHT,
}
RIDE = [{"position": [x, 1 + x * x / 9, 4], "rotation": [0, 10 * x, 0]} for x in range(-3, 4)]
EYE = {"eye": {"camera": {}, "camera_path": {"keys": RIDE, "segment_duration": 0.2}}}
ALL = EYE | fountain() | BODIES | {"mote": {"position": [0, 2, 0], "velocity": [1, 0, 0], "mass": 0.01, "solver": "verlet"}}


def pictures(value):
    """Every array and number in a Frame, but for what only says that something is another object: its version."""
    if isinstance(value, np.ndarray):
        return [(value.shape, value.dtype, value.tobytes())]
    if is_dataclass(value):
        parts = {f.name: getattr(value, f.name) for f in fields(value) if f.name != "version"}
        if isinstance(value, Particles):  # behind the slots in use lies what nobody sees
            parts = {name: part[..., : value.used] if isinstance(part, np.ndarray) else part for name, part in parts.items()}
        return [p for part in parts.values() for p in pictures(part)]
    if isinstance(value, tuple | list):
        return [p for each in value for p in pictures(each)]
    return [value]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_comes_after_a_snapshot_comes_again(simulate, path):
    """Of every shipped scene: the same fingerprint and the same frame in the same simulation, and in another one on two threads."""
    simulation, scene = simulate(load(path)), load(path)
    simulation.step(40)
    snapshot, here = simulation.snapshot(), pictures(extract(simulation))
    simulation.step(25)
    there = simulation.fingerprint()
    simulation.restore(snapshot)
    assert simulation.tick == snapshot.tick == 40 and simulation.time == snapshot.time
    assert pictures(extract(simulation)) == here
    simulation.step(25)
    assert simulation.fingerprint() == there
    other = simulate(scene, threads=2, large=1)
    other.restore(snapshot)
    assert pictures(extract(other)) == here
    other.step(25)
    assert other.fingerprint() == there


def test_a_snapshot_outlives_what_comes_after_it(simulate):
    """Restored twice after everything has moved, reloaded, been removed and begun anew: nothing of it has changed."""
    simulation = simulate(scene_of(ALL, seed=3))
    simulation.advance(0.095)  # between two ticks
    simulation.step(150)
    snapshot, here, now = simulation.snapshot(), pictures(extract(simulation)), simulation.fingerprint()
    assert 0 < simulation.blend < 1
    simulation.step(30)
    there = simulation.fingerprint()
    changed = {name: entity for name, entity in ALL.items() if name not in ("spray", "sheet", "lid")} | {"more": jet(), "a": cloth(6)}
    for scene in (scene_of(changed, seed=4), scene_of({"block": {**BODIES["block"], "position": [0, 3, 0]}}), scene_of({"other": jet()})):
        simulation.reload(scene)
        simulation.step(7)
        simulation.restore(snapshot)
        assert pictures(extract(simulation)) == here and simulation.fingerprint() == now
        assert set(simulation.names()) == set(ALL)
        simulation.step(30)
        assert simulation.fingerprint() == there
    simulation.restart()
    simulation.step(3)
    simulation.restore(snapshot)
    simulation.step(30)
    assert simulation.fingerprint() == there


def test_taking_a_snapshot_changes_nothing(simulate):
    """Taken after every tick, each sharing with the last: the run is that of one that is left alone."""
    watched, left = simulate(scene_of(ALL)), simulate(scene_of(ALL))
    kept = None
    for _ in range(60):
        watched.step()
        kept = watched.snapshot(kept)
    left.step(60)
    assert watched.fingerprint() == left.fingerprint()


@pytest.mark.parametrize("name, index", [("sheet", 20), ("mote", 0)])
def test_the_hand_is_in_a_snapshot(simulate, name, index):
    """Held and led when it was taken: held and led when it is restored, in another simulation too, and let go with the same velocity."""
    simulation = simulate(scene_of(ALL))
    simulation.step(20)
    simulation.grab(name, index)
    simulation.drag([0.5, 1.5, 0.5])
    simulation.step()
    simulation.drag([0.6, 1.5, 0.5])
    snapshot = simulation.snapshot()

    def go_on(one):
        one.step(3)
        assert one.drag([0.7, 1.5, 0.5])
        one.step(2)
        one.release()
        one.step(5)
        return one.fingerprint()

    there = go_on(simulation)
    for one in (simulation, simulate(scene_of(ALL))):
        one.restore(snapshot)
        assert go_on(one) == there


def test_a_state_goes_on_under_another_version(simulate):
    """restore(snapshot, scene) is restore, then reload; where the reload fails, everything is as it was."""
    old, new = scene_of(ALL), scene_of(ALL | {"weight": {"gravity": {"acceleration": [1, 2, 3]}}})
    one, other = simulate(old), simulate(old)
    one.step(30)
    snapshot = one.snapshot()
    one.step(10)
    changes = one.restore(snapshot, new)
    assert [change.field for change in changes] == ["acceleration"] and one.scene is new
    other.step(30)
    other.reload(new)
    one.step(20), other.step(20)
    assert one.fingerprint() == other.fingerprint()
    now, here = one.fingerprint(), one.tick
    with pytest.raises(AttributeError):
        one.restore(snapshot, "no scene")
    assert (one.fingerprint(), one.tick, one.scene) == (now, here, new)


def test_what_is_leaving_is_in_a_snapshot(simulate):
    """Droplets whose emitter is no longer in the file, to their last tick and to the one in which their entity goes."""
    simulation = simulate({"jet": jet(lifetime=0.2, fade=0.0), "weight": WEIGHT["weight"]})
    simulation.step(10)
    simulation.reload(scene_of(WEIGHT))
    prints, snapshots = [], []
    for _ in range(40):
        simulation.step()
        prints.append(simulation.fingerprint())
        snapshots.append(simulation.snapshot())
    assert len({len(snapshot.entities) for snapshot in snapshots}) == 2
    assert any(kept.is_dead for snapshot in snapshots for kept in snapshot.entities)
    for i, snapshot in enumerate(snapshots[:-1]):
        simulation.restore(snapshot)
        assert simulation.fingerprint() == prints[i]
        simulation.step()
        assert simulation.fingerprint() == prints[i + 1]


def test_a_snapshot_holds_the_living_and_counts_its_bytes(simulate):
    """Of a pool for 50,000 with 100 in it no more than their rows; what has not changed is shared with the snapshot before."""
    simulation = simulate({"jet": jet(rate=12_000, capacity=50_000, lifetime=9), "sheet": cloth(10)})
    simulation.step()
    first = simulation.snapshot()
    assert simulation.get("jet", Population).alive == 100
    assert first.nbytes == sum(map(size_of, first.pieces)) < 150_000
    assert all(not piece.flags.writeable for piece in first.pieces if isinstance(piece, np.ndarray))
    simulation.step()
    second = simulation.snapshot(first)
    known, still = set(map(id, first.pieces)), simulate({"sheet": cloth(10)})
    fresh = sum(size_of(piece) for piece in second.pieces if id(piece) not in known)
    assert fresh < 0.4 * second.nbytes  # the rest is springs, triangles, specs
    quiet = still.snapshot()
    assert all(one is other for one, other in zip(quiet.entities, still.snapshot(quiet).entities, strict=True))


def test_what_is_there_already_stays(simulate):
    """Arrays that hold the same numbers stay the same objects, so that pictures need not be made of them anew; others are not written to."""
    simulation = simulate(scene_of(ALL))
    simulation.step(5)
    snapshot = simulation.snapshot()
    entity = simulation._entity("sheet")
    simulation.step(5)
    there = {type(c): c for c in esper.components_for_entity(entity)}
    moved, still = there[Position].rows, {n: getattr(c, n) for c in there.values() for n in ("ends", "uv", "vertices") if hasattr(c, n)}
    before = moved.copy()
    simulation.restore(snapshot)
    assert all(c is there[type(c)] for c in esper.components_for_entity(entity))
    assert {n: getattr(c, n) for c in there.values() for n in still if hasattr(c, n)}.keys() == still.keys()
    assert all(getattr(c, n) is still[n] for c in there.values() for n in still if hasattr(c, n))
    assert there[Position].rows is not moved and np.array_equal(moved, before)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_array_lies_in_another(simulate, path):
    """Arrays of the state are the same object or share no memory: else a snapshot would make two of what is one."""
    simulation = simulate(load(path))
    simulation.step(2)
    found = {}
    for entity in esper.get_entities():
        for component in esper.components_for_entity(entity):
            _arrays(component, found)
    assert len(found) > 10
    spans = sorted((*np.lib.array_utils.byte_bounds(a), a.shape) for a in found.values() if a.size)
    assert all(one[1] <= other[0] for one, other in zip(spans, spans[1:], strict=False))


def _arrays(value, found):
    if isinstance(value, np.ndarray):
        found[id(value)] = value
    elif is_dataclass(value):
        for field in fields(value):
            _arrays(getattr(value, field.name), found)
    elif isinstance(value, tuple | list):
        for each in value:
            _arrays(each, found)


def test_what_a_snapshot_does_not_know_is_an_error(simulate):
    """A component that holds a dict, or an object of our own: no new kind of state is forgotten in silence."""

    @dataclass
    class Odd:
        held: object

    simulation = simulate({"jet": jet()})
    for held in ({}, object(), [set()], lambda: 0):
        esper.add_component(simulation._entity("jet"), Odd(held))
        with pytest.raises(TypeError, match="a snapshot does not know what a"):
            simulation.snapshot()


def test_two_that_are_one_stay_one():
    """What two components share they share again; what was two is not made one, though it is one where it is put."""

    @dataclass
    class Holder:
        one: np.ndarray
        other: np.ndarray

    row = np.arange(3.0)
    freezer, thawer = Freezer(), Thawer()
    joint, apart = Holder(row, row), Holder(row, row.copy())
    made = [thawer.component(freezer.component(each), Holder(row, row)) for each in (joint, apart)]
    for component, name, value in thawer.steps:
        setattr(component, name, value)
    assert made[0].one is made[0].other
    assert made[1].one is made[0].one and made[1].other is not made[1].one


def test_two_that_were_one_become_two():
    """Arrays that were one object, and are two with the same numbers when a snapshot shares with the one before: two again."""

    @dataclass
    class Holder:
        one: np.ndarray
        other: np.ndarray

    row = np.arange(3.0)
    before, freezer, thawer = Freezer().component(Holder(row, row)), Freezer(), Thawer()
    made = thawer.component(freezer.component(Holder(row, row.copy()), before=before))
    for component, name, value in thawer.steps:
        setattr(component, name, value)
    assert made.one is not made.other


def test_alike_sees_bits():
    """0 and -0 differ, one nan is as itself, another kind or shape is another array."""
    zeros = np.zeros(100, np.float32)
    assert alike(np.full(100, np.nan), np.full(100, np.nan)) and not alike(zeros, -zeros)
    assert not alike(zeros, zeros.astype(float)) and not alike(zeros, zeros[:50]) and alike(zeros[::2], zeros[:50])
    other = zeros.copy()
    other[-1] = 1
    assert not alike(zeros, other)
