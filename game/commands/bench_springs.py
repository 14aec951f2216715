"""`springvand bench springs`: what cloth and jelly cost a frame and how right they are, beside their targets and beside plain numpy."""

import statistics
from time import perf_counter_ns
from typing import NamedTuple

from game.commands import bench_springs_scene as scenes
from game.commands.bench_springs_scene import FRAME
from game.report import FAILED, Stop, say

FALL = 60  # frames that a level cloth falls, and in which its centre of mass is compared
HANG = 180  # frames after which a hanging cloth is at rest
CALM = 4.0  # [1/s] drag that brings it there
AT_REST = 0.02  # [m/s] mean speed of the masses of a cloth at rest
CRUMPLE, BOUNCE = 150, 180  # frames after which the heap and the jelly have come to rest
ROUNDS = 3  # the same motion so many times: a frame's least time counts, so that what else runs on the machine does not
RIVALS = 2  # frames of the rival in each round
SOLVER = "rk4"  # what the fall is compared with: it takes as many substeps as the springs need
# Largest stretch of a cloth that hangs by two corners and wrinkles: the least of its energy, relaxed in float64 to forces of 1e-5 N in all.
# (One that is kept flat is stretched a tenth more.)
EXACT = {(64, 1e3): 0.0330, (64, 1e4): 0.0033, (128, 1e3): 0.0640, (256, 1e3): 0.1239}


class Cloth(NamedTuple):
    """A cloth and what is asked of it (design: solver, targets)."""

    n: int
    substeps: int  # a frame
    ms: float  # [ms] a frame
    above: float  # [%] largest stretch at rest above the exact one
    drift: float | None  # [mm] between its centre of mass and that of a converged run, in the first second
    stiffness: tuple = (1e3,)


class Heap(NamedTuple):
    """A cloth that crumples onto itself: no crossings."""

    n: int
    substeps: int
    ms: float
    peak: float | None  # [ms] slowest frame


class Jelly(NamedTuple):
    """A block that hits the floor: no cell turned inside out at rest."""

    n: int
    substeps: int
    ms: float
    itself: bool  # whether it meets itself


CLOTHS = (
    Cloth(64, 20, 2.5, 2.0, 30.0, (1e3, 1e4)), Cloth(64, 10, 1.3, 4.0, 30.0, (1e3, 1e4)),
    Cloth(128, 20, 8.0, 2.5, 40.0), Cloth(256, 20, 32.0, 4.5, None),
)  # fmt: skip
HEAPS = Heap(64, 10, 5.0, 12.0), Heap(128, 20, 33.0, None)
JELLIES = Jelly(16, 10, 4.0, False), Jelly(16, 10, 8.0, True)
QUICK = 128  # masses a side from which on `--quick` leaves out what takes long
EXPLICIT = 64, 1e3, ("euler", "rk4")


def springs(quick=False):
    """Rows {scene, what, unit, reached, target, met, numpy_ratio}; target and met None where nothing was asked."""
    from game.commands.bench_springs_stages import stages

    rows = []
    for case in CLOTHS:
        rows += cloth(case, quick)
    for case in HEAPS:
        rows += heap(case, quick)
    for case in JELLIES:
        rows += jelly(case, quick)
    return rows + explicit(*EXPLICIT, quick) + stages(quick)


def row(scene, what, unit, reached, target=None, numpy_ratio=None):
    """One line of the table."""
    met = None if target is None else reached <= target
    return {"scene": scene, "what": what, "unit": unit, "reached": reached, "target": target, "met": met, "numpy_ratio": numpy_ratio}


