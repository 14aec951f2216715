"""What a key does to a value of the scene: which value an address names, and what comes after it."""

from engine.scene.actions import choices
from engine.schema import Spec

PRESSES = 20  # from one end of a variable's range to the other, unless it names its step


def toggled(scene, address):
    """The other position of a switch, as of `jet.emitter.enabled`. Raises AddressError, TypeError."""
    value = _value(scene, scene.locate(address))
    if not isinstance(value, bool):
        raise TypeError(f"{address} is {value}, not true or false; it cannot be toggled")
    return not value


def following(scene, address):
    """The next of the few words that a field goes through, of which one that is not written has the first. Raises AddressError, TypeError."""
    path = scene.locate(address)
    words = choices(path)
    if not words:
        raise TypeError(f"{address} is none of a few words; it cannot be cycled")
    there = _value(scene, path)
    return words[(words.index(there) + 1) % len(words) if there is not None else 1]


def pressed(scene, name, direction):
    """Value of a variable after one press of its lower (-1) or raise (+1) key, inside its range. Raises KeyError."""
    variable = scene.spec.vars[name]
    if not isinstance(variable, Spec):
        return variable + direction
    low = -float("inf") if variable.min is None else variable.min
    high = float("inf") if variable.max is None else variable.max
    step = variable.step or ((high - low) / PRESSES if high - low < float("inf") else 1.0)
    return float(f"{min(max(variable.value + direction * step, low), high):.12g}")


def _value(scene, path):
    """What the scene holds at a path of its data, defaults included."""
    value = scene.spec
    for part in path:
        value = getattr(value, part) if isinstance(value, Spec) else value[part]
    return value
