"""Components laid down as they are, unchangeable, and made whole again.

What a component holds is copied by the kind of it: arrays, numbers and words, tuples, lists, named tuples, other components. Specs and
whatever else never changes is kept as it is. A kind that is none of these is an error, so that nothing new is forgotten. What two
components share they share again when they are made whole: an island's springs are those of its body.
"""

from dataclasses import fields, is_dataclass
from functools import cache
from operator import is_
from typing import NamedTuple

import numpy as np

from engine.cameras.path import Path
from engine.components import PARTICLE, columns
from engine.kernels.body import Springs
from engine.kernels.contacts import Contacts
from engine.schema import Spec

PLAIN = frozenset((int, float, bool, str, type(None)))  # what is met most
ATOMS = int, float, bool, str, bytes, type(None), frozenset, np.generic, Spec, Path
SCRATCH = {(Springs, name) for name in ("length", "give", "lag", "work")} | {(Contacts, name) for name in ("grid", "found", "led", "bears")}
LOOK = 64  # numbers that are compared before a whole array is
OBJECT, VALUE = 120, 40  # [bytes] of Python's own for each piece, and for each value in it


class Rows(NamedTuple):
    """Rows of what is born and dies: those in use, of so many."""

    used: np.ndarray
    slots: int


class Blank(NamedTuple):
    """An array that means nothing between two ticks."""

    shape: tuple
    dtype: np.dtype


class Part(NamedTuple):
    """A component, or a tuple, list or named tuple in one: its kind, and its values in order."""

    kind: type
    values: tuple


class Freezer:
    """Lays components down.

    pieces   all arrays and Parts that were laid down, by id
    """

    def __init__(self):
        self.pieces = {}
        self._known = {}  # id of what is laid down -> (itself, so that its id stays taken, and what became of it)

    def component(self, value, used=None, before=None):
        """What becomes of a component.

        used    slots in use, where its particles are born and die; None: its rows are kept whole
        before  what became of it the last time: arrays that are still the same are shared with it
        """
        if not is_dataclass(value):
            return self._of(value, before)
        kept = self._known.get(id(value))
        if kept is None:
            declared = _declared(type(value))
            earlier = _values(before, type(value), len(declared))
            parts = (self._field(getattr(value, name), column, used, old) for (name, column), old in zip(declared, earlier, strict=True))
            kept = self._known[id(value)] = value, self._part(type(value), tuple(parts), before)
        return kept[1]

    def _field(self, value, column, used, before):
        if column is not None and column.scratch:
            return _same(_blank(value), before)
        if column is not None and column.index == PARTICLE and used is not None:
            rows = Rows(self._array(value[..., :used], before.used if isinstance(before, Rows) else None), value.shape[-1])
            return before if isinstance(before, Rows) and rows.used is before.used and rows.slots == before.slots else rows
        return self._of(value, before)

    def _of(self, value, before):
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is np.ndarray:
            kept = self._known.get(id(value))
            if kept is None:
                kept = self._known[id(value)] = value, self._array(value, before)
            return kept[1]
        if isinstance(value, ATOMS):
            return value
        if isinstance(value, tuple | list):
            names = getattr(value, "_fields", range(len(value)))
            parts = (
                _same(_blank(each), old) if (type(value), name) in SCRATCH else self._of(each, old)
                for name, each, old in zip(names, value, _values(before, type(value), len(value)), strict=True)
            )
            return self._part(type(value), tuple(parts), before)
        if is_dataclass(value) and not isinstance(value, type):
            return self.component(value, before=before)
        raise TypeError(f"a snapshot does not know what a {type(value).__name__} holds; write arrays, numbers, tuples or components")

    def _array(self, value, before):
        """An unchangeable copy; the earlier one where it is the same; one number where it holds no other."""
        if isinstance(before, np.ndarray) and id(before) not in self.pieces and alike(before, value):  # what is two is not made one
            kept = before
        elif value.size > LOOK and _is_uniform(value):
            kept = np.broadcast_to(value.flat[0], value.shape)
        else:
            kept = value.copy()
            kept.flags.writeable = False
        self.pieces[id(kept)] = kept
        return kept

    def _part(self, kind, values, before):
        """A Part; the earlier one where its values are the same objects."""
        same = isinstance(before, Part) and before.kind is kind and len(before.values) == len(values) and id(before) not in self.pieces
        kept = before if same and all(map(is_, values, before.values)) else Part(kind, values)
        self.pieces[id(kept)] = kept
        return kept


