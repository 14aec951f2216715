"""How far the compiling of kernels has come: on a new machine it takes half a minute, once."""

import sys

from engine.kernels import compile

PACKAGE = __package__


class Compiling:
    """While it is entered, `told(done, of)` is called after each kernel that is really compiled, in the thread that does it.

    done  different kernels compiled so far
    of    kernels in the modules imported so far; a scene may need fewer
    """

    def __init__(self, told):
        self._told, self._done = told, set()

    def __enter__(self):
        compile.told.append(self._count)
        return self

    def __exit__(self, *failure):
        compile.told.remove(self._count)

    def _count(self, function):
        """A function has been compiled: one of ours, or one of numba's own."""
        if function.__module__.startswith(PACKAGE):
            self._done.add(f"{function.__module__}.{function.__name__}")
            self._told(len(self._done), max(len(_kernels()), len(self._done)))


def _kernels():
    """Names of all kernels that can be called now."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(PACKAGE)]
    return {f"{thing.py_func.__module__}.{name}" for module in modules for name, thing in vars(module).items() if hasattr(thing, "py_func")}
