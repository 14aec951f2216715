"""`springvand sweep`: what is asked for, the table, the pictures, and what becomes of variants that cannot be run."""

import csv
import os
import shlex
from pathlib import Path

import numpy as np
import pytest
from farm_hands import SCENE
from PIL import Image

from game.cli import main, parser
from game.commands import sweep
from game.farm.axes import count
from game.farm.cluster import Farm
from game.report import CONTENT, FAILED, FINE, INTERRUPTED, USAGE, Stop
from game.scenes import find


@pytest.fixture
def here(here):
    """An empty present folder with this scene in it."""
    (here / "drops.yaml").write_text(SCENE)
    return here


def swept(farm, *words):
    """The command with the two processes for its cluster."""
    return main(["sweep", "drops.yaml", *words, "--scheduler", farm.address, "-o", "out"])


def test_a_sweep_writes_its_table(farm, here, capsys):
    """In the order of the grid; how much it is comes first; figures are those of `check`, and of numbers that can be derived."""
    assert swept(farm, "--set", "drops.emitter.rate=100:400:4", "--set", "breeze.wind.velocity.x=0,1") == FINE
    said = capsys.readouterr()
    assert said.out == "out/figures.csv\n"
    assert said.err.startswith("springvand: 8 variants (4 x 2) of 60 ticks, at least ")
    assert "springvand: 6 of 8 variants break promises of the scene's check: section\n" in said.err
    rows = [line.split(",") for line in Path("out/figures.csv").read_text().splitlines()]
    column = {name: [row[i] for row in rows[1:]] for i, name in enumerate(rows[0])}
    assert column["drops.emitter.rate"] == ["100", "100", "200", "200", "300", "300", "400", "400"]
    assert column["breeze.wind.velocity.x"] == ["0", "1"] * 4 and column["finite"] == ["true"] * 8
    born = [rate * 0.25 for rate in (100, 200, 300, 400)]
    assert all(abs(int(alive) - born[i // 2]) <= 2 for i, alive in enumerate(column["drops alive"]))
    assert column["passed"] == ["true", "true", *["false"] * 6]
    assert column["variant"][3] == "3-rate=200-velocity.x=1" and "sheet energy" in column
    assert os.listdir("out") == ["figures.csv"]


def test_a_sweep_has_pictures(context, farm, here, capsys):
    """Each is the one that `render` makes, to the pixel; all are on the sheet."""
    words = ["--size", "64x36", "--seed", "3", "--set", "sun.sun.elevation=40"]
    assert swept(farm, *words, "--set", "drops.emitter.rate=100,150", "--ticks", "48", "--render") == FINE
    assert capsys.readouterr().out == "out/figures.csv\nout/sheet.png\n"
    assert sorted(os.listdir("out")) == ["0-rate=100.png", "1-rate=150.png", "figures.csv", "sheet.png"]
    more = ["--set", "drops.emitter.rate=150", "--at", "0.4"]  # 48 ticks of 1/120 s
    assert main(["render", "drops.yaml", *words, *more, "-o", "one.png"]) == FINE
    one, same = (np.asarray(Image.open(path)) for path in ("one.png", "out/1-rate=150.png"))
    assert np.array_equal(one, same) and one.std() > 5
    sheet = np.asarray(Image.open("out/sheet.png"))
    places = np.argwhere((sheet == one[0, 0]).all(-1))
    assert any(np.array_equal(sheet[y : y + 36, x : x + 64], one) for y, x in places)


@pytest.mark.parametrize(
    "words, status, message",
    [
        ([], USAGE, "there is nothing to sweep; write several values, as in --set jet.emitter.rate=100:2000:8"),
        (["--set", "drops.emitter.rate=5"], USAGE, "there is nothing to sweep"),
        (["--set", "a.b=1,2", "--set", "a.b=3"], USAGE, "--set a.b stands twice; write all its values in one: --set a.b=a,b,c"),
        (["--set", "a=1:9:200", "--set", "b=1:9:200"], USAGE, "this makes 40,000 variants; write --force if you mean it, or fewer values"),
        (["--set", "a=1,2", "--seconds", "1", "--ticks", "2"], USAGE, "--seconds and --ticks both say how long; write one of them"),
        (["--set", "seed=1,2", "--seed", "3"], USAGE, "--seed is for all variants, and --set seed for each; write one of them"),
        (["--set", "a=1,2", "--at", "1"], USAGE, "--at is the time of the pictures; write --render, too"),
        (["--set", "a=1,2", "--ticks", "1e3"], USAGE, "'1e3' is not a whole number from 0 to 1,000,000"),
        (["--set", "a=1,2", "--workers", "0"], USAGE, "'0' is not a whole number from 1 to 512"),
        (["--set", "drops.emitter.ratee=1,2"], CONTENT, "nothing is called 'ratee' there; did you mean 'rate'?"),
        (["--set", "drops.emitter.rate=5,-1,7"], CONTENT, "drops.yaml has 1 error with these values"),
        (["--set", "drops.emitter.capacity=100:101:3"], CONTENT, "a whole number"),
        (
            ["--set", "drops.emitter.rate=5,6", "--workers", "2", "--scheduler", "x:1"],
            USAGE,
            "--workers are this machine's, --scheduler has",
        ),
    ],
)
def test_what_makes_no_sense_is_said_before_any_work(here, words, status, message, capsys):
    """Nothing is begun."""
    assert main(["sweep", "drops.yaml", *words, "-o", "out"]) == status
    assert message in capsys.readouterr().err
    assert not Path("out/figures.csv").exists()


def test_a_variant_that_cannot_be_run_has_its_reason_in_its_row(farm, here, capsys):
    """Values that are good each, and not together: the others are finished, the status is 4."""
    words = ["--set", "eye.camera.near=0.1,50", "--set", "eye.camera.far=100,20", "--ticks", "3"]
    assert swept(farm, *words) == FAILED
    said = capsys.readouterr()
    reason = "camera sees from near to far; near must be less than far"
    assert f"springvand: 3-near=50-far=20: {reason}\n" in said.err and said.out == "out/figures.csv\n"
    assert "springvand: 1 of 4 variants could not be run; the column error says why\n" in said.err
    rows = Path("out/figures.csv").read_text().splitlines()
    assert rows[4].startswith("3-near=50-far=20,50,20,,") and reason in rows[4]
    assert all(row.split(",")[3] == "true" and row.endswith(",") for row in rows[1:4])


def test_what_is_finished_is_kept(farm, here, monkeypatch, capsys):
    """Ctrl-C after two variants: these are in the table, and a table that was there stays; a farm that is gone is status 4."""
    results = Farm.results

    def interrupted(self, job, tasks, error):
        for n, found in enumerate(results(self, job, tasks)):
            if n == 2:
                raise error
            yield found

    words = ["--set", "drops.emitter.rate=10:80:8", "--ticks", "2"]
    monkeypatch.setattr(Farm, "results", lambda self, job, tasks: interrupted(self, job, tasks, KeyboardInterrupt()))
    assert swept(farm, *words) == INTERRUPTED
    said = capsys.readouterr()
    assert said.err.endswith("springvand: interrupted; 2 of 8 variants are in out/figures.csv\n") and said.out == ""
    assert len(Path("out/figures.csv").read_text().splitlines()) == 3
    monkeypatch.setattr(Farm, "results", lambda self, job, tasks: interrupted(self, job, tasks, Stop(FAILED, "the cluster is gone")))
    assert swept(farm, *words) == FAILED
    assert (
        "springvand: the cluster is gone\nspringvand: broken off; 2 of 8 variants are in out/figures.part.csv\n" in capsys.readouterr().err
    )
    assert sorted(os.listdir("out")) == ["figures.csv", "figures.part.csv"]


def test_files_that_only_some_variants_name_travel_too(farm, here):
    """A worker has both textures, though the scene as written names none."""
    for name, color in (("a.png", "red"), ("b.png", "blue")):
        Image.new("RGB", (4, 4), color).save(name)
    assert swept(farm, "--set", "sheet.surface.texture=a.png,b.png", "--ticks", "1") == FINE
    assert [row.split(",")[1:3] for row in Path("out/figures.csv").read_text().splitlines()[1:]] == [["a.png", "true"], ["b.png", "true"]]


def test_the_examples_are_sweeps():
    """Each line of the help is a grid of its scene without mistakes."""
    lines = [shlex.split(line)[1:] for line in sweep.EXAMPLES.splitlines() if line.startswith("  springvand")]
    assert len(lines) == 5
    for words in lines:
        arguments = parser().parse_args(words)
        assert sweep.checked(find(arguments.scene), arguments.overrides, False)
    assert count(parser().parse_args(lines[0]).overrides) == 24


def test_what_variants_have_to_say_is_said_in_measure(farm, here, capsys):
    """Seven stiffnesses that no step holds: five are told, all are in the table."""
    assert swept(farm, "--set", "sheet.spring.stiffness=1e6:7e6:7", "--ticks", "1") == FINE
    said = capsys.readouterr().err
    assert said.count("N/m of the") == 5
    assert "springvand: and 2 more of this kind; the column messages has them\n" in said
    rows = list(csv.DictReader(Path("out/figures.csv").open(newline="")))
    assert [f"{stiffness}e+06 asked" in row["messages"] for stiffness, row in zip(range(1, 8), rows, strict=True)] == [True] * 7
