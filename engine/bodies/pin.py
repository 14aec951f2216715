from typing import Annotated

import numpy as np
from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from engine.schema import Names, Shown, Spec, Vector, option, quantity

Indices = Annotated[tuple[Annotated[int, Field(ge=0)], ...], Strict(False), Shown("a list of whole numbers")]
ROUNDING = 1e-6  # [m] by which a mass may miss the box that holds it


class PinBox(Spec):
    """A box along the entity's axes."""

    min: Vector = quantity(..., "m", "Least corner, in the entity's frame.")
    max: Vector = quantity(..., "m", "Greatest corner, in the entity's frame.")

    @model_validator(mode="after")
    def _ordered(self):
        if any(low > high for low, high in zip(self.min, self.max, strict=True)):
            raise PydanticCustomError("fit", "min must not exceed max along any axis")
        return self


class Where(Spec):
    """A region."""

    box: PinBox = option(..., "All masses that start in this box, in the entity's frame.")


class Pin(Spec):
    """Masses that no force moves. One pinned while the scene runs stays where it is."""

    corners: Names | None = option(
        None, "start, end of a rope; top_left, bottom_right, ... of a sheet; top_left_front, bottom_right_back, ... of a block."
    )
    indices: Indices | None = option(None, "Numbers of masses.")
    where: Where | None = option(None, "All masses in a region.")

    @model_validator(mode="after")
    def _something(self):
        if self.corners is None and self.indices is None and self.where is None:
            raise PydanticCustomError("one_of", "holds nothing; write corners, indices or where in it, or take it out")
        return self

    def mask(self, counts, start):
        """(n,) bool: which masses are held. counts of the lattice, () for another body; start (n, 3) [m] in the entity's frame."""
        held = np.zeros(len(start), bool)
        known = corners(counts)
        held[[known[name] for name in self.corners or ()]] = True
        held[list(self.indices or ())] = True
        if self.where is not None:
            held |= self._within(start)
        return held

    def holds_any(self, start):
        """Whether masses start in the region. start (n, 3) [m] in the entity's frame."""
        return self._within(start).any()

    def _within(self, start):
        low, high = np.array(self.where.box.min) - ROUNDING, np.array(self.where.box.max) + ROUNDING
        return ((start >= low) & (start <= high)).all(1)


def corners(counts):
    """Names of a lattice's corners and their mass numbers. Left is the first column, bottom the first row, back the first layer."""
    if len(counts) < 2:
        return {"start": 0, "end": counts[0] - 1} if counts else {}
    n, m = counts[:2]
    sheet = {"bottom_left": 0, "bottom_right": n - 1, "top_left": (m - 1) * n, "top_right": m * n - 1}
    if len(counts) == 2:
        return sheet
    layers = {"back": 0, "front": (counts[2] - 1) * n * m}
    return {f"{name}_{side}": first + number for side, first in layers.items() for name, number in sheet.items()}
