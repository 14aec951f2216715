"""Real files, saved in the ways editors save them."""

import os
import shutil
import threading
import time

import pytest

from game.watch import Watch

OLD, NEW, THIRD = b"a: 1\n" * 50, b"a: 2\n" * 50, b"a: 3\n" * 50  # one length: size tells nothing
LATE = 0.05  # [s] longer than its pauses a save may take: what stands still for 0.1 s counts as saved
NAMES = {OLD: "old", NEW: "new", THIRD: "third", None: "gone"}


def pause(seconds):
    paused.seconds = getattr(paused, "seconds", 0.0) + seconds
    time.sleep(seconds)


paused = threading.local()


def truncate(file):
    file.write_bytes(NEW)


def slow_chunks(file):
    with open(file, "wb", buffering=0) as handle:
        for i in range(0, len(NEW), 25):
            pause(0.04)
            handle.write(NEW[i : i + 25])


def vim_rename(file):
    backup = file.with_name(file.name + "~")
    os.rename(file, backup)
    pause(0.3)
    file.write_bytes(NEW)
    backup.unlink()


def temp_and_replace(file):
    file.with_name(".tmp").write_bytes(NEW)
    os.replace(file.with_name(".tmp"), file)


def into_symlink(file):
    real = file.parent.parent / "real"
    shutil.move(file, real)
    os.symlink(real, file)


def edit_symlink_target(file):
    (file.parent.parent / "real").write_bytes(NEW)


def swap_symlink(file):
    other = file.parent.parent / "other"
    other.write_bytes(NEW)
    os.symlink(other, file.with_name("link"))
    os.replace(file.with_name("link"), file)


def folder_made_again(file):
    shutil.rmtree(file.parent)
    pause(0.1)
    file.parent.mkdir()
    file.write_bytes(NEW)


def same_size_and_time(file):
    before = os.stat(file)
    file.write_bytes(NEW)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def twice_at_once(file):
    file.write_bytes(THIRD)
    pause(0.003)
    file.write_bytes(NEW)


def twenty_saves(file):
    for i in range(20):
        file.write_bytes(NEW if i % 2 else OLD)
        pause(0.03)


def twice(file):
    file.write_bytes(NEW)
    pause(0.8)
    file.write_bytes(THIRD)


def touch(file):
    os.utime(file)


def permissions(file):
    os.chmod(file, 0o600)


def same_bytes(file):
    file.write_bytes(OLD)


def delete(file):
    file.unlink()


def delete_and_recreate(file):
    file.unlink()
    pause(0.08)
    file.write_bytes(NEW)


def delete_and_recreate_later(file):
    file.unlink()
    pause(1.2)
    file.write_bytes(NEW)


def delete_and_restore_later(file):
    file.unlink()
    pause(1.2)
    file.write_bytes(OLD)


def appear(file):
    file.write_bytes(NEW)


# how it is saved, how it was set up, what must be reported
CASES = [
    (truncate, None, ["new"]),
    (slow_chunks, None, ["new"]),
    (vim_rename, None, ["new"]),
    (temp_and_replace, None, ["new"]),
    (edit_symlink_target, into_symlink, ["new"]),
    (swap_symlink, into_symlink, ["new"]),
    (folder_made_again, None, ["new"]),
    (same_size_and_time, None, ["new"]),
    (twice_at_once, None, ["new"]),
    (twenty_saves, None, ["new"]),
    (twice, None, ["new", "third"]),
    (touch, None, []),
    (permissions, None, []),
    (same_bytes, None, []),
    (delete, None, ["gone"]),
    (delete_and_recreate, None, ["new"]),
    (delete_and_recreate_later, None, ["gone", "new"]),
    (delete_and_restore_later, None, ["gone", "old"]),
    (appear, delete, ["new"]),
]


def observe(save, prepare, folder):
    """By how much the machine held the save up [s], and the names of the contents that a watch reports meanwhile."""
    file = folder / "content" / "scene.yaml"
    file.parent.mkdir(parents=True)
    file.write_bytes(OLD)
    if prepare:
        prepare(file)
    time.sleep(0.05)
    watch = Watch()
    watch.watch([file])
    watch.start()
    time.sleep(0.25)
    began, paused.seconds = time.perf_counter(), 0.0
    save(file)
    late = time.perf_counter() - began - paused.seconds
    time.sleep(1.2)  # room for the half second of grace
    watch.stop()
    return late, [NAMES.get(watch.changes.get().data, "torn") for _ in range(watch.changes.qsize())]


@pytest.fixture(scope="module")
def observed(tmp_path_factory):
    """All cases at once, each in its own thread and folder: the waits overlap. What the machine held up was another way to save, and is done again."""
    root, found = tmp_path_factory.mktemp("watch"), {}

    def run(save, prepare):
        for attempt in range(5):
            late, found[save.__name__] = observe(save, prepare, root / f"{save.__name__}_{attempt}")
            if late < LATE:
                break

    threads = [threading.Thread(target=run, args=(save, prepare)) for save, prepare, _ in CASES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("save, expected", [(save, expected) for save, _, expected in CASES], ids=lambda v: getattr(v, "__name__", ""))
def test_each_saved_content_is_seen_once_and_whole(observed, save, expected):
    """Whatever way an editor saves, every content that stood still is reported once, whole; what is no change is not."""
    assert observed[save.__name__] == expected


def test_a_save_between_load_and_watch_is_seen(tmp_path):
    """The caller's content is what counts as seen: an edit made while the scene was being parsed is not lost."""
    file = tmp_path / "scene.yaml"
    file.write_bytes(NEW)
    watch = Watch(interval=0.01)
    watch.watch([file], known={file: OLD})
    watch.start()
    assert watch.changes.get(timeout=5).data == NEW
    watch.stop()


def test_only_the_named_files_are_watched(tmp_path):
    """A file that the scene no longer uses is forgotten; one that it begins to use is watched."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(OLD), second.write_bytes(OLD)
    watch = Watch(interval=0.01)
    watch.watch([first])
    watch.watch([second])
    watch.start()
    first.write_bytes(NEW), second.write_bytes(NEW)
    assert watch.changes.get(timeout=5).path == str(second)
    watch.stop()
    assert watch.changes.empty()
