"""The one place that says how a kernel is compiled. numba itself, in jit.py, is imported when the first one is called: that takes a while."""

from functools import update_wrapper
from threading import RLock

import numpy as np

F = np.float32

told = []  # what is called with each function that is really compiled, not read from the disk, in the thread that does it
_lock = RLock()


class Kernel:
    """A function of arrays and scalars, compiled when it is first called: from Python, or by a kernel that is compiled itself."""

    def __init__(self, function, options):
        update_wrapper(self, function)
        self.py_func, self._options, self._made, self._part = function, options, None, None

    def __call__(self, *arguments):
        return (self._made or self.made())(*arguments)

    def made(self):
        """What numba makes of the function."""
        with _lock:  # several threads may be the first
            if self._made is None:
                from engine.kernels import jit

                self._made = jit.make(self.py_func, self._options)
        return self._made

    def part(self):
        """What numba makes of it for kernels that call it; the whole where Python has called it before."""
        with _lock:
            if self._made is None and self._part is None:
                from engine.kernels import jit

                self._part = jit.make_part(self.py_func, self._options)
            return self._made or self._part


def kernel(function):
    """Compile a function of arrays and scalars with numba.

    No fastmath (the same bits on every run), no parallel (threads run disjoint slices instead), the GIL released, the
    result kept on disk. Where the disk cannot be written the kernel is compiled anew in each process.
    """
    return _kernel(function)


def lean(function):
    """As kernel, for a function that makes no arrays: nobody counts who holds them, which would cost more than its arithmetic."""
    return _kernel(function, _nrt=False)


def inlined(function):
    """As lean, for a part of one kernel that is always merged into its caller: a call passes many an array and number by memory."""
    return _kernel(function, _nrt=False, forceinline=True)


def _kernel(function, **options):
    # no wrapper for C: nobody passes a kernel to a kernel
    return Kernel(function, {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, **options})
