"""run.py decides rightly what is missing, says it exactly, and never trusts a half-made environment."""

import importlib.util
import json
import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GRAPHICS = ["libegl1", "libgl1", "libgl1-mesa-dri"]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """run.py as a module, on a project of its own in an empty folder."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("pyproject.toml", "run.py", module.PINS):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(module, "ROOT", str(tmp_path))
    monkeypatch.setattr(module, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(module, "STAMP", str(tmp_path / ".venv" / "springvand.json"))
    return module


@pytest.mark.parametrize(
    "tests, graphics, venv, display, needed, wished",
    [
        (False, True, True, False, [], []),
        (False, False, True, False, GRAPHICS, []),
        (False, False, False, False, ["python3-venv", *GRAPHICS], []),
        (True, False, False, False, ["python3-venv", *GRAPHICS], ["xvfb"]),
        (True, True, True, False, [], ["xvfb"]),
        (True, True, True, True, [], []),
    ],
)
def test_what_is_missing_on_debian(run, tests, graphics, venv, display, needed, wished):
    """Only what is missing is asked for; an X server only by the tests, and nothing stops without it."""
    assert run.needs_install("apt-get", tests, graphics, venv, display) == (needed, wished)


def test_other_systems_are_asked_for_their_own_packages(run):
    """dnf and pacman have other names; a machine without any of the three is told Debian's."""
    assert run.needs_install("dnf", True, False, False, False) == (["mesa-libEGL", "mesa-libGL", "mesa-dri-drivers"], [])
    assert run.needs_install("pacman", True, False, True, False) == (["libglvnd", "mesa"], [])
    assert run.needs_install(None, False, False, True, False) == (GRAPHICS, [])


def test_the_line_to_type_is_exact(run):
    """The line works when it is pasted: with sudo for those who need it, with fresh lists for apt."""
    line = run.line_to_type
    assert line("apt-get", GRAPHICS, False) == "sudo apt-get update && sudo apt-get install -y libegl1 libgl1 libgl1-mesa-dri"
    assert line("apt-get", GRAPHICS, True) == "apt-get update && apt-get install -y libegl1 libgl1 libgl1-mesa-dri"
    assert line("dnf", ["mesa-libGL"], False) == "sudo dnf install -y mesa-libGL"
    assert line("pacman", ["mesa"], False) == "sudo pacman -S --needed mesa"
    assert line(None, ["libgl1"], False) == "install what Debian calls libgl1"


@pytest.fixture
def machine(run, tmp_path, monkeypatch):
    """A Debian of our own: no graphics, an apt-get that writes down what it is told and ends with the status in `fails`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    log, fails = tmp_path / "log", tmp_path / "fails"
    fails.write_text("0")
    apt = folder / "apt-get"
    apt.write_text(f'#!/bin/sh\necho "$DEBIAN_FRONTEND: $@" >> {log}\nread status < {fails}\nexit $status\n')
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(run, "graphics_work", lambda: False)
    monkeypatch.setattr(sys, "platform", "linux")
    started = []
    monkeypatch.setattr(run, "start", lambda command: started.append(command) or 0)
    monkeypatch.setattr(run, "prepare_venv", lambda todo, extras: True)
    return {"log": log, "fails": fails, "started": started, "apt": apt}


def test_a_user_is_told_the_line_and_status_is_3(run, machine, monkeypatch, capfd):
    """Who is not root sees the exact line, nothing is installed, nothing is started."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert run.main([]) == 3
    said = capfd.readouterr().err
    assert "    sudo apt-get update && sudo apt-get install -y libegl1 libgl1 libgl1-mesa-dri\n" in said
    assert not machine["log"].exists() and machine["started"] == []


