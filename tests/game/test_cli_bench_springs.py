"""The benchmark of springs: scenes that are what they are timed for, a rival that moves as ours does, and what counts as met."""

import json
import sys

import numpy as np
import pytest

from engine.components import Cells, Hold, Island, Position, Velocity
from game.cli import main
from game.commands import bench_peers, bench_springs, bench_springs_stages
from game.commands import bench_springs_scene as scenes
from game.commands.bench_springs import Cloth, Heap, Jelly, Rival, start
from game.commands.bench_springs_numpy import colours
from game.report import FAILED, FINE, Stop

N = 12
COLUMNS = ["scene", "what", "unit", "reached", "target", "met", "numpy_ratio"]


def test_the_rival_moves_as_ours_does():
    """A cloth of 12 x 12 masses with tethers, dropped: after 30 frames of 20 substeps numpy has it where ours is, to 1 mm of 0.4 m fallen."""
    simulation = start(scenes.cloth(N, 20, 1e4))
    rival = Rival(simulation, "cloth", 20)
    assert rival.cloth.tethers
    for _ in range(30):
        simulation.step()
        rival.cloth.frame(scenes.FRAME, 20)
    ours = simulation.get("cloth", Position).xyz.T
    assert ours[1].min() < -0.4
    assert np.abs(ours - rival.cloth.x).max() < 1e-3
    assert np.abs(simulation.get("cloth", Velocity).xyz.T - rival.cloth.v).max() < 0.05
    simulation.close()


def test_the_rivals_forces_are_those_of_the_springs():
    """The forces that numpy sums are those of the explicit solvers' stencil, to rounding of the springs' greatest."""
    from engine.kernels.spring_force import lay, pull
    from engine.systems.island import gather

    simulation = start(scenes.cloth(N, 20, 1e3))
    simulation.step(10)
    island = simulation.get("cloth", Island)
    masses, rival = gather(island), Rival(simulation, "cloth", 20)
    made = lay(island.springs, masses.x.shape[1])
    pull(masses.x, masses.v, masses.used, made)
    expected = made.sums[0, :, : N * N]
    assert np.abs(expected).max() > 0.01
    assert np.abs(rival.cloth.force() - expected).max() < 1e-4 * np.abs(expected).max() + 1e-4
    simulation.close()


def test_colours_are_disjoint_and_in_order():
    """A path of four springs in order shares a mass at each joint: four colours; two that share none are one."""
    assert colours(np.array([[0, 1], [1, 2], [2, 3], [3, 4]]), 5).tolist() == [0, 1, 2, 3]
    assert colours(np.array([[0, 1], [2, 3], [1, 2], [3, 4]]), 5).tolist() == [0, 0, 1, 1]


def test_cells_inside_out_are_counted():
    """None in a jelly at rest; mirrored, all are."""
    simulation = start(scenes.jelly(3, 10))
    x, cells = simulation.get("jelly", Position).xyz, simulation.get("jelly", Cells)
    assert bench_springs.inverted(x, cells) == 0 and bench_springs.inverted(-x, cells) == len(cells.volume)
    simulation.close()


def test_cloth_is_rumpled_across_its_plane_and_not_where_it_is_held():
    """A level cloth up and down, a hanging one to and fro, by a twentieth of the spacing, the same twice."""
    for level, across in ((True, 1), (False, 2)):
        simulation = start(scenes.cloth(N, 20, 1e3, level))
        simulation.restart()
        x, before = simulation.get("cloth", Position).xyz, simulation.get("cloth", Position).xyz.copy()
        scenes.rumple(simulation)
        moved, held = x - before, simulation.get("cloth", Hold).pinned[: N * N] > 0
        assert np.abs(np.delete(moved, across, axis=1)).max() == 0 and (moved[held] == 0).all()
        assert moved[~held, across].std() == pytest.approx(0.05 / (N - 1), rel=0.2)
        simulation.close()


