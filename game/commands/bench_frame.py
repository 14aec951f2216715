"""`springvand bench frame`: what a picture costs the processor, and how soon the first one is there."""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, perf_counter_ns

from game.commands.bench_scene import SETTLED, scene
from game.report import FAILED, MACHINE, Stop, say

PARTICLES, FEW = 100_000, 100
SIZE = 320, 180
STEPS = "billboards.behind", "billboards.before", "present"  # what the droplets add to a picture
ROUNDS, QUICK = 60, 20
STARTS = 5  # the quickest of so many counts: the first ones compile kernels


def frame(quick=False):
    """Rows {scene, particles, system, ms}: what droplets cost the processor in a frame, the sum, and the first picture."""
    from engine.render import offscreen

    try:
        offscreen.context()
    except offscreen.NoOpenGL as error:
        raise Stop(MACHINE, str(error)) from None
    rounds = QUICK if quick else ROUNDS
    say(f"springvand: {PARTICLES:,} droplets ...")
    many = _parts(PARTICLES, rounds)
    # A graphics card draws while the processor goes on, a software driver draws within the call; the calls are the same for
    # few droplets, so they are timed with few.
    many["submit"] = _parts(FEW, rounds)["submit"]
    rows = [_row("bench", PARTICLES, system, ns / 1e6) for system, ns in many.items()]
    rows.append(_row("bench", PARTICLES, "frame", sum(many.values()) / 1e6))
    say("springvand: first picture ...")
    return [*rows, _row("fountain", None, "first picture", 1000 * first_picture())]


def _row(name, particles, system, ms):
    return {"scene": name, "particles": particles, "system": system, "ms": ms}


def _parts(particles, rounds):
    """Median nanoseconds of each part of a frame."""
    from engine.render.extract import extract
    from engine.render.renderer import Renderer
    from engine.simulation import Simulation

    simulation = Simulation(scene(particles, seen=True), threads=2)
    simulation.step(round(SETTLED / simulation.scene.spec.time.step))
    renderer = Renderer(SIZE, quality="test", bake="off", order=STEPS)
    times = []
    for _ in range(rounds):
        marks = [perf_counter_ns()]
        simulation.step()
        marks.append(perf_counter_ns())
        picture = extract(simulation)
        marks.append(perf_counter_ns())
        renderer.render(picture)
        uploads, draws = (sum(part) for part in zip(*renderer.timings.values(), strict=True))
        times.append({"tick": marks[1] - marks[0], "extract": marks[2] - marks[1], "sort and upload": uploads, "submit": draws})
        renderer.pixels()  # wait until it is drawn
    renderer.close()
    return {part: statistics.median(t[part] for t in times[1:]) for part in times[0]}


def first_picture():
    """Seconds from the start of a process to the first picture of the fountain, 320x180, kernels compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        size = "x".join(map(str, SIZE))
        words = [
            "render",
            "fountain",
            "-o",
            str(Path(folder) / "a.png"),
            "--at",
            "0",
            "--size",
            size,
            "--samples",
            "0",
            "--quality",
            "test",
        ]
        return min(_timed([sys.executable, "-m", "game", *words]) for _ in range(STARTS))


def _timed(command):
    start = perf_counter()
    answer = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if answer.returncode != 0:
        raise Stop(FAILED, f"the first picture failed: {answer.stderr.strip()}")
    return perf_counter() - start
