"""`springvand bake`, and playing what it made: which files, what is kept when something goes wrong."""

import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from film_hands import SCENE as DROPS
from film_hands import SHEET
from PIL import Image

from engine.components import Position
from engine.exchange.bake import Writer
from engine.scene.load import load
from engine.simulation import Simulation
from game.cli import main, parser
from game.commands import bake
from game.film import orders
from game.report import CONTENT, FAILED, FINE, INTERRUPTED, USAGE
from game.stage import Stage

SCENE = DROPS + SHEET + "vars: {wide: {value: 1, min: 0, max: 2, step: 0.5, keys: [J, U]}}\n"


@pytest.fixture
def here(here):
    """An empty present folder with this scene in it."""
    (here / "drops.yaml").write_text(SCENE)
    return here


def test_a_scene_is_baked(here, capsys):
    """The file's name on stdout, what it took on stderr; nothing else is left in the folder."""
    assert main(["bake", "drops.yaml", "-o", "new/x.npz", "--seconds", "0.5", "--from", "0.25", "--fps", "24"]) == FINE
    said = capsys.readouterr()
    assert said.out == "new/x.npz\n" and "springvand: 12 frames, " in said.err and said.err.endswith(" kB\n")
    assert [path.name for path in (here / "new").iterdir()] == ["x.npz"]
    arrays = np.load(here / "new" / "x.npz")
    times = arrays["frames/time/00000"] + arrays["frames/owed/00000"]
    assert np.allclose(times, 0.25 + np.arange(12) / 24, atol=1e-12) and arrays["frames/tick/00000"][-1] == 85  # of 1/120 s: 0.7083 s


def test_a_still_of_a_short_bake_is_of_its_middle(here):
    """Of a scene, and of a bake that is longer than eight seconds, it is of what is four seconds on."""
    main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "0.5", "--from", "0.25"])
    for name, start in (("drops.yaml", 4), ("x.npz", Fraction(1, 2))):
        assert orders.planned(parser().parse_args(["render", name, "-o", "f.png"]))[1].start == start
        assert bake.planned(Path("f.glb"), parser().parse_args(["bake", name, "-o", "f.glb"])).start == start


def test_of_a_bake_all_is_taken_unless_told(here):
    """A film or a bake of a bake begins where that begins and ends where it ends, in place of five seconds from 0; what one is told stands."""

    def asked(*words):
        plan = orders.planned(parser().parse_args(["render", "x.npz", "-o", "f.mp4", *words]))[1]
        return plan.start, plan.count

    main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "0.5", "--from", "0.2", "--fps", "30000/1001"])
    count = round(0.5 * 30000 / 1001)
    assert asked() == (Fraction(1, 5), round(count * Fraction(1001, 30000) * 30))
    assert asked("--from", "0.4") == (Fraction(2, 5), 9) and asked("--seconds", "2") == (Fraction(1, 5), 60)
    assert main(["bake", "x.npz", "-o", "y.npz"]) == FINE
    told = [np.load(name)["frames/tick/00000"].tolist() for name in ("x.npz", "y.npz")]
    assert told[0] == told[1] and len(told[0]) == count
    (here / "x.npz").write_bytes(b"no bake")
    assert asked() == (0, 150)  # and opening it says what it is
    assert main(["render", "x.npz", "-o", "f.gif"]) == CONTENT


def test_a_bake_that_is_over_has_nothing_to_show(here, capsys):
    """It says when it ends, in place of blaming a number that nobody wrote; whoever writes one gets the last frame."""
    main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "0.5", "--from", "0.25"])
    for words in (["render", "x.npz", "-o", "f.gif"], ["bake", "x.npz", "-o", "y.npz"]):
        assert main([*words, "--from", "0.75"]) == USAGE
        assert "x.npz is over at 0.75 s, and --from 0.75 is no earlier; write an earlier one" in capsys.readouterr().err
    assert main(["bake", "x.npz", "-o", "y.npz", "--from", "2", "--seconds", "0.1"]) == FINE


def test_a_bake_is_one_however_its_ending_is_written(here, capsys):
    """X.NPZ is written, so it is read."""
    assert main(["bake", "drops.yaml", "-o", "X.NPZ", "--seconds", "0.1"]) == FINE
    assert main(["bake", "X.NPZ", "-o", "y.npz"]) == FINE
    assert main(["check", "X.NPZ"]) == USAGE and "'X.NPZ' is a bake" in capsys.readouterr().err
    assert orders.planned(parser().parse_args(["render", "X.NPZ", "-o", "f.gif"]))[1].count == 2