def test_a_small_table_is_sane(monkeypatch, capsys):
    """`bench springs --json` of small bodies: all columns, positive times, a target met where what is reached is not above it."""
    monkeypatch.setattr(bench_springs, "CLOTHS", (Cloth(N, 20, 1e3, 100.0, 500.0),))
    monkeypatch.setattr(bench_springs, "EXACT", {(N, 1e3): 0.0})
    monkeypatch.setattr(bench_springs, "HEAPS", (Heap(N, 10, 1e3, 1e-9),))
    monkeypatch.setattr(bench_springs, "JELLIES", (Jelly(8, 10, 1e3, True),))
    monkeypatch.setattr(bench_springs, "EXPLICIT", (N, 1e3, ("euler",)))
    for name, frames in {"CRUMPLE": 90, "BOUNCE": 60, "ROUNDS": 1, "HANG": 120}.items():
        monkeypatch.setattr(bench_springs, name, frames)
    for name, small in {"CLOTHS": ((N, 20),), "HEAPS": ((N, 10),), "JELLY": 4, "QUICK": 2, "STIFFNESS": 1e4}.items():
        monkeypatch.setattr(bench_springs_stages, name, small)
    assert main(["bench", "springs", "--quick", "--json"]) == FINE
    rows = json.loads(capsys.readouterr().out)
    assert all(list(row) == COLUMNS for row in rows)
    by = {(row["scene"], row["what"]): row for row in rows}
    frame = by[f"cloth {N}x{N}, 20 substeps", "frame"]
    assert 0 < frame["reached"] and frame["met"] is True and frame["numpy_ratio"] > 1
    assert by[f"crumple {N}x{N}, 10 substeps", "slowest frame"]["met"] is False
    assert by["jelly 8^3, 10 substeps, meets itself", "cells inside out at rest"]["reached"] == 0
    assert {row["met"] for row in rows if row["target"] is None} == {None}
    stages = [row["what"] for row in rows if row["scene"].endswith("wind, floor")]
    assert stages == [f"of it: {stage}" for stage in ("all", "tethers", "springs", "solids", "wind", "the rest", "around it")]


def test_a_motion_that_is_not_sane_is_not_timed():
    """The benchmark stops with status 4 and says what does not hold."""
    with pytest.raises(Stop, match="cloth is not sane.* it does not hold that it hangs; it is whole") as stop:
        bench_springs.check("cloth", {"it hangs": False, "it falls": True, "it is whole": float("nan") > 0})
    assert stop.value.status == FAILED


def test_peers_that_are_not_installed_are_listed(monkeypatch, capsys):
    """Each with the package that brings it; nothing else is tried."""
    monkeypatch.setattr(bench_peers, "NAMES", bench_peers.NAMES[1:])
    monkeypatch.setattr(bench_peers, "find_spec", lambda name: None)
    assert main(["bench", "peers", "--json"]) == FINE
    rows = json.loads(capsys.readouterr().out)
    assert [row["note"] for row in rows] == [f"not installed: pip install {name}" for name in ("panda3d", "taichi", "mujoco", "newton")]
    assert main(["bench", "peers"]) == FINE


def test_a_peer_is_measured_as_ours_is():
    """Ours as its own peer: timed, at rest within its bounds, no blow-up at any length of frame."""
    row = bench_peers.measured("springvand", "stable, 20 substeps a frame of 1/60 s", 60.0, bench_peers.level(N))
    assert 0 < row["ms"] and row["ratio"] == row["ms"] / row["ours_ms"] and 0 < row["stretch_percent"] < 5
    assert row["blows_up"] == "no" and row["note"] is None


def test_a_peer_that_fails_leaves_a_note():
    """What its process said last stands in its row, and the others go on."""
    row = bench_peers._in_a_process("springvand", "no such variant", 1.0)
    assert row["ms"] is None and "KeyError" in row["note"] and sys.executable not in row["note"]


def test_what_is_far_away_or_no_number_has_blown_up():
    """50 m is the limit."""
    x = np.zeros((4, 3))
    assert not bench_peers.has_blown_up(x + 49)
    assert bench_peers.has_blown_up(x + 51) and bench_peers.has_blown_up(x * np.nan)
