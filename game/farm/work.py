"""What a worker does: functions of plain data, which any process with the same version of the program answers alike.

A process has one world of esper and one context of OpenGL, and a worker may have several threads: all is done in one thread of its own.
"""

import contextlib
import io
import platform
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from game.report import FAILED, Stop, say

_pictures = {}  # those of the bake that was drawn last, by what they show: the next task is most likely of the same
_folders = {}  # name of a parcel -> the temporary folder of its files
_desk = ThreadPoolExecutor(1, "springvand")  # its thread begins with the first task


class Job(NamedTuple):
    """One variant to be run.

    parcel, file       where the scene lies
    overrides          path -> value
    seed               in place of the scene's
    allow_outside      as for `load`
    ticks, seconds     how long; both None: as long as its `check:` section says
    look, at           of its picture; None: none, at the end of the run
    """

    parcel: str
    file: str
    overrides: dict
    seed: int | None = None
    allow_outside: bool = False
    ticks: int | None = None
    seconds: Fraction | None = None
    look: tuple | None = None
    at: Fraction | None = None


class Outcome(NamedTuple):
    """What became of a variant: what was measured, as of game.measure; the picture (h, w, 4) uint8; what went wrong, "" where nothing did."""

    figures: dict
    failed: list
    fingerprint: str
    messages: list
    took: float  # [s]
    pixels: object
    error: str


def failed(text):
    """The Outcome of a variant that could not be run."""
    return Outcome({}, [], "", [], 0.0, None, text)


def receive(name, files):
    """Keep the files of a parcel."""
    from engine.exchange.packed import unpack

    if name not in _folders:
        folder = tempfile.TemporaryDirectory(prefix="springvand-parcel-", ignore_cleanup_errors=True)
        unpack(files, folder.name)
        _folders[name] = folder


def forget(name):
    """Clear the files of a parcel away."""
    if name in _folders:
        _folders.pop(name).cleanup()


def at_desk(function, *arguments):
    """Call a function in the thread in which all is done."""
    return _desk.submit(function, *arguments).result()


def tried(job):
    """The Outcome of a Job."""
    return at_desk(_tried, job)


def _tried(job):
    from engine.scene import SceneError

    said = io.StringIO()
    with contextlib.redirect_stderr(said):  # told by whoever asked, once, and not in the midst of a progress bar
        try:
            found = _run(job)
        except SceneError as error:
            found = failed(error.diagnostics[0].text)
        except Stop as stop:
            found = failed(str(stop))
        except Exception as error:  # of this variant: the others go on
            found = failed(f"{type(error).__name__}: {error}")
    return found._replace(messages=[*found.messages, *lines(said)])


def lines(said):
    """What was said, line by line, without the program's name."""
    return [line.removeprefix("springvand: ") for line in said.getvalue().splitlines() if line.strip()]


def _run(job):
    from engine.scene import load
    from game.film.moments import exact
    from game.measure import measured

    start = time.perf_counter()
    scene = load(Path(_folders[job.parcel].name, job.file), job.overrides, job.allow_outside)
    step = exact(scene.spec.time.step)
    found = measured(scene, job.ticks if job.seconds is None else round(job.seconds / step), job.seed)
    took, pixels = time.perf_counter() - start, None
    if job.look is not None:
        at = found.figures["ticks"] * step if job.at is None else job.at
        pixels = _picture(scene, job.seed, job.look, at)
    return Outcome(found.figures, found.failed, found.fingerprint, found.messages, took, pixels, "")


def _picture(scene, seed, look, at):
    """The picture that `springvand render --at` makes."""
    from game.film.moments import Plan
    from game.film.pictures import Pictures

    pictures = Pictures(lambda: scene, seed, look)
    try:
        return pictures.picture(Plan(at, Fraction(1), 1), 0)
    finally:
        pictures.close()


class Stretch(NamedTuple):
    """Pictures of a bake that follow each other.

    path, size     of the bake [bytes]: the same on every machine
    allow_outside  as for `load`
    look, camera   as of Pictures
    plan, numbers  which pictures of which plan
    """

    path: str
    size: int
    allow_outside: bool
    look: tuple
    camera: str | None
    plan: tuple
    numbers: tuple


class Drawn(NamedTuple):
    """Pictures (n, h, w, 4) uint8 of a Stretch, and what was said; error: what went wrong, "" where nothing did."""

    pixels: object
    messages: list
    error: str


def drawn(stretch):
    """The Drawn of a Stretch."""
    return at_desk(_drawn, stretch)


def _drawn(stretch):
    from engine.exchange.reading import BakeError

    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        try:
            found = Drawn(_draw(stretch), [], "")
        except (BakeError, Stop) as error:
            found = Drawn(None, [], str(error))
        except OSError as error:
            found = Drawn(None, [], f"{stretch.path} cannot be read: {error.strerror or error}")
    return found._replace(messages=lines(said))


def _draw(stretch):
    import numpy as np

    pictures = _opened(stretch)
    pixels = np.stack([pictures.picture(stretch.plan, i) for i in stretch.numbers])
    for text in dict.fromkeys(pictures.simulation.messages):
        say(text)
    pictures.simulation.messages.clear()
    return pixels


def _opened(stretch):
    """Pictures of the bake; those of the last stretch, where they are of the same and do not have to go back.

    What a scene plots is followed from its beginning, so that one who goes back begins anew.
    """
    from game.film.moments import exact

    key = stretch._replace(plan=(), numbers=())
    if key in _pictures:
        pictures = _pictures[key]
        step = exact(pictures.simulation.scene.spec.time.step)
        if stretch.plan.moments(stretch.numbers[0], step)[0].tick >= pictures.simulation.tick:
            return pictures
    shut()
    from game.film.pictures import Pictures
    from game.scenes import baked

    path = Path(stretch.path)
    if not path.is_file() or path.stat().st_size != stretch.size:
        there = "holds another file at" if path.is_file() else "does not find"
        raise Stop(
            FAILED,
            f"the worker on {platform.node()} {there} {path}; a bake is read where it lies: put it where all workers see it by the same path",
        )
    _pictures[key] = Pictures(lambda: baked(path, stretch.allow_outside), None, stretch.look, stretch.camera)
    return _pictures[key]


def shut():
    """Close the bake that was drawn last."""
    while _pictures:
        _pictures.popitem()[1].close()
