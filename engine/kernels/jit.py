"""numba: what it makes of a kernel, and where the result is kept. Imported when the first kernel is called."""

import os
import shutil
from hashlib import blake2b
from pathlib import Path

import numba
from numba import njit
from numba.core import event
from numba.extending import typeof_impl

from engine.kernels.compile import Kernel, told
from engine.kernels.home import user_folder

HERE = Path(__file__).parent


def make(function, options):
    """The compiled function; kept on disk, where there is a place for it."""
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # numba: no locator available, the home is read-only
        return njit(**options)(function)


@typeof_impl.register(Kernel)
def _type_of(kernel, _):
    """To a kernel that is compiled, another one is what numba makes of it."""
    return numba.typeof(kernel.made())


class _Ends(event.Listener):
    """Passes on what has been compiled."""

    def on_start(self, _):
        """Nothing is done yet."""

    def on_end(self, happened):
        for tell in list(told):
            tell(happened.data["dispatcher"].py_func)


def _keep():
    """Name numba's folder by what all kernels say.

    numba compares only the file of the kernel that is called: after an edit of another file that it calls into, the old code
    would go on running. Folders of earlier texts are removed.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    digest = blake2b(b"".join(path.read_bytes() for path in sorted(HERE.glob("*.py"))), digest_size=6).hexdigest()
    for home in (HERE / "__pycache__", user_folder()):
        folder = home / f"kernels-{digest}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            for old in home.glob("kernels-*"):
                if old != folder:
                    shutil.rmtree(old, ignore_errors=True)
            numba.config.CACHE_DIR = str(folder)
            return


_keep()
event.register("numba:compile", _Ends())
