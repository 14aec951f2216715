"""Watches exactly the files a scene was made from, by asking the file system again and again.

Polling, because events lie: they miss edits through a symlink and all that follows a folder made anew, and they deliver
torn files. Here a change is a change of content: a file counts when it has stood still for a while, and is read whole.
"""

import contextlib
import hashlib
import os
import queue
import threading
import time
from dataclasses import dataclass
from typing import NamedTuple

INTERVAL = 0.02  # [s] between two looks at all files: a look at a file takes a microsecond or two
SETTLE = 0.1  # [s] that a file has stood still before it is read
GONE_AFTER = 0.5  # [s] an editor that renames leaves a gap of up to 0.3 s
RACY = 2.0  # [s] a file this young may change again without a new time stamp: its content is asked again
LARGEST = 1 << 28  # [bytes] of a file that is read


class Saved(NamedTuple):
    """One file has new content; data is None when it is gone."""

    path: str
    data: bytes | None


@dataclass(slots=True)
class _File:
    """What is known of one watched file."""

    digest: bytes | None  # of the content last reported; None: gone
    signature: tuple | None = None  # of the file when it was last read
    candidate: tuple | None = None  # seen, not yet settled
    since: float = 0.0  # [s] when the candidate was first seen
    missing: float | None = None  # [s] since when it cannot be found


class Watch:
    """A thread that puts a Saved into `changes` for each new content of the files it was told to watch."""

    def __init__(self, interval=INTERVAL, settle=SETTLE):
        self.interval, self.settle = interval, settle
        self.changes = queue.SimpleQueue()
        self._files = {}
        self._lock = threading.Lock()
        self._looking = threading.Lock()  # held while a file is looked at, and while the program writes one
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def watch(self, paths, known=None):
        """Replace the set of watched files. known: path -> content that counts as seen, where the caller has read the file itself."""
        paths, known = [str(p) for p in paths], {str(p): data for p, data in (known or {}).items()}
        with self._lock:
            for path in set(self._files) - set(paths):
                del self._files[path]
            for path in paths:
                if path not in self._files:
                    self._files[path] = _File(_digest(known[path] if path in known else _read(path)))

    @contextlib.contextmanager
    def writing(self, path, data):
        """While the program itself gives a file new content: nobody looks meanwhile, and this content is then no news."""
        with self._looking:
            yield
            if file := self._files.get(str(path)):
                file.digest, file.signature, file.candidate = _digest(data), None, None

    def start(self):
        """Begin to look; returns self."""
        self._thread.start()
        return self

    def stop(self):
        """End the thread and wait for it."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self):
        while not self._stop.wait(self.interval):
            self._run_once()

    def _run_once(self):
        with self._lock:
            files = list(self._files.items())
        for path, file in files:
            with self._looking:
                self._look(path, file)

    def _look(self, path, file):
        signature = _signature(path)
        if signature is None:
            self._miss(path, file)
            return
        file.missing = None
        young = abs(time.time() - signature[0] / 1e9) < RACY
        if signature == file.signature and not young:
            return
        now = time.monotonic()
        if signature != file.candidate:
            file.candidate, file.since = signature, now
        elif now - file.since >= self.settle:
            file.since = now  # a young one is read again after as long
            self._take(path, file, signature)

    def _take(self, path, file, signature):
        data = _read(path)
        if data is None or _signature(path) != signature:  # moved under our feet: wait until it stands still
            file.candidate = None
            return
        file.signature = signature
        digest = _digest(data)
        if digest != file.digest:
            file.digest = digest
            self.changes.put(Saved(path, data))

    def _miss(self, path, file):
        file.candidate = None
        now = time.monotonic()
        if file.missing is None:
            file.missing = now
        elif file.digest is not None and now - file.missing > GONE_AFTER:
            file.digest = file.signature = None
            self.changes.put(Saved(path, None))


def _signature(path):
    """Time of change [ns], size and inode of the file behind all links, or None."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _read(path):
    try:
        with open(path, "rb") as handle:
            return handle.read(LARGEST)
    except OSError:
        return None


def _digest(data):
    return None if data is None else hashlib.blake2b(data).digest()
