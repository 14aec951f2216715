"""A running scene that follows its file.

watch (thread) -> bytes -> worker (thread): decode, parse, validate -> immutable Scene -> poll(), between two ticks on the main
thread: all or nothing. Whatever is wrong with the file, the last good scene goes on.
"""

import contextlib
import os
import queue
import sys
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from engine.assets.images import image
from engine.scene.errors import SceneError
from engine.scene.load import overridden, parse
from engine.scene.scene import Scene
from engine.scene.vocabulary import SceneSpec
from engine.simulation import Simulation
from game.sources import BOTH, PICTURE, SCENE, SHADER, gone, kind, watched
from game.watch import INTERVAL, SETTLE, Watch

YOUNG = 1.0  # [s] after a change an error may be that of a slow writer
PATIENCE = 0.4  # [s] it is held back, until the rest has been written
LISTED = 3  # changes named in one report


class _Job(NamedTuple):
    """What the worker is asked for: the scene, or a look at one image."""

    number: int
    data: bytes
    overrides: dict
    changed: float  # [s] when the change was seen
    instead: dict = {}  # path of an included file -> bytes that were seen whole
    image: str = ""


class _Done(NamedTuple):
    """What the worker found: a Scene, an Exception, or for an image None or what is wrong with it."""

    job: _Job
    result: Any
    dropped: tuple = ()  # overrides that the new file has no place for


