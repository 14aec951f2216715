"""A file gets new content whole or not at all: killed, without room, without rights, through links."""

import errno
import os
import signal
import stat
import subprocess
import sys

import pytest

from engine.scene import store as stores
from engine.scene.store import Changed, store

OLD, NEW = b"old\n" * 3000, b"new\n" * 5000

KILLED = """
import os, runpy, signal, sys
module, point, path = sys.argv[1:]
store = runpy.run_path(module)["store"]  # without the house around it, which takes a second to come
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
def after(task):
    def both(*a, **k):
        task(*a, **k)
        die()
    return both
def torn(number, mode):
    os.write(number, b"new\\n" * 2500)
    die()
match point:
    case "before the first byte": os.fdopen = die
    case "half-way": os.fdopen = torn
    case "before it is on the disk": os.fsync = die
    case "before the rename": os.replace = die
    case "after the rename": os.replace = after(os.replace)
store(path, b"new\\n" * 5000, b"old\\n" * 3000)
"""


@pytest.fixture
def file(tmp_path):
    """A file with old content."""
    path = tmp_path / "scene.yaml"
    path.write_bytes(OLD)
    return path


@pytest.mark.skipif(os.name != "posix", reason="killed by a signal")
def test_killed_at_any_point_the_file_is_old_or_new(tmp_path):
    """Never half; what a killed program leaves behind is no scene, and the next write goes through at once."""
    points = {
        "before the first byte": OLD,
        "half-way": OLD,
        "before it is on the disk": OLD,
        "before the rename": OLD,
        "after the rename": NEW,
    }
    running = {}
    for point in points:
        path = tmp_path / point / "scene.yaml"
        path.parent.mkdir()
        path.write_bytes(OLD)
        running[point] = path, subprocess.Popen([sys.executable, "-c", KILLED, stores.__file__, point, str(path)])
    for point, (path, process) in running.items():
        assert process.wait(60) == -signal.SIGKILL
        assert path.read_bytes() == points[point], point
        left = [other for other in path.parent.iterdir() if other != path]
        assert len(left) == (point != "after the rename") and list(path.parent.glob("*.yaml")) == [path]
        store(path, NEW)
        assert path.read_bytes() == NEW and list(path.parent.iterdir()) == [path]


WRITING = """
import os, runpy, sys
store = runpy.run_path(sys.argv[1])["store"]
def wait(*_):
    print("writing", flush=True)
    sys.stdin.read()
os.fsync = wait
store(sys.argv[2], b"theirs", b"old\\n" * 3000)
"""


def test_two_programs_do_not_write_one_file_at_once(file):
    """While one is at it the other is refused; what it puts in is whole, and then it is the other's turn."""
    command = [sys.executable, "-c", WRITING, stores.__file__, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline().strip() == b"writing"
        with pytest.raises(OSError, match="another program is just writing it; try again"):
            store(file, NEW)
        other.stdin.close()
        assert other.wait(60) == 0
    assert file.read_bytes() == b"theirs"
    store(file, NEW, b"theirs")
    assert file.read_bytes() == NEW and os.listdir(file.parent) == ["scene.yaml"]


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="links")
def test_a_link_in_the_temporary_files_place_leads_nowhere(tmp_path, file):
    """What it points to is not touched."""
    (tmp_path / "other").write_text("mine")
    (tmp_path / ".scene.yaml.saving").symlink_to("other")
    with pytest.raises(OSError):
        store(file, NEW)
    assert (tmp_path / "other").read_text() == "mine" and file.read_bytes() == OLD


def test_the_file_behind_links_is_written_and_the_links_stay(tmp_path, file):
    """A link to a link; the mode of the file stays, too."""
    file.chmod(0o640)
    (tmp_path / "far").mkdir()
    (tmp_path / "middle").symlink_to(file)
    link = tmp_path / "far" / "link.yaml"
    link.symlink_to("../middle")
    store(link, NEW, OLD)
    assert file.read_bytes() == NEW and link.is_symlink() and (tmp_path / "middle").is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["far", "middle", "scene.yaml"] and os.listdir(tmp_path / "far") == ["link.yaml"]


def test_what_has_changed_meanwhile_is_not_overwritten(file):
    """Other content than was read: refused, also when it comes while we write."""
    with pytest.raises(Changed, match="scene.yaml has changed"):
        store(file, NEW, b"what was read")
    assert file.read_bytes() == OLD and os.listdir(file.parent) == ["scene.yaml"]


def test_a_file_that_is_gone_stays_gone(file):
    """Where content is expected there must be a file; else it is made."""
    file.unlink()
    with pytest.raises(FileNotFoundError):
        store(file, NEW, OLD)
    assert os.listdir(file.parent) == []
    store(file, NEW)
    assert file.read_bytes() == NEW


def test_a_read_only_file_is_not_replaced(file):
    """A rename would not ask."""
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only"):
        store(file, NEW, OLD)
    assert file.read_bytes() == OLD


@pytest.mark.parametrize("call", ["fsync", "replace", "open"])
def test_whatever_fails_the_file_is_as_it_was(file, monkeypatch, call):
    """No room, a folder without rights: an OSError, and nothing is left behind."""

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(stores.os, call, full)
    with pytest.raises(OSError, match="No space left"):
        store(file, NEW, OLD)
    assert file.read_bytes() == OLD and os.listdir(file.parent) == ["scene.yaml"]


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_disk_without_room(file):
    """A real limit: a process that may write no file of this size."""
    code = (
        "import resource, runpy, signal, sys; store = runpy.run_path(sys.argv[2])['store']\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"
        "try: store(sys.argv[1], b'new' * 10000)\nexcept OSError: sys.exit(7)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(file), stores.__file__]).returncode == 7
    assert file.read_bytes() == OLD and os.listdir(file.parent) == ["scene.yaml"]
