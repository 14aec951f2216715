"""What the user has changed over the file of a running scene, with undo and redo.

A tweak is a value at an address, laid over the file as `--set` would. The scene that runs holds them among its overrides, so a
tweak that a new file has no place for is gone by itself. What stands there already is no tweak.
"""

import time
from dataclasses import dataclass

from engine.scene.address import locate
from engine.scene.errors import SceneError
from engine.scene.load import overridden
from engine.simulation import edit
from game.panels import shown, value_at

LISTED = 3  # tweaks named in one text
BURST = 0.6  # [s] between presses of a key that are undone together
NONE = object()  # in place of a value: no tweak


@dataclass(slots=True)
class _Step:
    """What is undone at once: address -> value before and after, NONE for no tweak."""

    before: dict
    after: dict
    gesture: object = None


class Tweaks:
    """Values that the user has laid over the file of a Live."""

    def __init__(self, live):
        self._live = live
        self._base = dict(live.simulation.scene.overrides)  # of the command line
        self._done, self._undone = [], []
        self._below = {}  # address -> what stands there without its tweak, in the scene of _seen
        self._seen, self._data = None, live.simulation.scene.data
        self._pressed = 0.0, None, 0  # when, what, and the burst of presses that it belongs to

    @property
    def values(self):
        """{address: value}, the oldest first. Read only."""
        overrides = self._scene.overrides
        return {address: value for address, value in overrides.items() if address not in self._base or value != self._base[address]}

    @property
    def can_undo(self):
        """Whether undo does anything."""
        return bool(self._done)

    @property
    def can_redo(self):
        """Whether redo does anything."""
        return bool(self._undone)

    def base(self, address):
        """What stands at an address without its tweak: in the file, under the other tweaks. Raises AddressError."""
        address, scene = self._known(address), self._scene
        if scene is not self._seen:
            self._seen, self._below = scene, {}
        if address not in self._below:
            self._below[address] = _value(self._without(address), address)
        return self._below[address]

    # changes

    def set(self, address, value, gesture=None):
        """Lay a value over the file; the list of Changes. Raises SceneError, and changes nothing then.

        gesture   what it is part of (hashable): sets of one gesture in a row are undone together
        """
        return self._change({self._known(address): _rounded(value)}, gesture)

    def call(self, call, gesture=None):
        """Do what a key of the scene asks for (keys.Call). Raises what `set` raises, AddressError, KeyError, TypeError."""
        address, value = _asked(self._scene, call)
        return self.set(address, value, gesture or self._burst(address))

    def forget(self, address):
        """Take one tweak back; the list of Changes."""
        return self._change({self._known(address): NONE})

    def drop(self):
        """Take all tweaks back; a text for the author, "" where there are none."""
        values = self.values
        if values:
            self._change(dict.fromkeys(values, NONE))
        return f"dropped {_named(values)}; Ctrl+Z brings {'it' if len(values) == 1 else 'them'} back" if values else ""

    def undo(self):
        """Take the last step back; a text for the author, "" where there is none."""
        return self._step_to("undo", self._done, self._undone, "before")

    def redo(self):
        """Go a step forward again; a text for the author, "" where there is none."""
        return self._step_to("redo", self._undone, self._done, "after")

    def follow(self):
        """The file is another: what it says now itself is no tweak any more."""
        if self._scene.data is self._data:
            return
        self._data = self._scene.data
        same = [address for address in self.values if self._idle(address)]
        if same:
            self._lay({address: value for address, value in self.values.items() if address not in same})

    # how

    @property
    def _scene(self):
        return self._live.simulation.scene

    def _known(self, address):
        """The address as it is kept: one for each place. An address that leads nowhere stays as it is; the scene says so."""
        try:
            return spelled(locate(address, self._scene.data))
        except ValueError:
            return address

    def _overrides(self, values):
        """All overrides with these tweaks; what the file has no place for any more stays away."""
        there = {address: value for address, value in self._base.items() if address in self._scene.overrides and address not in values}
        return {**there, **values}

    def _without(self, address):
        """The scene without one tweak."""
        values = self.values
        if address not in values:
            return self._scene
        del values[address]
        return overridden(self._scene, self._overrides(values))

    def _change(self, wanted, gesture=None):
        """Lay tweaks or take them away (NONE), as one step; the list of Changes."""
        before = self.values
        changes = self._lay(_joined(before, wanted))
        same = [address for address, value in wanted.items() if value is not NONE and self._idle(address)]
        if same:
            self._lay({address: value for address, value in self.values.items() if address not in same})
        self._remember(before, self.values, gesture)
        return changes

    def _idle(self, address):
        """Whether the tweak at an address says what stands there without it."""
        return _value(self._scene, address) == self.base(address)

    def _lay(self, values):
        return self._live.simulation.reload(overridden(self._scene, self._overrides(values)))

    def _remember(self, before, after, gesture):
        """Keep a step for undo, or make the last one longer; what was undone is forgotten."""
        touched = [address for address in {**before, **after} if before.get(address, NONE) != after.get(address, NONE)]
        step = _Step({a: before.get(a, NONE) for a in touched}, {a: after.get(a, NONE) for a in touched}, gesture)
        if not touched:
            return
        last = self._done[-1] if self._done else None
        if last and gesture is not None and last.gesture == gesture and not self._undone:
            last.before, last.after = {**step.before, **last.before}, {**last.after, **step.after}
        else:
            self._done.append(step)
        self._undone.clear()

    def _step_to(self, word, source, target, side):
        """Go one step along the history; when it fails (the file is another), the step is left out."""
        if not source:
            return ""
        step = source.pop()
        old = {address: self._shown(address) for address in step.before}
        try:
            self._lay(_joined(self.values, getattr(step, side)))
        except (SceneError, ValueError) as error:
            return f"{word}: {_reason(error)}"
        step.gesture = None
        target.append(step)
        return f"{word}: {_listed([f'{address} {was} -> {self._shown(address)}' for address, was in old.items()])}"

    def _shown(self, address):
        """What stands at an address, as a person writes it."""
        try:
            value = _value(self._scene, address)
        except ValueError:  # the file has no such place any more
            value = None
        return "none" if value is None else shown(value)

    def _burst(self, address):
        """One gesture for presses that follow each other quickly."""
        now, (then, what, number) = time.monotonic(), self._pressed
        number += what != address or now - then > BURST
        self._pressed = now, address, number
        return "keys", number


