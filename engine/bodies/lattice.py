import math
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field, Strict, create_model, model_validator
from pydantic_core import PydanticCustomError

from engine.bodies import grid
from engine.bodies.body import Form, Masses, Skin, build
from engine.bodies.edit import adapted
from engine.bodies.links import springs_of
from engine.bodies.pleats import LEAST, pleats
from engine.bodies.rope import rope
from engine.bodies.runs import lattice_runs
from engine.components import rotation_matrix
from engine.schema import Shown, Spec, Vector, option, quantity, to_list
from engine.schema.limits import LATTICE

KINDS = {1: "rope", 2: "sheet", 3: "block"}


Counts = Annotated[
    tuple[Annotated[int, Field(ge=2)], ...], Strict(False), Field(min_length=1, max_length=3),
    Shown("1 to 3 whole numbers: [n], [n, m] or [n, m, l]"),
]  # fmt: skip
Sizes = Annotated[
    tuple[Annotated[float, Field(gt=0)], ...], Strict(False), BeforeValidator(to_list), Field(min_length=1, max_length=3),
    Shown("a number, or one for each axis"),
]  # fmt: skip


Along = create_model("Along", __base__=Spec, __module__=__name__, __doc__="Where a rope runs.", **{  # `from` is no name in Python
    "from": (Vector, quantity(..., "m", "Where it starts, in the entity's frame.", reload="resize")),
    "to": (Vector, quantity(..., "m", "Where it ends, in the entity's frame.", reload="resize")),
    "slack": (float, quantity(0.0, "1", "Share by which it is longer than the way; it starts as it hangs.", reload="resize", ge=0, le=100)),
})  # fmt: skip


class Pleats(Spec):
    """Folds in which a sheet starts, along its first axis: its springs are at rest in them, and its edges stand nearer to each other."""

    count: int = option(3, "How many: each goes to the front and to the back.", reload="resize", ge=1)
    width: float = quantity(0.75, "1", "From edge to edge, as a share of the width that it has when flat.", reload="resize", ge=0.25, le=1)


