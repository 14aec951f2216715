"""The one place that says how a kernel is compiled, and where the result is kept."""

import os
import shutil
from hashlib import blake2b
from pathlib import Path

import numba
import numpy as np
from numba import njit

from engine.kernels.home import user_folder

F = np.float32
HERE = Path(__file__).parent


def kernel(function):
    """Compile a function of arrays and scalars with numba.

    No fastmath (the same bits on every run), no parallel (threads run disjoint slices instead), the GIL released, the
    result kept on disk. Where the disk cannot be written the kernel is compiled anew in each process.
    """
    return _compiled(function)


def lean(function):
    """As kernel, for a function that makes no arrays: nobody counts who holds them, which would cost more than its arithmetic."""
    return _compiled(function, _nrt=False)


def inlined(function):
    """As lean, for a part of one kernel that is always merged into its caller: a call passes many an array and number by memory."""
    return _compiled(function, _nrt=False, forceinline=True)


def _compiled(function, **options):
    options |= {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}  # nobody passes a kernel to a kernel
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # numba: no locator available, the home is read-only
        return njit(**options)(function)


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
