"""Keys of a camera path, in columns, and how one list of keys becomes another."""

from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np

EASES = "none", "in", "out", "in_out"


class Key(NamedTuple):
    """One key. None: as the path says."""

    position: tuple  # [m] (3,)
    rotation: tuple = (0.0, 0.0, 0.0)  # [deg] about x, y, z
    tension: float | None = None
    continuity: float | None = None
    bias: float | None = None
    duration: float | None = None  # [s] of the segment that begins here
    fov: float | None = None  # [deg]
    ease: str = "none"  # of the segment that begins here
    event: str = ""  # what is said when the camera passes
    arriving: tuple | None = None  # [m] (3,) from the key to the control point before it
    leaving: tuple | None = None  # [m] (3,) from the key to the control point behind it


SAYS_NOTHING = Key(())[2:]


@dataclass(frozen=True, eq=False, slots=True)
class Keys:
    """n keys, float64; not a number stands for "as the path says". Arrays are never written: an edit makes another Keys."""

    position: np.ndarray  # [m] (n, 3)
    rotation: np.ndarray  # [deg] (n, 3) about x, y, z
    shape: np.ndarray  # (n, 3) tension, continuity, bias
    duration: np.ndarray  # [s] (n,)
    fov: np.ndarray  # [deg] (n,)
    ease: np.ndarray  # (n,) int64 index into EASES
    event: np.ndarray  # (n,) object, texts
    handles: np.ndarray  # [m] (n, 2, 3) arriving, leaving: from the key to its control points
    source: np.ndarray  # (n,) int64 which key of its file it was; -1: none. No part of what is equal

    @classmethod
    def plain(cls, position, rotation):
        """Keys that say nothing else; position [m] and rotation [deg] (n, 3)."""
        count = len(position)
        unsaid = lambda *shape: np.full((count, *shape), np.nan)  # noqa: E731
        position, rotation = (np.array(each, float).reshape(count, 3) for each in (position, rotation))
        ease, event = np.zeros(count, np.int64), np.full(count, "", object)
        return cls(position, rotation, unsaid(3), unsaid(), unsaid(), ease, event, unsaid(2, 3), np.full(count, -1))

    @classmethod
    def of(cls, keys):
        """From a list of Key."""
        made = cls.plain([key.position for key in keys], [key.rotation for key in keys])
        made.fill({i: key for i, key in enumerate(keys) if key[2:] != SAYS_NOTHING})
        return made

    def fill(self, said):
        """Write what some keys say beside position and rotation, {number: Key}; for who has just made the arrays."""
        for i, key in said.items():
            for row, value in ((self.shape, key[2:5]), (self.handles, (key.arriving, key.leaving))):
                for j, each in enumerate(value):
                    if each is not None:
                        row[i, j] = each
            self.duration[i] = np.nan if key.duration is None else key.duration
            self.fov[i] = np.nan if key.fov is None else key.fov
            self.ease[i], self.event[i] = EASES.index(key.ease), key.event

    def __len__(self):
        return len(self.position)

    def __iter__(self):
        """Each Key in turn."""
        return (self[i] for i in range(len(self)))

    def __getitem__(self, i):
        """The Key number i; negative: from the end."""
        numbers = (*self.shape[i], self.duration[i], self.fov[i])
        own = [None if np.isnan(number) else float(number) for number in numbers]
        handles = [None if np.isnan(handle).any() else tuple(handle.tolist()) for handle in self.handles[i]]
        return Key(tuple(self.position[i].tolist()), tuple(self.rotation[i].tolist()), *own, EASES[self.ease[i]], self.event[i], *handles)

    def __eq__(self, other):
        """Whether all keys are the same, wherever they were read."""
        return isinstance(other, Keys) and len(self) == len(other) and all(
            np.array_equal(a, b, equal_nan=a.dtype == float) for a, b in zip(self._columns(), other._columns(), strict=True)
        )  # fmt: skip

    __hash__ = None

    def same_as_in(self, file):
        """(n,) whether each key is still what its source among the keys of its file is."""
        old, same = np.maximum(self.source, 0), self.source >= 0
        for a, b in zip(self._columns(), file._columns(), strict=True):
            alike = a == b[old]
            if a.dtype == float:
                alike |= np.isnan(a) & np.isnan(b[old])
            same &= alike.reshape(len(self), -1).all(1)
        return same

    def _columns(self):
        return [getattr(self, each.name) for each in fields(self) if each.name != "source"]

    # edits: each gives another Keys

    def inserted(self, i, key):
        """With a key put before number i; at the end where i is their count."""
        return self._joined(self._cut(slice(None, i)), Keys.of([key]), self._cut(slice(i, None)))

    def without(self, i):
        """Without key number i. Raises IndexError, and ValueError for the last one: a path without a key is none."""
        if len(self) == 1:
            raise ValueError("a path needs a key; this is its last one")
        i = range(len(self))[i]
        return self._joined(self._cut(slice(None, i)), self._cut(slice(i + 1, None)))

    def replaced(self, i, key):
        """With another key as number i; it keeps its line in the file."""
        i = range(len(self))[i]
        new = Keys.of([key])
        new.source[:] = self.source[i]
        return self._joined(self._cut(slice(None, i)), new, self._cut(slice(i + 1, None)))

    def rolled(self, count):
        """The same ring of keys, begun `count` keys later."""
        return Keys(*(np.roll(getattr(self, each.name), -count, axis=0) for each in fields(self)))

    def _cut(self, part):
        return Keys(*(getattr(self, each.name)[part] for each in fields(self)))

    @staticmethod
    def _joined(*parts):
        return Keys(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Keys)))