class Lattice(Masses, Spec):
    """Masses in a row (a rope), in a grid (a sheet) or in a block, centred on the entity and turned by its rotation."""

    either: ClassVar[tuple] = (("size",), ("along",))

    counts: Counts = option(..., "Masses along each axis: [n], [n, m] or [n, m, l].", reload="resize")
    size: Sizes | None = quantity(None, "m", "Length along each axis, or one number for all.", reload="resize")
    along: Along | None = option(None, "Of a rope: where it runs, in place of size.", reload="resize")
    plane: Literal["xy", "xz", "yz"] = option("xy", "Of a sheet: the axes of its columns and its rows.", reload="rebuild")

    pleats: Pleats | None = option(None, "Of a sheet: folds in which it starts.", reload="resize")

    @model_validator(mode="after")
    def _fits(self):
        axes, most = len(self.counts), LATTICE[len(self.counts)]
        kind = KINDS[axes]
        if max(self.counts) > most:
            raise _bad(
                "a {kind} has at most {most} masses along an axis, found {found}", kind=kind, most=f"{most:,}", found=max(self.counts)
            )
        if self.along is not None and axes > 1:
            raise _bad("along is for ropes; write size for a {kind}", kind=kind)
        if self.along is not None and getattr(self.along, "from") == self.along.to:
            raise _bad("from and to are the same place; a rope needs two")
        if self.along is not None and self.along.slack > 0 and self.counts[0] < 3:
            raise _bad("a slack rope needs 3 masses or more, found 2")
        if (self.size is None) == (self.along is None):
            forms = "size, as in [2, 1.5]" if axes > 1 else "either size, or along: {from: [x, y, z], to: [x, y, z]}"
            raise _bad("needs {forms}", forms=forms)
        if self.size is not None and len(self.size) not in (1, axes):
            raise _bad("size of a {kind} needs 1 or {axes} numbers, found {found}", kind=kind, axes=axes, found=len(self.size))
        if axes != 2 and "plane" in self.model_fields_set:
            raise _bad("plane is for sheets; take it out of a {kind}", kind=kind)
        if self.pleats is not None:
            self._fold(kind)
        return self

    def _fold(self, kind):
        links, needed = self.counts[0] - 1, LEAST * self.pleats.count
        if len(self.counts) != 2:
            raise _bad("pleats are for sheets; take them out of a {kind}", kind=kind)
        if links < needed:
            text = "{count} pleats need {needed} masses or more along the first axis, found {found}"
            raise _bad(text, count=self.pleats.count, needed=needed + 1, found=self.counts[0])

    def form(self, entity):
        """What the body is made of."""
        counts, axes = self.counts, self.axes()
        start = self.start(entity.rotation)
        rest = self.rest(start)
        spring, laid, groups = entity.spring, None, (None, ())
        if spring is not None:
            laid = lattice_runs(counts, springs_of(spring, self))
            groups = self.groups(entity, laid.link)
        cells = grid.cells(counts) if spring is not None and "volume" in (spring.links or ()) else None
        return Form(start, rest, self.spacing(rest), counts, laid, *groups, skin=_skin(counts, axes), cells=cells)

    def axes(self):
        """Which of x, y, z each axis of counts is."""
        return {1: (0,), 2: grid.AXES[self.plane], 3: (0, 1, 2)}[len(self.counts)]

    def start(self, degrees):
        """(n, 3) where the masses start [m], in the entity's frame, which is turned by so many degrees in the world a rope hangs in."""
        if self.along is None:
            return self._folded(self.flat())
        turned = rotation_matrix(degrees)
        ends = [turned @ getattr(self.along, name) for name in ("from", "to")]
        return rope(*ends, self.along.slack, self.counts[0]) @ turned

    def flat(self):
        """(n, 3) places [m] of a lattice without folds, centred on the entity."""
        size = self.size if len(self.size) == len(self.counts) else self.size * len(self.counts)
        return grid.places(self.counts, size, self.axes())

    def _folded(self, places):
        """The places (n, 3) [m] of a flat sheet, laid in its pleats."""
        if self.pleats is None:
            return places
        columns, first, normal = self.counts[0], self.axes()[0], ({0, 1, 2} - set(self.axes())).pop()
        line = pleats(columns - 1, self.pleats.count, self.pleats.width) * (self.size[0] / (columns - 1))
        places[:, [first, normal]] = np.tile(line, (self.counts[1], 1))
        return places

    def rest(self, start):
        """(n, 3) the undeformed shape [m]: where the masses start, but a slack rope pulled straight and a pleated sheet laid flat."""
        if self.pleats is not None:
            return self.flat()
        if self.along is None or self.along.slack == 0:
            return start
        way = np.subtract(self.along.to, getattr(self.along, "from"))
        share = np.linspace(-0.5, 0.5, len(start))[:, None]
        return (start[0] + start[-1]) / 2 + share * (1 + self.along.slack) * way

    def spacing(self, rest):
        """[m] least distance of neighbours along the axes."""
        index = np.arange(len(rest)).reshape(self.counts[::-1])
        first = np.zeros(index.ndim, int)
        steps = [tuple(first + (np.arange(index.ndim) == k)) for k in range(index.ndim)]
        return float(min(np.linalg.norm(rest[index[step]] - rest[0]) for step in steps))

    def build(self, entity):
        """Components: masses where they start, springs without energy."""
        return build(self.form(entity), entity)

    def adapted(self, old, entity, state):
        """What a change of the entity asks of its state, as (component, field, value); state: components by class."""
        return adapted(old, entity, state)

    def extent(self):
        """[m] of a rope its length, else the mean of its sides."""
        if self.along is not None:
            return (1 + self.along.slack) * math.dist(getattr(self.along, "from"), self.along.to)
        return sum(self.size) / len(self.size)

    def known(self):
        """Links that it can have."""
        return grid.link_kinds(len(self.counts))

    def another(self, new):
        """Blocks of other counts, other numbers of axes and other planes are bodies of their own."""
        same = len(self.counts) == len(new.counts) and (self.counts == new.counts or len(self.counts) < 3)
        return not same or self.plane != new.plane

    def reshaped(self, new):
        """Other counts or another size."""
        return self != new


def _bad(text, **values):
    return PydanticCustomError("one_of" if text.startswith("needs") else "fit", text, values)


def _skin(counts, axes):
    """The surface of a sheet or block; ropes have none."""
    if len(counts) == 1:
        return None
    if len(counts) == 3:
        return Skin(*grid.block_surface(counts), True)
    columns, rows = counts
    flip = axes == (0, 2)  # x, z, y is left-handed
    return Skin(grid.sheet_triangles(columns, rows, flip), np.arange(columns * rows, dtype=np.int32), grid.sheet_uv(columns, rows), False)
