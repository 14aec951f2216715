"""What a key does to a value of the scene: which value a path names, and what comes after it."""

import re
from typing import Literal, get_args, get_origin

from engine.schema import Spec

AXES = {"x": 0, "y": 1, "z": 2}
DEFAULT_STEPS = 20  # presses from one end of a variable's range to the other, unless it names its step


def value_at(scene, path):
    """The value that a path such as `jet.emitter.rate` or `breeze.wind.velocity.x` names. Raises KeyError."""
    return _walk(scene, path)[0]


def following(scene, path):
    """The value after the present one: the other truth value, or the next of the words allowed there. Raises KeyError, TypeError."""
    value, annotation = _walk(scene, path)
    if isinstance(value, bool):
        return not value
    words = _words(annotation)
    if value not in words:
        raise TypeError(f"{path} is neither a switch nor one of several words; it cannot be cycled")
    return words[(words.index(value) + 1) % len(words)]


def pressed(scene, variable, direction):
    """Value of a variable after one press of its lower (-1) or raise (+1) key, inside its range. Raises KeyError."""
    given = scene.spec.vars[variable]
    if not isinstance(given, Spec):
        return given + direction if not isinstance(given, bool) else not given
    low, high = (-float("inf") if given.min is None else given.min), (float("inf") if given.max is None else given.max)
    step = given.step or ((high - low) / DEFAULT_STEPS if high - low < float("inf") else 1.0)
    return float(f"{min(max(given.value + direction * step, low), high):.12g}")


def _walk(scene, path):
    names = re.findall(r"[^.\[\]]+", path)
    value = scene.spec.entities if names[0] in scene.spec.entities else scene.spec
    annotation = None
    for name in names:
        try:
            value, annotation = _inside(value, name)
        except (KeyError, IndexError, ValueError, TypeError, AttributeError):
            raise KeyError(f"'{path}' names nothing in the scene: no '{name}'") from None
    return value, annotation


def _inside(value, name):
    if isinstance(value, Spec):
        return getattr(value, name), type(value).model_fields[name].annotation
    if isinstance(value, dict):
        return value[name], None
    return value[AXES[name] if name in AXES else int(name)], None


def _words(annotation):
    """The words that a field of a literal type takes, in order."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [word for part in get_args(annotation) for word in _words(part)]
