"""`springvand bench draw`: what the processor does for a picture of large bodies, stage by stage, and how many OpenGL calls it takes."""

import statistics
from collections import Counter
from contextlib import contextmanager
from time import thread_time_ns

from game.commands.bench_draw_scene import DROPLETS, SETTLED, scene
from game.commands.bench_frame import PERIOD, SIZE, calls_alone
from game.report import FAILED, MACHINE, Stop, say

ROUNDS, QUICK = 60, 16
TARGET_MS, TARGET_CALLS = 8.0, 300
QUALITY, SAMPLES = "full", 4  # as on a graphics card
NUMPY = "numpy "
STAGES = {
    "cloth": "normals and upload: cloth",
    "jelly": "normals and upload: jelly",
    "billboards": "sort and upload: droplets",
    "water": "upload: water",
}


def draw(quick=False):
    """Rows {scene, system, ms, median_ms, numpy_ratio, calls, target}: the least and the median of the rounds, on the thread that draws.

    It is that thread's own processor time, so what else runs does not count; the tick is not part of it. Every call is made, with all its
    state, but draws no vertex (`calls_alone`): what a software driver does in them a graphics card does on its own.
    """
    from engine.render import offscreen

    try:
        offscreen.context()
    except offscreen.NoOpenGL as error:
        raise Stop(MACHINE, str(error)) from None
    say(f"springvand: cloth 128 x 128, jelly 12 x 12 x 12, water 128 x 128, {DROPLETS:,} droplets ...")
    with Show(scene()) as show:
        times = [show.round() for _ in range(QUICK if quick else ROUNDS)][1:]
        calls = show.calls()
        check_sane(show)
    return table(times, calls.total())


def table(times, calls):
    """Rows from the rounds' nanoseconds by stage, "numpy STAGE" the rival's, and from the calls of a picture."""
    stages, rows = [stage for stage in times[0] if not stage.startswith(NUMPY)], []
    for stage in stages:
        ours, rival = [t[stage] for t in times], [t[NUMPY + stage] for t in times if NUMPY + stage in t]
        rows.append(_row(stage, ours, min(rival) / min(ours) if rival else None))
    whole = [sum(t[stage] for stage in stages) for t in times]
    return [*rows, {**_row("picture", whole), "calls": calls, "target": f"{TARGET_MS:g} ms, {TARGET_CALLS} calls"}]


def _row(system, ns, ratio=None):
    least, middle = min(ns) / 1e6, statistics.median(ns) / 1e6
    return {"scene": "draw", "system": system, "ms": least, "median_ms": middle, "numpy_ratio": ratio, "calls": None, "target": None}


def check_sane(show):
    """See that the scene is what it is called: enough droplets on both sides of the water, bodies finite."""
    import numpy as np

    frame = show.frame
    drops, (cloth, jelly) = frame.particles[0], sorted(frame.skins, key=lambda skin: skin.closed)
    populations = show.renderer.passes["billboards"].populations
    facts = {
        f"{populations.count:,} of {DROPLETS:,} droplets are drawn": abs(populations.count - DROPLETS) < 0.02 * DROPLETS,
        "some of them lie under the water": populations.behind[1] > 0,
        "cloth and jelly are whole": (cloth.used, jelly.used) == (128 * 128, 12**3),
        "all is finite": all(np.isfinite(body.position[:, : body.used]).all() for body in (drops, cloth, jelly)),
    }
    wrong = [fact for fact, holds in facts.items() if not holds]
    if wrong:
        raise Stop(FAILED, "the benchmark's scene is not sane, so its times say nothing; it does not hold that " + "; ".join(wrong))


class Show:
    """A scene, and the Renderer that draws it."""

    def __init__(self, scene, **how):
        from engine.render.drapes import grid_corners
        from engine.render.renderer import Renderer
        from engine.simulation import Simulation

        self.simulation = Simulation(scene, threads=2)
        self.step = self.simulation.scene.spec.time.step
        self.simulation.step(round(SETTLED / self.step))
        self.renderer = Renderer(**{"size": SIZE, "samples": SAMPLES, "quality": QUALITY, "bake": "off", "clock": thread_time_ns, **how})
        for _ in range(2):  # what is drawn once, what is made once
            self.next()
            self.render()
        side = 2 * self.simulation.scene.spec.entities["cloth"].lattice.counts[0] - 1
        self.corners = grid_corners(side, side)

    def next(self):
        """Go on by as much as a picture takes, mostly to between two ticks; nanoseconds of the extraction."""
        from engine.render.extract import extract

        self.simulation.advance(PERIOD * self.step)
        start = thread_time_ns()
        self.frame = extract(self.simulation)
        return thread_time_ns() - start

    def render(self):
        """Make all calls of a picture, of which no pixel is drawn; nanoseconds of this thread."""
        with calls_alone():
            start = thread_time_ns()
            self.renderer.render(self.frame)
            return thread_time_ns() - start

    def round(self):
        """The next picture: nanoseconds of this thread by stage, and of numpy for the same work."""
        times = {"extract": self.next()}
        whole = self.render()
        uploads = {step.partition(".")[0]: up for step, (up, _) in self.renderer.timings.items() if up}
        times |= {text: uploads.pop(name, 0) for name, text in STAGES.items()}
        times["upload: all else"] = sum(uploads.values())
        times["submit"] = whole - sum(up for up, _ in self.renderer.timings.values())
        return times | {NUMPY + stage: ns for stage, ns in self._numpy().items()}

    def _numpy(self):
        """Nanoseconds of numpy by stage: the normals of the cloth's grid as it is drawn, and the droplets in sorted order as one array."""
        from game.commands import bench_draw_numpy as plain

        frame, place = self.frame, self.renderer.passes["cloth"].drapes[0].rows[:, :3]
        start = thread_time_ns()
        plain.normals(place, self.corners)
        between = thread_time_ns()
        plain.packed(frame.particles[0], frame.blend, -frame.view.rotation[:, 2], frame.waters[0].position[1])
        return {STAGES["cloth"]: between - start, STAGES["billboards"]: thread_time_ns() - between}

    def calls(self):
        """Counter of the OpenGL calls of the next picture, by name."""
        self.next()
        with calls_alone(), counted() as calls:
            self.renderer.render(self.frame)
        return calls

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.renderer.close()
        self.simulation.close()


@contextmanager
def counted():
    """Counter of OpenGL calls by name, within: every function of the binding is wrapped, but the question that pyglet asks after each when it debugs."""
    from pyglet import gl

    kept = {name: thing for name, thing in vars(gl).items() if name.startswith("gl") and name[2:3].isupper() and name != "glGetError"}
    calls = Counter()

    def wrapped(name, function):
        def call(*arguments):
            calls[name] += 1
            return function(*arguments)

        return call

    vars(gl).update({name: wrapped(name, function) for name, function in kept.items()})
    try:
        yield calls
    finally:
        vars(gl).update(kept)
