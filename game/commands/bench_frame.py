"""`springvand bench frame`: what a picture costs the processor, and how soon the first one is there."""

import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, perf_counter_ns

from game.commands.bench_scene import SETTLED, scene
from game.report import FAILED, MACHINE, Stop, say
from game.scenes import find

PARTICLES = 100_000
SIZE = 320, 180
ROUNDS, QUICK = 60, 20
STARTS = 5  # the quickest of so many counts: the first ones compile kernels
FIRST = {"first picture": 0, "with droplets": 0.1}  # [s] of the scene; before time passes no kernel is needed
PERIOD = 1.4  # ticks that a picture takes: most lie between two ticks, and both go up


def frame(quick=False):
    """Rows {scene, particles, system, ms}: the processor's share of a picture of 100,000 droplets, its sum, and the first picture.

    tick (one), extract, sort and upload are those of the benchmark's scene. What the passes upload besides and submit hardly depends on the
    number of droplets; it is that of the fountain, which keeps every pass busy.
    """
    from engine.render import offscreen

    try:
        offscreen.context()
    except offscreen.NoOpenGL as error:
        raise Stop(MACHINE, str(error)) from None
    from engine.scene import load

    rounds = QUICK if quick else ROUNDS
    say(f"springvand: {PARTICLES:,} droplets ...")
    many = _parts(scene(PARTICLES, seen=True), rounds)
    whole = _parts(load(find("fountain")), rounds)
    parts = {name: many[name] for name in ("tick", "extract", "sort and upload")}
    parts |= {"other uploads": whole["other uploads"], "submit": whole["submit"]}
    rows = [_row("bench", PARTICLES, system, ns / 1e6) for system, ns in parts.items()]
    rows.append(_row("bench", PARTICLES, "frame", sum(parts.values()) / 1e6))
    say("springvand: first picture ...")
    return [*rows, *(_row("fountain", None, name, 1000 * first_picture(at)) for name, at in FIRST.items())]


def _row(name, particles, system, ms):
    return {"scene": name, "particles": particles, "system": system, "ms": ms}


def _parts(scene, rounds):
    """Median nanoseconds of each part of a frame."""
    from engine.render.extract import extract
    from engine.render.renderer import Renderer
    from engine.simulation import Simulation

    simulation = Simulation(scene, threads=2)
    step = simulation.scene.spec.time.step
    simulation.step(round(SETTLED / step))
    renderer = Renderer(SIZE, quality="test", bake="off")
    renderer.render(extract(simulation))  # shadows and the room are drawn once
    times = []
    for _ in range(rounds):
        marks = [perf_counter_ns()]
        ticks = simulation.advance(PERIOD * step)
        marks.append(perf_counter_ns())
        picture = extract(simulation)
        marks.append(perf_counter_ns())
        with calls_alone():
            renderer.render(picture)
            whole = perf_counter_ns() - marks[2]
        billboards, uploads = renderer.timings["billboards.behind"][0], sum(upload for upload, _ in renderer.timings.values())
        tick = (marks[1] - marks[0]) / ticks
        times.append(
            {
                "tick": tick,
                "extract": marks[2] - marks[1],
                "sort and upload": billboards,
                "other uploads": uploads - billboards,
                "submit": whole - uploads,
            }
        )
    renderer.close()
    simulation.close()
    return {part: statistics.median(t[part] for t in times[1:]) for part in times[0]}


@contextmanager
def calls_alone():
    """Submit as to a graphics card, which draws while the processor goes on; a software driver draws within the calls.

    Within this every call is made, with all its state, but draws no vertex, copies no pixel, and nothing is cleared; coarser levels of textures are not
    made. What is timed is this program and the way through OpenGL, and not what a driver does with a draw call (some 5 us each, of which a
    picture has about forty).
    """
    from pyglet import gl

    names = "glDrawArrays", "glDrawArraysInstanced", "glDrawElements", "glBlitFramebuffer", "glGenerateMipmap"
    kept = {name: getattr(gl, name) for name in names}
    arrays, instanced, elements, blit, _ = kept.values()
    gl.glDrawArrays = lambda mode, first, count: arrays(mode, first, 0)
    gl.glDrawArraysInstanced = lambda mode, first, count, copies: instanced(mode, first, count, 0)
    gl.glDrawElements = lambda mode, count, kind, first: elements(mode, 0, kind, first)
    gl.glGenerateMipmap = lambda kind: None
    gl.glBlitFramebuffer = lambda *call: blit(*8 * (0,), *call[8:])
    gl.glEnable(gl.GL_RASTERIZER_DISCARD)
    try:
        yield
    finally:
        gl.glDisable(gl.GL_RASTERIZER_DISCARD)
        vars(gl).update(kept)


def first_picture(at):
    """Seconds from the start of a process to the fountain's picture at a time [s], 320x180, kernels compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        words = f"render fountain --at {at} --size {SIZE[0]}x{SIZE[1]} --samples 0 --quality test -o".split()
        command = [sys.executable, "-m", "game", *words, str(Path(folder) / "a.png")]
        return min(_timed(command) for _ in range(STARTS))


def _timed(command):
    start = perf_counter()
    answer = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if answer.returncode != 0:
        raise Stop(FAILED, f"the first picture failed: {answer.stderr.strip()}")
    return perf_counter() - start
