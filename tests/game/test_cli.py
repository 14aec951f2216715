"""The command line: every status, and the words that come with it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from game import cli, report, scenes
from game.cli import main
from game.report import CONTENT, FAILED, FINE, INTERRUPTED, USAGE

GOOD = """
format: 1
title: Drops
about: A few drops fall.
entities:
  drops:
    position: [0, 2, 0]
    emitter: {rate: 240, capacity: 100, lifetime: 0.25}
    mass: 1 g
  weight: {gravity: {}}
  eye: {position: [0, 2, 4], camera: {target: [0, 2, 0]}}
"""


@pytest.fixture
def drops(tmp_path):
    """A good scene of one's own."""
    path = tmp_path / "drops.yaml"
    path.write_text(GOOD)
    return path


def written(tmp_path, text):
    """A scene file with other text in it."""
    path = tmp_path / "scene.yaml"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(
    "words, message",
    [
        (["rendr", "fountain"], "unknown command 'rendr'; did you mean 'render'?"),
        (["check", "fountan"], "no scene 'fountan'; did you mean 'fountain'?"),
        (["render", "qqqq", "-o", "a.png"], "no scene 'qqqq'; springvand list shows which there are"),
        (["check", "."], "'.' is a folder; name a scene file in it"),
        (["run", "--seed", "-1"], "'-1' is no seed; write a whole number from 0 to 4294967295"),
        (["run", "--seed", "4294967296"], "'4294967296' is no seed"),
        (["run", "--size", "800"], "'800' is no size; write WIDTHxHEIGHT in pixels, as in 1280x720"),
        (["run", "--size", "0x5"], "'0x5' is no size"),
        (["run", "--size", "99999x5"], "at most 16384 a side"),
        (["run", "--set", "jet"], "'jet' sets nothing; write PATH=VALUE, as in jet.emitter.rate=900"),
        (["run", "--set", "=3"], "'=3' sets nothing"),
        (["render", "fountain"], "the following arguments are required: -o"),
        (["render", "fountain", "-o", "a.png", "--at", "soon"], "'soon' is not a time in seconds, as in 2.5"),
        (["render", "fountain", "-o", "a.png", "--at", "nan"], "'nan' is not a time"),
        (["render", "fountain", "-o", "a.png", "--fps", "0"], "'0' is not a number of pictures per second, as in 30"),
        (["render", "fountain", "-o", "a.png", "--samples", "3"], "invalid choice: 3"),
        (["bench", "slowly"], "invalid choice: 'slowly'"),
        (["list", "--jsn"], "unrecognized arguments: --jsn"),
    ],
)
def test_a_wrong_command_line_is_status_2(words, message, capsys):
    """Each mistake on the command line has its message, on stderr, and status 2."""
    assert main(words) == USAGE
    said = capsys.readouterr()
    assert message in said.err and said.out == ""


def test_a_number_of_threads_that_is_none_is_status_2(drops, capsys, monkeypatch):
    """SPRINGVAND_THREADS=two: one line that says what to write, and no traceback; =2 is fine."""
    monkeypatch.setenv("SPRINGVAND_THREADS", "two")
    assert main(["check", "--run", str(drops)]) == USAGE
    said = capsys.readouterr().err
    assert said == "springvand: SPRINGVAND_THREADS is 'two'; write a whole number of threads, as in SPRINGVAND_THREADS=2\n"
    monkeypatch.setenv("SPRINGVAND_THREADS", "2")
    assert main(["check", "--run", str(drops)]) == FINE


@pytest.mark.parametrize("words", [["--help"], *([name, "-h"] for name in cli.COMMANDS)], ids=" ".join)
def test_help_teaches(words, capsys):
    """Every help ends well and shows examples; the longest line fits into a terminal."""
    assert main(words) == FINE
    said = capsys.readouterr()
    assert said.out.startswith("usage: springvand") and said.err == ""
    assert re.search(r"^examples:\n +(?:\w+ +)?springvand", said.out, re.M)
    assert max(map(len, said.out.splitlines())) <= 130


