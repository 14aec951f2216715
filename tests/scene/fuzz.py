"""A mutation fuzzer: spoiled scenes, files that scenes name, and values laid over them. Past it gets SceneError and nothing else.

Each attempt is made from the fuzzer's seed and its own number, so one that fails can be made again: `Fuzz(folder, seed).attempt(number)`.
"""

import random
import re
import time
import traceback
import warnings
from dataclasses import dataclass, field

from fuzz_files import FILES, NAMING, fill
from fuzz_seeds import BODIES, data_of, examples, few, light
from fuzz_spoil import NASTY, PIECES, as_bytes, as_yaml, bytes_spoiled, data_spoiled, places, text_spoiled
from scene_cases import SCENE
from scene_cases_include import PART
from valid_edits import places as fields_of

from engine.assets.images import image
from engine.scene import SceneError, overridden, parse, value_of
from engine.scene.errors import LONGEST
from engine.scene.paths import scenes
from engine.schema.limits import ERRORS
from engine.simulation import Simulation

SLOWEST = 1.0  # [s] of the processor
MESSAGE = 20 * LONGEST  # characters of one message: a few words of the file, each cut
TICKED = 5  # of so many scenes that load, one is run for a tick


class Escaped(AssertionError):
    """Something else than SceneError came out, or too late."""


@dataclass
class Count:
    """What became of the attempts."""

    attempts: int = 0
    loaded: int = 0
    refused: int = 0
    run: int = 0
    slowest: float = 0.0  # [s] of the processor
    escaped: list = field(default_factory=list)  # texts

    def __str__(self):
        return (
            f"{self.attempts} attempts: {self.loaded} loaded, {self.refused} refused, {self.run} run, "
            f"{len(self.escaped)} escaped; the slowest took {self.slowest:.2f} s"
        )


