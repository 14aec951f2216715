"""What the user has changed over the file of a running scene, with undo and redo, until it is written into the file.

A tweak is a value at an address, laid over the file as `--set` would; None is that nothing stands there, as where a component is
taken out. The scene that runs holds them among its overrides, so a tweak that a new file has no place for is gone by itself. What
stands there already is no tweak.
"""

import time
from dataclasses import dataclass

from engine.scene.address import AddressError, leads_into
from engine.scene.errors import SceneError
from engine.scene.load import overridden
from game.saving import save
from game.unsaved import offer
from game.values import address_of, asked, differs, listed, named, plain, rounded, shown, value_or_none

BURST = 0.6  # [s] between presses of a key that are undone together
NONE = object()  # in place of a value: no tweak


@dataclass(slots=True)
class _Step:
    """What is undone at once: address -> value before and after, NONE for no tweak."""

    before: dict
    after: dict
    gesture: object = None


class Tweaks:
    """Values that the user has laid over the file of a Live.

    unsaved   keeps them for the next start (game.unsaved.Unsaved), where given; what it has kept from last time is offered
    """

    def __init__(self, live, unsaved=None):
        self._live, self._unsaved = live, unsaved
        self._base = dict(live.simulation.scene.overrides)  # of the command line
        self._done, self._undone = [], []
        self._below = None, None, None  # the scene without some tweaks: the others, the data, and the scene that they make
        self._data = live.simulation.scene.data
        self._pressed = 0.0, None, 0  # when, what, and the burst of presses that it belongs to
        self._offer, self._told = dict(unsaved.values) if unsaved else {}, False

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
        return bool(self._undone or self._offer)

    def base(self, address, group=()):
        """What stands at an address without its tweak, and without those of a group that it was made with. Raises AddressError."""
        address, values = self._known(address), self.values
        if address not in values:
            return value_or_none(self._scene, address)
        below = self._without({address, *group, *(each for each in values if leads_into(each, address))})
        try:
            return value_or_none(below, address)
        except AddressError:  # in an entity that is not there without the others
            return None

    def _without(self, group):
        """The scene without some of its tweaks. While they alone change, as in a drag, it stays the same and is not made again."""
        others, scene = {address: value for address, value in self.values.items() if address not in group}, self._scene
        asked, data, below = self._below
        if asked != others or data is not scene.data:
            below = overridden(scene, self._overrides(others))
            self._below = others, scene.data, below
        return below

    # changes

    def set(self, address, value, gesture=None):
        """Lay a value over the file; the list of Changes. Raises SceneError, and changes nothing then.

        gesture   what it is part of (hashable): sets of one gesture in a row are undone together
        """
        return self.set_all({address: value}, gesture)

    def set_all(self, values, gesture=None):
        """Lay some values (by address) over the file as one change: all, or, where that raises SceneError, none; the list of Changes.
        NONE in place of a value takes the tweak at the address back."""
        return self._change({self._known(address): rounded(value) for address, value in values.items()}, gesture)

    def call(self, call, gesture=None):
        """Do what a key of the scene asks for (keys.Call). Raises what `set` raises, AddressError, KeyError, TypeError."""
        address, value = asked(self._scene, call)
        return self.set(address, value, gesture or self._burst(address))

    def forget(self, address):
        """Take one tweak back; the list of Changes."""
        return self._change({self._known(address): NONE})

    def drop(self):
        """Take all tweaks back, or forget those from last time; a text for the author, "" where there are none."""
        values = self.values
        if values:
            self._change(dict.fromkeys(values, NONE))
            return f"dropped {named(values)}; Ctrl+Z brings {'it' if len(values) == 1 else 'them'} back"
        left, self._offer = self._offer, {}
        self._keep()
        return f"forgotten: {named(left)}" if left else ""

    def undo(self):
        """Take the last step back; a text for the author, "" where there is none."""
        return self._step_to("undo", self._done, self._undone, "before")

    def redo(self):
        """Go a step forward again, or take up what is offered; a text for the author, "" where there is none."""
        if self._offer and not self._undone:
            return self._take_up()
        return self._step_to("redo", self._undone, self._done, "after")

    def follow(self):
        """The file is another: what it says now itself is no tweak any more."""
        if self._scene.data is not self._data:
            self._data = self._scene.data
            self._leave_out([address for address in self.values if self._idle(address)])
            self._keep()

    def close(self):
        """The scene ends; what is not saved is kept for the next start."""
        if self._unsaved:
            self._unsaved.close()

    # what is left from last time

    def offered(self):
        """Once, as soon as the scene runs: a text about the tweaks from last time; "" where there are none."""
        if self._told or not self._offer or not self._scene.spec.entities:
            return ""
        self._told = True
        self._offer = {address: value for address, value in self._offer.items() if self._tells(address, value)}
        self._keep()
        return offer(self._scene.path.name, len(self._offer), self._unsaved.when)

    def _tells(self, address, value):
        """Whether a tweak from last time says what the file does not: so does all within an entity that the file has not."""
        return any(leads_into(address, each) for each in self._offer) or differs(self._scene, address, value)

    def _take_up(self):
        left, self._offer = self._offer, {}
        try:
            self._change({self._known(address): value for address, value in left.items()})
        except SceneError as error:
            self._offer = left
            return _reason(error)
        return f"taken up: {named(left)}"

    def _keep(self):
        if self._unsaved:
            self._unsaved.keep({**self._offer, **self.values})

    # into the file

    def save(self):
        """Write all tweaks back into the files; a text for the author. What is written is no tweak any more, what cannot be stays one."""
        values = self.values
        if not values:
            return "nothing to write: all is as the file says"
        said = {address: f"{address} {shown(self.base(address))} -> {self._shown(address)}" for address in values}
        below = {address: self._in_file(address) for address in values}
        saved = save(self._live, values)
        done = [address for address in values if address not in saved.refused]
        if saved.scene:
            self._live.adopt(saved.scene, saved.data)
            self._data = self._scene.data
            self._settle({address: below[address] for address in done})
            self._keep()
        texts = [f"wrote {' and '.join(saved.files)}: {listed([said[address] for address in done])}"] if done else []
        reasons = {}
        for address, why in saved.refused.items():
            reasons.setdefault(why, []).append(address)
        texts += [f"{name} is a hard link: its other names keep what it said before" for name in saved.linked]
        return "\n".join(texts + [f"{why}; not written: {listed(addresses)}" for why, addresses in reasons.items()])

    def _settle(self, below):
        """Tweaks have become the file: to undo them is now to lay over it what it said before (address -> value; None: nothing)."""
        for steps in (self._done, self._undone):
            for step in steps:
                for side in (step.before, step.after):
                    side.update({address: below[address] for address, value in side.items() if value is NONE and address in below})
            steps[:] = [step for step in steps if step.before != step.after]

    def _in_file(self, address):
        """What the file says at an address, as data; None where it says nothing and has no default."""
        try:
            value = self._scene.data
            for part in self._scene.locate(address):
                value = value[part]
            return value
        except (LookupError, TypeError):
            return plain(self.base(address))

    # how

    @property
    def _scene(self):
        return self._live.simulation.scene

    def _known(self, address):
        """The address as it is kept: one for each place. An address that leads nowhere stays as it is; the scene says so."""
        try:
            return address_of(self._scene.locate(address))
        except ValueError:
            return address

    def _overrides(self, values):
        """All overrides with these tweaks; what the file has no place for any more stays away."""
        there = {address: value for address, value in self._base.items() if address in self._scene.overrides and address not in values}
        return {**there, **values}

    def _change(self, wanted, gesture=None):
        """Lay tweaks or take them away (NONE), as one step; the list of Changes."""
        before = self.values
        changes = self._lay(_joined(before, wanted))
        self._leave_out([address for address, value in wanted.items() if value is not NONE and self._idle(address, wanted)])
        self._remember(before, self.values, gesture)
        return changes

    def _idle(self, address, group=()):
        """Whether the tweak at an address says what stands there without it."""
        return value_or_none(self._scene, address) == self.base(address, group)

    def _leave_out(self, addresses):
        """Tweaks that change nothing are none."""
        if addresses:
            self._lay({address: value for address, value in self.values.items() if address not in addresses})

    def _lay(self, values):
        changes = self._live.simulation.reload(overridden(self._scene, self._overrides(values)))
        self._keep()
        return changes

    def _remember(self, before, after, gesture):
        """Keep a step for undo, or make the last one longer; what was undone is forgotten."""
        touched = [address for address in {**before, **after} if before.get(address, NONE) != after.get(address, NONE)]
        if not touched:
            return
        step = _Step({a: before.get(a, NONE) for a in touched}, {a: after.get(a, NONE) for a in touched}, gesture)
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
            self._leave_out([address for address in self.values if address in step.before and self._idle(address)])
        except (SceneError, ValueError) as error:
            return f"{word}: {_reason(error)}"
        step.gesture = None
        target.append(step)
        return f"{word}: {listed([f'{address} {was} -> {self._shown(address)}' for address, was in old.items()])}"

    def _shown(self, address):
        """What stands at an address, as a person writes it."""
        try:
            return shown(value_or_none(self._scene, address))
        except ValueError:  # the file has no such place any more
            return shown(None)

    def _burst(self, address):
        """One gesture for presses that follow each other quickly."""
        now, (then, what, number) = time.monotonic(), self._pressed
        number += what != address or now - then > BURST
        self._pressed = now, address, number
        return "keys", number


def _joined(values, wanted):
    """Tweaks with others laid over them, the newest last; what stands inside of a new one is gone."""
    inside = tuple(f"{address}{sign}" for address, value in wanted.items() if value is not NONE for sign in ".[")
    kept = {address: value for address, value in values.items() if address not in wanted and not address.startswith(inside or ("\0",))}
    return kept | {address: value for address, value in wanted.items() if value is not NONE}


def _reason(error):
    return error.diagnostics[0].text if isinstance(error, SceneError) else str(error)
