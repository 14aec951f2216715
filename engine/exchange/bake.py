"""Bakes, written: what pictures are made from, frame by frame, in an archive that plain numpy reads.

    manifest              json, as bytes: what is in it
    scene/NAME            the files of the scene, as bytes
    frames/time/00000     [s] of each frame of the first chunk; frames/tick, frames/owed: ticks done, [s] that the picture is past the tick
    jet/position.rows/00000
                          a field that changes: all frames of a chunk; of what is born and dies, frame after frame as many rows as
                          jet/population.used/00000 says
    wall/triangles.corners
                          a field that does not: one value, which holds until the first chunk that has the field, or for good

Values are those of the simulation, bit for bit: float32 but for what the simulation itself holds otherwise.
"""

import json
from importlib.metadata import version

import numpy as np

from engine.components import NODE, PARTICLE, Population
from engine.exchange.manifest import KIND, VERSION
from engine.exchange.packed import pack
from engine.exchange.whole import Archive
from engine.simulation.drawn import drawn
from engine.simulation.freeze import alike

CHUNK = 16 << 20  # [bytes] of frames that are held before they are written


def numbered(name, chunk):
    """The member that holds a field's frames of a chunk."""
    return f"{name}/{chunk:05d}"


def most_bytes(simulation):
    """Bytes that a frame takes at most: all bodies full."""
    total = 0
    for name, told in drawn(simulation).items():
        for value, column, ragged in told.values():
            array = np.asarray(value)
            if ragged and array.ndim:
                total += array.itemsize * int(np.prod(array.shape[1:])) * simulation.get(name, Population).capacity
            elif column.index in (PARTICLE, NODE):
                total += array.nbytes
    return total


class Writer:
    """Writes a bake; memory holds one chunk, however long it gets.

    path    of the file: it is there once `close` has been called
    scene, seed  of the simulation
    told    more for the manifest: fps, start [s], wanted (frames)
    chunk   [bytes]
    frames  written or held so far
    """

    def __init__(self, path, scene, seed, told=None, chunk=CHUNK):
        self.path, self.frames = path, 0
        self._scene, self._seed, self._told, self._chunk = scene, seed, told or {}, chunk
        self._starts, self._fields, self._first, self._dt = [], {}, {}, None
        self._held, self._clocks, self._bytes = {}, [], 0
        name, files = pack(scene)
        self._archive = Archive(path)
        try:
            for file, data in files.items():
                self._archive.write(f"scene/{file}", data)
        except BaseException:
            self._archive.drop()
            raise
        self._archive.mark()
        self._files = {"scene": name, "files": list(files)}

    @property
    def nbytes(self):
        """Bytes of the file so far."""
        return self._archive.nbytes

    def add(self, simulation):
        """The frame that a simulation shows now. Raises OSError; what was written before it stays."""
        for entity, told in drawn(simulation).items():
            for field, (value, column, ragged) in told.items():
                self._take(f"{entity}/{field}", np.asarray(value), column, ragged)
        clock, self._dt = simulation.clock, simulation.clock.dt
        self._clocks.append((clock.time, clock.tick, clock.owed))
        self.frames += 1
        if self._bytes >= self._chunk:
            self._flush()

    def close(self, whole=True):
        """Write what is held, and give the file a name, as `settled` does; without a frame there is none. Raises OSError; what fits is there
        all the same."""
        failure = None
        try:
            self._flush()
        except OSError as error:
            failure = error
        try:
            while self.frames and not self._finish():
                self._archive.take_back(1)
                self._lose(self.frames - self._starts.pop())
                whole = False
            if self.frames:
                self._archive.close(whole and not failure)
                self.path = self._archive.path
        except BaseException:
            self.frames = 0
            raise
        finally:
            if not self.frames:
                self._archive.drop()
        if failure:
            raise failure

    def _finish(self):
        """Write the manifest and make room for the directory; whether there was room."""
        try:
            self._archive.write("manifest", np.frombuffer(json.dumps(self._manifest()).encode(), np.uint8))
            self._archive.reserve()
        except OSError:
            self._archive.take_back()
            return False
        return True

    def _take(self, name, value, column, ragged):
        if name not in self._fields:
            self._fields[name] = {"unit": column.unit, "text": column.text, "ragged": ragged, "from": 0 if ragged else None}
            if not ragged:
                self._first[name] = value.copy()
        field = self._fields[name]
        if field["from"] is None:
            if alike(self._first[name], value):
                return
            field["from"] = len(self._starts)
            self._held[name] = [self._first[name]] * len(self._clocks)  # the frames of this chunk until now
        copy = np.array(value, order="C")
        self._held.setdefault(name, []).append(copy)
        self._bytes += copy.nbytes

    def _flush(self):
        """Write what is held as a chunk; where the disk is full, as many of its frames as there is room for, and raise."""
        failure, count = None, len(self._clocks)
        while self._clocks and count:
            try:
                self._write(count)
            except OSError as error:
                failure, count = error, count // 2
                self._archive.take_back()
            except BaseException:
                self._archive.take_back()
                raise
            else:
                count = min(count, len(self._clocks))
        if failure:
            self._lose(len(self._clocks))
            self._held, self._clocks = {}, []
            raise failure
        self._bytes = 0

    def _write(self, count):
        """Write the first frames that are held as a chunk."""
        chunk, clocks = len(self._starts), zip(*self._clocks[:count], strict=True)
        if not chunk:
            for name, value in self._first.items():
                self._archive.write(name, value)
        for name, values in zip(("time", "tick", "owed"), clocks, strict=True):
            self._archive.write(numbered(f"frames/{name}", chunk), np.array(values))
        for name, values in self._held.items():
            joined = np.concatenate if self._fields[name]["ragged"] and values[0].ndim else np.stack
            self._archive.write(numbered(name, chunk), joined(values[:count]))
        self._archive.mark()
        self._starts.append(self.frames - len(self._clocks))
        self._clocks = self._clocks[count:]
        self._held = {name: values[count:] for name, values in self._held.items()} if self._clocks else {}

    def _lose(self, count):
        """So many of the last frames are lost."""
        self.frames -= count
        for field in self._fields.values():
            if not field["ragged"] and field["from"] is not None and field["from"] >= len(self._starts):
                field["from"] = None

    def _manifest(self):
        return {
            "format": KIND,
            "version": VERSION,
            "program": version("springvand"),
            **self._files,
            "overrides": self._scene.overrides,
            "seed": self._seed,
            "dt": self._dt,
            **self._told,
            "frames": self.frames,
            "chunks": self._starts,
            "fields": self._fields,
        }