@pytest.mark.parametrize("words", [["--help"], *([name, "-h"] for name in cli.COMMANDS)], ids=" ".join)
def test_help_fits_into_a_terminal(words, capsys, monkeypatch):
    """In 80 columns nothing is wider but a command line, which stays whole; not a word is lost or gained."""
    told = {}
    for columns in (80, 500):
        monkeypatch.setenv("COLUMNS", str(columns))
        main(words)
        told[columns] = capsys.readouterr().out
    wide = [line for line in told[80].splitlines() if len(line) > 80]
    assert all(re.match(r"  (\w+ +)?springvand ", line) for line in wide)
    commands = re.findall(r"^  (springvand.*?)(?:   .*)?$", told[500], re.M)
    assert set(commands) == set(re.findall(r"^  (springvand.*?)(?:   .*)?$", told[80], re.M)) and (commands or "completion" in words)
    assert told[80].partition("\n\n")[2].split() == told[500].partition("\n\n")[2].split()


def test_the_version_is_that_of_the_package(capsys):
    """`--version` prints what pyproject.toml says."""
    assert main(["--version"]) == FINE
    name, version = capsys.readouterr().out.split()
    assert name == "springvand" and f'version = "{version}"' in (Path(cli.__file__).parent.parent / "pyproject.toml").read_text()


def test_a_bare_scene_means_run():
    """`springvand`, `springvand SCENE` and `springvand --set ... SCENE` all run; a path that looks like a command is a path."""
    assert cli.complete([]) == ["run"]
    assert cli.complete(["fountain", "--seed", "3"]) == ["run", "fountain", "--seed", "3"]
    assert cli.complete(["--set", "a.b=1", "fountain"]) == ["run", "--set", "a.b=1", "fountain"]
    assert cli.complete(["list"]) == ["list"]
    assert cli.parser().parse_args(["run"]).scene == "fountain"


