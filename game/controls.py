"""From keys that go down and up to what they do."""

from dataclasses import dataclass
from typing import Any

from game.keys import FLIGHT, owners

DELAY, REPEAT = 0.35, 1 / 12  # [s] before a held key of the scene repeats, and between repeats


@dataclass(slots=True)
class _Held:
    """A key that is down: what it does, and when next."""

    act: Any
    wait: float = 0.0  # [s]
    smooth: bool = False  # acts all the time, for so many seconds, in place of again and again
    let_go: Any = None  # called when it goes up
    ends: bool = False  # with whatever key goes up: its cap may be another then, where it was written with Shift


class Controls:
    """The keys of the program, by the methods of `targets`, and the keys of the scene, by `tweak(call)`."""

    def __init__(self, targets, tweak):
        self._targets, self._tweak = targets, tweak
        self._owners, self._flight = owners(), owners((FLIGHT,))
        self._down = {}
        self.calls = {}  # the scene's keys, as keys.bindings gives them

    def press(self, cap, flying=False):
        """A key goes down. Of several owners, one that returns False passes it on to the next; who flies has some keys before all others."""
        for key, argument in (*self._flight.get(_bare(cap), ())[: 1 if flying else 0], *self._owners.get(cap, ())):
            if key.method is None:
                return
            arguments = () if argument is None else (argument,)
            act = self._method(key.method)
            if key.let_go:
                act(*arguments)
                self._down[cap] = _Held(lambda seconds: None, smooth=True, let_go=self._method(key.let_go))
                return
            if key.held:
                self._down[cap] = _Held(lambda seconds, act=act, arguments=arguments: act(*arguments, seconds), smooth=True)
                return
            if act(*arguments) is not False:
                if key.repeats:
                    self._down[cap] = _Held(lambda act=act, arguments=arguments: act(*arguments), DELAY, ends=True)
                return
        calls = self.calls.get(cap, ())
        for call in calls:
            self._tweak(call)
        if any(call.held for call in calls):
            self._down[cap] = _Held(lambda: [self._tweak(call) for call in calls if call.held], DELAY)

    def release(self, cap):
        """A key goes up, with whatever modifiers."""
        for name in [name for name, held in self._down.items() if held.ends or _bare(name) == _bare(cap)]:
            self._let_go(self._down.pop(name))

    def release_all(self):
        """The window has lost the keyboard."""
        while self._down:
            self._let_go(self._down.popitem()[1])

    def repeat(self, seconds):
        """Wall-clock time passes for the keys that are down."""
        for held in list(self._down.values()):
            if held.smooth:
                held.act(seconds)
                continue
            held.wait -= seconds
            while held.wait <= 0:
                held.act()
                held.wait += REPEAT

    def _let_go(self, held):
        if held.let_go:
            held.let_go()

    def _method(self, name):
        return next(getattr(target, name) for target in self._targets if hasattr(target, name))


def _bare(cap):
    """A cap without its modifiers."""
    return cap.rpartition("+")[2] or cap
