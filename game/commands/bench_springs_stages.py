"""What each stage of the default solver costs: one tick from the same state, with it and without it, in turns."""

from time import perf_counter_ns

from game.commands import bench_springs_scene as scenes
from game.commands.bench_springs_scene import FRAME
from game.report import say

TURNS, QUICK = 15, 5  # times that each is measured; the least counts
FALLEN, HEAPED = 20, 90  # frames before: a cloth in full swing, a heap
STAGES = {"tethers": "tethers", "springs": "springs", "cells": "cells", "contacts": "contacts", "solids": "solid", "wind": "faces"}
STIFFNESS = 1e3
CLOTHS, HEAPS, JELLY = ((64, 20), (128, 20)), ((64, 10), (128, 20)), 16


def stages(quick=False):
    """Rows [ms a frame] for cloths in the wind over a floor, heaps and a jelly; springs alone also in microseconds and against numpy."""
    say("springvand: stages ...")
    turns = QUICK if quick else TURNS
    rows = []
    for n, substeps in CLOTHS:
        simulation = _after(scenes.cloth(n, substeps, STIFFNESS, wind=True), FALLEN)
        found = parts(simulation, "cloth", substeps, turns)
        rows += _rows(f"cloth {n}x{n}, {substeps} substeps, wind, floor", found)
        rows += kernels(simulation, n, substeps, found["springs"], turns)
        simulation.close()
    for n, substeps in HEAPS:
        simulation = _after(scenes.crumple(n, substeps), 10 if quick else HEAPED, scenes.wrinkle)
        rows += _rows(f"crumple {n}x{n}, {substeps} substeps", parts(simulation, "cloth", substeps, turns))
        simulation.close()
    simulation = _after(scenes.jelly(JELLY, 10, True), FALLEN)
    rows += _rows(f"jelly {JELLY}^3, 10 substeps, meets itself", parts(simulation, "jelly", 10, turns))
    simulation.close()
    return rows


def _after(scene, frames, prepare=None):
    from engine.simulation import Simulation

    simulation = Simulation(scene, threads=1)
    if prepare:
        prepare(simulation)
    simulation.step(frames)
    return simulation


def _rows(name, found):
    from game.commands.bench_springs import row

    return [row(name, f"of it: {stage}", "ms", ms) for stage, ms in found.items()]


def parts(simulation, body, substeps, turns):
    """{stage: ms a frame}: what a tick takes less without it; `the rest` is what is left without any, `around it` what is not the solver."""
    from engine.components import Island
    from engine.kernels.stable import relax
    from engine.systems.island import air, gather, solid

    island = simulation.get(body, Island)
    masses, around = gather(island), air(island)
    given = {name: getattr(island, name) for name in ("springs", "tethers", "cells", "faces", "contacts")} | {"solid": solid(island)}
    none = _empty(given, masses.x.shape[1])
    there = {stage: part for stage, part in STAGES.items() if len(_size(given[part]))}
    before = masses.x.copy(), masses.v.copy()

    def tick(without):
        masses.x[:], masses.v[:] = before
        used = {part: (none if part in without else given)[part] for part in given}
        bodies = masses, used["springs"], used["tethers"], used["cells"], used["faces"], used["contacts"]
        began = perf_counter_ns()
        relax(*bodies, around, used["solid"], FRAME, substeps)
        return (perf_counter_ns() - began) / 1e6

    ways = {"all": (), **{stage: (part,) for stage, part in there.items()}, "the rest": tuple(there.values())}
    rounds = [[tick(without) for without in ways.values()] for _ in range(turns)]
    least = {way: min(times) for way, times in zip(ways, zip(*rounds, strict=True), strict=True)}
    found = {"all": least["all"], **{stage: max(least["all"] - least[stage], 0.0) for stage in there}, "the rest": least["the rest"]}
    return found | {"around it": max(_step(simulation, masses, before, turns) - least["all"], 0.0)}


def _step(simulation, masses, before, turns):
    """Least ms of a whole tick from the same state, which it leaves as it was."""
    taken = []
    for _ in range(turns):
        masses.x[:], masses.v[:] = before
        taken.append(_timed(simulation.step) / 1e6)
    masses.x[:], masses.v[:] = before
    return min(taken)


def _empty(given, slots):
    """The same arguments of the solver with nothing in them."""
    from engine.kernels.contacts import contacts

    springs, tethers, cells, faces, solid = (given[name] for name in ("springs", "tethers", "cells", "faces", "solid"))
    own = {name: getattr(springs, name)[:0] for name in ("table", "ends", "slot", "rest", "stiffness", "damping", "length", "give", "lag")}
    return {
        "springs": springs._replace(**own),
        "tethers": tethers._replace(anchor=tethers.anchor[:0], length=tethers.length[:0]),
        "cells": cells._replace(corners=cells.corners[:0], volume=cells.volume[:0]),
        "faces": faces._replace(corners=faces.corners[:0], closed=faces.closed[:0], first=faces.first * 0),
        "contacts": contacts([], slots),
        "solid": solid._replace(rows=solid.rows[:0], first=solid.first * 0),
    }


def _size(part):
    """What there is of an argument of the solver."""
    if hasattr(part, "itself"):
        return part.itself[part.itself > 0]
    return part[0]


def kernels(simulation, n, substeps, springs_ms, turns):
    """Rows of the springs alone: a sweep of the default solver, and all forces at once for the explicit ones, each against numpy."""
    from engine.components import Island
    from engine.kernels.spring_force import lay, pull
    from engine.systems.island import gather
    from game.commands.bench_springs import Rival, row

    island, name = simulation.get("cloth", Island), f"cloth {n}x{n}"
    masses, rival = gather(island), Rival(simulation, "cloth", substeps)
    made = lay(island.springs, masses.x.shape[1])
    gives = [1 / (wi + wj) for *_, wi, wj in rival.cloth.springs]
    tasks = lambda: pull(masses.x, masses.v, masses.used, made), rival.cloth.force, lambda: rival.cloth._project(gives)  # noqa: E731
    tasks[0]()  # compiled
    force, force_numpy, sweep_numpy = (
        min(times) / 1e3 for times in zip(*([_timed(task) for task in tasks] for _ in range(turns)), strict=True)
    )
    sweep = 1000 * springs_ms / substeps
    return [
        row(name, "springs, a sweep", "us", sweep, numpy_ratio=sweep_numpy / sweep if sweep else None),
        row(name, "springs, all forces", "us", force, numpy_ratio=force_numpy / force),
    ]


def _timed(task):
    began = perf_counter_ns()
    task()
    return perf_counter_ns() - began
