"""What a picture of large bodies takes: OpenGL calls, memory, and a benchmark that says what it measures."""

import json
import tracemalloc

import numpy as np
import pytest

from game.cli import main
from game.commands import bench_draw, bench_draw_numpy
from game.commands.bench_draw_scene import scene
from game.report import FAILED, FINE, MACHINE, Stop

SMALL = {"droplets": 900, "cloth": (9, 9), "jelly": (4, 4, 4), "water": (12, 12)}
FIXED = 64 * 1024  # [bytes] of a picture that do not depend on how large anything in it is


@pytest.fixture(scope="module")
def large(context):
    """The benchmark's scene in a small picture."""
    with bench_draw.Show(scene(), size=(64, 36)) as show:
        yield show


def test_a_picture_takes_at_most_300_calls(large):
    """As on a graphics card: full quality, multisampling. Counted at the binding; a second picture takes as many."""
    from pyglet import gl

    draw, calls = gl.glDrawElements, large.calls()
    assert gl.glDrawElements is draw  # nothing stays wrapped
    assert calls.total() <= bench_draw.TARGET_CALLS, calls
    assert calls["glDrawElements"] >= 4 and calls["glDrawArraysInstanced"] >= 4 and calls["glBufferSubData"] >= 8
    assert large.calls() == calls


def test_a_picture_takes_no_memory_that_grows_with_anything(large):
    """100,000 droplets, 16,384 masses drawn as 65,025 vertices, 16,384 nodes of water: extracted, sorted, sent up and drawn within 64 KB."""
    from engine.render.extract import extract

    tracemalloc.start()
    try:
        worst = 0
        for turn in range(4):
            large.simulation.advance(1.4 * large.step)
            before = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            large.frame = extract(large.simulation)
            large.render()
            if turn:
                worst = max(worst, tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    assert worst < FIXED


def test_the_scene_is_what_it_is_called(large):
    """Droplets on both sides of the water, whole bodies; anything less stops the benchmark with status 4."""
    large.next()
    large.render()
    bench_draw.check_sane(large)
    cloth = large.frame.skins[0]
    cloth.used -= 1
    with pytest.raises(Stop, match="does not hold that cloth and jelly are whole") as stop:
        bench_draw.check_sane(large)
    assert stop.value.status == FAILED


def test_the_rival_sorts_and_shades_as_the_program_does(large):
    """The same droplets behind and before, each packed once, nearer later; the same unit normals of the cloth, but for its bends."""
    large.next()
    large.render()
    group, level = large.frame.particles[0], large.frame.waters[0].position[1]
    axis = -large.frame.view.rotation[:, 2]
    rows, behind = bench_draw_numpy.packed(group, large.frame.blend, axis, level)
    populations = large.renderer.passes["billboards"].populations
    assert (behind, len(rows) - behind) == (populations.behind[1], populations.before[1])
    assert sorted(rows[:, 9].view(np.uint32)) == sorted(group.id[: group.used][group.age[: group.used] >= 0])
    depth = rows[:, :3] @ axis
    step = 2 * np.ptp(depth) / bench_draw_numpy.STEPS
    assert (np.diff(depth[:behind]) < step).all() and (np.diff(depth[behind:]) < step).all()
    drape = large.renderer.passes["cloth"].drapes[0]
    ours, theirs = drape.rows[:, 3:6], bench_draw_numpy.normals(drape.rows[:, :3], large.corners)
    assert np.median(np.abs((ours * theirs).sum(1))) > 0.9999


def test_rows_hold_the_least_the_median_and_the_ratio():
    """ms of ours; numpy's least over our least; the picture is the sum of the stages round by round, and bears the calls."""
    times = [{"extract": e * 10**6, "submit": s * 10**6, "numpy submit": 8 * 10**6} for e, s in ((1, 4), (3, 2), (2, 5))]
    extract, submit, picture = bench_draw.table(times, 123)
    assert (extract["ms"], extract["median_ms"], extract["numpy_ratio"]) == (1, 2, None)
    assert (submit["ms"], submit["median_ms"], submit["numpy_ratio"]) == (2, 4, 4)
    assert (picture["ms"], picture["median_ms"], picture["calls"], picture["target"]) == (5, 5, 123, "8 ms, 300 calls")


def test_bench_draw_prints_its_rows_as_data(context, monkeypatch, capsys):
    """Every stage takes time, the picture as much as all of them, and calls; the same rows as a table."""
    monkeypatch.setattr(bench_draw, "scene", lambda: scene(**SMALL))
    monkeypatch.setattr(bench_draw, "check_sane", lambda show: None)
    monkeypatch.setattr(bench_draw, "QUICK", 3)
    assert main(["bench", "draw", "--quick", "--json"]) == FINE
    rows = {row["system"]: row for row in json.loads(capsys.readouterr().out)}
    *stages, picture = rows
    assert stages == ["extract", *bench_draw.STAGES.values(), "upload: all else", "submit"] and picture == "picture"
    assert all(rows[stage]["ms"] > 0 for stage in stages)
    assert rows["picture"]["ms"] >= sum(rows[stage]["ms"] for stage in stages) * (1 - 1e-9)
    assert {stage for stage in stages if rows[stage]["numpy_ratio"]} == {bench_draw.STAGES["cloth"], bench_draw.STAGES["billboards"]}


def test_drawing_needs_opengl(monkeypatch, capsys):
    """Without it `bench draw` ends with status 3 and names the packages."""
    from engine.render import offscreen

    def none():
        raise offscreen.NoOpenGL("no OpenGL here; apt-get install libegl1")

    monkeypatch.setattr(offscreen, "context", none)
    assert main(["bench", "draw"]) == MACHINE
    assert "apt-get install libegl1" in capsys.readouterr().err
