from typing import ClassVar

import numpy as np
from pydantic import model_validator
from pydantic_core import PydanticCustomError

from engine.schema import Spec, quantity


class Drag(Spec):
    """Linear drag toward the air at rest: f = -c v, with c given by particle or by mass (c = rate m)."""

    either: ClassVar[tuple] = (("coefficient",), ("rate",))

    coefficient: float | None = quantity(None, "kg/s", "Force per unit of speed, for each particle.", ge=0)
    rate: float | None = quantity(None, "1/s", "Share of its speed that a particle loses each second, whatever its mass.", ge=0)

    @model_validator(mode="after")
    def _one(self):
        if (self.coefficient is None) == (self.rate is None):
            raise PydanticCustomError("one_of", "needs exactly one of coefficient, rate")
        return self

    def push(self, time, seed, key):
        """The drag, by mass or by particle."""
        return np.array([0, 0, 0, 0, 0, 0, self.rate or 0.0, self.coefficient or 0.0])
