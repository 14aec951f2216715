"""`springvand render` and `run` without a display: which files, when, and what is kept when something goes wrong."""

import os
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from film_hands import SCENE, Painted
from PIL import Image

from game.cli import main, parser
from game.commands import run
from game.film import encoders, mp4, orders, pictures
from game.film.moments import Plan
from game.film.pictures import Look
from game.report import CONTENT, FAILED, FINE, INTERRUPTED, MACHINE, USAGE, Stop


@pytest.mark.parametrize(
    "output, words, message",
    [
        ("a.jpg", [], "'a.jpg' does not say which kind of file; end it in .png, .mp4 or .gif"),
        ("a", [], "'a' does not say which kind of file"),
        ("%05d/%05d.png", [], "is an odd pattern; write one number such as %05d, in the name of the file"),
        ("%d-%d.png", [], "is an odd pattern"),
        ("%s.png", [], "is an odd pattern"),
        ("100%.png", [], "is an odd pattern"),
        ("a%d.mp4", [], "'a%d.mp4' is one film and needs no number; write -o a.mp4"),
        (
            "a.png",
            ["--seconds", "2"],
            "--seconds makes many pictures and 'a.png' names one; write a number such as %05d into it, or end it in .mp4",
        ),
        ("%05d.png", ["--seconds", "0.01"], "--seconds 0.01 at --fps 30 makes no picture; write a longer time, as in --seconds 5"),
        ("a.mp4", ["--seconds", "0"], "--seconds 0 at --fps 30 makes no picture"),
        ("a.mp4", ["--size", "161x90"], "an MP4 has an even width and height, and 161x90 is odd; write --size 162x90"),
        ("a.mp4", ["--transparent"], "MP4 has no transparent background; write PNGs: -o a/%05d.png"),
        ("a.gif", ["--transparent"], "GIF has no transparent background"),
        ("a.mp4", ["--resume"], "--resume goes on with a row of pictures; write a number into the name, as in -o a/%05d.png"),
        ("a.png", ["--size", "9000x10", "--supersample", "2"], "--supersample 2 draws 18000 pixels a side, and 16384 is the most"),
        ("a.mp4", ["--seconds", "1e6"], "this makes 30,000,000 pictures: about 2,765 GB, with "),
        ("a.mp4", ["--seconds", "1000"], "hours at a picture a second; write --force if you mean it, or less --seconds"),
        ("a.mp4", ["--fps", "0"], "'0' is not a number of pictures per second, as in 30, 29.97 or 30000/1001 (at most 1000)"),
        ("a.mp4", ["--fps", "1/0"], "'1/0' is not a number of pictures"),
        ("a.mp4", ["--from", "nan"], "'nan' is not a time in seconds, as in 2.5"),
        ("a.mp4", ["--shutter", "400"], "'400' is not an angle from 0 to 360, as in 180"),
        ("a.mp4", ["--blur", "2.5"], "'2.5' is not a whole number from 1 to 64"),
        ("a.mp4", ["--supersample", "9"], "'9' is not a whole number from 1 to 4"),
        (".", [], "does not say which kind of file"),
        ("a.png", ["--camera", "jet"], "no camera 'jet' in the scene; there is eye"),
    ],
)
def test_what_makes_no_sense_is_status_2(painted, output, words, message, capsys):
    """Nothing is drawn or written, and the message says what to write."""
    assert main(["render", "drops.yaml", "-o", output, *words]) == USAGE
    assert message in capsys.readouterr().err
    assert os.listdir() == ["drops.yaml"]


def asked(*words):
    """(paths, Plan) of a command line."""
    return orders.planned(parser().parse_args(["render", "drops.yaml", "-o", *words]))


def test_one_picture_is_taken_at_four_seconds_unless_told(here):
    """A picture at time 0 shows an empty fountain; many start at 0, and --from says the same as --at. All numbers are exact."""
    assert asked("a/b.png") == ([Path("a/b.png")], Plan(4, 30, 1))
    assert asked("b.png", "--at", "0.1") == ([Path("b.png")], Plan(Fraction(1, 10), 30, 1))
    paths, plan = asked("f/%03d.png", "--seconds", "0.1", "--from", "0.3")
    assert [str(p) for p in paths] == ["f/000.png", "f/001.png", "f/002.png"] and plan == Plan(Fraction(3, 10), 30, 3)
    assert asked("f%d.png", "--fps", "24")[1].count == 5 * 24
    assert asked("f.mp4", "--fps", "30000/1001", "--blur", "3", "--shutter", "90")[1] == Plan(0, Fraction(30000, 1001), 150, 3, 90)