def test_root_without_apt_is_told_too(run, machine, monkeypatch, capfd):
    """Where there is no package manager that we know, the packages are named by Debian's names."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine["apt"].unlink()
    assert run.main([]) == 3
    assert "    install what Debian calls libegl1 libgl1 libgl1-mesa-dri\n" in capfd.readouterr().err


def test_root_with_apt_gets_it_installed(run, machine, monkeypatch, capfd):
    """As root it is said and done, without questions, and the program starts with its arguments."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert run.main(["check", "--run"]) == 0
    assert "installing libegl1 libgl1 libgl1-mesa-dri with apt-get" in capfd.readouterr().err
    update, install = machine["log"].read_text().splitlines()
    assert update == "noninteractive: update -qq"
    assert install == "noninteractive: install -y -qq -o DPkg::Lock::Timeout=300 --no-install-recommends libegl1 libgl1 libgl1-mesa-dri"
    assert machine["started"] == [["-P", "-m", "game", "check", "--run"]]


def test_root_whose_apt_fails_is_told(run, machine, monkeypatch, capfd):
    """When apt-get fails so do we, with status 3 and both failures named."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine["fails"].write_text("100")
    assert run.main([]) == 3
    said = capfd.readouterr().err
    assert "apt-get update failed" in said and "apt-get could not install libegl1" in said
    assert machine["started"] == []


def test_tests_go_on_without_an_x_server(run, machine, monkeypatch, tmp_path):
    """A user without Xvfb still runs the tests: nothing that is needed is missing."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(run, "graphics_work", lambda: True)
    monkeypatch.chdir(tmp_path)
    assert run.main(["--tests", "-k", "x"]) == 0
    assert machine["started"] == [["-m", "pytest", *run.PROCESSES, "-k", "x"]]


def test_an_old_python_is_told_what_to_do(run, monkeypatch, tmp_path):
    """The message names the version that is needed, the one that is there, and a newer one when there is one."""
    assert run.too_old((3, 11, 0), "python3") is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "Python 3.11 or newer" in run.too_old((3, 9, 2), "/usr/bin/python3")
    assert "/usr/bin/python3 is Python 3.9" in run.too_old((3, 9, 2), "/usr/bin/python3")
    newer = tmp_path / "python3.12"
    newer.write_text("#!/bin/sh\n")
    newer.chmod(0o755)
    assert run.too_old((3, 9, 2), "python3").endswith("type: python3.12 run.py")


def test_an_old_python_ends_with_3(run, monkeypatch, capfd):
    """Nothing is touched by a Python that is too old."""
    monkeypatch.setattr(sys, "version_info", (3, 8, 1))
    assert run.main([]) == 3
    assert "needs Python 3.11 or newer" in capfd.readouterr().err


def test_the_verdict_on_an_environment(run):
    """A broken, foreign or unfinished .venv is made anew; another project file or a missing extra installs into it."""
    stamp = {"python": "3.11 /here", "key": "k", "extras": ["panel", "video"]}
    assert run.verdict(stamp, "3.11 /here", "k", ["panel", "video"]) == "keep"
    assert run.verdict(stamp, "3.11 /here", "k", ["dev", "panel", "video"]) == "install"
    assert run.verdict(stamp, "3.11 /here", "other", ["panel"]) == "install"
    assert run.verdict(stamp, "3.12 /here", "k", ["panel"]) == "make"
    assert run.verdict(stamp, None, "k", ["panel"]) == "make"
    assert run.verdict({}, "3.11 /here", "k", ["panel"]) == "make"


def test_the_key_is_that_of_the_project_files(run, tmp_path):
    """Any change of pyproject.toml, run.py or the exact versions changes the key."""
    keys = [run.project_key(str(tmp_path))]
    for name in ("pyproject.toml", "run.py", run.PINS):
        with (tmp_path / name).open("a") as file:
            file.write("\n")
        keys.append(run.project_key(str(tmp_path)))
    assert len(set(keys)) == 4


def test_a_torn_stamp_counts_as_none(run, tmp_path):
    """Half a stamp, a stamp of another kind, no stamp: none."""
    for text in ('{"python": "3.', "[1, 2]", "\x00"):
        (tmp_path / "stamp").write_text(text)
        assert run.read_stamp(str(tmp_path / "stamp")) == {}
    assert run.read_stamp(str(tmp_path / "nowhere")) == {}


