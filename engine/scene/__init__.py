"""Scene files: text becomes specs, specs become entities."""

from engine.scene.address import AddressError, locate
from engine.scene.difference import Change, difference
from engine.scene.errors import Diagnostic, Place, SceneError
from engine.scene.load import load, overridden, parse
from engine.scene.paths import CONTENT, PathError, find, scenes
from engine.scene.scene import Scene
from engine.scene.text import value_of

__all__ = [
    "CONTENT",
    "AddressError",
    "Change",
    "Diagnostic",
    "PathError",
    "Place",
    "Scene",
    "SceneError",
    "difference",
    "find",
    "load",
    "locate",
    "overridden",
    "parse",
    "scenes",
    "value_of",
]