def damaged_in_its_midst(here):
    """A bake whose second chunk cannot be read; its frames, and those of the first chunk."""
    simulation = Simulation(load(here / "drops.yaml"))
    writer = Writer(here / "x.npz", simulation.scene, 0, {"fps": 60.0, "start": 0.0}, chunk=4000)
    for i in range(30):
        simulation.go_to(2 * i)
        writer.add(simulation)
    writer.close()
    arrays = dict(np.load(here / "x.npz").items())
    first = json.loads(arrays["manifest"].tobytes())["chunks"][1:3]
    del arrays["drops/position.rows/00001"]
    np.savez(here / "x.npz", **arrays)
    return first


def test_a_bake_that_is_damaged_in_its_midst_gives_what_it_has(here, capsys, context):
    """Status 4; a film and a bake end there, a row of pictures lacks those of the damaged chunk and no other."""
    second, third = damaged_in_its_midst(here)
    told = "x.npz is damaged at drops/position.rows/00001: "
    small = ["--fps", "60", "--size", "16x8", "--quality", "test", "--samples", "0"]
    assert main(["bake", "x.npz", "-o", "y.npz"]) == FAILED
    said = capsys.readouterr().err
    assert told in said and f"{second} of 30 frames are in y.npz" in said
    assert main(["render", "x.npz", "-o", "f/%02d.png", *small]) == FAILED
    said = capsys.readouterr().err
    assert told in said and f"{30 - (third - second)} of 30 pictures are finished, the last is f/29.png" in said and said.count(told) == 1
    assert sorted(path.name for path in (here / "f").iterdir()) == [f"{i:02d}.png" for i in range(30) if not second <= i < third]
    assert main(["render", "x.npz", "-o", "f.mp4", *small]) == FAILED
    assert f"{second} of 30 pictures are finished, in f.mp4" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, message",
    [
        (
            "-o x.blend",
            "'x.blend' does not say which kind of file; end it in one of these: .npz (a bake, to play again), .usdc .usda .usd (USD), .glb (glTF, a ",
        ),
        ("-o x", "'x' does not say which kind of file"),
        ("-o x.npz --seconds 0", "--seconds 0 at --fps 60 makes no frame; write a longer time, as in --seconds 5"),
        ("-o x.npz --seconds 1e6 --fps 1000", "1,000,000,000 frames take up to "),
        ("-o x.usdc --seconds 1e6 --fps 1000", "1,000,000,000 frames take up to "),
    ],
)
def test_what_makes_no_sense_is_said_before_anything_is_run(here, capsys, words, message):
    """Status 2, and nothing is written."""
    assert main(["bake", "drops.yaml", *words.split()]) == USAGE
    assert message in capsys.readouterr().err
    assert [path.name for path in here.iterdir()] == ["drops.yaml"]


def test_too_long_says_how_much_it_would_be(here, capsys):
    """Gigabytes, those that are free, and what to do."""
    main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "1e6", "--fps", "1000"])
    said = capsys.readouterr().err
    assert " GB, and " in said and f" are free in {here}; fewer --seconds, or a lower --fps" in said


def test_a_folder_that_cannot_be_written(here, capsys):
    """Status 4."""
    (here / "taken").write_text("a file")
    assert main(["bake", "drops.yaml", "-o", "taken/x.npz"]) == FAILED
    assert "cannot write into taken" in capsys.readouterr().err


@pytest.mark.parametrize(
    "event, status, message",
    [
        (KeyboardInterrupt(), INTERRUPTED, "interrupted"),
        (OSError(28, "No space left on device"), FAILED, "cannot write x.npz: No space left"),
    ],
)
def test_what_is_finished_when_it_breaks_off_is_kept(here, capsys, monkeypatch, event, status, message):
    """A whole bake of 7 frames; before the first there is no file."""
    first, add = [7], Writer.add

    def once(self, simulation):
        if self.frames == first[0]:
            raise event
        add(self, simulation)

    monkeypatch.setattr(Writer, "add", once)
    assert main(["bake", "drops.yaml", "-o", "x.npz"]) == status
    said = capsys.readouterr()
    assert message in said.err and said.err.endswith("; 7 of 300 frames are in x.npz\n") and said.out == ""
    monkeypatch.setattr(Writer, "add", add)
    assert main(["bake", "x.npz", "-o", "y.npz", "--seconds", "0.1"]) == FINE
    (here / "x.npz").unlink()
    monkeypatch.setattr(Writer, "add", once)
    first[0] = 0
    assert main(["bake", "drops.yaml", "-o", "x.npz"]) == status
    assert capsys.readouterr().err.endswith("; no frame is finished, and no file is written\n")
    assert sorted(path.name for path in here.iterdir()) == ["drops.yaml", "y.npz"]


