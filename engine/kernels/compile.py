"""The one place that says how a kernel is compiled."""

import numpy as np
from numba import njit

F = np.float32


def kernel(function):
    """Compile a function of arrays and scalars with numba.

    No fastmath (the same bits on every run), no parallel (threads run disjoint slices instead), the GIL released, the
    result kept on disk. Where the disk cannot be written the kernel is compiled anew in each process.
    """
    options = {"nogil": True, "error_model": "numpy"}
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # numba: no locator available, the home is read-only
        return njit(**options)(function)
