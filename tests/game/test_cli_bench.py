"""The benchmark measures what it says: a sane scene, a rival that does the same work, ratios of medians."""

import json

import numpy as np
import pytest

from engine.components import Position
from engine.simulation import Simulation
from game.cli import main
from game.commands import bench, bench_frame
from game.commands.bench_numpy import COLUMNS, NumpyJet, back_to_front
from game.commands.bench_scene import MEAN_LIFE, SETTLED, jet, scene
from game.report import FAILED, FINE, MACHINE, Stop

FEW = 3000
DT = 1 / 120


@pytest.fixture(scope="module")
def settled():
    """The benchmark's scene with few droplets, in equilibrium."""
    simulation = Simulation(scene(FEW), threads=1)
    simulation.step(round(SETTLED / DT))
    return simulation


def rival_from_nothing(ticks, **other):
    """The numpy jet after so many ticks, started without a droplet."""
    none = np.zeros((3, 0), np.float32)
    kinds = {"id": np.uint32, "hits": np.uint8, "tint": np.uint32}
    rival = NumpyJet(none, none, {name: np.zeros(0, kinds.get(name, np.float32)) for name in COLUMNS}, 2 * FEW, jet(FEW) | other)
    for _ in range(ticks):
        rival.tick(DT)
    return rival


def test_the_rival_does_the_same_work(settled):
    """After 2.4 s both jets hold the same number, at the same mean heights and spreads, with the same share of bounced droplets."""
    from engine.components import Life

    rival = rival_from_nothing(round(SETTLED / DT))
    ours, theirs = settled.get("jet", Position).xyz, rival.x[:, : rival.alive].T
    assert len(theirs) == pytest.approx(FEW, rel=0.05) and len(ours) == pytest.approx(FEW, rel=0.05)
    # three standard errors of the mean and of the deviation of 3,000 droplets
    assert ours.mean(axis=0) == pytest.approx(theirs.mean(axis=0), abs=float(3 * theirs.std() * (2 / FEW) ** 0.5))
    assert ours.std(axis=0) == pytest.approx(theirs.std(axis=0), rel=3 * (1 / FEW) ** 0.5)
    hits = settled.get("jet", Life).hits
    bounced, theirs_bounced = (hits[:, : len(ours)] > 0).mean() * len(hits), (rival.hits[: rival.alive] > 0).mean()
    assert bounced == pytest.approx(theirs_bounced, abs=3 * (2 * 0.1 * 0.9 / FEW) ** 0.5)


def test_the_rivals_bounce_is_exact():
    """A droplet that falls onto the lid turns round at the time of impact: restitution 0.2 at first, then 1, on the parabola."""
    rival = rival_from_nothing(0, drag=1e-4)
    rival.alive, g = 1, 9.82
    for first, e in ((0, 0.2), (3, 1.0)):
        rival.x[:, 0], rival.v[:, 0], rival.hits[0], rival.age[0] = (0.1, 1.01, 0), (1, -3, 0), first, 0
        rival.integrate(DT)
        rival.collide(DT)
        t = (-3 + (9 + 2 * g * 0.01) ** 0.5) / g
        up = e * (3 + g * t)
        assert rival.x[1, 0] == pytest.approx(1 + up * (DT - t) - g / 2 * (DT - t) ** 2, abs=3e-6)
        assert rival.v[1, 0] == pytest.approx(up - g * (DT - t), abs=1e-5)
        assert rival.hits[0] == first + 1


def test_the_rival_keeps_the_order_and_drops_the_dead():
    """Ids stay sorted through births and deaths, and nobody is older than the lifetime or below the kill height."""
    rival = rival_from_nothing(300)
    n = rival.alive
    assert (np.diff(rival.id[:n].astype(int)) > 0).all()
    assert (rival.age[:n] < rival.span[:n]).all() and rival.x[1, :n].min() > -1


def test_the_rivals_sort_is_back_to_front():
    """A permutation, monotone in depth to one step of 65,536, ties in the order of their slots."""
    x = np.random.default_rng(1).normal(size=(3, 5000)).astype(np.float32)
    x[:, 1000:2000] = x[:, :1000]
    order = back_to_front(x, (0, -0.6, -0.8))
    depth = np.array([0, -0.6, -0.8]) @ x
    assert sorted(order) == list(range(5000))
    assert (np.diff(depth[order]) < (depth.max() - depth.min()) / 65535 * 1.01).all()
    place = np.argsort(order)
    assert (place[:1000] < place[1000:2000]).all()


def test_the_rate_keeps_the_number_alive():
    """rate x mean life = the number asked for."""
    assert jet(1000)["rate"] * MEAN_LIFE == pytest.approx(1000)


