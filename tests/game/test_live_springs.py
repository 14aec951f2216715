"""Masses on springs follow their files while they run: a scene, a mesh, an image."""

import time

import numpy as np
import pytest

from engine.components import Hold, Mass, Position, Spring, Velocity
from game.live import Live

TEXT = """vars:
  stiff: {value: 500, min: 100, max: 2000, step: 100, keys: [A, Q]}
keys:
  M: cycle flag.solver
entities:
  flag:
    lattice: {counts: [8, 6], size: [1, 0.8]}
    mass: {total: 0.2}
    spring: {stiffness: $stiff}
    pin: {corners: [top_left, top_right]}
  block:
    position: [3, 0, 0]
    lattice: {counts: [3, 3, 3], size: 0.3}
    mass: 0.01
    spring: {links: [structural, shear], stiffness: 300}
  sheet:
    position: [0, 2, 0]
    shape: {mesh: {file: quad.obj}}
    mass: {total: 0.1}
    spring: {stiffness: 100}
    pin: {indices: [0]}
  earth: {gravity: {}}
  breeze: {wind: {velocity: [0, 0, 1]}}
"""
QUAD = "v -0.5 0 -0.5\nv 0.5 0 -0.5\nv 0.5 0 0.5\nv -0.5 0 0.5\nf 1 2 3 4\n"
SLOWEST = 8.0  # [s] that any test waits for news


@pytest.fixture
def live(tmp_path):
    """A Live of the scene beside its mesh, half a second after its start."""
    (tmp_path / "quad.obj").write_text(QUAD)
    (tmp_path / "cloth.yaml").write_text(TEXT)
    running = Live(tmp_path / "cloth.yaml", interval=0.02)
    running.simulation.step(60)
    yield running
    running.close()


def news(live):
    """The next news, with no tick on the way."""
    end = time.monotonic() + SLOWEST
    while not (texts := live.poll()):
        assert time.monotonic() < end, live.errors
        time.sleep(0.005)
    return texts


def save(live, old, new, name="cloth.yaml"):
    """Save a file with one text replaced; the news of it."""
    file = live.path.with_name(name)
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    return news(live)


def body(live, name="flag"):
    """Copies of places and velocities."""
    return [live.simulation.get(name, kind).xyz.copy() for kind in (Position, Velocity)]


LIVE = [
    ("total: 0.2", "total: 0.4", "flag.mass.total 0.2 -> 0.4"),
    ("size: [1, 0.8]}\n", "size: [1, 0.8]}\n    solver: rk4\n", "flag.solver none -> rk4"),
    ("corners: [top_left, top_right]", "corners: [top_left, bottom_right]", "flag.pin.corners [top_left, top_right] -> [top_left, bottom_right]"),
    ("stiffness: $stiff", "stiffness: $stiff, damping: 0.1", "flag.spring.damping 0 -> 0.1"),
    ("gravity: {}", "gravity: {acceleration: [0, -3, 0]}", "earth.gravity.acceleration [0, -9.82, 0] -> [0, -3, 0]"),
    ("velocity: [0, 0, 1]", "velocity: [0, 0, -2]", "breeze.wind.velocity [0, 0, 1] -> [0, 0, -2]"),
]  # fmt: skip


@pytest.mark.parametrize("old, new, said", LIVE)
def test_what_is_live_leaves_every_mass_where_it_is(live, old, new, said):
    """No place changes by an edit, no velocity but that of masses newly held; and no mass jumps in the tick after it."""
    x, v = body(live)
    assert save(live, old, new) == [f"reloaded cloth.yaml: {said} (live)"]
    after, speed = body(live)
    np.testing.assert_array_equal(after, x)
    free = live.simulation.get("flag", Hold).pinned[: len(x)] == 0
    np.testing.assert_array_equal(speed[free], v[free])
    live.simulation.step()
    assert np.linalg.norm(body(live)[0] - x, axis=1).max() < 2 * np.linalg.norm(v, axis=1).max() / 120 + 2e-3


