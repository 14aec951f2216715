"""What people write that nobody thought of: names, numbers, places, and ends in the midst. One line says what is wrong, and nothing is lost."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.simulation import Simulation
from game.cli import main
from game.commands import list as list_command
from game.film.claim import Claim
from game.report import FAILED, FINE, INTERRUPTED, MACHINE, USAGE

ROOT = Path(__file__).resolve().parents[2]
LONG = "n" * 300


@pytest.mark.parametrize(
    "words",
    [["render", "-o", "x.gif"], ["render", "-o", "x.mp4"], ["render", "-o", "x%d.png"], ["bake", "-o", "x.npz"], ["bake", "-o", "x.usda"]],
)
def test_two_do_not_write_one_file(painted, capsys, words):
    """The second is told so and leaves what the first has begun; when that has ended, or was killed, the next one has it."""
    name = words[-1].replace("%d", "0")
    part = painted / f"{name}.part"
    part.write_bytes(b"of the first")
    words = [words[0], "drops.yaml", *words[1:], "--seconds", "0.1"]
    first = Claim(painted / name)
    assert main(words) == FAILED
    assert f"cannot write {name}: another program is just writing it; try again" in capsys.readouterr().err
    assert sorted(os.listdir()) == [f".{name}.writing", "drops.yaml", part.name] and part.read_bytes() == b"of the first"
    first.leave()
    (painted / f".{name}.writing").write_bytes(b"of one that was killed")
    assert main(words) == FINE
    assert not [each for each in os.listdir() if "writing" in each]


@pytest.mark.parametrize("ending", ["npz", "usda", "glb"])
def test_a_bake_that_is_broken_off_leaves_the_one_that_is_there(here, monkeypatch, capsys, ending):
    """It gets .part into its name; where there is none it has its own."""
    words = ["bake", "drops.yaml", "-o", f"x.{ending}", "--seconds", "0.2"]
    assert main(words) == FINE
    whole, go_to = (here / f"x.{ending}").read_bytes(), Simulation.go_to
    calls = iter(range(100))

    def third(simulation, *moment):
        if next(calls) % 3 == 2:
            raise KeyboardInterrupt
        go_to(simulation, *moment)

    monkeypatch.setattr(Simulation, "go_to", third)
    assert main(words) == INTERRUPTED
    assert f"interrupted; 2 of 12 frames are in x.part.{ending}" in capsys.readouterr().err
    assert (here / f"x.{ending}").read_bytes() == whole and (here / f"x.part.{ending}").stat().st_size < len(whole)
    (here / f"x.{ending}").unlink()
    assert main(words) == INTERRUPTED
    assert f"2 of 12 frames are in x.{ending}" in capsys.readouterr().err and (here / f"x.{ending}").exists()


@pytest.mark.parametrize(
    "words",
    [["check", LONG], ["render", LONG, "-o", "a.png"], ["render", "drops.yaml", "-o", f"{LONG}.gif"], ["bake", LONG, "-o", "a.npz"]],
)
def test_a_name_that_is_too_long_is_status_2(here, capsys, words):
    """The system has its words for that."""
    assert main(words) == USAGE
    said = capsys.readouterr().err
    assert said.startswith(f"springvand: {LONG}") and said.endswith(": File name too long\n") and said.count("\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device here that is always full")
def test_a_full_disk_behind_stdout_is_one_line():
    """Also where all is said at the very end."""
    for words in (["list"], ["--version"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([sys.executable, "-m", "game", *words], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
        assert (done.returncode, done.stderr) == (FAILED, "springvand: cannot write: No space left on device\n")


def test_an_end_from_outside_is_an_interruption(monkeypatch, capsys):
    """SIGTERM, as of batch systems and containers: what is finished is kept as with Ctrl-C."""
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(list_command, "names", lambda: os.kill(os.getpid(), signal.SIGTERM))
    try:
        assert main(["list"]) == INTERRUPTED and capsys.readouterr().err == "springvand: interrupted\n"
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("number", ["1e99999999", "1e-99999999", "1e9_9_9_9_9_9_9_9", "0." + "1" * 100, "1e12"])
def test_a_number_is_not_written_out(painted, capsys, number):
    """A power of ten with a hundred million digits would take minutes; what is the most is said."""
    assert main(["render", "drops.yaml", "-o", "a.gif", "--seconds", number]) == USAGE
    assert f"'{number}' is not a time in seconds, as in 2.5 (at most 1,000,000)" in capsys.readouterr().err


def test_a_name_is_offered_that_can_be_written(painted, capsys):
    """Of %d.gif nothing is left but its ending."""
    assert main(["render", "drops.yaml", "-o", "%d.gif"]) == USAGE
    assert capsys.readouterr().err.endswith("; write -o film.gif\n")


def test_a_file_in_the_place_of_a_folder_is_called_so(painted, capsys):
    """The system says "File exists" of it, as if that were wrong."""
    (painted / "file").write_text("")
    for place in ("file", "file/deeper"):
        assert main(["render", "drops.yaml", "-o", f"{place}/a.png"]) == FAILED
        assert f"cannot write into {place}: there is a file where a folder should be" in capsys.readouterr().err


def test_a_picture_that_opengl_has_no_memory_for_is_status_3(here, monkeypatch, capsys, context):
    """In words of the command line."""
    from engine.render import renderer
    from engine.render.targets import TooLarge

    def no(*arguments, **settings):
        raise TooLarge("incomplete")

    monkeypatch.setattr(renderer, "Renderer", no)
    assert main(["render", "drops.yaml", "-o", "a.png", "--size", "9000x8000", "--samples", "8"]) == MACHINE
    assert "draws no 9000x8000 pixels with 8 samples a pixel; write a smaller --size" in capsys.readouterr().err


def test_more_variants_than_memory_holds_are_refused(here, capsys):
    """However much they are meant."""
    axes = [f"--set=drops.emitter.{name}=1:2:1000" for name in ("rate", "lifetime")]
    assert main(["sweep", "drops.yaml", *axes, "--set=drops.mass=1:2:10", "-o", "out", "--force"]) == USAGE
    assert "this makes 10,000,000 variants, and 1,000,000 are the most" in capsys.readouterr().err and not (here / "out").exists()


def test_two_sweeps_do_not_write_one_table(here, capsys):
    """Nor each other's pictures, which bear the same names."""
    (here / "out").mkdir()
    first = Claim(here / "out" / "figures.csv")
    assert main(["sweep", "drops.yaml", "--set=drops.mass=1,2", "-o", "out"]) == FAILED
    assert "cannot write out/figures.csv: another program is just writing it; try again" in capsys.readouterr().err
    first.leave()
    assert os.listdir("out") == []
