"""Work shared by processes: whoever does it, whatever dies on the way, the result is that of one process, bit for bit."""

import contextlib
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from farm_hands import SCENE, deadly, failing, grid, jobs, plain, timeless

from game.cli import main
from game.farm import cluster, table, work
from game.report import FAILED, INTERRUPTED, MACHINE, USAGE

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def here(here):
    """An empty present folder with this scene in it."""
    (here / "drops.yaml").write_text(SCENE)
    return here


@pytest.fixture
def parcel(here, farm, request):
    """The name under which this process and all workers have the scene's files."""
    files = {"drops.yaml": np.frombuffer(SCENE.encode(), np.uint8)}
    farm.give(files, request.node.name)
    work.receive(request.node.name, files)
    yield request.node.name
    work.forget(request.node.name)


def test_a_worker_that_is_killed_leaves_no_trace(farm, parcel):
    """One of two processes is killed in the midst of it: the table is that of one process to the byte, but for the time taken."""
    axes, variants = grid()
    alone = [work.tried(job) for job in jobs(variants, parcel)]
    outcomes, before = {}, farm.processes()
    for i, outcome, trouble in farm.results(work.tried, jobs(variants, parcel)):
        assert trouble is None
        if not outcomes:
            os.kill(min(before.values()), signal.SIGKILL)
        outcomes[i] = outcome
    shared = [outcomes[i] for i in range(len(variants))]
    one, two = (timeless(table.text(axes, list(zip(variants, each, strict=True)))) for each in (alone, shared))
    assert one == two and len(one) == 10
    assert len({outcome.fingerprint for outcome in shared}) == 8 and all(outcome.figures["drops alive"] > 0 for outcome in shared)
    assert set(before.values()) != set(farm.processes().values())


def test_what_kills_its_worker_is_given_up_the_third_time(farm):
    """The rest is done all the same, and what was beside it is not blamed."""
    tasks = [1, "deadly", 2, 3, 4]
    found = {i: (value, trouble) for i, value, trouble in farm.results(deadly, tasks)}
    assert found[1] == (None, "the worker died, 3 times; it ran out of memory, or something ends the process")
    assert [found[i] for i in (0, 2, 3, 4)] == [(2, None), (4, None), (6, None), (8, None)]


def test_what_fails_is_told_and_the_rest_is_done(farm):
    """An error of one task has its words; a generator of tasks is asked only as fast as they are begun."""
    asked = []

    def tasks():
        for task in (1, 0, 2, 4):
            asked.append(task)
            yield task

    found = {}
    for i, value, trouble in farm.results(failing, tasks()):
        found[i] = value if trouble is None else trouble
        assert len(asked) <= len(found) + farm.count + 1
    assert found == {0: 1.0, 1: "ZeroDivisionError: division by zero", 2: 0.5, 3: 0.25}


def test_dask_says_nothing_itself(farm):
    """What goes wrong is told once, in our words: no logger of Dask speaks below a disaster."""
    loud = [
        name for name in ("distributed", "distributed.client", "distributed.nanny") if logging.getLogger(name).isEnabledFor(logging.ERROR)
    ]
    assert loud == []


def test_without_room_one_goes_on(farm):
    """Where there is no room for more than one result at a time, there is one task at a time, in order."""
    assert [i for i, _, _ in farm.results(plain, range(4), room=lambda: False)] == [0, 1, 2, 3]


def test_without_dask_it_is_status_3(here, monkeypatch, capsys):
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["sweep", "drops.yaml", "--set", "drops.emitter.rate=1,2", "-o", "out"]) == MACHINE
    assert (
        capsys.readouterr().err
        == "springvand: many processes at once need the package distributed; write: pip install 'springvand[farm]'\n"
    )


def test_a_scheduler_that_cannot_be_used_is_status_4(here, monkeypatch, capsys):
    """None there; something else there; no such address; one without workers: each has words of its own, soon."""
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    words = ["sweep", "drops.yaml", "--set", "drops.emitter.rate=1,2", "-o", "out", "--scheduler"]
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        assert main([*words, f"127.0.0.1:{port}"]) == FAILED
    assert f"no scheduler answers at tcp://127.0.0.1:{port} (not within 0.5 s); start one: dask scheduler" in capsys.readouterr().err
    assert main([*words, f"tcp://127.0.0.1:{port}"]) == FAILED
    assert f"no scheduler answers at tcp://127.0.0.1:{port} (" in capsys.readouterr().err
    assert main([*words, "foo://x"]) == FAILED
    assert "no scheduler answers at foo://x (unknown address scheme 'foo'" in capsys.readouterr().err
    import distributed

    quiet = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, scheduler_kwargs=quiet, protocol="tcp", silence_logs=50) as empty:
        assert main([*words, empty.scheduler_address]) == FAILED
    assert f"the scheduler at {empty.scheduler_address} has no workers; start some: dask worker tcp://" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written(farm, here, capsys):
    """A file where the folder should be; one above it."""
    assert main(["sweep", "drops.yaml", "--set", "drops.emitter.rate=1,2", "-o", "drops.yaml"]) == USAGE
    assert "'drops.yaml' is a file; -o names the folder for figures.csv and the pictures" in capsys.readouterr().err
    assert main(["sweep", "drops.yaml", "--set", "drops.emitter.rate=1,2", "-o", "drops.yaml/out"]) == FAILED
    assert "cannot write into drops.yaml/out: " in capsys.readouterr().err


def alive(group):
    """Command lines of the processes of a group; those that have ended and that nobody has asked after are not counted."""
    import psutil

    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            if os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.cmdline())
    return found


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no groups of processes here")
def test_ctrl_c_ends_all_processes(here):
    """The whole group hears it, as in a terminal: status 130, one line, what is finished is kept, no process and no file is left."""
    (here / "tmp").mkdir()
    grid = ["--set", "drops.emitter.rate=1:90:90", "--set", "breeze.wind.velocity.x=0:9:100", "--ticks", "60"]
    environment = os.environ | {"TMPDIR": str(here / "tmp"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "game", "sweep", "drops.yaml", *grid, "--workers", "2", "-o", "out"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment) as run:
        assert "9,000 variants (90 x 100) of 60 ticks" in run.stderr.readline()
        time.sleep(3)
        os.killpg(run.pid, signal.SIGINT)
        said = run.stderr.read()
        assert run.wait(30) == INTERRUPTED
    until = time.monotonic() + 5
    while (left := alive(run.pid)) and time.monotonic() < until:
        time.sleep(0.05)
    assert left == []
    assert re.fullmatch(r"springvand: interrupted; (\d+ of 9000 variants are in out/figures.csv|no variant is finished, .*)\n", said)
    assert os.listdir("tmp") == []


def test_processes_that_are_slow_to_end_are_no_failure(monkeypatch):
    """On a machine that is busy elsewhere Dask's patience runs out as all is closed: what was done is done, and they end with this process."""

    def slow():
        raise TimeoutError

    ended = []
    monkeypatch.setattr(cluster, "_distributed", lambda: (None, None))
    monkeypatch.setattr(cluster.Farm, "_local", lambda farm, workers: farm._closing.callback(ended.append, "the rest"))
    with cluster.Farm(2) as farm:
        farm._closing.callback(slow)
    assert ended == ["the rest"]