def test_stiffness_of_a_variable_is_blended(live):
    """The variable that a key steers leads the springs: half way after 0.05 s, there after 0.1 s."""
    assert save(live, "value: 500", "value: 700") == [
        "reloaded cloth.yaml: vars.stiff.value 500 -> 700 (live); flag.spring.stiffness 500 -> 700 (live)"
    ]
    live.simulation.step(6)
    np.testing.assert_allclose(live.simulation.get("flag", Spring).stiffness, 600, rtol=1e-5)
    live.simulation.press("stiff", 1)
    live.simulation.step(12)
    assert (live.simulation.get("flag", Spring).stiffness == 800).all()


def test_a_solver_that_is_not_written_is_cycled(live):
    """`cycle flag.solver` goes from auto, which no file need write, through all that there are and back."""
    words = [live.simulation.cycle("flag.solver")[0].new for _ in range(8)]
    assert words == ["euler", "explicit-euler", "verlet", "verlet-corrected", "verlet-corrected-published", "rk4", "stable", "auto"]


def test_counts_keep_shape_and_motion(live):
    """Corners stay to the bit in place and speed, the mean of both within 1 % of their spread; all together weigh as much."""
    (x, v), corners = body(live), ([0, 7, 40, 47], [0, 14, 165, 179])
    assert save(live, "counts: [8, 6]", "counts: [15, 12]") == ["reloaded cloth.yaml: flag.lattice.counts [8, 6] -> [15, 12] (resize)"]
    for before, after in zip((x, v), body(live), strict=True):
        np.testing.assert_allclose(after[corners[1]], before[corners[0]], atol=1e-6)
        assert np.abs(after.mean(0) - before.mean(0)).max() < 0.1 * before.std(0).max()
    assert 180 / live.simulation.get("flag", Mass).inverse[5] == pytest.approx(0.2, rel=1e-5)
    live.simulation.step(30)
    assert live.simulation.stretch("flag") < 0.1


def test_what_is_built_anew_says_so_and_leaves_the_rest(live):
    """Counts of a block, links and the contents of a mesh: `(rebuild)`, at its start again, while the flag keeps every bit."""
    x, v = body(live)
    for old, new, said, name, file in (
        ("[3, 3, 3]", "[4, 4, 4]", "block.lattice.counts [3, 3, 3] -> [4, 4, 4]", "block", "cloth.yaml"),
        ("[structural, shear]", "[structural]", "block.spring.links [structural, shear] -> [structural]", "block", "cloth.yaml"),
        ("v 0.5 0 0.5", "v 0.5 0 0.8", "sheet.shape.mesh {file: quad.obj} read anew", "sheet", "quad.obj"),
    ):
        assert save(live, old, new, file) == [f"reloaded cloth.yaml: {said} (rebuild)"]
        assert not live.simulation.get(name, Velocity).xyz.any()
        np.testing.assert_array_equal(body(live), [x, v])
    np.testing.assert_allclose(live.simulation.get("sheet", Position).xyz[2], [0.5, 2, 0.8], atol=1e-6)


def test_a_broken_mesh_leaves_the_last_good_one(live):
    """The mesh's own line is named; what runs goes on; mended, or gone, nothing else happens."""
    sheet, mesh = body(live, "sheet"), live.path.with_name("quad.obj")
    mesh.write_text(QUAD.replace("f 1 2 3 4", "f 1 2 3 9"))
    end = time.monotonic() + SLOWEST
    while not live.errors and time.monotonic() < end:
        live.poll()
        time.sleep(0.005)
    assert live.errors[0].text == "quad.obj:5: there is no point 9; 4 stand above this line" and live.errors[0].line == 18
    np.testing.assert_array_equal(body(live, "sheet"), sheet)
    live.simulation.step()
    mesh.write_text(QUAD)
    assert news(live) == ["saved, no change"] and live.errors == ()
    mesh.unlink()
    assert news(live) == ["quad.obj is gone; the scene keeps it"]