def cloth(case, quick=False):
    """Rows of a cloth: a frame, and for each stiffness its stretch at rest and how it falls."""
    name = f"cloth {case.n}x{case.n}, {case.substeps} substeps"
    say(f"springvand: {name} ...")
    rounds, frames = (1, FALL // 4) if quick and case.n >= QUICK else (ROUNDS, FALL)
    rows = []
    for k in case.stiffness:
        simulation = start(scenes.cloth(case.n, case.substeps, k))
        rival = Rival(simulation, "cloth", case.substeps) if k == case.stiffness[0] else None
        times, middles = measured(simulation, "cloth", frames, rounds, scenes.rumple, rival)
        check_cloth(simulation, name)
        if rival:
            rows.append(row(name, "frame", "ms", times.middle, case.ms, rival.ratio(times)))
        if case.drift and len(middles) == FALL:
            rows.append(row(name, f"drift in 1 s, k = {k:g}", "mm", 1000 * drift(case.n, k, middles), case.drift))
        simulation.close()
        if not (quick and case.n > QUICK):
            exact = EXACT[case.n, k]
            above = 100 * (hanging(case.n, case.substeps, k, name) - exact)
            rows.append(row(name, f"stretch above {100 * exact:.3g} %, k = {k:g}", "%", above, case.above))
    return rows


def heap(case, quick=False):
    """Rows of a cloth that falls on its edge and heaps up."""
    from engine.components import Position, Triangles
    from engine.kernels.crossings import crossings, edges_of

    name = f"crumple {case.n}x{case.n}, {case.substeps} substeps"
    say(f"springvand: {name} ...")
    simulation = start(scenes.crumple(case.n, case.substeps))
    rounds = 1 if quick and case.n >= QUICK else ROUNDS
    times, _ = measured(simulation, "cloth", CRUMPLE, rounds, scenes.wrinkle)
    x, triangles = simulation.get("cloth", Position).xyz, simulation.get("cloth", Triangles).corners
    height = float(x[:, 1].max())
    check(name, {"it is finite and on the floor": x[:, 1].min() > -1e-3, f"it has heaped up, 1 m to {height:.2f} m": height < 0.5})
    rows = [row(name, "frame", "ms", times.middle, case.ms), row(name, "slowest frame", "ms", times.worst, case.peak)]
    rows.append(row(name, "crossings at the end", "1", crossings(x.T, edges_of(triangles), triangles), 0))
    simulation.close()
    return rows


def jelly(case, quick=False):
    """Rows of a jelly that hits the floor."""
    from engine.components import Cells, Position

    name = f"jelly {case.n}^3, {case.substeps} substeps" + (", meets itself" if case.itself else "")
    say(f"springvand: {name} ...")
    simulation = start(scenes.jelly(case.n, case.substeps, case.itself))
    times, middles = measured(simulation, "jelly", BOUNCE, 1 if quick else ROUNDS)
    x, cells = simulation.get("jelly", Position).xyz, simulation.get("jelly", Cells)
    size, lowest = float((x.max(0) - x.min(0)).max()), min(middle[1] for middle in middles)
    check(name, {
        "it is finite and on the floor": x[:, 1].min() > -1e-2,
        f"it was squeezed, its middle down to {lowest:.3f} m": 0 < lowest < 0.48 * scenes.SIDE,
        f"it found its size again, {size:.2f} m": 0.8 < size / scenes.SIDE < 1.5,
    })  # fmt: skip
    rows = [row(name, "frame", "ms", times.middle, case.ms), row(name, "slowest frame", "ms", times.worst)]
    rows.append(row(name, "cells inside out at rest", "1", inverted(x, cells), 0))
    simulation.close()
    return rows


def explicit(n, k, solvers, quick=False):
    """Rows of the explicit integrators: what exactness costs, and what they stretch, which is what EXACT is."""
    from engine.components import Island

    rows = []
    for solver in solvers:
        simulation = start(scenes.cloth(n, 1, k, solver=solver))
        name = f"cloth {n}x{n}, {solver}, {simulation.get('cloth', Island).needed[1]} substeps"
        say(f"springvand: {name} ...")
        times, _ = measured(simulation, "cloth", FALL // 4 if quick else FALL, 1 if quick else ROUNDS, scenes.rumple)
        check_cloth(simulation, name)
        rows.append(row(name, "frame", "ms", times.middle))
        simulation.close()
        if not quick:
            rows.append(row(name, f"stretch at rest, k = {k:g}", "%", 100 * hanging(n, 1, k, name, solver)))
    return rows


def start(scene):
    """A Simulation on one thread after its first frame, in which tables are made and kernels read from the disk."""
    from engine.simulation import Simulation

    simulation = Simulation(scene, threads=1)
    simulation.step()
    return simulation


class Times(NamedTuple):
    """Of a motion's frames, each its least in all rounds."""

    middle: float  # [ms] median
    worst: float  # [ms]


def measured(simulation, body, frames, rounds, prepare=None, rival=None):
    """The same motion from its start, so many times: Times, and where the centre of mass was after each frame (frames, 3) [m]."""
    from engine.components import Position

    taken, middles = [], []
    for again in range(rounds):
        simulation.restart()
        if prepare:
            prepare(simulation)
        taken.append([])
        for _ in range(frames):
            began = perf_counter_ns()
            simulation.step()
            taken[-1].append(perf_counter_ns() - began)
            if not again:
                middles.append(simulation.get(body, Position).xyz.mean(0, dtype=float))
        if rival:
            rival.turn()
    least = [min(each) / 1e6 for each in zip(*taken, strict=True)][1:]
    return Times(statistics.median(least), max(least)), middles


class Rival:
    """The same body in plain numpy, which takes turns with ours."""

    def __init__(self, simulation, body, substeps):
        from engine.components import Mass, Position, Runs, Spring, Tether, Velocity
        from game.commands.bench_springs_numpy import NumpyCloth

        state = [simulation.get(body, kind).xyz.T for kind in (Position, Velocity)]
        own = [simulation.get(body, kind) for kind in (Spring, Runs, Tether)]
        spec = simulation.scene.spec.entities["air"].drag
        inverse = simulation.get(body, Mass).inverse
        self.cloth = NumpyCloth(*state, inverse, own[0], own[1].slot, own[2], scenes.GRAVITY, spec.rate)
        self.substeps, self.taken = substeps, []

    def turn(self):
        """A few frames."""
        for _ in range(RIVALS):
            began = perf_counter_ns()
            self.cloth.frame(FRAME, self.substeps)
            self.taken.append(perf_counter_ns() - began)

    def ratio(self, times):
        """How many times longer it takes than ours."""
        return min(self.taken) / 1e6 / times.middle


def hanging(n, substeps, k, name, solver="auto"):
    """Largest stretch of a cloth that hangs at rest."""
    import numpy as np

    from engine.components import Velocity

    simulation = start(scenes.cloth(n, substeps, k, level=False, solver=solver, drag=CALM))
    scenes.rumple(simulation)
    simulation.step(HANG)
    speed = float(np.linalg.norm(simulation.get("cloth", Velocity).xyz, axis=1).mean())
    check(name, {f"it hangs at rest, its masses at {speed:.2g} m/s": speed < AT_REST})
    found = simulation.stretch("cloth")
    simulation.close()
    return found


def drift(n, k, middles):
    """Farthest that the centres of mass of a falling cloth are from those of a converged run [m]."""
    import numpy as np

    simulation = start(scenes.cloth(n, 1, k, solver=SOLVER))
    _, exact = measured(simulation, "cloth", FALL, 1, scenes.rumple)
    simulation.close()
    return float(np.linalg.norm(np.array(middles) - exact, axis=1).max())


def inverted(x, cells):
    """How many of a jelly's cells are inside out; x (n, 3)."""
    import numpy as np

    a, b, c = (x[cells.corners[:, k]].astype(float) - x[cells.corners[:, 0]] for k in (1, 2, 3))
    return int((np.einsum("ti,ti->t", a, np.cross(b, c)) * cells.volume <= 0).sum())


def check_cloth(simulation, name):
    """See that a cloth that was dropped has fallen, hangs on its corners, and is of its size."""
    import numpy as np

    from engine.components import Hold, Position

    x, hold = simulation.get("cloth", Position).xyz, simulation.get("cloth", Hold)
    held = hold.pinned[: len(x)] > 0
    far = float(np.linalg.norm(x - x[held].mean(0), axis=1).max())
    check(name, {
        "two corners are held where they were": held.sum() == 2 and np.abs(x[held] - hold.target[:, : len(x)].T[held]).max() < 1e-5,
        "all is finite and has fallen": x[:, 1].mean() < -0.02,
        f"no mass is farther from the corners than the cloth reaches, {far:.2f} m": far < 1.6,
    })  # fmt: skip


def check(name, facts):
    """Stop where one of the facts {text: whether it holds} does not hold, not a number being no fact."""
    wrong = [fact for fact, holds in facts.items() if not holds]
    if wrong:
        raise Stop(FAILED, f"{name} is not sane, so its times say nothing; it does not hold that " + "; ".join(wrong))