def test_rows_hold_medians_and_ratios():
    """ns per droplet; the rival's time over ours; ours over the copy's; the first round is left out."""
    rounds = [{("ours", "tick"): t, ("numpy", "tick"): 3 * t, ("copy", "copy"): 50, ("ours", "wave"): 10} for t in (9999, 100, 300, 200)]
    assert bench.table(rounds, 10) == [
        {"scene": "bench", "particles": 10, "system": "tick", "ns": 20.0, "numpy_ratio": 3.0, "copy_ratio": 4.0},
        {"scene": "bench", "particles": 10, "system": "wave", "ns": 1.0, "numpy_ratio": None, "copy_ratio": 0.2},
    ]


def test_bench_prints_rows_as_data_and_as_a_table(monkeypatch, capsys):
    """All systems, `tick` and `sort`, for each number of droplets; ratios where there is a rival."""
    monkeypatch.setattr(bench, "SIZES", (FEW,))
    monkeypatch.setattr(bench, "QUICK", {FEW: 3})
    assert main(["bench", "--quick", "--json"]) == FINE
    said = capsys.readouterr()
    rows = json.loads(said.out)
    assert {row["system"] for row in rows} == {*bench.PARTICLE_SYSTEMS, "wave", "tick", "sort"}
    assert all(set(row) == {"scene", "particles", "system", "ns", "numpy_ratio", "copy_ratio"} and row["ns"] > 0 for row in rows)
    assert {row["system"] for row in rows if row["numpy_ratio"]} == {"emit", "integrate", "collide", "age", "tick", "sort"}
    assert said.err == "springvand: 3,000 droplets ...\n"
    bench._print(rows, False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == list(rows[0]) and len(lines) == len(rows) + 1 and len({len(line) for line in lines}) == 1


def test_a_scene_that_is_not_sane_is_not_timed(settled):
    """Too few droplets for the number on the table: the benchmark stops with status 4 and says what does not hold."""
    bench.check_sane(settled, FEW)
    with pytest.raises(Stop, match="droplets live") as stop:
        bench.check_sane(settled, 2 * FEW)
    assert stop.value.status == FAILED


def test_memory_that_grows_with_the_droplets_is_seen(settled, monkeypatch):
    """A tick takes nothing that grows; one that copies the positions is caught."""
    assert bench.check_memory(settled, FEW) < bench.GROWTH
    step = settled.step

    def wasteful(n=1):
        step(n)
        settled.waste = np.empty((3, 50_000), np.float32)

    monkeypatch.setattr(settled, "step", wasteful)
    with pytest.raises(Stop, match="a droplet, and at most 0.1 is allowed") as stop:
        bench.check_memory(settled, 50_000)
    assert stop.value.status == FAILED


def test_a_frame_needs_opengl(monkeypatch, capsys):
    """Without it `bench frame` ends with status 3 and names the packages."""
    from engine.render import offscreen

    def none():
        raise offscreen.NoOpenGL("no OpenGL here; apt-get install libegl1")

    monkeypatch.setattr(offscreen, "context", none)
    assert main(["bench", "frame"]) == MACHINE
    assert "apt-get install libegl1" in capsys.readouterr().err


def test_a_frame_is_the_sum_of_its_parts(monkeypatch, capsys):
    """What grows with the droplets comes from the benchmark's scene, what hangs on the passes from the fountain; the first picture beside."""
    of = {"Benchmark": (2e6, 1e6, 3e6, 9e9, 9e9), "Fountain": (9e9, 9e9, 9e9, 1e5, 5e5)}
    names = "tick", "extract", "sort and upload", "other uploads", "submit"
    monkeypatch.setattr("engine.render.offscreen.context", lambda: None)
    monkeypatch.setattr(bench_frame, "_parts", lambda scene, rounds: dict(zip(names, of[scene.spec.title], strict=True)))
    monkeypatch.setattr(bench_frame, "first_picture", lambda at: 1.25 + at)
    assert main(["bench", "frame", "--json"]) == FINE
    rows = {row["system"]: row["ms"] for row in json.loads(capsys.readouterr().out)}
    parts = {"tick": 2.0, "extract": 1.0, "sort and upload": 3.0, "other uploads": 0.1, "submit": 0.5}
    assert rows == pytest.approx({**parts, "frame": 6.6, "first picture": 1250.0, "with droplets": 1350.0})


def test_a_first_picture_that_fails_stops_the_benchmark():
    """The reason is that of the process that failed."""
    import sys

    with pytest.raises(Stop, match="the first picture failed: no luck") as stop:
        bench_frame._timed([sys.executable, "-c", "import sys; sys.exit('no luck')"])
    assert stop.value.status == FAILED
