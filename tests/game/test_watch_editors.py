"""Files saved by real programs, and in the ways of editors that are not here."""

import os
import shutil
import subprocess
import threading
import time

import pytest
from yardstick import slowness

from game.watch import Watch

OLD, NEW = b"a: 1\n" * 50, b"a: 2\n" * 50


def vscode(file):
    """Truncated and written in place."""
    with open(file, "r+b") as handle:
        handle.truncate(0)
        handle.write(NEW)


def jetbrains(file):
    """Safe write: a temporary file beside it, a backup of the old one, a rename."""
    temporary, backup = file.with_name("scene.yaml___jb_tmp___"), file.with_name("scene.yaml___jb_old___")
    temporary.write_bytes(NEW)
    os.rename(file, backup)
    os.rename(temporary, file)
    backup.unlink()


def vim_like(file):
    """`:w` with backup: the old file is renamed, a new one is written, the backup goes."""
    backup = file.with_name(file.name + "~")
    os.rename(file, backup)
    with open(file, "wb") as handle:
        handle.write(NEW)
        os.fsync(handle.fileno())
    backup.unlink()


def slow_truncating(file):
    """Pieces of some bytes over half a second."""
    with open(file, "wb", buffering=0) as handle:
        for i in range(0, len(NEW), 10):
            time.sleep(0.02)
            handle.write(NEW[i : i + 10])


def sed(file):
    subprocess.run(["sed", "-i", "s/a: 1/a: 2/", str(file)], check=True)


def vim(file):
    """The real one, as it is without settings."""
    _vim(file, "set backupcopy=auto")


def vim_in_place(file):
    """The real one, which copies the backup and writes into the same file."""
    _vim(file, "set backupcopy=yes")


def _vim(file, settings):
    command = ["vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-c", settings, "-c", "%s/a: 1/a: 2/", "-c", "wq", str(file)]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)


def unlinked_link(file):
    """A link whose target is edited by rename: the link stays, what is behind it is another file."""
    real = file.parent.parent / "real.yaml"
    shutil.move(file, real)
    os.symlink(real, file)
    jetbrains(real)


SAVES = vscode, jetbrains, vim_like, slow_truncating, sed, vim, vim_in_place, unlinked_link
REAL = {sed: "sed", vim: "vim", vim_in_place: "vim"}


@pytest.fixture(scope="module")
def observed(tmp_path_factory):
    """What a watch reports of each way to save, all at once: the waits overlap."""
    root, found = tmp_path_factory.mktemp("editors"), {}

    def run(save):
        file = root / save.__name__ / "content" / "scene.yaml"
        file.parent.mkdir(parents=True)
        file.write_bytes(OLD)
        watch = Watch()
        watch.watch([file])
        watch.start()
        time.sleep(0.1)
        save(file)
        time.sleep(0.8)
        watch.stop()
        found[save] = [watch.changes.get().data for _ in range(watch.changes.qsize())]

    threads = [threading.Thread(target=run, args=(save,)) for save in SAVES if save not in REAL or shutil.which(REAL[save])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.__name__)
def test_a_save_is_seen_once_and_whole(observed, save):
    """The new content, no other, one time."""
    if save not in observed:
        pytest.skip(f"no {REAL[save]} here")
    assert observed[save] == [NEW]


def test_thirty_saves_a_second_are_never_torn_and_the_last_is_seen(tmp_path):
    """Large contents, written in place in pieces: whatever is reported was written whole, in order; the last comes within half a second."""
    file, contents = tmp_path / "scene.yaml", [b"%05d\n" % i * 20_000 for i in range(45)]
    file.write_bytes(contents[0])
    watch = Watch()
    watch.watch([file])
    watch.start()
    for content in contents:
        with open(file, "wb", buffering=0) as handle:
            for i in range(0, len(content), 30_000):
                handle.write(content[i : i + 30_000])
        time.sleep(1 / 30)
    seen, end = [], time.monotonic() + 0.5 * slowness()
    while time.monotonic() < end and contents[-1] not in seen:
        seen += [watch.changes.get().data for _ in range(watch.changes.qsize())]
        time.sleep(0.01)
    watch.stop()
    order = [contents.index(data) for data in seen]
    assert order == sorted(set(order)) and order[-1] == len(contents) - 1


def test_a_look_at_many_files_is_cheap(tmp_path):
    """A hundred files at rest, looked at all the time, take less than a twentieth of one core."""
    files = [tmp_path / f"{i}.yaml" for i in range(100)]
    for file in files:
        file.write_bytes(OLD)
        os.utime(file, (1e9, 1e9))
    watch = Watch()
    watch.watch(files)
    watch._run_once()
    start = time.thread_time()
    for _ in range(20):
        watch._run_once()
    assert (time.thread_time() - start) / 20 < 0.05 * watch.interval * 4  # four times as long where the machine is slow
    assert watch.changes.empty()