class Fuzz:
    """Makes attempts in a folder, which it fills with the files that scenes may name."""

    def __init__(self, folder, seed=0):
        self.folder, self.seed, self.count = folder, seed, Count()
        fill(folder)
        self.path = folder / "test.yaml"
        self.texts = [SCENE, BODIES, *examples(), *([path.read_text() for path in scenes()])]
        self.datas = [data_of(text) for text in self.texts]
        self.kinds = [self._text] * 5 + [self._data] * 6 + [self._included] * 2 + [self._file] * 4 + [self._address] * 4 + [self._value]
        self.known = [parse(text.encode(), self.path) for text in (SCENE, BODIES)]
        self.addresses = [[place.address for place in fields_of(scene.spec)] for scene in self.known]
        self.which, self.running = 0, None  # number of the known scene that runs

    def attempts(self, first, last):
        """Make the attempts number first to last; the Count."""
        for number in range(first, last):
            try:
                self.attempt(number)
            except Escaped as error:
                self.count.escaped.append(f"attempt {number}: {error}")
        return self.count

    def attempt(self, number):
        """Make one attempt. Raises Escaped."""
        draw = random.Random(f"{self.seed} {number}")
        self.count.attempts += 1
        draw.choice(self.kinds)(draw)

    # kinds of attempts

    def _text(self, draw):
        text = draw.choice(self.texts) if draw.random() < 0.1 else as_yaml(few(draw.choice(self.datas), draw))
        for _ in range(draw.choice([1, 1, 2, 4])):
            text = text_spoiled(text, draw)
        self._parse(as_bytes(text, draw), draw)

    def _data(self, draw):
        data = few(draw.choice(self.datas), draw)
        for _ in range(draw.choice([1, 1, 2, 3, 6])):
            data = data_spoiled(data, draw)
        self._parse(as_yaml(data).encode("utf-8", "replace"), draw)

    def _included(self, draw):
        """A scene that includes a file of its folder twice; either, or both, are spoiled."""
        main = "include: [{file: part.yaml, position: [1, 0, 0]}, {file: part.yaml, as: two, without: [eye]}]\n" + SCENE
        part, scene = PART, main + "  part.jet: {emitter: {rate: 9}}\n  more: {like: two.twin}\n"
        for _ in range(draw.choice([1, 2, 3])):
            if draw.random() < 0.6:
                part = text_spoiled(part, draw) if draw.random() < 0.5 else as_yaml(data_spoiled(data_of(PART), draw))
            else:
                scene = text_spoiled(scene, draw)
        self._parse(as_bytes(scene, draw), draw, {self.folder / "part.yaml": as_bytes(part, draw)})

    def _file(self, draw):
        """A scene that names a spoiled image, mesh, key file, glTF file or sky."""
        name = draw.choice(list(NAMING))
        raw = FILES[name]
        for _ in range(draw.choice([1, 1, 2, 3])):
            if name.endswith((".png", ".jpg", ".glb")) or draw.random() < 0.1:
                raw = bytes_spoiled(raw, draw)
            else:
                raw = text_spoiled(raw.decode("utf-8", "replace"), draw).encode("utf-8", "replace")
        (self.folder / name).write_bytes(raw)
        try:
            if self._parse(NAMING[name].encode(), draw) and name.endswith((".png", ".jpg")):
                self._timed(lambda: image(self.folder / name), f"image {name}, {raw!r}", ValueError)
        except ValueError:
            self.count.refused += 1
        finally:
            (self.folder / name).write_bytes(FILES[name])

    def _address(self, draw):
        """A value laid over a scene: over its file, or while it runs."""
        which = draw.randrange(len(self.known))
        path = draw.choice(list(places(self.known[which].data)))
        words = [str(part) for part in (path[1:] if path[0] == "entities" else path)]
        address = draw.choice([re.sub(r"\.(\d+)", r"[\1]", ".".join(words)), draw.choice(self.addresses[which])])
        for _ in range(draw.choice([0, 0, 1, 2])):
            at = draw.randrange(len(address) + 1)
            address = (
                address[:at]
                + draw.choice([".x", "[0]", "[99]", ".", "rate", "é", "[", "a.b", "vars.", "\0", "$", "x" * 500])
                + address[at + draw.randrange(3) :]
            )
        value = draw.choice(NASTY)
        if draw.random() < 0.3:
            self._running(which, address, value)
        else:
            self._guarded(lambda: overridden(self.known[which], {address: value}), f"{address} = {value!r:.80}")

    def _value(self, draw):
        """The text of a `--set`."""
        text = "".join(draw.choice([*PIECES, *map(str, NASTY)]) for _ in range(draw.randrange(1, 4)))
        try:
            self._timed(lambda: value_of(text), f"value {text!r:.80}", ValueError)
        except ValueError:
            self.count.refused += 1
        else:
            self.count.loaded += 1

    # what holds of each

    def _parse(self, raw, draw, instead=None):
        scene = self._guarded(lambda: parse(raw, self.path, instead=instead), raw)
        if scene and draw.randrange(TICKED) == 0 and light(scene):
            self._run(scene, raw)
        return scene

    def _guarded(self, make, what):
        """What was made, or None where SceneError says why not."""
        try:
            made = self._timed(make, what)
        except SceneError as error:
            self.count.refused += 1
            self._readable(error, what)
            return None
        self.count.loaded += 1
        return made

    def _timed(self, make, what, allowed=SceneError):
        """What was made, in time and without a warning; only one kind of exception passes."""
        start = time.process_time()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                return make()
        except Exception as error:
            if type(error) is allowed:
                raise
            raise _escaped(what) from None
        finally:
            seconds = time.process_time() - start
            self.count.slowest = max(self.count.slowest, seconds)
            if seconds > SLOWEST:
                raise Escaped(f"{seconds:.2f} s for {_shown(what)}")

    def _readable(self, error, what):
        """Each message stands at a place, is short enough to be read, and there are not too many."""
        if not 1 <= len(error.diagnostics) <= ERRORS:
            raise Escaped(f"{len(error.diagnostics)} messages for {_shown(what)}")
        for each in error.diagnostics:
            if not (
                each.line >= 1
                and each.column >= 1
                and each.text.isprintable()
                and each.source.isprintable()
                and each.text
                and len(each.text) <= MESSAGE
                and len(str(each)) <= 2 * MESSAGE
            ):
                raise Escaped(f"{each.line}:{each.column}: {len(each.text)} characters, {each.text[:200]} for {_shown(what)}")

    def _run(self, scene, what):
        """A scene that loads starts, and does a tick."""
        self.count.run += 1
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                simulation = Simulation(scene, threads=1)
                try:
                    simulation.step()
                    simulation.fingerprint()
                finally:
                    simulation.close()
        except Exception:
            raise _escaped(what) from None

    def _running(self, which, address, value):
        """A value for a running scene: taken, or refused, and then nothing has changed."""
        if self.running is None or self.which != which or self.count.run % 40 == 0:
            self.which, self.running = which, Simulation(self.known[which], threads=1)
            self.running.step(3)
        self.count.run += 1
        what = f"running: {address} = {value!r:.80}"
        scene = self._guarded(lambda: overridden(self.running.scene, {**self.running.scene.overrides, address: value}), what)
        before = self.running.fingerprint()
        if scene is None:
            try:
                self.running.set(address, value)
            except SceneError:
                pass
            except Exception:
                raise _escaped(what) from None
            else:
                raise Escaped(f"taken at last: {what}")
            if self.running.fingerprint() != before:
                raise Escaped(f"changed, though refused: {what}")
        elif light(scene):
            try:
                self.running.set(address, value)
                self.running.step()
            except Exception:
                self.running = None
                raise _escaped(what) from None


def _escaped(what):
    """The exception that is just handled, as text."""
    return Escaped(f"{traceback.format_exc(limit=-4)}\nof {_shown(what)}")


def _shown(what):
    return (what if isinstance(what, str) else repr(bytes(what)))[:3000]
