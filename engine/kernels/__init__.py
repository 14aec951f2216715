"""Compiled kernels and pure array maths.

A module is loaded when it is first used (`kernels.births`): who only reads a scene does not wait for numba.
"""

from importlib import import_module


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise AttributeError(f"there are no kernels called {name}") from None