def test_a_gif_counts_in_hundredths(here, capsys):
    """30 pictures a second are 3/100 s each, which is said; 25 are exact, and what it takes unless told."""
    assert asked("f.gif")[1] == Plan(0, 25, 125) and capsys.readouterr().err == ""
    assert asked("f.gif", "--fps", "30", "--seconds", "3")[1] == Plan(0, Fraction(100, 3), 100)
    assert "a GIF counts in hundredths of a second: 3/100 s a picture, 33.33 a second" in capsys.readouterr().err
    assert asked("f.gif", "--fps", "100")[1].fps == 50


def test_what_is_meant_is_done(here):
    """--force takes as many pictures as are asked for; a folder of the name is no file."""
    assert asked("a.mp4", "--seconds", "1000", "--force")[1].count == 30_000
    (here / "f.mp4").mkdir()
    with pytest.raises(Stop, match="'f.mp4' is a folder; write the name of a file in it, as in -o f.mp4/film.mp4"):
        asked("f.mp4")


def test_a_film_without_its_package_is_status_3(painted, monkeypatch, capsys):
    """It is named with what to type, before anything is drawn; so is one that cannot encode."""
    monkeypatch.setitem(sys.modules, "av", None)
    assert main(["render", "drops.yaml", "-o", "a.mp4"]) == MACHINE
    assert capsys.readouterr().err == f"springvand: {mp4.LACK}\n"
    monkeypatch.setitem(sys.modules, "av", type(sys)("av"))
    sys.modules["av"].codecs_available = set()
    assert main(["render", "drops.yaml", "-o", "a.mp4"]) == MACHINE
    assert "the package av here has no x264" in capsys.readouterr().err
    assert os.listdir() == ["drops.yaml"]


def test_many_pictures_are_a_step_apart(painted, capsys):
    """Picture i shows at + i / fps; the folder is made; what was written is said on stdout, nothing on stderr."""
    words = ["render", "drops.yaml", "-o", "new/p%02d.png", "--at", "1", "--seconds", "0.4", "--fps", "10", "--size", "8x4", "--seed", "5"]
    assert main(words) == FINE
    assert capsys.readouterr() == ("new/p00.png to p03.png\n", "")
    pictures = [np.asarray(Image.open(f"new/p{i:02d}.png")) for i in range(4)]
    assert [p[0, 0, 0] for p in pictures] == [10, 11, 12, 13]
    assert pictures[0].shape == (4, 8, 3)
    assert Painted.log == [(Look((8, 4), 4, "full"), None, 5, "wait"), "closed"]


def test_layers_are_named(painted, capsys):
    """They reach whoever draws; a wrong one is told with what is meant, before anything is drawn."""
    assert main(["render", "drops.yaml", "-o", "a.png", "--size", "8x4", "--debug", "forces, bounds"]) == FINE
    assert Painted.log[0][0] == Look((8, 4), 4, "full", debug=("forces", "bounds"))
    capsys.readouterr()
    assert main(["render", "drops.yaml", "-o", "b.png", "--debug", "forces,speed"]) == USAGE
    told = capsys.readouterr().err
    assert (
        "--debug: no layer is called 'speed'; known here: forces, contact, velocities" in told
        and "write them as in --debug forces,velocities" in told
    )
    assert not os.path.exists("b.png")


def test_finished_pictures_are_kept(painted, capsys, monkeypatch):
    """Ctrl-C leaves whole pictures only, and says how many."""
    monkeypatch.setattr(Painted, "events", {3: KeyboardInterrupt()})
    assert main(["render", "drops.yaml", "-o", "%02d.png", "--size", "8x4"]) == INTERRUPTED
    said = capsys.readouterr()
    assert "interrupted; 2 of 150 pictures are finished, the last is 01.png" in said.err and said.out == ""
    assert sorted(os.listdir()) == ["00.png", "01.png", "drops.yaml"]
    assert Painted.log[-1] == "closed"


def test_a_picture_is_there_whole_or_not_at_all(here, monkeypatch):
    """A write that fails half-way leaves the old picture and no half one."""
    (here / "a.png").write_bytes(b"old")

    def torn(self, part, **options):
        Path(part).write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Image.Image, "save", torn)
    with pytest.raises(OSError):
        encoders.save(np.zeros((2, 2, 4), np.uint8), here / "a.png")
    assert (here / "a.png").read_bytes() == b"old" and sorted(os.listdir()) == ["a.png", "drops.yaml"]


def test_a_folder_that_cannot_be_written_is_status_4(painted, capsys):
    """The folder is tried before anything is drawn."""
    (painted / "file").write_text("")
    assert main(["render", "drops.yaml", "-o", "file/a.png"]) == FAILED
    assert "cannot write into file: " in capsys.readouterr().err


def test_a_broken_scene_is_status_1(painted, capsys):
    """Its mistakes are shown as `check` shows them."""
    (painted / "drops.yaml").write_text(SCENE.replace("rate", "ratee"))
    assert main(["render", "drops.yaml", "-o", "a.png"]) == CONTENT
    said = capsys.readouterr().err
    assert "drops.yaml:7:15: error: unknown key 'ratee'" in said
    assert said.endswith("springvand: drops.yaml has 1 error\n")


