"""Tweaks that are not in the file yet outlive the program: kept in the user's folder for such things, a file for each scene.

They are written in a thread, at most three times a second, each time whole or not at all.
"""

import hashlib
import json
import os
import sys
import threading
import time
from pathlib import Path

from engine.scene.store import clear, store

PAUSE = 0.3  # [s] between two writes


def folder():
    """Where programs keep their state for this user: XDG_STATE_HOME where it is set, else what the system is used to."""
    home = Path.home()
    if given := os.environ.get("XDG_STATE_HOME"):
        return Path(given) / "springvand"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "springvand"
    return home / ("Library/Application Support" if sys.platform == "darwin" else ".local/state") / "springvand"


def offer(name, count, when):
    """What is said of tweaks from last time; "" of none. name: of the scene's file; when: they were made [s since 1970]."""
    if not count:
        return ""
    then, them = time.localtime(when), "it" if count == 1 else "them"
    day = "" if then[:3] == time.localtime()[:3] else f"{time.strftime('%Y-%m-%d', then)} "
    said = f"{count} unsaved change{'s' * (count > 1)} of {name} from {day}{time.strftime('%H:%M', then)}"
    return f"{said}: Ctrl+Y takes {them} up, X forgets {them}"


class Unsaved:
    """The unsaved tweaks of the scene in a file. What cannot be kept is not: the program goes on.

    values   address -> value, from last time; empty where there are none
    when     they were made [s since 1970]
    """

    def __init__(self, scene):
        self._scene = os.path.abspath(scene)
        name = hashlib.blake2b(self._scene.encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
        self._file = folder() / "unsaved" / f"{Path(scene).stem}-{name}.json"
        clear(self._file)
        self.values, self.when = self._read()
        self._kept = self._wanted = self.values
        self._news, self._end = threading.Event(), threading.Event()
        self._thread = None

    def keep(self, values):
        """Have these in place of what was kept before; returns at once."""
        self._wanted = dict(values)
        if self._wanted != self._kept and not self._end.is_set():
            self._news.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="unsaved", daemon=True)
                self._thread.start()

    def close(self):
        """Write what is still to be written, and end."""
        self._end.set()
        self._news.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self):
        while not self._end.is_set():
            self._news.wait()
            self._news.clear()
            self._write()
            self._end.wait(PAUSE)
        self._write()

    def _write(self):
        values = self._wanted
        if values == self._kept:
            return
        try:
            if values:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                store(self._file, json.dumps({"scene": self._scene, "when": time.time(), "values": values}).encode())
            else:
                self._file.unlink(missing_ok=True)
            self._kept = values
        except (OSError, TypeError, ValueError):  # no room, no rights; what is no plain data
            return

    def _read(self):
        """What was kept; nothing where it is not what we write."""
        try:
            found = json.loads(self._file.read_bytes())
            values, when = found["values"], float(found["when"])
            good = found["scene"] == self._scene and isinstance(values, dict)
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return {}, 0.0
        return (values, when) if good else ({}, 0.0)