class Live:
    """A simulation and the file it follows.

    simulation   what runs; replaced by another only when the first load failed and the file has been mended
    errors       Diagnostics (or texts) to show until the next good load
    textures     paths of images with new content, for the renderer; whoever reads them empties the list
    shaders      names of shaders with new content, likewise
    fixed        whether it stays as it is, whatever hand and keys want (game.played)
    """

    fixed = False

    def __init__(self, path, overrides=None, seed=None, allow_outside=False, interval=INTERVAL, settle=SETTLE):
        self.path = Path(os.path.abspath(path))  # links stay: what they point to may be swapped
        self.errors, self.textures, self.shaders = (), [], []
        self._sought = ()  # files that the broken scene includes, or would
        self._parts, self._changed = {}, None  # path -> newest bytes of a file of the scene that is not its own; [s] when one changed
        self._seed, self._allow = seed, allow_outside
        self._number, self._data, self._held, self._blank = 0, None, None, False
        self._jobs, self._done = queue.SimpleQueue(), queue.SimpleQueue()
        self.simulation = self._first(dict(overrides or {}))
        self._watch = Watch(interval, settle)
        self._follow_files()
        self._watch.start()
        self._worker = threading.Thread(target=self._work, name="reload", daemon=True)
        self._worker.start()

    def poll(self):
        """Between two ticks: apply what has been made ready. Texts for the author, newest last; never raises for a bad file."""
        now, news = time.monotonic(), []
        for path, data in _drained(self._watch.changes):
            news += self._saved(path, data, now)
        if self._changed is not None:  # of many files at once, the scene is read once
            self._ask(self._changed)
        for done in _drained(self._done):
            news += self._finished(done, now)
        if self._held and now >= self._held[0]:
            self.errors, self._held = self._held[1], None
            self._follow_files()
            news.append(self._broken())
        return news

    def close(self):
        """End the threads and the simulation."""
        self._watch.stop()
        self._jobs.put(None)
        self._worker.join()
        self.simulation.close()

    def writing(self, path, data):
        """A context in which the program itself gives a file new content, which is then no news."""
        return self._watch.writing(path, data)

    def adopt(self, scene, data=None):
        """Go on as what the program itself has written; data: the new content of the scene's own file."""
        self._data = self._data if data is None else data
        self._number += 1  # what is being read is old
        self.simulation.reload(scene)
        self._follow_files()

    # the first load

    def _first(self, overrides):
        try:
            self._data = self.path.read_bytes()
            return Simulation(parse(self._data, self.path, overrides, self._allow), seed=self._seed)
        except OSError as error:
            self.errors = (f"{self.path}: {error.strerror}",)
        except Exception as error:
            self.errors, self._sought = _errors(error, self.path.name), getattr(error, "sought", ())
        self._blank = True
        return Simulation(Scene(self.path, SceneSpec(entities={}), "", {}, overrides))

    # the main thread

    def _follow_files(self):
        """Watch what the running scene was made from, as it was read; while its file is broken, also what may be wrong with it."""
        scene = self.simulation.scene
        read = {path: text.encode() for path, text in scene.sources.items()}
        files = watched(self.path, scene, self._sought, self._data if self.errors else None)
        self._watch.watch(files, read | {Path(path): data for path, data in self._parts.items()} | {self.path: self._data})

    def _saved(self, path, data, now):
        """A watched file has new content, or is gone."""
        name, what = Path(path).name, kind(path)
        if path == str(self.path):
            if data is None:
                return [f"{name} is gone; the scene goes on"]
            self._data, self._changed = data, now
        elif data is None:
            return [gone(path)]
        elif what == SHADER:
            self.shaders.append(name)
        else:
            if what in (PICTURE, BOTH):
                self._jobs.put(_Job(0, b"", {}, now, image=path))
            if what in (SCENE, BOTH):
                self._parts[path] = data
            if what in (SCENE, BOTH) or self.errors:  # perhaps this was what the scene lacked
                self._changed = now if self._data is not None else None
        return []

    def _ask(self, changed):
        """Have the worker read the newest content; what it finds in older content no longer counts."""
        self._number += 1
        self._held = self._changed = None
        scene = self.simulation.scene
        instead = {Path(path): text.encode() for path, text in scene.sources.items()}
        instead |= {Path(path): data for path, data in self._parts.items() if data is not None}
        self._jobs.put(_Job(self._number, self._data, scene.overrides, changed, instead))

    def _finished(self, done, now):
        """The worker is through with a job."""
        job = done.job
        if job.image:
            return self._seen(job.image, done.result)
        if job.number != self._number:
            return []
        if isinstance(done.result, Exception):
            wait = PATIENCE if now - job.changed < YOUNG else 0.0
            self._held, self._sought = (now + wait, _errors(done.result, self.path.name)), getattr(done.result, "sought", ())
            self._follow_files()  # at once: what it lacks may be written next
            return []
        if job.overrides != self.simulation.scene.overrides:  # a key was pressed meanwhile
            self._ask(job.changed)
            return []
        return [f"{path}: the file has no such value any more; the tweak is dropped" for path in done.dropped] + self._apply(done.result)

    def _seen(self, path, trouble):
        if trouble:
            return [f"{trouble}; the picture keeps the last good one"]
        self.textures.append(path)
        return [f"reloaded {Path(path).name}"]

    def _apply(self, scene):
        """Go on with another version of the scene, or, where the simulation refuses it, with the one at hand."""
        try:
            if self._blank:
                blank, self.simulation, self._blank = self.simulation, Simulation(scene, seed=self._seed), False
                blank.close()
                text = f"loaded {self.path.name}"
            else:
                text = report(self.path.name, self.simulation.reload(scene))
        except Exception as error:  # the reload is all or nothing: what runs is whole
            self.errors = _errors(error, self.path.name)
            return [self._broken()]
        self.errors = self._sought = ()
        self._parts.clear()  # it was made from them
        self._follow_files()
        return [text]

    def _broken(self):
        goes_on = "it is empty until that is mended" if self._blank else "the last good scene goes on"
        return f"{self.path.name}: {len(self.errors)} error{'s' * (len(self.errors) > 1)}; {goes_on}\n" + "\n".join(map(str, self.errors))

    # the worker thread

    def _work(self):
        while (job := self._jobs.get()) is not None:
            if not job.image and job.number != self._number:  # there is newer content already
                continue
            with _quick_switches():
                self._done.put(_look_at(job) if job.image else self._read(job))

    def _read(self, job):
        try:
            return _Done(job, *self._parsed(job.data, job.overrides, job.instead))
        except Exception as error:  # not only SceneError: the worker outlives a mistake of ours
            return _Done(job, error)

    def _parsed(self, data, overrides, instead):
        """The scene with its tweaks on top, without those it has no place for any more. Raises the file's own errors."""
        try:
            scene = parse(data, self.path, overrides, self._allow, instead)
            self._decode(scene)
            return scene, ()
        except SceneError:
            scene, kept = parse(data, self.path, {}, self._allow, instead), {}
        for path, value in overrides.items():
            with contextlib.suppress(SceneError):
                scene, kept = overridden(scene, {**kept, path: value}), {**kept, path: value}
        self._decode(scene)
        return scene, tuple(path for path in overrides if path not in kept)

    def _decode(self, scene):
        """Look at the images that the running scene does not show; the parser has seen no more than their headers. Raises ValueError."""
        shown = set(self.simulation.scene.files)
        for path in {path for paths in scene.images.values() for path in paths} - shown:
            if kind(path) == PICTURE:
                image(path)


def report(name, changes):
    """One line about a reload: `reloaded fountain.yaml: jet.emitter.rate 600 -> 900 (birth)`."""
    if not changes:
        return "saved, no change"
    more = f"; and {len(changes) - LISTED} more" if len(changes) > LISTED else ""
    return f"reloaded {name}: {'; '.join(str(change) for change in changes[:LISTED])}{more}"


def _errors(error, name):
    """What to show of an exception that a file led to."""
    if isinstance(error, SceneError):
        return tuple(error.diagnostics)
    if isinstance(error, ValueError):  # a damaged image; the text says which
        return (f"{name}: {error}",)
    return (f"{name} cannot be used: {type(error).__name__}: {error}",)


def _look_at(job):
    try:
        if kind(job.image) == PICTURE:
            image(job.image)
    except OSError as error:
        return _Done(job, f"{Path(job.image).name} cannot be read: {error.strerror or error}")
    except ValueError as error:  # names the image
        return _Done(job, str(error))
    return _Done(job, None)


@contextlib.contextmanager
def _quick_switches():
    """While a parse runs, hand over between threads five times as often: frames stay on time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.001)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _drained(waiting):
    """All that is in a queue now."""
    for _ in range(waiting.qsize()):
        yield waiting.get()
