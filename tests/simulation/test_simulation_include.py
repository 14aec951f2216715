"""What is included runs as it would alone, in its place, and among itself."""

import zlib
from pathlib import Path

import esper
import numpy as np
import pytest

from engine.components import Life, Name, Position, Velocity
from engine.scene import load, parse

STEPS = 150
FOUNTAIN = """\
entities:
  jet:
    position: [0, 0.6, 0]
    mass: 1 g
    emitter: {rate: 300, capacity: 900, lifetime: [0.8, 1.4], kill_below: -1, shape: {disc: {radius: 0.03}}, start_velocity: {jet: {spread: 1, speed: [3, 4], flutter: 0.1}}}
  weight: {gravity: {}}
  breeze: {wind: {velocity: [0.4, 0, 0], gust: {strength: 0.5, period: 1}}}
  lid: {shape: {box: {size: [2, 0.2, 1]}}, collider: {bounce: [{restitution: 0.5, scatter: 0.2}]}}
  pool: {position: [0, 0.2, 0], wave_surface: {size: [3, 2], nodes: [32, 16]}}
"""
CLOTH = """\
entities:
  cloth: {position: [0, 1, 0.2], mass: {total: 0.2}, lattice: {counts: [8, 6], size: [1, 0.6], plane: xz}, spring: {stiffness: 400}, pin: {corners: [top_left]}}
  stone: {position: [0.2, 2, 0], velocity: [1, 0, 0.5], mass: 1}
  weight: {gravity: {}}
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with a fountain and a cloth."""
    (tmp_path / "fountain.yaml").write_text(FOUNTAIN)
    (tmp_path / "cloth.yaml").write_text(CLOTH)
    return tmp_path


def main(folder, text):
    """A Scene of a text, as if it lay in the folder."""
    return parse(text.encode(), folder / "main.yaml")


def state(simulation, name):
    """Places and velocities of an entity's particles, and their ids."""
    return simulation.get(name, Position).xyz.copy(), simulation.get(name, Velocity).xyz.copy()


def test_an_included_fountain_is_the_fountain_bit_for_bit(folder, simulate):
    """Given the keys of the names that it has alone: droplets, gusts, hits and water. With its own it is as much, and another."""
    alone, included, own = (simulate(s) for s in (
        load(folder / "fountain.yaml"), main(folder, "include: [{file: fountain.yaml, as: a}]\nentities: {}\n"),
        main(folder, "include: [{file: fountain.yaml, as: a}]\nentities: {}\n"),
    ))  # fmt: skip
    esper.switch_world(included.world)
    for _, name in esper.get_component(Name):
        name.key = zlib.crc32(name.text.removeprefix("a.").encode())
    for simulation in (alone, included, own):
        simulation.step(STEPS)
    for kind in (Position, Velocity):
        assert (alone.get("jet", kind).xyz == included.get("a.jet", kind).xyz).all()
    assert (alone.get("jet", Life).hits == included.get("a.jet", Life).hits).all()
    mean, other = state(alone, "jet")[0].mean(0), state(own, "a.jet")[0].mean(0)
    assert len(state(alone, "jet")[0]) > 200 and np.abs(mean - other).max() < 0.15 and (mean != other).any()


def test_two_of_one_fountain_are_not_the_same_droplets(folder, simulate):
    """The random numbers go by the full name."""
    text = "include: [{file: fountain.yaml, as: a}, {file: fountain.yaml, as: b}]\nentities: {}\n"
    simulation = simulate(main(folder, text))
    simulation.step(20)
    assert not np.isin(state(simulation, "a.jet")[1], state(simulation, "b.jet")[1]).any()


@pytest.mark.parametrize("degrees", [0, 90, 37])
def test_a_turn_and_a_shift_of_all_commute_with_the_step(folder, simulate, degrees):
    """Cloth and stone that fall, placed elsewhere: what they do alone, turned about y and shifted; float32 and the sweeps' order leave 1e-3."""
    alone = simulate(load(folder / "cloth.yaml"))
    placed = simulate(main(folder, f"include: [{{file: cloth.yaml, position: [3, 1, -2], rotation: [0, {degrees}, 0]}}]\nentities: {{}}\n"))
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    for simulation in (alone, placed):
        simulation.step(60)
    for name in ("cloth", "stone"):
        (x, v), (there, speed) = state(alone, name), state(placed, f"cloth.{name}")
        assert np.abs(there - (x @ turn.T + [3, 1, -2])).max() < 1e-3 and np.abs(speed - v @ turn.T).max() < 1e-2, name
    assert np.abs(state(alone, "stone")[0]).max() > 0.5


