"""What `springvand bake` writes, by the ending of the file: what takes frame after frame, and says what is wrong before the first."""

import shutil
from typing import NamedTuple

from game.report import MACHINE, USAGE, Stop, size_text


class Format(NamedTuple):
    """A kind of file.

    what    it is
    open    (path, simulation, plan) -> what has `add(simulation)`, `frames`, `close(whole)`, and then its `path`. Stops, raises OSError
    still   one frame, unless told how long
    """

    what: str
    open: object
    still: bool = False


def _room(path, simulation, plan):
    """Stop where the disk has no room for it: said before it is full."""
    from engine.exchange.bake import most_bytes

    free, most = shutil.disk_usage(path.parent).free, plan.count * most_bytes(simulation)
    if most > free:
        raise Stop(
            USAGE,
            f"{plan.count:,} frames take up to {size_text(most)}, and {size_text(free)} are free in {path.parent.resolve()}; "
            "fewer --seconds, or a lower --fps",
        )


def _bake(path, simulation, plan):
    from engine.exchange.bake import Writer

    _room(path, simulation, plan)
    told = {"fps": float(plan.fps), "start": float(plan.start), "wanted": plan.count}
    return Writer(path, simulation.scene, simulation.seed, told)


def _usd(path, simulation, plan):
    try:
        from engine.exchange.usd import Writer
    except ImportError:
        raise Stop(MACHINE, f"{path.suffix} needs usd-core; install it with: pip install 'springvand[usd]'") from None
    _room(path, simulation, plan)
    return Shown(Writer(path, float(plan.fps), float(plan.start * plan.fps)))


def _glb(path, simulation, plan):
    from engine.exchange.glb import MOST, Writer

    if plan.count > MOST:
        raise Stop(
            USAGE,
            f"{plan.count:,} frames are too many for {path.suffix}, which is held in memory as a whole: at most {MOST}; "
            f"fewer --seconds, a lower --fps, or -o {path.stem}.usdc",
        )
    return Shown(Writer(path, float(plan.fps)))


FORMATS = {
    ".npz": Format("a bake, to play again", _bake),
    **dict.fromkeys((".usdc", ".usda", ".usd"), Format("USD", _usd)),
    ".glb": Format("glTF, a still or a short loop", _glb, still=True),
}


class Shown:
    """Gives a Writer of another program's format what is drawn."""

    def __init__(self, writer):
        from engine.exchange.shapes import Shots

        self._writer, self._shots = writer, Shots()

    @property
    def frames(self):
        """Written so far."""
        return self._writer.frames

    def add(self, simulation):
        """The frame that a simulation shows now."""
        from engine.render.extract import extract, view_of

        cameras = [name for name, entity in simulation.scene.spec.entities.items() if entity.camera is not None]
        views = {name: view_of(simulation, name) for name in cameras}
        self._writer.add(self._shots(extract(simulation), views))

    @property
    def path(self):
        """Where it is."""
        return self._writer.path

    def close(self, whole=True):
        """Finish the file; whole: all frames came that were wanted."""
        self._writer.close(whole)


def endings():
    """`.npz (a bake, to play again), ...`: which kinds of files there are."""
    kinds = {}
    for ending, kind in FORMATS.items():
        kinds.setdefault(kind.what, []).append(ending)
    return ", ".join(f"{' '.join(own)} ({what})" for what, own in kinds.items())