def test_a_scene_that_resembles_a_command_is_still_a_scene(tmp_path, monkeypatch):
    """A file called `lists` in the present folder is shown, not corrected to `list`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lists").write_text(GOOD)
    assert cli.complete(["lists"]) == ["run", "lists"]


@pytest.mark.parametrize(
    "text, value",
    [
        ("900", 900),
        ("0.5", 0.5),
        ("true", True),
        ("[1, 2, 3]", [1, 2, 3]),
        ("1/60 s", "1/60 s"),
        ("velocity", "velocity"),
        ("a=b", "a=b"),
    ],
)
def test_values_on_the_command_line(text, value):
    """`--set` takes numbers, switches, lists, and texts as they are."""
    assert scenes.override(f"jet.emitter.rate={text}") == ("jet.emitter.rate", value)


def test_check_of_a_good_scene_is_silent(drops, capsys):
    """No data, one line on stderr, status 0."""
    assert main(["check", str(drops)]) == FINE
    said = capsys.readouterr()
    assert said.out == "" and said.err == "1 scene, none with errors\n"


def test_check_points_at_the_mistake(tmp_path, capsys):
    """file:line:column: error: text, the line, and a caret under the place; status 1."""
    path = written(tmp_path, GOOD.replace("rate: 240", "ratee: 240"))
    assert main(["check", path]) == CONTENT
    said = capsys.readouterr()
    first, line, caret = said.out.splitlines()
    assert first == f"{path}:8:15: error: unknown key 'ratee'; did you mean 'rate'?"
    assert line.strip().startswith("emitter: {ratee") and caret.index("^") == line.index("ratee")
    assert said.err == "1 scene, 1 with errors\n"


def test_check_says_all_as_data(tmp_path, drops, capsys):
    """`--json` lists every scene with its errors, good ones too."""
    bad = written(tmp_path, GOOD.replace("rate: 240", "rate: -1"))
    assert main(["check", "--json", str(drops), bad]) == CONTENT
    good, wrong = json.loads(capsys.readouterr().out)
    assert good == {"file": str(drops), "errors": [], "more": 0, "measured": {}, "failed": []}
    assert [(e["line"], e["column"]) for e in wrong["errors"]] == [(8, 21)]
    assert wrong["errors"][0]["shown"].startswith(f"{bad}:8:21: error: ")


def test_check_counts_what_it_does_not_show(tmp_path, capsys):
    """More than 20 mistakes: the first are shown, the rest are counted."""
    many = "".join(f"  a{i}: {{gravitty: {{}}}}\n" for i in range(25))
    path = written(tmp_path, "format: 1\nentities:\n" + many)
    assert main(["check", path]) == CONTENT
    assert capsys.readouterr().out.splitlines()[-1] == "and 5 more"


def test_check_run_measures_and_keeps_promises(tmp_path, capsys):
    """`--run` prints what it measured; in equilibrium rate x lifetime = 60 droplets live."""
    path = written(tmp_path, GOOD + "check: {ticks: 120, alive: {drops: [59, 61]}, inside: [[-1, 1.5, -1], [1, 2.1, 1]]}\n")
    assert main(["check", "--run", path]) == FINE
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "scene: ticks 120"
    assert said[1] in [f"scene: drops alive {n}" for n in (59, 60, 61)]
    assert said[2].startswith("scene: drops inside [[0.0, 1.7")  # 2 - g t^2 / 2 at most 0.25 s old


@pytest.mark.parametrize(
    "check, text",
    [
        ("{ticks: 120, alive: {drops: [70, 80]}}", "promised 70 to 80"),
        ("{ticks: 120, inside: [[-1, 1.9, -1], [1, 2.1, 1]]}", "drops: particles outside [[-1.0, 1.9, -1.0], [1.0, 2.1, 1.0]]"),
    ],
)
def test_check_run_names_a_broken_promise(tmp_path, capsys, check, text):
    """What the scene does not keep is named with its file, and the status is 1."""
    path = written(tmp_path, GOOD + f"check: {check}\n")
    assert main(["check", "--run", path]) == CONTENT
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith(f"{path}: error: drops: ") and line.endswith(text)


def test_check_run_sees_numbers_that_are_not_finite():
    """A particle at infinity, a wave that is not a number: both are named."""
    import numpy as np

    from game import measure

    class Broken:
        """A simulation whose state went wrong."""

        def get(self, name, component):
            value = np.full((2, 3), np.inf, np.float32)
            return type("State", (), {"xyz": value, "height": value * np.nan, "frozen": False})

    promised = type("Check", (), {"alive": {}, "finite": True, "inside": None})
    failed, figures = [], {"finite": True}
    measure._hold_particles(Broken(), "jet", promised, figures, failed)
    assert not figures["finite"]
    figures["finite"] = True
    measure._hold_water(Broken(), "pool", promised, figures, failed)
    assert not figures["finite"]
    assert failed == ["jet: numbers that are not finite", "pool: heights that are not finite"]


def test_list_shows_name_title_and_about(drops, monkeypatch, capsys):
    """One line a scene, in columns; a broken one is listed too, and why it has no title is said."""
    monkeypatch.setattr(scenes, "SCENES", drops.parent)
    monkeypatch.setattr("game.commands.list.SCENES", drops.parent)
    (drops.parent / "torn.yaml").write_text("entities: [")
    assert main(["list"]) == FINE
    said = capsys.readouterr()
    assert said.out.splitlines() == ["drops  Drops  A few drops fall.", "torn          (has errors)"]
    assert said.err == "springvand: torn has errors; springvand check torn shows them\n"


def test_list_as_data(capsys):
    """`--json` gives every scene that comes with the program, with its path."""
    assert main(["list", "--json"]) == FINE
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["fountain"]["title"] == "Fountain" and Path(rows["fountain"]["path"]).is_file()
    assert list(rows) == sorted(rows)


def test_an_interrupted_command_is_130(monkeypatch, capsys):
    """Ctrl-C leaves a line and no traceback."""
    monkeypatch.setattr("game.commands.list.names", _raise(KeyboardInterrupt))
    assert main(["list"]) == INTERRUPTED
    assert capsys.readouterr().err == "springvand: interrupted\n"


def test_our_own_failure_is_4_and_shows_where(monkeypatch, capsys):
    """A mistake in the program is not blamed on the author: traceback, status 4."""
    monkeypatch.setattr("game.commands.list.names", _raise(ZeroDivisionError))
    assert main(["list"]) == FAILED
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said and said.endswith("springvand: the program itself failed; the lines above say where\n")


def _raise(error):
    def task(*_):
        raise error

    return task


def test_a_reader_that_leaves_is_no_error():
    """`springvand list | true` ends without a traceback, with status 4."""
    code = "import sys; from game.cli import main; sys.exit(main(['list', '--json']))"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.wait(timeout=60) == FAILED
    assert b"Traceback" not in process.stderr.read()


def test_progress_is_for_terminals_only(monkeypatch, capsys):
    """Without a terminal not a character is printed; with one there is a bar on stderr that names the speed."""
    with report.progress(3, "rendering", "frames") as bar:
        bar.advance()
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with report.progress(3, "rendering", "frames") as bar:
        for _ in range(3):
            bar.advance()
    assert "rendering" in capsys.readouterr().err
