"""Skies as six faces round the camera: `python -m content.make.sky evening`."""

from pathlib import Path

from content.make import noise
from content.make.textures import digest
from engine.kernels import atmosphere, erosion

HERE = Path(__file__).parent


def sources():
    """What the faces depend on: name and digest of each script."""
    files = [*sorted(HERE.glob("*.py")), *(Path(module.__file__) for module in (noise, atmosphere, erosion))]
    return {path.name: digest(path) for path in files if path.name != "__main__.py"}


def _evening(*arguments):
    from content.make.sky.evening import Evening

    return Evening(*arguments)


SKIES = {"evening": _evening}
