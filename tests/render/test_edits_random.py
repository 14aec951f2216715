"""Random valid edits of each shipped scene while it runs: what lives is kept, nothing leaks, and it ends as a fresh load of the last file would."""

import random
import tracemalloc
import zlib
from dataclasses import fields, is_dataclass, replace

import esper
import numpy as np
import pytest
from in_use import give_back_at_once, in_use
from valid_edits import any_edit, as_text

from engine.components import (
    Ball,
    Emission,
    Hold,
    Leaving,
    Life,
    Mass,
    Name,
    Placement,
    Population,
    Position,
    Surroundings,
    Velocity,
    WaveSurface,
)
from engine.render.extract import extract
from engine.scene import load, parse, scenes
from engine.simulation import Simulation
from engine.systems.bodies import pack

FEW, MANY = 10, 300
PICTURE = 5  # edits from one picture to the next
MADE_BY_RUNNING = {"Island", "Pace", "Tether", "Event", "Grip", "Leaving", "Surroundings", "Name"}
STATE = {  # what the run has made of a component, and no file says
    "Population": ("used", "dead", "fresh", "born", "frozen"), "Position": ("rows", "previous", "population"), "Velocity": ("rows", "population"),
    "Life": ("age", "span", "id", "hits"), "Tint": ("rgba",), "Mass": ("inverse", "uniform"), "Emission": ("calls", "lived", "owed", "clock", "full", "warned"),
    "WaveSurface": ("height", "previous", "foam", "shown", "scratch", "splashes", "step", "warned", "waiting"),
    "Hold": ("target", "grabbed", "tied"), "Spring": ("stiffness", "left", "told", "firm"), "Touch": ("told", "contact"), "Placement": ("previous",),
    "Playback": ("time", "before", "start", "since", "now", "fresh", "passed", "news"),
}  # fmt: skip
MOVED = {"position", "rotation", "velocity", "mass", "pin"}  # by hand: masses are put, thrown or held by such an edit
# [bytes] from the second pass to the third: what Python knows of, and all, pieces of the driver's among it
TRACED, RESIDENT = 1 << 20, 16e6


@pytest.mark.parametrize("path", scenes(), ids=lambda p: p.stem)
def test_a_few_edits(path, drawing):
    """As below, with few of them."""
    nothing_left(run(path, FEW, drawing))


@pytest.mark.long
@pytest.mark.parametrize("path", scenes(), ids=lambda p: p.stem)
def test_three_hundred_edits(path, drawing):
    """Every one is checked on its own, and the third time they leave no more behind than the second: the first fills what is kept."""
    give_back_at_once()
    left = run(path, MANY, drawing)
    nothing_left(left)
    assert left[-1][2] - left[-2][2] < RESIDENT, "memory grows"


def nothing_left(left):
    """What is in use after the last pass is what was after the one before."""
    (objects, traced, _), (again, still_traced, _) = left[-2:]
    assert objects == again
    assert still_traced - traced < TRACED, "Python's memory grows"


def run(path, count, renderer, passes=3):
    """What is in use after each pass."""
    scene, draw = load(path), random.Random(f"{path.stem} {count}")
    simulation, left = Simulation(scene, threads=1), []
    where = {name: np.array(entity.position) for name, entity in scene.spec.entities.items()}
    tick(simulation, where, 30)
    versions = [scene]
    for _ in range(count):
        versions.append(any_edit(versions[-1], draw))
    for _ in range(passes):  # there, and from the first scene once more
        for i, version in enumerate(versions[1:]):
            edit(simulation, version, where)
            tick(simulation, where)
            if i % PICTURE == 0:
                renderer.render(extract(simulation))
        same_as_fresh(simulation, versions[-1], where)
        edit(simulation, scene, where)
        tick(simulation, where)
        renderer.render(extract(simulation))
        left.append(in_use())
    simulation.close()
    tracemalloc.stop()
    return left


def tick(simulation, where, n=1):
    """So many ticks. where: name -> (3,) of each entity's placement, carried on here by the velocity that the file says."""
    for _ in range(n):
        start = simulation.time
        simulation.step()
        for name, entity in simulation.scene.spec.entities.items():
            if any(entity.velocity) and not entity.has_masses:
                where[name] = where[name] + (simulation.time - start) * np.array(entity.velocity)
    simulation.messages.clear()  # as who shows them does


