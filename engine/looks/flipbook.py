from typing import ClassVar

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from engine.schema import Spec, option, quantity

CELLS = 64  # most pictures of one film: each is a layer of the sprites' texture


class Flipbook(Spec):
    """A film in one image: its pictures stand in rows, the first in the upper left corner."""

    either: ClassVar[tuple] = (("fps",), ("over_life",))

    columns: int = option(..., "Pictures in a row.", ge=1, le=CELLS)
    rows: int = option(1, "Rows of pictures.", ge=1, le=CELLS)
    fps: float | None = quantity(None, "1/s", "Pictures shown a second, over and over.", gt=0, le=1000)
    over_life: bool = option(False, "The film runs once in a life, from the first picture to the last; in place of fps.")
    random_start: bool = option(False, "Each begins with another picture, and goes round.")
    smooth: bool = option(True, "Each picture goes over into the next; else they change at once.")

    @property
    def cells(self):
        """Pictures in all."""
        return self.columns * self.rows

    @model_validator(mode="after")
    def _one_pace(self):
        if self.cells > CELLS:
            raise PydanticCustomError(
                "range", "{cells} pictures are more than {most}; write fewer columns or rows", {"cells": self.cells, "most": CELLS}
            )
        if (self.fps is not None) == self.over_life:
            raise PydanticCustomError("one_of", "needs either fps or over_life; write fps: 12, or over_life: true")
        return self
