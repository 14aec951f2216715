from typing import Annotated, ClassVar, Literal

from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from engine.bodies.body import build
from engine.bodies.choose import body_of
from engine.bodies.cloth import Cloth
from engine.bodies.edit import adapted
from engine.bodies.filled import Filled
from engine.schema import Count2, Shown, Spec, option, quantity

Links = Annotated[
    tuple[Literal["structural", "shear", "bend", "space", "volume"], ...],
    Strict(False),
    Shown("a list of structural, shear, bend, space, volume"),
]
Pairs = Annotated[tuple[Count2, ...], Strict(False), Field(min_length=1), Shown("a list of pairs, [[0, 1], [1, 2]]")]
Lengths = Annotated[tuple[Annotated[float, Field(gt=0)], ...], Strict(False), Shown("a list of numbers")]
Amount = Annotated[float, Field(ge=0, le=1e12)]
Amounts = Annotated[tuple[Amount, ...], Strict(False), Field(min_length=1), Shown("a number, or a list of numbers")]


class Spring(Spec):
    """Springs between neighbouring masses of a lattice or along the edges of a mesh, or between pairs of single masses."""

    either: ClassVar[tuple] = (("links",), ("pairs", "rest"))

    links: Links | None = option(
        None,
        "Neighbours that are joined; those along axes (structural) and across faces (shear) unless told; in a filled mesh all.",
        reload="rebuild",
    )
    pairs: Pairs | None = option(None, "Of single masses: which are joined.", reload="rebuild")
    rest: Lengths | None = quantity(None, "m", "Rest length of each pair; their distance at the start unless told.")
    stiffness: Amount | Amounts = quantity(1000.0, "N/m", "Of every spring, or one for each of the links or pairs.")
    damping: Amount | Amounts = quantity(0.0, "N s/m", "Along the spring: of every spring, or one for each of the links or pairs.")
    max_stretch: float | None = quantity(
        None, "1", "Share by which the body may stretch away from what holds it, as in 0.05; by its stiffness unless told.", ge=0
    )

    @model_validator(mode="after")
    def _counted(self):
        if self.links is not None and self.pairs is not None:
            raise PydanticCustomError("one_of", "takes links of a lattice or mesh, or pairs of single masses, not both")
        if self.links is not None and len(set(self.links)) < len(self.links):
            raise PydanticCustomError("one_of", "names a link twice; write each once")
        if self.rest is not None and self.pairs is None:
            raise PydanticCustomError("fit", "rest is for pairs of single masses; take it out")
        if self.rest is not None and len(self.rest) != len(self.pairs):
            text = "needs one rest length for each pair: {pairs}, found {rest}"
            raise PydanticCustomError("one_of", text, {"pairs": len(self.pairs), "rest": len(self.rest)})
        return self

    def build(self, entity):
        """Components of a mesh whose edges are springs; lattices and points build themselves."""
        body = body_of(entity)
        return build(body.form(entity), entity) if isinstance(body, Cloth | Filled) else ()

    def adapted(self, old, entity, state):
        """What a change of the entity asks of a mesh's state, as (component, field, value); state: components by class."""
        return adapted(old, entity, state) if isinstance(body_of(entity), Cloth | Filled) else ()
