"""Bakes, read: any frame of them, a chunk at a time in memory."""

import tempfile
import zipfile
import zlib
from pathlib import Path

import numpy as np

from engine.exchange import manifest
from engine.exchange.bake import numbered
from engine.exchange.packed import unpack
from engine.scene import SceneError
from engine.scene.load import load
from engine.simulation.drawn import COUNT

BROKEN = zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError, IndexError, NotImplementedError
OTHER = "{} holds arrays, but no bake; springvand bake SCENE -o {} makes one"


class BakeError(ValueError):
    """A file that is no bake, or one that cannot be played here; the message says what to do."""


class Bake:
    """A bake that is open. Raises BakeError where it is none, OSError where it cannot be read.

    frames         that it holds
    ticks, times   of each: ticks done, [s]
    manifest       what it says of itself
    scene          the Scene, made from the files in it
    """

    def __init__(self, path, allow_outside=False):
        self.path = Path(path)
        self._chunk, self._arrays, self._ends, self._still = None, {}, {}, {}  # of one chunk, but for what stays the same
        self._folder = None
        self._zip = self._opened()
        try:
            self._read_manifest()
            self.scene = self._unpacked(allow_outside)
        except BaseException:
            self.close()
            raise

    @property
    def spec(self):
        """What its scene says."""
        return self.scene.spec

    def frame(self, i):
        """({entity: {"position.rows": array}}, (dt, time, tick, owed)) of frame i. Raises BakeError where the file is damaged there."""
        if not 0 <= i < self.frames:
            raise IndexError(f"frame {i} of {self.frames}")
        chunk = int(np.searchsorted(self.starts, i, "right")) - 1
        if chunk != self._chunk:
            self._arrays = {name: self._array(numbered(name, chunk)) for name in self._changing(chunk)}
            self._chunk, self._ends = chunk, {}
        values, here = {}, i - self.starts[chunk]
        for name, field in self.manifest["fields"].items():
            entity, _, what = name.rpartition("/")
            values.setdefault(entity, {})[what] = self._value(name, entity, field, here)
        return values, (self.manifest["dt"], float(self.times[i]), int(self.ticks[i]), float(self.owed[i]))

    def close(self):
        """Close the file; the scene's files that were unpacked go."""
        self._zip.close()
        if self._folder is not None:
            self._folder.cleanup()

    # how

    def _opened(self):
        try:
            found = np.load(self.path, allow_pickle=False)
        except BROKEN as error:
            # numpy takes whatever it does not know for a pickle, and tells how to run it
            why = "" if "pickle" in str(error) else f" ({_said(error)})"
            raise BakeError(f"{self.path} is no bake, or one that was cut short{why}; bake the scene anew") from None
        if isinstance(found, np.ndarray):  # of a single one numpy does not go by the name
            raise BakeError(OTHER.format(self.path, self.path.name))
        return found

    def _read_manifest(self):
        if "manifest" not in self._zip.files:
            raise BakeError(OTHER.format(self.path, self.path.name))
        try:
            self.manifest = manifest.read(self._zip["manifest"].tobytes())
            self.starts, self.frames = np.array(self.manifest["chunks"], int), self.manifest["frames"]
            self.times, self.ticks, self.owed = (self._of_all(f"frames/{name}") for name in ("time", "tick", "owed"))
            if not len(self.times) == len(self.ticks) == len(self.owed) == self.frames > self.starts[-1]:
                raise ValueError("frames are missing")
            if not (np.isfinite([self.times, self.owed]).all() and self.ticks.dtype.kind == "i"):
                raise ValueError("the times of its frames are no numbers")
            if (np.diff(self.ticks) < 0).any() or (np.diff(self.times) < 0).any():
                raise ValueError("its frames go back in time")
        except manifest.Newer as newer:
            raise BakeError(
                f"{self.path} was baked by a newer version of Springvand (format {newer}, this one reads {manifest.VERSION}); "
                "update, or bake the scene anew"
            ) from None
        except BROKEN as error:
            raise BakeError(f"{self.path} is damaged: {_said(error)}; bake the scene anew") from None

    def _of_all(self, name):
        return np.concatenate([self._zip[numbered(name, chunk)] for chunk in range(len(self.starts))])

    def _unpacked(self, allow_outside):
        """The scene, from its own files in a folder that goes with the bake."""
        self._folder = tempfile.TemporaryDirectory(prefix="springvand-bake-")
        try:
            unpack({name: self._zip[f"scene/{name}"] for name in self.manifest["files"]}, self._folder.name)
            return load(Path(self._folder.name, self.manifest["scene"]), self.manifest["overrides"], allow_outside)
        except SceneError as error:
            raise BakeError(
                f"the scene in {self.path} cannot be drawn here; what it names from elsewhere must be where it was\n{error}"
            ) from None
        except BROKEN as error:
            raise BakeError(f"{self.path} is damaged: {_said(error)}; bake the scene anew") from None

    def _changing(self, chunk):
        return [name for name, field in self.manifest["fields"].items() if field["from"] is not None and field["from"] <= chunk]

    def _array(self, name):
        try:
            return self._zip[name]
        except BROKEN as error:
            raise BakeError(f"{self.path} is damaged at {name}: {_said(error)}; bake the scene anew") from None

    def _value(self, name, entity, field, here):
        if name not in self._arrays:
            if name not in self._still:
                self._still[name] = self._array(name)
            return self._still[name]
        array = self._arrays[name]
        if not field["ragged"] or name.endswith(COUNT):
            return array[here]
        if entity not in self._ends:
            self._ends[entity] = np.cumsum(self._arrays[f"{entity}/{COUNT}"])
        end = self._ends[entity][here]
        return array[end - self._arrays[f"{entity}/{COUNT}"][here] : end]


def _said(error):
    return str(error.args[0] if isinstance(error, KeyError) and error.args else error) or type(error).__name__