def edit(simulation, version, where):
    """One edit, and what it must keep; `where` becomes what it says of placements."""
    before = alive(simulation)
    changes = simulation.reload(version)
    assert changes
    after = alive(simulation)
    now = {change.old: change.entity for change in changes if change.kind == "renamed"}
    gone = {change.entity for change in changes if change.kind in ("removed", "rebuild")}
    for name, (ids, x, water, place, turn) in before.items():
        if name in gone:
            continue
        its = [change for change in changes if change.entity == name]
        new = version.spec.entities[now.get(name, name)]
        new_ids, new_x, new_water, new_place, new_turn = after[now.get(name, name)]
        if ids is not None:
            kept = len(new_ids)
            assert kept == min(len(ids), new.emitter.capacity)
            np.testing.assert_array_equal(new_ids, ids[len(ids) - kept :])
            x = x[..., len(ids) - kept :]
            if new.emitter.space == "local" and not (np.array_equal(place, new_place) and np.array_equal(turn, new_turn)):
                x = [new_turn @ turn.T @ (x[0] - place[:, None]) + new_place[:, None], new_turn @ turn.T @ x[1]]  # carried along
                np.testing.assert_allclose(new_x, x, rtol=1e-6, atol=1e-6)
            else:
                np.testing.assert_array_equal(new_x, x)
        elif x is not None and not any(change.kind == "resize" or change.component in MOVED for change in its):
            np.testing.assert_array_equal(new_x, x)
        if water is not None and not any(change.kind == "resize" for change in its):
            np.testing.assert_array_equal(new_water, water)
    put = {change.entity for change in changes if change.kind in ("added", "rebuild") or change.component == "position"}
    was = {now.get(name, name): place for name, place in where.items()}
    where.clear()
    where.update({name: np.array(entity.position) if name in put else was[name] for name, entity in version.spec.entities.items()})


def alive(simulation):
    """Name -> (ids of droplets, places and velocities of particles (2, 3, n), heights of water, place, turn) of the entities of the
    scene; None for what it does not have."""
    esper.switch_world(simulation.world)
    pack()
    return {name.text: _alive(entity) for entity, name in esper.get_component(Name) if not esper.has_component(entity, Leaving)}


def _alive(entity):
    life, x, v, water = (esper.try_component(entity, kind) for kind in (Life, Position, Velocity, WaveSurface))
    used, placement = x.population.used if x else 0, esper.component_for_entity(entity, Placement)
    return (
        life.id[:used].copy() if esper.has_component(entity, Emission) else None,
        np.stack([x.rows[:, :used], v.rows[:, :used]]) if x else None,
        water.height.copy() if water else None,
        placement.position,
        placement.rotation,
    )


# as fresh


def same_as_fresh(simulation, scene, where):
    """What the last file says is all that there is: specs, derived state, tables of what acts, and the picture's still things.

    What was carried by a velocity stands where that has brought it; all else is compared as it is where the file puts it.
    """
    written = parse(as_text(scene), scene.path, None, scene.allow_outside)
    assert written.spec == simulation.scene.spec
    fresh = Simulation(written, threads=1)
    unlike = set(put_back(simulation, where))
    old, new = derived(simulation), derived(fresh)
    assert old.keys() == new.keys()
    for name in old:
        if name in unlike:
            old[name].pop("mass", None), new[name].pop("mass", None)
        assert old[name].keys() == new[name].keys(), name
        for part, value in new[name].items():
            assert equal(old[name][part], value), (name, part, old[name][part], value)
    esper.switch_world(simulation.world)
    for entity, _ in list(esper.get_component(Leaving)):  # some would live for a million seconds more
        esper.delete_entity(entity, immediate=True)
    for was, now in zip(looks(simulation), looks(fresh), strict=True):
        assert equal(was, now), (was, now)
    fresh.close()


