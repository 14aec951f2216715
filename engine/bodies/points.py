from typing import Annotated

import numpy as np
from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from engine.bodies.body import Form, Masses, build
from engine.bodies.edit import adapted
from engine.bodies.runs import listed_runs
from engine.schema import Shown, Spec, Vector, quantity

Places = Annotated[tuple[Vector, ...], Strict(False), Field(min_length=1), Shown("a list of points, [[x, y, z], ...]")]
Weights = Annotated[tuple[Annotated[float, Field(gt=0)], ...], Strict(False), Shown("a list of numbers")]


class Points(Masses, Spec):
    """Single masses, for springs between pairs of them."""

    positions: Places = quantity(..., "m", "Where they start, in the entity's frame.", reload="rebuild")
    masses: Weights | None = quantity(None, "kg", "Mass of each; the entity's mass where absent.")

    @model_validator(mode="after")
    def _counted(self):
        if self.masses is not None and len(self.masses) != len(self.positions):
            text = "needs one mass for each position: {positions}, found {masses}"
            raise PydanticCustomError("one_of", text, {"positions": len(self.positions), "masses": len(self.masses)})
        return self

    def form(self, entity):
        """What the body is made of."""
        start, laid = self.start(), self.laid(entity)
        if laid is None:
            return Form(start, start, 0.0, masses=self.masses)
        lengths = self.lengths(entity)
        return Form(start, start, float(lengths.min()), (), laid, *self.groups(entity), lengths, masses=self.masses)

    def start(self, degrees=None):
        """(n, 3) where the masses start [m], in the entity's frame."""
        return np.array(self.positions, float)

    def laid(self, entity):
        """The springs in the solvers' order; None where there are none."""
        if entity.spring is None or not entity.spring.pairs:
            return None
        return listed_runs(entity.spring.pairs, np.zeros(len(entity.spring.pairs), int))

    def lengths(self, entity):
        """(m,) [m] rest lengths."""
        pairs, start = np.array(entity.spring.pairs), self.start()
        rest = entity.spring.rest or np.linalg.norm(start[pairs[:, 0]] - start[pairs[:, 1]], axis=1)
        return np.asarray(rest, np.float32)[self.laid(entity).source]

    def known(self):
        """It has pairs, not links."""
        return ()

    def another(self, new):
        """Other positions are another body."""
        return self.positions != new.positions

    def inverse(self, entity, n):
        """(n,) [1/kg] inverse masses."""
        return super().inverse(entity, n) if self.masses is None else 1 / np.array(self.masses)

    def groups(self, entity, link=None):
        """Each pair has a number of its own."""
        return self.laid(entity).source, range(len(entity.spring.pairs))

    def build(self, entity):
        """Components: masses where they start."""
        return build(self.form(entity), entity)

    def adapted(self, old, entity, state):
        """What a change of the entity asks of its state, as (component, field, value); state: components by class."""
        return adapted(old, entity, state)