def test_included_forces_and_solids_stay_among_their_own(folder, simulate):
    """A particle of the scene falls through the fountain's lid by no one's gravity but the scene's; the fountain feels both."""
    (folder / "lid.yaml").write_text(
        "entities:\n  ball: {position: [0, 1, 0], mass: 1}\n  pull: {gravity: {acceleration: [0, -1, 0]}}\n"
        "  lid: {shape: {box: {size: [2, 0.2, 2]}}, collider: {}}\n  side: {gravity: {acceleration: [1, 0, 0]}, affects: [mine]}\n"
    )
    text = """\
include: [{file: lid.yaml, as: a}, {file: lid.yaml, as: b, position: [9, 0, 0]}]
entities:
  mine: {position: [0, 1, 0], mass: 1}
  other: {position: [0, 1, 5], mass: 1}
  pull: {gravity: {acceleration: [0, -2, 0]}}
"""
    simulation = simulate(main(folder, text))
    simulation.step(120)
    velocity = {name: state(simulation, name)[1][0] for name in ("mine", "other", "a.ball", "b.ball")}
    assert velocity["mine"] == pytest.approx([2, -2, 0], abs=1e-4) and velocity["other"] == pytest.approx([0, -2, 0], abs=1e-4)
    height = {name: state(simulation, name)[0][0, 1] for name in velocity}
    assert height["mine"] == pytest.approx(0, abs=0.02) and height["a.ball"] == height["b.ball"] >= 0.1  # the lid stops its own


def test_including_moving_and_renaming_while_it_runs(folder, simulate):
    """An include added brings entities, moved takes them along, renamed keeps their state, taken out lets droplets live on."""
    text = "include: [{file: fountain.yaml, as: a}]\nentities: {down: {gravity: {}}}\n"
    plain = "entities: {down: {gravity: {}}}\n"
    simulation = simulate(main(folder, plain))
    simulation.step(10)
    assert "a.jet added" in [str(change) for change in simulation.reload(main(folder, text))]
    simulation.step(60)
    x, v = state(simulation, "a.jet")
    moved = simulation.reload(main(folder, text.replace("as: a", "as: a, position: [5, 0, 0]")))
    told = [str(change).partition(" (")[0] for change in moved]
    assert told[:2] == ["include[0].position [0, 0, 0] -> [5, 0, 0]", "a.jet.position [0, 0.6, 0] -> [5, 0.6, 0]"]
    assert simulation.pose("a.jet").position[0] == 5 and (state(simulation, "a.jet")[0] == x).all()  # what flies already flies on
    renamed = simulation.reload(main(folder, text.replace("as: a", "as: well, position: [5, 0, 0]")))
    assert [str(c) for c in renamed if c.kind == "renamed"] == [
        f"a.{n} renamed to well.{n}" for n in ("jet", "weight", "breeze", "lid", "pool")
    ]
    assert (state(simulation, "well.jet")[1] == v).all()
    simulation.step(30)
    assert state(simulation, "well.jet")[0][:, 0].max() > 4
    assert "well.jet removed" in [str(change) for change in simulation.reload(main(folder, plain))]
    simulation.step(5)
    assert simulation.names() == ["down"]


def test_a_renamed_include_is_no_change_of_what_it_names(folder):
    """affects, targets and likes that only follow the name are not told."""
    from engine.scene import difference

    (folder / "park.yaml").write_text(
        "entities:\n  jet: {mass: 1}\n  two: {like: jet}\n  air: {drag: {rate: 1}, affects: [jet]}\n  eye: {camera: {target: jet}}\n"
    )
    old, new = (main(folder, f"include: [{{file: park.yaml, as: {name}}}]\nentities: {{}}\n") for name in ("a", "b"))
    told = [str(change).partition(" (")[0] for change in difference(old, new)]
    assert told == ["include[0].as a -> b", *(f"a.{name} renamed to b.{name}" for name in ("jet", "two", "air", "eye"))]


def test_shipped_scenes_stand_in_one_another(simulate):
    """Cloth, jelly and a chain in one landscape, as each is: no mistake, and it runs."""
    places = {"cloth": -6, "jelly": 6, "chain": 12}
    entries = ", ".join(f"{{file: scenes/{name}.yaml, position: [{x}, 0, 0]}}" for name, x in places.items())
    simulation = simulate(parse(f"include: [{entries}]\nentities: {{}}\n".encode(), Path("tour.yaml")))
    simulation.step(5)
    assert simulation.get("cloth.cloth", Position).xyz[:, 0].mean() == pytest.approx(-6, abs=0.3)