class Thawer:
    """Makes components whole again, in what is there where that is of the same kind: `steps` are (component, field, value), to be set.

    Nothing that is there is written to: arrays are new, or those that are there where they hold the same numbers already.
    """

    def __init__(self):
        self.steps = []
        self._made, self._claimed = {}, set()

    def component(self, kept, there=None):
        """The component that was laid down. there: one that may take its place, or None."""
        if not (isinstance(kept, Part) and is_dataclass(kept.kind)):
            return self._of(kept, there)
        if id(kept) not in self._made:
            made = there if type(there) is kept.kind and self._free(there) else object.__new__(kept.kind)
            self._made[id(kept)] = made
            for (name, _), value in zip(_declared(kept.kind), kept.values, strict=True):
                self.steps.append((made, name, self._of(value, getattr(made, name, None))))
        return self._made[id(kept)]

    def _of(self, kept, there):
        if isinstance(kept, np.ndarray):
            if id(kept) not in self._made:
                same = isinstance(there, np.ndarray) and alike(kept, there) and self._free(there)
                self._made[id(kept)] = there if same else kept.copy()
            return self._made[id(kept)]
        if isinstance(kept, Rows):
            rows = np.zeros((*kept.used.shape[:-1], kept.slots), kept.used.dtype)
            rows[..., : kept.used.shape[-1]] = kept.used
            return rows
        if isinstance(kept, Blank):
            return np.zeros(kept.shape, kept.dtype)
        if not isinstance(kept, Part):
            return kept
        if is_dataclass(kept.kind):
            return self.component(kept, there)
        parts = [self._of(value, old) for value, old in zip(kept.values, _items(there, kept), strict=True)]
        return kept.kind(*parts) if hasattr(kept.kind, "_fields") else kept.kind(parts)

    def _free(self, there):
        """Whether what is there has not been taken yet: what is two must not become one."""
        free = id(there) not in self._claimed
        self._claimed.add(id(there))
        return free


def alike(one, other):
    """Whether two arrays agree in shape, kind and every bit."""
    if one is other:
        return True
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    if one.size <= LOOK:
        return one.tobytes() == other.tobytes()
    bits = f"u{one.itemsize}"
    one, other = one.view(bits), other.view(bits)
    return np.array_equal(one[..., :LOOK], other[..., :LOOK]) and np.array_equal(one, other)


def size_of(piece):
    """Bytes that an array or a Part takes in memory, about; of an array of one number repeated, that one's."""
    if isinstance(piece, Part):
        return OBJECT + VALUE * len(piece.values)
    return OBJECT + (piece.nbytes if any(piece.strides) else piece.itemsize)


def _is_uniform(value):
    bits = value.view(f"u{value.itemsize}")
    first = bits.flat[0]
    return bool((bits[..., :LOOK] == first).all() and (bits == first).all())


def _same(kept, before):
    """What was kept before, where that is equal."""
    return before if type(before) is type(kept) and before == kept else kept


def _blank(value):
    """The shape of an array, or of all that are in a tuple."""
    if isinstance(value, np.ndarray):
        return Blank(value.shape, value.dtype)
    return Part(type(value), tuple(map(_blank, value)))


@cache
def _declared(kind):
    """(name, Column or None) of each field of a class of components."""
    known = dict(columns(kind))
    return tuple((field.name, known.get(field.name)) for field in fields(kind))


def _values(before, kind, count):
    """What became of so many values of something the last time; of another kind, nothing did."""
    same = isinstance(before, Part) and before.kind is kind and len(before.values) == count
    return before.values if same else (None,) * count


def _items(there, kept):
    """What is in a tuple or list that is there, in place of one that was laid down."""
    return there if type(there) is kept.kind and len(there) == len(kept.values) else (None,) * len(kept.values)