def put_back(simulation, where):
    """Put every placement where the file says, once it has been seen to be where it should be.

    The names of those whose masses are not as in the file until the scene begins anew: frozen ones are held, and a hit may have ended a lone one.
    """
    esper.switch_world(simulation.world)
    for entity, (name, placement) in esper.get_components(Name, Placement):
        if not esper.has_component(entity, Leaving):
            if esper.has_component(entity, Ball):  # is where its one mass is, and as fast
                x, v = (esper.component_for_entity(entity, kind).rows[:, 0].astype(float) for kind in (Position, Velocity))
                where[name.text] = x
                np.testing.assert_array_equal(placement.velocity, v)
                placement.velocity = np.array(simulation.scene.spec.entities[name.text].velocity)
            np.testing.assert_allclose(placement.position, where[name.text], rtol=1e-9, atol=1e-9, err_msg=name.text)
            where[name.text] = np.array(simulation.scene.spec.entities[name.text].position)
            placement.teleport(where[name.text])
            if (body := esper.try_component(entity, Population)) and (body.frozen or not body.used):
                yield name.text


def derived(simulation):
    """Name -> {what: value} of all that a file determines."""
    esper.switch_world(simulation.world)
    for entity, name in esper.get_component(Name):
        name.key = zlib.crc32(name.text.encode())  # one that was renamed keeps its random numbers, and its place in sums
        if around := esper.try_component(entity, Surroundings):
            around.stale = True
    esper.get_processor(_accumulate()).process(replace_time(simulation._step()))
    here = [(entity, name.text) for entity, name in esper.get_component(Name) if not esper.has_component(entity, Leaving)]
    return {name: dict(_derived(entity)) for entity, name in here}


def _accumulate():
    from engine.systems.accumulate import Accumulate

    return Accumulate


def replace_time(step):
    return step._replace(time=0.0) if hasattr(step, "_replace") else replace(step, time=0.0)


def _derived(entity):
    for component in esper.components_for_entity(entity):
        kind = type(component).__name__
        if kind in MADE_BY_RUNNING:
            continue
        if not is_dataclass(component):
            yield kind, component
            continue
        for field in fields(component):
            if field.name not in STATE.get(kind, ()):
                yield f"{kind}.{field.name}", getattr(component, field.name)
    if around := esper.try_component(entity, Surroundings):
        yield from ((name, getattr(around, name)) for name in ("force", "winds", "limits", "bounces", "waters"))
        yield "solids", around.solids if not around.moving else len(around.solids)
    if (mass := esper.try_component(entity, Mass)) and not esper.has_component(entity, Emission):
        population = esper.component_for_entity(entity, Population)
        hold = esper.try_component(entity, Hold)
        if not population.frozen and not hold:  # what is held has its masses in Hold
            yield "mass", mass.inverse[: population.used]


def looks(simulation):
    """The still things of a picture, and how the others are drawn; entities come in the order in which they were made, which says nothing."""
    frame = extract(simulation)
    boxes, n = frame.boxes, len(frame.boxes.bevel)
    yield vars_of(frame.sun)
    yield in_order(
        np.hstack([getattr(boxes, name).reshape(n, -1 if n else 1) for name in ("center", "rotation", "half", "bevel", "inward", "shadow")])
    )
    yield sorted(repr(boxes.materials[row]) for row in boxes.material)
    yield in_order(frame.foliage.rows)
    for kind in ("particles", "waters", "skins", "masses"):
        yield sorted(repr({name: value for name, value in vars_of(each).items() if name in SAID}) for each in getattr(frame, kind))
    yield sorted(frame.rounds.radius.tolist())


def in_order(rows):
    return rows[np.lexsort(rows.T)] if len(rows) else rows


SAID = (
    "fade", "textures", "size", "stretch", "max_stretch", "orientation", "additive", "material", "as_lines", "opacity", "color", "depth", "ripple",
    "as_surface", "as_spheres", "two_sided", "counts", "repeat", "translucency", "shadow", "radius", "show_energy",
)  # fmt: skip


def vars_of(part):
    return {field.name: getattr(part, field.name) for field in fields(part)}


def equal(a, b):
    """Whether two values are the same, arrays within them to the rounding of what is turned and turned back."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=1e-6, atol=1e-9, equal_nan=True)
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(item, b[key]) for key, item in a.items())
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(equal, a, b))
    return a == b or (isinstance(a, float) and a != a and b != b)
