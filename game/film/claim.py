"""Two who write one file: the first has it, the other is told so before it has taken anything from the first."""

import contextlib
import os
from pathlib import Path

from game.report import FAILED, Stop


class Claim:
    """A file is ours to write from now on, until it is left; a program that is killed leaves it, too. Raises OSError where another has it."""

    def __init__(self, path):
        from engine.scene.store import alone

        path = Path(path)
        self._mark = path.with_name(f".{path.name}.writing")
        self._handle = alone(self._mark)

    def leave(self):
        """Others may write it."""
        with contextlib.suppress(OSError):  # where what is open cannot be taken away
            os.unlink(self._mark)
        os.close(self._handle)


@contextlib.contextmanager
def claimed(path):
    """A file is ours within this. Stops where another has it."""
    try:
        claim = Claim(path)
    except OSError as error:
        raise Stop(FAILED, f"cannot write {path}: {error.strerror or error}") from None
    try:
        yield
    finally:
        claim.leave()
