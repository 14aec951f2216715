"""`springvand bench reload`: how long it takes from a save to the changed picture, and what an edit costs the thread that draws."""

import random
import re
import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path

from game.report import FAILED, MACHINE, Stop, progress, say
from game.scenes import SCENES, find

SIZE = 320, 180
SAVES, QUICK = 15, 3  # a scene
APPLIES = 9  # of each class
FRAMES, FEWER = 60, 15  # without, and with reading under way
LARGEST = "fountain"  # the longest file
EXPOSURE = re.compile(r"exposure: ([-\d.]+)")
DARKER = 1.0  # stops: seen in the mean of the picture whatever moves in it
SEEN = 0.1  # share by which the mean changes, at least
SLOWEST = 10.0  # [s] until a save must have been seen
PLANES = {"xy": "yz", "yz": "xy", "xz": "xy"}  # of a sheet: no other word is among what is built anew
CLASSES = "live", "birth", "resize", "rebuild", "camera"


def reload(quick=False):
    """Rows {scene, what, ms}.

    save to picture   from the end of the write to a picture whose pixels show it, median: watcher, worker, apply and drawing; time is held
    apply CLASS       diff, plan and apply on the drawing thread, median, for a field of this reload class
    frame ...         median and worst time from one picture to the next of the scene with the longest file, at rest and while saves are read
    """
    from engine.render import offscreen

    try:
        offscreen.context()
    except offscreen.NoOpenGL as error:
        raise Stop(MACHINE, str(error)) from None
    from engine.render.renderer import Renderer

    renderer, rows = Renderer(SIZE, quality="test", bake="wait"), []
    paths = sorted(SCENES.glob("*.yaml"))
    with progress(len(paths) + 1, "bench", "scenes") as bar, tempfile.TemporaryDirectory() as folder:
        for path in paths:
            rows += [_row(path.stem, what, ms) for what, ms in _scene(_copy(path, folder), renderer, QUICK if quick else SAVES)]
            bar.advance()
        rows += [_row(LARGEST, what, ms) for what, ms in _frames(_copy(find(LARGEST), folder), renderer, FEWER if quick else FRAMES)]
        bar.advance()
    renderer.close()
    medians = [row["ms"] for row in rows if row["what"] == "save to picture"]
    return [*rows, _row("all", "save to picture", statistics.median(medians))]


def _row(scene, what, ms):
    return {"scene": scene, "what": what, "ms": round(ms, 2)}


def _copy(path, folder):
    """A copy of a scene's file that may be written to; what it names is found in content/."""
    return Path(shutil.copy(path, folder))


class _Show:
    """A scene as the window shows it, picture after picture."""

    def __init__(self, path, renderer):
        from game.stage import Stage

        self.path, self.renderer, self.told = path, renderer, []
        self.stage = Stage(path, lambda text, *_: self.told.append(text))
        self.text, self._last = path.read_text(), time.perf_counter()
        for _ in range(5):
            self.picture()

    def picture(self):
        """The mean brightness of the next picture, read back: so it is there."""
        now = time.perf_counter()
        seconds, self._last = now - self._last, now
        self.stage.advance(min(seconds, 0.1))
        self.stage.draw(self.renderer)
        return float(self.renderer.pixels()[..., :3].mean())

    def close(self):
        self.stage.close()


def _scene(path, renderer, saves):
    """(what, ms) of one scene."""
    show = _Show(path, renderer)
    try:
        say(f"springvand: {path.stem} ...")
        darker = EXPOSURE.sub(lambda found: f"exposure: {float(found[1]) - DARKER:g}", show.text)
        if darker == show.text:
            raise Stop(FAILED, f"{path.name} has no camera with an exposure, so its picture cannot be changed for sure")
        show.stage.pause()  # nothing but the save changes the picture
        yield "save to picture", 1000 * statistics.median(_delay(show, (darker, show.text)[i % 2]) for i in range(saves))
        show.stage.pause()
        for kind in CLASSES:
            if scene := _edited(show.stage.simulation.scene, kind):
                yield f"apply {kind}", 1000 * statistics.median(_apply(show, scene) for _ in range(APPLIES))
    finally:
        show.close()


def _delay(show, text):
    """[s] from a save, at any moment of a picture, until a picture shows it."""
    before, saved = statistics.median(show.picture() for _ in range(3)), []

    def save():
        show.path.write_text(text)
        saved.append(time.perf_counter())

    timer = threading.Timer(random.uniform(0.05, 0.2), save)
    timer.start()
    end = time.perf_counter() + SLOWEST
    while abs(show.picture() - before) < SEEN * before:
        if time.perf_counter() > end:
            timer.join()
            raise Stop(FAILED, f"{show.path.name} was saved and its picture did not change; {'; '.join(show.told[-3:])}")
    return time.perf_counter() - saved[0]


def _apply(show, scene):
    """[s] that the drawing thread needs to go on as another version, and back."""
    live = show.stage.live
    here, taken = live.simulation.scene, []
    for version in (scene, here):
        start = time.perf_counter()
        live.adopt(version)
        taken.append(time.perf_counter() - start)
        show.picture()
    return max(taken)


def _edited(scene, kind):
    """The scene with a number of one reload class a little larger; None where it has none."""
    from engine.scene import SceneError
    from engine.scene.load import overridden
    from engine.schema import Spec

    def numbers(spec, address):
        for name, field in type(spec).model_fields.items():
            value, inner = getattr(spec, name), f"{address}.{name}"
            if isinstance(value, Spec):
                yield from numbers(value, inner)
            elif field.json_schema_extra["reload"] == kind:
                yield inner, value

    for entity, spec in scene.spec.entities.items():
        for address, value in numbers(spec, entity):
            try:
                new = overridden(scene, {**scene.overrides, address: _more(value)})
            except (SceneError, ValueError, TypeError):
                continue
            if new.spec != scene.spec:
                return new
    return None


def _more(value):
    if isinstance(value, str) and value in PLANES:
        return PLANES[value]
    if isinstance(value, tuple):
        return [_more(each) for each in value]
    if isinstance(value, bool | str) or not value:
        raise ValueError("no number that could be larger")
    return value + 1 if isinstance(value, int) else value * 1.01


def _frames(path, renderer, count):
    """(what, ms) of pictures at rest, and of those in whose time a save is read."""
    show = _Show(path, renderer)
    live, reading = show.stage.live, []
    read = live._read

    def watched(job):
        reading.append([time.perf_counter(), None])
        done = read(job)
        reading[-1][1] = time.perf_counter()
        return done

    live._read = watched
    try:
        quiet = [_frame(show)[0] for _ in range(count)]
        busy, saves, end = [], 0, time.perf_counter() + count * SLOWEST
        while len(busy) < count and time.perf_counter() < end:
            if saves == len(reading):  # the last one has been taken up
                saves += 1
                show.path.write_text(f"{show.text}# {saves}\n")
            took, begin, done = _frame(show)
            if any(started < done and (ready or done) > begin for started, ready in reading):
                busy.append(took)
        if not busy:
            raise Stop(FAILED, f"{path.name} was saved and never read")
        yield "frame at rest", 1000 * statistics.median(quiet)
        yield "frame at rest, worst", 1000 * max(quiet)
        yield "frame while it is read", 1000 * statistics.median(busy)
        yield "frame while it is read, worst", 1000 * max(busy)
    finally:
        show.close()


def _frame(show):
    start = time.perf_counter()
    show.picture()
    end = time.perf_counter()
    return end - start, start, end