def test_a_bake_is_not_run_otherwise(here, capsys, monkeypatch):
    """No seed, no values laid over it; what is none is said before there is a window."""
    main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "0.1"])
    for words in (["--seed", "3"], ["--set", "vars.wide=2"]):
        assert main(["bake", "x.npz", "-o", "y.npz", *words]) == USAGE
        assert "--set and --seed change nothing in x.npz, which is baked" in capsys.readouterr().err
    (here / "y.npz").write_bytes(b"no")
    assert main(["bake", "y.npz", "-o", "z.npz"]) == CONTENT
    assert "y.npz is no bake" in capsys.readouterr().err
    monkeypatch.setattr("numpy.load", lambda *a, **k: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    assert main(["bake", "x.npz", "-o", "z.npz"]) == USAGE
    assert "x.npz cannot be read: Permission denied" in capsys.readouterr().err
    for words in (["check", "x.npz"], ["new", "own", "--from", "x.npz"], ["export", "x.npz", "--keys"]):
        assert main(words) == USAGE
        assert "'x.npz' is a bake, which run, render and bake take; here it must be a scene file" in capsys.readouterr().err


@pytest.fixture
def stage(here):
    """A stage with a bake of a second on it, and the texts that it told."""
    main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "1"])
    told = []
    made = Stage(here / "x.npz", lambda text, screen: told.append(text))
    made.told = told
    yield made
    made.close()


def test_a_bake_is_on_the_stage_like_a_scene(stage):
    """It plays, is held, goes on by single frames, begins anew; its time line is all of it, and is there at once wherever it is pressed."""
    size = (1000, 500)
    stage.warm()
    for _ in range(6):
        stage.advance(1 / 60)
    assert stage.simulation.frame == 6 and stage.strip is None
    stage.pause()
    stage.advance(1 / 60)
    stage.single_step()
    assert stage.simulation.frame == 7 and stage.strip.span == (0.0, 0.983) and stage.strip.at == 0.117
    assert stage.timeline.press(stage.simulation, 500, 20, size)
    assert stage.simulation.frame in (29, 30) and not stage.timeline.away and stage.strip.at in (0.483, 0.5)
    assert stage.timeline.drag(stage.simulation, 999, size) and stage.simulation.frame == 59
    assert stage.timeline.release() and not stage.timeline.press(stage.simulation, 500, 400, size)
    stage.restart()
    stage.pause()
    stage.advance(1 / 60)
    assert stage.simulation.frame == 1 and stage.fault == ""


def test_nothing_of_a_bake_is_changed_on_the_stage(stage):
    """Keys of the scene say why; no hand takes a mass; saving has nothing to save."""
    stage.tweak(stage.calls["U"][0])
    assert stage.told == ["a bake stays as it is; change its scene and bake it anew"]
    assert not any(stage.press(x, y, (200, 100)) for x in range(0, 200, 5) for y in range(0, 100, 5))
    stage.advance(1 / 60)
    stage.save()
    assert stage.fault == "" and stage.told[1:] == ["nothing to write: all is as the file says"]


def test_the_example_of_the_reference_reads_a_bake(here, capsys):
    """It prints a line a frame: as many droplets as live, and their middle."""
    page = (Path(__file__).resolve().parents[2] / "content" / "REFERENCE.md").read_text()
    code = re.search(r"^## Bakes$.*?^```python\n(.*?)^```", page, re.S | re.M)[1]
    (here / "drops.yaml").write_text(SCENE.replace("  drops:", "  jet:"))
    main(["bake", "drops.yaml", "-o", "fountain.npz", "--seconds", "0.5", "--from", "0.1"])
    capsys.readouterr()
    exec(code, {})
    lines = capsys.readouterr().out.splitlines()
    simulation = Simulation(load(here / "drops.yaml"))
    simulation.go_to(12 + 2 * 29)
    xyz = np.ascontiguousarray(simulation.get("jet", Position).xyz)
    assert len(lines) == 30 and lines[-1] == f"{len(xyz)} {xyz.mean(0)}"


def test_the_reference_names_every_array_of_a_bake(here):
    """And no other: the table is made from the declarations."""
    from game.reference.bakes import arrays

    main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "0.1"])
    known = {name: shape for name, _, shape, _ in arrays()}
    found = {name.split("/")[1]: array for name, array in np.load("x.npz").items() if name.split("/")[0] in ("drops", "sheet", "eye")}
    assert len(found) > 20 and not found.keys() - known.keys()
    assert known["position.rows"] == "(n, 3)" and known["life.age"] == "(n,)" and known["wave_surface.height"] == "(nx, nz)"


def test_a_picture_of_a_bake_is_the_picture_of_its_scene(here, context):
    """Equal pixels, at the bake's frame times and, where it holds every tick, between them."""
    main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "1", "--fps", "120"])
    words = ["--size", "160x90", "--quality", "test", "--samples", "0", "--at", "0.5"]
    for scene, name in (("drops.yaml", "a"), ("x.npz", "b")):
        assert main(["render", scene, "-o", f"{name}/%d.png", "--seconds", "0.2", "--fps", "25", *words]) == FINE
    for i in range(5):
        one, other = (np.asarray(Image.open(here / name / f"{i}.png")) for name in "ab")
        assert np.array_equal(one, other) and one.std() > 5
