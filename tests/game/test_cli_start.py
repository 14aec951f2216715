"""Help for those who begin: `springvand docs`, `schema`, `completion`, `doctor`."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from game import health
from game.cli import COMMANDS, main
from game.commands.completion import SHELLS, script
from game.report import FINE, MACHINE, USAGE
from game.scenes import names

ROOT = Path(__file__).resolve().parents[2]


def test_docs_explains_or_guesses(capsys):
    """A word on stdout, status 0; an unknown one on stderr, status 2, with a did-you-mean."""
    assert main(["docs", "emitter.rate"]) == FINE
    assert capsys.readouterr().out.startswith("emitter.rate: Births per second.\n")
    assert main(["docs"]) == FINE
    assert "\n  emitter " in capsys.readouterr().out
    assert main(["docs", "emiter"]) == USAGE
    said = capsys.readouterr()
    assert said.out == "" and said.err == "springvand: nothing is called 'emiter'; did you mean 'emitter'?\n"


def test_schema_prints_the_committed_file(capsys):
    """Byte for byte."""
    assert main(["schema"]) == FINE
    assert capsys.readouterr().out == (ROOT / "content" / "scene.schema.json").read_text(encoding="utf-8")


# Completion


@pytest.mark.parametrize("shell", SHELLS)
def test_a_completion_script_has_every_command_and_scene(shell):
    """And, where the shell is there, it is right by its grammar."""
    text = script(shell)
    assert all(re.search(rf"\b{word}\b", text) for word in (*COMMANDS, *names(), "emitter.rate"))
    if found := shutil.which(shell):
        assert subprocess.run([found, "-n"], input=text, text=True, capture_output=True).stderr == ""


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize(
    "line, offered",
    [
        ("springvand ben", ["bench"]),
        ("springvand founta", ["fountain"]),
        ("springvand check founta", ["fountain"]),
        ("springvand new mine --from rai", ["rain"]),
        ("springvand render fountain --qual", ["--quality"]),
        ("springvand docs emitter.ra", ["emitter.rate"]),
        ("springvand completion z", ["zsh"]),
        ("springvand run scene_of", ["scene_of_mine.yaml"]),
    ],
)
def test_bash_completes(line, offered, tmp_path):
    """What bash offers for a line that is being typed."""
    (tmp_path / "scene_of_mine.yaml").touch()
    (tmp_path / "script").write_text(script("bash"))
    words = line.split(" ")
    ask = f"""
        . ./script
        COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}
        _shtab_springvand springvand {words[-1]}
        printf '%s\\n' "${{COMPREPLY[@]}}" """
    assert subprocess.run(["bash", "-c", ask], cwd=tmp_path, capture_output=True, text=True).stdout.split() == offered


# Doctor


@pytest.fixture(scope="module")
def found():
    """One examination for all tests."""
    return health.examine()


def test_the_doctor_looks_at_everything(found):
    """Versions as installed, a watcher that sees a save within a second, a cache that counts."""
    import numpy

    assert set(found) == set(health.TOPICS)
    assert found["Packages"]["numpy"] == numpy.__version__
    assert 0 < int(found["Watching files"]["saved to seen"].split()[0]) < 1000 and found["Watching files"]["content"] == "whole"
    assert re.match(r"\d+ kernels, ", found["Kernels"]["compiled"])
    assert not any("problem" in topic for title, topic in found.items() if not title.startswith("OpenGL"))


def test_the_doctor_prints_text_or_data(found, capsys, monkeypatch):
    """Both say the same; a problem is marked and is status 3."""
    monkeypatch.setattr(health, "examine", lambda: found)
    fine = FINE if not any("problem" in topic for topic in found.values()) else MACHINE
    assert main(["doctor", "--json"]) == fine
    assert json.loads(capsys.readouterr().out) == found
    assert main(["doctor"]) == fine
    text = capsys.readouterr().out
    assert all(title in text for title in found)
    monkeypatch.setattr(health, "examine", lambda: {"Disk": {"problem": "the disk is nearly full"}})
    assert main(["doctor"]) == MACHINE
    assert " !problem" in capsys.readouterr().out


def test_a_topic_that_fails_spoils_no_other(monkeypatch):
    """Its exception is its report."""

    def broken():
        raise OSError("no such thing")

    monkeypatch.setattr(health, "TOPICS", {"A": broken, "B": lambda: {"b": "fine"}})
    assert health.examine() == {"A": {"problem": "OSError: no such thing"}, "B": {"b": "fine"}}


def test_nothing_private_is_told(monkeypatch, tmp_path):
    """The home folder is ~ wherever it stands, and only it: /home/ann is not part of /home/anna."""
    home = tmp_path / "ann"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    text = json.dumps(health.examine())
    assert str(home) not in text and "~: may be written" in text
    assert health._homeless(f"{home}na/x {home}/y") == f"{home}na/x ~/y"
