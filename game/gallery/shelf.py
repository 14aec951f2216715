"""Which scenes there are: read one after the other in a thread, so that no picture waits for them."""

import queue
import re
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PIL import Image

from game.scenes import SCENES

THUMBNAILS = SCENES.parent / "thumbnails"
SCENE = re.compile(r"^(entities|include|format|title)\s*:", re.MULTILINE)  # what tells a scene from other YAML files beside it

PATIENCE = 2.0  # [s] for which the end of the thread is waited for
HEAD = 8192  # characters of a file in which it stands


@dataclass(frozen=True, slots=True)
class Entry:
    """One scene as the gallery knows it; until it is read it has the name of its file and its thumbnail's place."""

    path: Path
    title: str
    about: str = ""
    key: str | None = None
    error: str = ""  # the first thing that is wrong with it
    read: bool = False
    picture: Any = field(default=None, compare=False)  # a PIL Image; None: no thumbnail is shipped for it


def files(folders):
    """Paths of the scene files of some folders, each once: the shipped ones first, all by name."""
    own = sorted({path.resolve() for folder in folders for path in folder.glob("*.yaml")} - set(shipped := sorted(SCENES.glob("*.yaml"))))
    return [*shipped, *(path for path in own if _is_scene(path))]


def _is_scene(path):
    """Whether a file begins as scenes do; one that cannot be read is none."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return bool(SCENE.search(file.read(HEAD)))
    except OSError:
        return False


def read(path):
    """The Entry of one scene file; what is wrong with it stands in it."""
    from engine.scene import SceneError, load

    picture = _thumbnail(path)
    try:
        spec = load(path, sampled=False).spec
    except SceneError as wrong:
        first = wrong.diagnostics[0]
        return Entry(path, path.stem, error=f"{Path(first.file).name}:{first.line}: {first.text}", read=True, picture=picture)
    except OSError as wrong:
        return Entry(path, path.stem, error=f"cannot be read: {wrong.strerror}", read=True, picture=picture)
    return Entry(path, spec.title or path.stem, spec.about, spec.key, read=True, picture=picture)


def _thumbnail(path):
    """The shipped picture of a shipped scene."""
    shipped = THUMBNAILS / f"{path.stem}.jpg"
    if path.parent != SCENES or not shipped.exists():
        return None
    with Image.open(shipped) as picture:
        return picture.convert("RGB")


class Shelf:
    """The entries, as far as they are read."""

    def __init__(self):
        self.entries, self._news, self._round, self._thread = [], queue.SimpleQueue(), 0, None

    def fill(self, folders):
        """Look into the folders anew. What was known is shown until the thread has read it again."""
        known = {entry.path: entry for entry in self.entries}
        paths = files(folders)
        self.entries = [known.get(path, Entry(path, path.stem)) for path in paths]
        self._round += 1
        new = [path for path in paths if path not in known]
        self._thread = threading.Thread(target=self._read, args=(paths, new, self._round), name="gallery", daemon=True)
        self._thread.start()

    def close(self):
        """End the thread: one that is still in compiled code when Python ends takes the process down with it."""
        self._round += 1
        if self._thread:
            self._thread.join(PATIENCE)

    def poll(self):
        """Take what the thread has read meanwhile."""
        while not self._news.empty():
            turn, entry = self._news.get()
            if turn == self._round:
                self.entries = [entry if old.path == entry.path else old for old in self.entries]

    @property
    def complete(self):
        """Whether all of them are read."""
        return all(entry.read for entry in self.entries)

    def _read(self, paths, new, turn):
        for path in new:  # a picture is there at once, its words take longer
            if turn != self._round:
                return
            self._news.put((turn, Entry(path, path.stem, picture=_thumbnail(path))))
        for path in paths:
            if turn != self._round:  # opened again meanwhile
                return
            self._news.put((turn, read(path)))


def with_picture(entry, picture):
    """The entry with a picture, where it has none of its own."""
    return entry if entry.picture or picture is None else replace(entry, picture=picture)