def spelled(path):
    """The address of a path in the data: jet.emitter.lifetime[0], vars.spread, time.step."""
    path = path[1:] if path[0] == "entities" else path[:2] if path[0] == "vars" else path
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def _value(scene, address):
    """What the scene holds at an address; None inside of a block that is not there. Raises AddressError."""
    try:
        return value_at(scene, address)
    except (TypeError, LookupError):
        return None


def _asked(scene, call):
    """Address and value of what a key of the scene asks for."""
    first = call.arguments[0]
    match call.verb:
        case "press":
            return f"vars.{first}", edit.pressed(scene, *call.arguments)
        case "toggle":
            return first, edit.toggled(scene, first)
        case "cycle":
            return first, edit.following(scene, first)
    return call.arguments


def _joined(values, wanted):
    """Tweaks with others laid over them, the newest last; what stands inside of a new one is gone."""
    inside = tuple(f"{address}{sign}" for address, value in wanted.items() if value is not NONE for sign in ".[")
    kept = {address: value for address, value in values.items() if address not in wanted and not address.startswith(inside or ("\0",))}
    return kept | {address: value for address, value in wanted.items() if value is not NONE}


def _rounded(value):
    """A value of plain data whose numbers have the six digits that are written into a file."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return {key: _rounded(item) for key, item in value.items()} if isinstance(value, dict) else value


def _named(values):
    return _listed([f"{address} {shown(value)}" for address, value in values.items()])


def _listed(texts):
    more = f"; and {len(texts) - LISTED} more" if len(texts) > LISTED else ""
    return f"{'; '.join(texts[:LISTED])}{more}"


def _reason(error):
    return error.diagnostics[0].text if isinstance(error, SceneError) else str(error)