@pytest.fixture
def tools(run, monkeypatch, tmp_path):
    """uv and pip that only write down what they are told; those named in `broken` fail."""
    told, broken = [], set()

    def attempt(command):
        tool = "uv" if command[0] == "uv" else "pip"
        what = "venv" if "venv" in command[:4] else "exact" if "-c" in command else "newer"
        told.append((tool, what))
        return not broken & {tool, what}

    monkeypatch.setattr(run, "attempt", attempt)
    monkeypatch.setattr(run, "identity", lambda python: "a Python")
    monkeypatch.setattr(run.shutil, "which", lambda name: "/bin/uv" if name == "uv" else None)
    monkeypatch.setattr(run.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(run, "make", lambda tool, make=run.make: make(tool) and not (tmp_path / ".venv").mkdir())
    return told, broken


def test_uv_makes_the_environment_where_it_is_there(run, tools, tmp_path, capfd):
    """uv is taken before pip, what it takes is said, and the stamp is written last."""
    assert run.prepare_venv("make", ["video", "panel"])
    assert tools[0] == [("uv", "venv"), ("uv", "exact")]
    assert "about a minute" in capfd.readouterr().err
    stamp = json.loads((tmp_path / ".venv" / "springvand.json").read_text())
    assert stamp == {"python": "a Python", "key": run.project_key(str(tmp_path)), "extras": ["panel", "video"]}


def test_pip_takes_over_aloud(run, tools, capfd):
    """When uv fails pip starts from the beginning, and that is said."""
    tools[1].add("uv")
    assert run.prepare_venv("install", ["panel"])
    assert tools[0] == [("uv", "exact"), ("uv", "newer"), ("pip", "venv"), ("pip", "exact")]
    assert "uv could not do it; trying pip" in capfd.readouterr().err


def test_newer_versions_are_tried_aloud(run, tools, capfd):
    """A Python for which the tested versions do not exist gets newer ones, and that is said."""
    tools[1].add("exact")
    assert run.prepare_venv("make", ["panel"])
    assert tools[0] == [("uv", "venv"), ("uv", "exact"), ("uv", "newer")]
    assert "trying newer ones" in capfd.readouterr().err


def test_every_dependency_has_an_exact_version():
    """What pyproject.toml asks for, extras too, stands in the list of exact versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    pinned = {line.partition("==")[0] for line in (ROOT / ".constraints.txt").read_text().splitlines() if not line.startswith("#")}
    names = {re.split(r"[<>=]", name)[0].lower().replace(".", "-") for name in asked}
    assert names <= pinned


def test_a_failed_installation_leaves_no_stamp(run, tools, tmp_path, capfd):
    """What was not finished has no stamp, so the next start makes it anew."""
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "springvand.json").write_text("{}")
    tools[1].update(("uv", "pip"))
    assert not run.prepare_venv("install", ["panel"])
    assert "could not be made" in capfd.readouterr().err
    assert run.read_stamp(run.STAMP) == {} and not (tmp_path / ".venv" / "springvand.json").exists()


def test_a_broken_python_has_no_identity(run, tmp_path):
    """A link to nowhere and a file that does not run are no Python."""
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    assert run.identity(str(tmp_path / "gone")) is None
    assert run.identity(str(tmp_path)) is None
    assert run.identity(sys.executable).startswith(sys.version.split()[0])


def test_the_program_knows_how_it_is_called(run, monkeypatch):
    """What it says to type next begins with what was typed now."""
    became = []
    monkeypatch.setattr(run.os, "execv", lambda *_: became.append(os.environ[run.CALLED]))
    monkeypatch.setattr(run.subprocess, "call", lambda *_: became.append(os.environ[run.CALLED]))
    monkeypatch.setenv(run.CALLED, "")
    monkeypatch.setattr(run.sys, "argv", ["../run.py", "new", "first"])
    run.start(["-m", "game"])
    assert became == [("python " if os.name == "nt" else "python3 ") + "../run.py"]