def test_a_value_on_the_command_line_that_fits_nothing_is_status_1(painted, capsys):
    """What `--set` names must be in the scene."""
    assert main(["render", "drops.yaml", "-o", "a.png", "--set", "drops.emitter.ratee=3"]) == CONTENT
    assert "drops.emitter.ratee" in capsys.readouterr().err


def test_a_machine_without_opengl_is_status_3(here, monkeypatch, capsys):
    """The message names the packages."""
    from engine.render import offscreen

    def none():
        raise offscreen.NoOpenGL("no OpenGL here; on Debian and Ubuntu: apt-get install libegl1")

    monkeypatch.setattr(offscreen, "context", none)
    assert main(["render", "drops.yaml", "-o", "a.png"]) == MACHINE
    assert capsys.readouterr().err == "springvand: no OpenGL here; on Debian and Ubuntu: apt-get install libegl1\n"


def test_pictures_are_the_same_every_time(context, here):
    """The same command line twice gives the same bytes, and a row of pictures moves."""
    words = ["render", "drops.yaml", "--at", "0.2", "--fps", "24", "--size", "64x36", "--quality", "test", "--samples", "0"]
    for folder in "ab":
        assert main([*words, "-o", f"{folder}/%d.png", "--seconds", "0.1"]) == FINE
    first, again = ([Path(folder, f"{i}.png").read_bytes() for i in range(2)] for folder in "ab")
    assert first == again and first[0] != first[1]
    assert Image.open("a/0.png").size == (64, 36)


def test_a_software_driver_is_known_by_its_name():
    """llvmpipe and its like draw with the processor, a graphics card does not."""

    def named(name):
        info = type("Info", (), {"get_renderer": lambda self: name})()
        return type("Window", (), {"context": type("Context", (), {"get_info": lambda self: info})()})()

    assert pictures.software(named("llvmpipe (LLVM 15.0.6, 256 bits)")) and pictures.software(named("SwiftShader Device"))
    assert not pictures.software(named("NVIDIA H200")) and not pictures.software(named("Mesa Intel(R) UHD Graphics 620"))


def test_what_takes_long_is_said_once(capsys):
    """A bake reports its share many times and is named once."""
    told = pictures.Once()
    for share in (0.1, 0.5, 1.0):
        told("baking light", share)
    assert capsys.readouterr().err == "springvand: baking light\n"


@pytest.mark.parametrize(
    "platform, environment, there",
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_where_there_is_a_display(platform, environment, there):
    """An X server is needed where windows are X's."""
    assert run.has_display(platform, environment) is there


def test_run_without_a_display_renders_five_seconds(painted, monkeypatch, capsys):
    """150 pictures at 640x360 under ./renders/, no multisampling chosen by hand, where they are is said, status 0."""
    monkeypatch.setattr(run, "has_display", lambda: False)
    monkeypatch.setattr(encoders, "save", lambda pixels, path, mark: path.write_bytes(b""))
    assert main(["drops.yaml"]) == FINE
    said = capsys.readouterr()
    assert said.out == f"150 pictures in {painted / 'renders' / 'drops'}\n"
    assert said.err == "springvand: no display here (DISPLAY is not set); rendering 5 seconds into renders/drops/\n"
    assert len(os.listdir("renders/drops")) == 150
    assert Painted.log[0] == (Look((640, 360)), None, None, "background")


def test_run_without_a_display_stops_after_two_minutes(painted, monkeypatch, capsys):
    """A slow machine gets as many pictures as two minutes allow, is told so, and the status is still 0."""
    monkeypatch.setattr(run, "has_display", lambda: False)
    monkeypatch.setattr(encoders, "save", lambda pixels, path, mark: path.write_bytes(b""))
    clock = iter([0.0, 50.0, 100.0, 121.0])
    monkeypatch.setattr(run.time, "monotonic", lambda: next(clock))
    assert main(["drops.yaml"]) == FINE
    assert "2 pictures in" in (out := capsys.readouterr().out) and "stopped after 110 s" in out


def test_run_opens_a_window_where_there_is_one(here, monkeypatch):
    """With a display the launcher gets the command line and its status is ours."""
    from game import launcher

    seen = []
    monkeypatch.setattr(run, "has_display", lambda: True)
    monkeypatch.setattr(launcher, "launch", lambda arguments: seen.append(arguments) or 3)
    assert main(["drops.yaml", "--seed", "4", "--set", "time.step=0.02"]) == 3
    assert (seen[0].scene, seen[0].seed, seen[0].overrides) == ("drops.yaml", 4, [("time.step", 0.02)])
